//! An index whose entries are counted and hashed while it is already in use.
//!
//! The files of an index are hashed whenever it is opened, and its entries were checked when these files were made. That sled
//! reads the same entries from the same bytes again takes a second for a million of them, which nobody has to wait for: until it is
//! known, what the index says is believed as far as the frames that it leads to check. Then a fault is the next lookup's.

use crate::index::{Contents, IndexFault, LocationIndex};
use crate::record::Key;
use crate::scan::Location;
use crate::sled_index::SledIndex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

struct Shared {
    index: SledIndex,
    /// The fault in it.
    fault: OnceLock<String>,
    stop: AtomicBool,
}

/// The index. Dropped, it waits for the thread that looks at it.
pub(crate) struct CheckedLater {
    shared: Arc<Shared>,
    checking: Option<JoinHandle<()>>,
}

impl CheckedLater {
    /// Begins to look whether `index` holds what it should.
    pub(crate) fn new(index: SledIndex, expected: Contents) -> Result<Self, IndexFault> {
        let shared = Arc::new(Shared { index, fault: OnceLock::new(), stop: AtomicBool::new(false) });
        let own = Arc::clone(&shared);
        let check = move || {
            let why = match own.index.contents(&own.stop) {
                Ok(contents) => differs(contents, expected),
                Err(fault) => Some(fault.to_string()),
            };
            if let Some(why) = why.filter(|_| !own.stop.load(Ordering::Relaxed)) {
                let _ = own.fault.set(why);
            }
        };
        match thread::Builder::new().name("memo-index-check".into()).spawn(check) {
            Ok(checking) => Ok(CheckedLater { shared, checking: Some(checking) }),
            // Then somebody has to wait.
            Err(_) => match differs(shared.index.contents(&shared.stop)?, expected) {
                Some(why) => Err(IndexFault::Damaged(why)),
                None => Ok(CheckedLater { shared, checking: None }),
            },
        }
    }
}

/// The difference between contents.
pub(crate) fn differs(found: Contents, expected: Contents) -> Option<String> {
    let (found_records, expected_records) = (found.records, expected.records);
    (found != expected).then(|| {
        format!("the sled index holds {found_records} entries that are not the {expected_records} the checkpoint vouches for")
    })
}

impl LocationIndex for CheckedLater {
    fn get(&self, key: &Key) -> Result<Option<Location>, IndexFault> {
        match self.shared.fault.get() {
            Some(why) => Err(IndexFault::Damaged(why.clone())),
            None => self.shared.index.get(key),
        }
    }
}

impl Drop for CheckedLater {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        if let Some(checking) = self.checking.take() {
            // It catches panics itself.
            let _ = checking.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn an_index_that_is_not_what_it_should_be_fails_soon() {
        let folder = tempfile::tempdir().unwrap();
        let at = Location { offset: 64, len: 200 };
        let entries: HashMap<Key, Location> = (0..100).map(|n| (Key([n; 32]), at)).collect();
        let made = |name: &str| {
            let index = SledIndex::open(&folder.path().join(name)).unwrap();
            let mut contents = Contents::default();
            index.extend(&entries, &mut contents).unwrap();
            (index, contents)
        };
        let (index, contents) = made("right");
        let right = CheckedLater::new(index, contents).unwrap();
        let (index, contents) = made("wrong");
        let wrong = CheckedLater::new(index, Contents { records: 101, ..contents }).unwrap();
        let start = std::time::Instant::now();
        while wrong.get(&Key([1; 32])).is_ok() {
            assert!(start.elapsed().as_secs() < 60);
        }
        let said = wrong.get(&Key([1; 32])).unwrap_err().to_string();
        assert!(said.contains("100 entries that are not the 101"), "{said}");
        while !right.checking.as_ref().unwrap().is_finished() {
            assert!(start.elapsed().as_secs() < 60);
        }
        assert_eq!(right.get(&Key([1; 32])).unwrap(), Some(at));
    }
}
