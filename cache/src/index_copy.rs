//! Copies of an index, file by file, hashed on the way: into a generation that has to last, or out of one into a
//! working copy that sled may have.

use crate::error::{At, Result};
use crate::filesystem::{FileSystem, OpenMode};
use crate::index::IndexFault;
use crate::limits::{MAX_INDEX_FILES, SCAN_CHUNK_BYTES};
use std::path::Path;

/// One file of an index generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IndexFile {
    /// Path inside the generation's folder, with `/`.
    pub(crate) name: String,
    /// Length in bytes.
    pub(crate) len: u64,
    /// blake3 of the contents.
    pub(crate) hash: [u8; 32],
}

/// Copies the index that sled has closed in `from` to `to`, durably, and says what it consists of.
pub(crate) fn copy_to_keep(
    fs: &dyn FileSystem,
    from: &Path,
    to: &Path,
) -> std::result::Result<Vec<IndexFile>, IndexFault> {
    let mut copy = IndexCopy { fs, durable: true, files: Vec::new() };
    copy.folder(from, to, "")?;
    Ok(copy.files)
}

/// Copies the generation in `from` to `to` for sled to work on, if it consists of exactly the files `expected`.
pub(crate) fn copy_to_work(
    fs: &dyn FileSystem,
    from: &Path,
    to: &Path,
    expected: &[IndexFile],
) -> std::result::Result<(), IndexFault> {
    let mut copy = IndexCopy { fs, durable: false, files: Vec::new() };
    copy.folder(from, to, "")?;
    if copy.files == expected {
        return Ok(());
    }
    let changed = expected.iter().find(|e| !copy.files.contains(e));
    let added = copy.files.iter().find(|f| !expected.contains(f));
    let name = changed.or(added).map_or("a file", |f| f.name.as_str());
    Err(IndexFault::Damaged(format!("{name} of the index is not what the checkpoint says")))
}

struct IndexCopy<'a> {
    fs: &'a dyn FileSystem,
    durable: bool,
    files: Vec<IndexFile>,
}

impl IndexCopy<'_> {
    fn folder(&mut self, from: &Path, to: &Path, prefix: &str) -> std::result::Result<(), IndexFault> {
        let fs = self.fs;
        let entries = fs.list(from).map_err(|e| IndexFault::Damaged(format!("cannot list {}: {e}", from.display())))?;
        fs.create_dir_all(to).at("create", to).map_err(IndexFault::Unavailable)?;
        for entry in entries {
            let Some(name) = entry.path.file_name().and_then(|n| n.to_str()) else {
                return Err(IndexFault::Damaged(format!("{} has a name that is not text", entry.path.display())));
            };
            if self.files.len() >= MAX_INDEX_FILES {
                return Err(IndexFault::Damaged("the index has more files than MAX_INDEX_FILES".into()));
            }
            let (inner, target) = (format!("{prefix}{name}"), to.join(name));
            if entry.is_dir {
                self.folder(&entry.path, &target, &format!("{inner}/"))?;
            } else {
                let (len, hash) = self.file(&entry.path, &target).map_err(IndexFault::Unavailable)?;
                self.files.push(IndexFile { name: inner, len, hash });
            }
        }
        if self.durable {
            fs.sync_dir(to).at("sync", to).map_err(IndexFault::Unavailable)?;
        }
        Ok(())
    }

    fn file(&self, from: &Path, to: &Path) -> Result<(u64, [u8; 32])> {
        let source = self.fs.open(from, OpenMode::Read).at("open", from)?;
        let target = self.fs.open(to, OpenMode::Empty).at("create", to)?;
        let mut hasher = blake3::Hasher::new();
        let mut buffer = vec![0; SCAN_CHUNK_BYTES];
        let mut done = 0;
        loop {
            let got = source.read_full_at(&mut buffer, done).at("read", from)?;
            if got == 0 {
                break;
            }
            hasher.update(&buffer[..got]);
            target.write_all_at(&buffer[..got], done).at("write", to)?;
            done += got as u64;
        }
        if self.durable {
            target.sync().at("sync", to)?;
        }
        Ok((done, *hasher.finalize().as_bytes()))
    }
}
