//! Reading the journal again, at once or a piece at a time, so that what the disk has damaged is known before it is
//! asked for.

use crate::error::Result;
use crate::frame::JOURNAL_HEAD_BYTES;
use crate::hinting::Unhinted;
use crate::hints::{Frames, Hints};
use crate::journal::{Journal, Place};
use crate::journal_store::{JournalStore, Unserved};
use crate::scan::Piece;
use std::collections::HashMap;
use std::sync::atomic::Ordering;

/// The findings of a scrub or a compaction in the journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScrubReport {
    /// Frames whose seal and hash check.
    pub frames: u64,
    /// Of those, the newest of their key.
    pub live: u64,
    /// Stretches of bytes that belong to no such frame.
    pub damaged_regions: u64,
    /// Their bytes.
    pub damaged_bytes: u64,
    /// Whole frames that this folder's memo did not write.
    pub foreign_frames: u64,
    /// Keys for which the index did not name the newest good frame; `verify` has put it right.
    pub index_mismatches: u64,
    /// Whole records that a compaction left out to keep within the bound of bytes.
    pub evicted: u64,
    /// Bytes of the journal before.
    pub bytes_before: u64,
    /// Bytes of the journal after.
    pub bytes_after: u64,
}

impl JournalStore {
    /// Reads on from where the last call ended, about `bytes` of the journal, and checks every frame. A piece that is no sound
    /// frame of this folder's is kept in the quarantine. Says whether the end was reached; the next call starts over.
    /// Holds up no one: a damaged record stays in the index and is a miss when it is asked for.
    pub(crate) fn scrub(&self, bytes: u64) -> Result<(ScrubReport, bool)> {
        let mut place = self.scrub_place.lock();
        let (journal, end) = {
            let s = self.state.read();
            (s.journal.clone(), s.end)
        };
        self.check_place(&journal)?;
        if place.generation != journal.generation || place.offset >= end {
            *place = Place { generation: journal.generation, offset: JOURNAL_HEAD_BYTES as u64 };
        }
        let mut report = ScrubReport { bytes_before: end, bytes_after: end, ..ScrubReport::default() };
        let start = place.offset;
        let mut scanner = journal.scan(start, end);
        while scanner.position() - start < bytes {
            let Some(piece) = scanner.next_piece()? else { break };
            self.tally(&journal, piece, &mut report);
        }
        place.offset = scanner.position();
        self.counters.scrubbed_bytes.fetch_add(place.offset - start, Ordering::Relaxed);
        let is_done = place.offset >= end;
        self.counters.scrubs.fetch_add(u64::from(is_done), Ordering::Relaxed);
        Ok((report, is_done))
    }

    /// Reads the whole journal, keeps damaged bytes in the quarantine, and puts the index right if it is wrong.
    pub(crate) fn verify(&self) -> Result<ScrubReport> {
        let _maintenance = self.maintenance.lock();
        let mut hints = self.hints.lock();
        let _pause = self.commits.pause();
        let (journal, end) = {
            let s = self.state.read();
            (s.journal.clone(), s.end)
        };
        let mut report = ScrubReport { bytes_before: end, bytes_after: end, ..ScrubReport::default() };
        let mut newest = HashMap::new();
        let mut scanner = journal.scan(JOURNAL_HEAD_BYTES as u64, end);
        while let Some(piece) = scanner.next_piece()? {
            self.tally(&journal, piece, &mut report);
            if let Piece::Frame { at, head } = piece {
                newest.insert(head.key, at);
            }
        }
        report.live = newest.len() as u64;
        let mut state = self.state.write();
        let part = state.checkpointed.clone();
        for (key, at) in &newest {
            let indexed = match (state.tail.get(key), &part) {
                (Some(at), _) => Some(*at),
                (None, Some(part)) => part.index.get(key).ok().flatten(),
                (None, None) => None,
            };
            report.index_mismatches += u64::from(indexed != Some(*at));
        }
        report.index_mismatches += state.records.saturating_sub(report.live);
        if report.index_mismatches > 0 {
            state.records = report.live;
            state.tail = newest;
            state.checkpointed = None;
            *hints = Hints::none(journal.generation);
            state.unhinted = Unhinted { hinted: hints.end, from: end, frames: Frames::new() };
            drop(state);
            Hints::remove_all(self.fs.as_ref(), self.folder())?;
            self.discard_checkpoint("a scrub found that the index does not name the newest good frames")?;
        }
        Ok(report)
    }

    /// Counts a piece, and keeps what is not served.
    pub(crate) fn tally(&self, journal: &Journal, piece: Piece, report: &mut ScrubReport) {
        match piece {
            Piece::Frame { .. } => report.frames += 1,
            Piece::Damaged { offset, len } => {
                report.damaged_regions += 1;
                report.damaged_bytes += len;
                self.salvage(journal, offset, len, Unserved::Damaged);
            }
            Piece::Foreign { offset, len } => {
                report.foreign_frames += 1;
                self.salvage(journal, offset, len, Unserved::Foreign);
            }
        }
    }
}
