//! Compaction: the journal written anew with the newest frame of each key, and, where a bound of bytes asks for it,
//! without those that are worth least.
//!
//! The order in which records are dropped: those of another epoch than the newest one's, which only a daemon with another dictionary asks
//! for; then by the work that a record saves for each of its bytes, on a logarithmic scale from which age takes up to
//! `AGE_WEIGHT` doublings. Age is the place in the journal, from the end: a compaction writes what was read since the
//! last one behind what was not, so that the order in the file is about the order of last use. Reads that are answered
//! from memory, here or by a caller, are not seen.
//!
//! While frames are copied puts go on, into the old journal; they wait only while the last of them are copied and
//! the new journal takes its place. Until then the disk holds both.

use crate::error::{Error, Result};
use crate::frame::{BodyHead, FrameHead, JOURNAL_HEAD_BYTES};
use crate::hinting::Unhinted;
use crate::hints::{Frames, Hints};
use crate::journal::{COMPACT_NAME, Journal};
use crate::journal_store::{JournalStore, State, Uses, bump};
use crate::record::{Epoch, Key};
use crate::scan::{Location, Piece};
use crate::scrub::ScrubReport;
use parking_lot::RwLockReadGuard;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How many doublings of work a byte the oldest record in the journal loses against the newest.
const AGE_WEIGHT: f64 = 4.0;
/// Of the bound, how much a compaction that evicts leaves in use: the rest is put before the next one.
const KEPT_NUMERATOR: u64 = 3;
const KEPT_DENOMINATOR: u64 = 4;
/// Puts that are refused without another try after one could not make room.
const REFUSALS_BETWEEN_TRIES: u64 = 64;

/// A frame that a compaction may keep.
#[derive(Clone, Copy)]
struct Candidate {
    at: Location,
    epoch: Epoch,
    work: u64,
}

impl Candidate {
    /// The worth of keeping it; the least goes first. `end` is the journal's.
    fn worth(&self, end: u64, newest_epoch: Option<Epoch>, uses: Uses) -> f64 {
        if newest_epoch.is_some_and(|epoch| epoch != self.epoch) {
            return f64::NEG_INFINITY;
        }
        let age = if uses.since > 0 { 0.0 } else { 1.0 - self.at.offset as f64 / end.max(1) as f64 };
        let demand = uses.since.saturating_add(uses.before) as f64 + 1.0;
        ((self.work as f64 + 1.0) * demand / f64::from(self.at.len)).log2() - AGE_WEIGHT * age
    }
}

/// A journal that grows beside the present one.
struct Fresh {
    journal: Journal,
    end: u64,
    last: Option<Location>,
    places: HashMap<Key, Location>,
    frames: Frames,
}

impl Fresh {
    fn append(&mut self, key: Key, frame: &[u8]) -> Result<()> {
        self.journal.write(self.end, frame)?;
        let at = Location { offset: self.end, len: u32::try_from(frame.len()).expect("bounded by MAX_PAYLOAD_BYTES") };
        self.places.insert(key, at);
        self.frames.push((key, at));
        self.end = at.end();
        self.last = Some(at);
        Ok(())
    }
}

impl JournalStore {
    /// Sees to it that `bytes` more fit under the bound, by evicting if they do not. They may pass the bound by what
    /// other puts write at the same time, at most `MAX_QUEUED_BYTES`.
    pub(crate) fn make_room(&self, bytes: u64) -> Result<()> {
        let fits = |state: RwLockReadGuard<'_, State>| state.end + bytes <= self.max_bytes;
        if fits(self.state.read()) {
            return Ok(());
        }
        let no_room = || Error::OverLimit {
            what: "the cache's journal in bytes, in which no room could be made",
            found: self.state.read().end + bytes,
            bound: "max_bytes",
            limit: self.max_bytes,
        };
        let after = self.max_bytes / KEPT_DENOMINATOR * KEPT_NUMERATOR;
        if JOURNAL_HEAD_BYTES as u64 + bytes > after {
            return Err(no_room());
        }
        let _maintenance = self.maintenance.lock();
        if fits(self.state.read()) {
            return Ok(());
        }
        let refused = self.refusals.fetch_add(1, Ordering::Relaxed);
        if !refused.is_multiple_of(REFUSALS_BETWEEN_TRIES) {
            return Err(no_room());
        }
        self.rewrite(Some(after - bytes), &HashSet::new())?;
        // Looked at before the checkpoint, during which other puts go on.
        let has_room = fits(self.state.read());
        self.checkpoint_or_count();
        if !has_room {
            return Err(no_room());
        }
        self.refusals.store(0, Ordering::Relaxed);
        Ok(())
    }

    /// Rewrites the journal with only the newest frame of each key.
    pub(crate) fn compact(&self) -> Result<ScrubReport> {
        let _maintenance = self.maintenance.lock();
        let report = self.rewrite(None, &HashSet::new())?;
        self.checkpoint_held()?;
        Ok(report)
    }

    /// The same without the records of `gone`, unless they are put anew meanwhile.
    pub(crate) fn purge(&self, gone: &HashSet<Key>) -> Result<ScrubReport> {
        let _maintenance = self.maintenance.lock();
        let report = self.rewrite(None, gone)?;
        self.checkpoint_held()?;
        Ok(report)
    }

    /// Writes the journal anew. If that fails, what was written of it goes: a disk that is full because of it would
    /// refuse puts that still fit. The caller holds `maintenance`, so that nobody else's is there.
    fn rewrite(&self, target: Option<u64>, gone: &HashSet<Key>) -> Result<ScrubReport> {
        let done = self.replace_journal(target, gone);
        // In a folder that is not ours any more another memo may be writing one.
        if done.is_err() && self.held.check().is_ok() {
            let _ = self.fs.remove_file(&self.folder().join(COMPACT_NAME));
        }
        done
    }

