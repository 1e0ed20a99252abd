//! The methods of the service: each checks its message, asks the core, and says what came of it.

mod audit;
mod batch;
mod check;
mod compare;
mod compared_loops;
pub(crate) mod compile;
pub(crate) mod logging;
mod measured;
mod misses;
pub(crate) mod nest;
mod operating;
mod pin;
pub(crate) mod readiness;
pub(crate) mod request;
pub(crate) mod schedule;
pub(crate) mod service;
mod snapshots;
pub(crate) mod stats;
