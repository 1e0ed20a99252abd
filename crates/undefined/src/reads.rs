//! Sources that a lane or a byte reads.

use crate::limits::MAX_READS;

/// A source by its number, and whether it is read more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Read {
    pub source: u32,
    pub is_again: bool,
}

/// Sources in the order of their numbers, each once. Most lanes read a few.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reads(Vec<Read>);

impl Reads {
    pub fn one(source: u32) -> Self {
        Reads(vec![Read { source, is_again: false }])
    }

    pub fn iter(&self) -> impl Iterator<Item = Read> + '_ {
        self.0.iter().copied()
    }

    pub fn has(&self, source: u32) -> bool {
        self.0.binary_search_by_key(&source, |read| read.source).is_ok()
    }

    /// Those that another has, too.
    pub fn in_common(&self, other: &Reads) -> Reads {
        Reads(self.iter().filter(|read| other.has(read.source)).collect())
    }
}

/// The reads of each lane, or of each byte, of a value.
pub(crate) type Lanes = Vec<Reads>;

/// Reads that may still be added up.
pub(crate) struct Budget(usize);

impl Budget {
    pub fn new() -> Self {
        Budget(MAX_READS)
    }

    /// The reads of all of these together. Nothing over the bound.
    pub fn sum<'a>(&mut self, parts: impl Iterator<Item = &'a Reads>) -> Option<Reads> {
        let mut all: Vec<Read> = Vec::new();
        for part in parts {
            self.0 = self.0.checked_sub(part.0.len().max(1))?;
            all.extend(&part.0);
        }
        all.sort_unstable();
        let mut own: Vec<Read> = Vec::with_capacity(all.len());
        for read in all {
            match own.last_mut() {
                Some(last) if last.source == read.source => last.is_again = true,
                _ => own.push(read),
            }
        }
        Some(Reads(own))
    }
}
