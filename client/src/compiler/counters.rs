//! Counters of outcomes, for one handle.

use super::{Reason, Reply};
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts since the handle was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls with at least one window.
    pub calls: u64,
    /// Windows asked for.
    pub windows: u64,
    /// Windows that got an answer.
    pub answered: u64,
    /// Windows that got none, by [`Reason`]: index 0 is the reason with number 1.
    pub not_now: [u64; Reason::ALL.len()],
}

impl Counters {
    /// Windows that got no answer for this reason.
    pub fn because(&self, reason: Reason) -> u64 {
        self.not_now[reason as usize - 1]
    }
}

#[derive(Debug, Default)]
pub(super) struct Counting {
    calls: AtomicU64,
    answered: AtomicU64,
    not_now: [AtomicU64; Reason::ALL.len()],
}

impl Counting {
    pub fn note(&self, replies: &[Reply]) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        for reply in replies {
            let counter = match reply {
                Ok(_) => &self.answered,
                Err(not_now) => &self.not_now[not_now.reason as usize - 1],
            };
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub fn read(&self) -> Counters {
        let answered = self.answered.load(Ordering::Relaxed);
        let not_now = self.not_now.each_ref().map(|counter| counter.load(Ordering::Relaxed));
        let windows = answered + not_now.iter().sum::<u64>();
        Counters { calls: self.calls.load(Ordering::Relaxed), windows, answered, not_now }
    }
}
