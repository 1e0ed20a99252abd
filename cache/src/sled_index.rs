//! The index in sled 0.34, under guard.
//!
//! In a fault test one flipped bit made sled panic on open or lose acknowledged keys. So sled is only ever opened on
//! a working copy whose every byte was checked against the checkpoint's hashes, in a thread of its own
//! with panics caught and a time limit; then all its entries are counted and hashed; and every later call is caught
//! too. A failure of any of this is an `IndexFault`, never a panic and never a wrong answer.

use crate::error::Error;
use crate::index::{Contents, IndexFault, LocationIndex, decode_location, encode_location};
use crate::limits::{INDEX_OPEN_SECONDS, SLED_CACHE_BYTES};
use crate::record::Key;
use crate::scan::Location;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A sled database of locations.
pub(crate) struct SledIndex {
    /// `None` only while being dropped.
    db: Option<sled::Db>,
}

impl SledIndex {
    /// Opens the database in `folder`, which no one else uses.
    pub(crate) fn open(folder: &Path) -> Result<SledIndex, IndexFault> {
        let folder: PathBuf = folder.to_path_buf();
        let (sender, receiver) = mpsc::channel();
        let opener = thread::Builder::new().name("memo-index-open".into()).spawn(move || {
            // The receiver is gone only after the time limit, and then the database is dropped here.
            let _ = sender.send(guard("open", || configure(&folder).open()));
        });
        if let Err(source) = opener {
            return Err(IndexFault::Unavailable(Error::Io {
                action: "start a thread to open the index of",
                path: PathBuf::from("the cache"),
                source,
            }));
        }
        let db = receiver.recv_timeout(Duration::from_secs(INDEX_OPEN_SECONDS)).map_err(|_| {
            IndexFault::Damaged(format!("opening the sled index took more than {INDEX_OPEN_SECONDS} s"))
        })??;
        Ok(SledIndex { db: Some(db) })
    }

    /// Counts and hashes all entries, unless it is told to stop.
    pub(crate) fn contents(&self, stop: &AtomicBool) -> Result<Contents, IndexFault> {
        let mut contents = Contents::default();
        let wrong = guard("read", || {
            for entry in self.db().iter() {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let (key, value) = entry?;
                let (Ok(key), Some(at)) = (<[u8; 32]>::try_from(key.as_ref()), decode_location(&value)) else {
                    return Ok(true);
                };
                contents.records += 1;
                contents.toggle(&Key(key), at);
            }
            Ok(false)
        })?;
        if wrong {
            return Err(IndexFault::Damaged("the sled index holds an entry that is not a location".into()));
        }
        Ok(contents)
    }

    /// Puts `entries` in, and brings `contents` up to date with them.
    pub(crate) fn extend(&self, entries: &HashMap<Key, Location>, contents: &mut Contents) -> Result<(), IndexFault> {
        // Sorted, so that the same puts make the same database and sled's leaves are filled in order.
        let mut sorted: Vec<(Key, Location)> = entries.iter().map(|(k, at)| (*k, *at)).collect();
        sorted.sort_unstable_by_key(|(key, _)| *key);
        for (key, at) in sorted {
            let old = guard("write", || self.db().insert(key.0, &encode_location(at)))?;
            match old.map(|bytes| decode_location(&bytes)) {
                None => contents.records += 1,
                Some(Some(old)) => contents.toggle(&key, old),
                Some(None) => {
                    return Err(IndexFault::Damaged("the sled index holds an entry that is not a location".into()));
                }
            }
            contents.toggle(&key, at);
        }
        Ok(())
    }

    /// Writes everything to the files and closes them.
    pub(crate) fn close(mut self) -> Result<(), IndexFault> {
        let db = self.db.take().expect("taken only here and in drop");
        guard("close", move || db.flush().map(|_| ()))
    }

    fn db(&self) -> &sled::Db {
        self.db.as_ref().expect("taken only when consumed")
    }
}

impl LocationIndex for SledIndex {
    fn get(&self, key: &Key) -> Result<Option<Location>, IndexFault> {
        match guard("look up a key in", || self.db().get(key.0))? {
            None => Ok(None),
            Some(bytes) => decode_location(&bytes)
                .map(Some)
                .ok_or_else(|| IndexFault::Damaged("the sled index holds an entry that is not a location".into())),
        }
    }
}

impl Drop for SledIndex {
    fn drop(&mut self) {
        let db = self.db.take();
        // The working copy is thrown away at the next open; a failure to close it matters to no one.
        let _ = catch_unwind(AssertUnwindSafe(move || drop(db)));
    }
}

fn configure(folder: &Path) -> sled::Config {
    // No timed flush: the files must lie still between a close and the copy that becomes the checkpoint.
    sled::Config::new().path(folder).cache_capacity(SLED_CACHE_BYTES).flush_every_ms(None)
}

/// Runs `f`, and makes a fault of an error or a panic.
fn guard<T>(verb: &str, f: impl FnOnce() -> sled::Result<T>) -> Result<T, IndexFault> {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(IndexFault::Damaged(format!("sled could not {verb} the index: {error}"))),
        Err(_) => Err(IndexFault::Damaged(format!("sled panicked when asked to {verb} the index"))),
    }
}
