//! What can go wrong, told to the person who can do something about it.

use std::io;
use std::path::{Path, PathBuf};

/// The result of every fallible call of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Why the memo could not do what was asked. None of these loses what was acknowledged before.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Another process, or another `Memo` of this one, holds the folder.
    #[error(
        "the cache folder {path} is in use by another process; stop that one, or give this one a folder of its own"
    )]
    Locked {
        /// The cache folder.
        path: PathBuf,
    },
    /// The operating system refused.
    #[error("cannot {action} {path}: {source}; check that the folder exists, is writable and has space left")]
    Io {
        /// What was being done, as a verb phrase.
        action: &'static str,
        /// The file or folder it was done to.
        path: PathBuf,
        /// The system's own reason.
        source: io::Error,
    },
    /// The journal was written by a later version of this crate. It is left untouched.
    #[error(
        "{path} has format version {found}, and this build reads up to {known}; use a newer build or another folder"
    )]
    NewerFormat {
        /// The journal file.
        path: PathBuf,
        /// The version found, in a header or frame whose hash checks.
        found: u16,
        /// The newest version this build reads.
        known: u16,
    },
    /// A bound of `limits.rs` was passed.
    #[error("{what} is {found}, over the bound {bound} = {limit}")]
    OverLimit {
        /// What was measured.
        what: &'static str,
        /// Its size.
        found: u64,
        /// The name of the bound in `limits.rs`.
        bound: &'static str,
        /// The bound's value.
        limit: u64,
    },
    /// The record's bytes hold the eight-byte mark that starts a frame, which a later recovery could mistake
    /// for a record of its own.
    #[error("the record holds the journal's frame mark at byte {offset}; it cannot be stored")]
    MarkInRecord {
        /// Where in key, epoch, verdict and payload the mark starts.
        offset: usize,
    },
    /// A group commit failed; this record was in it and is not stored.
    #[error("the record was not stored, because the journal write failed: {0}")]
    Commit(std::sync::Arc<Error>),
}

impl Error {
    /// Whether the disk (or a quota) is full.
    pub fn is_disk_full(&self) -> bool {
        match self {
            Error::Io { source, .. } => {
                matches!(source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
            }
            Error::Commit(inner) => inner.is_disk_full(),
            _ => false,
        }
    }
}

/// Adds the action and the place to an I/O error.
pub(crate) trait At<T> {
    /// Names what was being done, and to what.
    fn at(self, action: &'static str, path: &Path) -> Result<T>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, action: &'static str, path: &Path) -> Result<T> {
        self.map_err(|source| Error::Io { action, path: path.to_path_buf(), source })
    }
}
