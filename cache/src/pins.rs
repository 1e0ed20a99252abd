//! Keys whose records no want of space evicts, in two files of the folder: either is enough, and mends the other.
//!
//! A file: mark (8), version (2), six zeros, the keys in order (32 each), blake3 of all that (32).

use crate::error::{At, Error, Result};
use crate::filesystem::{FileSystem, OpenMode};
use crate::limits::MAX_PINS;
use crate::record::Key;
use std::collections::BTreeSet;
use std::path::Path;

/// The files, in the cache folder. The first is written first.
const NAMES: [&str; 2] = ["pins", "pins.copy"];
const MARK: [u8; 8] = *b"\xf1IsoPin\xa7";
const VERSION: u16 = 1;
const HEAD_BYTES: usize = 16;
const HASH_BYTES: usize = 32;

/// The files that were found in a folder.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) keys: BTreeSet<Key>,
    /// There are files, and none of them is whole.
    pub(crate) is_lost: bool,
}

/// Reads what is pinned in `folder`.
pub(crate) fn read(fs: &dyn FileSystem, folder: &Path) -> Result<Found> {
    let present = fs.list(folder).at("list", folder)?;
    let mut found = Found::default();
    for name in NAMES {
        let path = folder.join(name);
        let Some(entry) = present.iter().find(|entry| entry.path == path) else { continue };
        found.is_lost = true;
        if entry.len > (HEAD_BYTES + HASH_BYTES + 32 * MAX_PINS) as u64 {
            continue;
        }
        let mut bytes = vec![0; usize::try_from(entry.len).expect("bounded above")];
        let got = fs.open(&path, OpenMode::Read).at("open", &path)?.read_full_at(&mut bytes, 0).at("read", &path)?;
        if let Some(keys) = decode(&bytes[..got]) {
            return Ok(Found { keys, is_lost: false });
        }
    }
    Ok(found)
}

fn decode(bytes: &[u8]) -> Option<BTreeSet<Key>> {
    let (body, hash) = bytes.split_last_chunk::<HASH_BYTES>()?;
    let (head, keys) = body.split_first_chunk::<HEAD_BYTES>()?;
    let is_whole = *blake3::hash(body).as_bytes() == *hash && *head == self::head() && keys.len().is_multiple_of(32);
    is_whole.then(|| keys.chunks_exact(32).map(|key| Key(key.try_into().expect("32 bytes"))).collect())
}

fn head() -> [u8; HEAD_BYTES] {
    let mut head = [0; HEAD_BYTES];
    head[..8].copy_from_slice(&MARK);
    head[8..10].copy_from_slice(&VERSION.to_le_bytes());
    head
}

/// Writes what is pinned from now on, durably.
pub(crate) fn write(fs: &dyn FileSystem, folder: &Path, keys: &BTreeSet<Key>) -> Result<()> {
    if keys.len() > MAX_PINS {
        return Err(Error::OverLimit {
            what: "the number of pinned records",
            found: keys.len() as u64,
            bound: "MAX_PINS",
            limit: MAX_PINS as u64,
        });
    }
    let mut bytes = head().to_vec();
    keys.iter().for_each(|key| bytes.extend_from_slice(&key.0));
    let hash = blake3::hash(&bytes);
    bytes.extend_from_slice(hash.as_bytes());
    for name in NAMES {
        let (temporary, path) = (folder.join("pins.tmp"), folder.join(name));
        let file = fs.open(&temporary, OpenMode::Empty).at("create", &temporary)?;
        file.write_all_at(&bytes, 0).at("write", &temporary)?;
        file.sync().at("sync", &temporary)?;
        fs.rename(&temporary, &path).at("rename", &temporary)?;
    }
    fs.sync_dir(folder).at("sync", folder)
}
