//! The journal: one append-only file of frames, the truth from which all else can be rebuilt.
//!
//! Its bytes stay as they are until `compact` replaces the whole file by a rename; damaged bytes are stepped
//! over, not cut out. Only the bytes behind `end`, which no one was told about, are ever overwritten.

use crate::error::{At, Error, Result};
use crate::filesystem::{FileSystem, MemoFile, OpenMode};
use crate::folder::Identity;
use crate::frame::{JOURNAL_HEAD_BYTES, JOURNAL_VERSION, JournalHead, decode_journal_head, encode_journal_head};
use crate::limits::MAX_JOURNAL_BYTES;
use crate::scan::{Location, Scanner};
use crate::secret::Secret;
use std::path::{Path, PathBuf};

/// The journal's name in the cache folder.
pub(crate) const JOURNAL_NAME: &str = "journal";
/// The file that a compaction writes before it renames it to the journal.
pub(crate) const COMPACT_NAME: &str = "journal.compact";

/// An open journal for reading. Lives on, unlinked, while a reader still holds it after a compaction.
pub(crate) struct Journal {
    file: Box<dyn MemoFile>,
    path: PathBuf,
    identity: Identity,
    /// Seals its frames.
    pub(crate) secret: Secret,
    /// Counts up whenever offsets change their meaning, so that a checkpoint of another journal is noticed.
    pub(crate) generation: u64,
}

/// A place in the journal of one generation; in another one offsets mean something else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Of the journal; another one after each compaction.
    pub generation: u64,
    /// Bytes from the start of the file.
    pub offset: u64,
}

/// The result of `Journal::open`.
pub(crate) struct OpenedJournal {
    pub(crate) journal: Journal,
    /// Bytes of the file.
    pub(crate) len: u64,
    /// Whether the file was made by this call.
    pub(crate) created: bool,
    /// Whether the header did not check. Then scanning starts at 0, and the header is to be renewed.
    pub(crate) header_damaged: bool,
}

/// The header of the journal in `folder`: `None` if there is no journal, or its header is damaged.
pub(crate) fn read_head(fs: &dyn FileSystem, folder: &Path) -> Result<Option<JournalHead>> {
    let path = folder.join(JOURNAL_NAME);
    if fs.list(folder).at("list", folder)?.iter().all(|e| e.path != path) {
        return Ok(None);
    }
    let mut head = [0; JOURNAL_HEAD_BYTES];
    let file = fs.open(&path, OpenMode::Read).at("open", &path)?;
    let got = file.read_full_at(&mut head, 0).at("read", &path)?;
    match decode_journal_head(&head[..got]) {
        Some(JournalHead::Newer(found)) => Err(Error::NewerFormat { path, found, known: JOURNAL_VERSION }),
        known => Ok(known),
    }
}

impl Journal {
    /// Opens or makes the journal of `folder`. One that is there is `secret`'s, or its header is damaged.
    pub(crate) fn open(fs: &dyn FileSystem, folder: &Path, secret: Secret) -> Result<OpenedJournal> {
        let head = read_head(fs, folder)?;
        let path = folder.join(JOURNAL_NAME);
        let file = fs.open(&path, OpenMode::Keep).at("open", &path)?;
        let len = file.len().at("measure", &path)?;
        let identity = Identity::of(&path).at("examine", &path)?;
        let mut journal = Journal { file, path, identity, secret, generation: 0 };
        if len == 0 {
            journal.renew_header(1)?;
            fs.sync_dir(folder).at("sync", folder)?;
            return Ok(OpenedJournal { journal, len: JOURNAL_HEAD_BYTES as u64, created: true, header_damaged: false });
        }
        let mut header_damaged = true;
        if let Some(JournalHead::Sealed { generation, .. }) = head {
            journal.generation = generation;
            header_damaged = false;
        }
        Ok(OpenedJournal { journal, len, created: false, header_damaged })
    }

    /// Writes the header anew. The caller has made sure that no checkpoint refers to the old one.
    pub(crate) fn renew_header(&mut self, generation: u64) -> Result<()> {
        self.file.write_all_at(&encode_journal_head(generation, &self.secret), 0).at("write", &self.path)?;
        self.file.sync().at("sync", &self.path)?;
        self.generation = generation;
        Ok(())
    }

    /// Starts an empty journal beside the present one, for a compaction.
    pub(crate) fn create_beside(&self, fs: &dyn FileSystem, folder: &Path, generation: u64) -> Result<Journal> {
        let path = folder.join(COMPACT_NAME);
        let file = fs.open(&path, OpenMode::Empty).at("create", &path)?;
        let identity = Identity::of(&path).at("examine", &path)?;
        let mut journal = Journal { file, path, identity, secret: self.secret.clone(), generation };
        journal.renew_header(generation)?;
        Ok(journal)
    }

    /// Puts this journal, made by `create_beside` and complete, in the place of the present one. On an error the
    /// present one is still there. Afterwards the folder has to be synced.
    pub(crate) fn take_place(&mut self, fs: &dyn FileSystem, folder: &Path) -> Result<()> {
        self.file.sync().at("sync", &self.path)?;
        let place = folder.join(JOURNAL_NAME);
        fs.rename(&self.path, &place).at("rename", &self.path)?;
        self.path = place;
        Ok(())
    }

    /// Whether its path still leads to it.
    pub(crate) fn is_at_its_path(&self) -> bool {
        Identity::of(&self.path).is_ok_and(|now| now == self.identity)
    }

    /// The pieces from `start` to `end`.
    pub(crate) fn scan(&self, start: u64, end: u64) -> Scanner<'_> {
        Scanner::new(self.file.as_ref(), &self.path, &self.secret, start, end)
    }

    /// The bytes at `at`; fewer if the file ends before.
    pub(crate) fn read(&self, at: Location) -> Result<Vec<u8>> {
        self.read_range(at.offset, at.len as usize)
    }

    /// `len` bytes from `offset`; fewer if the file ends before.
    pub(crate) fn read_range(&self, offset: u64, len: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; len];
        let got = self.file.read_full_at(&mut bytes, offset).at("read", &self.path)?;
        bytes.truncate(got);
        Ok(bytes)
    }

    /// Writes frames at `end` and returns once they are durable. On an error the bytes behind `end` are anyone's
    /// guess, and `cut` must succeed before the next append.
    pub(crate) fn append(&self, end: u64, bytes: &[u8]) -> Result<()> {
        if end + bytes.len() as u64 > MAX_JOURNAL_BYTES {
            return Err(Error::OverLimit {
                what: "the journal in bytes (compact it, or delete the cache folder)",
                found: end + bytes.len() as u64,
                bound: "MAX_JOURNAL_BYTES",
                limit: MAX_JOURNAL_BYTES,
            });
        }
        self.write(end, bytes)?;
        self.file.sync().at("sync", &self.path)
    }

    /// Writes without syncing, for a compaction that syncs once.
    pub(crate) fn write(&self, end: u64, bytes: &[u8]) -> Result<()> {
        self.file.write_all_at(bytes, end).at("write", &self.path)
    }

    /// Cuts off what a failed append left behind `end`. Otherwise a frame that was reported as not stored could
    /// come to life behind a shorter, later one and win over it.
    pub(crate) fn cut(&self, end: u64) -> Result<()> {
        self.file.set_len(end).at("shorten", &self.path)?;
        self.file.sync().at("sync", &self.path)
    }
}
