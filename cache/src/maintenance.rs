//! Keeping the store in order: checkpoints made, opened and given up, and a walk over all records.

use crate::checked_later::differs;
use crate::checkpoint::{INDEX_NAME, MANIFEST_NAME, Manifest, build_folder, generation_folder, live_folder};
use crate::error::{At, Error, Result};
use crate::frame::{self, JOURNAL_HEAD_BYTES};
use crate::index::{Contents, IndexFault};
use crate::index_copy::{IndexFile, copy_to_keep, copy_to_work};
use crate::journal_store::{Checkpointed, JournalStore, bump};
use crate::record::{Key, Record};
use crate::scan::{Location, Piece};
use crate::sled_index::SledIndex;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

impl JournalStore {
    /// Makes a checkpoint if enough was put since the last. A failure costs only time at the next open, so it is
    /// counted, and tried again when as much more has been put.
    pub(crate) fn checkpoint_if_due(&self) {
        let tail = self.state.read().tail.len() as u64;
        if tail < self.next_checkpoint.load(Ordering::Relaxed) {
            return;
        }
        let Some(guard) = self.maintenance.try_lock() else { return };
        self.checkpoint_or_count();
        drop(guard);
    }

    /// Makes a checkpoint, or puts it off. The caller holds `maintenance`.
    pub(crate) fn checkpoint_or_count(&self) {
        if self.checkpoint_held().is_err() {
            bump(&self.counters.failed_checkpoints);
            let tail = self.state.read().tail.len();
            self.next_checkpoint.store((tail + self.checkpoint_records) as u64, Ordering::Relaxed);
        }
    }

    /// Makes a checkpoint of all that is durable now.
    pub(crate) fn checkpoint(&self) -> Result<()> {
        let _maintenance = self.maintenance.lock();
        self.checkpoint_held()
    }

    pub(crate) fn checkpoint_held(&self) -> Result<()> {
        let (tail, part, position, last, journal) = {
            let s = self.state.read();
            let Some(last) = s.last.filter(|_| !s.tail.is_empty()) else { return Ok(()) };
            (s.tail.clone(), s.checkpointed.clone(), s.end, last, s.journal.clone())
        };
        self.check_place(&journal)?;
        let Some(head) = frame::FrameHead::read(&journal.read(last)?, &journal.secret) else {
            return Err(self.index_error(&IndexFault::Damaged("the journal's last frame is damaged".into())));
        };
        let index_id = self.next_index_id()?;
        let base = part.as_ref().map(|p| p.manifest.as_ref());
        let built = match self.build_generation(index_id, base, &tail) {
            // The generation on disk was damaged while we ran; the journal knows all that was in it.
            Err(IndexFault::Damaged(_)) if base.is_some() => {
                self.remove_generation(index_id);
                self.build_generation(index_id, None, &self.scan_all(&journal, position)?)
            }
            built => built,
        };
        let (contents, files) = built.map_err(|fault| {
            self.remove_generation(index_id);
            self.index_error(&fault)
        })?;
        let journal_generation = journal.generation;
        let manifest = Manifest { index_id, journal_generation, position, last, last_hash: head.hash, contents, files };
        manifest.publish(self.fs.as_ref(), self.folder())?;
        let index = self.open_live(&manifest).map_err(|fault| self.index_error(&fault))?;
        let found = index.contents(&AtomicBool::new(false)).map_err(|fault| self.index_error(&fault))?;
        if let Some(why) = differs(found, manifest.contents) {
            return Err(self.index_error(&IndexFault::Damaged(why)));
        }
        let mut state = self.state.write();
        state.tail.retain(|_, at| at.offset >= position);
        state.checkpointed = Some(Checkpointed { index: Arc::new(index), manifest: Arc::new(manifest) });
        drop(state);
        drop(part);
        self.remove_index_folders(Some(index_id));
        bump(&self.counters.checkpoints);
        let due = (self.checkpoint_records as u64).max(contents.records / 8);
        self.next_checkpoint.store(due, Ordering::Relaxed);
        Ok(())
    }

    /// Writes generation `id` of the index: `base`'s entries with `tail`'s over them.
    fn build_generation(
        &self,
        id: u64,
        base: Option<&Manifest>,
        tail: &HashMap<Key, Location>,
    ) -> std::result::Result<(Contents, Vec<IndexFile>), IndexFault> {
        let fs = self.fs.as_ref();
        let build = build_folder(self.folder(), id);
        let mut contents = Contents::default();
        if let Some(base) = base {
            copy_to_work(fs, &generation_folder(self.folder(), base.index_id), &build, &base.files)?;
            contents = base.contents;
        }
        let index = SledIndex::open(&build)?;
        index.extend(tail, &mut contents)?;
        index.close()?;
        let target = generation_folder(self.folder(), id);
        let files = copy_to_keep(fs, &build, &target)?;
        let parent = self.folder().join(INDEX_NAME);
        fs.sync_dir(&parent).at("sync", &parent).map_err(IndexFault::Unavailable)?;
        Ok((contents, files))
    }

