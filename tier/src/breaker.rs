//! A decorator that leaves a tier alone which has failed several times in a row, so that callers do not each wait for it.
//!
//! Whether it is there again is found out by a task of its own, not by a caller. One that answers and takes no records is read as
//! before, and offered a record now and then.

use crate::error::{Result, TierError};
use crate::limits::{BREAK_AFTER, MAX_REST, MIN_REST};
use crate::tier::{Answer, Look, Mark, Stored, Taken, Tier, Token};
use bytes::Bytes;
use isotope_cache::Key;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::time::Instant;

/// Records that a tier refuses.
#[derive(Default)]
struct Refusals {
    /// Since it last took one.
    count: u32,
    /// Why, once it is offered none for a while; and since when that is so.
    why: Option<(String, Instant)>,
    /// When it is offered one again.
    again: Option<Instant>,
    rest: Duration,
    /// One was offered after a rest, and is not answered yet.
    is_trying: bool,
}

struct State {
    /// Outages since the last success.
    failures: u32,
    /// When the first of them was.
    failing: Option<Instant>,
    /// Why it rests, if it does.
    resting: Option<String>,
    /// How long it rests the next time.
    rest: Duration,
    /// How often it was left alone.
    opened: u64,
    refusals: Refusals,
    /// When a call last had an answer, whatever it was.
    answered: Instant,
}

/// The defect of a tier, and since when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lack {
    /// Why.
    pub(crate) why: String,
    /// Since when.
    pub(crate) since: Instant,
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
        let state = State {
            failures: 0,
            failing: None,
            resting: None,
            rest: MIN_REST,
            opened: 0,
            refusals: Refusals::default(),
            answered: Instant::now(),
        };
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

    /// The defect of the tier while it is left alone.
    pub(crate) fn outage(&self) -> Option<Lack> {
        let state = self.inner.state();
        let why = state.resting.clone()?;
        Some(Lack { why, since: state.failing.unwrap_or_else(Instant::now) })
    }

    /// Why it is offered no records, where it answers otherwise.
    pub(crate) fn refusal(&self) -> Option<Lack> {
        let state = self.inner.state();
        state.refusals.why.clone().map(|(why, since)| Lack { why, since })
    }

    /// Whether a record that is offered now would be sent.
    pub(crate) fn takes_records(&self) -> bool {
        let state = self.inner.state();
        state.resting.is_none() && state.refusals.again.is_none_or(|again| again <= Instant::now())
    }

    /// How long ago a call had its last answer; and whether one has failed since.
    pub(crate) fn quiet(&self) -> (Duration, bool) {
        let state = self.inner.state();
        (state.answered.elapsed(), state.failures > 0)
    }

    async fn guarded<R>(&self, call: Answer<'_, R>) -> Result<R> {
        if let Some(why) = self.resting() {
            return Err(TierError::Resting(why));
        }
        let answer = call.await;
        match &answer {
            Err(error) if error.is_outage() => self.note_outage(error),
            // Said without asking the tier: it shows nothing.
            Err(TierError::NoLeases) => {}
            _ => {
                let mut state = self.inner.state();
                state.answered = Instant::now();
                // A straggler from before says nothing of now.
                if state.resting.is_none() {
                    (state.failures, state.failing, state.rest) = (0, None, MIN_REST);
                }
            }
        }
        answer
    }

    /// The same for a record, of which the tier may say that it takes none.
    async fn offered(&self, call: Answer<'_, Stored>) -> Result<Stored> {
        if let Some(why) = self.inner.state().refusals.turned_away() {
            return Err(TierError::Resting(why));
        }
        let answer = self.guarded(call).await;
        match &answer {
            Ok(_) => self.inner.state().refusals.taken(),
            Err(error @ TierError::Refused(_)) => self.inner.state().refusals.refused(error),
            Err(_) => {}
        }
        answer
    }

    fn note_outage(&self, error: &TierError) {
        let mut state = self.inner.state();
        state.failures += 1;
        state.failing.get_or_insert_with(Instant::now);
        if state.resting.is_some() || state.failures < BREAK_AFTER {
            return;
        }
        // Whoever observes the tier says it, once.
        tracing::debug!(%error, failures = state.failures, "the tier is left alone; answers come without it");
        state.resting = Some(error.to_string());
        state.opened += 1;
        tokio::spawn(probe(Arc::downgrade(&self.inner)));
    }
}

impl Refusals {
    /// Why a record is not offered now. One is, each time that a rest is over.
    fn turned_away(&mut self) -> Option<String> {
        let (why, _) = self.why.as_ref()?;
        let now = Instant::now();
        if self.again.is_some_and(|again| again > now) {
            return Some(why.clone());
        }
        // Until it has an answer no other is sent along.
        (self.again, self.is_trying) = (Some(now + self.rest), true);
        None
    }

    fn taken(&mut self) {
        if self.why.is_some() {
            tracing::debug!("the tier takes records again");
        }
        *self = Refusals::default();
    }

    fn refused(&mut self, error: &TierError) {
        self.count += 1;
        if self.count < BREAK_AFTER {
            return;
        }
        let now = Instant::now();
        let since = match &self.why {
            Some((_, since)) => *since,
            None => {
                tracing::debug!(%error, refused = self.count, "the tier takes no records and is offered one now and then");
                self.rest = MIN_REST;
                now
            }
        };
        // Of calls that were sent together only the first makes the rest longer.
        if std::mem::take(&mut self.is_trying) {
            self.rest = (self.rest * 2).min(MAX_REST);
        }
        self.why = Some((error.to_string(), since));
        self.again = Some(now + self.rest);
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
                (state.resting, state.failing, state.failures) = (None, None, BREAK_AFTER - 1);
                state.answered = Instant::now();
                // A record that it refused it may have refused on its way down.
                state.refusals.again = None;
                tracing::debug!("the tier is there again");
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
        Box::pin(self.offered(self.inner.tier.put(key, blob, token)))
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
