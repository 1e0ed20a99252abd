//! Sound bounds of terms: one unsigned and one signed interval each, from the variables up.
//!
//! Bounds start from assumptions that compare a term with a constant, and conditions refine the branches under them, so
//! that a nested clamp is seen to be one.
//!
//! Bounds hold wherever the assumptions hold. Where those contradict each other anything does, and ranges then only
//! promise to be ranges: least values are not above greatest ones.

mod operations;
mod range;
#[cfg(test)]
mod tests;

pub(crate) use operations::{square, transfer};
pub use range::Range;

use crate::limits::MAX_REFINEMENT_DEPTH;
use crate::query::operands;
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp};
use std::collections::{HashMap, HashSet};

/// Bounds of the terms of one growing arena, under fixed assumptions.
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    /// The facts that the assumptions state outright.
    facts: HashMap<TermId, Range>,
    /// Ranges that were computed: for good, because assumptions and terms do not change.
    known: HashMap<TermId, Range>,
}

/// Facts that hold of terms on one branch only. They must not get into the facts that hold everywhere.
type Refined = HashMap<TermId, Range>;

impl Intervals {
    /// Bounds that hold wherever the assumptions hold.
    pub fn new(terms: &Terms, assumptions: &[TermId]) -> Intervals {
        let mut facts = Refined::new();
        for &a in assumptions {
            refine(terms, a, true, &mut facts);
        }
        Intervals { facts, known: HashMap::new() }
    }

    /// Adds ranges that are known otherwise to hold wherever the assumptions hold; before any bounds are asked for.
    pub(crate) fn knowing(mut self, terms: &Terms, ranges: &[(TermId, Range)]) -> Intervals {
        for &(t, range) in ranges {
            narrow(terms, t, range, &mut self.facts);
        }
        self
    }

    /// The bounds of a term.
    pub fn of(&mut self, terms: &Terms, t: TermId) -> Range {
        if let Some(&r) = self.known.get(&t) {
            return r;
        }
        // A stack of its own: terms are deeper than a thread's.
        let mut stack = vec![(t, false)];
        while let Some((u, operands_known)) = stack.pop() {
            if self.known.contains_key(&u) {
                continue;
            }
            if operands_known {
                let range = self.bounds(terms, u);
                self.known.insert(u, range);
            } else {
                stack.push((u, true));
                stack.extend(operands(terms.node(u)).into_iter().map(|a| (a, false)));
            }
        }
        self.known[&t]
    }

    /// The bounds of a term whose operands' bounds are known.
    fn bounds(&self, terms: &Terms, t: TermId) -> Range {
        let range = transfer(terms, t, &|a| self.known[&a]);
        let width = terms.width(t);
        // A fact that is assumed of a term, and one that follows from its operands: both hold.
        let range = match self.facts.get(&t) {
            Some(&fact) => range.meet(fact, width),
            None => range,
        };
        match *terms.node(t) {
            Node::Ite(c, a, b) => range.meet(self.branches(terms, c, a, b, &Refined::new(), 0), width),
            _ => range,
        }
    }

    /// The hull of both branches, each under its condition: min(x, 10) is at most 10, though x is not.
    fn branches(&self, terms: &Terms, c: TermId, a: TermId, b: TermId, outer: &Refined, depth: u32) -> Range {
        let mut then = outer.clone();
        refine_with(terms, c, true, &mut then, &|t| self.known.get(&t).copied());
        let mut other = outer.clone();
        refine_with(terms, c, false, &mut other, &|t| self.known.get(&t).copied());
        self.under(terms, a, &then, depth + 1).hull(self.under(terms, b, &other, depth + 1))
    }

    /// The bounds of a term under refinements. Only a few levels are looked at again; below them the bounds found
    /// without refinement hold as well.
    fn under(&self, terms: &Terms, t: TermId, refined: &Refined, depth: u32) -> Range {
        // A fact that holds everywhere holds here as well, so nothing is lost where the refined bounds are worse.
        let width = terms.width(t);
        let plain = self.known.get(&t).copied().unwrap_or(Range::full(width));
        let plain = match refined.get(&t) {
            Some(&r) => plain.meet(r, width),
            None => plain,
        };
        // A range that is found under one refinement holds under no other, so nothing is shared and the cost is that of all
        // paths.
        if depth > MAX_REFINEMENT_DEPTH {
            return plain;
        }
        let again = match *terms.node(t) {
            Node::Ite(c, a, b) => self.branches(terms, c, a, b, refined, depth),
            Node::Const(_) | Node::Var(_) => plain,
            _ => transfer(terms, t, &|a| self.under(terms, a, refined, depth + 1)),
        };
        plain.meet(again, width)
    }
}

/// Adds what a condition says of terms compared with constants: of others no bounds are known yet.
fn refine(terms: &Terms, condition: TermId, holds: bool, into: &mut Refined) {
    refine_with(terms, condition, holds, into, &|_| None);
}

/// Adds what a condition says about the terms it compares, given their bounds where known.
fn refine_with(
    terms: &Terms,
    condition: TermId,
    holds: bool,
    into: &mut Refined,
    known: &dyn Fn(TermId) -> Option<Range>,
) {
    refine_branches(terms, condition, holds, into, known, MAX_REFINEMENT_DEPTH);
}

