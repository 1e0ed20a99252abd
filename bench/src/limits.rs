//! Every bound of the benchmarks, by name.

use std::time::Duration;

/// Bytes of one response, as large as the daemon sends them.
pub const MAX_ANSWER_BYTES: usize = 64 << 20;

/// How long a daemon may take to answer its first call.
pub const MAX_START: Duration = Duration::from_secs(20);
