//! Scrubbing: the journal read again a piece at a time, so that what the disk has damaged is known before it is asked for.

use crate::error::Result;
use crate::frame::JOURNAL_HEAD_BYTES;
use crate::journal_store::JournalStore;
use crate::maintenance::ScrubReport;
use std::sync::atomic::Ordering;

/// How far scrubbing has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ScrubPlace {
    generation: u64,
    offset: u64,
}

impl JournalStore {
    /// Reads on from where the last call ended, about `bytes` of the journal, and checks every frame. What is no sound frame
    /// of this folder's is kept in the quarantine. Says whether the end was reached; the next call starts over. Holds up no
    /// one: a damaged record stays in the index and is a miss when it is asked for.
    pub(crate) fn scrub(&self, bytes: u64) -> Result<(ScrubReport, bool)> {
        let mut place = self.scrub_place.lock();
        let (journal, end) = {
            let s = self.state.read();
            (s.journal.clone(), s.end)
        };
        self.check_place(&journal)?;
        if place.generation != journal.generation || place.offset >= end {
            *place = ScrubPlace { generation: journal.generation, offset: JOURNAL_HEAD_BYTES as u64 };
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
}
