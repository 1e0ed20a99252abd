//! Opening a cache folder: lock it, find out what can be trusted, rebuild what cannot.
//!
//! The order matters. The checkpoint is judged first, and one that does not fit the journal is gone from the folder,
//! durably, before anything is appended that could make it seem to fit.

use crate::checkpoint::Manifest;
use crate::commit::CommitQueue;
use crate::error::{At, Error, Result};
use crate::frame::{FrameHead, JOURNAL_HEAD_BYTES};
use crate::index::IndexFault;
use crate::journal::{COMPACT_NAME, Journal, OpenedJournal};
use crate::journal_store::{Checkpointed, Counters, JournalStore, State, bump};
use crate::limits::MAX_LISTED_REGIONS;
use crate::memo::Options;
use crate::quarantine::Quarantine;
use crate::scan::Piece;
use parking_lot::{Mutex, RwLock};
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The lock file's name in the cache folder. It stays empty.
const LOCK_NAME: &str = "lock";

/// Where the index came from at open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexOrigin {
    /// There was no checkpoint, so the whole journal was read.
    Journal,
    /// From a checkpoint that checked; only the journal behind it was read.
    Checkpoint,
    /// There was a checkpoint that could not be used, for this reason; the whole journal was read.
    Rebuilt(String),
}

/// Bytes of the journal that belong to no frame whose hash checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DamagedRegion {
    /// Bytes from the start of the journal.
    pub offset: u64,
    /// Length in bytes.
    pub len: u64,
    /// Whether a copy is in the quarantine folder.
    pub quarantined: bool,
}

/// What `Memo::open` found and did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenReport {
    /// Whether the folder had no journal.
    pub created: bool,
    /// Where the index came from.
    pub index: IndexOrigin,
    /// Distinct keys.
    pub records: u64,
    /// Bytes of the journal.
    pub journal_bytes: u64,
    /// Bytes of it that were read.
    pub scanned_bytes: u64,
    /// Whether the journal's header was damaged and has been renewed.
    pub header_renewed: bool,
    /// How many damaged regions were found in what was read.
    pub damaged_regions: u64,
    /// Their bytes in all. A torn write of a killed process is such a region; nothing in it was acknowledged.
    pub damaged_bytes: u64,
    /// The first of them.
    pub damage: Vec<DamagedRegion>,
}

impl JournalStore {
    /// Opens or makes the store in `folder`.
    pub(crate) fn open(folder: &Path, options: &Options) -> Result<(JournalStore, OpenReport)> {
        let fs = options.file_system.clone();
        fs.create_dir_all(folder).at("create the cache folder", folder)?;
        let lock = FolderLock::take(folder)?;
        let leftover = folder.join(COMPACT_NAME);
        if fs.list(folder).at("list", folder)?.iter().any(|e| e.path == leftover) {
            fs.remove_file(&leftover).at("remove", &leftover)?;
        }
        let OpenedJournal { journal, len, created, header_damaged } = Journal::open(fs.as_ref(), folder)?;
        let due = options.checkpoint_records.max(1);
        let state = State {
            journal: Arc::new(journal),
            end: len,
            last: None,
            tail: HashMap::new(),
            checkpointed: None,
            records: 0,
        };
        let mut store = JournalStore {
            folder: folder.to_path_buf(),
            quarantine: Quarantine::new(fs.clone(), folder),
            fs,
            state: RwLock::new(state),
            commits: CommitQueue::default(),
            maintenance: Mutex::new(()),
            needs_cut: AtomicBool::new(false),
            needs_dir_sync: AtomicBool::new(false),
            checkpoint_records: due,
            next_checkpoint: AtomicU64::new(due as u64),
            counters: Counters::default(),
            _lock: lock,
        };
        let report = store.recover(len, created, header_damaged)?;
        store.checkpoint_if_due();
        Ok((store, report))
    }

