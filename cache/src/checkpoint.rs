//! Checkpoints: a sled index on disk, and a manifest that says exactly which bytes it consists of and up to
//! which byte of which journal it is current. Reopening then reads the manifest, the index and the journal's rest.
//!
//! A generation of the index (`index/gen-N`) is written once and never opened by sled itself; sled works on a copy
//! (`index/live-N`). So a killed process leaves the checkpoint as it was. A new one takes effect when the
//! manifest is renamed into place.

use crate::error::{At, Error, Result};
use crate::filesystem::{FileSystem, OpenMode};
use crate::index::{Contents, IndexFault};
use crate::limits::{MAX_INDEX_FILES, MAX_MANIFEST_BYTES, SCAN_CHUNK_BYTES};
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

/// One file of an index generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IndexFile {
    /// Path inside the generation's folder, with `/`.
    pub(crate) name: String,
    pub(crate) len: u64,
    pub(crate) hash: [u8; 32],
}

/// What a checkpoint vouches for.
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

/// Copies an index and says what was copied. With `expected`, stops at the first file that is not as it says.
pub(crate) fn copy_index(
    fs: &dyn FileSystem,
    from: &Path,
    to: &Path,
    expected: Option<&[IndexFile]>,
) -> std::result::Result<Vec<IndexFile>, IndexFault> {
    let mut files = Vec::new();
    copy_folder(fs, from, to, "", &mut files)?;
    if let Some(expected) = expected
        && files != expected
    {
        let name = expected
            .iter()
            .find(|e| !files.contains(e))
            .or_else(|| files.iter().find(|f| !expected.contains(f)))
            .map_or("a file", |f| f.name.as_str());
        return Err(IndexFault::Damaged(format!("{} of the index is not what the checkpoint says", name)));
    }
    Ok(files)
}

fn copy_folder(
    fs: &dyn FileSystem,
    from: &Path,
    to: &Path,
    prefix: &str,
    files: &mut Vec<IndexFile>,
) -> std::result::Result<(), IndexFault> {
    let entries = fs.list(from).map_err(|e| IndexFault::Damaged(format!("cannot list {}: {e}", from.display())))?;
    fs.create_dir_all(to).at("create", to).map_err(IndexFault::Unavailable)?;
    for entry in entries {
        let Some(name) = entry.path.file_name().and_then(|n| n.to_str()) else {
            return Err(IndexFault::Damaged(format!("{} has a name that is not text", entry.path.display())));
        };
        if files.len() >= MAX_INDEX_FILES {
            return Err(IndexFault::Damaged("the index has more files than MAX_INDEX_FILES".into()));
        }
        let (inner, target) = (format!("{prefix}{name}"), to.join(name));
        if entry.is_dir {
            copy_folder(fs, &entry.path, &target, &format!("{inner}/"), files)?;
        } else {
            let (len, hash) = copy_file(fs, &entry.path, &target).map_err(IndexFault::Unavailable)?;
            files.push(IndexFile { name: inner, len, hash });
        }
    }
    fs.sync_dir(to).at("sync", to).map_err(IndexFault::Unavailable)
}

fn copy_file(fs: &dyn FileSystem, from: &Path, to: &Path) -> Result<(u64, [u8; 32])> {
    let source = fs.open(from, OpenMode::Read).at("open", from)?;
    let target = fs.open(to, OpenMode::Empty).at("create", to)?;
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
    target.sync().at("sync", to)?;
    Ok((done, *hasher.finalize().as_bytes()))
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
