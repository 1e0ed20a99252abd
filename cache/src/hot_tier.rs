//! A decorator that keeps the records in use in memory, bounded by bytes, so that a hit costs well under 10 us.
//!
//! A put forgets its keys here rather than storing them: two puts of one key may become durable in one order and
//! return in the other, and only the journal knows which came last.

use crate::error::Result;
use crate::record::{Epoch, Key, Record};
use crate::store::RecordStore;
use parking_lot::Mutex;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::sync::atomic::{AtomicU64, Ordering};

/// Locks that order fills against puts; a power of two.
const GATES: usize = 64;
/// Bytes counted for a record beside its payload: key, epoch, pointers, the cache's own entry.
const RECORD_OVERHEAD_BYTES: u64 = 160;
/// A guess at the size of a record, for sizing the cache's tables.
const TYPICAL_RECORD_BYTES: u64 = 2048;

#[derive(Clone)]
struct ByBytes;

impl Weighter<Key, Record> for ByBytes {
    fn weight(&self, _: &Key, record: &Record) -> u64 {
        RECORD_OVERHEAD_BYTES + record.payload.len() as u64
    }
}

/// Keeps recently used records in memory.
pub struct HotTier<S> {
    inner: S,
    cache: Cache<Key, Record, ByBytes>,
    /// By the key's first byte: how many puts have touched it. A fill that began before a put ended is dropped.
    gates: Vec<Mutex<u64>>,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl<S> HotTier<S> {
    /// Puts a tier of at most `bytes` around `inner`.
    pub fn new(inner: S, bytes: u64) -> Self {
        let items = usize::try_from(bytes / TYPICAL_RECORD_BYTES).unwrap_or(usize::MAX).max(16);
        HotTier {
            inner,
            cache: Cache::with_weighter(items, bytes, ByBytes),
            gates: (0..GATES).map(|_| Mutex::new(0)).collect(),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// Gets answered from memory.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Gets passed on.
    pub fn misses(&self) -> u64 {
        self.misses.load(Ordering::Relaxed)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.cache.weight()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.cache.clear();
    }

    /// The store underneath.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    fn gate(&self, key: &Key) -> &Mutex<u64> {
        &self.gates[key.0[0] as usize % GATES]
    }
}

impl<S: RecordStore> RecordStore for HotTier<S> {
    fn get(&self, key: &Key, epoch: &Epoch) -> Result<Option<Record>> {
        if let Some(record) = self.cache.get(key) {
            self.hits.fetch_add(1, Ordering::Relaxed);
            self.inner.note_use(key);
            return Ok(Some(record));
        }
        self.misses.fetch_add(1, Ordering::Relaxed);
        let before = *self.gate(key).lock();
        let found = self.inner.get(key, epoch)?;
        if let Some(record) = &found {
            let gate = self.gate(key).lock();
            if *gate == before {
                self.cache.insert(*key, record.clone());
            }
        }
        Ok(found)
    }

    fn put_all(&self, records: &[Record]) -> Result<()> {
        let done = self.inner.put_all(records);
        // After a failure too: it costs one read, and no question remains of what the tier holds.
        for record in records {
            let mut gate = self.gate(&record.key).lock();
            self.cache.remove(&record.key);
            *gate += 1;
        }
        done
    }
}

#[cfg(test)]
mod tests;
