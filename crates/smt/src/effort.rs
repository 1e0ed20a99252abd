//! Work: how much of it a search may do, how much it has done, and whether anybody still waits for it.
//!
//! A unit is about one instruction applied to a handful of samples: some tens of nanoseconds, as a unit of Z3's
//! `rlimit` roughly is. Every loop of the engine and of the prover whose length depends on the window or the target
//! spends units as it goes, so a budget ends each of them at the same place wherever it runs, and none goes far without
//! asking whether it has to stop.

use std::cell::Cell;

/// Units between two looks at whether the search has to stop: well under a millisecond.
pub const BETWEEN_LOOKS: u64 = 1 << 12;

/// Why a search goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Ended {
    /// The work that it was given is done.
    #[error("the budget ended the search")]
    Budget,
    /// It was told to stop.
    #[error("the search was stopped")]
    Stopped,
}

/// The work of one search.
pub struct Effort<'a> {
    budget: u64,
    /// Whether nobody waits any more: may read a clock, and so is asked only every [`BETWEEN_LOOKS`] units.
    stopped: &'a dyn Fn() -> bool,
    spent: Cell<u64>,
    /// Units spent from which on `stopped` is asked again.
    next_look: Cell<u64>,
    /// Set once and for all: what has ended must not go on with a part of its work.
    ended: Cell<Option<Ended>>,
}

impl<'a> Effort<'a> {
    /// Up to `budget` units, for as long as `stopped` says no.
    pub fn new(budget: u64, stopped: &'a dyn Fn() -> bool) -> Self {
        Effort { budget, stopped, spent: Cell::new(0), next_look: Cell::new(0), ended: Cell::new(None) }
    }

    /// Counts work that is about to be done. Once it is refused it is refused for ever.
    pub fn spend(&self, units: u64) -> Result<(), Ended> {
        if let Some(ended) = self.ended.get() {
            return Err(ended);
        }
        let spent = self.spent.get().saturating_add(units);
        self.spent.set(spent);
        if spent > self.budget {
            return self.end(Ended::Budget);
        }
        if spent >= self.next_look.get() {
            self.next_look.set(spent.saturating_add(BETWEEN_LOOKS));
            if (self.stopped)() {
                return self.end(Ended::Stopped);
            }
        }
        Ok(())
    }

    /// Ends the effort for good: whoever asks next is told the same.
    fn end(&self, why: Ended) -> Result<(), Ended> {
        self.ended.set(Some(why));
        Err(why)
    }

    /// Looks at once whether the search has to stop: before a step that takes long and counts nothing.
    pub fn look(&self) -> Result<(), Ended> {
        self.next_look.set(self.spent.get());
        self.spend(0)
    }

    /// Units spent so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Units that may still be spent.
    pub fn left(&self) -> u64 {
        if self.ended.get().is_some() { 0 } else { self.budget.saturating_sub(self.spent.get()) }
    }

    /// Why no more may be spent, if that is so.
    pub fn ended(&self) -> Option<Ended> {
        self.ended.get()
    }

    /// A part of what is left, for a step that must leave something to the next. Its spending is counted here by
    /// [`Effort::joined`].
    pub fn part(&self, budget: u64) -> Effort<'a> {
        Effort::new(budget.min(self.left()), self.stopped)
    }

    /// Counts what a part has spent. That a part has used up its own budget does not end the whole.
    pub fn joined(&self, part: &Effort<'_>) {
        self.spent.set(self.spent().saturating_add(part.spent()));
        if part.ended() == Some(Ended::Stopped) {
            self.ended.set(Some(Ended::Stopped));
        }
    }
}

#[cfg(test)]
mod tests;
