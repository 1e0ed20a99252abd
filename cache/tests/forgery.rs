//! Records that the folder's memo did not write are not served, and a folder that goes away under a memo is noticed.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::trials;

use isotope_cache::frame::encode;
use isotope_cache::{Error, Memo, Secret};
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use trials::{EPOCH, folder, key, open, record, small_options};

fn append(journal: &Path, bytes: &[u8]) {
    fs::OpenOptions::new().append(true).open(journal).unwrap().write_all(bytes).unwrap();
}

/// A frame as version 1 had it, without seal and work; its hash checks.
fn unkeyed_frame(n: u64) -> Vec<u8> {
    let one = record(n, 0);
    let mut body = [&one.key.0[..], &one.epoch.0, &[1]].concat();
    body.extend_from_slice(&one.payload);
    let mut frame = [&b"\xf1IsoRec\xa7\x01\0\0\0"[..], &(body.len() as u32).to_le_bytes()].concat();
    let hash = blake3::Hasher::new().update(&frame).update(&body).finalize();
    frame.extend_from_slice(hash.as_bytes());
    frame.extend_from_slice(&body);
    frame
}

#[test]
fn a_forged_record_is_not_served() {
    let dir = folder();
    let (memo, _) = open(dir.path());
    memo.put_all(&[record(1, 0), record(2, 0)]).unwrap();
    drop(memo);
    let journal = dir.path().join("journal");
    append(&journal, &encode(&record(3, 0), &Secret::from_bytes([1; 32])).unwrap());
    append(&journal, &unkeyed_frame(1));
    append(&journal, &unkeyed_frame(4));

    let (memo, report) = open(dir.path());
    assert_eq!((report.records, report.damaged_regions, report.foreign_frames), (2, 0, 3));
    let got = |n| memo.get(&key(n), &EPOCH).unwrap();
    assert_eq!([got(1), got(2), got(3), got(4)], [Some(record(1, 0)), Some(record(2, 0)), None, None]);
    assert_eq!((memo.stats().foreign, memo.stats().quarantined), (3, 3));
    let reasons = fs::read_dir(dir.path().join("quarantine")).unwrap().map(|e| e.unwrap().path());
    let reasons: Vec<String> =
        reasons.filter_map(|p| fs::read_to_string(p).ok()).filter(|t| t.ends_with('\n')).collect();
    assert_eq!(reasons.len(), 3);
    assert!(reasons.iter().all(|r| r.contains("seal")), "{reasons:?}");
    memo.put(record(5, 0)).unwrap();
    assert_eq!(memo.compact().unwrap().foreign_frames, 3);
    assert_eq!(memo.verify().unwrap().foreign_frames, 0, "a compaction drops them");
}

#[test]
fn a_record_overwritten_in_place_is_not_served() {
    let dir = folder();
    let (memo, _) = open(dir.path());
    memo.put(record(1, 0)).unwrap();
    let journal = dir.path().join("journal");
    let mut bytes = fs::read(&journal).unwrap();
    let forged = encode(&record(1, 0), &Secret::from_bytes([9; 32])).unwrap();
    bytes[64..].copy_from_slice(&forged);
    fs::write(&journal, &bytes).unwrap();
    assert_eq!(memo.get(&key(1), &EPOCH).unwrap(), None);
    assert_eq!((memo.stats().damaged_reads, memo.stats().foreign), (1, 1));
}

#[test]
fn a_journal_copied_in_is_set_aside() {
    let (from, to) = (folder(), folder());
    open(from.path()).0.put(record(1, 0)).unwrap();
    open(to.path()).0.put(record(2, 0)).unwrap();
    fs::copy(from.path().join("journal"), to.path().join("journal")).unwrap();
    let (memo, report) = open(to.path());
    let aside = report.set_aside.unwrap();
    assert_eq!((report.created, aside.unkeyed), (true, false));
    assert!(aside.path.exists());
    assert_eq!(memo.get(&key(1), &EPOCH).unwrap(), None);
    memo.put(record(3, 0)).unwrap();
    drop(memo);
    let (memo, report) = open(to.path());
    assert_eq!((report.set_aside, memo.get(&key(3), &EPOCH).unwrap()), (None, Some(record(3, 0))));
}

