//! How much of the daemon one identity may take: so many a second, and so many at once.

use super::refused::{Kind, Refused};
use serde::Deserialize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The quotas of an identity, as a file has them. A quota that is not there bounds nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Quota {
    /// Calls begun in a second.
    pub calls_per_second: Option<u32>,
    /// Calls under way.
    pub calls_at_once: Option<u32>,
    /// Searches begun in a second.
    pub searches_per_second: Option<u32>,
    /// Searches under way or waiting.
    pub searches_at_once: Option<u32>,
    /// Bytes of requests in a second.
    pub bytes_per_second: Option<u64>,
}

/// A quota and what is taken of it.
#[derive(Debug, Default)]
pub struct Quotas {
    quota: Quota,
    calls: Bucket,
    searches: Bucket,
    bytes: Bucket,
    calls_now: Arc<AtomicU64>,
    searches_now: Arc<AtomicU64>,
    refused: AtomicU64,
}

/// A place among those at once; dropping it gives it back.
#[derive(Debug)]
pub struct Permit(Arc<AtomicU64>);

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The part of a rate that was taken: it runs out at the rate, and holds what one second gives. It may go into debt, so that
/// what is larger than a second's worth passes once and is waited for after.
#[derive(Debug, Default)]
struct Bucket(Mutex<Option<(f64, Instant)>>);

impl Bucket {
    /// Takes `amount`, or says how long it is until there is any; what does not begin is taken in any case.
    fn take(&self, amount: u64, begins: bool, per_second: u64, now: Instant) -> Result<(), Duration> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rate = per_second as f64;
        let (taken, at) = state.unwrap_or((0.0, now));
        let taken = (taken - now.saturating_duration_since(at).as_secs_f64() * rate).max(0.0);
        if begins && taken >= rate {
            let wait = if rate > 0.0 { (taken - rate) / rate } else { 3600.0 };
            *state = Some((taken, now));
            return Err(Duration::from_secs_f64(wait.clamp(0.001, 3600.0)));
        }
        *state = Some((taken + amount as f64, now));
        Ok(())
    }
}

impl Quotas {
    /// Nothing is taken yet.
    pub fn new(quota: Quota) -> Self {
        Quotas { quota, ..Quotas::default() }
    }

    /// The refusals so far.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Calls under way, and searches under way or waiting.
    pub fn now(&self) -> (u64, u64) {
        (self.calls_now.load(Ordering::Relaxed), self.searches_now.load(Ordering::Relaxed))
    }

    /// One more call. Whoever is in debt for bytes waits as well.
    pub fn call(&self, name: &str) -> Result<Permit, Refused> {
        let permit = self.at_once(Kind::Calls, &self.calls_now, self.quota.calls_at_once, name)?;
        self.bytes(0, true, name)?;
        self.rate(Kind::Calls, &self.calls, (1, true), self.quota.calls_per_second.map(u64::from), name)?;
        Ok(permit)
    }

    /// The quota.
    pub fn quota(&self) -> &Quota {
        &self.quota
    }

    /// So many more calls, whatever was taken already, and how long the next one has to wait for that.
    pub fn items(&self, items: usize) -> Duration {
        let Some(limit) = self.quota.calls_per_second else { return Duration::ZERO };
        let (limit, now) = (u64::from(limit), Instant::now());
        let taken =
            self.calls.take(items as u64, false, limit, now).and_then(|()| self.calls.take(0, true, limit, now));
        taken.err().unwrap_or_default()
    }

    /// One more search.
    pub fn search(&self, name: &str) -> Result<Permit, Refused> {
        let permit = self.at_once(Kind::Searches, &self.searches_now, self.quota.searches_at_once, name)?;
        self.rate(Kind::Searches, &self.searches, (1, true), self.quota.searches_per_second.map(u64::from), name)?;
        Ok(permit)
    }

    /// So many more bytes of a request. A message comes in frames: one that was begun is never refused for its own beginning.
    pub fn bytes(&self, bytes: usize, begins: bool, name: &str) -> Result<(), Refused> {
        self.rate(Kind::Bytes, &self.bytes, (bytes as u64, begins), self.quota.bytes_per_second, name)
    }

