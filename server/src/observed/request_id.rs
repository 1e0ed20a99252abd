//! The name of one call, by which a compiler's log and the daemon's are read side by side.

use crate::limits;
use http::{HeaderMap, HeaderName, HeaderValue};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// The header that has it, on the way in and out.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// A call's name: its caller's, or one made here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(Arc<str>);

impl fmt::Display for RequestId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl RequestId {
    /// The one that the caller gives, if a log can hold it as it is.
    pub fn of(headers: &HeaderMap) -> Self {
        let given = headers.get(HEADER).and_then(|value| value.to_str().ok());
        let sane = |text: &&str| {
            (1..=limits::MAX_REQUEST_ID_CHARACTERS).contains(&text.len())
                && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.:/".contains(c))
        };
        given.filter(sane).map_or_else(Self::made, |text| RequestId(text.into()))
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
        RequestId(format!("{process:016x}-{:x}", NEXT.fetch_add(1, Ordering::Relaxed)).into())
    }

    /// As a header has it.
    pub fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.0).ok()
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
    fn what_a_log_can_hold_is_kept_and_the_rest_gets_a_name() {
        for kept in ["a", "build-17/step_3:x.y", &"x".repeat(limits::MAX_REQUEST_ID_CHARACTERS)] {
            assert_eq!(of(kept).to_string(), kept);
        }
        for other in ["", "two words", "\"quoted\"", "é", &"x".repeat(limits::MAX_REQUEST_ID_CHARACTERS + 1)] {
            assert_ne!(of(other).to_string(), other);
        }
        let (one, two) = (RequestId::of(&HeaderMap::new()), RequestId::of(&HeaderMap::new()));
        assert_ne!(one, two);
        assert_eq!(one.header().unwrap(), one.to_string().as_str());
    }
}
