//! A cache without faults, and its errors when it is used wrongly.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::trials;

use isotope_cache::{Epoch, Error, IndexOrigin, Key, Memo, Options, Record, Secret, Verdict, limits};
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;
use trials::{EPOCH, folder, key, open, record, small_options};

#[test]
fn what_is_put_is_got_before_and_after_reopening() {
    let dir = folder();
    let (memo, report) = open(dir.path());
    assert!(report.created);
    for n in 0..10 {
        memo.put(record(n, 0)).unwrap();
    }
    assert_eq!(memo.get(&key(3), &EPOCH).unwrap(), Some(record(3, 0)));
    assert_eq!(memo.get(&key(99), &EPOCH).unwrap(), None);
    drop(memo);
    let (memo, report) = open(dir.path());
    assert!(!report.created);
    assert_eq!((report.records, report.damaged_regions, report.index), (10, 0, IndexOrigin::Journal));
    for n in 0..10 {
        assert_eq!(memo.get(&key(n), &EPOCH).unwrap(), Some(record(n, 0)));
    }
}

#[test]
fn the_last_writer_wins_also_across_a_checkpoint() {
    let dir = folder();
    let (memo, _) = open(dir.path());
    for version in 0..3 {
        for n in 0..30 {
            memo.put(record(n, version)).unwrap();
        }
        memo.checkpoint().unwrap();
    }
    memo.put_all(&[record(5, 8), record(6, 8), record(5, 9)]).unwrap();
    for memo in [memo].into_iter().chain(std::iter::once_with(|| open(dir.path()).0)) {
        assert_eq!(memo.get(&key(5), &EPOCH).unwrap(), Some(record(5, 9)));
        assert_eq!(memo.get(&key(6), &EPOCH).unwrap(), Some(record(6, 8)));
        assert_eq!(memo.get(&key(7), &EPOCH).unwrap(), Some(record(7, 2)));
        assert_eq!(memo.stats().records, 30);
    }
}

#[test]
fn a_checkpoint_spares_reading_the_journal() {
    let dir = folder();
    let (memo, _) = open(dir.path());
    for n in 0..100 {
        memo.put(record(n, 0)).unwrap();
    }
    assert!(memo.stats().checkpoints >= 2, "one is made every 40 records");
    memo.put(record(100, 0)).unwrap();
    memo.close().unwrap();
    let (memo, report) = open(dir.path());
    assert_eq!((report.index, report.scanned_bytes, report.records), (IndexOrigin::Checkpoint, 0, 101));
    for n in 0..=100 {
        assert_eq!(memo.get(&key(n), &EPOCH).unwrap(), Some(record(n, 0)));
    }
}

#[test]
fn epoch_and_verdict_are_checked_hot_and_cold() {
    let dir = folder();
    let (memo, _) = open(dir.path());
    let unproved = Record { verdict: Verdict::Unproved, ..record(2, 0) };
    memo.put_all(&[record(1, 0), unproved]).unwrap();
    for _ in 0..2 {
        assert_eq!(memo.get(&key(1), &Epoch([8; 32])).unwrap(), None);
        assert_eq!(memo.get(&key(2), &EPOCH).unwrap(), None);
    }
    let stats = memo.stats();
    assert_eq!((stats.withheld_by_epoch, stats.withheld_by_verdict), (2, 2));
    assert_eq!(memo.get(&key(1), &EPOCH).unwrap(), Some(record(1, 0)));
}

#[test]
fn compaction_drops_what_is_superseded_and_nothing_else() {
    let dir = folder();
    let (memo, _) = open(dir.path());
    for version in 0..4 {
        for n in 0..50 {
            memo.put(record(n, version)).unwrap();
        }
    }
    let report = memo.compact().unwrap();
    assert_eq!((report.frames, report.live), (200, 50));
    assert!(report.bytes_after * 3 < report.bytes_before, "{report:?}");
    memo.put(record(50, 4)).unwrap();
    for memo in [memo].into_iter().chain(std::iter::once_with(|| open(dir.path()).0)) {
        for n in 0..50 {
            assert_eq!(memo.get(&key(n), &EPOCH).unwrap(), Some(record(n, 3)));
        }
        assert_eq!(memo.get(&key(50), &EPOCH).unwrap(), Some(record(50, 4)));
        assert_eq!(memo.verify().unwrap().index_mismatches, 0);
    }
}