    fn recover(&mut self, len: u64, created: bool, header_damaged: bool) -> Result<OpenReport> {
        let (manifest, index) = self.trusted_checkpoint(len, header_damaged)?;
        let journal = self.state.get_mut().journal.clone();
        let start = match &manifest {
            Some(part) => part.manifest.position,
            None if header_damaged => 0,
            None => JOURNAL_HEAD_BYTES as u64,
        };
        let mut report = OpenReport {
            created,
            index,
            records: 0,
            journal_bytes: len,
            scanned_bytes: len.saturating_sub(start),
            header_renewed: header_damaged,
            damaged_regions: 0,
            damaged_bytes: 0,
            damage: Vec::new(),
        };
        let (mut tail, mut last) = (HashMap::new(), manifest.as_ref().map(|p| p.manifest.last));
        let mut scanner = journal.scan(start, len);
        while let Some(piece) = scanner.next_piece()? {
            match piece {
                Piece::Frame { at, key } => {
                    tail.insert(key, at);
                    last = Some(at);
                }
                Piece::Damaged { offset, len } => {
                    let quarantined = self.salvage(&journal, offset, len);
                    report.damaged_regions += 1;
                    report.damaged_bytes += len;
                    if report.damage.len() < MAX_LISTED_REGIONS {
                        report.damage.push(DamagedRegion { offset, len, quarantined });
                    }
                }
            }
        }
        let mut records = tail.len() as u64;
        if let Some(part) = &manifest {
            records += part.manifest.contents.records;
            for key in tail.keys() {
                records -= u64::from(matches!(part.index.get(key), Ok(Some(_))));
            }
        }
        report.records = records;
        drop(journal);
        let state = self.state.get_mut();
        if header_damaged {
            let journal = Arc::get_mut(&mut state.journal).expect("no reader has it yet");
            journal.renew_header(1)?;
            // A journal cut within its header: appends go behind the new one.
            state.end = state.end.max(JOURNAL_HEAD_BYTES as u64);
        }
        state.tail = tail;
        state.last = last;
        state.checkpointed = manifest;
        state.records = records;
        Ok(report)
    }

    /// The checkpoint, if there is one and it fits the journal and every byte of its index checks.
    fn trusted_checkpoint(&self, len: u64, header_damaged: bool) -> Result<(Option<Checkpointed>, IndexOrigin)> {
        let judged = match Manifest::load(self.fs.as_ref(), &self.folder) {
            Ok(None) => {
                self.remove_index_folders(None);
                return Ok((None, IndexOrigin::Journal));
            }
            Ok(Some(manifest)) => self.judge(manifest, len, header_damaged),
            Err(fault) => Err(fault),
        };
        match judged {
            Ok(part) => {
                self.remove_index_folders(Some(part.manifest.index_id));
                Ok((Some(part), IndexOrigin::Checkpoint))
            }
            Err(fault) => {
                let why = fault.to_string();
                match fault {
                    IndexFault::Damaged(_) => {
                        bump(&self.counters.index_faults);
                        self.discard_checkpoint(&why)?;
                        self.remove_index_folders(None);
                    }
                    // It names a generation that no journal will have again before the next checkpoint replaces it.
                    IndexFault::Stale => self.remove_index_folders(None),
                    // It stays true, for the journal only grows; the next open may reach it.
                    IndexFault::Unavailable(_) => bump(&self.counters.index_faults),
                }
                Ok((None, IndexOrigin::Rebuilt(why)))
            }
        }
    }

    fn judge(
        &self,
        manifest: Manifest,
        len: u64,
        header_damaged: bool,
    ) -> std::result::Result<Checkpointed, IndexFault> {
        let journal = self.state.read().journal.clone();
        let damaged = |why: &str| Err(IndexFault::Damaged(why.to_string()));
        if header_damaged {
            return damaged("the journal's header was damaged, so that the checkpoint may be another journal's");
        }
        if manifest.journal_generation != journal.generation {
            return Err(IndexFault::Stale);
        }
        if manifest.position > len {
            return damaged("the journal is shorter than at the checkpoint");
        }
        let last = journal.read(manifest.last).map_err(IndexFault::Unavailable)?;
        let same = FrameHead::read(&last).is_some_and(|head| head.hash == manifest.last_hash && head.checks(&last));
        if !same || manifest.last.end() > manifest.position {
            return damaged("the last frame before the checkpoint is not the one it names");
        }
        let index = self.open_live(&manifest)?;
        Ok(Checkpointed { index: Arc::new(index), manifest: Arc::new(manifest) })
    }
}

/// The lock on a folder. Dropped, it is undone rather than only closed: a process that is being started, and is a copy of
/// this one until then, would hold it on.
pub(crate) struct FolderLock(File);

impl FolderLock {
    /// Locks the folder for this process; the system lets go of it when the process ends, however it ends.
    fn take(folder: &Path) -> Result<FolderLock> {
        let path = folder.join(LOCK_NAME);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).at("open", &path)?;
        match file.try_lock() {
            Ok(()) => Ok(FolderLock(file)),
            Err(TryLockError::WouldBlock) => Err(Error::Locked { path: folder.to_path_buf() }),
            Err(TryLockError::Error(source)) => Err(Error::Io { action: "lock", path, source }),
        }
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // Where this fails, closing the file does it.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_the_lock_does_not_outlive_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let lock = FolderLock::take(folder.path()).expect("nobody has it");
        assert!(matches!(FolderLock::take(folder.path()), Err(Error::Locked { .. })));
        // A process between fork and exec has such a copy.
        let copy = lock.0.try_clone().expect("a second descriptor");
        drop(lock);
        assert!(FolderLock::take(folder.path()).is_ok());
        drop(copy);
    }
}
