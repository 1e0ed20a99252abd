//! The power fails at every single call that changes the disk, in a run that puts, checkpoints, compacts and
//! reopens; and what is not synced is lost. Nothing acknowledged may be missing afterwards.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::faults;
use crate::trials;

use faults::FaultyDisk;
use isotope_cache::{Memo, Options};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use trials::{EPOCH, folder, key, open, record, small_options, version_of};

/// Keys by number with the last version acknowledged.
type Acknowledged = BTreeMap<u64, u64>;

fn put(memo: &Memo, numbers: std::ops::Range<u64>, version: u64, acknowledged: &mut Acknowledged) {
    let records: Vec<_> = numbers.clone().map(|n| record(n, version)).collect();
    if memo.put_all(&records).is_ok() {
        acknowledged.extend(numbers.map(|n| (n, version)));
    }
}

/// The run; goes on as far as the disk lets it.
fn workload(folder: &Path, disk: &FaultyDisk, acknowledged: &mut Acknowledged) {
    let options = || Options { file_system: Arc::new(disk.clone()), ..small_options() };
    for round in 0..2 {
        let Ok((memo, _)) = Memo::open(folder, options()) else { return };
        for n in 0..4 {
            put(&memo, n * 5..n * 5 + 12, round * 10 + n, acknowledged);
        }
        let _ = memo.checkpoint();
        put(&memo, 3..6, round * 10 + 5, acknowledged);
        let _ = memo.compact();
        put(&memo, 10..14, round * 10 + 6, acknowledged);
    }
}

#[test]
fn a_power_failure_at_any_call_loses_nothing_acknowledged() {
    let total = {
        let dir = folder();
        let disk = FaultyDisk::new(0, u64::MAX);
        let mut acknowledged = Acknowledged::new();
        workload(dir.path(), &disk, &mut acknowledged);
        assert_eq!(acknowledged.len(), 27, "without a fault all is acknowledged");
        disk.calls()
    };
    assert!(total > 100, "{total} calls");
    for crash_at in 0..total {
        let dir = folder();
        let disk = FaultyDisk::new(crash_at, crash_at);
        let mut acknowledged = Acknowledged::new();
        workload(dir.path(), &disk, &mut acknowledged);
        assert!(disk.crashed(), "call {crash_at} of {total}");
        disk.lose_unsynced();
        for look in 0..2 {
            let (memo, _) = open(dir.path());
            for (&n, &version) in &acknowledged {
                let found = memo.get(&key(n), &EPOCH).unwrap();
                let found = found.unwrap_or_else(|| panic!("call {crash_at}, look {look}: record {n} is lost"));
                assert!(version_of(n, &found) >= version, "call {crash_at}, look {look}: record {n} is stale");
            }
            memo.put(record(1000 + look, 0)).unwrap();
        }
        let (memo, _) = open(dir.path());
        assert_eq!(memo.get(&key(1000), &EPOCH).unwrap(), Some(record(1000, 0)));
    }
    println!("{total} crash points");
}
