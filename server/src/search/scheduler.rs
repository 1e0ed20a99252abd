//! The order and number of running jobs: searches in their line, and everything else that has to wait for a place.

use super::flights::{Flights, Gate};
use crate::limits;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The work of a daemon, of every kind, and its bounds.
pub struct Scheduler {
    /// The work under way that takes a worker, of every kind.
    pub flights: Flights,
    /// Searches at once.
    pub threads: usize,
    /// Searches that may wait.
    pub queue: usize,
    /// The warm-up jobs that this daemon works for.
    pub warm_up: Option<Arc<isotope_tier::warm_up::WarmUpQueue>>,
    /// Plain lowerings under way.
    pub(crate) lowering: Gate,
    /// Audits at once.
    pub(crate) audits: Arc<Semaphore>,
    /// The permits of operators' work on the cache.
    pub(crate) operations: Arc<Semaphore>,
    /// Snapshots on their way out or in.
    pub(crate) transfers: Arc<Semaphore>,
}

impl Scheduler {
    /// `threads` searches at once, `queue` waiting.
    pub fn new(threads: usize, queue: usize) -> Self {
        Scheduler {
            flights: Flights::new(threads, queue),
            threads,
            queue,
            warm_up: None,
            lowering: Gate::new(limits::MAX_LOWERING),
            audits: Arc::new(Semaphore::new(1)),
            operations: Arc::new(Semaphore::new(limits::MAX_OPERATIONS)),
            transfers: Arc::new(Semaphore::new(1)),
        }
    }
}
