use super::*;
use crate::filesystem::Disk;
use crate::frame::{JOURNAL_HEAD_BYTES, encode};
use crate::secret::Secret;
use crate::store::fake::record;
use std::path::Path;

const START: u64 = JOURNAL_HEAD_BYTES as u64;

/// A journal of these bytes behind its header, and its length.
fn journal(folder: &Path, bytes: &[u8]) -> (Journal, u64) {
    let _ = std::fs::remove_file(folder.join("journal"));
    let opened = Journal::open(&Disk, folder, Secret::from_bytes([3; 32])).unwrap();
    opened.journal.append(START, bytes).unwrap();
    (opened.journal, START + bytes.len() as u64)
}

fn frame(key: u8, len: usize, secret: [u8; 32]) -> Vec<u8> {
    encode(&record(key, 7, &vec![key; len]), &Secret::from_bytes(secret)).unwrap()
}

/// Frames of many lengths, some keys more than once.
fn frames() -> Vec<Vec<u8>> {
    (0..60).map(|n| frame(n % 23, [0, 13, 700, 5000][n as usize % 4] + n as usize, [3; 32])).collect()
}

/// The records before the first piece that is no sound frame.
fn one_by_one(journal: &Journal, end: u64) -> Vec<(Key, Location)> {
    let mut scanner = journal.scan(START, end);
    let mut found = Vec::new();
    while let Some(Piece::Frame { at, head }) = scanner.next_piece().unwrap() {
        found.push((head.key, at));
    }
    found
}

/// The threads say what the one walk says up to where they end, and end where a frame does.
fn agrees(journal: &Journal, end: u64, parts: usize) -> Sound {
    let (sound, all) = (in_parts(journal, START, end, parts), one_by_one(journal, end));
    assert_eq!(sound.frames, all[..sound.frames.len()], "{parts} parts");
    assert_eq!(sound.end, sound.frames.last().map_or(START, |(_, at)| at.end()), "{parts} parts");
    sound
}

#[test]
fn a_sound_journal_is_walked_to_its_end_in_however_many_parts() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, end) = journal(folder.path(), &frames().concat());
    for parts in 2..40 {
        let sound = agrees(&journal, end, parts);
        assert_eq!((sound.frames.len(), sound.end), (60, end), "{parts} parts");
    }
    assert_eq!(in_parts(&journal, START, end, 1).end, START, "one walk does that as well");
    // Parts shorter than frames have none.
    let (long, end) = self::journal(folder.path(), &[frame(1, 50_000, [3; 32]), frame(2, 10, [3; 32])].concat());
    assert_eq!(agrees(&long, end, 33).end, end);
    assert_eq!(sound_start(&long, START, end).end, START, "too short to be worth it");
}

#[test]
fn nothing_behind_damage_counts_wherever_it_lies() {
    let folder = tempfile::tempdir().unwrap();
    let whole = frames().concat();
    for at in (0..whole.len()).step_by(211) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x40;
        let (journal, end) = journal(folder.path(), &damaged);
        for parts in [2, 3, 7] {
            let sound = agrees(&journal, end, parts);
            assert!(sound.end <= START + at as u64, "byte {at}, {parts} parts: {}", sound.end);
        }
    }
}

#[test]
fn a_torn_end_and_foreign_frames_are_left_to_the_one_walk() {
    let folder = tempfile::tempdir().unwrap();
    let whole = frames().concat();
    for cut in [1, 40, 79, 200, 3000] {
        let (journal, end) = journal(folder.path(), &whole[..whole.len() - cut]);
        let sound = agrees(&journal, end, 4);
        assert_eq!(sound.frames.len(), one_by_one(&journal, end).len(), "all but the torn one");
    }
    for at in [0, 17, 42, 59] {
        let mut mixed = frames();
        mixed.insert(at, frame(99, 400, [8; 32]));
        let (journal, end) = journal(folder.path(), &mixed.concat());
        for parts in [2, 5, 11] {
            assert!(agrees(&journal, end, parts).frames.len() <= at, "a stranger's is frame {at}");
        }
    }
}
