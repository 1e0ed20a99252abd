use super::*;
use crate::filesystem::{Disk, FileSystem, OpenMode};
use crate::frame::encode;
use crate::store::fake::record;

fn ours() -> Secret {
    Secret::from_bytes([3; 32])
}

fn frame(key: u8, payload: &[u8]) -> Vec<u8> {
    encode(&record(key, 7, payload), &ours()).unwrap()
}

/// The pieces of these bytes; together they are all of them, in order and without a gap.
fn pieces(bytes: &[u8]) -> Vec<Piece> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("journal");
    std::fs::write(&path, bytes).unwrap();
    let file = Disk.open(&path, OpenMode::Read).unwrap();
    let secret = ours();
    let mut scanner = Scanner::new(file.as_ref(), &path, &secret, 0, bytes.len() as u64);
    let (mut found, mut end) = (Vec::new(), 0);
    while let Some(piece) = scanner.next_piece().unwrap() {
        let (start, len) = match piece {
            Piece::Frame { at, .. } => {
                assert_eq!(scanner.bytes(at).unwrap(), &bytes[at.offset as usize..at.end() as usize]);
                (at.offset, u64::from(at.len))
            }
            Piece::Foreign { offset, len } | Piece::Damaged { offset, len } => (offset, len),
        };
        assert_eq!(start, end, "{piece:?}");
        end = start + len;
        assert_eq!(scanner.position(), end);
        found.push(piece);
    }
    assert_eq!(end, bytes.len() as u64);
    found
}

/// The keys of the frames, and the bytes that are damaged.
fn summary(bytes: &[u8]) -> (Vec<u8>, u64) {
    let found = pieces(bytes);
    let keys = found.iter().filter_map(|piece| match piece {
        Piece::Frame { head, .. } => Some(head.key.0[0]),
        _ => None,
    });
    let damaged = found.iter().map(|piece| if let Piece::Damaged { len, .. } = piece { *len } else { 0 });
    (keys.collect(), damaged.sum())
}

#[test]
fn frames_follow_each_other_and_nothing_is_nothing() {
    assert_eq!(summary(&[]), (vec![], 0));
    assert_eq!(summary(&[frame(1, b"one"), frame(2, b""), frame(3, &[9; 5000])].concat()), (vec![1, 2, 3], 0));
}

#[test]
fn what_lies_between_frames_is_stepped_over() {
    for garbage in [&b"x"[..], &[0; 4096], &FRAME_MARK, &FRAME_MARK[..7], &FRAME_MARK.repeat(50)] {
        let bytes = [garbage, &frame(1, b"one"), garbage, &frame(2, b"two"), garbage].concat();
        assert_eq!(summary(&bytes), (vec![1, 2], 3 * garbage.len() as u64), "{garbage:x?}");
    }
}

/// The mark by which the way is found again lies in every position at the border of two windows of the file.
#[test]
fn a_mark_at_the_border_of_two_windows_is_found() {
    let whole = frame(5, b"behind");
    for before in SCAN_CHUNK_BYTES - 12..SCAN_CHUNK_BYTES + 4 {
        let bytes = [&vec![0; before][..], &whole].concat();
        assert_eq!(summary(&bytes), (vec![5], before as u64), "{before} bytes before");
    }
}

#[test]
fn a_frame_larger_than_a_window_is_read_whole() {
    let large = vec![5; 2 * SCAN_CHUNK_BYTES + 77];
    let bytes = [frame(1, b"one"), frame(2, &large), frame(3, b"three")].concat();
    assert_eq!(summary(&bytes), (vec![1, 2, 3], 0));
}

#[test]
fn a_frame_that_ends_early_does_not_hide_the_next() {
    let torn = frame(1, &[8; 3000]);
    for len in [1, FRAME_HEAD_BYTES - 1, FRAME_HEAD_BYTES, 1000, torn.len() - 1] {
        let bytes = [&torn[..len], &frame(2, b"two")].concat();
        assert_eq!(summary(&bytes), (vec![2], len as u64), "cut to {len}");
    }
}

#[test]
fn whole_frames_of_others_are_told_from_damage() {
    let foreign = encode(&record(9, 7, b"theirs"), &Secret::from_bytes([4; 32])).unwrap();
    let found = pieces(&[&frame(1, b"one")[..], &foreign, &frame(2, b"two")].concat());
    let len = foreign.len() as u64;
    assert!(matches!(found[..], [Piece::Frame { .. }, Piece::Foreign { len: l, .. }, Piece::Frame { .. }] if l == len));
    let mut broken = foreign;
    broken[FRAME_HEAD_BYTES + 3] ^= 1;
    assert_eq!(summary(&[broken.clone(), frame(2, b"two")].concat()), (vec![2], broken.len() as u64));
}

/// Heads that nobody vouches for and that claim a length of a mebibyte: each would be hashed to its end. Beyond the
/// bound no claim is believed, not even a true one, and what is our own behind them is found all the same.
#[test]
fn forged_lengths_cost_no_more_than_their_bound() {
    let mut head = frame(1, b"")[..FRAME_HEAD_BYTES].to_vec();
    head[12..16].copy_from_slice(&((1 << 20) - FRAME_HEAD_BYTES as u32).to_le_bytes());
    let foreign = encode(&record(9, 7, b"theirs"), &Secret::from_bytes([4; 32])).unwrap();
    for (heads, is_believed) in [(1, true), (MAX_FOREIGN_BYTES >> 20, false)] {
        let bytes = [&head.repeat(heads)[..], &foreign, &frame(2, b"ours")].concat();
        let found = pieces(&bytes);
        assert_eq!(found.iter().any(|piece| matches!(piece, Piece::Foreign { .. })), is_believed, "{heads} heads");
        assert!(matches!(found.last(), Some(Piece::Frame { head, .. }) if head.key.0[0] == 2), "{heads} heads");
    }
}
