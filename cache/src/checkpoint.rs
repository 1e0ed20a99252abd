//! Checkpoints: a sled index on disk, and a manifest that says exactly which bytes it consists of and up to
//! which byte of which journal it is current. Reopening then reads the manifest, the index and the journal's rest.
//!
//! A generation of the index (`index/gen-N`) is written once and never opened by sled itself; sled works on a copy
//! (`index/live-N`). So a killed process leaves the checkpoint as it was. A new one takes effect when the
//! manifest is renamed into place.

use crate::error::{At, Error, Result};
use crate::filesystem::{FileSystem, OpenMode};
use crate::index::{Contents, IndexFault};
use crate::index_copy::IndexFile;
use crate::limits::{MAX_INDEX_FILES, MAX_MANIFEST_BYTES};
use crate::scan::Location;
use std::path::{Path, PathBuf};

/// The manifest's name in the cache folder.
pub(crate) const MANIFEST_NAME: &str = "checkpoint";
/// The folder of index generations and working copies.
pub(crate) const INDEX_NAME: &str = "index";
/// Starts the manifest.
pub const MANIFEST_MARK: [u8; 8] = *b"\xf1IsoChk\xa7";
/// The manifest version that this build writes and reads. Another one means a rebuild, which is always safe.
pub const MANIFEST_VERSION: u16 = 1;

/// The contents that a checkpoint vouches for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Manifest {
    /// Number of the index generation.
    pub(crate) index_id: u64,
    pub(crate) journal_generation: u64,
    /// All frames that start before this byte of the journal are in the index.
    pub(crate) position: u64,
    /// The last frame before `position`, with its hash field: shows that the journal is the one meant.
    pub(crate) last: Location,
    pub(crate) last_hash: [u8; 32],
    pub(crate) contents: Contents,
    pub(crate) files: Vec<IndexFile>,
}

impl Manifest {
    /// The stored form: the fields in order, integers little-endian, then the blake3 of all of it.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = MANIFEST_MARK.to_vec();
        out.extend_from_slice(&MANIFEST_VERSION.to_le_bytes());
        for n in [self.index_id, self.journal_generation, self.position, self.last.offset, u64::from(self.last.len)] {
            out.extend_from_slice(&n.to_le_bytes());
        }
        out.extend_from_slice(&self.last_hash);
        out.extend_from_slice(&self.contents.records.to_le_bytes());
        out.extend_from_slice(&self.contents.digest);
        out.extend_from_slice(&(self.files.len() as u64).to_le_bytes());
        for file in &self.files {
            out.extend_from_slice(&(file.name.len() as u64).to_le_bytes());
            out.extend_from_slice(file.name.as_bytes());
            out.extend_from_slice(&file.len.to_le_bytes());
            out.extend_from_slice(&file.hash);
        }
        let hash = blake3::hash(&out);
        out.extend_from_slice(hash.as_bytes());
        out
    }

    /// Reads what `encode` wrote; `None` for anything else.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Manifest> {
        let (body, hash) = bytes.split_at_checked(bytes.len().checked_sub(32)?)?;
        if *blake3::hash(body).as_bytes() != hash {
            return None;
        }
        let mut reader = Reader(body);
        if reader.take::<8>()? != MANIFEST_MARK || u16::from_le_bytes(reader.take()?) != MANIFEST_VERSION {
            return None;
        }
        let mut manifest = Manifest {
            index_id: reader.number()?,
            journal_generation: reader.number()?,
            position: reader.number()?,
            last: Location { offset: reader.number()?, len: u32::try_from(reader.number()?).ok()? },
            last_hash: reader.take()?,
            contents: Contents { records: reader.number()?, digest: reader.take()? },
            files: Vec::new(),
        };
        let files = reader.number()?;
        if files > MAX_INDEX_FILES as u64 {
            return None;
        }
        for _ in 0..files {
            let len = usize::try_from(reader.number()?).ok()?;
            let name = String::from_utf8(reader.slice(len)?.to_vec()).ok()?;
            manifest.files.push(IndexFile { name, len: reader.number()?, hash: reader.take()? });
        }
        reader.0.is_empty().then_some(manifest)
    }

    /// Reads the manifest of a cache folder: `Ok(None)` if there is none.
    pub(crate) fn load(fs: &dyn FileSystem, folder: &Path) -> std::result::Result<Option<Manifest>, IndexFault> {
        let path = folder.join(MANIFEST_NAME);
        let present = fs.list(folder).at("list", folder).map_err(IndexFault::Unavailable)?;
        let Some(entry) = present.iter().find(|e| e.path == path) else { return Ok(None) };
        if entry.len > MAX_MANIFEST_BYTES {
            return Err(IndexFault::Damaged(format!(
                "the checkpoint has {} bytes, over MAX_MANIFEST_BYTES",
                entry.len
            )));
        }
        let read = || -> Result<Vec<u8>> {
            let file = fs.open(&path, OpenMode::Read).at("open", &path)?;
            let mut bytes = vec![0; usize::try_from(entry.len).unwrap_or(0)];
            let got = file.read_full_at(&mut bytes, 0).at("read", &path)?;
            bytes.truncate(got);
            Ok(bytes)
        };
        // Unread, it cannot be checked against the journal either, so it must not stay.
        let bytes = read().map_err(|e| IndexFault::Damaged(e.to_string()))?;
        Manifest::decode(&bytes)
            .map(Some)
            .ok_or_else(|| IndexFault::Damaged("the checkpoint's hash does not check".into()))
    }

    /// Makes this the folder's checkpoint, durably and in one step.
    pub(crate) fn publish(&self, fs: &dyn FileSystem, folder: &Path) -> Result<()> {
        let bytes = self.encode();
        if bytes.len() as u64 > MAX_MANIFEST_BYTES {
            return Err(Error::OverLimit {
                what: "the checkpoint's manifest in bytes",
                found: bytes.len() as u64,
                bound: "MAX_MANIFEST_BYTES",
                limit: MAX_MANIFEST_BYTES,
            });
        }
        let (temporary, path) = (folder.join("checkpoint.tmp"), folder.join(MANIFEST_NAME));
        let file = fs.open(&temporary, OpenMode::Empty).at("create", &temporary)?;
        file.write_all_at(&bytes, 0).at("write", &temporary)?;
        file.sync().at("sync", &temporary)?;
        fs.rename(&temporary, &path).at("rename", &temporary)?;
        fs.sync_dir(folder).at("sync", folder)
    }
}

/// The folder of an index generation.
pub(crate) fn generation_folder(folder: &Path, id: u64) -> PathBuf {
    folder.join(INDEX_NAME).join(format!("gen-{id}"))
}

/// The folder of the working copy of an index generation.
pub(crate) fn live_folder(folder: &Path, id: u64) -> PathBuf {
    folder.join(INDEX_NAME).join(format!("live-{id}"))
}

/// The folder in which sled writes an index generation before it is copied.
pub(crate) fn build_folder(folder: &Path, id: u64) -> PathBuf {
    folder.join(INDEX_NAME).join(format!("build-{id}"))
}

/// Takes fields off the front of a manifest.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn slice(&mut self, len: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(head)
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.slice(N)?.try_into().ok()
    }

    fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take()?))
    }
}

#[cfg(test)]
mod tests;
