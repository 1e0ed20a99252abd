use super::*;
use crate::filesystem::Disk;
use std::fs;

fn quarantine() -> (tempfile::TempDir, Quarantine) {
    let dir = tempfile::tempdir().unwrap();
    let quarantine = Quarantine::new(Arc::new(Disk), dir.path());
    (dir, quarantine)
}

/// Bytes and names in the folder, reasons left out.
fn items(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = fs::read_dir(dir.join(QUARANTINE_NAME))
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|path| path.is_file() && path.extension().is_none_or(|e| e != "reason"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
        .collect();
    all.sort();
    all
}

#[test]
fn the_same_damage_is_kept_once_and_another_beside_it() {
    let (dir, quarantine) = quarantine();
    assert_eq!(quarantine.keep_bytes(1, 64, b"broken", "belong to no frame").unwrap(), Kept::Now);
    assert_eq!(quarantine.keep_bytes(1, 64, b"broken", "belong to no frame").unwrap(), Kept::Before);
    // The same place with other bytes, the same bytes at another place, and in another journal.
    for (generation, offset, bytes) in [(1, 64, b"brokem"), (1, 65, b"broken"), (2, 64, b"broken")] {
        assert_eq!(quarantine.keep_bytes(generation, offset, bytes, "belong to no frame").unwrap(), Kept::Now);
    }
    let kept = items(dir.path());
    assert_eq!(kept.len(), 4);
    let (name, bytes) = &kept[0];
    let reason = fs::read_to_string(dir.path().join(QUARANTINE_NAME).join(format!("{name}.reason"))).unwrap();
    assert!(reason.contains("6 bytes at offset 64 of journal generation 1 belong to no frame"), "{reason}");
    assert_eq!(bytes.len(), 6);
}

#[test]
fn beyond_the_number_of_items_nothing_is_kept() {
    let (dir, quarantine) = quarantine();
    let kept = |offset| quarantine.keep_bytes(1, offset, b"x", "are damaged").unwrap();
    // Each with its reason.
    let fit = MAX_QUARANTINE_ITEMS as u64 / 2;
    assert!((0..fit).all(|offset| kept(offset) == Kept::Now));
    assert_eq!((kept(fit), kept(0)), (Kept::No, Kept::Before));
    assert_eq!(items(dir.path()).len() as u64, fit);
    // An index that finds no room is removed: it is made again from the journal, and must not stay where it was.
    let index = dir.path().join("gen-1");
    fs::create_dir(&index).unwrap();
    fs::write(index.join("db"), b"damaged").unwrap();
    quarantine.move_aside(&index, "its hash does not check").unwrap();
    assert!(!index.exists() && !dir.path().join(QUARANTINE_NAME).join("gen-1").exists());
}

#[test]
fn beyond_the_bytes_nothing_is_kept() {
    let (dir, quarantine) = quarantine();
    fs::create_dir_all(dir.path().join(QUARANTINE_NAME)).unwrap();
    let large = fs::File::create(dir.path().join(QUARANTINE_NAME).join("large")).unwrap();
    large.set_len(MAX_QUARANTINE_BYTES - 5).unwrap();
    assert_eq!(quarantine.keep_bytes(1, 1, b"sixsix", "are damaged").unwrap(), Kept::No);
    assert_eq!(quarantine.keep_bytes(1, 1, b"five!", "are damaged").unwrap(), Kept::Now);
}

#[test]
fn what_is_moved_aside_twice_has_two_names() {
    let (dir, quarantine) = quarantine();
    let checkpoint = dir.path().join("checkpoint");
    for contents in [b"first", b"later"] {
        fs::write(&checkpoint, contents).unwrap();
        quarantine.move_aside(&checkpoint, "its hash does not check").unwrap();
        assert!(!checkpoint.exists());
    }
    let named = |name: &str, contents: &[u8]| (name.to_owned(), contents.to_vec());
    assert_eq!(items(dir.path()), [named("checkpoint", b"first"), named("checkpoint-2", b"later")]);
}
