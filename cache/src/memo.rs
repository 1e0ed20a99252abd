//! The memo: the journal store with its decorators, and the calls an operator makes.

use crate::epoch_checking::EpochChecking;
use crate::error::{At, Result};
use crate::filesystem::Disk;
use crate::folder::Folder;
use crate::frame::{encode, encode_journal_head};
use crate::hot_tier::HotTier;
use crate::journal::Place;
use crate::journal_store::JournalStore;
use crate::options::Options;
use crate::reading::Stretch;
use crate::record::{Epoch, Key, Record};
use crate::recovery::OpenReport;
use crate::scrub::ScrubReport;
use crate::store::RecordStore;
use crate::verdict_checking::VerdictChecking;
use std::collections::{BTreeSet, HashSet};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Counts since the memo was opened, and sizes as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Distinct keys.
    pub records: u64,
    /// Bytes of the journal.
    pub journal_bytes: u64,
    /// The bound beyond which records are evicted.
    pub max_bytes: u64,
    /// Bytes of the hot tier in use.
    pub hot_bytes: u64,
    /// Gets answered from the hot tier.
    pub hot_hits: u64,
    /// Gets that went to the journal store; some of them find nothing.
    pub hot_misses: u64,
    /// Records found but withheld because their epoch is another.
    pub withheld_by_epoch: u64,
    /// Records found but withheld because their verdict does not allow serving.
    pub withheld_by_verdict: u64,
    /// Records put and acknowledged.
    pub puts: u64,
    /// Records of puts that failed.
    pub failed_puts: u64,
    /// Group commits; `puts / syncs` is how many puts shared one.
    pub syncs: u64,
    /// Reads that met a frame whose hash does not check.
    pub damaged_reads: u64,
    /// Times the sled index could not be used and was rebuilt from the journal.
    pub index_faults: u64,
    /// Checkpoints made.
    pub checkpoints: u64,
    /// Checkpoints and hints that failed, on a full disk say; they cost time at the next open, nothing else.
    pub failed_checkpoints: u64,
    /// Frames met that this folder's memo did not write: forged, or copied in. They are in the quarantine, not served.
    pub foreign: u64,
    /// Compactions, those that evict included.
    pub compactions: u64,
    /// Records evicted to keep within `max_bytes`.
    pub evicted: u64,
    /// Bytes of the journal that `scrub` has read again.
    pub scrubbed_bytes: u64,
    /// Times that `scrub` has come to the end.
    pub scrubs: u64,
    /// Damaged pieces found and kept in the quarantine folder.
    pub quarantined: u64,
    /// Damaged pieces found and not kept, for want of space or by the bounds in `limits`.
    pub not_quarantined: u64,
}

/// Proven answers, remembered. Shared between threads by reference or `Arc`.
pub struct Memo {
    stack: VerdictChecking<EpochChecking<HotTier<JournalStore>>>,
}

impl Memo {
    /// Opens the memo in the folder `path`, making it if need be. Whatever is damaged there is stepped over and
    /// reported; an error means that the folder cannot be used at all.
    pub fn open(path: impl AsRef<Path>, options: Options) -> Result<(Memo, OpenReport)> {
        let (store, report) = JournalStore::open(path.as_ref(), &options)?;
        let hot = HotTier::new(store, options.hot_bytes);
        Ok((Memo { stack: VerdictChecking::new(EpochChecking::new(hot)) }, report))
    }

    /// Whether [`Self::open`] could use the folder, as far as that can be told without reading its records: its path and
    /// owner, its lock, the rights of its secret, the version of its journal. Changes nothing.
    pub fn check(path: impl AsRef<Path>) -> Result<()> {
        Folder::rehearse(path.as_ref(), |folder| {
            crate::secret::Secret::look(&Disk, folder)?;
            crate::journal::read_head(&Disk, folder).map(drop)
        })
    }

    /// The record of `key`, if its seal, its hash, its epoch and its verdict check.
    pub fn get(&self, key: &Key, epoch: &Epoch) -> Result<Option<Record>> {
        self.stack.get(key, epoch)
    }

    /// Remembers `record`; durable when this returns. Replaces what the key had.
    pub fn put(&self, record: Record) -> Result<()> {
        self.stack.put_all(std::slice::from_ref(&record))
    }

    /// Remembers all of `records` with one sync; all are durable when this returns. On an error none is visible.
    pub fn put_all(&self, records: &[Record]) -> Result<()> {
        self.stack.put_all(records)
    }

