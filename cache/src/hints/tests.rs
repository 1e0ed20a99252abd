use super::*;

fn secret() -> Secret {
    Secret::from_bytes([5; 32])
}

fn frames(count: u64) -> Frames {
    let at = |n: u64| Location { offset: 64 + n * 200, len: 150 };
    (0..count).map(|n| (Key([n as u8; 32]), at(n))).collect()
}

fn hint(frames: &Frames) -> Hint {
    let to = frames.last().map_or(64, |(_, at)| at.end());
    Hint { generation: 7, from: 64, to, last_hash: [1; 32], previous: [2; 32], frames: frames.clone() }
}

#[test]
fn what_is_written_is_read_and_nothing_else() {
    let all = frames(5);
    let (bytes, seal) = encode(&hint(&all), &all, &secret());
    assert_eq!(bytes.len(), HEAD_BYTES + 5 * ENTRY_BYTES + SEAL_BYTES);
    assert_eq!(decode(&bytes, &secret()), Some((hint(&all), seal)));
    assert_eq!(decode(&bytes, &Secret::from_bytes([6; 32])), None, "another folder's");
    for len in 0..bytes.len() {
        assert_eq!(decode(&bytes[..len], &secret()), None, "cut to {len}");
    }
    for at in 0..bytes.len() {
        let mut other = bytes.clone();
        other[at] ^= 1;
        assert_eq!(decode(&other, &secret()), None, "byte {at}");
    }
}

#[test]
fn frames_that_overlap_or_lie_outside_are_none() {
    let whole = frames(3);
    let refused = |change: fn(&mut Hint)| {
        let mut changed = hint(&whole);
        change(&mut changed);
        let (bytes, _) = encode(&changed, &changed.frames, &secret());
        assert_eq!(decode(&bytes, &secret()), None);
    };
    refused(|hint| hint.frames.swap(0, 1));
    refused(|hint| hint.frames[1].1.offset -= 51);
    refused(|hint| hint.to -= 1);
    refused(|hint| hint.from += 1);
    refused(|hint| hint.frames[2].1.offset = u64::MAX);
}

/// The stored form, byte for byte: another one wants another version.
#[test]
fn the_form_is_the_one_that_is_described() {
    let all = frames(1);
    let (bytes, seal) = encode(&hint(&all), &all, &secret());
    let expected = [
        &b"\xf1IsoHnt\xa7\x01\0\0\0\0\0\0\0"[..],
        &7u64.to_le_bytes(),
        &64u64.to_le_bytes(),
        &214u64.to_le_bytes(),
        &[1; 32],
        &[2; 32],
        &1u64.to_le_bytes(),
        &[0; 32],
        &64u64.to_le_bytes(),
        &150u32.to_le_bytes(),
    ]
    .concat();
    assert_eq!(bytes[..expected.len()], expected);
    assert_eq!(bytes[expected.len()..], *blake3::keyed_hash(&[5; 32], &expected).as_bytes());
    assert_eq!(bytes[expected.len()..], seal);
}
