//! Opening a cache folder: lock it, find out what can be trusted, rebuild what cannot.
//!
//! The order matters. The checkpoint is judged first, and one that does not fit the journal is gone from the folder,
//! durably, before anything is appended that could make it seem to fit.

use crate::checked_later::CheckedLater;
use crate::checkpoint::{MANIFEST_NAME, Manifest};
use crate::commit::CommitQueue;
use crate::error::{At, Result};
use crate::filesystem::FileSystem;
use crate::folder::Folder;
use crate::frame::{FrameHead, JOURNAL_HEAD_BYTES, JournalHead};
use crate::hinting::Unhinted;
use crate::hints::{Frames, Hints};
use crate::index::IndexFault;
use crate::journal::{COMPACT_NAME, JOURNAL_NAME, Journal, read_head};
use crate::journal_store::{Checkpointed, Counters, JournalStore, State, Unserved, bump};
use crate::limits::{MAX_JOURNAL_BYTES, MAX_LISTED_REGIONS};
use crate::options::Options;
use crate::quarantine::Quarantine;
use crate::scan::Piece;
use crate::scan_parts::{Sound, sound_start};
use crate::secret::Secret;
use parking_lot::{Mutex, RwLock};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

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

/// A journal that was found and is not used. It stays in the folder, under another name, until someone removes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// Where it is now.
    pub path: PathBuf,
    /// Whether it is of the version without seals; otherwise another secret sealed it.
    pub unkeyed: bool,
}

/// A report of what `Memo::open` found and did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenReport {
    /// Whether the folder had no journal that could be used.
    pub created: bool,
    /// The journal that was there, if its records cannot be told from forged ones. They are searched for anew.
    pub set_aside: Option<SetAside>,
    /// The folder's rights, if they were not its owner's alone; now they are.
    pub repaired_mode: Option<u32>,
    /// Whether a second memo is kept off the folder's path even if the folder is replaced (see `folder`).
    pub path_locked: bool,
    /// Where the index came from.
    pub index: IndexOrigin,
    /// Distinct keys.
    pub records: u64,
    /// Bytes of the journal.
    pub journal_bytes: u64,
    /// Bytes of it that were read.
    pub scanned_bytes: u64,
    /// Bytes of it that hints spoke for, of those that no checkpoint did.
    pub hinted_bytes: u64,
    /// Whether the journal's header was damaged and has been renewed.
    pub header_renewed: bool,
    /// How many damaged regions were found in what was read.
    pub damaged_regions: u64,
    /// Their bytes in all. A torn write of a killed process is such a region; nothing in it was acknowledged.
    pub damaged_bytes: u64,
    /// Whole frames in what was read that this folder's memo did not write: forged, or copied in. Not served.
    pub foreign_frames: u64,
    /// The first of the damaged regions.
    pub damage: Vec<DamagedRegion>,
    /// Both files that say what is pinned are damaged: nothing is.
    pub pins_lost: bool,
}

impl JournalStore {
    /// Opens or makes the store in `folder`.
    pub(crate) fn open(folder: &Path, options: &Options) -> Result<(JournalStore, OpenReport)> {
        let fs = options.file_system.clone();
        let held = Folder::hold(fs.as_ref(), folder)?;
        let folder = held.path();
        let leftover = folder.join(COMPACT_NAME);
        if fs.list(folder).at("list", folder)?.iter().any(|e| e.path == leftover) {
            fs.remove_file(&leftover).at("remove", &leftover)?;
        }
        let (secret, set_aside) = sealing(fs.as_ref(), folder)?;
        let opened = Journal::open(fs.as_ref(), folder, secret)?;
        let pinned = crate::pins::read(fs.as_ref(), folder)?;
        let due = options.checkpoint_records.max(1);
        let state = State {
            end: opened.len,
            journal: Arc::new(opened.journal),
            last: None,
            tail: HashMap::new(),
            checkpointed: None,
            records: 0,
            unhinted: Unhinted::default(),
        };
        let mut store = JournalStore {
            quarantine: Quarantine::new(fs.clone(), folder),
            fs,
            state: RwLock::new(state),
            commits: CommitQueue::default(),
            maintenance: Mutex::new(()),
            hints: Mutex::new(Hints::none(0)),
            hint_records: options.hint_records.max(1),
            needs_cut: AtomicBool::new(false),
            needs_dir_sync: AtomicBool::new(false),
            checkpoint_records: due,
            next_checkpoint: AtomicU64::new(due as u64),
            max_bytes: options.max_bytes.min(MAX_JOURNAL_BYTES),
            refusals: AtomicU64::new(0),
            uses: Mutex::default(),
            pins: Mutex::new(pinned.keys),
            scrub_place: Mutex::default(),
            counters: Counters::default(),
            held,
        };
        let report = OpenReport {
            created: opened.created,
            set_aside,
            repaired_mode: store.held.repaired_mode,
            path_locked: store.held.is_path_locked(),
            index: IndexOrigin::Journal,
            records: 0,
            journal_bytes: opened.len,
            scanned_bytes: 0,
            hinted_bytes: 0,
            header_renewed: opened.header_damaged,
            damaged_regions: 0,
            damaged_bytes: 0,
            foreign_frames: 0,
            damage: Vec::new(),
            pins_lost: pinned.is_lost,
        };
        let report = store.recover(report)?;
        Ok((store, report))
    }

