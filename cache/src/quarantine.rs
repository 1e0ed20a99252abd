//! Where damaged bytes go: kept for whoever wants to know, never read again by the memo.
//!
//! Each item has a name that follows from what it is, so that finding the same damage twice keeps one copy, and
//! a `.reason` file beside it. The folder is bounded; beyond that, damage is counted only.

use crate::error::{At, Result};
use crate::filesystem::{Entry, FileSystem, OpenMode};
use crate::limits::{MAX_QUARANTINE_BYTES, MAX_QUARANTINE_ITEMS};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The quarantine's name in the cache folder.
pub(crate) const QUARANTINE_NAME: &str = "quarantine";

/// The outcome of bytes that were to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// They are kept since now.
    Now,
    /// They had been found, and kept, before.
    Before,
    /// There is no room for them.
    No,
}

/// The quarantine folder of one cache folder.
pub(crate) struct Quarantine {
    fs: Arc<dyn FileSystem>,
    folder: PathBuf,
}

impl Quarantine {
    pub(crate) fn new(fs: Arc<dyn FileSystem>, cache_folder: &Path) -> Self {
        Quarantine { fs, folder: cache_folder.join(QUARANTINE_NAME) }
    }

    /// Keeps a copy of the journal's bytes at `offset`, which are not served because they `why`.
    pub(crate) fn keep_bytes(&self, generation: u64, offset: u64, bytes: &[u8], why: &str) -> Result<Kept> {
        let id = blake3::hash(bytes).to_hex();
        let name = format!("journal-{generation}-{offset}-{}-{}", bytes.len(), &id[..16]);
        let path = self.folder.join(&name);
        let Some(entries) = self.room_for(&path, bytes.len() as u64)? else { return Ok(Kept::No) };
        // A shorter one is what a full disk or a kill left of it.
        if entries.iter().any(|e| e.path == path && e.len == bytes.len() as u64) {
            return Ok(Kept::Before);
        }
        self.write(&path, bytes)?;
        let reason = format!("{} bytes at offset {offset} of journal generation {generation} {why}.\n", bytes.len());
        self.write_reason(&path, &reason)?;
        Ok(Kept::Now)
    }

    /// Moves a damaged index folder or file here, or removes it if there is no room: an index can be rebuilt.
    pub(crate) fn move_aside(&self, path: &Path, reason: &str) -> Result<()> {
        let stem = path.file_name().map_or_else(|| "index".into(), |n| n.to_string_lossy().into_owned());
        let bytes = if let Ok(entries) = self.fs.list(path) { entries.iter().map(|e| e.len).sum() } else { 0 };
        let mut target = self.folder.join(&stem);
        let Some(entries) = self.room_for(&target, bytes)? else {
            return self.remove(path);
        };
        let mut n = 1;
        while entries.iter().any(|e| e.path == target) {
            n += 1;
            target = self.folder.join(format!("{stem}-{n}"));
        }
        self.fs.rename(path, &target).at("move to quarantine", path)?;
        self.write_reason(&target, &format!("{reason}\n"))
    }

    fn remove(&self, path: &Path) -> Result<()> {
        if self.fs.list(path).is_ok() {
            self.fs.remove_dir_all(path).at("remove", path)
        } else {
            self.fs.remove_file(path).at("remove", path)
        }
    }

    /// The bytes that are present, if `bytes` more still fit or `path` is among them.
    fn room_for(&self, path: &Path, bytes: u64) -> Result<Option<Vec<Entry>>> {
        self.fs.create_dir_all(&self.folder).at("create", &self.folder)?;
        let entries = self.fs.list(&self.folder).at("list", &self.folder)?;
        let mut held = 0;
        for entry in &entries {
            held += entry.len;
            if entry.is_dir {
                held += self.fs.list(&entry.path).at("list", &entry.path)?.iter().map(|e| e.len).sum::<u64>();
            }
        }
        let fits = held + bytes <= MAX_QUARANTINE_BYTES && entries.len() < MAX_QUARANTINE_ITEMS;
        let is_present = entries.iter().any(|e| e.path == path);
        Ok((fits || is_present).then_some(entries))
    }

    fn write_reason(&self, path: &Path, reason: &str) -> Result<()> {
        let mut name = path.as_os_str().to_owned();
        name.push(".reason");
        self.write(Path::new(&name), reason.as_bytes())
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        let file = self.fs.open(path, OpenMode::Empty).at("create", path)?;
        file.write_all_at(bytes, 0).at("write", path)?;
        file.sync().at("sync", path)
    }
}

#[cfg(test)]
mod tests;
