//! How far the journal is known to be in the tier: a place in it, and the tier's mark, kept in a file of the memo's folder.
//!
//! The file is a hint. Without it, or with one of another tier, everything is written once more, which changes nothing.

use crate::tier::Mark;
use isotope_cache::Place;
use std::path::{Path, PathBuf};

const NAME: &str = "tier-sent";
const MARK: [u8; 8] = *b"\xf1IsoSnt\xa7";
const VERSION: u16 = 2;
/// Mark, version, six zeros, hash of the tier's name (32), generation, offset, the tier's mark or zeros (16), blake3 of all that (32).
const BYTES: usize = 112;
/// Those before the hash.
const HASHED: usize = BYTES - 32;

/// The part that a tier is known to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sent {
    /// All of the journal before it.
    pub(crate) place: Place,
    /// While it has this mark.
    pub(crate) mark: Option<Mark>,
}

/// The file.
pub(crate) struct SentFile {
    path: PathBuf,
    tier: [u8; 32],
}

impl SentFile {
    pub(crate) fn new(folder: &Path, tier: &str) -> Self {
        SentFile { path: folder.join(NAME), tier: *blake3::hash(tier.as_bytes()).as_bytes() }
    }

    /// Up to where everything was written, or the start; and the mark that the tier had then.
    pub(crate) fn read(&self) -> Sent {
        std::fs::read(&self.path).ok().and_then(|bytes| self.decode(&bytes)).unwrap_or_default()
    }

    fn decode(&self, bytes: &[u8]) -> Option<Sent> {
        let bytes: &[u8; BYTES] = bytes.try_into().ok()?;
        let is_whole = bytes[HASHED..] == *blake3::hash(&bytes[..HASHED]).as_bytes();
        let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap_or_default());
        let fits = is_whole && bytes[..16] == self.head() && bytes[16..48] == self.tier;
        let mark: [u8; 16] = bytes[64..HASHED].try_into().ok()?;
        let place = Place { generation: number(48), offset: number(56) };
        fits.then(|| Sent { place, mark: Some(Mark(mark)).filter(|mark| mark.0 != [0; 16]) })
    }

    fn head(&self) -> [u8; 16] {
        let mut head = [0; 16];
        head[..8].copy_from_slice(&MARK);
        head[8..10].copy_from_slice(&VERSION.to_le_bytes());
        head
    }

    /// Keeps a place. A place that a crash loses is written once more.
    pub(crate) fn write(&self, sent: Sent) -> std::io::Result<()> {
        let Sent { place, mark } = sent;
        let mut bytes = self.head().to_vec();
        bytes.extend_from_slice(&self.tier);
        bytes.extend_from_slice(&place.generation.to_le_bytes());
        bytes.extend_from_slice(&place.offset.to_le_bytes());
        bytes.extend_from_slice(&mark.map_or([0; 16], |mark| mark.0));
        let hash = blake3::hash(&bytes);
        bytes.extend_from_slice(hash.as_bytes());
        let temporary = self.path.with_extension("tmp");
        std::fs::write(&temporary, bytes)?;
        std::fs::rename(&temporary, &self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_kept_for_its_tier_and_no_damaged_one_is_believed() {
        let folder = tempfile::tempdir().unwrap();
        let file = SentFile::new(folder.path(), "redis://a/");
        assert_eq!(file.read(), Sent::default());
        let place = Place { generation: 3, offset: 4711 };
        for mark in [None, Some(Mark([7; 16]))] {
            file.write(Sent { place, mark }).unwrap();
            assert_eq!(file.read(), Sent { place, mark });
        }
        assert_eq!(SentFile::new(folder.path(), "redis://b/").read(), Sent::default());
        let path = folder.path().join(NAME);
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(file.read(), Sent::default(), "byte {at}");
        }
        std::fs::write(&path, &whole[..90]).unwrap();
        assert_eq!(file.read(), Sent::default());
    }
}
