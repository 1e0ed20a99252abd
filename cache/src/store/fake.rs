//! A store in memory, for the decorators' tests.

use super::*;
use crate::error::Error;
use crate::record::Verdict;
use parking_lot::Mutex;
use std::collections::HashMap;

/// Counts its gets, and can be told to refuse puts.
#[derive(Default)]
pub(crate) struct MapStore {
    pub(crate) records: Mutex<HashMap<Key, Record>>,
    pub(crate) gets: Mutex<u64>,
    pub(crate) full: Mutex<bool>,
}

impl RecordStore for MapStore {
    fn get(&self, key: &Key, _: &Epoch) -> Result<Option<Record>> {
        *self.gets.lock() += 1;
        Ok(self.records.lock().get(key).cloned())
    }

    fn put_all(&self, records: &[Record]) -> Result<()> {
        if *self.full.lock() {
            let source = std::io::ErrorKind::StorageFull.into();
            return Err(Error::Io { action: "write", path: "memory".into(), source });
        }
        self.records.lock().extend(records.iter().map(|r| (r.key, r.clone())));
        Ok(())
    }
}

/// A record with these bytes for key, epoch and payload.
pub(crate) fn record(key: u8, epoch: u8, payload: &[u8]) -> Record {
    Record {
        key: Key([key; 32]),
        epoch: Epoch([epoch; 32]),
        verdict: Verdict::Proved,
        work: 1,
        payload: payload.into(),
    }
}
