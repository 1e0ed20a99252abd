//! The one small interface of this crate. The journal store implements it, and each decorator adds one
//! behaviour around another store: `HotTier`, `EpochChecking`, `VerdictChecking`.

use crate::error::Result;
use crate::record::{Epoch, Key, Record};
use std::sync::Arc;

/// Something that remembers records.
pub trait RecordStore: Send + Sync {
    /// The record of `key`, or `None`. `epoch` is the caller's; only `EpochChecking` looks at it.
    fn get(&self, key: &Key, epoch: &Epoch) -> Result<Option<Record>>;

    /// Remembers all of `records`, or none and says why. Of two with one key the later wins.
    fn put_all(&self, records: &[Record]) -> Result<()>;
}

impl<S: RecordStore + ?Sized> RecordStore for Arc<S> {
    fn get(&self, key: &Key, epoch: &Epoch) -> Result<Option<Record>> {
        (**self).get(key, epoch)
    }

    fn put_all(&self, records: &[Record]) -> Result<()> {
        (**self).put_all(records)
    }
}

/// A store in memory, for the decorators' tests.
#[cfg(test)]
pub(crate) mod fake {
    use super::*;
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
                return Err(crate::Error::Io { action: "write", path: "memory".into(), source });
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
            verdict: crate::Verdict::Proved,
            work: 1,
            payload: payload.into(),
        }
    }
}
