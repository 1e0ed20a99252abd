//! The caller's time: read from `grpc-timeout`, with a part kept back for sending what was found.

use crate::limits::{MAX_ANSWER_MARGIN, MIN_ANSWER_MARGIN};
use std::time::Duration;
use tokio::time::Instant;
use tonic::metadata::MetadataMap;

/// When a search must answer so that its caller still gets it. `None`: whenever it is done.
pub fn search_deadline(metadata: &MetadataMap, arrival: Instant) -> Option<Instant> {
    let timeout = timeout(metadata.get("grpc-timeout")?.to_str().ok()?)?;
    let margin = (timeout / 10).clamp(MIN_ANSWER_MARGIN, MAX_ANSWER_MARGIN);
    arrival.checked_add(timeout.saturating_sub(margin))
}

/// gRPC's `TimeoutValue TimeoutUnit`: at most eight digits and one letter.
fn timeout(text: &str) -> Option<Duration> {
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
    fn what_is_no_timeout_is_none() {
        for text in ["", "S", "5", "5x", "123456789S", "-5S", "+5S", "5µ"] {
            assert_eq!(timeout(text), None, "{text}");
        }
    }
}
