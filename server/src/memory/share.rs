//! Shares of the account: of a connection, and of all connections of one owner.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A share, and what is taken of it.
#[derive(Debug)]
pub(super) struct Share {
    held: AtomicUsize,
    limit: usize,
    /// The share that this one is a part of.
    whole: Option<Arc<Share>>,
}

/// A share that has no room for more.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Full {
    pub(super) held: usize,
    pub(super) limit: usize,
}

impl Share {
    /// A share of `limit` bytes, of which nothing is taken.
    pub(super) fn new(limit: usize, whole: Option<Arc<Share>>) -> Arc<Share> {
        Arc::new(Share { held: AtomicUsize::new(0), limit, whole })
    }

    /// Takes bytes of it, and of the one that it is a part of.
    pub(super) fn take(&self, bytes: usize) -> Result<(), Full> {
        let more = |held: usize| held.checked_add(bytes).filter(|sum| *sum <= self.limit);
        let taken = self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        taken.map_err(|held| Full { held, limit: self.limit })?;
        self.whole.as_ref().map_or(Ok(()), |whole| whole.take(bytes)).inspect_err(|_| {
            self.held.fetch_sub(bytes, Ordering::Relaxed);
        })
    }

    /// Takes bytes that are more than the share has in all, where not half of it is taken by others than who holds `own` of it already:
    /// nothing else finds room in it meanwhile.
    pub(super) fn take_beyond(&self, bytes: usize, own: usize) -> Result<(), Full> {
        let more =
            |held: usize| (held.saturating_sub(own) <= self.limit / 2).then(|| held.checked_add(bytes)).flatten();
        let taken = self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        taken.map_err(|held| Full { held, limit: self.limit })?;
        let whole = self.whole.as_ref();
        let taken = whole.map_or(Ok(()), |whole| whole.take(bytes).or_else(|_| whole.take_beyond(bytes, own)));
        taken.inspect_err(|_| {
            self.held.fetch_sub(bytes, Ordering::Relaxed);
        })
    }

    /// Gives them back.
    pub(super) fn give_back(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
        self.whole.iter().for_each(|whole| whole.give_back(bytes));
    }
}

/// The shares of owners that have connections, by name.
#[derive(Debug, Default)]
pub(super) struct Shares(Mutex<HashMap<String, Weak<Share>>>);

impl Shares {
    /// The share of an owner: the one of its other connections, or a new one.
    pub(super) fn of(&self, owner: &str, limit: usize) -> Arc<Share> {
        let mut shares = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(share) = shares.get(owner).and_then(Weak::upgrade) {
            return share;
        }
        // Owners whose connections are gone go with the next one that comes.
        shares.retain(|_, share| share.strong_count() > 0);
        let share = Share::new(limit, None);
        shares.insert(owner.to_owned(), Arc::downgrade(&share));
        share
    }
}
