//! The kept answers and their terms: proved by this prover, and tied to the window as it was asked.

use crate::failure::Failure;
use crate::intake::question::Question;
use crate::search::selector::{Checked, Control, Held, ProofStep, SelectError, Way};
use crate::stored::freezing;
use crate::stored::remembered;
use crate::stored::settled::Settled;
use crate::stored::store::Store;
use isotope_cache::{Key, Record, Verdict};
use isotope_proto::v1;
use prost::Message as _;
use std::sync::Arc;

/// Whether a canonical window was shown to be the one that was asked.
pub(crate) enum Shown {
    /// It was, and how.
    Tied(Arc<Vec<ProofStep>>),
    /// It was not.
    Not {
        /// Why.
        why: String,
        /// Another attempt would end in the same way.
        lasts: bool,
    },
}

impl Store {
    /// The memo's record, proved by this prover: where it is another's, its program is proved again.
    pub(crate) fn proved(&self, question: &Question, control: &Control) -> Result<Option<v1::Record>, Failure> {
        let Ok(Some(record)) = self.memo_record(question) else { return Ok(None) };
        if record.prover == self.selector.prover() {
            return Ok(Some(record));
        }
        let program = record.program.clone();
        let held = Held { window: &question.canonical.window, program: &program, target: &question.target };
        self.proved_again(question.key, &held, record, control)
    }

    /// A record of another prover as this one's, or `None` and the record set aside.
    pub(crate) fn proved_again(
        &self,
        key: Key,
        held: &Held<'_>,
        mut record: v1::Record,
        control: &Control,
    ) -> Result<Option<v1::Record>, Failure> {
        let shown = match self.selector.check(held, Way::Usual, control) {
            Ok(Checked::Holds(proof)) => {
                self.selector.lower(held).map(|lowered| (proof, lowered)).map_err(|e| e.to_string())
            }
            Ok(Checked::Fails(why) | Checked::Open(why)) => Err(why),
            Err(SelectError::Cancelled) => return Err(SelectError::Cancelled.into()),
            // A lost worker says nothing of the record.
            Err(SelectError::Tool(_)) => return Ok(None),
            Err(error) => Err(error.to_string()),
        };
        match shown {
            Ok((proof, lowered)) => {
                remembered::prove_again(&mut record, &proof, lowered, self.selector.prover());
                // Kept before it is counted: whoever reads the count finds the record.
                let _ = self.put(key, &record);
                self.counters.records_proved_again.add();
                Ok(Some(record))
            }
            Err(why) => {
                self.set_aside(key, &record, &why);
                Ok(None)
            }
        }
    }

    /// A record of this prover by the prices of now: where it is of others, its programs are ranked anew. `None` where that
    /// cannot be done, for want of a tool or a worker: the search that follows will say why.
    pub(crate) fn ranked(
        &self,
        question: &Question,
        record: v1::Record,
        control: &Control,
    ) -> Result<Option<v1::Record>, Failure> {
        if *record.cost_model == *question.cost_model {
            return Ok(Some(record));
        }
        let held = remembered::held(&record);
        let (window, options) = (&question.canonical.window, &question.options);
        let selection = match self.selector.rank(window, &question.target, options, &held, control) {
            Ok(selection) if !selection.truncated => selection,
            Ok(_) | Err(SelectError::Cancelled) if control.stopped() => return Err(SelectError::Cancelled.into()),
            Ok(_) => return Ok(None),
            Err(why) => {
                tracing::warn!(key = %question.key, %why, "a cache entry cannot be ranked by the current cost tables");
                return Ok(None);
            }
        };
        let mut ranked = remembered::record(&selection, question, &self.scope.epoch, self.selector.as_ref())?;
        remembered::carry_over(&mut ranked, &record);
        if remembered::is_proved(&ranked) {
            // A note would say that it is written later, which is of no concern to who asked.
            let _ = self.put(question.key, &ranked);
        }
        self.counters.records_ranked.add();
        Ok(Some(ranked))
    }

    /// Keeps a record that could not be proved again for whoever wants to know, under a verdict that is never served.
    pub(crate) fn set_aside(&self, key: Key, record: &v1::Record, why: &str) {
        if self.record(&key).is_some_and(|now| now.prover != record.prover) {
            // A search has put another in its place meanwhile.
            return;
        }
        tracing::error!(%key, why, prover = record.prover, "a cache entry could not be proved again and is set aside");
        if let Err(error) = self.memo.put(self.stored(key, record, Verdict::Unproved)) {
            self.counters.memo_write_failures.add();
            tracing::error!(%key, %error, "a cache entry could not be set aside");
        }
        // Last: whoever reads the count finds it set aside.
        self.counters.records_set_aside.add();
    }

