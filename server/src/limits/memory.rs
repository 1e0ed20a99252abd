//! Bounds of memory, and how `--memory-total` is divided; and of the system's tasks.

use super::RESERVE;
use std::time::Duration;

/// Resident bytes of the daemon and its workers together, unless configured.
pub const DEFAULT_MEMORY_TOTAL: usize = 1 << 30;

/// Of `--memory-total`: what the daemon itself takes without any caller: code, dictionaries, threads, what is known of prices.
pub const DAEMON_BYTES: usize = 96 << 20;

/// The memory that each worker has for itself: code, dictionaries, the instructions of its targets, and a window of usual size. 57 MB after the
/// 41 windows of `make run`.
pub const WORKER_BYTES: usize = 64 << 20;

/// Threads and processes of one search: its worker's, those that attend it, and of a run of LLVM's tools.
pub const TASKS_OF_A_SEARCH: usize = 12;

/// Threads of the daemon besides: of its runtime, and those that may block.
pub const TASKS: usize = 768;

/// Workers of the smallest daemon: one that searches, and [`RESERVE`](super::RESERVE).
pub const LEAST_WORKERS: usize = 1 + RESERVE;

/// The memory that one run of LLVM's tools may allocate that needs more than others (`isotope_tools::limits::TOOL_BYTES`): one part in so many.
pub const LARGE_TOOL_PART: usize = 8;

/// The pages of LLVM's libraries, which all tools share, and the memory that the two loaded tools hold themselves, of which their runs are
/// forks: measured 42 and 14 MiB.
pub const TOOL_LIBRARIES_BYTES: usize = 60 << 20;

/// The pool for requests and for workers with large windows is one part in so many, at least.
pub const LEAST_POOL_PART: usize = 4;

/// A connection may hold one part in so many of what requests may be charged, and all connections of one identity or address one in
/// [`OWNER_PART`].
pub const CONNECTION_PART: usize = 4;
/// See [`CONNECTION_PART`].
pub const OWNER_PART: usize = 2;

/// By how much a worker's grant grows, and how much of it must be free: it can allocate that much between two looks.
pub const GRANT_STEP_BYTES: u64 = 32 << 20;

/// How often it is looked at what a busy worker has allocated.
pub const GRANT_LOOK: Duration = Duration::from_millis(20);

/// Freed bytes that the allocator may keep at the end of each of its heaps.
pub const KEPT_FREE_BYTES: usize = 16 << 20;

/// Freed bytes that it may keep anywhere after a worker's job: more than most windows need, whose pages stay mapped.
pub const KEPT_FREE_BETWEEN_JOBS_BYTES: usize = 64 << 20;

/// From so many bytes on an allocation is mapped by itself, so that freeing it frees it.
pub const MAPPED_ALONE_BYTES: usize = 1 << 20;

/// The least that `--memory-total` may be.
pub const MIN_MEMORY_TOTAL: usize = 640 << 20;
