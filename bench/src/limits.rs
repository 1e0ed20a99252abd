//! Every bound of the benchmarks, by name.

use std::time::Duration;

/// How long a daemon may take to answer its first call.
pub const MAX_START: Duration = Duration::from_secs(20);

/// Requests for each window in the warm pass; their median is printed.
pub const WARM_ROUNDS: usize = 11;

/// How long memo hits are streamed to measure their rate.
pub const THROUGHPUT_SPAN: Duration = Duration::from_secs(3);

/// Longer than any search, in milliseconds: what is measured is how long it takes, not whether a compiler would have waited.
pub const TIMEOUT_MS: &str = "1800000";

/// Work of one search where windows are counted: the daemon's default, in the engine's units.
pub const BUDGET: u64 = 1 << 24;

/// Work of the proof of one phrasing there, as in the daemon.
pub const PHRASING_WORK: u64 = 1 << 26;

/// How long one of those windows may take before its search is told to stop.
pub const MAX_WINDOW: Duration = Duration::from_secs(60);

/// When no further window is begun, unless asked otherwise.
pub const MAX_RUN: Duration = Duration::from_secs(1800);

/// Bytes of the stack of one search, touched only as deep as it goes: the daemon's workers have as much.
pub const SEARCH_STACK_BYTES: usize = 512 << 20;
