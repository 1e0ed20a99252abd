//! The memo keeps within its bytes, evicts what is worth least, and finds damage before it is asked for.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::faults;
use crate::trials;

use faults::FaultyDisk;
use isotope_cache::{Epoch, Error, Memo, Options, Record};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use trials::{EPOCH, folder, key, open, record, small_options};

const MAX_BYTES: u64 = 200 << 10;

fn bounded(path: &Path) -> Memo {
    Memo::open(path, Options { max_bytes: MAX_BYTES, ..small_options() }).unwrap().0
}

/// Record `n` with a payload of 1,000 bytes that saves `work`.
fn worth(n: u64, work: u64) -> Record {
    Record { work, payload: vec![n as u8; 1000].into(), ..record(n, 0) }
}

fn held(memo: &Memo, numbers: std::ops::Range<u64>) -> usize {
    numbers.filter(|&n| memo.get(&key(n), &EPOCH).unwrap().is_some()).count()
}

#[test]
fn the_journal_stays_within_its_bytes_and_what_is_dear_stays() {
    let dir = folder();
    let memo = bounded(dir.path());
    for n in 0..50 {
        memo.put(worth(n, 1 << 30)).unwrap();
    }
    for n in 100..1100 {
        memo.put(worth(n, 1 << 10)).unwrap();
        assert!(memo.stats().journal_bytes <= MAX_BYTES);
        assert!(fs::metadata(dir.path().join("journal")).unwrap().len() <= MAX_BYTES, "on the disk, too");
        assert_eq!(memo.get(&key(n), &EPOCH).unwrap(), Some(worth(n, 1 << 10)), "what was put last is there");
    }
    let stats = memo.stats();
    assert!(stats.evicted > 800 && stats.compactions > 10, "{stats:?}");
    assert_eq!(stats.records + stats.evicted, 1050);
    drop(memo);
    let memo = bounded(dir.path());
    assert_eq!(held(&memo, 0..50), 50, "the dear ones outlive a thousand cheap ones");
    assert_eq!(held(&memo, 1050..1100), 50, "among the cheap ones the newest are kept");
}

#[test]
fn what_is_used_outlives_what_is_not() {
    let dir = folder();
    let memo = bounded(dir.path());
    for n in 0..150 {
        memo.put(worth(n, 1000)).unwrap();
    }
    for n in 1000..1200 {
        // No hot tier to hide the reads: each goes to the journal.
        held(&memo, 0..20);
        memo.put(worth(n, 1000)).unwrap();
        memo.verify().unwrap();
    }
    drop(memo);
    let memo = bounded(dir.path());
    assert_eq!(held(&memo, 0..20), 20);
    assert!(held(&memo, 20..150) < 40);
}

#[test]
fn records_of_another_epoch_go_first() {
    let dir = folder();
    let memo = bounded(dir.path());
    for n in 0..100 {
        memo.put(Record { epoch: Epoch([1; 32]), ..worth(n, 1 << 40) }).unwrap();
    }
    for n in 100..220 {
        memo.put(worth(n, 1)).unwrap();
    }
    assert_eq!(held(&memo, 100..220), 120);
    assert!(memo.stats().evicted > 0);
}

#[test]
fn a_record_larger_than_the_memo_is_refused() {
    let dir = folder();
    let memo = bounded(dir.path());
    let huge = Record { payload: vec![7; MAX_BYTES as usize].into(), ..record(1, 0) };
    let error = memo.put(huge).unwrap_err();
    assert!(matches!(error, Error::OverLimit { bound: "max_bytes", .. }), "{error}");
    assert_eq!(memo.stats().failed_puts, 1);
    memo.put(record(2, 0)).unwrap();
}

#[test]
fn a_disk_without_space_for_the_compaction_refuses_and_recovers() {
    let dir = folder();
    let disk = FaultyDisk::new(0, u64::MAX);
    let options = Options { max_bytes: MAX_BYTES, file_system: Arc::new(disk.clone()), ..small_options() };
    let (memo, _) = Memo::open(dir.path(), options).unwrap();
    let mut stored = 0;
    while memo.stats().journal_bytes + 2000 < MAX_BYTES {
        memo.put(worth(stored, 1000)).unwrap();
        stored += 1;
    }
    disk.set_space(10_000);
    for n in 0..20 {
        let _ = memo.put(worth(500 + n, 1000));
    }
    assert!(memo.put(worth(600, 1000)).is_err());
    assert_eq!(held(&memo, 0..stored), stored as usize, "nothing is evicted that is not written anew");
    disk.set_space(u64::MAX);
    let stored = (0..200).filter(|n| memo.put(worth(700 + n, 1000)).is_ok()).count();
    assert!(stored > 100, "{stored} of 200 once there is space");
}

