//! Worker processes that prove: Z3 may hang or crash, and must take nothing with it.
//!
//! What belongs here: the pool that starts, feeds, kills and replaces workers, and the worker's own loop. A worker is
//! this same executable started again with the one argument [`WORKER_ARGUMENT`]; framed queries go to its standard
//! input, framed answers come from its standard output, one at a time. What does not: how a query is answered
//! (`isotope-smt`) and who asks.
//!
//! A worker that dies, stalls or is killed makes `Unknown` of the query it held and of nothing else; the next query gets
//! a new worker.

mod frame;
mod pool;
mod worker;

pub use frame::{FrameError, read_frame, write_frame};
pub use pool::{Interrupt, PoolConfig, PoolError, PoolStats, ProverPool, Session};
pub use worker::{WORKER_ARGUMENT, is_worker, run_worker};