#[test]
fn an_export_is_a_journal() {
    let (from, to) = (folder(), folder());
    let (memo, _) = open(from.path());
    for n in 0..20 {
        memo.put_all(&[record(n, 0), record(n, 1)]).unwrap();
    }
    let mut bytes = Vec::new();
    assert_eq!(memo.export(&mut bytes).unwrap(), 20);
    std::fs::write(to.path().join("journal"), &bytes).unwrap();
    let (copy, report) = open(to.path());
    assert_eq!((copy.stats().records, report.set_aside.is_some()), (0, true), "nothing without the secret");
    drop(copy);
    std::fs::remove_dir_all(to.path()).unwrap();
    std::fs::create_dir(to.path()).unwrap();
    std::fs::write(to.path().join("journal"), &bytes).unwrap();
    std::fs::copy(from.path().join("secret"), to.path().join("secret")).unwrap();
    let (copy, report) = open(to.path());
    assert_eq!((report.records, report.damaged_regions), (20, 0));
    let mut seen = Vec::new();
    copy.for_each(|r| {
        seen.push(r);
        Ok(())
    })
    .unwrap();
    assert_eq!(seen, (0..20).map(|n| record(n, 1)).collect::<Vec<_>>());
}

#[test]
fn threads_share_syncs_and_see_their_own_puts() {
    let dir = folder();
    let memo = Arc::new(open(dir.path()).0);
    std::thread::scope(|scope| {
        for t in 0..8u64 {
            let memo = memo.clone();
            scope.spawn(move || {
                for n in t * 100..t * 100 + 50 {
                    memo.put(record(n, 0)).unwrap();
                    assert_eq!(memo.get(&key(n), &EPOCH).unwrap(), Some(record(n, 0)));
                    memo.put(record(n, 1)).unwrap();
                    assert_eq!(memo.get(&key(n), &EPOCH).unwrap(), Some(record(n, 1)));
                }
            });
        }
    });
    let stats = memo.stats();
    assert_eq!((stats.records, stats.puts), (400, 800));
    assert!(stats.syncs <= stats.puts);
    assert_eq!(memo.verify().unwrap().index_mismatches, 0);
}

#[test]
fn a_second_memo_on_the_folder_is_refused_with_the_remedy() {
    let dir = folder();
    let (memo, _) = open(dir.path());
    let error = Memo::open(dir.path(), small_options()).err().unwrap();
    assert!(matches!(&error, Error::Locked { path } if path == dir.path()));
    let text = error.to_string();
    assert!(text.contains(dir.path().to_str().unwrap()) && text.contains("stop that one"), "{text}");
    memo.put(record(1, 0)).unwrap();
    drop(memo);
    open(dir.path());
}

#[test]
fn a_folder_that_is_a_file_is_an_error_with_its_name() {
    let dir = folder();
    let path = dir.path().join("taken");
    std::fs::write(&path, b"not a folder").unwrap();
    let text = Memo::open(&path, Options::default()).err().unwrap().to_string();
    assert!(text.contains("taken") && text.contains("check that"), "{text}");
}

#[test]
fn bounds_and_the_mark_are_refused_and_do_no_harm() {
    let dir = folder();
    let (memo, _) = open(dir.path());
    let huge = Record { payload: vec![0; limits::MAX_PAYLOAD_BYTES + 1].into(), ..record(1, 0) };
    assert!(memo.put(huge).unwrap_err().to_string().contains("MAX_PAYLOAD_BYTES"));
    let secret = Secret::of_folder(dir.path()).unwrap();
    let nested = isotope_cache::frame::encode(&record(2, 0), &secret).unwrap();
    let hiding = Record { payload: nested.into(), ..record(1, 0) };
    assert!(matches!(memo.put(hiding), Err(Error::MarkInRecord { offset: 73 })));
    let largest = Record { payload: vec![5; limits::MAX_PAYLOAD_BYTES].into(), ..record(3, 0) };
    memo.put(largest.clone()).unwrap();
    drop(memo);
    let (memo, report) = open(dir.path());
    assert_eq!((report.records, report.damaged_regions), (1, 0));
    assert_eq!(memo.get(&key(3), &EPOCH).unwrap(), Some(largest));
}

