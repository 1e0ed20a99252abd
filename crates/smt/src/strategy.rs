//! The order in which the ways to an answer are tried, cheapest first.
//!
//! Prove: one term; a concrete sample that differs; one normal form; every input, when they are few, or when there is one
//! and both sides are constant on most of its range; all of it with variables that are read only together, or only in part,
//! made one of their own; Z3 with shared subterms cut to fresh
//! variables; cases; inner terms merged; Z3 on the normal forms; Z3 on the terms as given; every input, when they are not
//! too many. A cut or a normal form may only prove: its models are not models of the question, and are dropped.

use crate::cut::{cut, gathers, replace};
use crate::effort::Effort;
use crate::exhaustive::{self, Tried};
use crate::interval::Intervals;
use crate::limits;
use crate::method::{How, Method};
use crate::normal::Normaliser;
use crate::pieces;
use crate::query::{Answer, Goal, Model, Outcome, Prover, Query, Ways, reachable};
use crate::samples::refute;
use crate::solver::{Verdict, satisfiable};
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp};
use std::cell::Cell;
use std::collections::HashMap;

/// Answers in this process and thread. Z3 may hang or crash: services use worker processes around this.
#[derive(Clone, Copy, Debug, Default)]
pub struct InProcess;

/// Z3 alone on the terms as given, in this process: the check on everything that [`InProcess`] does before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Direct;

impl Prover for Direct {
    fn prove(&self, query: &Query) -> Answer {
        InProcess.prove(&query.clone().by(Ways::Solver))
    }
}

impl Prover for InProcess {
    fn prove(&self, query: &Query) -> Answer {
        answer(query, &Effort::new(limits::MAX_EFFORT, &|| false))
    }
}

/// Answers in this process and thread. What is not the solver's work is bounded by `effort`, and ends when that says so.
pub fn answer(query: &Query, effort: &Effort<'_>) -> Answer {
    match &query.goal {
        Goal::Prove { lhs, rhs } => Proof::new(query, *lhs, *rhs, effort).run(),
        Goal::Solve { unknowns } => solve(query, unknowns),
    }
}

/// One method alone, for tests: what the others would have refuted or proved before it is put to it as well. `Unknown` where
/// it has nothing to say.
#[derive(Clone, Copy, Debug)]
pub struct Alone(pub Method);

impl Prover for Alone {
    fn prove(&self, query: &Query) -> Answer {
        let query = if self.0 == Method::Solver { query.clone() } else { query.clone().by(Ways::Unsampled) };
        match &query.goal {
            Goal::Prove { lhs, rhs } => {
                let effort = Effort::new(limits::MAX_EFFORT, &|| false);
                let mut proof = Proof::new(&query, *lhs, *rhs, &effort);
                let outcome = proof.by(self.0).unwrap_or_else(|| Outcome::Unknown("nothing to say".to_owned()));
                Answer { outcome, work: proof.spent + effort.spent() }
            }
            Goal::Solve { unknowns } => solve(&query, unknowns),
        }
    }
}

fn solve(query: &Query, unknowns: &[u32]) -> Answer {
    let (verdict, work) = satisfiable(&query.terms, &query.assumptions, query.rlimit);
    let outcome = match verdict {
        Verdict::Unsat => Outcome::Unsolvable,
        Verdict::Unknown(why) => Outcome::Unknown(why),
        Verdict::Sat(model) => {
            if holds(&query.terms, &query.assumptions, &model) {
                // An unknown that no constraint mentions may be anything; it is reported as 0.
                let value = |n: &u32| model.iter().find(|(m, _)| m == n).map_or(0, |(_, v)| *v);
                Outcome::Solved(unknowns.iter().map(|n| (*n, value(n))).collect())
            } else {
                Outcome::Unknown("the solver's model does not satisfy the constraints when evaluated".to_owned())
            }
        }
    };
    Answer { outcome, work }
}

/// Whether every one-bit term evaluates to 1; an uninterpreted function has no value, hence does not hold.
fn holds(terms: &Terms, constraints: &[TermId], model: &Model) -> bool {
    let value = |n: u32| model.iter().find(|(m, _)| *m == n).map_or(0, |(_, v)| *v);
    constraints.iter().all(|&c| terms.eval(c, &value) == Some(1))
}

struct Proof<'q> {
    query: &'q Query,
    lhs: TermId,
    rhs: TermId,
    /// Of the solver's budget, in `rlimit` units.
    spent: u64,
    /// Of everything else, and of the questions that this one is cut into.
    effort: &'q Effort<'q>,
}

impl<'q> Proof<'q> {
    fn new(query: &'q Query, lhs: TermId, rhs: TermId, effort: &'q Effort<'q>) -> Self {
        Proof { query, lhs, rhs, spent: 0, effort }
    }

    fn run(mut self) -> Answer {
        let before = self.effort.spent();
        let outcome = self.outcome();
        Answer { outcome, work: self.spent + self.effort.spent() - before }
    }

    /// Answers a question that this one is cut into, and counts what the solver spent on it.
    fn inner(&mut self, query: &Query) -> Outcome {
        let Goal::Prove { lhs, rhs } = query.goal else { unreachable!("a question is cut into questions of its kind") };
        let mut proof = Proof::new(query, lhs, rhs, self.effort);
        let outcome = proof.outcome();
        self.spent += proof.spent;
        outcome
    }

