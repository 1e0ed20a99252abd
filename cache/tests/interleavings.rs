//! Puts, checkpoints, compactions, scrubs and reopenings in random order, on a disk that is full now and then, against
//! a plain map: what is acknowledged is served in its newest form, and what failed is not served at all.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::faults;
use crate::trials;

use faults::FaultyDisk;
use isotope_cache::{Error, Memo, Options};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use trials::{EPOCH, folder, key, open, record, small_options, version_of};

/// Keys of a trial: few, so that they are put again and again.
const KEYS: u64 = 60;

/// The version of key `n` that is served.
fn served(memo: &Memo, n: u64) -> Option<u64> {
    memo.get(&key(n), &EPOCH).unwrap().map(|found| version_of(n, &found))
}

/// The model that a trial compares its cache with.
struct Trial {
    rng: StdRng,
    disk: FaultyDisk,
    /// Acknowledged versions.
    known: BTreeMap<u64, u64>,
    /// Bytes of the journal at which records are evicted, where the trial has such a bound.
    max_bytes: Option<u64>,
    version: u64,
}

impl Trial {
    fn new(seed: u64, max_bytes: Option<u64>) -> Trial {
        let disk = FaultyDisk::new(seed, u64::MAX);
        Trial { rng: StdRng::seed_from_u64(seed), disk, known: BTreeMap::new(), max_bytes, version: 0 }
    }

    fn open(&self, path: &std::path::Path) -> Memo {
        let default = small_options();
        let max_bytes = self.max_bytes.unwrap_or(default.max_bytes);
        Memo::open(path, Options { file_system: Arc::new(self.disk.clone()), max_bytes, ..default }).unwrap().0
    }

    /// One step; the disk has no room for what it writes if `is_full`.
    fn step(&mut self, memo: Memo, path: &std::path::Path, is_full: bool) -> Memo {
        match self.rng.random_range(0..20) {
            0..10 => {
                let count = if self.rng.random_bool(0.3) { self.rng.random_range(2..12) } else { 1 };
                self.version += 1;
                let numbers: Vec<u64> = (0..count).map(|_| self.rng.random_range(0..KEYS)).collect();
                let records: Vec<_> = numbers.iter().map(|&n| record(n, self.version)).collect();
                match memo.put_all(&records) {
                    Ok(()) => self.known.extend(numbers.iter().map(|&n| (n, self.version))),
                    // Once no room could be made, some puts are refused before it is tried again.
                    Err(Error::OverLimit { bound: "max_bytes", .. }) => assert!(self.max_bytes.is_some()),
                    Err(error) => assert!(is_full && error.is_disk_full(), "{error}"),
                }
            }
            10..12 => assert!(memo.checkpoint().is_ok() || is_full),
            12..14 => assert!(memo.compact().is_ok() || is_full),
            14 => {
                let report = memo.verify().unwrap();
                assert_eq!((report.damaged_regions, report.foreign_frames, report.index_mismatches), (0, 0, 0));
            }
            15..17 => assert_eq!(memo.scrub(self.rng.random_range(1..40_000)).unwrap().0.damaged_regions, 0),
            _ => {
                if self.rng.random_bool(0.5) {
                    assert!(memo.close().is_ok() || is_full);
                } else {
                    drop(memo);
                }
                return self.open(path);
            }
        }
        memo
    }

    fn check(&self, memo: &Memo, n: u64) {
        let (found, known) = (served(memo, n), self.known.get(&n).copied());
        // An evicted record is a miss; an older form of it is never served.
        assert!(found == known || (found.is_none() && self.max_bytes.is_some()), "{n}: {found:?}, not {known:?}");
    }

