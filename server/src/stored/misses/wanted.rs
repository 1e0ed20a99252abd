//! The conditions under which a question counts as not answered in time.

use crate::access::Refused;
use crate::failure::Failure;
use crate::intake::asking::Asker;
use crate::intake::question::Question;
use crate::limits;
use crate::search::selector::Engine;
use crate::stored::store::Store;
use isotope_cache::Key;
use isotope_proto::encoded;
use std::sync::Arc;

/// Watches over one question: dropped without an answer of a whole search, it is a miss.
pub(crate) struct Wanted<'a> {
    store: &'a Store,
    question: &'a Arc<Question>,
    asker: &'a Asker,
    is_missed: Option<bool>,
}

impl<'a> Wanted<'a> {
    /// From now on.
    pub(crate) fn new(store: &'a Store, question: &'a Arc<Question>, asker: &'a Asker) -> Self {
        Wanted { store, question, asker, is_missed: None }
    }

    /// Notes the outcome.
    pub(crate) fn answered(mut self, answered: &Result<encoded::Answer, Failure>) {
        self.is_missed = Some(match answered {
            Ok(answer) => answer.truncated,
            Err(failure) => matches!(failure, Failure::QueueFull { .. } | Failure::Access(Refused::Quota { .. })),
        });
    }
}

impl Drop for Wanted<'_> {
    fn drop(&mut self) {
        let asker = self.asker;
        // Whoever leaves before the answer: a compiler that has waited for a while, not a person who thought better of it.
        let left = || asker.deadline.is_some() && asker.arrival.elapsed() >= limits::SEARCHED_ON_AFTER;
        let is_wanted = !asker.caller.is_behind() && self.question.options.engine == Engine::Fast;
        if is_wanted && self.is_missed.unwrap_or_else(left) {
            let (memo, epoch) = (Arc::clone(&self.store.memo), self.store.epoch());
            let is_there = move |key: &Key| matches!(memo.get(key, &epoch), Ok(Some(_)));
            self.store.misses.note_soon(self.question, is_there);
        }
    }
}
