//! Waiting for what another daemon searches for: one task looks for all that is waited for, in few calls.
//!
//! A daemon that searches renews its lease: the lease's end moves. Of one whose end stands still for as long as a lease lasts nobody
//! is at work, whatever its end says: somebody else has put it there.

use crate::limits::{LOOK_PAUSE, MAX_LOOKED, RENEWAL_PART};
use crate::shared::{Inner, Shared};
use crate::tier::{Look, Tier as _};
use isotope_cache::Key;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// The outcome of waiting for another daemon's search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    /// There is a record, nobody searches any more, or the tier does not say.
    Settled,
    /// The lease is there and nobody renews it: whoever waited searches without one.
    Silent,
}

/// A key that is waited for.
struct Watched {
    tell: watch::Sender<Waited>,
    /// When its lease was to end at the last sign of its holder, and when that was.
    sign: Option<(Instant, Instant)>,
}

impl Watched {
    fn new() -> Self {
        Watched { tell: watch::channel(Waited::Settled).0, sign: None }
    }

    /// Whether the holder of the lease, which lasts for `left` more, shows that it is there: within each `lease` its end moves.
    fn is_alive(&mut self, left: Option<Duration>, lease: Duration) -> bool {
        // No daemon takes a lease without an end.
        let Some(left) = left else { return false };
        let now = Instant::now();
        let ends = now + left;
        let still = lease / RENEWAL_PART;
        match self.sign {
            Some((end, seen)) if ends < end + still && end < ends + still => seen + lease > now,
            _ => {
                self.sign = Some((ends, now));
                true
            }
        }
    }
}

#[derive(Default)]
struct Waiting {
    keys: HashMap<Key, Watched>,
    is_looking: bool,
}

/// The keys that are waited for.
#[derive(Default)]
pub(crate) struct Turns(Mutex<Waiting>);

impl Turns {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The keys that somebody still waits for; none ends the looking.
    fn wanted(&self) -> Vec<Key> {
        let mut waiting = self.lock();
        waiting.keys.retain(|_, watched| watched.tell.receiver_count() > 0);
        waiting.is_looking = !waiting.keys.is_empty();
        waiting.keys.keys().copied().collect()
    }

    /// Ends the waiting for keys: nobody knows more.
    fn settle(&self, keys: &[Key]) {
        let mut waiting = self.lock();
        // A sender that is dropped is what they wait for.
        keys.iter().for_each(|key| drop(waiting.keys.remove(key)));
    }

    /// Ends the waiting for what these looks settle.
    fn heed(&self, keys: &[Key], looks: &[Look], lease: Duration) {
        let mut waiting = self.lock();
        for (key, look) in keys.iter().zip(looks) {
            let is_over = look.has_record || !look.is_leased;
            let Some(watched) = waiting.keys.get_mut(key) else { continue };
            let is_silent = !is_over && !watched.is_alive(look.left, lease);
            if is_silent {
                watched.tell.send_replace(Waited::Silent);
            }
            if is_over || is_silent {
                waiting.keys.remove(key);
            }
        }
    }
}

impl Shared {
    /// Waits until the key has a record, nobody searches for it any more, or the tier does not say; at most as long as a lease
    /// lasts beyond the last sign of whoever has it. May be given up at any time.
    pub async fn until_settled(&self, key: Key) -> Waited {
        self.inner.counters.waits.add();
        let mut told = {
            let mut waiting = self.inner.turns.lock();
            let told = waiting.keys.entry(key).or_insert_with(Watched::new).tell.subscribe();
            if !std::mem::replace(&mut waiting.is_looking, true) {
                tokio::spawn(look(Arc::clone(&self.inner)));
            }
            told
        };
        // Its end is the only news beside one that it is silent, which comes just before.
        while told.changed().await.is_ok() {}
        let waited = *told.borrow();
        if waited == Waited::Silent {
            let count = self.inner.counters.silent.add();
            // A tier full of such leases must not fill the log as well.
            if count.is_power_of_two() {
                let what = "a lease that nobody renews is not waited for: somebody else than a daemon has put it there";
                tracing::warn!(%key, count, "{what}");
            }
        }
        waited
    }
}

async fn look(inner: Arc<Inner>) {
    loop {
        tokio::time::sleep(LOOK_PAUSE).await;
        let keys = inner.turns.wanted();
        if keys.is_empty() {
            return;
        }
        for keys in keys.chunks(MAX_LOOKED) {
            match inner.tier.look(keys).await {
                Ok(looks) if looks.len() == keys.len() => inner.turns.heed(keys, &looks, inner.lease),
                _ => inner.turns.settle(keys),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEASE: Duration = Duration::from_millis(900);

    /// How long a lease that has `left` at each look is taken for one that somebody holds.
    async fn alive(left: impl Fn(Duration) -> Option<Duration>) -> Duration {
        let (mut watched, start) = (Watched::new(), Instant::now());
        while start.elapsed() < Duration::from_secs(60) && watched.is_alive(left(start.elapsed()), LEASE) {
            tokio::time::sleep(LOOK_PAUSE).await;
        }
        start.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn a_lease_is_somebodys_while_its_end_moves() {
        let third = LEASE.as_millis() as u64 / 3;
        let renewed = |now: Duration| Some(LEASE - Duration::from_millis(now.as_millis() as u64 % third));
        assert!(alive(renewed).await >= Duration::from_secs(60), "renewed as daemons do");
        let long = |now: Duration| Duration::from_secs(600).checked_sub(now);
        let waited = alive(long).await;
        assert!(waited >= LEASE && waited < LEASE + 2 * LOOK_PAUSE, "set once, for minutes: {waited:?}");
        assert_eq!(alive(|_| None).await, Duration::ZERO, "set once, for ever");
        // A network that is slow at times moves the end a little.
        let late = |now: Duration| long(now).map(|left| left + Duration::from_millis(now.as_millis() as u64 % 90));
        assert!(alive(late).await < 2 * LEASE);
        // Somebody else's lease in place of one that was put there for minutes is news.
        let replaced = |now: Duration| if now < LEASE / 2 { long(now) } else { renewed(now) };
        assert!(alive(replaced).await >= Duration::from_secs(60));
    }
}
