//! How a pool is made, and why it cannot be.

use super::Own;
use crate::limits;
use crate::memory::Memory;
use isotope_tools::sandbox::Confinement;
use std::io;
use std::time::Duration;

/// How a pool is made.
#[derive(Clone, Debug)]
pub struct PoolConfig {
    /// Workers alive at once, at least 1.
    pub workers: usize,
    /// CPU time of one job after which its worker is killed, although its budget should have ended it.
    pub stall: Duration,
    /// Wall time that a worker may stand still: stopped by somebody, or waiting for nothing.
    pub still: Duration,
    /// Resident bytes above which a worker is killed at once when nobody waits for its job.
    pub stopped_bytes: u64,
    /// The settings that workers share with whoever starts them.
    pub own: Own,
    /// Their sandbox.
    pub confinement: Confinement,
    /// The account of their memory.
    pub memory: Memory,
}

impl PoolConfig {
    /// So many workers, with the usual limits, in the sandbox that this machine has.
    pub fn of(workers: usize) -> Self {
        PoolConfig {
            workers,
            stall: limits::JOB_CPU,
            still: limits::WORKER_STILL,
            stopped_bytes: limits::STOPPED_WORKER_BYTES,
            own: Own::default(),
            confinement: Confinement::of_this_machine(),
            memory: Memory::default(),
        }
    }
}

/// Why a pool cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// The running executable cannot be opened.
    #[error("cannot open this executable, which workers are started from: {0}; is /proc mounted?")]
    Executable(#[source] io::Error),
}
