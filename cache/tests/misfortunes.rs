//! Misfortunes of a folder between two openings, or under an open memo: secrets lost, files of another folder or of
//! another day put in, a journal cut to nothing, a build that is older than the records.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::faults;
use crate::trials;

use faults::FaultyDisk;
use isotope_cache::frame::encode;
use isotope_cache::{Error, IndexOrigin, Memo, Options, Secret};
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use trials::{EPOCH, folder, key, open, record, small_options};

/// A folder whose secret is known, with records `0..count`; the last five lie behind the checkpoint.
fn filled(path: &Path, count: u64, version: u64) {
    let (memo, _) = open(path);
    for n in 0..count {
        memo.put(record(n, version)).unwrap();
        if n + 6 == count {
            memo.checkpoint().unwrap();
        }
    }
}

fn holds(memo: &Memo, numbers: std::ops::Range<u64>, version: u64) {
    for n in numbers {
        assert_eq!(memo.get(&key(n), &EPOCH).unwrap(), Some(record(n, version)), "record {n}");
    }
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|e| e.unwrap()) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_all(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn without_its_secret_a_journal_is_kept_and_not_served() {
    type Loss = fn(&Path);
    let losses: [(&str, Loss); 3] = [
        ("deleted", |path| fs::remove_file(path).unwrap()),
        ("emptied", |path| fs::write(path, b"").unwrap()),
        ("damaged", |path| {
            let mut bytes = fs::read(path).unwrap();
            bytes[30] ^= 0x40;
            fs::write(path, bytes).unwrap();
        }),
    ];
    for (what, lose) in losses {
        let dir = folder();
        filled(dir.path(), 30, 0);
        let secret = fs::read(dir.path().join("secret")).unwrap();
        ["secret", "secret.copy"].iter().for_each(|name| lose(&dir.path().join(name)));
        let (memo, report) = open(dir.path());
        let aside = report.set_aside.unwrap();
        assert!(!aside.unkeyed && report.records == 0, "{what}");
        assert_eq!(memo.get(&key(1), &EPOCH).unwrap(), None, "{what}");
        memo.put(record(1, 5)).unwrap();
        drop(memo);
        holds(&open(dir.path()).0, 1..2, 5);
        // The old one is still whole: with its secret found again it is served.
        let again = folder();
        fs::copy(&aside.path, again.path().join("journal")).unwrap();
        fs::write(again.path().join("secret"), &secret).unwrap();
        fs::set_permissions(again.path().join("secret"), fs::Permissions::from_mode(0o600)).unwrap();
        let (memo, report) = open(again.path());
        assert_eq!((report.records, report.set_aside), (30, None), "{what}");
        holds(&memo, 0..30, 0);
    }
}

/// A frame as a later build would write it, with a seal of this folder.
fn later_frame(secret: [u8; 32]) -> Vec<u8> {
    let mut frame = encode(&record(1, 1), &Secret::from_bytes(secret)).unwrap();
    frame[8] = 3;
    let hash = *blake3::Hasher::new().update(&frame[..16]).update(&frame[80..]).finalize().as_bytes();
    frame[16..48].copy_from_slice(&hash);
    let seal = *blake3::keyed_hash(&secret, &frame[..48]).as_bytes();
    frame[48..80].copy_from_slice(&seal);
    frame
}

#[test]
fn a_frame_of_a_later_build_is_refused_and_left_alone() {
    let dir = folder();
    let mut file = [&b"\xf1IsoKey\xa7\x01\0\0\0\0\0\0\0"[..], &[0x33; 32]].concat();
    let hash = blake3::hash(&file);
    file.extend_from_slice(hash.as_bytes());
    fs::write(dir.path().join("secret"), file).unwrap();
    fs::set_permissions(dir.path().join("secret"), fs::Permissions::from_mode(0o600)).unwrap();
    filled(dir.path(), 10, 0);
    let journal = dir.path().join("journal");
    fs::OpenOptions::new().append(true).open(&journal).unwrap().write_all(&later_frame([0x33; 32])).unwrap();
    let bytes = fs::read(&journal).unwrap();
    let error = Memo::open(dir.path(), small_options()).err().unwrap();
    assert!(matches!(error, Error::NewerFormat { found: 3, known: 2, .. }), "{error}");
    assert!(error.to_string().contains("newer build"), "{error}");
    assert_eq!(fs::read(&journal).unwrap(), bytes);
    // Without this folder's seal it is a forgery, whatever version it claims: else anyone could stop the memo.
    let kept = bytes.len() - later_frame([0x33; 32]).len();
    fs::write(&journal, [&bytes[..kept], &later_frame([0x44; 32])].concat()).unwrap();
    let (memo, report) = open(dir.path());
    assert_eq!((report.records, report.foreign_frames), (10, 1));
    holds(&memo, 0..10, 0);
}

#[test]
fn a_folder_that_is_moved_away_and_back_is_used_again() {
    let dir = folder();
    let (path, away) = (dir.path().join("cache"), dir.path().join("away"));
    let (memo, _) = open(&path);
    memo.put(record(1, 0)).unwrap();
    fs::rename(&path, &away).unwrap();
    for n in 2..5 {
        assert!(memo.put(record(n, 0)).unwrap_err().is_folder_replaced());
    }
    assert!(memo.scrub(1000).unwrap_err().is_folder_replaced());
    fs::rename(&away, &path).unwrap();
    memo.put(record(6, 0)).unwrap();
    memo.compact().unwrap();
    drop(memo);
    let (memo, report) = open(&path);
    assert_eq!((report.records, report.damaged_regions), (2, 0), "what was refused is not there");
    holds(&memo, 1..2, 0);
    holds(&memo, 6..7, 0);
}

/// A checkpoint of another journal must not be believed of this one, however alike they are.
#[test]
fn a_checkpoint_of_another_folder_is_not_believed() {
    let (one, other) = (folder(), folder());
    filled(one.path(), 30, 0);
    filled(other.path(), 30, 1);
    fs::remove_dir_all(one.path().join("index")).unwrap();
    fs::copy(other.path().join("checkpoint"), one.path().join("checkpoint")).unwrap();
    copy_all(&other.path().join("index"), &one.path().join("index"));
    let (memo, report) = open(one.path());
    assert!(matches!(report.index, IndexOrigin::Rebuilt(_)), "{:?}", report.index);
    assert_eq!(report.records, 30);
    holds(&memo, 0..30, 0);
}

#[test]
fn a_journal_of_yesterday_under_the_checkpoint_of_today_is_read_anew() {
    let dir = folder();
    filled(dir.path(), 20, 0);
    let yesterday = fs::read(dir.path().join("journal")).unwrap();
    filled(dir.path(), 40, 1);
    fs::write(dir.path().join("journal"), yesterday).unwrap();
    let (memo, report) = open(dir.path());
    assert!(matches!(report.index, IndexOrigin::Rebuilt(_)), "{:?}", report.index);
    assert_eq!(report.records, 20);
    holds(&memo, 0..20, 0);
    memo.put(record(3, 7)).unwrap();
    memo.close().unwrap();
    holds(&open(dir.path()).0, 3..4, 7);
}

/// Cut to nothing, within its header, and to the header: whatever is put afterwards must not be found by the old
/// checkpoint.
#[test]
fn a_journal_cut_to_nothing_starts_afresh() {
    for len in [0, 1, 63, 64, 65] {
        let dir = folder();
        filled(dir.path(), 30, 0);
        fs::OpenOptions::new().write(true).open(dir.path().join("journal")).unwrap().set_len(len).unwrap();
        let (memo, report) = open(dir.path());
        assert_eq!(report.records, 0, "cut to {len}");
        assert!((0..30).all(|n| memo.get(&key(n), &EPOCH).unwrap().is_none()), "cut to {len}");
        for n in 0..60 {
            memo.put(record(n, 2)).unwrap();
        }
        drop(memo);
        let (memo, report) = open(dir.path());
        assert_eq!(report.records, 60, "cut to {len}");
        holds(&memo, 0..60, 2);
    }
}

#[test]
fn a_compaction_that_fails_gives_its_space_back() {
    let dir = folder();
    let disk = FaultyDisk::new(1, u64::MAX);
    let options = Options { file_system: Arc::new(disk.clone()), ..small_options() };
    let (memo, _) = Memo::open(dir.path(), options).unwrap();
    memo.put_all(&(0..50).map(|n| record(n, 0)).collect::<Vec<_>>()).unwrap();
    disk.set_space(20_000);
    assert!(memo.compact().unwrap_err().is_disk_full());
    assert!(!dir.path().join("journal.compact").exists(), "the half that was written");
    disk.set_space(u64::MAX);
    holds(&memo, 0..50, 0);
    memo.compact().unwrap();
    holds(&memo, 0..50, 0);
}

/// A copy that a full disk kept only in part is no copy: it is kept once there is room.
#[test]
fn damage_that_a_full_disk_could_not_keep_is_kept_later() {
    let dir = folder();
    let disk = FaultyDisk::new(2, u64::MAX);
    let options = Options { file_system: Arc::new(disk.clone()), ..small_options() };
    let (memo, _) = Memo::open(dir.path(), options).unwrap();
    memo.put_all(&(0..5).map(|n| record(n, 0)).collect::<Vec<_>>()).unwrap();
    let journal = dir.path().join("journal");
    let mut bytes = fs::read(&journal).unwrap();
    bytes[200] ^= 1;
    fs::write(&journal, &bytes).unwrap();
    disk.set_space(40);
    assert_eq!(memo.get(&key(0), &EPOCH).unwrap(), None);
    assert_eq!((memo.stats().quarantined, memo.stats().not_quarantined), (0, 1));
    disk.set_space(u64::MAX);
    assert_eq!(memo.get(&key(0), &EPOCH).unwrap(), None);
    assert_eq!(memo.stats().quarantined, 1);
    let kept = fs::read_dir(dir.path().join("quarantine")).unwrap().map(|e| e.unwrap().path());
    let kept: Vec<_> = kept.filter(|path| path.extension().is_none()).collect();
    assert_eq!(kept.len(), 1);
    let whole = fs::read(&kept[0]).unwrap();
    assert!(bytes.windows(whole.len()).any(|part| part == whole) && whole.len() > 200, "{} bytes", whole.len());
}

/// Of a batch whose sync failed and that could not be cut off again, either, whole frames are left in the file. A later
/// frame of the first one's length would join up with the second, and bring to life what was reported as not stored.
#[test]
fn a_batch_that_failed_stays_dead_even_if_it_could_not_be_cut_off() {
    let dir = folder();
    let disk = FaultyDisk::new(3, u64::MAX);
    let options = Options { file_system: Arc::new(disk.clone()), ..small_options() };
    let (memo, _) = Memo::open(dir.path(), options).unwrap();
    memo.put(record(0, 0)).unwrap();
    disk.set_ailing(true);
    for _ in 0..2 {
        assert!(memo.put_all(&[record(1, 1), record(2, 1)]).is_err());
    }
    disk.set_ailing(false);
    assert_eq!(memo.get(&key(2), &EPOCH).unwrap(), None);
    memo.put(record(1, 1)).unwrap();
    drop(memo);
    let (memo, report) = open(dir.path());
    assert_eq!((report.records, report.damaged_regions), (2, 0));
    assert_eq!(memo.get(&key(2), &EPOCH).unwrap(), None);
    holds(&memo, 1..2, 1);
}
