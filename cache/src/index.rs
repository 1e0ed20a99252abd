//! From a key to the place of its newest frame. An index is never trusted with more than that: whatever it
//! says is checked against the frame, and when it fails it is rebuilt from the journal.

use crate::error::Error;
use crate::record::Key;
use crate::scan::Location;

/// Why an index cannot be used.
#[derive(Debug)]
pub(crate) enum IndexFault {
    /// It is not what was written: to the quarantine with it.
    Damaged(String),
    /// It belongs to a journal that a compaction has replaced. No damage, and no use.
    Stale,
    /// It could not be reached (no space for the working copy, say); it may be whole.
    Unavailable(Error),
}

impl std::fmt::Display for IndexFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            IndexFault::Damaged(why) => f.write_str(why),
            IndexFault::Stale => f.write_str("the checkpoint is of the journal as it was before a compaction"),
            IndexFault::Unavailable(error) => error.fmt(f),
        }
    }
}

/// Looks up where a record lies.
pub(crate) trait LocationIndex: Send + Sync {
    /// Where the newest frame of `key` lies, as of the checkpoint this index belongs to.
    fn get(&self, key: &Key) -> Result<Option<Location>, IndexFault>;
}

/// The contents of an index, in a form that does not depend on order or on how it is stored: the number of entries and
/// the exclusive or of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Contents {
    pub(crate) records: u64,
    pub(crate) digest: [u8; 16],
}

impl Contents {
    /// Adds or, called a second time, takes away an entry's part of the digest.
    pub(crate) fn toggle(&mut self, key: &Key, at: Location) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&key.0).update(&encode_location(at));
        for (d, h) in self.digest.iter_mut().zip(hasher.finalize().as_bytes()) {
            *d ^= h;
        }
    }
}

/// The stored form of a location: offset (8) and length (4), little-endian.
pub(crate) fn encode_location(at: Location) -> [u8; 12] {
    let mut out = [0; 12];
    out[..8].copy_from_slice(&at.offset.to_le_bytes());
    out[8..].copy_from_slice(&at.len.to_le_bytes());
    out
}

/// Reads what `encode_location` wrote.
pub(crate) fn decode_location(bytes: &[u8]) -> Option<Location> {
    let bytes: &[u8; 12] = bytes.try_into().ok()?;
    Some(Location {
        offset: u64::from_le_bytes(bytes[..8].try_into().ok()?),
        len: u32::from_le_bytes(bytes[8..].try_into().ok()?),
    })
}
