use super::*;
use crate::options::Options;
use crate::recovery::IndexOrigin;
use crate::store::fake::record;

/// An index that has stopped working.
struct Broken;

impl LocationIndex for Broken {
    fn get(&self, _: &Key) -> std::result::Result<Option<Location>, IndexFault> {
        Err(IndexFault::Damaged("sled panicked when asked to look up a key in the index".into()))
    }
}

#[test]
fn an_index_that_fails_in_use_is_rebuilt_from_the_journal() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _) = JournalStore::open(dir.path(), &Options::default()).unwrap();
    let records: Vec<Record> = (0..20).map(|n| record(n, 7, &[n; 100])).collect();
    store.put_all(&records[..15]).unwrap();
    store.checkpoint().unwrap();
    assert!(store.state.read().tail.is_empty(), "all are in the checkpoint's index");
    store.state.write().checkpointed.as_mut().unwrap().index = Arc::new(Broken);
    store.put_all(&records[15..]).unwrap();
    for one in &records {
        assert_eq!(store.get(&one.key, &one.epoch).unwrap().as_ref(), Some(one));
    }
    assert_eq!(store.counters.index_faults.load(Ordering::Relaxed), 1);
    assert_eq!(store.state.read().records, 20);
    assert!(dir.path().join("quarantine/checkpoint.reason").exists());
    drop(store);
    let (_, report) = JournalStore::open(dir.path(), &Options::default()).unwrap();
    assert_eq!(report.records, 20);
}

#[test]
fn a_generation_damaged_while_open_does_not_stop_checkpoints() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _) = JournalStore::open(dir.path(), &Options::default()).unwrap();
    store.put_all(&[record(1, 7, b"one"), record(2, 7, b"two")]).unwrap();
    store.checkpoint().unwrap();
    let id = store.state.read().checkpointed.as_ref().unwrap().manifest.index_id;
    let generation = crate::checkpoint::generation_folder(dir.path(), id);
    std::fs::write(generation.join("db"), b"not what it was").unwrap();
    store.put_all(&[record(3, 7, b"three")]).unwrap();
    store.checkpoint().unwrap();
    drop(store);
    let (store, report) = JournalStore::open(dir.path(), &Options::default()).unwrap();
    assert_eq!((report.index, report.records), (IndexOrigin::Checkpoint, 3));
    assert_eq!(store.get(&Key([1; 32]), &record(1, 7, b"").epoch).unwrap(), Some(record(1, 7, b"one")));
}
