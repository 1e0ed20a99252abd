//! The name of one call, by which a compiler's log and the daemon's are read side by side.

use crate::limits;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The header that has it, on the way in and out.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// A call's name: its caller's, or one made here. As a header has it, since every answer does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(HeaderValue);

impl fmt::Display for RequestId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Letters, digits and a few signs: always text.
        out.write_str(self.0.to_str().unwrap_or_default())
    }
}

impl RequestId {
    /// The one that the caller gives, if a log can hold it as it is.
    pub fn of(headers: &HeaderMap) -> Self {
        let sane = |value: &&HeaderValue| {
            (1..=limits::MAX_REQUEST_ID_CHARACTERS).contains(&value.len())
                && value.as_bytes().iter().all(|c| c.is_ascii_alphanumeric() || b"-_.:/".contains(c))
        };
        headers.get(HEADER).filter(sane).map_or_else(Self::made, |value| RequestId(value.clone()))
    }

    /// Told from those of other processes by its first half, and from this one's others by its second.
    fn made() -> Self {
        static PROCESS: OnceLock<u64> = OnceLock::new();
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let process = PROCESS.get_or_init(|| {
            let mut bytes = [0; 8];
            // Without random bytes the names of two processes may be alike, and nothing worse.
            let _ = getrandom::fill(&mut bytes);
            u64::from_be_bytes(bytes)
        });
        let name = format!("{process:016x}-{:x}", NEXT.fetch_add(1, Ordering::Relaxed));
        RequestId(
            HeaderValue::from_maybe_shared(Bytes::from(name)).expect("hexadecimal digits and a sign are a header"),
        )
    }

    /// As a header. No two calls have the same: it says that compressing headers need not remember it.
    pub fn header(&self) -> HeaderValue {
        let mut value = self.0.clone();
        value.set_sensitive(true);
        value
    }
}

/// The names of the calls that one search is for, in the order in which they came. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Calls(Arc<Mutex<(Vec<RequestId>, usize)>>);

impl Calls {
    /// One more.
    pub fn add(&self, id: &RequestId) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.0.contains(id) {
            return;
        }
        if held.0.len() < limits::MAX_NAMED_CALLS {
            held.0.push(id.clone());
        } else {
            held.1 += 1;
        }
    }

    /// How many there are, unnamed ones included.
    pub fn count(&self) -> usize {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.0.len() + held.1
    }
}

impl fmt::Display for Calls {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (at, id) in held.0.iter().enumerate() {
            write!(out, "{}{id}", if at == 0 { "" } else { " " })?;
        }
        if held.1 > 0 { write!(out, " and {} more", held.1) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> RequestId {
        let mut headers = HeaderMap::new();
        headers.insert(HEADER, HeaderValue::from_bytes(text.as_bytes()).unwrap());
        RequestId::of(&headers)
    }

    #[test]
    fn a_search_names_its_calls_once_each_up_to_a_bound() {
        let calls = Calls::default();
        for name in ["one", "two", "one"] {
            calls.clone().add(&of(name));
        }
        assert_eq!((calls.count(), calls.to_string()), (2, "one two".to_owned()));
        (0..limits::MAX_NAMED_CALLS).for_each(|n| calls.add(&of(&format!("n{n}"))));
        assert!(calls.to_string().ends_with(" and 2 more"), "{calls}");
    }

    #[test]
    fn what_a_log_can_hold_is_kept_and_the_rest_gets_a_name() {
        for kept in ["a", "build-17/step_3:x.y", &"x".repeat(limits::MAX_REQUEST_ID_CHARACTERS)] {
            assert_eq!(of(kept).to_string(), kept);
        }
        for other in ["", "two words", "\"quoted\"", "é", &"x".repeat(limits::MAX_REQUEST_ID_CHARACTERS + 1)] {
            assert_ne!(of(other).to_string(), other);
        }
        let (one, two) = (RequestId::of(&HeaderMap::new()), RequestId::of(&HeaderMap::new()));
        assert_ne!(one, two);
        assert_eq!(one.header(), one.to_string().as_str());
        assert!(one.header().is_sensitive());
    }
}
