//! The log: lines to standard error that nobody waits for.
//!
//! A pipe that nobody reads, or a disk that hangs, takes no more lines; whoever wrote one would wait with it, calls, health
//! and signals included. So lines go to a queue with a bound, one thread writes them, and what finds no room is dropped
//! and counted.

use crate::limits;
use crate::observed::traces::Traces;
use std::io::{IsTerminal as _, Write};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tracing::Subscriber;
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::reload::Error as ReloadError;
use tracing_subscriber::{EnvFilter, Layer as _, Registry, fmt, reload};

static DROPPED: OnceLock<ErrorCounter> = OnceLock::new();

/// Lines that were not written since the start, because nobody took them.
pub fn dropped_lines() -> u64 {
    DROPPED.get().map_or(0, |count| count.dropped_lines() as u64)
}

/// A writer that never waits, over one that may.
fn lossy(writer: impl Write + Send + 'static) -> (NonBlocking, WorkerGuard) {
    NonBlockingBuilder::default().lossy(true).buffered_lines_limit(limits::MAX_LOG_LINES).finish(writer)
}

/// Format of the log's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// An object each, with the call's name and method, for programs.
    Json,
}

/// Changes what is logged. Cloning shares it.
#[derive(Clone)]
pub struct Level {
    change: Arc<dyn Fn(EnvFilter) -> Result<(), ReloadError> + Send + Sync>,
    now: Arc<Mutex<String>>,
}

/// Words that say how much is logged.
const LEVELS: [&str; 12] = ["off", "error", "warn", "info", "debug", "trace", "0", "1", "2", "3", "4", "5"];

/// Reads what is to be logged, in tracing's syntax. A word that is no level is taken for the name of a module there, and
/// everything else would be silent: so one level has to be named.
pub fn filter(text: &str) -> Result<EnvFilter, String> {
    let levels = || text.split([',', '=']).map(str::trim).filter(|word| LEVELS.contains(&word.to_lowercase().as_str()));
    if levels().next().is_none() {
        return Err(format!("`{text}` names no level"));
    }
    EnvFilter::try_new(text).map_err(|error| error.to_string())
}

impl Level {
    /// A level that `change` changes, which logs by `now`.
    pub fn of(now: &str, change: impl Fn(EnvFilter) -> Result<(), ReloadError> + Send + Sync + 'static) -> Self {
        Level { change: Arc::new(change), now: Arc::new(Mutex::new(now.to_owned())) }
    }

    /// Logs by this filter from now on. One that cannot be read changes nothing.
    pub fn set(&self, text: &str) -> Result<(), String> {
        let read = filter(text)?;
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        (self.change)(read).map_err(|error| error.to_string())?;
        *now = text.to_owned();
        Ok(())
    }

    /// The filter of the log.
    pub fn now(&self) -> String {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).clone()
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
    let now = filter.to_string();
    // A log that cannot be written, on a full disk say, is reported to standard error by default, and that panics.
    let log = fmt().with_env_filter(filter).with_writer(writer).log_internal_errors(false);
    match format {
        Format::Text => {
            let log = log.with_ansi(is_terminal).with_filter_reloading();
            let handle = log.reload_handle();
            (Level::of(&now, move |filter| handle.reload(filter)), Box::new(log.finish()))
        }
        Format::Json => {
            let log = log.json().flatten_event(true).with_span_list(false).with_filter_reloading();
            let handle = log.reload_handle();
            (Level::of(&now, move |filter| handle.reload(filter)), Box::new(log.finish()))
        }
    }
}

/// The same, with what is traced beside it.
fn beside_traces(
    filter: EnvFilter,
    format: Format,
    is_terminal: bool,
    writer: NonBlocking,
    traces: &Traces,
) -> (Level, Box<dyn Subscriber + Send + Sync>) {
    let now = filter.to_string();
    // Of the log's lines alone: what is traced does not depend on them.
    let (filter, handle) = reload::Layer::new(filter);
    let lines = fmt::layer::<Registry>().with_writer(writer).log_internal_errors(false);
    let lines = match format {
        Format::Text => lines.with_ansi(is_terminal).with_filter(filter).boxed(),
        Format::Json => lines.json().flatten_event(true).with_span_list(false).with_filter(filter).boxed(),
    };
    let all = tracing_subscriber::registry().with(lines).with(traces.layer());
    (Level::of(&now, move |filter| handle.reload(filter)), Box::new(all))
}

impl Log {
    /// Sends what is logged to standard error from now on, and the texts of panics with it; what is traced goes its own way.
    pub fn to_standard_error(filter: EnvFilter, format: Format, traces: Option<&Traces>) -> Self {
        let (writer, guard) = lossy(std::io::stderr());
        // The first log's count is the one that is asked for.
        let _ = DROPPED.set(writer.error_counter());
        let is_terminal = std::io::stderr().is_terminal();
        let (level, subscriber) = match traces {
            Some(traces) => beside_traces(filter, format, is_terminal, writer, traces),
            None => subscriber(filter, format, is_terminal, writer),
        };
        // A process has one log; a second one's lines would go to the first.
        let _ = tracing::subscriber::set_global_default(subscriber);
        std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
        Log { guard, level }
    }

    /// The handle that changes it.
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

    /// The text that was written.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

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
            assert!(level.set("debgu").unwrap_err().contains("names no level"));
            assert_eq!(level.now(), "info");
            level.set("debug").unwrap();
            assert_eq!(level.now(), "debug");
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
