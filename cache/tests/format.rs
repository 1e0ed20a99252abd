//! The stored formats, byte by byte. A change here is a change of format and needs a new version.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use isotope_cache::frame::{decode, encode};
use isotope_cache::{Epoch, Key, Memo, Options, Record, Verdict};

fn golden() -> Record {
    Record { key: Key([0x11; 32]), epoch: Epoch([0x22; 32]), verdict: Verdict::Proved, payload: (*b"vpdpbusd").into() }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

const GOLDEN_FRAME: &str = include_str!("golden/frame.hex");
const GOLDEN_JOURNAL: &str = include_str!("golden/journal.hex");

#[test]
fn a_frame_is_these_bytes() {
    let frame = encode(&golden()).unwrap();
    assert_eq!(hex(&frame), GOLDEN_FRAME.trim());
    assert_eq!(decode(&frame), Some(golden()));
}

#[test]
fn a_journal_is_a_header_and_frames() {
    let dir = tempfile::tempdir().unwrap();
    let (memo, _) = Memo::open(dir.path(), Options::default()).unwrap();
    memo.put(golden()).unwrap();
    let bytes = std::fs::read(dir.path().join("journal")).unwrap();
    assert_eq!(hex(&bytes), format!("{}{}", GOLDEN_JOURNAL.trim(), GOLDEN_FRAME.trim()));
}

#[test]
fn every_flipped_bit_of_a_frame_is_noticed() {
    let frame = encode(&golden()).unwrap();
    for bit in 0..frame.len() * 8 {
        let mut damaged = frame.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(decode(&damaged), None, "bit {bit}");
    }
    for len in 0..frame.len() {
        assert_eq!(decode(&frame[..len]), None, "cut to {len}");
    }
}