/// The same, with so many choices between conditions followed into both branches.
fn refine_branches(
    terms: &Terms,
    condition: TermId,
    holds: bool,
    into: &mut Refined,
    known: &dyn Fn(TermId) -> Option<Range>,
    branching: u32,
) {
    let mut open = vec![(condition, holds)];
    // A conjunction may share its parts: each is read once.
    let mut seen = HashSet::new();
    while let Some((condition, holds)) = open.pop() {
        if !seen.insert((condition, holds)) {
            continue;
        }
        match *terms.node(condition) {
            // Of a conjunction that holds both parts do, of a disjunction that does not neither. The other way round
            // one of them does, and nothing is known of either.
            Node::Un(UnOp::Not, a) => open.push((a, !holds)),
            Node::Bin(BinOp::And, a, b) if holds => open.extend([(b, true), (a, true)]),
            Node::Bin(BinOp::Or, a, b) if !holds => open.extend([(b, false), (a, false)]),
            // A choice between conditions: what either branch says.
            Node::Ite(c, a, b) if branching > 0 => {
                let branch = |truth: bool, taken: TermId| {
                    let mut facts = into.clone();
                    refine_branches(terms, c, truth, &mut facts, known, branching - 1);
                    refine_branches(terms, taken, holds, &mut facts, known, branching - 1);
                    facts
                };
                let (then, other) = (branch(true, a), branch(false, b));
                for (&t, &fact) in then.iter() {
                    if let Some(&also) = other.get(&t) {
                        narrow(terms, t, fact.hull(also), into);
                    }
                }
            }
            Node::Bin(op, a, b) if op.is_comparison() => {
                let width = terms.width(a);
                let bounds = |t: TermId| match terms.as_const(t) {
                    Some(v) => Range::exactly(v, width),
                    None => {
                        let found = known(t).unwrap_or(Range::full(width));
                        into.get(&t).map_or(found, |&refined| found.meet(refined, width))
                    }
                };
                let (ra, rb) = (bounds(a), bounds(b));
                let (fact_a, fact_b) = compared(op, holds, ra, rb, width);
                // A constant is known as well as can be, and shared by all who use it.
                for (t, fact) in [(a, fact_a), (b, fact_b)] {
                    if terms.as_const(t).is_none() {
                        narrow(terms, t, fact, into);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Adds bounds of a term, and what a magnitude's bounds say of the number that it is of.
fn narrow(terms: &Terms, t: TermId, fact: Range, into: &mut Refined) {
    let width = terms.width(t);
    let old = into.get(&t).copied().unwrap_or(Range::full(width));
    let met = old.meet(fact, width);
    into.insert(t, met);
    if let Some(of) = magnitude(terms, t)
        && let Ok(most) = i128::try_from(met.uhi)
        && most <= Range::full(width).shi
    {
        let within = Range { slo: -most, shi: most, ..Range::full(width) };
        let old = into.get(&of).copied().unwrap_or(Range::full(width));
        into.insert(of, old.meet(within.tightened(width), width));
    }
}

/// The term of which a term is the magnitude: `x < 0 ? -x : x`.
fn magnitude(terms: &Terms, t: TermId) -> Option<TermId> {
    let Node::Ite(c, negated, of) = *terms.node(t) else { return None };
    let Node::Bin(BinOp::Slt, x, zero) = *terms.node(c) else { return None };
    let is_negated = matches!(*terms.node(negated), Node::Un(UnOp::Neg, x) if x == of);
    (x == of && is_negated && terms.as_const(zero) == Some(0)).then_some(of)
}

/// The facts that `a op b` (or its negation) states about `a` and about `b`.
fn compared(op: BinOp, holds: bool, a: Range, b: Range, width: u32) -> (Range, Range) {
    let full = Range::full(width);
    // x < y, and not (x < y) which is y <= x. The lesser is at most one below the greatest of the greater; ends that
    // would leave the width belong to comparisons that never hold, and stay at its limit.
    let below = |lo: Range, hi: Range, strict: bool, s: bool| {
        let step = strict as i128;
        if s {
            let lo_fact = Range { shi: hi.shi.saturating_sub(step).max(full.slo), ..full };
            let hi_fact = Range { slo: lo.slo.saturating_add(step).min(full.shi), ..full };
            (lo_fact.tightened(width), hi_fact.tightened(width))
        } else {
            let lo_fact = Range { uhi: hi.uhi.saturating_sub(strict as u128), ..full };
            let hi_fact = Range { ulo: lo.ulo.saturating_add(strict as u128).min(full.uhi), ..full };
            (lo_fact.tightened(width), hi_fact.tightened(width))
        }
    };
    let swap = |(x, y)| (y, x);
    match (op, holds) {
        (BinOp::Eq, true) => (b, a),
        (BinOp::Ult, true) => below(a, b, true, false),
        (BinOp::Ule, true) => below(a, b, false, false),
        (BinOp::Slt, true) => below(a, b, true, true),
        (BinOp::Sle, true) => below(a, b, false, true),
        (BinOp::Ult, false) => swap(below(b, a, false, false)),
        (BinOp::Ule, false) => swap(below(b, a, true, false)),
        (BinOp::Slt, false) => swap(below(b, a, false, true)),
        (BinOp::Sle, false) => swap(below(b, a, true, true)),
        (BinOp::Eq, false) => (a.without(b, width), b.without(a, width)),
        _ => (full, full),
    }
}
