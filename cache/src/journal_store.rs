//! The store on disk: the journal, the index in two parts (sled up to the last checkpoint, a table in memory for
//! what came since), and the group commit in front.
//!
//! A record is visible once it is durable, never before. Every read checks the frame's hash and key. How it is opened
//! is in `recovery`, how it is kept in order in `maintenance`.

use crate::commit::{CommitQueue, Group};
use crate::error::{Error, Result};
use crate::filesystem::FileSystem;
use crate::folder::Folder;
use crate::frame;
use crate::hinting::Unhinted;
use crate::hints::Hints;
use crate::index::{IndexFault, LocationIndex};
use crate::journal::{Journal, Place};
use crate::limits::{MAX_KEPT_REGION_BYTES, MAX_TAIL_RECORDS};
use crate::quarantine::{Kept, Quarantine};
use crate::record::{Epoch, Key, Record};
use crate::scan::{Location, Piece};
use crate::store::RecordStore;
use parking_lot::{Mutex, RwLock};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The part of the index that belongs to a checkpoint.
#[derive(Clone)]
pub(crate) struct Checkpointed {
    pub(crate) index: Arc<dyn LocationIndex>,
    pub(crate) manifest: Arc<crate::checkpoint::Manifest>,
}

/// The state that readers look at and a commit changes.
pub(crate) struct State {
    pub(crate) journal: Arc<Journal>,
    /// Where the next frame goes.
    pub(crate) end: u64,
    /// The last frame before `end`, if any is known.
    pub(crate) last: Option<Location>,
    /// Newest frames of the keys put since the checkpoint.
    pub(crate) tail: HashMap<Key, Location>,
    /// The rest of the index; without one the tail holds all.
    pub(crate) checkpointed: Option<Checkpointed>,
    /// Distinct keys.
    pub(crate) records: u64,
    /// The part that the hints do not cover.
    pub(crate) unhinted: Unhinted,
}

/// Counts since the store was opened.
#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) puts: AtomicU64,
    pub(crate) syncs: AtomicU64,
    pub(crate) failed_puts: AtomicU64,
    pub(crate) damaged_reads: AtomicU64,
    pub(crate) index_faults: AtomicU64,
    pub(crate) checkpoints: AtomicU64,
    pub(crate) failed_checkpoints: AtomicU64,
    pub(crate) failed_hints: AtomicU64,
    pub(crate) foreign: AtomicU64,
    pub(crate) compactions: AtomicU64,
    pub(crate) evicted: AtomicU64,
    pub(crate) scrubbed_bytes: AtomicU64,
    pub(crate) scrubs: AtomicU64,
    pub(crate) quarantined: AtomicU64,
    pub(crate) not_quarantined: AtomicU64,
}

/// Records on disk, in one folder, for one process.
pub(crate) struct JournalStore {
    pub(crate) fs: Arc<dyn FileSystem>,
    pub(crate) quarantine: Quarantine,
    pub(crate) state: RwLock<State>,
    pub(crate) commits: CommitQueue,
    /// Held by a checkpoint, compaction, scrub or index recovery. Taken before `commits.pause` and `state`.
    pub(crate) maintenance: Mutex<()>,
    /// Hints to the journal. Taken after `maintenance`, before `commits.pause` and `state`.
    pub(crate) hints: Mutex<Hints>,
    /// New records after which a hint is written.
    pub(crate) hint_records: usize,
    /// A failed append left bytes behind `end` that must be cut off before the next one.
    pub(crate) needs_cut: AtomicBool,
    /// A compaction's rename may not be durable yet; it has to be before the next put is acknowledged.
    pub(crate) needs_dir_sync: AtomicBool,
    /// Tail length at which the next checkpoint is due.
    pub(crate) checkpoint_records: usize,
    pub(crate) next_checkpoint: AtomicU64,
    /// Bytes of the journal at which records are evicted.
    pub(crate) max_bytes: u64,
    /// Puts for which no room could be made, since the last one for which it could.
    pub(crate) refusals: AtomicU64,
    /// How often records were asked for.
    pub(crate) uses: Mutex<HashMap<Key, Uses>>,
    /// Keys whose records are never evicted.
    pub(crate) pins: Mutex<BTreeSet<Key>>,
    /// How far scrubbing has come.
    pub(crate) scrub_place: Mutex<Place>,
    pub(crate) counters: Counters,
    /// Last, so that it is let go of last.
    pub(crate) held: Folder,
}

