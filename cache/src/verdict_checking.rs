//! A decorator that serves only what may be served: an unproved record stays marked in the store, for an
//! operator or a later proof to find, and answers no request.

use crate::error::Result;
use crate::record::{Epoch, Key, Record};
use crate::store::RecordStore;
use std::sync::atomic::{AtomicU64, Ordering};

/// Withholds records whose verdict is not servable.
pub struct VerdictChecking<S> {
    inner: S,
    withheld: AtomicU64,
}

impl<S> VerdictChecking<S> {
    /// Puts the check around `inner`.
    pub fn new(inner: S) -> Self {
        VerdictChecking { inner, withheld: AtomicU64::new(0) }
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

impl<S: RecordStore> RecordStore for VerdictChecking<S> {
    fn get(&self, key: &Key, epoch: &Epoch) -> Result<Option<Record>> {
        let found = self.inner.get(key, epoch)?;
        if found.as_ref().is_some_and(|record| !record.verdict.is_servable()) {
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