    /// The new journal takes the old one's place in one rename; a crash before it leaves the old one, after it the new
    /// one. The checkpoint then names a generation that is gone, and is not used.
    fn replace_journal(&self, target: Option<u64>, gone: &HashSet<Key>) -> Result<ScrubReport> {
        let (old, end) = {
            let s = self.state.read();
            (s.journal.clone(), s.end)
        };
        self.check_place(&old)?;
        let mut report = ScrubReport { bytes_before: end, ..ScrubReport::default() };
        let (uses, pins) = (self.uses_until_now(), self.pins.lock().clone());
        let mut kept = self.choose(&old, end, target, (&uses, &pins), &mut report)?;
        kept.retain(|(key, _)| !gone.contains(key));
        let fs = self.fs.as_ref();
        let journal = old.create_beside(fs, self.folder(), old.generation.wrapping_add(1))?;
        let (places, frames) = (HashMap::with_capacity(kept.len()), Frames::with_capacity(kept.len()));
        let mut fresh = Fresh { journal, end: JOURNAL_HEAD_BYTES as u64, last: None, places, frames };
        for (key, at) in kept {
            let frame = old.read(at)?;
            // Read whole a moment ago; damaged since, it is left out.
            if FrameHead::read(&frame, &old.secret).is_some_and(|head| head.is_sealed && head.checks(&frame)) {
                fresh.append(key, &frame)?;
            }
        }
        let mut held_hints = self.hints.lock();
        let hints = self.hints_beside(&fresh.journal, &fresh.frames, fresh.end)?;
        let pause = self.commits.pause();
        let now = self.state.read().end;
        let mut scanner = old.scan(end, now);
        while let Some(piece) = scanner.next_piece()? {
            if let Piece::Frame { at, head } = piece {
                fresh.append(head.key, scanner.bytes(at)?)?;
            }
        }
        self.check_place(&old)?;
        fresh.journal.take_place(fs, self.folder())?;
        // The name points to the new file, but perhaps not durably: nothing more is acknowledged until it does.
        self.needs_dir_sync.store(true, Ordering::Release);
        report.bytes_after = fresh.end;
        let mut state = self.state.write();
        state.journal = Arc::new(fresh.journal);
        state.end = fresh.end;
        state.last = fresh.last;
        state.records = fresh.places.len() as u64;
        state.tail = fresh.places;
        state.checkpointed = None;
        fresh.frames.retain(|(_, at)| at.offset >= hints.end);
        state.unhinted = Unhinted { hinted: hints.end, from: hints.end, frames: fresh.frames };
        drop(state);
        *held_hints = hints;
        drop(held_hints);
        self.needs_cut.store(false, Ordering::Release);
        bump(&self.counters.compactions);
        self.counters.evicted.fetch_add(report.evicted, Ordering::Relaxed);
        self.settle_names()?;
        // Of the old journal; what cannot be removed now is at the next open.
        let _ = Hints::remove_of(fs, self.folder(), old.generation);
        drop(pause);
        Ok(report)
    }

    /// How often records were asked for until now; from now on that counts half.
    fn uses_until_now(&self) -> HashMap<Key, Uses> {
        let mut held = self.uses.lock();
        let halved = |uses: &Uses| Uses { since: 0, before: uses.since.saturating_add(uses.before) / 2 };
        let later = held.iter().map(|(key, uses)| (*key, halved(uses))).filter(|(_, uses)| uses.before > 0).collect();
        std::mem::replace(&mut *held, later)
    }

    /// The frames to keep, in the order in which they are to be written: what was not read lately first.
    fn choose(
        &self,
        journal: &Journal,
        end: u64,
        target: Option<u64>,
        (uses, pins): (&HashMap<Key, Uses>, &BTreeSet<Key>),
        report: &mut ScrubReport,
    ) -> Result<Vec<(Key, Location)>> {
        let (mut newest, mut newest_epoch) = (HashMap::new(), None);
        let mut scanner = journal.scan(JOURNAL_HEAD_BYTES as u64, end);
        while let Some(piece) = scanner.next_piece()? {
            self.tally(journal, piece, report);
            if let Piece::Frame { at, head: BodyHead { key, epoch, work, .. } } = piece {
                newest.insert(key, Candidate { at, epoch, work });
                newest_epoch = Some(epoch);
            }
        }
        report.live = newest.len() as u64;
        let mut kept: Vec<(Key, Candidate)> = newest.into_iter().collect();
        if let Some(target) = target {
            let worth = |(key, one): &(Key, Candidate)| match pins.contains(key) {
                true => f64::INFINITY,
                false => one.worth(end, newest_epoch, uses.get(key).copied().unwrap_or_default()),
            };
            kept.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then(b.1.at.offset.cmp(&a.1.at.offset)));
            let mut bytes = JOURNAL_HEAD_BYTES as u64;
            kept.retain(|(key, one)| {
                bytes += u64::from(one.at.len);
                bytes <= target || pins.contains(key)
            });
            report.evicted = report.live - kept.len() as u64;
        }
        let is_used = |key: &Key| uses.get(key).is_some_and(|uses| uses.since > 0);
        kept.sort_by_key(|(key, one)| (is_used(key), one.at.offset));
        Ok(kept.into_iter().map(|(key, one)| (key, one.at)).collect())
    }
}

#[cfg(test)]
mod tests;