    /// Reads what has to be read, and fills in the rest of `report`.
    fn recover(&mut self, mut report: OpenReport) -> Result<OpenReport> {
        let (len, header_damaged) = (report.journal_bytes, report.header_renewed);
        let (manifest, index) = self.trusted_checkpoint(len, header_damaged)?;
        let journal = self.state.get_mut().journal.clone();
        let start = match &manifest {
            Some(part) => part.manifest.position,
            None if header_damaged => 0,
            None => JOURNAL_HEAD_BYTES as u64,
        };
        report.index = index;
        let (hints, mut known) = self.trusted_hints(&journal, len, header_damaged)?;
        known.retain(|(_, at)| at.offset >= start);
        report.hinted_bytes = hints.end.saturating_sub(start);
        let start = start.max(if header_damaged { 0 } else { hints.end });
        report.scanned_bytes = len.saturating_sub(start);
        let sound =
            if header_damaged { Sound { end: start, ..Sound::default() } } else { sound_start(&journal, start, len) };
        let mut walked = sound.frames;
        let mut scanner = journal.scan(sound.end, len);
        while let Some(piece) = scanner.next_piece()? {
            match piece {
                Piece::Frame { at, head } => walked.push((head.key, at)),
                Piece::Foreign { offset, len } => {
                    report.foreign_frames += 1;
                    self.salvage(&journal, offset, len, Unserved::Foreign);
                }
                Piece::Damaged { offset, len } => {
                    let quarantined = self.salvage(&journal, offset, len, Unserved::Damaged);
                    report.damaged_regions += 1;
                    report.damaged_bytes += len;
                    if report.damage.len() < MAX_LISTED_REGIONS {
                        report.damage.push(DamagedRegion { offset, len, quarantined });
                    }
                }
            }
        }
        let last = walked.last().or(known.last()).map(|(_, at)| *at).or(manifest.as_ref().map(|p| p.manifest.last));
        let mut tail = HashMap::with_capacity(known.len() + walked.len());
        tail.extend(known.iter().chain(&walked).copied());
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
        state.unhinted = Unhinted { hinted: hints.end, from: start, frames: walked };
        *self.hints.get_mut() = hints;
        if header_damaged {
            let journal = Arc::get_mut(&mut state.journal).expect("no reader has it yet");
            journal.renew_header(1)?;
            *self.hints.get_mut() = Hints::none(1);
            // A journal cut within its header: appends go behind the new one.
            state.end = state.end.max(JOURNAL_HEAD_BYTES as u64);
        }
        state.tail = tail;
        state.last = last;
        state.checkpointed = manifest;
        state.records = records;
        Ok(report)
    }

    /// The hints that fit the journal, and what they say. Where its header was damaged they may be another journal's.
    fn trusted_hints(&self, journal: &Journal, len: u64, header_damaged: bool) -> Result<(Hints, Frames)> {
        let fs = self.fs.as_ref();
        if header_damaged {
            Hints::remove_all(fs, self.folder())?;
            return Ok((Hints::none(journal.generation), Frames::new()));
        }
        Hints::open(fs, self.folder(), journal, len)
    }

    /// The checkpoint, if there is one and it fits the journal and every byte of its index checks.
    fn trusted_checkpoint(&self, len: u64, header_damaged: bool) -> Result<(Option<Checkpointed>, IndexOrigin)> {
        let judged = match Manifest::load(self.fs.as_ref(), self.folder()) {
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
        let same = FrameHead::read(&last, &journal.secret)
            .is_some_and(|head| head.is_sealed && head.hash == manifest.last_hash && head.checks(&last));
        if !same || manifest.last.end() > manifest.position {
            return damaged("the last frame before the checkpoint is not the one it names");
        }
        let index = CheckedLater::new(self.open_live(&manifest)?, manifest.contents)?;
        Ok(Checkpointed { index: Arc::new(index), manifest: Arc::new(manifest) })
    }
}

/// The folder's secret. A journal that it does not seal as a whole is set aside first, and with it the checkpoint.
fn sealing(fs: &dyn FileSystem, folder: &Path) -> Result<(Secret, Option<SetAside>)> {
    let head = read_head(fs, folder)?;
    let wanted = match head {
        Some(JournalHead::Sealed { secret, .. }) => Some(secret),
        _ => None,
    };
    let secret = Secret::open(fs, folder, wanted)?;
    let unkeyed = head == Some(JournalHead::Unkeyed);
    if !unkeyed && wanted.is_none_or(|wanted| wanted == secret.name()) {
        return Ok((secret, None));
    }
    let present: Vec<PathBuf> = fs.list(folder).at("list", folder)?.into_iter().map(|e| e.path).collect();
    let manifest = folder.join(MANIFEST_NAME);
    if present.contains(&manifest) {
        // Durably before the journal that it names is: its numbers may come again in the next one.
        fs.remove_file(&manifest).at("remove", &manifest)?;
        fs.sync_dir(folder).at("sync", folder)?;
    }
    let stem = if unkeyed { "journal.unkeyed" } else { "journal.foreign" };
    let free = (1..).map(|n| folder.join(format!("{stem}-{n}"))).find(|path| !present.contains(path));
    let path = free.expect("there are more numbers than files");
    let journal = folder.join(JOURNAL_NAME);
    fs.rename(&journal, &path).at("set aside", &journal)?;
    fs.sync_dir(folder).at("sync", folder)?;
    Ok((secret, Some(SetAside { path, unkeyed })))
}