#[test]
fn puts_go_on_while_the_journal_is_written_anew() {
    let dir = folder();
    let memo = Arc::new(open(dir.path()).0);
    std::thread::scope(|scope| {
        for t in 0..4u64 {
            let memo = memo.clone();
            scope.spawn(move || {
                for n in t * 1000..t * 1000 + 300 {
                    memo.put(worth(n, n)).unwrap();
                    if n % 50 == 0 {
                        memo.compact().unwrap();
                    }
                    assert_eq!(memo.get(&key(n), &EPOCH).unwrap(), Some(worth(n, n)));
                }
            });
        }
    });
    let report = memo.verify().unwrap();
    assert_eq!((report.damaged_regions, report.index_mismatches), (0, 0));
}

#[test]
fn scrubbing_finds_damage_before_it_is_asked_for() {
    let dir = folder();
    let (memo, _) = open(dir.path());
    for n in 0..100 {
        memo.put(worth(n, 1)).unwrap();
    }
    let lap = |memo: &Memo| {
        let (mut steps, mut damaged) = (0, 0);
        loop {
            let (report, is_done) = memo.scrub(10_000).unwrap();
            steps += 1;
            damaged += report.damaged_regions;
            if is_done {
                return (steps, damaged);
            }
        }
    };
    let (steps, damaged) = lap(&memo);
    assert!((8..=12).contains(&steps) && damaged == 0, "{steps} steps, {damaged} damaged");
    let path = dir.path().join("journal");
    let mut bytes = fs::read(&path).unwrap();
    bytes[64 + 50 * 1153 + 700] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_eq!(lap(&memo).1, 1);
    assert_eq!(lap(&memo).1, 1);
    let stats = memo.stats();
    assert_eq!((stats.quarantined, stats.scrubs), (1, 3), "kept and counted once");
    assert!(stats.scrubbed_bytes > 300_000, "{stats:?}");
}

#[test]
fn what_is_pinned_outlives_everything_and_a_restart() {
    let dir = folder();
    let pinned: Vec<_> = (0..20).map(key).collect();
    {
        let memo = bounded(dir.path());
        assert_eq!(memo.pin(&pinned).unwrap(), 20);
        assert_eq!(memo.pin(&pinned[..5]).unwrap(), 0, "they are pinned");
        // Worth nothing, and the oldest.
        (0..20).for_each(|n| memo.put(worth(n, 0)).unwrap());
    }
    let memo = bounded(dir.path());
    for n in 100..1100 {
        memo.put(worth(n, 1 << 20)).unwrap();
    }
    assert!(memo.stats().evicted > 500);
    assert_eq!(held(&memo, 0..20), 20);
    assert_eq!((memo.unpin(&pinned[5..]).unwrap(), memo.pinned().len()), (15, 5));
    for n in 1100..1600 {
        memo.put(worth(n, 1 << 20)).unwrap();
    }
    // Records that are held in memory are not evicted.
    drop(memo);
    let memo = bounded(dir.path());
    assert_eq!((held(&memo, 0..5), held(&memo, 5..20)), (5, 0));
}

#[test]
fn where_only_pinned_records_are_a_put_is_refused_and_nothing_of_them_lost() {
    let dir = folder();
    let memo = bounded(dir.path());
    let pinned: Vec<_> = (0..500).map(key).collect();
    memo.pin(&pinned).unwrap();
    let put = (0..500).take_while(|&n| memo.put(worth(n, 1)).is_ok()).count() as u64;
    assert!((100..300).contains(&put), "{put}");
    assert!(matches!(memo.put(worth(600, 1)), Err(Error::OverLimit { bound: "max_bytes", .. })));
    assert_eq!(held(&memo, 0..put) as u64, put);
    memo.unpin(&pinned).unwrap();
    let done = (0..200).find(|_| memo.put(worth(600, 1)).is_ok());
    assert!(done.is_some(), "there is room again");
}

#[test]
fn one_damaged_file_of_pins_costs_nothing_and_two_are_said() {
    let dir = folder();
    bounded(dir.path()).pin(&[key(1), key(2)]).unwrap();
    let flip = |name: &str| {
        let path = dir.path().join(name);
        let mut bytes = fs::read(&path).unwrap();
        bytes[20] ^= 1;
        fs::write(path, bytes).unwrap();
    };
    let opened = || Memo::open(dir.path(), small_options()).unwrap();
    flip("pins");
    let (memo, report) = opened();
    assert_eq!((memo.pinned().len(), report.pins_lost), (2, false));
    memo.pin(&[key(3)]).unwrap();
    drop(memo);
    flip("pins.copy");
    assert_eq!(opened().0.pinned().len(), 3, "the first was written anew");
    flip("pins");
    let (memo, report) = opened();
    assert!(memo.pinned().is_empty() && report.pins_lost);
    let many: Vec<_> = (0..=isotope_cache::limits::MAX_PINS as u64).map(key).collect();
    assert!(matches!(memo.pin(&many), Err(Error::OverLimit { bound: "MAX_PINS", .. })));
    assert!(memo.pinned().is_empty(), "all or none");
}
