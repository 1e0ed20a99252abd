//! The order in which the ways are tried on a proof, and the ways that make other questions of it.
//!
//! The order is by what a failure costs. A way leaves to the next only the sum that it spent: nothing that a
//! failed way found is used, except the normal forms, which are equal to the sides whether or not they met.
//!
//! Questions made here are asked again from the top, so ways nest: a gathered question may be split into cases, and
//! those be proved by cuts. That ends, because a gathered question has fewer inputs or fewer values of one, cases add
//! an assumption up to `MAX_CASE_ASSUMPTIONS`, and all of them draw on one effort.

use super::proof::{Proof, Sides};
use crate::cut::{Cutting, cut, gathers, replace};
use crate::effort::Effort;
use crate::interval::Intervals;
use crate::limits;
use crate::method::{How, Method};
use crate::query::{Answer, Goal, Outcome, Query, Ways, reachable};
use crate::sweep::sweep;
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp, mask};
use std::cell::Cell;
use std::collections::HashMap;

impl Proof<'_> {
    /// The verdict, with all the work that it took, the solver's and the rest.
    pub(super) fn run(mut self) -> Answer {
        let before = self.effort.spent();
        let outcome = self.outcome();
        Answer { outcome, work: self.spent + self.effort.spent() - before }
    }

    /// All ways, in order. Each either settles the question or leaves it to the next; the last is the solver on what the
    /// normal forms made of it, with all that is left to spend.
    fn outcome(&mut self) -> Outcome {
        // The decoder has this bound too; questions that are built in this process have not been through it.
        let query = self.query;
        if query.terms.len() > limits::MAX_QUERY_NODES {
            return Outcome::Unknown(format!("more than {} terms (MAX_QUERY_NODES)", limits::MAX_QUERY_NODES));
        }
        // On the terms as they are, with nothing of ours before it: the check on all of what follows.
        if query.ways == Ways::Solver {
            return self.by_solver(&mut query.terms.clone(), self.lhs, self.rhs, query.rlimit);
        }
        if self.lhs == self.rhs {
            return Outcome::Proved(How::by(Method::Identical));
        }
        // Most questions of a search end here.
        let sample = self.sampled(&query.terms, self.lhs, self.rhs, &query.assumptions);
        if let Some(model) = sample.and_then(|m| self.checked(m)) {
            return Outcome::Refuted(model);
        }
        let mut terms = query.terms.clone();
        let plain = match self.normalised(&mut terms, false) {
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
        // A second normal form, coarser, in an arena of its own: sealing is for the cuts that follow, and the plain
        // form is what the solver gets at the end.
        let mut sealed_terms = query.terms.clone();
        let sealed = match self.normalised(&mut sealed_terms, true) {
            Ok(how) => return Outcome::Proved(how),
            Err(sides) => sides,
        };
        for (terms, sides) in [(&mut sealed_terms, &sealed), (&mut terms, &plain)] {
            if let Some(how) = self.by_cut_of(terms, sides) {
                return Outcome::Proved(how);
            }
        }
        if let Some(how) = self.by_sweeping() {
            return Outcome::Proved(how);
        }
        if let Some(how) = self.by_amounts() {
            return Outcome::Proved(how);
        }
        if let Some(outcome) = self.by_cases() {
            return outcome;
        }
        self.whole(terms, plain)
    }

    /// One method alone; `None` where it has nothing to say. Ways that make other questions still have those answered
    /// by all ways: alone they would prove next to nothing.
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
                    let sides = self.normalised(&mut terms, seals).err()?;
                    proved(self.by_cut_of(&mut terms, &sides))
                })
            }),
            Method::Sweeping => proved(self.by_sweeping()),
            Method::Cases => proved(self.by_amounts()).or_else(|| self.by_cases()),
        }
    }

    /// The ways that only prove: one term, every input where they are few, one normal form, shared subterms cut. For
    /// the pairs of a sweep, of which there are many and most need no more than one of these.
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
            let sides = match self.normalised(&mut terms, seals) {
                Ok(how) => return Some(how),
                Err(sides) => sides,
            };
            if let Some(how) = self.by_cut_of(&mut terms, &sides) {
                return Some(how);
            }
        }
        let mut terms = self.query.terms.clone();
        let given = &self.query.assumptions;
        let cuts = [&[][..], given];
        if let Some(how) =
            cuts.into_iter().find_map(|given| self.by_cut_given(&mut terms, [self.lhs, self.rhs], given, &[]))
        {
            return Some(how);
        }
        if let Some(how) = self.by_amounts() {
            return Some(how);
        }
        match self.by_solver(&mut terms, self.lhs, self.rhs, self.left()) {
            Outcome::Proved(how) => Some(how),
            _ => None,
        }
    }

    /// The normal forms, then the terms as given: either may be what Z3's rewriter knows. A model of the normal forms
    /// is one of the question, since they are equal, and is evaluated on the question in any case. A question that the solver
    /// leaves open is tried input by input, with a larger bound than at the start, for then nothing is left that would
    /// be cheaper.
    fn whole(&mut self, mut terms: Terms, normal: Sides) -> Outcome {
        let mut outcome = Outcome::Unknown("the solver's budget is spent".to_owned());
        // The arena of the normal forms still holds the terms as given.
        let given = (self.lhs, self.rhs, None);
        for (l, r, also) in [(normal.lhs, normal.rhs, Some(normal.how)), given] {
            // Half of what is left for the first, all of it for the last.
            let budget = if also.is_some() { self.left() / 2 } else { self.left() };
            if budget > 0 {
                outcome = self.by_solver(&mut terms, l, r, budget);
            }
            match outcome {
                Outcome::Unknown(_) => {}
                Outcome::Proved(how) => return Outcome::Proved(also.map_or(how, |also| how.and(also))),
                outcome => return outcome,
            }
        }
        self.exhaustively(limits::MAX_EXHAUSTIVE_BITS).unwrap_or(outcome)
    }

    /// Answers a question that this one is cut into, and counts what the solver spent on it. The rest of the work is
    /// counted by the effort that both share.
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
        // Each look walks the whole question once, whatever comes of it.
        let visits = Cell::new(0);
        let gathered = cut(&mut terms, [lhs, rhs], &[], &mut intervals, Cutting::Outermost, |terms, t, intervals| {
            visits.set(visits.get() + terms.len());
            visits.get() <= limits::MAX_GATHER_VISITS
                && self.affords(terms)
                && gathers(terms, &[lhs, rhs], t, intervals)
        })?;
        // The question's own assumptions stay: they may still be about variables that are left.
        let assumptions = [&self.query.assumptions[..], &gathered.bounds].concat();
        let question = Query::prove(&terms, gathered.lhs, gathered.rhs, &assumptions)
            .with_rlimit(self.left() / limits::CUT_BUDGET_DIVISOR)
            .by(self.query.ways);
        // Refuted, it says nothing: the gathered term may never have that value.
        match self.inner(&question) {
            Outcome::Proved(how) => Some(gathered.how(Method::Gathering).and(how)),
            _ => None,
        }
    }

    /// Merges equal inner terms first; see `sweep`. The proof of the merged sides rests on those of all merges.
    fn by_sweeping(&mut self) -> Option<How> {
        let mut terms = self.query.terms.clone();
        let given = &self.query.assumptions;
        let (ways, effort) = (self.query.ways, self.effort);
        let (l, r, merges) = sweep(&mut terms, (self.lhs, self.rhs), given, effort, |terms, a, b| {
            let share = (self.left() / limits::SWEEP_BUDGET_DIVISOR).max(limits::MIN_SWEEP_BUDGET).min(self.left());
            let pair = Query::prove(terms, a, b, given).with_rlimit(share).by(ways);
            let (how, spent) = quick(&pair, effort);
            self.spent += spent;
            how
        })?;
        // No sweep of the merged sides again, and no cases: pairs that were not shown equal would not be this time
        // either.
        let merged = Query::prove(&terms, l, r, &self.query.assumptions).with_rlimit(self.left()).by(ways);
        let Goal::Prove { lhs, rhs } = merged.goal else { return None };
        let mut proof = Proof::new(&merged, lhs, rhs, effort);
        let how = proof.quickly().or_else(|| proof.by_gathering());
        self.spent += proof.spent;
        how.map(|how| how.and(merges).with(Method::Sweeping))
    }

    /// A case for each value of an input that something is shifted by, where those are few: what is hard about a shift
    /// by a variable is that it may be any of so many shifts, none of which is hard.
    fn by_amounts(&mut self) -> Option<How> {
        let query = self.query;
        let roots = [self.lhs, self.rhs];
        if !self.splits {
            return None;
        }
        let (input, values) = amount(&query.terms, roots, &query.assumptions)?;
        let mut how = How::by(Method::Cases).with(Method::Intervals);
        for value in values {
            if !self.affords(&query.terms) {
                return None;
            }
            let mut terms = query.terms.clone();
            let with = HashMap::from([(input, terms.constant(value, terms.width(input)))]);
            let [lhs, rhs] = roots.map(|t| replace(&mut terms, t, &with));
            let given: Vec<TermId> = query.assumptions.iter().map(|&t| replace(&mut terms, t, &with)).collect();
            if given.iter().any(|&t| terms.as_const(t) == Some(0)) {
                continue;
            }
            let case = Query::prove(&terms, lhs, rhs, &given)
                .with_rlimit(self.left() / limits::CUT_BUDGET_DIVISOR)
                .by(query.ways);
            let Goal::Prove { lhs, rhs } = case.goal else { return None };
            let mut proof = Proof { splits: false, ..Proof::new(&case, lhs, rhs, self.effort) };
            let shown = proof.quickly();
            self.spent += proof.spent;
            how = how.and(shown?);
        }
        Some(how)
    }

    /// Splits on whether an input passes a bound that a choice compares it with, and proves both cases: with the bound
    /// as an assumption, intervals settle what the choice hides.
    fn by_cases(&mut self) -> Option<Outcome> {
        let query = self.query;
        if query.assumptions.len() >= limits::MAX_CASE_ASSUMPTIONS {
            return None;
        }
        let condition = threshold(&query.terms, &[self.lhs, self.rhs])?;
        // Every input passes the bound or does not, so both cases together are the question.
        let mut how = How::by(Method::Cases);
        for truth in [1, 0] {
            let mut terms = query.terms.clone();
            let value = terms.constant(truth, 1);
            let with = HashMap::from([(condition, value)]);
            let lhs = replace(&mut terms, self.lhs, &with);
            let rhs = replace(&mut terms, self.rhs, &with);
            // The condition stays as an assumption: what replaced it in the sides says nothing of the variable any
            // more.
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

/// The first input that an amount to shift by is made of and that has few values under the assumptions, with those. Of
/// a shift that both sides share no case says more than that it is shared.
fn amount(terms: &Terms, sides: [TermId; 2], assumptions: &[TermId]) -> Option<(TermId, Vec<u128>)> {
    let mut intervals = Intervals::new(terms, assumptions);
    let [left, right] = sides.map(|side| reachable(terms, &[side]));
    let amounts: Vec<TermId> = left
        .iter()
        .filter(|t| right.binary_search(t).is_err())
        .chain(right.iter().filter(|t| left.binary_search(t).is_err()))
        .filter_map(|&t| match *terms.node(t) {
            Node::Bin(BinOp::Shl | BinOp::LShr | BinOp::AShr, _, by) => Some(by),
            _ => None,
        })
        .collect();
    let inputs = reachable(terms, &amounts).into_iter().filter(|&t| matches!(terms.node(t), Node::Var(_)));
    inputs.into_iter().find_map(|t| {
        let range = intervals.of(terms, t);
        let most = limits::MAX_AMOUNTS;
        if range.uhi - range.ulo < most {
            Some((t, (range.ulo..=range.uhi).collect()))
        } else if range.shi.abs_diff(range.slo) < most {
            let all = mask(terms.width(t));
            Some((t, (range.slo..=range.shi).map(|value| value as u128 & all).collect()))
        } else {
            None
        }
    })
}

/// The first comparison of a variable with a constant that a choice depends on. Of equality only one case says anything
/// of bounds, and a comparison of other terms bounds no input.
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
