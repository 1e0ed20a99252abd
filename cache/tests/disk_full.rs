//! A disk without space: puts fail and say so, all else goes on, and a later put succeeds.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::faults;
use crate::trials;

use faults::FaultyDisk;
use isotope_cache::{Memo, Options};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use trials::{EPOCH, folder, key, open, record, small_options};

#[test]
fn a_full_disk_fails_the_put_and_nothing_else() {
    for space in [0, 1, 47, 48, 500, 3000] {
        let dir = folder();
        let disk = FaultyDisk::new(space, u64::MAX);
        let options = || Options { file_system: Arc::new(disk.clone()), ..small_options() };
        let (memo, _) = Memo::open(dir.path(), options()).unwrap();
        memo.put_all(&(0..50).map(|n| record(n, 0)).collect::<Vec<_>>()).unwrap();

        disk.set_space(space);
        let batch: Vec<_> = (40..60).map(|n| record(n, 1)).collect();
        let error = memo.put_all(&batch).unwrap_err();
        assert!(error.is_disk_full() && error.to_string().contains("space left"), "{error}");
        let unchanged = |memo: &Memo| {
            for n in 0..50 {
                assert_eq!(memo.get(&key(n), &EPOCH).unwrap(), Some(record(n, 0)), "space {space}");
            }
            assert_eq!(memo.get(&key(55), &EPOCH).unwrap(), None, "a failed put is not visible");
        };
        unchanged(&memo);
        assert!(memo.compact().is_err() || space == 3000);
        unchanged(&memo);
        assert_eq!(memo.stats().failed_puts, 20);

        // Reopened on a disk that is still full, it reads; with space again, it writes.
        drop(memo);
        disk.set_space(0);
        let (memo, _) = Memo::open(dir.path(), options()).unwrap();
        unchanged(&memo);
        disk.set_space(u64::MAX);
        memo.put(record(45, 2)).unwrap();
        memo.checkpoint().unwrap();
        drop(memo);
        let (memo, report) = open(dir.path());
        assert_eq!(report.damaged_regions, 0, "what a failed put wrote is cut off");
        assert_eq!(memo.get(&key(45), &EPOCH).unwrap(), Some(record(45, 2)));
        assert_eq!(memo.get(&key(44), &EPOCH).unwrap(), Some(record(44, 0)));
    }
}

/// A small tmpfs, unmounted when dropped.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mount(bytes: u64) -> Option<SmallDisk> {
        let dir = tempfile::tempdir().unwrap();
        let size = format!("size={bytes}");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(dir.path()).output();
        mounted.is_ok_and(|m| m.status.success()).then_some(SmallDisk(dir))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[test]
fn a_real_small_disk_fills_up_and_is_emptied() {
    let Some(disk) = SmallDisk::mount(4 << 20) else {
        println!("skipped: a_real_small_disk_fills_up_and_is_emptied needs the right to mount a tmpfs");
        return;
    };
    let ballast = disk.path().join("ballast");
    std::fs::write(&ballast, vec![1; 512 << 10]).unwrap();
    let folder = disk.path().join("cache");
    let (memo, _) = open(&folder);
    let mut stored = 0;
    let error = loop {
        match memo.put(record(stored, 0)) {
            Ok(()) => stored += 1,
            Err(error) => break error,
        }
        assert!(stored < 10_000, "4 MiB must fill up");
    };
    assert!(error.is_disk_full(), "{error}");
    assert!(stored > 100, "{stored} records fitted");
    for memo in [memo].into_iter().chain(std::iter::once_with(|| open(&folder).0)) {
        for n in 0..stored {
            assert_eq!(memo.get(&key(n), &EPOCH).unwrap(), Some(record(n, 0)));
        }
    }
    std::fs::remove_file(&ballast).unwrap();
    let (memo, report) = open(&folder);
    assert_eq!((report.records, report.damaged_regions), (stored, 0));
    memo.put(record(stored, 0)).unwrap();
    assert_eq!(memo.get(&key(stored), &EPOCH).unwrap(), Some(record(stored, 0)));
}
