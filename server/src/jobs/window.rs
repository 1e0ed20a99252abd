//! A window searched for: remembered before, believed from outside, or searched; then tied to what was asked, and kept.

use super::Job;
use crate::core::Core;
use crate::failure::Failure;
use crate::intake::question::Question;
use crate::search::selector::Control;
use crate::stored::remembered;
use crate::stored::settled::Settled;
use isotope_cache::Key;
use isotope_proto::v1;
use std::sync::Arc;

/// A window that the memo has no answer for.
pub(crate) struct Window {
    question: Arc<Question>,
    /// The answer that was found for another phrasing of it.
    before: Option<Arc<Settled>>,
}

impl Window {
    /// The window of a question.
    pub(crate) fn of(question: &Arc<Question>) -> Self {
        Window { question: Arc::clone(question), before: None }
    }

    /// An answer for the canonical window which has only to be tied to this phrasing.
    fn known(&self) -> Option<&Arc<Settled>> {
        self.before.as_ref().filter(|before| before.as_asked.is_none())
    }
}

impl Job for Window {
    type Done = Settled;
    const GOES_ON: bool = true;

    fn key(&self) -> Key {
        if self.before.is_some() { self.question.phrasing_key() } else { self.question.key }
    }

    fn lease(&self) -> Option<Key> {
        self.known().is_none().then_some(self.question.key)
    }

    /// From the memo, the tier, or an earlier search that proved nothing.
    fn found(&self, core: &Core, control: &Control) -> Result<Option<Settled>, Failure> {
        let question = &self.question;
        if let Some(known) = self.known() {
            return core.store.tied(question, Settled::clone(known), control).map(Some);
        }
        if let Some(record) = core.store.proved(question, control)?
            && let Some(record) = core.store.ranked(question, record, control)?
        {
            return core.store.tied(question, Settled::new(record, v1::Source::Memo), control).map(Some);
        }
        if let Some(known) = core.store.unproved.get(&question.key) {
            let (record, source) = (*known).clone();
            return core.store.tied(question, Settled::new(record, source), control).map(Some);
        }
        Ok(None)
    }

    fn work(&self, core: &Core, control: &Control) -> Result<Settled, Failure> {
        let question = &self.question;
        if let Some(settled) = core.store.proved_from_outside(question, control)? {
            return core.store.tied(question, settled, control);
        }
        // First, so that what the search offers to those who leave early is theirs. A phrasing without a canonical form is counted below.
        core.store.shown_to_be_asked(question, control)?;
        let canonical = &question.canonical.window;
        let found = core.selector.select(canonical, &question.target, &question.options, control)?;
        let record = remembered::record(&found, question, &core.intake.scope.epoch, core.selector.as_ref())?;
        let settled = Settled::new(record, remembered::source(found.found));
        let settled = Settled { truncated: found.truncated, notes: found.notes, ..settled };
        core.store.tied(question, settled, control)
    }

    fn joined(&self, core: &Core) {
        if self.before.is_none() {
            core.counters.joined.add();
        }
    }

    /// Whoever began the search may have phrased the window otherwise.
    fn rest(&self, done: &Arc<Settled>) -> Option<Self> {
        let is_other = self.before.is_none() && !done.answers(&self.question);
        is_other.then(|| Window { question: Arc::clone(&self.question), before: Some(Arc::clone(done)) })
    }
}
