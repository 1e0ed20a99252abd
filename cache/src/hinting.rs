//! When hints are written, and what goes into them.

use crate::error::Result;
use crate::hints::{Frames, Hints};
use crate::journal::Journal;
use crate::journal_store::{JournalStore, bump};
use crate::limits::{HINT_BYTES, MAX_UNHINTED};
use crate::record::Key;
use crate::scan::{Location, Piece};
use crate::scan_parts::sound_start;

/// The part of the journal behind the last hint.
#[derive(Debug, Default)]
pub(crate) struct Unhinted {
    /// Where the last hint ends.
    pub(crate) hinted: u64,
    /// From here on `frames` are all that there are. The frames between the two are read when a hint is written.
    pub(crate) from: u64,
    pub(crate) frames: Frames,
}

impl Unhinted {
    /// A frame was appended.
    pub(crate) fn note(&mut self, key: Key, at: Location) {
        if self.frames.len() >= MAX_UNHINTED {
            self.frames.clear();
            self.from = at.offset;
        }
        self.frames.push((key, at));
    }
}

impl JournalStore {
    /// Writes a hint if enough lies behind the last. A failure costs only time at a start without a checkpoint, so it is counted, and tried
    /// again when as much more has been put.
    pub(crate) fn hint_if_due(&self) {
        let (bytes, records) = {
            let state = self.state.read();
            (state.end.saturating_sub(state.unhinted.hinted), state.unhinted.frames.len())
        };
        if bytes < HINT_BYTES && records < self.hint_records {
            return;
        }
        let Some(mut hints) = self.hints.try_lock() else { return };
        if self.hint(&mut hints).is_err() {
            bump(&self.counters.failed_hints);
            hints.not_before = self.state.read().end.saturating_add(HINT_BYTES);
        }
    }

    /// Writes the next hint, up to what is durable now.
    fn hint(&self, hints: &mut Hints) -> Result<()> {
        if self.state.read().end < hints.not_before || hints.is_full() {
            return Ok(());
        }
        let (journal, from, noted, end) = {
            let state = self.state.read();
            (state.journal.clone(), state.unhinted.from, state.unhinted.frames.clone(), state.end)
        };
        self.check_place(&journal)?;
        let count = noted.len();
        let mut frames = self.frames_between(&journal, hints.end, from)?;
        frames.extend(noted);
        if frames.is_empty() {
            return Ok(());
        }
        hints.write(self.fs.as_ref(), self.folder(), &journal, &frames, end)?;
        // A compaction takes the lock that `hints` is from, so that the journal is still this one.
        let unhinted = &mut self.state.write().unhinted;
        unhinted.hinted = end;
        if unhinted.from == from {
            unhinted.frames.drain(..count);
            unhinted.from = end;
        }
        Ok(())
    }

    /// The sound frames between two places; nothing if the second is not behind the first.
    fn frames_between(&self, journal: &Journal, from: u64, to: u64) -> Result<Frames> {
        if from >= to {
            return Ok(Frames::new());
        }
        let sound = sound_start(journal, from, to);
        let (mut frames, mut scanner) = (sound.frames, journal.scan(sound.end, to));
        while let Some(piece) = scanner.next_piece()? {
            if let Piece::Frame { at, head } = piece {
                frames.push((head.key, at));
            }
        }
        Ok(frames)
    }

    /// Hints of a journal that is about to take the present one's place, with all its frames so far; none if they cannot be
    /// written, or are too few to be worth it. An error if an older one of that journal's number cannot be removed.
    pub(crate) fn hints_beside(&self, journal: &Journal, frames: &[(Key, Location)], end: u64) -> Result<Hints> {
        Hints::remove_of(self.fs.as_ref(), self.folder(), journal.generation)?;
        let mut hints = Hints::none(journal.generation);
        if (frames.len() >= self.hint_records || end >= HINT_BYTES)
            && hints.write(self.fs.as_ref(), self.folder(), journal, frames, end).is_err()
        {
            bump(&self.counters.failed_hints);
        }
        Ok(hints)
    }
}