#[test]
fn an_unkeyed_journal_is_set_aside_and_kept() {
    let dir = folder();
    let mut bytes = [&b"\xf1IsoJrn\xa7\x01\0\0\0\0\0\0\0"[..], &1u64.to_le_bytes()].concat();
    let hash = blake3::hash(&bytes);
    bytes.extend_from_slice(hash.as_bytes());
    bytes.extend_from_slice(&[0; 8]);
    bytes.extend_from_slice(&unkeyed_frame(1));
    fs::write(dir.path().join("journal"), &bytes).unwrap();
    let (memo, report) = open(dir.path());
    let aside = report.set_aside.unwrap();
    assert!(aside.unkeyed && aside.path.ends_with("journal.unkeyed-1"), "{aside:?}");
    assert_eq!(fs::read(&aside.path).unwrap(), bytes);
    assert_eq!(memo.get(&key(1), &EPOCH).unwrap(), None);
    memo.put(record(1, 1)).unwrap();
    assert_eq!(memo.get(&key(1), &EPOCH).unwrap(), Some(record(1, 1)));
}

#[test]
fn the_folder_and_its_secret_are_the_owners_alone() {
    let dir = folder();
    let path = dir.path().join("cache");
    drop(open(&path));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o700);
    for name in ["secret", "secret.copy", "journal", "lock"] {
        assert_eq!(mode(&path.join(name)), 0o600, "{name}");
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let (memo, report) = open(&path);
    assert_eq!((report.repaired_mode, mode(&path)), (Some(0o755), 0o700));
    drop(memo);
    fs::set_permissions(path.join("secret"), fs::Permissions::from_mode(0o640)).unwrap();
    let refused = Memo::open(&path, small_options()).err().unwrap();
    assert!(matches!(refused, Error::Exposed { mode: 0o640, .. }), "{refused}");
}

/// Damage to the folder at this path under a running cache.
type Loss = fn(&Path);

#[test]
fn nothing_is_acknowledged_once_the_folder_is_gone() {
    let losses: [(&str, Loss); 5] = [
        ("deleted", |path| fs::remove_dir_all(path).unwrap()),
        ("moved away", |path| fs::rename(path, path.with_extension("old")).unwrap()),
        ("replaced", |path| {
            fs::remove_dir_all(path).unwrap();
            fs::create_dir(path).unwrap();
        }),
        ("emptied", |path| {
            for entry in fs::read_dir(path).unwrap().map(|e| e.unwrap().path()) {
                if entry.is_dir() { fs::remove_dir_all(entry).unwrap() } else { fs::remove_file(entry).unwrap() }
            }
        }),
        ("without its journal", |path| fs::remove_file(path.join("journal")).unwrap()),
    ];
    for (what, lose) in losses {
        let dir = folder();
        let path = dir.path().join("cache");
        let (memo, report) = open(&path);
        assert!(report.path_locked);
        memo.put(record(1, 0)).unwrap();
        lose(&path);
        let error = memo.put(record(2, 0)).unwrap_err();
        assert!(error.is_folder_replaced(), "{what}: {error}");
        assert!(error.to_string().contains("restart"), "{what}: {error}");
        assert_eq!(memo.get(&key(2), &EPOCH).unwrap(), None, "{what}: not stored, so not served");
        assert_eq!(memo.get(&key(1), &EPOCH).unwrap(), Some(record(1, 0)), "{what}: what is held is still right");
        assert!(memo.check_place().is_err() && memo.compact().is_err() && memo.checkpoint().is_err(), "{what}");
        assert!(
            matches!(Memo::open(&path, small_options()), Err(Error::Locked { .. })),
            "{what}: a second one beside it"
        );
        drop(memo);
        assert!(open(&path).0.put(record(3, 0)).is_ok(), "{what}: afresh");
    }
}
