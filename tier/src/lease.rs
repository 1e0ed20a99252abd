//! Once per farm: whose turn it is to search for a key.
//!
//! A lease is prolonged while its search runs. A daemon that dies lets it run out; one that was only asleep finds its write
//! fenced off if somebody else has begun meanwhile.

use crate::TierError;
use crate::keyring::Standing;
use crate::shared::{Inner, Shared};
use crate::tier::{Taken, Tier as _, Token};
use isotope_cache::Key;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::task::AbortHandle;

/// Whose turn it is.
pub enum Turn {
    /// Ours; nobody else searches for it until the lease is dropped, or the record that was offered meanwhile is written.
    Ours(Lease),
    /// Somebody else's.
    Theirs,
    /// Nobody's: there is a record.
    There,
    /// Everybody's: the tier has no leases, or does not answer, or we may write nothing to it.
    Alone,
}

/// The right to search for a key.
pub struct Lease {
    inner: Arc<Inner>,
    key: Key,
    token: Token,
    renewal: AbortHandle,
}

impl Shared {
    /// Asks whose turn it is to search for a key.
    pub async fn turn(&self, key: Key) -> Turn {
        let inner = &self.inner;
        if !inner.has_leases.load(Ordering::Relaxed) || inner.keys.standing() == Standing::Checks {
            return Turn::Alone;
        }
        match inner.tier.take(&key, inner.owner, inner.lease).await {
            Ok(Taken::Ours(token)) => {
                inner.counters.leases.add();
                inner.held().insert(key, token);
                let renewal = tokio::spawn(renew(Arc::clone(inner), key, token)).abort_handle();
                Turn::Ours(Lease { inner: Arc::clone(inner), key, token, renewal })
            }
            Ok(Taken::Theirs) => Turn::Theirs,
            Ok(Taken::There) => Turn::There,
            Err(TierError::NoLeases) => {
                inner.has_leases.store(false, Ordering::Relaxed);
                Turn::Alone
            }
            Err(_) => Turn::Alone,
        }
    }

    /// The same, for a thread that may block.
    pub fn turn_blocking(&self, key: Key) -> Turn {
        self.inner.handle.block_on(self.turn(key))
    }
}

async fn renew(inner: Arc<Inner>, key: Key, token: Token) {
    loop {
        tokio::time::sleep(inner.lease / 3).await;
        // The record was offered, and the lease goes back with it: soon, or else it runs out.
        if inner.held().get(&key) != Some(&token) {
            return;
        }
        match inner.tier.renew(&key, token, inner.lease).await {
            Ok(true) => {}
            Ok(false) => {
                inner.counters.leases_lost.add();
                return;
            }
            // It may still come through before the lease is over.
            Err(_) => {}
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.renewal.abort();
        // Where a record was offered the lease goes back with it.
        let is_held = {
            let mut held = self.inner.held();
            let is_ours = held.get(&self.key) == Some(&self.token);
            is_ours && held.remove(&self.key).is_some()
        };
        if is_held {
            self.inner.release(self.key, self.token);
        }
    }
}

impl Inner {
    /// Gives a lease back without waiting.
    pub(crate) fn release(self: &Arc<Self>, key: Key, token: Token) {
        let inner = Arc::clone(self);
        self.handle.spawn(async move {
            // Otherwise it runs out.
            let _ = inner.tier.release(&key, token).await;
        });
    }
}
