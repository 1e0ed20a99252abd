//! A worker's standard error: lines for the daemon's log, within bounds, and the last of them for whoever asks why
//! the worker ended. A worker itself has no descriptor of the log.

use crate::limits::{MAX_WORKER_LINE_BYTES, MAX_WORKER_LINES};
use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long the end of a worker that is gone is waited for.
const LAST_LINE: Duration = Duration::from_millis(200);

/// The standard error of one worker.
pub(super) struct Complaints {
    last: Arc<Mutex<String>>,
    /// Disconnected once all is read.
    reading: Receiver<()>,
}

impl Complaints {
    /// Reads in a thread of its own until the worker has ended.
    pub(super) fn of(worker: u32, from: impl Read + Send + 'static) -> io::Result<Self> {
        let last = Arc::<Mutex<String>>::default();
        let (is_reading, reading) = channel::<()>();
        let heard = Arc::clone(&last);
        std::thread::Builder::new().name("worker-complaints".to_owned()).spawn(move || {
            let _is_reading = is_reading;
            let told = lines(BufReader::new(from), |line| {
                tracing::warn!(worker, "a worker says: {line}");
                *heard.lock().unwrap_or_else(PoisonError::into_inner) = line;
            });
            if told == MAX_WORKER_LINES {
                tracing::warn!(worker, "what the worker says further is not logged ({MAX_WORKER_LINES} lines were)");
            }
        })?;
        Ok(Complaints { last, reading })
    }

    /// The last line, or nothing; of a worker that has ended.
    pub(super) fn last(&self) -> Option<String> {
        // Either the thread has read to the end, or it takes too long; what it has by then is what there is.
        let _ = self.reading.recv_timeout(LAST_LINE);
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some(last).filter(|line| !line.is_empty())
    }
}

/// Gives lines that are not empty, so many at most and none longer than a bound, and reads to the end. How many they were.
fn lines(mut from: impl BufRead, mut tell: impl FnMut(String)) -> usize {
    let mut told = 0;
    let mut line = Vec::new();
    while told < MAX_WORKER_LINES {
        line.clear();
        let read = from.by_ref().take(MAX_WORKER_LINE_BYTES).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return told;
        }
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        if !text.is_empty() {
            tell(text);
            told += 1;
        }
    }
    // A worker that cannot go on complaining would stand still.
    let _ = io::copy(&mut from, &mut io::sink());
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_in_number_and_length() {
        let mut said = Vec::new();
        let long = "x".repeat(3 * MAX_WORKER_LINE_BYTES as usize);
        assert_eq!(lines(format!("one\n\n{long}\ntwo").as_bytes(), |line| said.push(line)), 5);
        assert_eq!((said[0].as_str(), said[4].as_str()), ("one", "two"));
        assert!(said.iter().all(|line| line.len() <= MAX_WORKER_LINE_BYTES as usize));
        let mut many = "a line\n".repeat(3 * MAX_WORKER_LINES);
        many.push_str("the last");
        let mut from = many.as_bytes();
        assert_eq!(lines(&mut from, drop), MAX_WORKER_LINES);
        assert!(from.is_empty(), "it is read to the end");
    }

    #[test]
    fn the_last_line_is_known_when_the_worker_is_gone() {
        let complaints = Complaints::of(1, "first\ncannot open libz3.so\n".as_bytes()).unwrap();
        assert_eq!(complaints.last().as_deref(), Some("cannot open libz3.so"));
        assert_eq!(Complaints::of(2, io::empty()).unwrap().last(), None);
    }
}