    fn rate(
        &self,
        what: Kind,
        bucket: &Bucket,
        (amount, begins): (u64, bool),
        limit: Option<u64>,
        name: &str,
    ) -> Result<(), Refused> {
        let Some(limit) = limit else { return Ok(()) };
        bucket.take(amount, begins, limit, Instant::now()).map_err(|after| {
            self.refused.fetch_add(1, Ordering::Relaxed);
            Refused::Quota { identity: name.to_owned(), what, limit, a_second: true, after }
        })
    }

    fn at_once(&self, what: Kind, now: &Arc<AtomicU64>, limit: Option<u32>, name: &str) -> Result<Permit, Refused> {
        let limit = limit.map_or(u64::MAX, u64::from);
        // Given back where there are too many already.
        let permit = Permit(Arc::clone(now));
        if now.fetch_add(1, Ordering::AcqRel) < limit {
            return Ok(permit);
        }
        self.refused.fetch_add(1, Ordering::Relaxed);
        let after = crate::limits::RETRY_AFTER;
        Err(Refused::Quota { identity: name.to_owned(), what, limit, a_second: false, after })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_kept_over_time_and_says_when_to_come_back() {
        let (bucket, start) = (Bucket::default(), Instant::now());
        let at = |ms| start + Duration::from_millis(ms);
        assert!((0..10).all(|_| bucket.take(1, true, 10, at(0)).is_ok()));
        assert_eq!(bucket.take(1, true, 10, at(0)), Err(Duration::from_millis(1)));
        // A place comes free every tenth of a second.
        assert_eq!(bucket.take(1, true, 10, at(100)), Ok(()));
        assert!(bucket.take(1, true, 10, at(100)).is_err());
        // Ten seconds of rest are worth one second of calls.
        let taken = (0..100).filter(|_| bucket.take(1, true, 10, at(10_000)).is_ok()).count();
        assert_eq!(taken, 10);
    }

    #[test]
    fn a_large_amount_passes_once_and_is_waited_for_after() {
        let (bucket, start) = (Bucket::default(), Instant::now());
        assert_eq!(bucket.take(5_000, true, 1_000, start), Ok(()));
        assert_eq!(bucket.take(0, true, 1_000, start), Err(Duration::from_secs(4)));
        assert_eq!(bucket.take(1, true, 1_000, start + Duration::from_millis(4_001)), Ok(()));
        // The rest of a message that was begun.
        assert_eq!(bucket.take(2_000, false, 1_000, start + Duration::from_millis(4_001)), Ok(()));
    }

    #[test]
    fn the_items_of_a_stream_are_waited_for_as_calls_are() {
        let quotas = Quotas::new(Quota { calls_per_second: Some(10), ..Quota::default() });
        assert_eq!(quotas.items(9), Duration::ZERO);
        let wait = quotas.items(31);
        assert!(wait > Duration::from_millis(2900) && wait <= Duration::from_millis(3000), "{wait:?}");
        assert!(quotas.call("ci").is_err(), "calls wait for items, too");
        assert_eq!(Quotas::default().items(1 << 20), Duration::ZERO);
    }

    #[test]
    fn places_at_once_come_back_and_refusals_are_counted() {
        let quotas = Quotas::new(Quota { searches_at_once: Some(2), ..Quota::default() });
        let held = [quotas.search("ci").unwrap(), quotas.search("ci").unwrap()];
        let refused = quotas.search("ci").unwrap_err();
        assert_eq!(refused.to_string(), "`ci` has 2 searches at once already, which is its quota; try again later");
        assert_eq!((quotas.now().1, quotas.refused()), (2, 1));
        drop(held);
        assert_eq!(quotas.now().1, 0);
        assert!(quotas.search("ci").is_ok());
        let none = Quotas::default();
        assert!((0..1000).all(|_| none.call("x").is_ok() && none.bytes(1 << 30, true, "x").is_ok()));
    }
}
