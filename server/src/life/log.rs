//! The log: lines to standard error that nobody waits for.
//!
//! A pipe that nobody reads, or a disk that hangs, takes no more lines; whoever wrote one would wait with it, calls, health
//! and signals included. So lines go to a queue with a bound, one thread writes them, and what finds no room is dropped
//! and counted.

use crate::limits;
use std::io::{IsTerminal as _, Write};
use std::sync::OnceLock;
use std::sync::mpsc;
use std::time::Duration;
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

static DROPPED: OnceLock<ErrorCounter> = OnceLock::new();

/// Lines that were not written since the start, because nobody took them.
pub fn dropped_lines() -> u64 {
    DROPPED.get().map_or(0, |count| count.dropped_lines() as u64)
}

/// A writer that never waits, over one that may.
fn lossy(writer: impl Write + Send + 'static) -> (NonBlocking, WorkerGuard) {
    NonBlockingBuilder::default().lossy(true).buffered_lines_limit(limits::MAX_LOG_LINES).finish(writer)
}

/// The log of the process; what waits in it at the end is written by [`Log::close`].
pub struct Log(WorkerGuard);

impl Log {
    /// Sends what is logged to standard error from now on, and the texts of panics with it.
    pub fn to_standard_error(filter: EnvFilter) -> Self {
        let (writer, guard) = lossy(std::io::stderr());
        // The first log's count is the one that is asked for.
        let _ = DROPPED.set(writer.error_counter());
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
        // A log that cannot be written, on a full disk say, is reported to standard error by default, and that panics.
        log.with_ansi(std::io::stderr().is_terminal()).log_internal_errors(false).init();
        std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
        Log(guard)
    }

    /// Writes what waits and a last line, and gives up when nobody has taken them after `limit`.
    pub fn close(self, last_line: Option<String>, limit: Duration) {
        let (tell, written) = mpsc::channel();
        std::thread::spawn(move || {
            drop(self.0);
            let _ = std::io::stderr().write_all(last_line.unwrap_or_default().as_bytes());
            let _ = tell.send(());
        });
        let _ = written.recv_timeout(limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipe that nobody reads.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            std::thread::park();
            Ok(0)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_that_nobody_takes_is_counted_and_nobody_waits() {
        let (mut writer, guard) = lossy(Full);
        std::mem::forget(guard);
        for _ in 0..2 * limits::MAX_LOG_LINES {
            writer.write_all(b"a line\n").unwrap();
        }
        assert!(writer.error_counter().dropped_lines() >= limits::MAX_LOG_LINES - 1);
    }
}
