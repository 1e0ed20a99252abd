//! Counters of a tier.

use std::sync::atomic::{AtomicU64, Ordering};

/// One count.
#[derive(Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) hits: Count,
    pub(crate) misses: Count,
    pub(crate) failed_gets: Count,
    pub(crate) refused: Count,
    pub(crate) puts: Count,
    pub(crate) failed_puts: Count,
    pub(crate) fenced: Count,
    pub(crate) losses: Count,
    pub(crate) refilled: Count,
    pub(crate) spilled: Count,
    pub(crate) leases: Count,
    pub(crate) leases_lost: Count,
    pub(crate) waits: Count,
    pub(crate) silent: Count,
}

/// Counts since the tier was opened, and how it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Its address, without the password.
    pub name: String,
    /// Records found there that were sound.
    pub hits: u64,
    /// Gets that found nothing.
    pub misses: u64,
    /// Gets that it did not answer, those while it was left alone included.
    pub failed_gets: u64,
    /// Records found there that were cut, forged, moved, of another version, or signed by nobody who is trusted.
    pub refused: u64,
    /// Records written there.
    pub puts: u64,
    /// Writes that failed; they are tried again.
    pub failed_puts: u64,
    /// Records not written because somebody else had taken the lease meanwhile.
    pub fenced: u64,
    /// How often it was found to have lost its memory, and records written there because of it.
    pub losses: u64,
    /// See [`Counts::losses`].
    pub refilled: u64,
    /// Records left to the journal because too many waited to be written.
    pub spilled: u64,
    /// Records that wait to be written.
    pub queued: u64,
    /// Leases taken.
    pub leases: u64,
    /// Leases that ran out before the search had ended.
    pub leases_lost: u64,
    /// Waits for another daemon's search.
    pub waits: u64,
    /// Of these, those for a lease that nobody renewed.
    pub silent: u64,
    /// How often the tier was left alone because it failed.
    pub opened: u64,
    /// Why it is left alone at this moment, or gets no records; or empty.
    pub resting: String,
}