    /// Counts and sizes.
    pub fn stats(&self) -> Stats {
        let (hot, store) = (self.hot(), self.store());
        let (records, journal_bytes) = {
            let state = store.state.read();
            (state.records, state.end)
        };
        let counters = &store.counters;
        let read = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
        Stats {
            records,
            journal_bytes,
            max_bytes: store.max_bytes,
            hot_bytes: hot.bytes(),
            hot_hits: hot.hits(),
            hot_misses: hot.misses(),
            withheld_by_epoch: self.stack.inner().withheld(),
            withheld_by_verdict: self.stack.withheld(),
            puts: read(&counters.puts),
            failed_puts: read(&counters.failed_puts),
            syncs: read(&counters.syncs),
            damaged_reads: read(&counters.damaged_reads),
            index_faults: read(&counters.index_faults),
            checkpoints: read(&counters.checkpoints),
            failed_checkpoints: read(&counters.failed_checkpoints) + read(&counters.failed_hints),
            foreign: read(&counters.foreign),
            compactions: read(&counters.compactions),
            evicted: read(&counters.evicted),
            scrubbed_bytes: read(&counters.scrubbed_bytes),
            scrubs: read(&counters.scrubs),
            quarantined: read(&counters.quarantined),
            not_quarantined: read(&counters.not_quarantined),
        }
    }

    /// Calls `visit` with every record, whatever its epoch and verdict, in the order they were put. Sees what was
    /// durable when called, and holds up no one. Stops at the first error.
    pub fn for_each(&self, visit: impl FnMut(Record) -> Result<()>) -> Result<()> {
        self.store().for_each(visit)
    }

    /// Reads about `bytes` of the journal on from where another call ended, or from its start: what was put since, for
    /// whoever passes it on. Holds up no one.
    pub fn read_on(&self, from: Place, bytes: u64) -> Result<Stretch> {
        self.store().read_on(from, bytes)
    }

    /// Writes all records as a journal of its own. Put into an empty cache folder under the name `journal`, with this
    /// folder's file `secret` beside it, it opens; without that secret nothing of it is served. Returns how many.
    pub fn export(&self, out: &mut dyn Write) -> Result<u64> {
        let target = Path::new("the export");
        let mut count = 0;
        let secret = self.store().state.read().journal.secret.clone();
        out.write_all(&encode_journal_head(1, &secret)).at("write", target)?;
        self.for_each(|record| {
            count += 1;
            out.write_all(&encode(&record, &secret)?).at("write", target)
        })?;
        out.flush().at("write", target)?;
        Ok(count)
    }

    /// Sees to it that the records of `keys`, also those to come, are never evicted. How many were not pinned before.
    pub fn pin(&self, keys: &[Key]) -> Result<usize> {
        self.store().set_pinned(keys, true)
    }

    /// Takes that back. How many were pinned.
    pub fn unpin(&self, keys: &[Key]) -> Result<usize> {
        self.store().set_pinned(keys, false)
    }

    /// The keys that are pinned.
    pub fn pinned(&self) -> BTreeSet<Key> {
        self.store().pins.lock().clone()
    }

    /// Notes that a record was asked for so many times, and answered from a copy that the caller holds: what is asked for often is
    /// worth more where space is short.
    pub fn note_uses(&self, key: &Key, times: u64) {
        self.store().note_uses(key, times);
    }

    /// An error if the folder was deleted or replaced since it was opened: nothing more is stored then.
    pub fn check_place(&self) -> Result<()> {
        let journal = self.store().state.read().journal.clone();
        self.store().check_place(&journal)
    }

    /// Makes a checkpoint now, so that the next open reads little of the journal.
    pub fn checkpoint(&self) -> Result<()> {
        self.store().checkpoint()
    }

    /// Makes one if much of the journal was read at the open, or has been put since the last. Puts do so by themselves, but not the
    /// open, for which whoever starts waits: to be called on a thread that has time, soon after it.
    pub fn checkpoint_if_due(&self) {
        self.store().hint_if_due();
        self.store().checkpoint_if_due();
    }

    /// Drops superseded records and damaged bytes from the journal. Puts wait at its end only, gets never. On an error
    /// after the new journal is in place only the checkpoint is missing, and the store is in order.
    pub fn compact(&self) -> Result<ScrubReport> {
        self.store().compact()
    }

    /// Compacts, and drops the records of `gone` for good.
    pub fn purge(&self, gone: &HashSet<Key>) -> Result<ScrubReport> {
        let done = self.store().purge(gone);
        // Also what a failure may have left.
        self.hot().clear();
        done
    }

    /// Reads the whole journal again, keeps damaged bytes in the quarantine folder, and puts the index right if it
    /// is wrong. The hot tier is emptied, so that what is served next has been read from the disk.
    pub fn verify(&self) -> Result<ScrubReport> {
        self.hot().clear();
        self.store().verify()
    }

    /// Reads about `bytes` of the journal again, on from where the last call ended, and checks every frame; what fails
    /// is kept in the quarantine and counted. Says whether the end was reached. For idle time; holds up no one.
    pub fn scrub(&self, bytes: u64) -> Result<(ScrubReport, bool)> {
        self.store().scrub(bytes)
    }

    /// Makes a checkpoint and closes. Dropping the memo instead loses nothing; the next open reads more.
    pub fn close(self) -> Result<()> {
        self.checkpoint()
    }

    fn hot(&self) -> &HotTier<JournalStore> {
        self.stack.inner().inner()
    }

    fn store(&self) -> &JournalStore {
        self.hot().inner()
    }
}
