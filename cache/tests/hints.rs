//! Starts by hints: nothing is read but what lies behind them, nothing is lost whatever befalls them, and what does not fit is not believed.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::trials;

use isotope_cache::{IndexOrigin, Memo, OpenReport, Options};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use trials::{EPOCH, folder, key, record};

/// Records behind which a hint is written here.
const RECORDS: usize = 10;

/// Hints only: no checkpoint is ever due.
fn open(path: &Path) -> (Memo, OpenReport) {
    let options = Options { hint_records: RECORDS, checkpoint_records: usize::MAX, hot_bytes: 0, ..Options::default() };
    Memo::open(path, options).unwrap()
}

/// Puts `numbers` in version `version`, one by one, and keeps account.
fn put(memo: &Memo, numbers: std::ops::Range<u64>, version: u64, held: &mut BTreeMap<u64, u64>) {
    for n in numbers {
        memo.put(record(n, version)).unwrap();
        held.insert(n, version);
    }
}

fn holds(memo: &Memo, held: &BTreeMap<u64, u64>) {
    for (&n, &version) in held {
        assert_eq!(memo.get(&key(n), &EPOCH).unwrap(), Some(record(n, version)), "record {n}");
    }
    assert_eq!(memo.stats().records, held.len() as u64);
}

fn hints(path: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(path.join("hints")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let start = |path: &PathBuf| path.file_name()?.to_str()?.rsplit_once('-')?.1.parse::<u64>().ok();
    all.sort_by_key(start);
    all
}

/// A folder with 47 records, five of them put twice: five hints, and two records behind the last.
fn filled(path: &Path) -> BTreeMap<u64, u64> {
    let mut held = BTreeMap::new();
    let (memo, _) = open(path);
    put(&memo, 0..47, 0, &mut held);
    put(&memo, 3..8, 1, &mut held);
    assert_eq!(hints(path).len(), 5);
    held
}

#[test]
fn a_start_reads_what_lies_behind_the_last_hint() {
    let dir = folder();
    let mut held = filled(dir.path());
    let (memo, report) = open(dir.path());
    assert_eq!(report.index, IndexOrigin::Journal);
    assert!(report.scanned_bytes > 0 && report.scanned_bytes < report.journal_bytes / 10, "{report:?}");
    assert_eq!(report.hinted_bytes + report.scanned_bytes + 64, report.journal_bytes);
    holds(&memo, &held);
    // They go on where they ended.
    put(&memo, 47..60, 2, &mut held);
    assert_eq!(hints(dir.path()).len(), 6);
    drop(memo);
    let (memo, report) = open(dir.path());
    assert!(report.scanned_bytes < report.journal_bytes / 5, "{report:?}");
    holds(&memo, &held);
}

#[test]
fn hints_go_on_from_a_checkpoint_that_is_ahead_of_them() {
    let dir = folder();
    let mut held = filled(dir.path());
    let (memo, _) = open(dir.path());
    memo.close().unwrap();
    let (memo, report) = open(dir.path());
    assert_eq!((report.index, report.scanned_bytes, report.hinted_bytes), (IndexOrigin::Checkpoint, 0, 0));
    put(&memo, 60..75, 0, &mut held);
    drop(memo);
    fs::remove_file(dir.path().join("checkpoint")).unwrap();
    let (memo, report) = open(dir.path());
    // The bytes between the fifth hint and the checkpoint were read when the sixth was written.
    assert!(hints(dir.path()).len() == 6 && report.scanned_bytes < report.journal_bytes / 5, "{report:?}");
    holds(&memo, &held);
}

#[test]
fn where_a_checkpoint_is_older_hints_speak_for_the_rest() {
    let dir = folder();
    let mut held = BTreeMap::new();
    let (memo, _) = open(dir.path());
    put(&memo, 0..15, 0, &mut held);
    memo.checkpoint().unwrap();
    put(&memo, 10..40, 1, &mut held);
    drop(memo);
    let (memo, report) = open(dir.path());
    assert_eq!(report.index, IndexOrigin::Checkpoint);
    assert!(report.hinted_bytes > report.scanned_bytes, "{report:?}");
    holds(&memo, &held);
}

#[test]
fn a_hint_that_is_lost_damaged_cut_or_exchanged_costs_a_walk_and_no_record() {
    type Harm = fn(&[PathBuf]);
    let harms: [(&str, Harm); 6] = [
        ("the first is lost", |all| fs::remove_file(&all[0]).unwrap()),
        ("one is lost", |all| fs::remove_file(&all[2]).unwrap()),
        ("one is damaged", |all| {
            let mut bytes = fs::read(&all[1]).unwrap();
            bytes[120] ^= 4;
            fs::write(&all[1], bytes).unwrap();
        }),
        ("the last is cut", |all| {
            let bytes = fs::read(&all[4]).unwrap();
            fs::write(&all[4], &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("two are exchanged", |all| {
            let (one, other) = (fs::read(&all[1]).unwrap(), fs::read(&all[2]).unwrap());
            fs::write(&all[1], other).unwrap();
            fs::write(&all[2], one).unwrap();
        }),
        ("something else is there", |all| fs::write(all[0].with_file_name("1-note"), "not a hint").unwrap()),
    ];
    for (what, harm) in harms {
        let dir = folder();
        let mut held = filled(dir.path());
        harm(&hints(dir.path()));
        let (memo, report) = open(dir.path());
        assert_eq!(report.damaged_regions, 0, "{what}");
        holds(&memo, &held);
        put(&memo, 100..115, 3, &mut held);
        drop(memo);
        let (memo, report) = open(dir.path());
        assert!(report.scanned_bytes < report.journal_bytes / 4, "{what}: they are whole again: {report:?}");
        holds(&memo, &held);
    }
}

#[test]
fn a_journal_of_another_day_is_not_told_by_todays_hints() {
    let dir = folder();
    let mut held = BTreeMap::new();
    let (memo, _) = open(dir.path());
    put(&memo, 0..33, 0, &mut held);
    drop(memo);
    let (journal, before) = (fs::read(dir.path().join("journal")).unwrap(), held.clone());
    let (memo, _) = open(dir.path());
    put(&memo, 20..60, 1, &mut held);
    drop(memo);
    fs::write(dir.path().join("journal"), journal).unwrap();
    let mut held = before;
    let (memo, _) = open(dir.path());
    holds(&memo, &held);
    // As long as the other one was, with other records.
    put(&memo, 200..260, 2, &mut held);
    drop(memo);
    holds(&open(dir.path()).0, &held);
}

#[test]
fn a_compaction_leaves_hints_of_the_new_journal() {
    let dir = folder();
    let mut held = filled(dir.path());
    let (memo, _) = open(dir.path());
    memo.compact().unwrap();
    put(&memo, 0..4, 5, &mut held);
    drop(memo);
    fs::remove_file(dir.path().join("checkpoint")).unwrap();
    let (memo, report) = open(dir.path());
    assert!(report.hinted_bytes > report.journal_bytes / 2, "{report:?}");
    assert!(hints(dir.path()).iter().all(|path| path.file_name().unwrap().to_str().unwrap().starts_with("2-")));
    holds(&memo, &held);
}

#[test]
fn what_a_scrub_finds_wrong_no_hint_says_again() {
    let dir = folder();
    let mut held = filled(dir.path());
    let (memo, _) = open(dir.path());
    // The newest frame of record 5 is damaged where it lies; the one before it is whole.
    let mut journal = fs::read(dir.path().join("journal")).unwrap();
    let newest = record(5, 1).payload;
    let at = journal.windows(newest.len()).position(|window| window == &newest[..]).unwrap();
    journal[at + 20] ^= 1;
    fs::write(dir.path().join("journal"), journal).unwrap();
    assert_eq!(memo.get(&key(5), &EPOCH).unwrap(), None, "a miss until it is looked at");
    assert_eq!(memo.verify().unwrap().index_mismatches, 1);
    held.insert(5, 0);
    holds(&memo, &held);
    drop(memo);
    holds(&open(dir.path()).0, &held);
}
