//! The summary of a warm-up job.

use super::asking::{Kind, Outcome};
use super::reading::Asked;
use crate::summary::Mean;
use serde::Serialize;
use std::collections::BTreeMap;

/// The output of `isotope warm --json`. Fields are only ever added; `version` changes if one has to change its meaning.
#[derive(Debug, Serialize)]
pub struct Summary {
    /// The version of this layout.
    pub version: u32,
    /// Windows and targets that were wanted, and those of which something is known now. A text that does not read counts as one.
    pub asked: usize,
    /// The second of them.
    pub answered: usize,
    /// Windows of those, by what came of them.
    pub windows: BTreeMap<Kind, usize>,
    /// Windows that were remembered before.
    pub remembered: usize,
    /// How many times cheaper than plain LLVM code the better ones are: geometric mean; nothing where there is none.
    pub gain: Option<f64>,
    /// Why there is nothing better, the most frequent first.
    pub reasons: Vec<Reason>,
    /// The share of each daemon in a job that several share.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub workers: BTreeMap<String, Share>,
    /// The files that could not be read.
    pub unread: Vec<(String, String)>,
    #[serde(skip)]
    gains: Mean,
    #[serde(skip)]
    counts: BTreeMap<(Kind, String), (usize, String)>,
}

/// The share of one daemon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Windows.
    pub windows: usize,
    /// Those that were remembered before, that are better than plain LLVM code, and that have no answer.
    pub remembered: usize,
    /// The second of them.
    pub better: usize,
    /// The third.
    pub failed: usize,
}

/// Why so many windows have nothing better.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// Their outcome.
    pub kind: Kind,
    /// In the daemon's words; empty where it said none.
    pub why: String,
    /// How many.
    pub count: usize,
    /// Where one of them was read.
    pub example: String,
}

impl Summary {
    /// Of so many windows, before anything is answered.
    pub fn new(asked: usize, unread: Vec<(String, String)>) -> Self {
        Summary {
            version: 2,
            asked,
            answered: 0,
            windows: BTreeMap::new(),
            remembered: 0,
            gain: None,
            reasons: Vec::new(),
            workers: BTreeMap::new(),
            unread,
            gains: Mean::default(),
            counts: BTreeMap::new(),
        }
    }

    /// A window more.
    pub fn add(&mut self, asked: &Asked, outcomes: &[Outcome]) {
        self.answered += 1;
        for outcome in outcomes {
            *self.windows.entry(outcome.kind).or_default() += 1;
            self.remembered += usize::from(outcome.remembered);
            if !outcome.worker.is_empty() {
                let share = self.workers.entry(outcome.worker.clone()).or_default();
                share.windows += 1;
                share.remembered += usize::from(outcome.remembered);
                share.better += usize::from(outcome.kind == Kind::Better);
                share.failed += usize::from(outcome.kind == Kind::Failed);
            }
            match outcome.kind {
                Kind::Better => self.gains.add(outcome.gain, 1.0),
                kind => {
                    let count = self.counts.entry((kind, outcome.why.clone())).or_insert((0, asked.name.clone()));
                    count.0 += 1;
                }
            }
        }
    }

    /// How many windows something came of.
    pub fn of(&self, kind: Kind) -> usize {
        self.windows.get(&kind).copied().unwrap_or(0)
    }

    /// With the mean and the reasons of all that was added.
    pub fn finished(mut self) -> Self {
        self.gain = self.gains.value();
        let reason = |((kind, why), (count, example))| Reason { kind, why, count, example };
        self.reasons = std::mem::take(&mut self.counts).into_iter().map(reason).collect();
        // Equal counts stay in the order of their words.
        self.reasons.sort_by_key(|reason| std::cmp::Reverse(reason.count));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warm_up_is_summed_up() {
        let asked = |name: &str| Asked { name: name.into(), ..Asked::default() };
        let outcome = |kind, gain, why: &str| Outcome {
            kind,
            remembered: kind == Kind::Equal,
            gain,
            why: why.into(),
            worker: why.into(),
        };
        let mut warm_up = Summary::new(4, vec![]);
        warm_up.add(&asked("a"), &[outcome(Kind::Better, 2.0, ""), outcome(Kind::Better, 8.0, "")]);
        warm_up.add(&asked("b"), &[outcome(Kind::Unproved, 1.0, "too hard")]);
        warm_up.add(&asked("c"), &[outcome(Kind::Unproved, 1.0, "too hard"), outcome(Kind::Equal, 1.0, "")]);
        let warm_up = warm_up.finished();
        assert_eq!((warm_up.asked, warm_up.answered, warm_up.remembered), (4, 3, 1));
        assert!(warm_up.gain.is_some_and(|gain| (gain - 4.0).abs() < 1e-9));
        let first = &warm_up.reasons[0];
        assert_eq!(
            (first.kind, first.why.as_str(), first.count, first.example.as_str()),
            (Kind::Unproved, "too hard", 2, "b")
        );
        assert_eq!(warm_up.reasons.len(), 2);
        assert_eq!(warm_up.workers["too hard"], Share { windows: 2, ..Share::default() });
    }
}
