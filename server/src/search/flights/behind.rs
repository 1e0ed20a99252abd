//! The daemon's own work, which nobody waits for: it takes the threads that no caller's work wants, and gives them back when somebody comes.

use super::line::Caller;
use super::state::Run;
use super::{Flights, Inner, lock};
use crate::limits;
use crate::search::selector::Control;
use std::sync::Arc;

/// A turn of such work, on the thread that has it; dropping it ends it.
pub struct Behind {
    inner: Arc<Inner>,
    run: u64,
    control: Arc<Control>,
}

impl Behind {
    /// Stopped when the turn is over: because the whole work has to end, or because it gives way.
    pub fn control(&self) -> &Control {
        &self.control
    }
}

impl Drop for Behind {
    fn drop(&mut self) {
        lock(&self.inner.state).runs.remove(&self.run);
        self.inner.dispatch();
    }
}

impl Flights {
    /// Waits for a turn on this thread, which may block. `None`: the work that `whole` controls has to end.
    pub fn behind(&self, whole: &Control) -> Option<Behind> {
        loop {
            if whole.stopped() {
                return None;
            }
            {
                let mut state = lock(&self.inner.state);
                if state.line.len() == 0 && state.left.is_empty() && state.runs.len() < self.inner.threads {
                    let (run, control) = (state.number(), Arc::new(Control::idle()));
                    whole.has_part(&control);
                    let own = Arc::clone(&control);
                    let run_of =
                        Run { caller: Caller::default(), left: true, ending: false, permit: None, control: own };
                    state.runs.insert(run, run_of);
                    return Some(Behind { inner: Arc::clone(&self.inner), run, control });
                }
            }
            std::thread::sleep(limits::PAUSE_BEHIND_SEARCHES);
        }
    }

    /// Does one piece of work in turns, again from its begin until it has not had to give way. `None`: the work that `whole` controls has to
    /// end.
    pub fn in_turn<T>(&self, whole: &Control, mut piece: impl FnMut(&Control) -> T) -> Option<T> {
        loop {
            let turn = self.behind(whole)?;
            let done = piece(turn.control());
            if whole.stopped() {
                return None;
            }
            if !turn.control().stopped() {
                return Some(done);
            }
        }
    }
}
