//! The errors, told to the person who can do something about them.

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
    /// The folder's path leads elsewhere, or nowhere, by now.
    #[error(
        "the cache folder {path} was deleted or replaced while in use: what is put now would be lost, so nothing is stored; \
         restart the daemon to start afresh there"
    )]
    FolderReplaced {
        /// The cache folder.
        path: PathBuf,
    },
    /// The folder belongs to another user, who could change what is in it.
    #[error(
        "the cache folder {path} belongs to user {owner}, not to user {user}, who runs this; run it as that user, or name a \
         folder inside this one, which is then made for you alone"
    )]
    NotOurs {
        /// The cache folder.
        path: PathBuf,
        /// Its owner's number.
        owner: u32,
        /// This process's effective user.
        user: u32,
    },
    /// The secret that seals the records could be read by others.
    #[error(
        "other users have rights on {path} (mode {mode:04o}), so that they may have forged records; delete the cache folder, or, \
         if you trust all users of this machine, run chmod 600 on the file"
    )]
    Exposed {
        /// The secret file.
        path: PathBuf,
        /// Its rights.
        mode: u32,
    },
    /// The folder has no secret, or a damaged one.
    #[error(
        "{path} is not there or damaged, so that this folder's records cannot be checked; open the folder once to make one"
    )]
    NoSecret {
        /// The secret file.
        path: PathBuf,
    },
    /// The operating system refused.
    #[error("cannot {action} {path}: {source}; check that the folder exists, is writable and has space left")]
    Io {
        /// The action that failed, as a verb phrase.
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
        /// The quantity that was measured.
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
    /// Whether the memo's folder is no longer where it was opened.
    pub fn is_folder_replaced(&self) -> bool {
        match self {
            Error::FolderReplaced { .. } => true,
            Error::Commit(inner) => inner.is_folder_replaced(),
            _ => false,
        }
    }

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
