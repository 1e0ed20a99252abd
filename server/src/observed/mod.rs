//! An operator's view of a running daemon: counts and times by method, whether it is well, and a port to ask at.
//!
//! Here belong: collecting and showing. Elsewhere: counting itself (`counters`, `access::quota`), and anything
//! that a compiler asks for.

pub mod log;
mod page;
mod port;
pub mod request_id;
mod rows;
pub mod traces;
mod trouble;

pub use port::serve;
pub use request_id::{Calls, RequestId};
pub use rows::{markdown, names};

use crate::observed::log::Level;
use isotope_proto::v1::StatsResponse;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};
use tonic::Code;
use trouble::Trouble;

/// Upper ends of the buckets of times, in seconds: from a hit to a search that takes its time.
const SECONDS: [f64; 12] = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];

/// The observations. Cloning shares them.
#[derive(Clone)]
pub struct Observed {
    inner: Arc<Inner>,
}

/// A service as those see it who look at it from outside.
pub(crate) trait Subject: Send + Sync {
    /// Answers that are held in memory alone; `None`: it takes no calls.
    fn unwritten(&self) -> Option<usize>;

    /// Its counters, where it takes calls.
    fn stats(&self) -> Option<StatsResponse>;
}

/// The labels that tell one metric of a family from another: so many names with their values.
type Labels<const N: usize> = [(&'static str, &'static str); N];

struct Inner {
    calls: Family<Labels<2>, Counter>,
    seconds: Family<Labels<1>, Histogram, fn() -> Histogram>,
    troubles: Mutex<BTreeMap<&'static str, Trouble>>,
    /// Not kept alive: whoever looks holds no memo.
    subject: OnceLock<Weak<dyn Subject>>,
    log: OnceLock<Level>,
}

impl fmt::Debug for Observed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Observed")
    }
}

impl Default for Observed {
    fn default() -> Self {
        let seconds = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> Histogram);
        let inner = Inner {
            calls: Family::default(),
            seconds,
            troubles: Mutex::default(),
            subject: OnceLock::new(),
            log: OnceLock::new(),
        };
        Observed { inner: Arc::new(inner) }
    }
}

/// How the daemon is. A daemon that is not ready answers nothing; a degraded one answers everything and lacks something.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct State {
    /// It runs, which whoever reads this knows.
    pub live: bool,
    /// It takes calls.
    pub ready: bool,
    /// Its defects, a sentence each.
    pub degraded: Vec<String>,
}

impl State {
    /// Ready, and lacks nothing.
    pub fn is_whole(&self) -> bool {
        self.ready && self.degraded.is_empty()
    }
}

impl Observed {
    /// A call whose answer began after `time`.
    pub fn call(&self, method: &'static str, code: Code, time: Duration) {
        self.inner.calls.get_or_create(&[("method", method), ("code", name(code))]).inc();
        self.inner.seconds.get_or_create(&[("method", method)]).observe(time.as_secs_f64());
    }

    /// Something is wrong with `part` from now on, or is well again. The log has each change once, and then at most once a minute, with how
    /// often it was found meanwhile.
    pub fn trouble(&self, part: &'static str, sentence: Option<String>) {
        let mut troubles = self.inner.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        match sentence {
            Some(sentence) => {
                let trouble = troubles.entry(part).or_default();
                match trouble.found(sentence, Instant::now()) {
                    Some(0) => tracing::warn!(part, "the daemon lacks something: {}", trouble.sentence),
                    Some(again) => {
                        tracing::warn!(part, again, "the daemon still lacks something: {}", trouble.sentence);
                    }
                    None => {}
                }
            }
            None if troubles.remove(part).is_some() => {
                tracing::info!(part, "what the daemon lacked is there again");
            }
            None => {}
        }
    }

    /// The parts with which something is wrong.
    pub fn lacking(&self) -> Vec<&'static str> {
        self.inner.troubles.lock().unwrap_or_else(PoisonError::into_inner).keys().copied().collect()
    }

    /// The service that is seen. A second one changes nothing.
    pub(crate) fn watch<S: Subject + 'static>(&self, subject: &Arc<S>) {
        let subject: Weak<S> = Arc::downgrade(subject);
        let _ = self.inner.subject.set(subject);
    }

    /// Sets the handle that changes the log of this process. A second one changes nothing.
    pub fn logs_by(&self, level: Level) {
        let _ = self.inner.log.set(level);
    }

    /// That handle, where the log is the daemon's own.
    pub fn log(&self) -> Option<Level> {
        self.inner.log.get().cloned()
    }

    fn subject(&self) -> Option<Arc<dyn Subject>> {
        self.inner.subject.get()?.upgrade()
    }

    /// How the daemon is at this moment.
    pub fn state(&self) -> State {
        let held = self.subject().and_then(|subject| subject.unwritten());
        let troubles = self.inner.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        let mut degraded: Vec<String> = troubles.values().map(|trouble| trouble.sentence.clone()).collect();
        let unwritten = held.unwrap_or_default();
        if unwritten > 0 {
            degraded.push(format!(
                "the cache cannot be written: {unwritten} answers are held in memory alone; the log says why, and they are written once it can"
            ));
        }
        State { live: true, ready: held.is_some(), degraded }
    }
}

/// A code as gRPC calls it.
fn name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn troubles_come_and_go_and_nothing_is_ready_before_its_time() {
        let observed = Observed::default();
        assert_eq!(observed.state(), State { live: true, ready: false, degraded: vec![] });
        observed.trouble("tls", Some("expired".to_owned()));
        observed.trouble("tls", Some("still expired".to_owned()));
        assert_eq!(observed.state().degraded, ["still expired"]);
        observed.trouble("tls", None);
        assert!(observed.state().degraded.is_empty() && !observed.state().is_whole());
    }
}
