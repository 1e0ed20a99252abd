//! Proofs that could not be written: held in memory, served from there, and written once that is possible again.

use crate::limits::{MAX_UNKEPT, UNKEPT_RETRY};
use isotope_cache::{Key, Memo, Record};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The records that the memo did not take.
#[derive(Clone, Default)]
pub struct Unwritten {
    held: Arc<Mutex<Held>>,
}

#[derive(Default)]
struct Held {
    records: HashMap<Key, Record>,
    /// A thread tries to write them.
    trying: bool,
}

impl Unwritten {
    fn lock(&self) -> MutexGuard<'_, Held> {
        // Records are whole before they are held.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lock().records.len()
    }

    /// The record of a key.
    pub fn get(&self, key: &Key) -> Option<Record> {
        self.lock().records.get(key).cloned()
    }

    /// Lets the records of keys go: they are not wanted any more.
    pub fn forget(&self, keys: &HashSet<Key>) {
        self.lock().records.retain(|key, _| !keys.contains(key));
    }

    /// Holds a record and tries to write it every now and then. Past the bound it is not held, and is searched for again.
    pub fn insert(&self, record: Record, memo: &Arc<Memo>) {
        let mut held = self.lock();
        if held.records.len() < MAX_UNKEPT {
            held.records.insert(record.key, record);
        }
        if !held.trying {
            let (unwritten, memo) = (self.clone(), Arc::downgrade(memo));
            let trying = std::thread::Builder::new()
                .name("unwritten".to_owned())
                .spawn(move || unwritten.write_until_done(&memo));
            held.trying = trying.is_ok();
        }
    }

    fn write_until_done(&self, memo: &Weak<Memo>) {
        loop {
            std::thread::sleep(UNKEPT_RETRY);
            let Some(memo) = memo.upgrade() else { return };
            let records: Vec<Record> = self.lock().records.values().cloned().collect();
            match memo.put_all(&records) {
                Ok(()) => {
                    tracing::info!(records = records.len(), "answers that could not be remembered now are");
                    let mut held = self.lock();
                    records.iter().for_each(|record| drop(held.records.remove(&record.key)));
                    if held.records.is_empty() {
                        held.trying = false;
                        return;
                    }
                }
                Err(error) => tracing::warn!(%error, records = records.len(), "the cache still cannot be written"),
            }
        }
    }
}
