use super::*;
use crate::frame::{BODY_HEAD_BYTES, FRAME_HEAD_BYTES};
use crate::options::Options;
use crate::record::{Record, Verdict};
use crate::store::RecordStore;

const NEW: Epoch = Epoch([2; 32]);
const OLD: Epoch = Epoch([1; 32]);

fn record(n: u8, epoch: Epoch, work: u64, bytes: usize) -> Record {
    Record { key: Key([n; 32]), epoch, verdict: Verdict::Proved, work, payload: vec![n; bytes].into() }
}

/// The keys that are kept within `target` bytes, in their order in the new journal, and how many are evicted.
fn kept(records: &[Record], used: &[u8], target: u64) -> (Vec<u8>, u64) {
    let dir = tempfile::tempdir().unwrap();
    let (store, _) = JournalStore::open(dir.path(), &Options::default()).unwrap();
    for one in records {
        store.put_all(std::slice::from_ref(one)).unwrap();
    }
    let (journal, end) = {
        let state = store.state.read();
        (state.journal.clone(), state.end)
    };
    used.iter().for_each(|&n| store.note_uses(&Key([n; 32]), 1));
    let mut report = ScrubReport::default();
    let (uses, pins) = (store.uses_until_now(), BTreeSet::new());
    let chosen = store.choose(&journal, end, Some(target), (&uses, &pins), &mut report).unwrap();
    let bytes: u64 = chosen.iter().map(|(_, at)| u64::from(at.len)).sum();
    assert!(JOURNAL_HEAD_BYTES as u64 + bytes <= target, "{bytes} bytes of {target}");
    (chosen.iter().map(|(key, _)| key.0[0]).collect(), report.evicted)
}

/// Room for so many records of these payloads.
fn room(count: u64, bytes: usize) -> u64 {
    JOURNAL_HEAD_BYTES as u64 + count * (FRAME_HEAD_BYTES + BODY_HEAD_BYTES + bytes) as u64
}

#[test]
fn of_equal_work_the_oldest_goes_first() {
    let records: Vec<Record> = (0..10).map(|n| record(n, NEW, 500, 1000)).collect();
    assert_eq!(kept(&records, &[], room(4, 1000)), (vec![6, 7, 8, 9], 6));
    assert_eq!(kept(&records, &[], room(10, 1000)), ((0..10).collect(), 0));
    // One byte too few is room for one fewer.
    assert_eq!(kept(&records, &[], room(10, 1000) - 1).1, 1);
}

#[test]
fn what_was_read_counts_as_new_and_is_written_behind_what_was_not() {
    let records: Vec<Record> = (0..10).map(|n| record(n, NEW, 500, 1000)).collect();
    assert_eq!(kept(&records, &[0, 3], room(4, 1000)).0, [8, 9, 0, 3]);
}

#[test]
fn the_work_of_a_byte_counts_and_not_of_a_record() {
    // Twice the work of the others in ten times their bytes: the least of all for a byte, though the newest.
    let mut records: Vec<Record> = (0..8).map(|n| record(n, NEW, 500, 1000)).collect();
    records.push(record(8, NEW, 1000, 10_000));
    let (left, evicted) = kept(&records, &[], room(8, 1000) + 8000);
    assert_eq!((left, evicted), ((0..8).collect(), 1));
}

#[test]
fn age_takes_as_much_as_its_weight_and_no_more() {
    // The oldest of many loses nearly four doublings against the newest: with 32 times the work it stays, with 8 it
    // goes.
    let with_oldest = |work| {
        let mut records: Vec<Record> = (0..40).map(|n| record(n, NEW, 100, 1000)).collect();
        records[0].work = work;
        kept(&records, &[], room(5, 1000)).0
    };
    assert_eq!(with_oldest(100 << 5), [0, 36, 37, 38, 39]);
    assert_eq!(with_oldest(100 << 3), [35, 36, 37, 38, 39]);
}

#[test]
fn records_of_another_epoch_go_before_all_others() {
    let mut records: Vec<Record> = (0..5).map(|n| record(n, OLD, u64::MAX, 1000)).collect();
    records.extend((5..10).map(|n| record(n, NEW, 0, 1000)));
    assert_eq!(kept(&records, &[0], room(5, 1000)), ((5..10).collect(), 5));
    assert_eq!(kept(&records, &[0], room(7, 1000)).0.len(), 7, "where there is room they stay");
}

#[test]
fn only_the_newest_of_a_key_is_a_candidate() {
    let mut records: Vec<Record> = (0..5).map(|n| record(n, NEW, u64::MAX, 1000)).collect();
    records.extend((0..5).map(|n| record(n, NEW, u64::from(n), 1000)));
    // By the work of the newer ones, which they are put with.
    assert_eq!(kept(&records, &[], room(2, 1000)), (vec![3, 4], 3));
}

#[test]
fn work_counts_as_often_as_it_is_saved() {
    let mut records: Vec<Record> = (0..8).map(|n| record(n, NEW, 1000, 1000)).collect();
    records.extend((8..16).map(|n| record(n, NEW, 4, 1000)));
    // Asked for once, a two-hundredth of the work is not enough; asked for a hundred times it is, with its age.
    assert_eq!(kept(&records, &[9], room(8, 1000)).0, (0..8).collect::<Vec<u8>>());
    let often: Vec<u8> = std::iter::repeat_n(9, 100).collect();
    assert_eq!(kept(&records, &often, room(8, 1000)).0, [1, 2, 3, 4, 5, 6, 7, 9]);
}

#[test]
fn uses_fade_by_half_with_each_compaction() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _) = JournalStore::open(dir.path(), &Options::default()).unwrap();
    let key = Key([1; 32]);
    store.note_uses(&key, 5);
    assert_eq!(store.uses_until_now()[&key], Uses { since: 5, before: 0 });
    store.note_uses(&key, 3);
    assert_eq!(store.uses_until_now()[&key], Uses { since: 3, before: 2 });
    for expected in [Some(2), Some(1), None] {
        assert_eq!(store.uses_until_now().get(&key).map(|uses| uses.before), expected);
    }
}
