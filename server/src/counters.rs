//! Counters since the daemon started.

use std::sync::atomic::{AtomicU64, Ordering};

/// One count.
#[derive(Debug, Default)]
pub struct Count(AtomicU64);

impl Count {
    /// One more.
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// So far.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Every count; `isotope.v1.StatsResponse` says what they mean.
#[derive(Debug, Default)]
#[allow(missing_docs)]
pub struct Counters {
    pub windows: Count,
    pub from_memory: Count,
    pub from_memo: Count,
    pub from_search: Count,
    pub from_baseline: Count,
    pub joined: Count,
    pub truncated: Count,
    pub failed: Count,
    pub refused_queue_full: Count,
    pub records_refused: Count,
    pub memo_write_failures: Count,
    pub pairs: Count,
    pub pairs_known: Count,
    pub checks: Count,
    pub checks_remembered: Count,
    pub compiles: Count,
    pub compiles_remembered: Count,
    pub nests: Count,
    pub nests_remembered: Count,
    pub schedules: Count,
    pub schedules_remembered: Count,
    pub records_proved_again: Count,
    pub records_ranked: Count,
    pub records_set_aside: Count,
    pub ties: Count,
    pub untied: Count,
    pub night_taken: Count,
    pub night_answered: Count,
    pub night_given_back: Count,
}
