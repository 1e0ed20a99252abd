use super::*;

fn manifest() -> Manifest {
    let file = |name: &str, len| IndexFile { name: name.into(), len, hash: [len as u8; 32] };
    Manifest {
        index_id: 3,
        journal_generation: 2,
        position: 4096,
        last: Location { offset: 4000, len: 96 },
        last_hash: [9; 32],
        contents: Contents { records: 17, digest: [5; 16] },
        files: vec![file("conf", 63), file("blobs/1", 7)],
    }
}

#[test]
fn a_manifest_is_read_as_it_was_written() {
    assert_eq!(Manifest::decode(&manifest().encode()), Some(manifest()));
}

#[test]
fn a_damaged_manifest_is_no_manifest() {
    let whole = manifest().encode();
    for bit in 0..whole.len() * 8 {
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(Manifest::decode(&damaged), None, "bit {bit}");
    }
    for len in 0..whole.len() {
        assert_eq!(Manifest::decode(&whole[..len]), None, "cut to {len}");
    }
}

#[test]
fn a_manifest_whose_lengths_lie_is_no_manifest() {
    // With a hash that checks, as only a bug or an adversary would write it.
    let mut body = manifest().encode();
    body.truncate(body.len() - 32);
    for field in (10..body.len() - 8).step_by(2) {
        let mut lying = body.clone();
        lying[field..field + 8].fill(0xff);
        let hash = blake3::hash(&lying);
        lying.extend_from_slice(hash.as_bytes());
        if let Some(read) = Manifest::decode(&lying) {
            assert_eq!(read.encode(), lying, "whatever is accepted is accepted as written");
        }
    }
}
