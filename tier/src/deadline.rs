//! A decorator that gives each call its time.

use crate::error::{Result, TierError};
use crate::tier::{Answer, Look, Mark, Stored, Taken, Tier, Token};
use bytes::Bytes;
use isotope_cache::Key;
use std::time::Duration;

/// Gives up each call after a time.
pub struct Deadline<T> {
    inner: T,
    time: Duration,
}

impl<T> Deadline<T> {
    /// Puts the limit around `inner`.
    pub fn new(inner: T, time: Duration) -> Self {
        Deadline { inner, time }
    }

    async fn within<R>(&self, call: Answer<'_, R>) -> Result<R> {
        tokio::time::timeout(self.time, call).await.unwrap_or(Err(TierError::TimedOut(self.time)))
    }
}

impl<T: Tier> Tier for Deadline<T> {
    fn get<'a>(&'a self, key: &'a Key) -> Answer<'a, Option<Bytes>> {
        Box::pin(self.within(self.inner.get(key)))
    }

    fn put<'a>(&'a self, key: &'a Key, blob: Bytes, token: Option<Token>) -> Answer<'a, Stored> {
        Box::pin(self.within(self.inner.put(key, blob, token)))
    }

    fn ping(&self) -> Answer<'_, ()> {
        Box::pin(self.within(self.inner.ping()))
    }

    fn mark(&self, ours: Mark) -> Answer<'_, Mark> {
        Box::pin(self.within(self.inner.mark(ours)))
    }

    fn take<'a>(&'a self, key: &'a Key, owner: u64, time: Duration) -> Answer<'a, Taken> {
        Box::pin(self.within(self.inner.take(key, owner, time)))
    }

    fn renew<'a>(&'a self, key: &'a Key, token: Token, time: Duration) -> Answer<'a, bool> {
        Box::pin(self.within(self.inner.renew(key, token, time)))
    }

    fn release<'a>(&'a self, key: &'a Key, token: Token) -> Answer<'a, ()> {
        Box::pin(self.within(self.inner.release(key, token)))
    }

    fn look<'a>(&'a self, keys: &'a [Key]) -> Answer<'a, Vec<Look>> {
        Box::pin(self.within(self.inner.look(keys)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory_tier::{Fault, MemoryTier};

    #[tokio::test(start_paused = true)]
    async fn a_tier_that_hangs_costs_the_named_time_and_no_more() {
        let slow = MemoryTier::new();
        slow.set_faults(|_| Fault::Delay(Duration::from_secs(60)));
        let tier = Deadline::new(slow, Duration::from_millis(50));
        let start = tokio::time::Instant::now();
        let said = tier.get(&Key([1; 32])).await;
        assert_eq!(said, Err(TierError::TimedOut(Duration::from_millis(50))));
        assert_eq!(start.elapsed(), Duration::from_millis(50));
        assert!(tier.put(&Key([1; 32]), Bytes::from_static(b"x"), None).await.unwrap_err().is_outage());
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_answers_in_time_is_heard() {
        let tier = MemoryTier::new();
        tier.set_faults(|_| Fault::Delay(Duration::from_millis(49)));
        let tier = Deadline::new(tier, Duration::from_millis(50));
        assert_eq!(tier.get(&Key([1; 32])).await, Ok(None));
    }
}
