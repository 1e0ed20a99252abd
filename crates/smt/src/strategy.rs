//! The order in which the ways to an answer are tried, cheapest first.
//!
//! Prove: one term; a concrete sample that differs; one normal form; every input, when they are few, or when there is one
//! and both sides are constant on most of its range; all of it with variables that are read only together, or only in part,
//! made one of their own; Z3 with shared subterms cut to fresh
//! variables; cases; inner terms merged; Z3 on the normal forms; Z3 on the terms as given; every input, when they are not
//! too many. A cut or a normal form may only prove: its models are not models of the question, and are dropped.

use crate::concrete::{Evaluator, Samples};
use crate::exhaustive::{self, Tried};
use crate::interval::Intervals;
use crate::limits;
use crate::normal::Normaliser;
use crate::pieces;
use crate::query::{Answer, Goal, How, Model, Outcome, Prover, Query, operands, reachable, rebuild};
use crate::solver::{Verdict, satisfiable};
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp, mask};
use std::collections::HashMap;

/// Answers in this process and thread. Z3 may hang or crash: services use worker processes around this.
#[derive(Clone, Copy, Debug, Default)]
pub struct InProcess;

/// Z3 alone on the terms as given, in this process: the check on everything that [`InProcess`] does before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Direct;

impl Prover for Direct {
    fn prove(&self, query: &Query) -> Answer {
        match &query.goal {
            Goal::Prove { lhs, rhs } => {
                let mut proof = Proof::new(query, *lhs, *rhs);
                let outcome = proof.by_solver(&mut query.terms.clone(), *lhs, *rhs, query.rlimit);
                Answer { outcome, rlimit: proof.spent }
            }
            Goal::Solve { unknowns } => solve(query, unknowns),
        }
    }
}

impl Prover for InProcess {
    fn prove(&self, query: &Query) -> Answer {
        match &query.goal {
            Goal::Prove { lhs, rhs } => Proof::new(query, *lhs, *rhs).run(),
            Goal::Solve { unknowns } => solve(query, unknowns),
        }
    }
}

fn solve(query: &Query, unknowns: &[u32]) -> Answer {
    let (verdict, rlimit) = satisfiable(&query.terms, &query.assumptions, query.rlimit);
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
    Answer { outcome, rlimit }
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
    spent: u64,
}

impl<'q> Proof<'q> {
    fn new(query: &'q Query, lhs: TermId, rhs: TermId) -> Self {
        Proof { query, lhs, rhs, spent: 0 }
    }

    fn run(mut self) -> Answer {
        let outcome = self.outcome();
        Answer { outcome, rlimit: self.spent }
    }

