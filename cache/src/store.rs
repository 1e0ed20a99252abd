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

    /// A copy of the record of `key` was used elsewhere.
    fn note_use(&self, _key: &Key) {}
}

impl<S: RecordStore + ?Sized> RecordStore for Arc<S> {
    fn get(&self, key: &Key, epoch: &Epoch) -> Result<Option<Record>> {
        (**self).get(key, epoch)
    }

    fn put_all(&self, records: &[Record]) -> Result<()> {
        (**self).put_all(records)
    }
}

#[cfg(test)]
pub(crate) mod fake;
