//! Reading the journal on from a place, for whoever passes on what is put.

use crate::error::Result;
use crate::frame::{self, JOURNAL_HEAD_BYTES};
use crate::journal::Place;
use crate::journal_store::JournalStore;
use crate::record::Record;
use crate::scan::Piece;

/// A piece of the journal, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Its records in the order in which they were put, superseded ones among them. Damaged ones are left out.
    pub records: Vec<Record>,
    /// Where to read on.
    pub next: Place,
    /// Whether that is the end for now.
    pub is_end: bool,
}

impl JournalStore {
    /// Reads about `bytes` from `from` on; from the start if that is a place in a journal that was rewritten since.
    pub(crate) fn read_on(&self, from: Place, bytes: u64) -> Result<Stretch> {
        let (journal, end) = {
            let state = self.state.read();
            (state.journal.clone(), state.end)
        };
        let first = JOURNAL_HEAD_BYTES as u64;
        let is_known = from.generation == journal.generation && (first..=end).contains(&from.offset);
        let start = if is_known { from.offset } else { first };
        let mut scanner = journal.scan(start, end);
        let mut records = Vec::new();
        while scanner.position() - start < bytes {
            let Some(piece) = scanner.next_piece()? else { break };
            if let Piece::Frame { at, .. } = piece {
                records.extend(frame::decode(scanner.bytes(at)?, &journal.secret));
            }
        }
        let next = Place { generation: journal.generation, offset: scanner.position() };
        Ok(Stretch { records, next, is_end: next.offset >= end })
    }
}
