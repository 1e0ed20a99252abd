//! The tier that daemons share: whose turn it is among them to search, and what is made of records that anybody may have written.
//!
//! Here belong: when the tier is asked, and what of its answer is believed. Elsewhere: how it is reached, and how
//! its records are signed (`isotope_tier`).

use super::remembered;
use super::settled::Settled;
use super::store::Store;
use crate::failure::Failure;
use crate::intake::question::Question;
use crate::limits;
use crate::search::selector::{Control, Found, SelectError};
use isotope_cache::Key;
use isotope_proto::v1;
use isotope_tier::{Found as InTier, Lease, Turn, Waited as Held};
use tokio::time::Instant;

/// The outcome of waiting for another daemon's search.
pub(crate) enum Waited {
    /// It has ended, or nobody knows any more.
    Over,
    /// Nobody is at it, whatever the tier says, or it was waited for long enough.
    InVain,
    /// The caller's time is up.
    Late,
}

/// Whether to search.
pub(crate) enum Right {
    /// Search; with a lease, nobody else does until it is dropped.
    Granted(Option<Lease>),
    /// Look again: somebody else has just found it.
    Found,
}

impl Store {
    /// Whether the search for a key is ours. An error: another daemon is at it.
    pub(crate) fn right_to_search(&self, key: Key, alone: bool) -> Result<Right, Failure> {
        let Some(tier) = self.tier.as_ref().filter(|_| !alone) else { return Ok(Right::Granted(None)) };
        match tier.turn_blocking(key) {
            Turn::Ours(lease) => Ok(Right::Granted(Some(lease))),
            Turn::Alone => Ok(Right::Granted(None)),
            Turn::There => Ok(Right::Found),
            Turn::Theirs => Err(Failure::Elsewhere),
        }
    }

    /// Waits until another daemon's search for a key has ended; not beyond `patience`, which is that of a whole call.
    pub(crate) async fn elsewhere(&self, key: Key, deadline: Option<Instant>, patience: Instant) -> Waited {
        let Some(tier) = &self.tier else { return Waited::Over };
        let until = deadline.map_or(patience, |deadline| deadline.min(patience));
        match tokio::time::timeout_at(until, tier.until_settled(key)).await {
            Ok(Held::Settled) => Waited::Over,
            Ok(Held::Silent) => Waited::InVain,
            Err(_) if deadline.is_some_and(|deadline| deadline <= Instant::now()) => Waited::Late,
            Err(_) => Waited::InVain,
        }
    }

    /// An answer made of a record that anybody may have written: its programs as candidates, everything else made anew. One
    /// that is not proved is as good as none.
    pub(crate) fn proved_from_outside(
        &self,
        question: &Question,
        control: &Control,
    ) -> Result<Option<Settled>, Failure> {
        let Some(tier) = self.tier.as_ref().filter(|tier| tier.proves_unsigned()) else { return Ok(None) };
        let InTier::Unsigned(stored) = tier.get_blocking(&question.key, &self.epoch) else { return Ok(None) };
        let Ok(record) = remembered::decode(&stored.payload) else { return Ok(None) };
        match self.settled_from_outside(question, &record, control) {
            Ok(Ok(settled)) => Ok(Some(settled)),
            // The search that follows may find more.
            Ok(Err((_, why))) => {
                tracing::debug!(key = %question.key, why, "an unsigned record of the tier is of no use");
                Ok(None)
            }
            Err(SelectError::Cancelled) => Err(SelectError::Cancelled.into()),
            Err(why) => {
                tracing::warn!(key = %question.key, %why, "an unsigned record of the tier was not proved");
                Ok(None)
            }
        }
    }

    /// An answer made of a record that anybody may have written; or the work that went into it, and why there is none. An error
    /// says nothing of the record.
    pub(crate) fn settled_from_outside(
        &self,
        question: &Question,
        record: &v1::Record,
        control: &Control,
    ) -> Result<Result<Settled, (u64, String)>, SelectError> {
        let mut held = remembered::held(record);
        held.truncate(limits::MAX_ALTERNATIVES + 1);
        held.iter_mut().for_each(|one| one.proved = false);
        let window = &question.canonical.window;
        let selection = match self.selector.rank(window, &question.target, &question.options, &held, control) {
            Ok(selection) => selection,
            Err(_) if control.stopped() => return Err(SelectError::Cancelled),
            Err(error @ (SelectError::Tool(_) | SelectError::Cancelled)) => return Err(error),
            Err(error) => return Ok(Err((0, error.to_string()))),
        };
        let spent = selection.work.max(selection.proof.iter().map(|step| step.work).sum());
        if control.stopped() {
            return Err(SelectError::Cancelled);
        }
        if selection.truncated {
            let why = selection.notes.first().map_or("its programs were not ranked to the end", String::as_str);
            return Err(SelectError::Tool(why.to_owned()));
        }
        // The plain lowering won: what came from outside is worth nothing.
        if selection.found == Found::Baseline {
            return Ok(Err((spent, "none of its programs was proved and beats the plain lowering".to_owned())));
        }
        let record = remembered::record(&selection, question, &self.scope.epoch, self.selector.as_ref())?;
        if !remembered::is_proved(&record) {
            return Ok(Err((spent, "its program was not proved".to_owned())));
        }
        self.counters.records_proved_again.add();
        Ok(Ok(Settled::new(v1::Record { work_spent: spent.max(record.work_spent), ..record }, v1::Source::Memo)))
    }
}
