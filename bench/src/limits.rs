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