    /// Opens the index that `manifest` vouches for, having checked every byte.
    pub(crate) fn open_live(&self, manifest: &Manifest) -> std::result::Result<SledIndex, IndexFault> {
        let live = live_folder(self.folder(), manifest.index_id);
        if self.fs.list(&live).is_ok() {
            self.fs.remove_dir_all(&live).at("remove", &live).map_err(IndexFault::Unavailable)?;
        }
        let from = generation_folder(self.folder(), manifest.index_id);
        copy_to_work(self.fs.as_ref(), &from, &live, &manifest.files)?;
        SledIndex::open(&live)
    }

    /// Moves the checkpoint and its index to the quarantine, durably. Must succeed before the journal changes in any
    /// way but growing.
    pub(crate) fn discard_checkpoint(&self, reason: &str) -> Result<()> {
        self.held.check()?;
        let fs = self.fs.as_ref();
        let present = fs.list(self.folder()).at("list", self.folder())?;
        let manifest = self.folder().join(MANIFEST_NAME);
        if present.iter().any(|e| e.path == manifest) {
            self.quarantine.move_aside(&manifest, reason)?;
            bump(&self.counters.quarantined);
        }
        let parent = self.folder().join(INDEX_NAME);
        for entry in fs.list(&parent).unwrap_or_default() {
            let is_generation = entry.path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("gen-"));
            if is_generation {
                self.quarantine.move_aside(&entry.path, reason)?;
            }
        }
        fs.sync_dir(self.folder()).at("sync", self.folder())
    }

    /// Removes a generation that no manifest has named yet. A file that cannot be removed now is removed at the next open.
    fn remove_generation(&self, id: u64) {
        for folder in [build_folder(self.folder(), id), generation_folder(self.folder(), id)] {
            let _ = self.fs.remove_dir_all(&folder);
        }
    }

    /// Removes working copies and generations other than `keep`. A file that cannot be removed now is removed at the next open.
    pub(crate) fn remove_index_folders(&self, keep: Option<u64>) {
        let keep = keep.map(|id| [generation_folder(self.folder(), id), live_folder(self.folder(), id)]);
        for entry in self.fs.list(&self.folder().join(INDEX_NAME)).unwrap_or_default() {
            if keep.as_ref().is_some_and(|k| k.contains(&entry.path)) {
                continue;
            }
            let _ = if entry.is_dir { self.fs.remove_dir_all(&entry.path) } else { self.fs.remove_file(&entry.path) };
        }
    }

    /// A number that no index folder has.
    fn next_index_id(&self) -> Result<u64> {
        let parent = self.folder().join(INDEX_NAME);
        self.fs.create_dir_all(&parent).at("create", &parent)?;
        let entries = self.fs.list(&parent).at("list", &parent)?;
        let number =
            |e: &crate::filesystem::Entry| e.path.file_name()?.to_str()?.rsplit_once('-')?.1.parse::<u64>().ok();
        Ok(entries.iter().filter_map(number).max().unwrap_or(0).saturating_add(1))
    }

    fn index_error(&self, fault: &IndexFault) -> Error {
        Error::Io {
            action: "checkpoint the index in",
            path: self.folder().join(INDEX_NAME),
            source: std::io::Error::other(fault.to_string()),
        }
    }

    /// Makes the journal's name durable if a compaction has left that open.
    pub(crate) fn settle_names(&self) -> Result<()> {
        if self.needs_dir_sync.load(Ordering::Acquire) {
            self.fs.sync_dir(self.folder()).at("sync", self.folder())?;
            self.needs_dir_sync.store(false, Ordering::Release);
        }
        Ok(())
    }

    /// All records, newest of each key, in the order they were put. Holds up nothing; sees what was durable when
    /// called.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Record) -> Result<()>) -> Result<()> {
        let (journal, end) = {
            let s = self.state.read();
            (s.journal.clone(), s.end)
        };
        let newest = self.scan_all(&journal, end)?;
        let mut scanner = journal.scan(JOURNAL_HEAD_BYTES as u64, end);
        while let Some(piece) = scanner.next_piece()? {
            let Piece::Frame { at, head } = piece else { continue };
            if newest.get(&head.key) == Some(&at)
                && let Some(record) = frame::decode(scanner.bytes(at)?, &journal.secret)
            {
                visit(record)?;
            }
        }
        Ok(())
    }
}
