//! A bounded number of places for work that is no search, such as reading and plain lowering: in turns among callers, as
//! searches are.

use super::line::{Caller, Line};
use super::lock;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::sync::oneshot;

/// The places. Cloning shares them.
#[derive(Clone)]
pub struct Gate {
    state: Arc<Mutex<State>>,
}

struct State {
    /// Nobody waits while there are any.
    free: usize,
    line: Line<u64>,
    waiting: HashMap<u64, oneshot::Sender<()>>,
    next: u64,
}

/// A place; dropping it lets the next one in.
pub struct Place(Gate);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.give_back();
    }
}

/// Somebody in line, who may leave it.
struct Waiting {
    gate: Gate,
    caller: Caller,
    number: u64,
    let_in: oneshot::Receiver<()>,
    is_in: bool,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.is_in {
            return;
        }
        let mut state = lock(&self.gate.state);
        if state.waiting.remove(&self.number).is_some() {
            state.line.remove(&self.caller, self.number);
        } else {
            // Let in at the moment of leaving.
            drop(state);
            self.gate.give_back();
        }
    }
}

impl Gate {
    /// So many places.
    pub fn new(places: usize) -> Self {
        let state = State { free: places, line: Line::default(), waiting: HashMap::new(), next: 0 };
        Gate { state: Arc::new(Mutex::new(state)) }
    }

    /// A place, once it is this caller's turn. Dropping the future leaves the line.
    pub async fn enter(&self, caller: &Caller) -> Place {
        let waiting = self.line_up(caller);
        if let Some(mut waiting) = waiting {
            // The sender goes away without a word only together with the gate, which `waiting` holds.
            let _ = (&mut waiting.let_in).await;
            waiting.is_in = true;
        }
        Place(self.clone())
    }

    /// A number in line, or `None` for a place at once.
    fn line_up(&self, caller: &Caller) -> Option<Waiting> {
        let mut state = lock(&self.state);
        if state.free > 0 {
            state.free -= 1;
            return None;
        }
        state.next += 1;
        let number = state.next;
        let (tell, let_in) = oneshot::channel();
        state.line.push(caller, number);
        state.waiting.insert(number, tell);
        Some(Waiting { gate: self.clone(), caller: caller.clone(), number, let_in, is_in: false })
    }

    fn give_back(&self) {
        let mut state = lock(&self.state);
        while let Some((_, number)) = state.line.pop(|_| true, |_| 0) {
            let told = state.waiting.remove(&number).map(|tell| tell.send(()));
            if matches!(told, Some(Ok(()))) {
                return;
            }
        }
        state.free += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future as _;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};
    use tokio::sync::mpsc::unbounded_channel;

    #[tokio::test]
    async fn callers_take_turns_whoever_came_first() {
        let gate = Gate::new(1);
        let (farm, desk) = (Caller::of("farm", "1"), Caller::of("desk", "1"));
        let first = gate.enter(&farm).await;
        let (tell, mut order) = unbounded_channel();
        let waiters: Vec<Caller> = [vec![farm; 50], vec![desk]].concat();
        for (number, caller) in waiters.into_iter().enumerate() {
            let (gate, tell) = (gate.clone(), tell.clone());
            tokio::spawn(async move {
                let _place = gate.enter(&caller).await;
                tell.send(number).unwrap();
            });
            tokio::task::yield_now().await;
        }
        drop((first, tell));
        let mut came = Vec::new();
        while let Some(number) = order.recv().await {
            came.push(number);
        }
        assert_eq!(came[..3], [0, 50, 1]);
        assert_eq!(came.len(), 51);
    }

    #[tokio::test]
    async fn whoever_leaves_the_line_takes_no_place_with_them() {
        let gate = Gate::new(2);
        let caller = Caller::new("a");
        let mut cx = Context::from_waker(Waker::noop());
        for leave_when_let_in in [false, true] {
            let places = (gate.enter(&caller).await, gate.enter(&caller).await);
            let mut waiting = Box::pin(gate.enter(&caller));
            assert!(waiting.as_mut().poll(&mut cx).is_pending());
            if leave_when_let_in {
                drop(places);
                drop(waiting);
            } else {
                drop(waiting);
                drop(places);
            }
            let both = (gate.enter(&caller).await, gate.enter(&caller).await);
            assert!(matches!(pin!(gate.enter(&caller)).poll(&mut cx), Poll::Pending), "two places, not three");
            drop(both);
        }
    }
}
