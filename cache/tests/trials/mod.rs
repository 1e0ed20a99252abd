//! The parts that the fault suites share: records that follow from a number, and a look at all of them.
#![allow(dead_code, reason = "each suite is a crate of its own and uses a part")]

use isotope_cache::{Epoch, Key, Memo, Options, Record, Verdict};

/// The one epoch of these suites.
pub const EPOCH: Epoch = Epoch([7; 32]);

/// The key numbered `n`.
pub fn key(n: u64) -> Key {
    let mut key = [0x6b; 32];
    key[..8].copy_from_slice(&n.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
    Key(key)
}

/// A fresh folder, in memory where there is such a place: thousands of trials each sync a dozen files, and what a sync
/// is worth is the business of `crash_points`, which simulates it, not of the disk below.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// The record of key `n` in its `version`-th form; 100 to 2,000 bytes that follow from both.
pub fn record(n: u64, version: u64) -> Record {
    let mut payload = format!("{n} {version} ").into_bytes();
    let mut word = n ^ (version << 32) ^ 0x5851_f42d_4c95_7f2d;
    let len = 100 + (n.wrapping_mul(31) + version * 7) % 1900;
    while (payload.len() as u64) < len {
        word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        payload.push((word >> 33) as u8);
    }
    Record { key: key(n), epoch: EPOCH, verdict: Verdict::Proved, work: 1, payload: payload.into() }
}

/// The version of a record that `record` made; panics on any other, for then the memo served what no one put.
pub fn version_of(n: u64, found: &Record) -> u64 {
    let text: Vec<u8> = found.payload.iter().copied().take(48).collect();
    let text = String::from_utf8_lossy(&text).into_owned();
    let mut words = text.split(' ');
    assert_eq!(words.next(), Some(n.to_string().as_str()), "a record under another's key");
    let version = words.next().and_then(|w| w.parse().ok()).expect("a payload that was never put");
    assert_eq!(*found, record(n, version), "a record that was never put");
    version
}

/// Options with checkpoints and hints often enough that a short trial meets them.
pub fn small_options() -> Options {
    Options { hot_bytes: 64 << 10, checkpoint_records: 40, hint_records: 15, ..Options::default() }
}

/// Opens with `small_options`, or panics with what the memo says.
pub fn open(folder: &std::path::Path) -> (Memo, isotope_cache::OpenReport) {
    Memo::open(folder, small_options()).unwrap_or_else(|e| panic!("open: {e}"))
}
