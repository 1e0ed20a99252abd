//! The caller's time: read from `grpc-timeout`, with a part kept back for sending what was found.

use crate::access::Standing;
use crate::failure::Failure;
use crate::limits::{MAX_ANSWER_MARGIN, MIN_ANSWER_MARGIN};
use http::HeaderMap;
use std::time::Duration;
use tokio::time::Instant;
use tonic::metadata::MetadataMap;

/// When a search must answer so that its caller still gets it. `None`: whenever it is done.
pub fn search_deadline(metadata: &MetadataMap, arrival: Instant) -> Option<Instant> {
    // The edge has refused what is none.
    let timeout = timeout(metadata.as_ref()).ok()??;
    let margin = (timeout / 10).clamp(MIN_ANSWER_MARGIN, MAX_ANSWER_MARGIN);
    arrival.checked_add(timeout.saturating_sub(margin))
}

/// How long the caller of a request with these headers waits; `None`: as long as it takes.
pub fn timeout(headers: &HeaderMap) -> Result<Option<Duration>, Failure> {
    let Some(value) = headers.get("grpc-timeout") else {
        return Ok(None);
    };
    let text = String::from_utf8_lossy(value.as_bytes());
    read(&text).map(Some).ok_or_else(|| Failure::Timeout(text.into_owned()))
}

/// Comes to its end when a call has to, and why: its caller's time is over, or the caller may not go on.
pub(super) async fn over(deadline: Option<Instant>, standing: Option<Standing>) -> Failure {
    let time = async {
        match deadline {
            Some(at) => tokio::time::sleep_until(at).await,
            None => std::future::pending().await,
        }
    };
    let standing = async {
        match standing {
            Some(standing) => standing.ended().await.into(),
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = time => Failure::Deadline,
        failure = standing => failure,
    }
}

/// gRPC's `TimeoutValue TimeoutUnit`: at most eight digits and one letter.
fn read(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > 8 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value: u64 = digits.parse().ok()?;
    Some(match unit {
        "H" => Duration::from_secs(value * 3600),
        "M" => Duration::from_secs(value * 60),
        "S" => Duration::from_secs(value),
        "m" => Duration::from_millis(value),
        "u" => Duration::from_micros(value),
        "n" => Duration::from_nanos(value),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str) -> Option<Duration> {
        let mut metadata = MetadataMap::new();
        metadata.insert("grpc-timeout", text.parse().unwrap());
        let now = Instant::now();
        search_deadline(&metadata, now).map(|d| d - now)
    }

    #[test]
    fn a_tenth_is_kept_for_the_answer() {
        assert_eq!(kept("2S"), Some(Duration::from_millis(1800)));
        assert_eq!(kept("2000m"), Some(Duration::from_millis(1800)));
        assert_eq!(kept("100m"), Some(Duration::from_millis(50)));
        assert_eq!(kept("1H"), Some(Duration::from_secs(3599)));
        assert_eq!(kept("10u"), Some(Duration::ZERO));
    }

    #[test]
    fn what_is_no_timeout_is_refused() {
        for text in ["", "S", "5", "5x", "123456789S", "-5S", "+5S", "5µ"] {
            assert_eq!(read(text), None, "{text}");
        }
        let mut headers = HeaderMap::new();
        assert_eq!(timeout(&headers), Ok(None));
        headers.insert("grpc-timeout", http::HeaderValue::from_bytes(b"-1S\xff").unwrap());
        assert!(matches!(timeout(&headers), Err(Failure::Timeout(_))));
    }
}
