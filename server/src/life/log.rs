//! The log: lines to standard error that nobody waits for.
//!
//! A pipe that nobody reads, or a disk that hangs, takes no more lines; whoever wrote one would wait with it, calls, health
//! and signals included. So lines go to a queue with a bound, one thread writes them, and what finds no room is dropped
//! and counted.

use crate::limits;
use std::io::{IsTerminal as _, Write};
use std::sync::mpsc;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tracing::Subscriber;
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::reload::Error as ReloadError;

static DROPPED: OnceLock<ErrorCounter> = OnceLock::new();

/// Lines that were not written since the start, because nobody took them.
pub fn dropped_lines() -> u64 {
    DROPPED.get().map_or(0, |count| count.dropped_lines() as u64)
}

/// A writer that never waits, over one that may.
fn lossy(writer: impl Write + Send + 'static) -> (NonBlocking, WorkerGuard) {
    NonBlockingBuilder::default().lossy(true).buffered_lines_limit(limits::MAX_LOG_LINES).finish(writer)
}

/// What lines look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// An object each, for programs.
    Json,
}

/// Changes what is logged. Cloning shares it.
#[derive(Clone)]
pub struct Level(Arc<dyn Fn(EnvFilter) -> Result<(), ReloadError> + Send + Sync>);

impl Level {
    /// Logs by this filter, in tracing's syntax, from now on. One that cannot be read changes nothing.
    pub fn set(&self, filter: &str) -> Result<(), String> {
        let read = EnvFilter::try_new(filter).map_err(|error| error.to_string())?;
        (self.0)(read).map_err(|error| error.to_string())
    }
}

/// The log of the process; what waits in it at the end is written by [`Log::close`].
pub struct Log {
    guard: WorkerGuard,
    level: Level,
}

/// Sends what is logged to `writer`.
fn subscriber(
    filter: EnvFilter,
    format: Format,
    is_terminal: bool,
    writer: NonBlocking,
) -> (Level, Box<dyn Subscriber + Send + Sync>) {
    // A log that cannot be written, on a full disk say, is reported to standard error by default, and that panics.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer).log_internal_errors(false);
    match format {
        Format::Text => {
            let log = log.with_ansi(is_terminal).with_filter_reloading();
            let handle = log.reload_handle();
            (Level(Arc::new(move |filter| handle.reload(filter))), Box::new(log.finish()))
        }
        Format::Json => {
            let log = log.json().flatten_event(true).with_span_list(false).with_filter_reloading();
            let handle = log.reload_handle();
            (Level(Arc::new(move |filter| handle.reload(filter))), Box::new(log.finish()))
        }
    }
}

impl Log {
    /// Sends what is logged to standard error from now on, and the texts of panics with it.
    pub fn to_standard_error(filter: EnvFilter, format: Format) -> Self {
        let (writer, guard) = lossy(std::io::stderr());
        // The first log's count is the one that is asked for.
        let _ = DROPPED.set(writer.error_counter());
        let (level, subscriber) = subscriber(filter, format, std::io::stderr().is_terminal(), writer);
        // A process has one log; a second one's lines would go to the first.
        let _ = tracing::subscriber::set_global_default(subscriber);
        std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
        Log { guard, level }
    }

    /// What changes it.
    pub fn level(&self) -> Level {
        self.level.clone()
    }

    /// Writes what waits and a last line, and gives up when nobody has taken them after `limit`.
    pub fn close(self, last_line: Option<String>, limit: Duration) {
        let (tell, written) = mpsc::channel();
        std::thread::spawn(move || {
            drop(self.guard);
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

    /// What was written.
    #[derive(Clone, Default)]
    struct Kept(Arc<std::sync::Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_are_objects_with_their_calls_name_and_the_level_changes() {
        let kept = Kept::default();
        let (writer, guard) = lossy(kept.clone());
        let (level, subscriber) = subscriber(EnvFilter::new("info"), Format::Json, false, writer);
        tracing::subscriber::with_default(subscriber, || {
            let _call = tracing::info_span!("call", id = "build-17").entered();
            tracing::debug!("not yet");
            tracing::info!(windows = 3, "answered");
            assert!(level.set("isotope_server=nonsense=7").is_err());
            level.set("debug").unwrap();
            tracing::debug!("now");
        });
        drop(guard);
        let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let messages: Vec<&str> = lines.iter().filter_map(|line| line["message"].as_str()).collect();
        assert_eq!(messages, ["answered", "now"], "{text}");
        assert_eq!((&lines[0]["windows"], &lines[0]["span"]["id"]), (&3.into(), &"build-17".into()), "{text}");
    }
}