    /// Whether a walk over so many terms is still within the effort.
    fn affords(&self, terms: &Terms) -> bool {
        self.effort.spend(terms.len() as u64).is_ok()
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
    fn by(&mut self, method: Method) -> Option<Outcome> {
        let proved = |how: Option<How>| how.map(Outcome::Proved);
        let query = self.query;
        let mut terms = query.terms.clone();
        match method {
            Method::Identical => proved((self.lhs == self.rhs).then_some(How::by(method))),
            Method::NormalForm => {
                let plain = self.normalised(&mut terms, false).ok();
                proved(plain.or_else(|| self.normalised(&mut query.terms.clone(), true).ok()))
            }
            Method::Intervals => {
                let differ = differ(&mut terms, self.lhs, self.rhs);
                let range = Intervals::new(&terms, &query.assumptions).of(&terms, differ);
                proved((range.uhi == 0).then_some(How::by(method)))
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

    /// How one normal form shows the question, or the sides' normal forms.
    fn normalised(&self, terms: &mut Terms, seals: bool) -> Result<How, (TermId, TermId)> {
        let given = &self.query.assumptions;
        let form = if seals { Normaliser::sealing } else { Normaliser::new };
        let mut normaliser = form(terms, given, self.effort);
        let (l, r) = normaliser.pair(self.lhs, self.rhs);
        if l == r { Ok(normaliser.how()) } else { Err((l, r)) }
    }

    /// A sample on which two terms differ, where samples are taken.
    fn sampled(&self, terms: &Terms, lhs: TermId, rhs: TermId, given: &[TermId]) -> Option<Model> {
        if self.query.ways == Ways::Unsampled { None } else { refute(terms, lhs, rhs, given) }
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
        let (l, r, merges) = crate::sweep::sweep(&mut terms, (self.lhs, self.rhs), given, effort, |terms, a, b| {
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

    fn left(&self) -> u64 {
        self.query.rlimit.saturating_sub(self.spent)
    }

    /// Replaces maximal shared subterms by fresh variables within their bounds, and tries to prove that.
    fn by_cut(&mut self, terms: &mut Terms, lhs: TermId, rhs: TermId) -> Option<How> {
        if !self.affords(terms) {
            return None;
        }
        let mut intervals = Intervals::new(terms, &self.query.assumptions);
        let cut = cut(terms, lhs, rhs, &mut intervals, |_, _, _| true)?;
        let how = cut.how(Method::Cuts);
        if self.sampled(terms, cut.lhs, cut.rhs, &cut.bounds).is_some() {
            return None;
        }
        let eager = limits::EAGER_EXHAUSTIVE_BITS;
        match exhaustive::compare(terms, cut.lhs, cut.rhs, &cut.bounds, eager, self.effort) {
            Tried::Equal => return Some(how.with(Method::EveryInput)),
            Tried::Different(_) => return None,
            Tried::TooMany => {}
        }
        let differ = differ(terms, cut.lhs, cut.rhs);
        let mut constraints = cut.bounds.clone();
        // Assumptions over variables that survive the cut still say something.
        constraints.extend_from_slice(&self.query.assumptions);
        constraints.push(differ);
        let (verdict, spent) = satisfiable(terms, &constraints, self.left() / limits::CUT_BUDGET_DIVISOR);
        self.spent += spent;
        (verdict == Verdict::Unsat).then_some(how.with(Method::Solver))
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

    /// One call of Z3 on two sides that equal the question's.
    fn by_solver(&mut self, terms: &mut Terms, lhs: TermId, rhs: TermId, budget: u64) -> Outcome {
        let mut constraints = self.query.assumptions.clone();
        constraints.push(differ(terms, lhs, rhs));
        let (verdict, spent) = satisfiable(terms, &constraints, budget);
        self.spent += spent;
        match verdict {
            Verdict::Unsat => Outcome::Proved(How::by(Method::Solver)),
            Verdict::Sat(model) => match self.checked(model) {
                Some(model) => Outcome::Refuted(model),
                None => Outcome::Unknown("the solver's model does not tell both sides apart".to_owned()),
            },
            Verdict::Unknown(why) => Outcome::Unknown(why),
        }
    }

    /// The verdict of trying every input, when they are few enough.
    fn exhaustively(&self, max_bits: u32) -> Option<Outcome> {
        let query = self.query;
        let tried = exhaustive::compare(&query.terms, self.lhs, self.rhs, &query.assumptions, max_bits, self.effort);
        self.tried(tried, How::by(Method::EveryInput))
    }

    /// The verdict of going through the range of the only input.
    fn by_pieces(&self) -> Option<Outcome> {
        let tried = pieces::compare(&self.query.terms, self.lhs, self.rhs, &self.query.assumptions, self.effort);
        self.tried(tried, How::by(Method::Pieces).with(Method::Intervals))
    }

    fn tried(&self, tried: Tried, how: How) -> Option<Outcome> {
        match tried {
            Tried::Equal => Some(Outcome::Proved(how)),
            Tried::Different(model) => self.checked(model).map(Outcome::Refuted),
            Tried::TooMany => None,
        }
    }

    /// The model, completed over the question's variables, if it is a counterexample when evaluated.
    fn checked(&self, model: Model) -> Option<Model> {
        let value = |n: u32| model.iter().find(|(m, _)| *m == n).map_or(0, |(_, v)| *v);
        let terms = &self.query.terms;
        let differs = terms.eval(self.lhs, &value)? != terms.eval(self.rhs, &value)?;
        let full = self.query.variables().iter().map(|&(n, _)| (n, value(n))).collect();
        (differs && holds(terms, &self.query.assumptions, &model)).then_some(full)
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

/// One bit: the sides differ.
fn differ(terms: &mut Terms, lhs: TermId, rhs: TermId) -> TermId {
    let equal = terms.bin(BinOp::Eq, lhs, rhs);
    terms.un(UnOp::Not, equal)
}
