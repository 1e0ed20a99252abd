//! Every bound of the client, by name.

use std::time::Duration;

/// Bytes of one answer message.
pub const MAX_ANSWER_BYTES: usize = 64 << 20;

/// Bytes of an input file.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// Time to get a connection, unless configured.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Calls that are tried again: how often in all, unless configured.
pub const ATTEMPTS: u32 = 4;

/// Pause before the second attempt; twice as long before each further one.
pub const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// Time that the assembler backend gets for one module.
pub const LLC_TIMEOUT: Duration = Duration::from_secs(60);