    fn run(mut self, steps: usize) {
        let dir = folder();
        let mut memo = self.open(dir.path());
        for _ in 0..steps {
            let is_full = self.rng.random_bool(0.15);
            let space = self.rng.random_range(0..6000);
            self.disk.set_space(if is_full { space } else { u64::MAX });
            memo = self.step(memo, dir.path(), is_full);
            self.disk.set_space(u64::MAX);
            for _ in 0..3 {
                let n = self.rng.random_range(0..KEYS);
                self.check(&memo, n);
            }
        }
        drop(memo);
        let (memo, report) = open(dir.path());
        assert_eq!((report.damaged_regions, report.foreign_frames), (0, 0), "a failed put leaves nothing");
        (0..KEYS).for_each(|n| self.check(&memo, n));
        let left: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert!(left.iter().all(|name| name != "journal.compact" && name != "quarantine"), "{left:?}");
    }
}

#[test]
fn any_order_of_calls_keeps_what_is_acknowledged() {
    (0..10).for_each(|seed| Trial::new(seed, None).run(150));
}

#[test]
fn any_order_of_calls_with_eviction_serves_the_newest_or_nothing() {
    (100..108).for_each(|seed| Trial::new(seed, Some(60 << 10)).run(150));
}

#[test]
#[ignore = "slow: a hundred orders of calls"]
fn a_hundred_orders_of_calls_keep_what_is_acknowledged() {
    (10..60).for_each(|seed| Trial::new(seed, None).run(150));
    (108..160).for_each(|seed| Trial::new(seed, Some(60 << 10)).run(150));
}

/// Counts a turn when it goes, at its end or in a panic: writers wait for turns.
struct Turn<'a>(&'a AtomicU64);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let done = if std::thread::panicking() { u64::MAX / 2 } else { 1 };
        self.0.fetch_add(done, Ordering::SeqCst);
    }
}

/// Writers with keys of their own, a reader of all and someone who keeps the store in order, all at once. Before a
/// version is acknowledged either may be served; afterwards never an older one.
#[test]
fn nobody_sees_an_older_record_while_the_store_is_kept_in_order() {
    const WRITERS: u64 = 3;
    const EACH: u64 = 20;
    /// Turns of whoever keeps the store in order.
    const TURNS: u64 = 24;
    let dir = folder();
    let memo = open(dir.path()).0;
    let acknowledged: Vec<AtomicU64> = (0..WRITERS * EACH).map(|_| AtomicU64::new(0)).collect();
    let (is_over, turns) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|w| {
                let (memo, acknowledged, turns) = (&memo, &acknowledged, &turns);
                scope.spawn(move || {
                    // A writer that comes late, when all turns are over, writes once.
                    for version in (1..).take_while(|version| *version == 1 || turns.load(Ordering::SeqCst) < TURNS) {
                        for n in w * EACH..(w + 1) * EACH {
                            memo.put(record(n, version)).unwrap();
                            acknowledged[n as usize].store(version, Ordering::SeqCst);
                        }
                    }
                })
            })
            .collect();
        scope.spawn(|| {
            let mut n = 0;
            while !is_over.load(Ordering::SeqCst) {
                n = (n + 7) % (WRITERS * EACH);
                let least = acknowledged[n as usize].load(Ordering::SeqCst);
                let found = served(&memo, n).unwrap_or(0);
                assert!(found >= least, "{n}: {found} is served after {least} was acknowledged");
            }
        });
        scope.spawn(|| {
            for turn in 0..TURNS {
                let _counted = Turn(&turns);
                match turn % 4 {
                    0 => memo.checkpoint().unwrap(),
                    1 => assert_eq!(memo.compact().unwrap().damaged_regions, 0),
                    2 => assert_eq!(memo.scrub(20_000).unwrap().0.damaged_regions, 0),
                    _ => assert_eq!(memo.verify().unwrap().index_mismatches, 0),
                }
            }
        });
        for writer in writers {
            writer.join().unwrap();
        }
        is_over.store(true, Ordering::SeqCst);
    });
    assert_eq!(memo.stats().compactions, TURNS / 4);
    for memo in [memo].into_iter().chain(std::iter::once_with(|| open(dir.path()).0)) {
        for (n, version) in (0..).zip(&acknowledged) {
            assert_eq!(served(&memo, n), Some(version.load(Ordering::SeqCst)));
        }
        assert_eq!(memo.stats().records, WRITERS * EACH);
    }
}
