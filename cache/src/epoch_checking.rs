//! A decorator that serves a record only to the epoch it was proven in.
//!
//! The caller's key already contains the epoch, so a mismatch means that a key was made wrongly or two collide:
//! the dictionary that the proof speaks of is not the caller's, and the answer is withheld.

use crate::error::Result;
use crate::record::{Epoch, Key, Record};
use crate::store::RecordStore;
use std::sync::atomic::{AtomicU64, Ordering};

/// Withholds records of other epochs.
pub struct EpochChecking<S> {
    inner: S,
    withheld: AtomicU64,
}

impl<S> EpochChecking<S> {
    /// Puts the check around `inner`.
    pub fn new(inner: S) -> Self {
        EpochChecking { inner, withheld: AtomicU64::new(0) }
    }

    /// Records found but not served.
    pub fn withheld(&self) -> u64 {
        self.withheld.load(Ordering::Relaxed)
    }

    /// The store underneath.
    pub fn inner(&self) -> &S {
        &self.inner
    }
}

impl<S: RecordStore> RecordStore for EpochChecking<S> {
    fn get(&self, key: &Key, epoch: &Epoch) -> Result<Option<Record>> {
        let found = self.inner.get(key, epoch)?;
        if found.as_ref().is_some_and(|record| record.epoch != *epoch) {
            self.withheld.fetch_add(1, Ordering::Relaxed);
            return Ok(None);
        }
        Ok(found)
    }

    fn put_all(&self, records: &[Record]) -> Result<()> {
        self.inner.put_all(records)
    }
}

#[cfg(test)]
mod tests;