    /// An answer for the canonical window as one for the window as asked, and into the memo with it. Where the two cannot
    /// be tied, the plain lowering of the window as asked.
    pub(crate) fn tied(
        &self,
        question: &Question,
        mut settled: Settled,
        control: &Control,
    ) -> Result<Settled, Failure> {
        if remembered::is_tied(&settled.record, question) {
            return Ok(settled);
        }
        if self.add_freezing(&mut settled.record, question) {
            self.keep(question, &mut settled);
            return Ok(settled);
        }
        let phrasing = question.phrasing_key();
        if let Some(known) = self.unproved.get(&phrasing) {
            let (record, source) = (*known).clone();
            return Ok(Settled { as_asked: Some(question.asked_hash), ..Settled::new(record, source) });
        }
        let (why, lasts) = match self.shown_to_be_asked(question, control)? {
            Shown::Tied(proof) => {
                self.note_phrasing(&mut settled.record, question, &proof);
                self.keep(question, &mut settled);
                return Ok(settled);
            }
            Shown::Not { why, lasts } => (why, lasts),
        };
        self.keep(question, &mut settled);
        self.counters.untied.add();
        tracing::warn!(key = %question.key, why, "a window is not tied to its canonical form");
        let plain = self.plain_as_asked(question, control)?;
        if lasts && !plain.truncated {
            let spent = v1::Record { work_spent: 0, ..plain.record.clone() };
            self.unproved.insert(phrasing, Arc::new((spent, plain.source)));
        }
        let note = format!("plain lowering: the window was not shown to equal its canonical form: {why}");
        Ok(Settled { notes: vec![note], truncated: plain.truncated || !lasts, ..plain })
    }

    /// Shows that the canonical window is the one that was asked; once for each phrasing in a process, where it holds.
    pub(crate) fn shown_to_be_asked(&self, question: &Question, control: &Control) -> Result<Shown, Failure> {
        let phrasing = question.phrasing_key();
        if let Some(proof) = self.proved_phrasings.get(&phrasing) {
            return Ok(Shown::Tied(proof));
        }
        match self.selector.prove_phrasing(&question.asked, &question.canonical, &question.target, control) {
            Ok(Checked::Holds(proof)) => {
                self.counters.ties.add();
                let proof = Arc::new(proof);
                self.proved_phrasings.insert(phrasing, Arc::clone(&proof));
                Ok(Shown::Tied(proof))
            }
            Ok(Checked::Fails(why) | Checked::Open(why)) => Ok(Shown::Not { why, lasts: true }),
            Err(SelectError::Cancelled) => Err(SelectError::Cancelled.into()),
            Err(error) => Ok(Shown::Not { why: error.to_string(), lasts: false }),
        }
    }

    /// Notes that the window as asked is the one that the record answers, and what its caller has to freeze.
    pub(crate) fn note_phrasing(&self, record: &mut v1::Record, question: &Question, proof: &[ProofStep]) {
        remembered::add_tie(record, question, proof);
        self.add_freezing(record, question);
    }

    /// Completes a phrasing that lacks what its caller has to freeze; whether there was one.
    fn add_freezing(&self, record: &mut v1::Record, question: &Question) -> bool {
        let hash = &question.asked_hash[..];
        let Some(at) =
            record.phrasings.iter().position(|phrasing| phrasing.asked_hash == hash && phrasing.freezing.is_none())
        else {
            return false;
        };
        let canonical = &question.canonical;
        let held = Held { window: &canonical.window, program: &record.program, target: &question.target };
        let freezing = self.selector.freezing(&held, &question.asked, &canonical.leaf_map);
        record.phrasings[at].freezing = Some(freezing::said(&freezing));
        true
    }

    /// The plain lowering of the window as asked.
    fn plain_as_asked(&self, question: &Question, control: &Control) -> Result<Settled, Failure> {
        let own = question.as_asked(&self.memory);
        let found = self.selector.select(&own.asked, &own.target, &own.options, control)?;
        let mut record = remembered::record(&found, &own, &self.scope.epoch, self.selector.as_ref())?;
        self.note_phrasing(&mut record, &own, &[]);
        let settled = Settled::new(record, remembered::source(found.found));
        Ok(Settled { as_asked: Some(own.asked_hash), truncated: found.truncated, ..settled })
    }

    /// Remembers a whole answer: in the memo if it is proved, in memory otherwise.
    fn keep(&self, question: &Question, settled: &mut Settled) {
        if settled.truncated {
            return;
        }
        self.misses.forget(&question.key);
        if remembered::is_proved(&settled.record) {
            settled.notes.extend(self.put(question.key, &settled.record));
        } else {
            let spent = v1::Record { work_spent: 0, ..settled.record.clone() };
            self.unproved.insert(question.key, Arc::new((spent, settled.source)));
        }
    }

    /// Writes a proved answer to the memo. One that cannot be written is held in memory and written later: it carries a
    /// note.
    pub(crate) fn put(&self, key: Key, record: &v1::Record) -> Option<String> {
        self.put_stored(self.stored(key, record, Verdict::Proved))
    }

    /// The same of a record of any kind.
    pub(crate) fn put_stored(&self, stored: Record) -> Option<String> {
        let key = stored.key;
        let done = self.memo.put(stored.clone());
        if let Some(tier) = &self.tier {
            tier.offer(stored.clone());
        }
        let error = done.err()?;
        self.counters.memo_write_failures.add();
        tracing::error!(%key, %error, "an answer was not remembered");
        self.unwritten.insert(stored, &self.memo);
        let why = if error.is_disk_full() { "the disk is full: " } else { "" };
        Some(format!("this answer was not remembered: {why}{error}; it is held in memory, and written later"))
    }

    fn stored(&self, key: Key, record: &v1::Record, verdict: Verdict) -> Record {
        let payload = match record.remembered_at {
            0 => v1::Record { remembered_at: now(), ..record.clone() }.encode_to_vec().into(),
            _ => record.encode_to_vec().into(),
        };
        Record { key, epoch: self.epoch, verdict, work: record.work_spent, payload }
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