#[test]
fn a_later_format_is_refused_and_left_alone() {
    let dir = folder();
    drop(open(dir.path()));
    let path = dir.path().join("journal");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[8] = 3;
    let hash = blake3::hash(&bytes[..32]);
    bytes[32..64].copy_from_slice(hash.as_bytes());
    std::fs::write(&path, &bytes).unwrap();
    let error = Memo::open(dir.path(), small_options()).err().unwrap();
    assert!(matches!(error, Error::NewerFormat { found: 3, known: 2, .. }), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_damaged_frame_is_a_miss_and_a_new_put_mends_it() {
    let dir = folder();
    let (memo, _) = open(dir.path());
    memo.put_all(&[record(1, 0), record(2, 0), record(3, 0)]).unwrap();
    let path = dir.path().join("journal");
    let mut bytes = std::fs::read(&path).unwrap();
    let secret = Secret::of_folder(dir.path()).unwrap();
    let second = 64 + isotope_cache::frame::encode(&record(1, 0), &secret).unwrap().len();
    bytes[second + 130] ^= 4;
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(memo.get(&key(2), &EPOCH).unwrap(), None);
    assert_eq!(memo.get(&Key(key(3).0), &EPOCH).unwrap(), Some(record(3, 0)));
    assert_eq!((memo.stats().damaged_reads, memo.stats().quarantined), (1, 1));
    let scrub = memo.verify().unwrap();
    assert_eq!((scrub.frames, scrub.damaged_regions, scrub.index_mismatches), (2, 1, 1));
    memo.put(record(2, 1)).unwrap();
    assert_eq!(memo.get(&key(2), &EPOCH).unwrap(), Some(record(2, 1)));
    let reasons = std::fs::read_dir(dir.path().join("quarantine")).unwrap();
    assert_eq!(reasons.count(), 2, "the bytes and their reason, once");
}

#[test]
fn what_is_put_can_be_read_on_from_a_place() {
    let dir = folder();
    let (memo, _) = open(dir.path());
    (0..10).for_each(|n| memo.put(record(n, 0)).unwrap());
    let mut place = isotope_cache::Place::default();
    let mut read = Vec::new();
    loop {
        let stretch = memo.read_on(place, 1).unwrap();
        assert!(stretch.records.len() <= 1, "as much as was asked for, and a record at least");
        read.extend(stretch.records);
        place = stretch.next;
        if stretch.is_end {
            break;
        }
    }
    assert_eq!(read, (0..10).map(|n| record(n, 0)).collect::<Vec<_>>());
    memo.put(record(3, 1)).unwrap();
    let stretch = memo.read_on(place, 1 << 20).unwrap();
    assert_eq!((stretch.records, stretch.is_end), (vec![record(3, 1)], true));
    assert_eq!(memo.read_on(stretch.next, 1 << 20).unwrap().records, []);
    memo.compact().unwrap();
    let again = memo.read_on(stretch.next, 1 << 20).unwrap();
    assert_eq!(again.records.len(), 10, "in a journal that was written anew a place means nothing");
}

#[test]
fn what_is_purged_is_gone_for_good_and_nothing_else_is() {
    let dir = folder();
    let (memo, _) = open(dir.path());
    (0..10).for_each(|n| memo.put(record(n, 0)).unwrap());
    assert!(memo.get(&key(4), &EPOCH).unwrap().is_some());
    memo.checkpoint().unwrap();
    let gone = [key(4), key(5), key(77)].into();
    memo.purge(&gone).unwrap();
    for memo in [memo].into_iter().chain(std::iter::once_with(|| open(dir.path()).0)) {
        assert_eq!(memo.stats().records, 8);
        for n in 0..10 {
            let expected = (n != 4 && n != 5).then(|| record(n, 0));
            assert_eq!(memo.get(&key(n), &EPOCH).unwrap(), expected);
        }
    }
}

#[test]
fn a_look_at_a_folder_says_what_opening_would_and_leaves_it_as_it_was() {
    let parent = tempfile::tempdir().unwrap();
    let listed = |path: &std::path::Path| -> Vec<_> {
        let mut names: Vec<_> = std::fs::read_dir(path).unwrap().map(|e| e.unwrap().path()).collect();
        names.sort();
        names
    };
    let deep = parent.path().join("a/b/memo");
    Memo::check(&deep).unwrap();
    assert_eq!(listed(parent.path()), Vec::<std::path::PathBuf>::new(), "nothing was made");
    let empty = parent.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    std::fs::set_permissions(&empty, std::fs::Permissions::from_mode(0o755)).unwrap();
    Memo::check(&empty).unwrap();
    assert_eq!(listed(&empty), Vec::<std::path::PathBuf>::new());
    assert_eq!(std::fs::metadata(&empty).unwrap().permissions().mode() & 0o777, 0o755);
    let file = parent.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    for bad in [file.clone(), file.join("below"), "/proc/memo".into()] {
        assert!(Memo::check(&bad).is_err() && Memo::open(&bad, Options::default()).is_err(), "{}", bad.display());
    }
    let path = parent.path().join("memo");
    let (memo, _) = Memo::open(&path, Options::default()).unwrap();
    assert!(matches!(Memo::check(&path), Err(Error::Locked { .. })));
    assert!(matches!(Memo::open(&path, Options::default()), Err(Error::Locked { .. })), "it is still locked");
    memo.close().unwrap();
    let before = listed(&path);
    Memo::check(&path).unwrap();
    assert_eq!(listed(&path), before);
    std::fs::set_permissions(path.join("secret"), std::fs::Permissions::from_mode(0o644)).unwrap();
    assert!(matches!(Memo::check(&path), Err(Error::Exposed { .. })));
}