/// How often a record was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Uses {
    /// Since the last compaction.
    pub(crate) since: u64,
    /// Before it; each compaction halves what was.
    pub(crate) before: u64,
}

pub(crate) fn bump(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Why bytes are kept in the quarantine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unserved {
    /// They are no frame.
    Damaged,
    /// They are a frame that this folder's memo did not write.
    Foreign,
}

impl JournalStore {
    /// The cache folder.
    pub(crate) fn folder(&self) -> &Path {
        self.held.path()
    }

    /// An error if what is written now could not be found again: the folder, its lock or the journal is no longer
    /// there.
    pub(crate) fn check_place(&self, journal: &Journal) -> Result<()> {
        self.held.check()?;
        if journal.is_at_its_path() {
            return Ok(());
        }
        Err(Error::FolderReplaced { path: self.folder().to_path_buf() })
    }

    /// Where the newest frame of `key` lies, and in which journal.
    fn locate(&self, key: &Key) -> Result<Option<(Arc<Journal>, Location)>> {
        loop {
            let state = self.state.read();
            let found = match (state.tail.get(key), &state.checkpointed) {
                (Some(at), _) => Ok(Some(*at)),
                (None, Some(part)) => part.index.get(key),
                (None, None) => Ok(None),
            };
            match found {
                Ok(at) => return Ok(at.map(|at| (state.journal.clone(), at))),
                Err(fault) => {
                    let failed = state.checkpointed.clone();
                    drop(state);
                    // Afterwards the tail holds all, and the loop ends.
                    self.recover_index(failed, &fault)?;
                }
            }
        }
    }

    /// Replaces an index that failed in use by a rescan of the journal.
    fn recover_index(&self, failed: Option<Checkpointed>, fault: &IndexFault) -> Result<()> {
        let _maintenance = self.maintenance.lock();
        let _pause = self.commits.pause();
        let mut state = self.state.write();
        let is_current = match (&state.checkpointed, &failed) {
            (Some(now), Some(failed)) => Arc::ptr_eq(&now.index, &failed.index),
            _ => false,
        };
        if is_current {
            bump(&self.counters.index_faults);
            let scanned = self.scan_all(&state.journal, state.end)?;
            state.records = scanned.len() as u64;
            state.tail = scanned;
            state.checkpointed = None;
            drop(state);
            self.discard_checkpoint(&fault.to_string())?;
        }
        Ok(())
    }

    /// The newest frame of each key in the whole journal, damage stepped over.
    pub(crate) fn scan_all(&self, journal: &Journal, end: u64) -> Result<HashMap<Key, Location>> {
        let mut newest = HashMap::new();
        let mut scanner = journal.scan(frame::JOURNAL_HEAD_BYTES as u64, end);
        while let Some(piece) = scanner.next_piece()? {
            if let Piece::Frame { at, head } = piece {
                newest.insert(head.key, at);
            }
        }
        Ok(newest)
    }

    /// Keeps a copy of bytes that are not served, if that is possible. Says whether. Bytes that were kept before are counted
    /// once.
    pub(crate) fn salvage(&self, journal: &Journal, offset: u64, len: u64, why: Unserved) -> bool {
        let reason = match why {
            Unserved::Damaged => "belong to no frame whose hash checks",
            Unserved::Foreign => "are a frame without the seal of this folder's secret: forged, or of another folder",
        };
        let start = usize::try_from(len.min(MAX_KEPT_REGION_BYTES)).expect("bounded");
        let kept = self
            .check_place(journal)
            .and_then(|()| journal.read_range(offset, start))
            .and_then(|bytes| self.quarantine.keep_bytes(journal.generation, offset, &bytes, reason))
            .unwrap_or(Kept::No);
        if kept != Kept::Before {
            if why == Unserved::Foreign {
                bump(&self.counters.foreign);
            }
            bump(if kept == Kept::Now { &self.counters.quarantined } else { &self.counters.not_quarantined });
        }
        kept != Kept::No
    }

    /// So many more uses of a record.
    pub(crate) fn note_uses(&self, key: &Key, times: u64) {
        let mut uses = self.uses.lock();
        let one = uses.entry(*key).or_default();
        one.since = one.since.saturating_add(times);
    }

    /// Pins keys, or lets them go. How many of them that changed.
    pub(crate) fn set_pinned(&self, keys: &[Key], is_pinned: bool) -> Result<usize> {
        self.held.check()?;
        let mut pins = self.pins.lock();
        let mut now = pins.clone();
        let changed = keys.iter().filter(|key| if is_pinned { now.insert(**key) } else { now.remove(*key) }).count();
        if changed > 0 {
            crate::pins::write(self.fs.as_ref(), self.folder(), &now)?;
            *pins = now;
        }
        Ok(changed)
    }

    /// Writes a group and makes it visible. Runs on one thread at a time.
    fn commit(&self, group: &Group) -> Result<()> {
        let (journal, end, tail_len) = {
            let state = self.state.read();
            (state.journal.clone(), state.end, state.tail.len())
        };
        if tail_len + group.frames.len() > MAX_TAIL_RECORDS {
            return Err(Error::OverLimit {
                what: "the number of records since the last checkpoint",
                found: (tail_len + group.frames.len()) as u64,
                bound: "MAX_TAIL_RECORDS",
                limit: MAX_TAIL_RECORDS as u64,
            });
        }
        if self.needs_cut.load(Ordering::Acquire) {
            journal.cut(end)?;
            self.needs_cut.store(false, Ordering::Release);
        }
        self.settle_names()?;
        self.check_place(&journal)?;
        bump(&self.counters.syncs);
        // Looked at again before anything is acknowledged: the folder may go while the disk works.
        if let Err(error) = journal.append(end, &group.bytes).and_then(|()| self.check_place(&journal)) {
            let cut = journal.cut(end);
            self.needs_cut.store(cut.is_err(), Ordering::Release);
            return Err(error);
        }
        let mut state = self.state.write();
        // Only for the count of records: an index that fails here fails the next `get` too, which sets it right.
        let part = state.checkpointed.clone();
        let in_checkpoint = |key| part.as_ref().is_some_and(|p| matches!(p.index.get(key), Ok(Some(_))));
        for (key, len) in &group.frames {
            let at = Location { offset: state.end, len: *len };
            state.end = at.end();
            state.last = Some(at);
            state.unhinted.note(*key, at);
            let is_new = state.tail.insert(*key, at).is_none() && !in_checkpoint(key);
            state.records += u64::from(is_new);
        }
        Ok(())
    }
}

impl RecordStore for JournalStore {
    fn get(&self, key: &Key, _epoch: &Epoch) -> Result<Option<Record>> {
        let Some((journal, at)) = self.locate(key)? else { return Ok(None) };
        let bytes = journal.read(at)?;
        match frame::decode(&bytes, &journal.secret) {
            Some(record) if record.key == *key => {
                self.note_uses(key, 1);
                Ok(Some(record))
            }
            _ => {
                // Damaged where it lies: a miss, so that it is answered and put anew.
                bump(&self.counters.damaged_reads);
                let is_foreign = frame::is_foreign(&bytes, &journal.secret);
                let why = if is_foreign { Unserved::Foreign } else { Unserved::Damaged };
                self.salvage(&journal, at.offset, u64::from(at.len), why);
                Ok(None)
            }
        }
    }

    fn put_all(&self, records: &[Record]) -> Result<()> {
        if records.is_empty() {
            return Ok(());
        }
        let secret = self.state.read().journal.secret.clone();
        let frames = records.iter().map(|r| Ok((r.key, frame::encode(r, &secret)?))).collect::<Result<Vec<_>>>()?;
        let bytes: u64 = frames.iter().map(|(_, frame)| frame.len() as u64).sum();
        let room = self.make_room(bytes);
        let done = room.and_then(|()| self.commits.submit(&frames, |group| self.commit(group)));
        let counter = if done.is_ok() { &self.counters.puts } else { &self.counters.failed_puts };
        counter.fetch_add(records.len() as u64, Ordering::Relaxed);
        done?;
        self.hint_if_due();
        self.checkpoint_if_due();
        Ok(())
    }

    fn note_use(&self, key: &Key) {
        self.note_uses(key, 1);
    }
}

#[cfg(test)]
mod tests;
