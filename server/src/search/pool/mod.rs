//! Worker processes that search and prove: what hangs or crashes there takes nothing with it.
//!
//! Here belong: the pool that starts, feeds, stops and replaces workers. A worker is
//! the very file that runs, started again with the argument [`WORKER_ARGUMENT`] and what it shares with the daemon; jobs go to its standard
//! input, reports come from its standard output, one job at a time. Prices are asked of the daemon, which runs the tools.
//! Elsewhere are: how a window is searched (`crate::search::engine`), how a query is answered (`isotope-smt`), and who asks.
//!
//! A worker that dies, stalls or is killed costs the job that it held and nothing else; the next job gets a new worker.

mod allowed;
mod complaints;
mod config;
mod first;
mod frame;
mod health;
mod interrupt;
mod look;
mod message;
mod process;
mod slots;
mod start;
mod workers;

pub use config::{PoolConfig, PoolError};
pub use frame::{FrameError, read_frame, write_frame};
pub use interrupt::Interrupt;
pub use message::{
    Asked, Changed, Claim, Compared, Job, Misplaced, Nested, Order, Report, Rescheduled, Transform, Unchanged,
    Unpacked, Unscheduled,
};
pub use process::{Attending, Lost};
pub use slots::PoolStats;
pub use start::{Own, WORKER_ARGUMENT};
pub use workers::{ProverPool, Session};
