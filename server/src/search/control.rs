//! The line between the service and one running search.

use super::selection::Selection;
use crate::observed::Calls;
use isotope_program::pricer::Payer;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

/// The progress of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// `enumerate`, `prove`, `pricer`.
    pub phase: String,
    /// Work spent so far.
    pub work: u64,
}

/// Who hears how much CPU time a search has used.
#[derive(Default)]
struct Listener(OnceLock<Box<dyn Fn(Duration) + Send + Sync>>);

impl fmt::Debug for Listener {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Listener")
    }
}

/// The line between the service and one running search.
#[derive(Debug, Default)]
pub struct Control {
    stopped: Arc<AtomicBool>,
    idle: AtomicBool,
    calls: Calls,
    /// Microseconds of CPU time.
    used: AtomicU64,
    progress: Mutex<Progress>,
    listener: Listener,
    /// The part that is stopped with it.
    part: Mutex<Weak<Control>>,
    offered: Mutex<Option<Box<Selection>>>,
}

impl Control {
    /// A search that nobody has stopped yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A search that nobody waits for any more: it runs where nothing else wants to.
    pub fn idle() -> Self {
        Control { idle: AtomicBool::new(true), ..Self::default() }
    }

    /// A search for these calls; `idle`: none of them waits for it.
    pub fn of(idle: bool, calls: Calls) -> Self {
        Control { idle: AtomicBool::new(idle), calls, ..Self::default() }
    }

    /// The control of the same search, begun again: for its calls, with what it had offered.
    pub fn again(&self, idle: bool) -> Self {
        let again = Control::of(idle, self.calls.clone());
        self.offered().into_iter().for_each(|offered| again.offer(offered));
        again
    }

    /// The calls that it is for.
    pub fn calls(&self) -> &Calls {
        &self.calls
    }

    /// Set when the search has to end: what inner loops look at.
    pub fn stop_flag(&self) -> &Arc<AtomicBool> {
        &self.stopped
    }

    /// Whether the search has to end.
    pub fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Whether nobody waited for the search when it began.
    pub fn is_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed)
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        if let Some(part) = self.part.lock().ok().and_then(|part| part.upgrade()) {
            part.stop();
        }
    }

    /// Has another end with it, in place of the one before.
    pub(super) fn has_part(&self, control: &Arc<Control>) {
        if let Ok(mut part) = self.part.lock() {
            *part = Arc::downgrade(control);
        }
        if self.stopped() {
            control.stop();
        }
    }

    /// Adds CPU time that a worker, or a tool for its prices, has used for the search.
    pub fn add_used(&self, time: Duration) {
        if time.is_zero() {
            return;
        }
        self.used.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
        if let Some(heard) = self.listener.0.get() {
            heard(self.used());
        }
    }

    /// CPU time that workers and tools have used for the search, without what it waited for: a busy machine does not add to it.
    pub fn used(&self) -> Duration {
        Duration::from_micros(self.used.load(Ordering::Relaxed))
    }

    /// Leaves an answer for those who cannot wait for the end.
    pub fn offer(&self, selection: Selection) {
        if let Ok(mut offered) = self.offered.lock() {
            *offered = Some(Box::new(selection));
        }
    }

    /// The selection that was offered last.
    pub fn offered(&self) -> Option<Selection> {
        self.offered.lock().ok()?.as_deref().cloned()
    }

    /// Tells what the search is doing.
    pub fn report(&self, phase: &str, work: u64) {
        if let Ok(mut progress) = self.progress.lock() {
            *progress = Progress { phase: phase.to_owned(), work };
        }
    }

    /// Has `heard` called with the CPU time used so far, each time that there is more. A second listener changes nothing.
    pub(super) fn listen(&self, heard: impl Fn(Duration) + Send + Sync + 'static) {
        let _ = self.listener.0.set(Box::new(heard));
    }

    /// The progress that the search reported last.
    pub fn progress(&self) -> Progress {
        self.progress.lock().map(|p| p.clone()).unwrap_or_default()
    }
}

impl Payer for Control {
    fn stopped(&self) -> bool {
        Control::stopped(self)
    }

    fn used(&self, cpu: Duration) {
        self.add_used(cpu);
    }
}

/// Stops what a caller wanted once the caller is gone.
pub struct StopOnDrop(pub Arc<Control>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_dictionary::Target;
    use isotope_ir::parse::parse_window;
    use isotope_pricer::Pricers;
    use isotope_program::baseline;
    use isotope_program::pricer::Pricer as _;

    #[test]
    fn what_llvms_tools_use_for_prices_is_used_for_the_search() {
        let window = parse_window("uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)").unwrap();
        let (program, control) = (baseline::lower(&window.graph, window.root), Control::new());
        let pricer = Pricers::new(isotope_grammars::embedded(), 1);
        let costs = pricer.costs(&[&program], &Target::cpu("x86_64", "znver4"), &control);
        assert!(costs[0].is_ok(), "{costs:?}");
        assert!(control.used() > Duration::ZERO);
    }

    #[test]
    fn the_last_report_is_kept() {
        let control = Control::new();
        control.report("enumerate", 5);
        control.report("prove", 9);
        assert_eq!(control.progress(), Progress { phase: "prove".to_owned(), work: 9 });
    }
}
