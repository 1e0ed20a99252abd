//! Every bound of the client, by name.

use std::time::Duration;

/// Bytes of one answer message.
pub const MAX_ANSWER_BYTES: usize = 64 << 20;

/// Time to get a connection, unless configured.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Calls that are tried again: how often in all, unless configured.
pub const ATTEMPTS: u32 = 4;

/// Pause before the second attempt; twice as long before each further one.
pub const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// Where the daemon is, unless configured.
pub const DEFAULT_SERVER: &str = "http://127.0.0.1:4711";

/// A compiler's time for one call, unless configured.
pub const COMPILER_TIMEOUT: Duration = Duration::from_secs(1);

/// The same where `ISOTOPE_REQUIRE` asks for every answer: what a pipeline of large windows takes with an empty cache.
pub const REQUIRED_TIMEOUT: Duration = Duration::from_secs(600);

/// The longest time that may be configured: a day, in milliseconds.
pub const MAX_TIMEOUT_MS: u64 = 86_400_000;

/// How long a compiler waits for a server that gives no sign of life.
pub const COMPILER_SILENCE: Duration = Duration::from_millis(700);

/// How long a server that failed is left alone.
pub const COMPILER_COOLDOWN: Duration = Duration::from_secs(10);

/// Threads of a compiler's handle: they only move bytes.
pub const COMPILER_THREADS: usize = 1;

/// Bytes of one window's text: the server's own bound.
pub const MAX_EXPRESSION_BYTES: usize = 1 << 20;

/// Windows in one message of a batch.
pub const MAX_MESSAGE_ITEMS: usize = 1024;

/// Bytes of text in one message of a batch: a quarter of what the server takes.
pub const MAX_MESSAGE_TEXT: usize = 4 << 20;

/// Bytes of a file of certificates, of a key, or of a token.
pub const MAX_CREDENTIAL_BYTES: u64 = 1 << 20;

/// Windows that a daemon lists as not answered in time: more than it remembers.
pub const MAX_MISSES: usize = 1 << 17;
