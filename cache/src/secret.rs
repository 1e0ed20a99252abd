//! The folder's secret: what the memo seals its frames with, so that a frame that it did not write is not served.
//!
//! Thirty-two random bytes, made when the folder is first opened, in two files of mode 0600 in the folder of mode 0700.
//! Either is enough, and mends the other: the loss of a page must not be the loss of every record. Whoever can read the
//! secret can forge; that is the daemon's own user, and root.
//!
//! A secret file: mark (8), version (2), six zeros, the secret (32), blake3 of all that (32).

use crate::error::{At, Error, Result};
use crate::filesystem::{FileSystem, OpenMode};
use std::fmt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The files that hold the secret, in the cache folder.
const NAMES: [&str; 2] = ["secret", "secret.copy"];
const MARK: [u8; 8] = *b"\xf1IsoKey\xa7";
const VERSION: u16 = 1;
const FILE_BYTES: usize = 80;
/// Rights of a secret file that nobody but its owner can use.
const PRIVATE: u32 = 0o600;

/// The secret that seals the frames of one folder.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Secret {
    /// The secret made of these bytes; for tests and tools, the memo makes its own.
    pub fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// The secret that the memo in `folder` uses.
    pub fn of_folder(folder: &Path) -> Result<Secret> {
        let held = read_all(&crate::filesystem::Disk, folder)?;
        held.into_iter().flatten().next().ok_or_else(|| Error::NoSecret { path: folder.join(NAMES[0]) })
    }

    /// Whether the files that hold it in `folder`, if there are any, can be used.
    pub(crate) fn look(fs: &dyn FileSystem, folder: &Path) -> Result<()> {
        read_all(fs, folder).map(drop)
    }

    /// Reads the secret of `folder`, or makes it. Of two that differ the one by the name `wanted` counts. A file that
    /// is damaged or missing is written again.
    pub(crate) fn open(fs: &dyn FileSystem, folder: &Path, wanted: Option<[u8; 8]>) -> Result<Secret> {
        let held = read_all(fs, folder)?;
        let fits = |s: &&Secret| wanted.is_none_or(|name| s.name() == name);
        let found = held.iter().flatten().find(fits).or_else(|| held.iter().flatten().next());
        let secret = match found {
            Some(secret) => secret.clone(),
            None => {
                let mut bytes = [0; 32];
                getrandom::fill(&mut bytes).map_err(std::io::Error::other).at("draw the secret of", folder)?;
                Secret(bytes)
            }
        };
        for (name, held) in NAMES.iter().zip(&held) {
            if held.as_ref() != Some(&secret) {
                let written = secret.write(fs, folder, name);
                // One whole copy is enough to go on with, on a full disk say; the next open tries again.
                if found.is_none() {
                    written?;
                }
            }
        }
        if found.is_none() {
            fs.sync_dir(folder).at("sync", folder)?;
        }
        Ok(secret)
    }

    /// Bytes 48..80 of a frame, from its bytes 0..48.
    pub(crate) fn seal(&self, unsealed: &[u8]) -> [u8; 32] {
        *blake3::keyed_hash(&self.0, unsealed).as_bytes()
    }

    /// Whether `seal` is the one of these bytes.
    pub(crate) fn seals(&self, unsealed: &[u8], seal: &[u8]) -> bool {
        // Compared as hashes, which takes the same time wherever they differ.
        blake3::Hash::from_slice(seal).is_ok_and(|seal| blake3::keyed_hash(&self.0, unsealed) == seal)
    }

    /// By what a journal's header names the secret; tells nothing about it.
    pub(crate) fn name(&self) -> [u8; 8] {
        let hash = blake3::keyed_hash(&self.0, b"the name of this secret");
        hash.as_bytes()[..8].try_into().expect("a hash has 32 bytes")
    }

    fn write(&self, fs: &dyn FileSystem, folder: &Path, name: &str) -> Result<()> {
        let mut bytes = Vec::with_capacity(FILE_BYTES);
        bytes.extend_from_slice(&MARK);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&[0; 6]);
        bytes.extend_from_slice(&self.0);
        let hash = blake3::hash(&bytes);
        bytes.extend_from_slice(hash.as_bytes());
        let (temporary, path) = (folder.join("secret.tmp"), folder.join(name));
        let file = fs.open(&temporary, OpenMode::Empty).at("create", &temporary)?;
        file.write_all_at(&bytes, 0).at("write", &temporary)?;
        file.sync().at("sync", &temporary)?;
        fs.rename(&temporary, &path).at("rename", &temporary)
    }
}

/// The contents of each of the files; `None` for one that is not there or damaged.
fn read_all(fs: &dyn FileSystem, folder: &Path) -> Result<[Option<Secret>; 2]> {
    let present = fs.list(folder).at("list", folder)?;
    let mut held = [None, None];
    for (name, held) in NAMES.iter().zip(&mut held) {
        let path = folder.join(name);
        if present.iter().any(|e| e.path == path) {
            refuse_exposed(&path)?;
            let file = fs.open(&path, OpenMode::Read).at("open", &path)?;
            let mut bytes = [0; FILE_BYTES];
            let got = file.read_full_at(&mut bytes, 0).at("read", &path)?;
            *held = decode(&bytes[..got]);
        }
    }
    Ok(held)
}

fn decode(bytes: &[u8]) -> Option<Secret> {
    let bytes: &[u8; FILE_BYTES] = bytes.try_into().ok()?;
    let is_whole = bytes[..8] == MARK
        && bytes[8..10] == VERSION.to_le_bytes()
        && bytes[48..] == *blake3::hash(&bytes[..48]).as_bytes();
    is_whole.then(|| Secret(bytes[16..48].try_into().expect("32 bytes")))
}

/// A secret that others could read is none, and what it sealed may be theirs.
fn refuse_exposed(path: &PathBuf) -> Result<()> {
    let mode = std::fs::symlink_metadata(path).at("examine", path)?.permissions().mode() & 0o777;
    if mode & !PRIVATE != 0 {
        return Err(Error::Exposed { path: path.clone(), mode });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
