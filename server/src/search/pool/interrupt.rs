//! The end of a job before its time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The interruption of a job. Clones share the cancellation.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    /// No job goes on beyond it.
    pub deadline: Option<Instant>,
    cancelled: Arc<AtomicBool>,
}

impl Interrupt {
    /// Ends at a deadline, if one is given, or when cancelled.
    pub fn at(deadline: Option<Instant>) -> Self {
        Interrupt { deadline, cancelled: Arc::default() }
    }

    /// Ends when the flag is set.
    pub fn on(flag: Arc<AtomicBool>) -> Self {
        Interrupt { deadline: None, cancelled: flag }
    }

    /// Ends all jobs of all clones within milliseconds.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
    }

    /// The reason to stop now, if there is one.
    pub fn reason(&self) -> Option<&'static str> {
        if self.cancelled.load(Ordering::Acquire) {
            Some("cancelled")
        } else if self.deadline.is_some_and(|d| Instant::now() >= d) {
            Some("the deadline has passed")
        } else {
            None
        }
    }
}
