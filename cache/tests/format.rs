//! The stored formats, byte by byte. A change here is a change of format and needs a new version.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use isotope_cache::frame::{JOURNAL_HEAD_BYTES, decode, encode};
use isotope_cache::{Epoch, Key, Memo, Options, Record, Secret, Verdict};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn golden() -> Record {
    let (key, epoch) = (Key([0x11; 32]), Epoch([0x22; 32]));
    Record { key, epoch, verdict: Verdict::Proved, work: 0x0102_0304, payload: (*b"vpdpbusd").into() }
}

fn secret() -> Secret {
    Secret::from_bytes([0x33; 32])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Compares with a golden file, or writes it when `BLESS` is set.
fn check(name: &str, found: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, format!("{}\n", hex(found))).unwrap();
    }
    assert_eq!(hex(found), std::fs::read_to_string(&path).unwrap().trim(), "{name}");
}

#[test]
fn a_frame_is_these_bytes() {
    let frame = encode(&golden(), &secret()).unwrap();
    check("frame.hex", &frame);
    assert_eq!(decode(&frame, &secret()), Some(golden()));
}

#[test]
fn a_journal_is_a_header_and_frames() {
    let dir = tempfile::tempdir().unwrap();
    // The secret of the golden bytes, as the memo would have made it.
    let mut file = [&b"\xf1IsoKey\xa7\x01\0\0\0\0\0\0\0"[..], &[0x33; 32]].concat();
    let hash = blake3::hash(&file);
    file.extend_from_slice(hash.as_bytes());
    let path = dir.path().join("secret");
    std::fs::write(&path, file).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    let (memo, _) = Memo::open(dir.path(), Options::default()).unwrap();
    memo.put(golden()).unwrap();
    let bytes = std::fs::read(dir.path().join("journal")).unwrap();
    let (head, frame) = bytes.split_at(JOURNAL_HEAD_BYTES);
    check("journal.hex", head);
    check("frame.hex", frame);
}

#[test]
fn every_flipped_bit_of_a_frame_is_noticed() {
    let frame = encode(&golden(), &secret()).unwrap();
    for bit in 0..frame.len() * 8 {
        let mut damaged = frame.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(decode(&damaged, &secret()), None, "bit {bit}");
    }
    for len in 0..frame.len() {
        assert_eq!(decode(&frame[..len], &secret()), None, "cut to {len}");
    }
}