    fn outcome(&mut self) -> Outcome {
        if self.lhs == self.rhs {
            return Outcome::Proved(How::Identical);
        }
        let query = self.query;
        let sample = refute(&query.terms, self.lhs, self.rhs, &query.assumptions);
        if let Some(model) = sample.and_then(|m| self.checked(m)) {
            return Outcome::Refuted(model);
        }
        let mut terms = query.terms.clone();
        let (lhs, rhs) = Normaliser::new(&mut terms, &query.assumptions).pair(self.lhs, self.rhs);
        if lhs == rhs {
            return Outcome::Proved(How::Normal);
        }
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
        let (l, r) = Normaliser::sealing(&mut sealed, &query.assumptions).pair(self.lhs, self.rhs);
        if l == r {
            return Outcome::Proved(How::Normal);
        }
        for (terms, l, r) in [(&mut sealed, l, r), (&mut terms, lhs, rhs)] {
            if let Some(how) = self.by_cut(terms, l, r) {
                return Outcome::Proved(how);
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

    /// Where variables are read only in one shared subterm, the question is about its value: a sum of two inputs is one
    /// input, and the upper half of an input is a narrower one. All ways are tried on that.
    fn by_gathering(&mut self) -> Option<How> {
        let mut terms = self.query.terms.clone();
        let mut intervals = Intervals::new(&terms, &self.query.assumptions);
        let (lhs, rhs) = (self.lhs, self.rhs);
        let gathered =
            cut(&mut terms, lhs, rhs, &mut intervals, |terms, t, intervals| gathers(terms, &[lhs, rhs], t, intervals))?;
        let assumptions = [&self.query.assumptions[..], &gathered.bounds].concat();
        let question = Query::prove(&terms, gathered.lhs, gathered.rhs, &assumptions)
            .with_rlimit(self.left() / limits::CUT_BUDGET_DIVISOR);
        let answer = InProcess.prove(&question);
        self.spent += answer.rlimit;
        match answer.outcome {
            Outcome::Proved(how) => Some(how),
            _ => None,
        }
    }

    /// Merges equal inner terms first; see [`crate::sweep`].
    fn by_sweeping(&mut self) -> Option<How> {
        let mut terms = self.query.terms.clone();
        let share = self.left() / limits::SWEEP_BUDGET_DIVISOR;
        let given = &self.query.assumptions;
        let (l, r) = crate::sweep::sweep(&mut terms, (self.lhs, self.rhs), given, |terms, a, b| {
            let pair = Query::prove(terms, a, b, &self.query.assumptions).with_rlimit(share);
            let (how, spent) = quick(&pair);
            self.spent += spent;
            how
        })?;
        let merged = Query::prove(&terms, l, r, &self.query.assumptions).with_rlimit(self.left());
        let Goal::Prove { lhs, rhs } = merged.goal else { return None };
        let mut proof = Proof::new(&merged, lhs, rhs);
        let how = proof.quickly().or_else(|| proof.by_gathering());
        self.spent += proof.spent;
        how
    }

    /// The ways that only prove: one term, every input where they are few, one normal form, shared subterms cut.
    fn quickly(&mut self) -> Option<How> {
        if self.lhs == self.rhs {
            return Some(How::Identical);
        }
        if let Some(outcome) = self.exhaustively(limits::EAGER_EXHAUSTIVE_BITS) {
            return match outcome {
                Outcome::Proved(how) => Some(how),
                _ => None,
            };
        }
        for seals in [true, false] {
            let mut terms = self.query.terms.clone();
            let given = &self.query.assumptions;
            let mut normaliser =
                if seals { Normaliser::sealing(&mut terms, given) } else { Normaliser::new(&mut terms, given) };
            let (l, r) = normaliser.pair(self.lhs, self.rhs);
            if l == r {
                return Some(How::Normal);
            }
            if let Some(how) = self.by_cut(&mut terms, l, r) {
                return Some(how);
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
        let mut how = How::Identical;
        for truth in [1, 0] {
            let mut terms = query.terms.clone();
            let value = terms.constant(truth, 1);
            let with = HashMap::from([(condition, value)]);
            let lhs = replace(&mut terms, self.lhs, &with);
            let rhs = replace(&mut terms, self.rhs, &with);
            let not = terms.un(UnOp::Not, condition);
            let given = if truth == 1 { condition } else { not };
            let assumptions: Vec<TermId> = query.assumptions.iter().copied().chain([given]).collect();
            let case =
                Query::prove(&terms, lhs, rhs, &assumptions).with_rlimit(self.left() / limits::CUT_BUDGET_DIVISOR);
            let answer = InProcess.prove(&case);
            self.spent += answer.rlimit;
            match answer.outcome {
                // What is recorded is the heavier of both cases' ways.
                Outcome::Proved(case) => how = how.max(case),
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
        let mut intervals = Intervals::new(terms, &self.query.assumptions);
        let cut = cut(terms, lhs, rhs, &mut intervals, |_, _, _| true)?;
        if refute(terms, cut.lhs, cut.rhs, &cut.bounds).is_some() {
            return None;
        }
        let eager = limits::EAGER_EXHAUSTIVE_BITS;
        match exhaustive::compare(terms, cut.lhs, cut.rhs, &cut.bounds, eager) {
            Tried::Equal => return Some(How::Exhaustive),
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
        (verdict == Verdict::Unsat).then_some(How::Z3)
    }

    /// The normal forms, then the terms as given: either may be what Z3's rewriter knows.
    fn whole(&mut self, mut terms: Terms, lhs: TermId, rhs: TermId) -> Outcome {
        let mut outcome = Outcome::Unknown("the solver's budget is spent".to_owned());
        for (l, r, divisor) in [(lhs, rhs, 2), (self.lhs, self.rhs, 1)] {
            let budget = self.left() / divisor;
            if budget > 0 {
                outcome = self.by_solver(&mut terms, l, r, budget);
            }
            if !matches!(outcome, Outcome::Unknown(_)) {
                return outcome;
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
            Verdict::Unsat => Outcome::Proved(How::Z3),
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
        self.tried(exhaustive::compare(&query.terms, self.lhs, self.rhs, &query.assumptions, max_bits))
    }

    /// The verdict of going through the range of the only input.
    fn by_pieces(&self) -> Option<Outcome> {
        self.tried(pieces::compare(&self.query.terms, self.lhs, self.rhs, &self.query.assumptions))
    }

    fn tried(&self, tried: Tried) -> Option<Outcome> {
        match tried {
            Tried::Equal => Some(Outcome::Proved(How::Exhaustive)),
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
fn quick(query: &Query) -> (Option<How>, u64) {
    let Goal::Prove { lhs, rhs } = query.goal else { return (None, 0) };
    let mut proof = Proof::new(query, lhs, rhs);
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

/// A concrete input on which both sides differ, if one of a fixed set of samples is one.
pub(crate) fn refute(terms: &Terms, lhs: TermId, rhs: TermId, assumptions: &[TermId]) -> Option<Model> {
    let mut roots = vec![lhs, rhs];
    roots.extend_from_slice(assumptions);
    let evaluator = Evaluator::new(terms, &roots)?;
    let rows = sampled(terms, &evaluator, assumptions);
    let got = evaluator.eval(&rows);
    let count = rows.first().map_or(1, Vec::len);
    (0..count)
        .find(|&s| got[0][s] != got[1][s] && got[2..].iter().all(|a| a[s] == 1))
        .map(|s| evaluator.inputs().iter().zip(&rows).map(|(&(n, _), row)| (n, row[s])).collect())
}

/// Samples of every input, within the bounds that are assumed.
pub(crate) fn sampled(terms: &Terms, evaluator: &Evaluator, assumptions: &[TermId]) -> Vec<Vec<u128>> {
    let mut intervals = Intervals::new(terms, assumptions);
    let mut samples = Samples::new(0x150_70be);
    let mut row = |&(number, width): &(u32, u32)| {
        let bounds = bounds_of_variable(terms, number, width, &mut intervals);
        (0..limits::REFUTATION_SAMPLES).map(|_| within(samples.value(width), bounds, width)).collect()
    };
    evaluator.inputs().iter().map(&mut row).collect()
}

fn bounds_of_variable(terms: &Terms, number: u32, width: u32, intervals: &mut Intervals) -> (i128, i128, bool) {
    let found = (0..terms.len() as u32)
        .map(TermId)
        .find(|&t| matches!(terms.node(t), Node::Var(n) if *n == number) && terms.width(t) == width);
    match found {
        Some(t) if width < 127 => {
            let r = intervals.of(terms, t);
            let (unsigned, signed) = (r.uhi - r.ulo, r.shi.abs_diff(r.slo));
            if signed < unsigned { (r.slo, r.shi, true) } else { (r.ulo as i128, r.uhi as i128, true) }
        }
        _ => (0, 0, false),
    }
}

/// Folds a sample into a variable's bounds, so that assumed ranges do not waste samples.
fn within(value: u128, (lo, hi, known): (i128, i128, bool), width: u32) -> u128 {
    let read = if lo < 0 { isotope_ir::term::signed(value, width) } else { value as i128 };
    if !known || (lo..=hi).contains(&read) {
        return value;
    }
    (lo + read.rem_euclid(hi - lo + 1)) as u128 & mask(width)
}

struct Cut {
    lhs: TermId,
    rhs: TermId,
    bounds: Vec<TermId>,
}

/// Whether a term says less than the variables in it, and they occur nowhere else: there are several, or it has fewer values.
fn gathers(terms: &Terms, roots: &[TermId], t: TermId, intervals: &mut Intervals) -> bool {
    let is_variable = |t: &TermId| matches!(terms.node(*t), Node::Var(_));
    let inside: Vec<TermId> = reachable(terms, &[t]).into_iter().filter(is_variable).collect();
    let mut values = |t: TermId| {
        let range = intervals.of(terms, t);
        range.uhi - range.ulo
    };
    let fewer = match inside[..] {
        [] => false,
        [only] => values(t) < values(only),
        _ => true,
    };
    if !fewer {
        return false;
    }
    let mut seen = vec![false; terms.len()];
    seen[t.0 as usize] = true;
    let mut stack = roots.to_vec();
    while let Some(next) = stack.pop() {
        if !std::mem::replace(&mut seen[next.0 as usize], true) {
            stack.extend(operands(terms.node(next)));
        }
    }
    inside.iter().all(|v| !seen[v.0 as usize])
}

/// Both sides with maximal shared subterms that are `worth` it replaced; `None` when nothing worth replacing is shared.
///
/// Extensions and extracts stay, and what they are taken of is replaced: they tell the solver which bits are zero.
fn cut(
    terms: &mut Terms,
    lhs: TermId,
    rhs: TermId,
    intervals: &mut Intervals,
    worth: impl Fn(&Terms, TermId, &mut Intervals) -> bool,
) -> Option<Cut> {
    let left = reachable(terms, &[lhs]);
    let mut shared = vec![false; terms.len()];
    for &t in &left {
        shared[t.0 as usize] = true;
    }
    let right = reachable(terms, &[rhs]);
    let in_right: std::collections::HashSet<TermId> = right.iter().copied().collect();
    for &t in &left {
        shared[t.0 as usize] = in_right.contains(&t);
    }
    let plain = |t: TermId| {
        matches!(terms.node(t), Node::Const(_) | Node::Var(_) | Node::ZExt(_) | Node::SExt(_) | Node::Extract(..))
    };
    // A walk from both roots that stops at what it cuts.
    let mut cuts: Vec<TermId> = vec![];
    let mut seen = vec![false; terms.len()];
    let mut stack = vec![lhs, rhs];
    while let Some(t) = stack.pop() {
        if std::mem::replace(&mut seen[t.0 as usize], true) {
            continue;
        }
        if shared[t.0 as usize] && !plain(t) && worth(terms, t, intervals) {
            cuts.push(t);
        } else {
            stack.extend(operands(terms.node(t)));
        }
    }
    if cuts.is_empty() {
        return None;
    }
    cuts.sort_unstable();
    let first = (0..terms.len() as u32).filter_map(|i| var_number(terms, TermId(i))).max().map_or(0, |n| n + 1);
    let mut with: HashMap<TermId, TermId> = HashMap::new();
    let mut bounds = vec![];
    for (next, t) in (first..).zip(cuts) {
        let width = terms.width(t);
        let range = intervals.of(terms, t);
        let fresh = terms.var(next, width);
        with.insert(t, fresh);
        bounds.extend(bound(terms, fresh, range, width));
    }
    let lhs = replace(terms, lhs, &with);
    let rhs = replace(terms, rhs, &with);
    Some(Cut { lhs, rhs, bounds })
}

fn var_number(terms: &Terms, t: TermId) -> Option<u32> {
    match terms.node(t) {
        Node::Var(n) => Some(*n),
        _ => None,
    }
}

/// The one-bit terms that keep a fresh variable in its range.
fn bound(terms: &mut Terms, var: TermId, range: crate::interval::Range, width: u32) -> Vec<TermId> {
    let full = crate::interval::Range::full(width);
    let mut out = vec![];
    let mut add = |terms: &mut Terms, wanted: bool, op, value: u128, var_left: bool| {
        if wanted {
            let c = terms.constant(value, width);
            out.push(if var_left { terms.bin(op, var, c) } else { terms.bin(op, c, var) });
        }
    };
    add(terms, range.ulo > full.ulo, BinOp::Ule, range.ulo, false);
    add(terms, range.uhi < full.uhi, BinOp::Ule, range.uhi, true);
    // What the unsigned bounds do not say already.
    if range.slo < 0 && range.uhi == full.uhi {
        add(terms, range.slo > full.slo, BinOp::Sle, range.slo as u128, false);
        add(terms, range.shi < full.shi, BinOp::Sle, range.shi as u128, true);
    }
    out
}

/// The term with some subterms replaced.
fn replace(terms: &mut Terms, root: TermId, with: &HashMap<TermId, TermId>) -> TermId {
    let mut done: HashMap<TermId, TermId> = with.clone();
    for t in reachable(terms, &[root]) {
        if !done.contains_key(&t) {
            let node = terms.node(t).clone();
            let width = terms.width(t);
            let new = rebuild(terms, &node, width, &|a| done[&a]);
            done.insert(t, new);
        }
    }
    done[&root]
}
