//! A decorator that leaves a tier alone which has failed several times in a row, so that callers do not each wait for it.
//!
//! Whether it is there again is found out by a task of its own, not by a caller.

use crate::error::{Result, TierError};
use crate::limits::{BREAK_AFTER, MAX_REST, MIN_REST};
use crate::tier::{Answer, Look, Mark, Stored, Taken, Tier, Token};
use bytes::Bytes;
use isotope_cache::Key;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

struct State {
    /// Outages since the last success.
    failures: u32,
    /// Why it rests, if it does.
    resting: Option<String>,
    /// How long it rests the next time.
    rest: Duration,
    /// How often it was left alone.
    opened: u64,
}

struct Inner<T> {
    tier: T,
    state: Mutex<State>,
}

impl<T> Inner<T> {
    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is whole before the lock is given back.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Leaves a failing tier alone for a while.
pub struct Breaker<T> {
    inner: Arc<Inner<T>>,
}

impl<T: Tier + 'static> Breaker<T> {
    /// Puts the breaker around `tier`.
    pub fn new(tier: T) -> Self {
        let state = State { failures: 0, resting: None, rest: MIN_REST, opened: 0 };
        Breaker { inner: Arc::new(Inner { tier, state: Mutex::new(state) }) }
    }

    /// Why the tier is left alone at this moment, if it is.
    pub fn resting(&self) -> Option<String> {
        self.inner.state().resting.clone()
    }

    /// How often the tier was left alone so far.
    pub fn opened(&self) -> u64 {
        self.inner.state().opened
    }

    async fn guarded<R>(&self, call: Answer<'_, R>) -> Result<R> {
        if let Some(why) = self.resting() {
            return Err(TierError::Resting(why));
        }
        let answer = call.await;
        match &answer {
            Err(error) if error.is_outage() => self.note_outage(error),
            // It was not asked: a kind without leases says so by itself, whether it is there or not.
            Err(TierError::NoLeases) => {}
            _ => {
                let mut state = self.inner.state();
                // A straggler from before says nothing of now.
                if state.resting.is_none() {
                    (state.failures, state.rest) = (0, MIN_REST);
                }
            }
        }
        answer
    }

    fn note_outage(&self, error: &TierError) {
        let mut state = self.inner.state();
        state.failures += 1;
        if state.resting.is_some() || state.failures < BREAK_AFTER {
            return;
        }
        tracing::warn!(%error, "the tier failed {} times in a row and is left alone; answers come without it", state.failures);
        state.resting = Some(error.to_string());
        state.opened += 1;
        tokio::spawn(probe(Arc::downgrade(&self.inner)));
    }
}

/// Asks now and then whether the tier is there again, until it is.
async fn probe<T: Tier>(inner: Weak<Inner<T>>) {
    loop {
        let Some(rest) = inner.upgrade().map(|inner| {
            let mut state = inner.state();
            let rest = state.rest;
            state.rest = (rest * 2).min(MAX_REST);
            rest
        }) else {
            return;
        };
        tokio::time::sleep(rest).await;
        let Some(inner) = inner.upgrade() else { return };
        match inner.tier.ping().await {
            Ok(()) => {
                let mut state = inner.state();
                // One failure is enough to open it again until a call has succeeded.
                (state.resting, state.failures) = (None, BREAK_AFTER - 1);
                tracing::info!("the tier is there again");
                return;
            }
            Err(error) => inner.state().resting = Some(error.to_string()),
        }
    }
}

impl<T: Tier + 'static> Tier for Breaker<T> {
    fn get<'a>(&'a self, key: &'a Key) -> Answer<'a, Option<Bytes>> {
        Box::pin(self.guarded(self.inner.tier.get(key)))
    }

    fn put<'a>(&'a self, key: &'a Key, blob: Bytes, token: Option<Token>) -> Answer<'a, Stored> {
        Box::pin(self.guarded(self.inner.tier.put(key, blob, token)))
    }

    fn ping(&self) -> Answer<'_, ()> {
        Box::pin(self.guarded(self.inner.tier.ping()))
    }

    fn mark(&self, ours: Mark) -> Answer<'_, Mark> {
        Box::pin(self.guarded(self.inner.tier.mark(ours)))
    }

    fn take<'a>(&'a self, key: &'a Key, owner: u64, time: Duration) -> Answer<'a, Taken> {
        Box::pin(self.guarded(self.inner.tier.take(key, owner, time)))
    }

    fn renew<'a>(&'a self, key: &'a Key, token: Token, time: Duration) -> Answer<'a, bool> {
        Box::pin(self.guarded(self.inner.tier.renew(key, token, time)))
    }

    fn release<'a>(&'a self, key: &'a Key, token: Token) -> Answer<'a, ()> {
        Box::pin(self.guarded(self.inner.tier.release(key, token)))
    }

    fn look<'a>(&'a self, keys: &'a [Key]) -> Answer<'a, Vec<Look>> {
        Box::pin(self.guarded(self.inner.tier.look(keys)))
    }
}

#[cfg(test)]
mod tests;
