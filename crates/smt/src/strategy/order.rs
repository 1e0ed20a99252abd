//! The order in which the ways are tried on a proof, and the ways that make other questions of it.

use super::proof::Proof;
use crate::cut::{cut, gathers, replace};
use crate::effort::Effort;
use crate::interval::Intervals;
use crate::limits;
use crate::method::{How, Method};
use crate::query::{Answer, Goal, Outcome, Query, Ways, reachable};
use crate::sweep::sweep;
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp};
use std::cell::Cell;
use std::collections::HashMap;

impl Proof<'_> {
    pub(super) fn run(mut self) -> Answer {
        let before = self.effort.spent();
        let outcome = self.outcome();
        Answer { outcome, work: self.spent + self.effort.spent() - before }
    }

    fn outcome(&mut self) -> Outcome {
        let query = self.query;
        if query.terms.len() > limits::MAX_QUERY_NODES {
            return Outcome::Unknown(format!("more than {} terms (MAX_QUERY_NODES)", limits::MAX_QUERY_NODES));
        }
        if query.ways == Ways::Solver {
            return self.by_solver(&mut query.terms.clone(), self.lhs, self.rhs, query.rlimit);
        }
        if self.lhs == self.rhs {
            return Outcome::Proved(How::by(Method::Identical));
        }
        let sample = self.sampled(&query.terms, self.lhs, self.rhs, &query.assumptions);
        if let Some(model) = sample.and_then(|m| self.checked(m)) {
            return Outcome::Refuted(model);
        }
        let mut terms = query.terms.clone();
        let (lhs, rhs) = match self.normalised(&mut terms, false) {
            Ok(how) => return Outcome::Proved(how),
            Err(sides) => sides,
        };
        if let Some(outcome) = self.exhaustively(limits::EAGER_EXHAUSTIVE_BITS) {
            return outcome;
        }
        if let Some(outcome) = self.by_pieces() {
            return outcome;
        }
        if let Some(how) = self.by_gathering() {
            return Outcome::Proved(how);
        }
        let mut sealed = query.terms.clone();
        let (l, r) = match self.normalised(&mut sealed, true) {
            Ok(how) => return Outcome::Proved(how),
            Err(sides) => sides,
        };
        for (terms, l, r) in [(&mut sealed, l, r), (&mut terms, lhs, rhs)] {
            if let Some(how) = self.by_cut(terms, l, r) {
                return Outcome::Proved(how.with(Method::NormalForm));
            }
        }
        if let Some(outcome) = self.by_cases() {
            return outcome;
        }
        if let Some(how) = self.by_sweeping() {
            return Outcome::Proved(how);
        }
        self.whole(terms, lhs, rhs)
    }

    /// One method alone; `None` where it has nothing to say.
    pub(super) fn by(&mut self, method: Method) -> Option<Outcome> {
        let proved = |how: Option<How>| how.map(Outcome::Proved);
        let query = self.query;
        let mut terms = query.terms.clone();
        match method {
            Method::Identical => proved((self.lhs == self.rhs).then_some(How::by(method))),
            Method::NormalForm => {
                let plain = self.normalised(&mut terms, false).ok();
                proved(plain.or_else(|| self.normalised(&mut query.terms.clone(), true).ok()))
            }
            // Bounds settle a question alone only where they leave each side one value, as they do on a piece.
            Method::Intervals => {
                let mut intervals = Intervals::new(&terms, &query.assumptions);
                let (l, r) = (intervals.of(&terms, self.lhs), intervals.of(&terms, self.rhs));
                proved((l == r && l.ulo == l.uhi).then_some(How::by(method)))
            }
            Method::Pieces => self.by_pieces(),
            Method::EveryInput => self.exhaustively(limits::MAX_EXHAUSTIVE_BITS),
            Method::Solver => Some(self.by_solver(&mut terms, self.lhs, self.rhs, query.rlimit)),
            Method::Gathering => proved(self.by_gathering()),
            Method::Cuts => proved(self.by_cut(&mut terms, self.lhs, self.rhs)).or_else(|| {
                [true, false].into_iter().find_map(|seals| {
                    let mut terms = query.terms.clone();
                    let (l, r) = self.normalised(&mut terms, seals).err()?;
                    proved(self.by_cut(&mut terms, l, r))
                })
            }),
            Method::Sweeping => proved(self.by_sweeping()),
            Method::Cases => self.by_cases(),
        }
    }

    /// The ways that only prove: one term, every input where they are few, one normal form, shared subterms cut.
    fn quickly(&mut self) -> Option<How> {
        if self.lhs == self.rhs {
            return Some(How::by(Method::Identical));
        }
        if let Some(outcome) = self.exhaustively(limits::EAGER_EXHAUSTIVE_BITS) {
            return match outcome {
                Outcome::Proved(how) => Some(how),
                _ => None,
            };
        }
        for seals in [true, false] {
            let mut terms = self.query.terms.clone();
            let (l, r) = match self.normalised(&mut terms, seals) {
                Ok(how) => return Some(how),
                Err(sides) => sides,
            };
            if let Some(how) = self.by_cut(&mut terms, l, r) {
                return Some(how.with(Method::NormalForm));
            }
        }
        let mut terms = self.query.terms.clone();
        self.by_cut(&mut terms, self.lhs, self.rhs)
    }

    /// The normal forms, then the terms as given: either may be what Z3's rewriter knows.
    fn whole(&mut self, mut terms: Terms, lhs: TermId, rhs: TermId) -> Outcome {
        let mut outcome = Outcome::Unknown("the solver's budget is spent".to_owned());
        for (l, r, divisor) in [(lhs, rhs, 2), (self.lhs, self.rhs, 1)] {
            let budget = self.left() / divisor;
            if budget > 0 {
                outcome = self.by_solver(&mut terms, l, r, budget);
            }
            match outcome {
                Outcome::Unknown(_) => {}
                Outcome::Proved(how) if divisor == 2 => return Outcome::Proved(how.with(Method::NormalForm)),
                outcome => return outcome,
            }
        }
        self.exhaustively(limits::MAX_EXHAUSTIVE_BITS).unwrap_or(outcome)
    }

    /// Answers a question that this one is cut into, and counts what the solver spent on it.
    fn inner(&mut self, query: &Query) -> Outcome {
        let Goal::Prove { lhs, rhs } = query.goal else { unreachable!("a question is cut into questions of its kind") };
        let mut proof = Proof::new(query, lhs, rhs, self.effort);
        let outcome = proof.outcome();
        self.spent += proof.spent;
        outcome
    }

    /// Where variables are read only in one shared subterm, the question is about its value: a sum of two inputs is one
    /// input, and the upper half of an input is a narrower one. All ways are tried on that.
    fn by_gathering(&mut self) -> Option<How> {
        let mut terms = self.query.terms.clone();
        let mut intervals = Intervals::new(&terms, &self.query.assumptions);
        let (lhs, rhs) = (self.lhs, self.rhs);
        let visits = Cell::new(0);
        let gathered = cut(&mut terms, lhs, rhs, &mut intervals, |terms, t, intervals| {
            visits.set(visits.get() + terms.len());
            visits.get() <= limits::MAX_GATHER_VISITS
                && self.affords(terms)
                && gathers(terms, &[lhs, rhs], t, intervals)
        })?;
        let assumptions = [&self.query.assumptions[..], &gathered.bounds].concat();
        let question = Query::prove(&terms, gathered.lhs, gathered.rhs, &assumptions)
            .with_rlimit(self.left() / limits::CUT_BUDGET_DIVISOR)
            .by(self.query.ways);
        match self.inner(&question) {
            Outcome::Proved(how) => Some(gathered.how(Method::Gathering).and(how)),
            _ => None,
        }
    }

    /// Merges equal inner terms first; see [`crate::sweep`].
    fn by_sweeping(&mut self) -> Option<How> {
        let mut terms = self.query.terms.clone();
        let share = self.left() / limits::SWEEP_BUDGET_DIVISOR;
        let given = &self.query.assumptions;
        let (ways, effort) = (self.query.ways, self.effort);
        let (l, r, merges) = sweep(&mut terms, (self.lhs, self.rhs), given, effort, |terms, a, b| {
            let pair = Query::prove(terms, a, b, given).with_rlimit(share).by(ways);
            let (how, spent) = quick(&pair, effort);
            self.spent += spent;
            how
        })?;
        let merged = Query::prove(&terms, l, r, &self.query.assumptions).with_rlimit(self.left()).by(ways);
        let Goal::Prove { lhs, rhs } = merged.goal else { return None };
        let mut proof = Proof::new(&merged, lhs, rhs, effort);
        let how = proof.quickly().or_else(|| proof.by_gathering());
        self.spent += proof.spent;
        how.map(|how| how.and(merges).with(Method::Sweeping))
    }

    /// Splits on whether an input passes a bound that a choice compares it with, and proves both cases: with the bound
    /// as an assumption, intervals settle what the choice hides.
    fn by_cases(&mut self) -> Option<Outcome> {
        let query = self.query;
        if query.assumptions.len() >= limits::MAX_CASE_ASSUMPTIONS {
            return None;
        }
        let condition = threshold(&query.terms, &[self.lhs, self.rhs])?;
        let mut how = How::by(Method::Cases);
        for truth in [1, 0] {
            let mut terms = query.terms.clone();
            let value = terms.constant(truth, 1);
            let with = HashMap::from([(condition, value)]);
            let lhs = replace(&mut terms, self.lhs, &with);
            let rhs = replace(&mut terms, self.rhs, &with);
            let not = terms.un(UnOp::Not, condition);
            let given = if truth == 1 { condition } else { not };
            let assumptions: Vec<TermId> = query.assumptions.iter().copied().chain([given]).collect();
            let case = Query::prove(&terms, lhs, rhs, &assumptions)
                .with_rlimit(self.left() / limits::CUT_BUDGET_DIVISOR)
                .by(query.ways);
            match self.inner(&case) {
                Outcome::Proved(case) => how = how.and(case),
                Outcome::Refuted(model) => return self.checked(model).map(Outcome::Refuted),
                _ => return None,
            }
        }
        Some(Outcome::Proved(how))
    }
}

/// [`Proof::quickly`] for a question of its own, with what it spent.
fn quick(query: &Query, effort: &Effort<'_>) -> (Option<How>, u64) {
    let Goal::Prove { lhs, rhs } = query.goal else { return (None, 0) };
    let mut proof = Proof::new(query, lhs, rhs, effort);
    let how = proof.quickly();
    (how, proof.spent)
}

/// The first comparison of a variable with a constant that a choice depends on.
fn threshold(terms: &Terms, roots: &[TermId]) -> Option<TermId> {
    let bound = |a: TermId, b: TermId| matches!(terms.node(a), Node::Var(_)) && terms.as_const(b).is_some();
    reachable(terms, roots).into_iter().find_map(|t| match *terms.node(t) {
        Node::Ite(c, ..) => match *terms.node(c) {
            Node::Bin(op, a, b) if op.is_comparison() && op != BinOp::Eq && (bound(a, b) || bound(b, a)) => Some(c),
            _ => None,
        },
        _ => None,
    })
}
