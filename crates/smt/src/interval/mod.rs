//! Sound bounds of terms: one unsigned and one signed interval each, from the variables up.
//!
//! Bounds start from assumptions that compare a term with a constant, and conditions refine the branches under them, so
//! that a nested clamp is seen to be one.

use crate::limits::MAX_REFINEMENT_DEPTH;
use crate::query::operands;
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp, mask, signed};
use std::collections::{HashMap, HashSet};

/// Bounds of a term, inclusive, in both readings of its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Least unsigned value.
    pub ulo: u128,
    /// Greatest unsigned value.
    pub uhi: u128,
    /// Least signed value.
    pub slo: i128,
    /// Greatest signed value.
    pub shi: i128,
}

fn least(width: u32) -> i128 {
    signed(1u128 << (width - 1), width)
}

fn greatest(width: u32) -> i128 {
    (mask(width) >> 1) as i128
}

impl Range {
    /// Everything of so many bits.
    pub fn full(width: u32) -> Range {
        Range { ulo: 0, uhi: mask(width), slo: least(width), shi: greatest(width) }
    }

    /// One value.
    pub fn exactly(value: u128, width: u32) -> Range {
        let s = signed(value, width);
        Range { ulo: value, uhi: value, slo: s, shi: s }
    }

    /// From an unsigned interval.
    pub(crate) fn unsigned(ulo: u128, uhi: u128, width: u32) -> Range {
        Range { ulo, uhi, ..Range::full(width) }.tightened(width)
    }

    /// From a signed interval, which is dropped when it leaves the width's values.
    fn signed(bounds: Option<(i128, i128)>, width: u32) -> Range {
        match bounds {
            Some((slo, shi)) if slo >= least(width) && shi <= greatest(width) => {
                Range { slo, shi, ..Range::full(width) }.tightened(width)
            }
            _ => Range::full(width),
        }
    }

    /// Carries what one reading knows into the other.
    fn tightened(mut self, width: u32) -> Range {
        let half = 1u128 << (width - 1);
        if self.uhi < half || self.ulo >= half {
            self.slo = self.slo.max(signed(self.ulo, width));
            self.shi = self.shi.min(signed(self.uhi, width));
        }
        if self.slo >= 0 || self.shi < 0 {
            self.ulo = self.ulo.max(self.slo as u128 & mask(width));
            self.uhi = self.uhi.min(self.shi as u128 & mask(width));
        }
        self
    }

    /// What both ranges allow. Ranges that exclude each other (unreachable code, contradicting assumptions) give `self`.
    pub fn meet(self, other: Range, width: u32) -> Range {
        let both = Range {
            ulo: self.ulo.max(other.ulo),
            uhi: self.uhi.min(other.uhi),
            slo: self.slo.max(other.slo),
            shi: self.shi.min(other.shi),
        };
        if both.ulo > both.uhi || both.slo > both.shi {
            return self;
        }
        let tight = both.tightened(width);
        if tight.ulo > tight.uhi || tight.slo > tight.shi { self } else { tight }
    }

    /// What either range allows.
    pub fn hull(self, other: Range) -> Range {
        Range {
            ulo: self.ulo.min(other.ulo),
            uhi: self.uhi.max(other.uhi),
            slo: self.slo.min(other.slo),
            shi: self.shi.max(other.shi),
        }
    }
}

/// Bounds of the terms of one growing arena, under fixed assumptions.
#[derive(Clone, Debug, Default)]
pub struct Intervals {
    facts: HashMap<TermId, Range>,
    known: HashMap<TermId, Range>,
}

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

    /// The bounds of a term.
    pub fn of(&mut self, terms: &Terms, t: TermId) -> Range {
        if let Some(&r) = self.known.get(&t) {
            return r;
        }
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
        let range = match self.facts.get(&t) {
            Some(&fact) => range.meet(fact, width),
            None => range,
        };
        match *terms.node(t) {
            Node::Ite(c, a, b) => range.meet(self.branches(terms, c, a, b, &Refined::new(), 0), width),
            _ => range,
        }
    }

    /// The hull of both branches, each under its condition.
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
        let width = terms.width(t);
        let plain = self.known.get(&t).copied().unwrap_or(Range::full(width));
        let plain = match refined.get(&t) {
            Some(&r) => plain.meet(r, width),
            None => plain,
        };
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
    let mut open = vec![(condition, holds)];
    // A conjunction may share its parts: each is read once.
    let mut seen = HashSet::new();
    while let Some((condition, holds)) = open.pop() {
        if !seen.insert((condition, holds)) {
            continue;
        }
        match *terms.node(condition) {
            Node::Un(UnOp::Not, a) => open.push((a, !holds)),
            Node::Bin(BinOp::And, a, b) if holds => open.extend([(b, true), (a, true)]),
            Node::Bin(BinOp::Or, a, b) if !holds => open.extend([(b, false), (a, false)]),
            Node::Bin(op, a, b) if op.is_comparison() => {
                let width = terms.width(a);
                let bounds = |t: TermId| match terms.as_const(t) {
                    Some(v) => Range::exactly(v, width),
                    None => known(t).unwrap_or(Range::full(width)),
                };
                let (ra, rb) = (bounds(a), bounds(b));
                let (fact_a, fact_b) = compared(op, holds, ra, rb, width);
                for (t, fact) in [(a, fact_a), (b, fact_b)] {
                    if terms.as_const(t).is_none() {
                        let old = into.get(&t).copied().unwrap_or(Range::full(width));
                        into.insert(t, old.meet(fact, width));
                    }
                }
            }
            _ => {}
        }
    }
}

/// What `a op b` (or its negation) says about `a` and about `b`.
fn compared(op: BinOp, holds: bool, a: Range, b: Range, width: u32) -> (Range, Range) {
    let full = Range::full(width);
    // x < y, and not (x < y) which is y <= x.
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
        _ => (full, full),
    }
}

/// Bounds of a node from the bounds of its operands.
pub(crate) fn transfer(terms: &Terms, t: TermId, of: &dyn Fn(TermId) -> Range) -> Range {
    let width = terms.width(t);
    match *terms.node(t) {
        Node::Const(v) => Range::exactly(v, width),
        Node::Var(_) | Node::Apply(..) => Range::full(width),
        Node::Un(UnOp::Not, a) => {
            let r = of(a);
            let (ulo, uhi) = (mask(width) - r.uhi, mask(width) - r.ulo);
            Range { ulo, uhi, slo: -1 - r.shi, shi: -1 - r.slo }
        }
        Node::Un(UnOp::Neg, a) => {
            let r = of(a);
            Range::signed(r.shi.checked_neg().zip(r.slo.checked_neg()), width)
        }
        Node::Bin(op, a, b) => binary(op, of(a), of(b), terms.width(a)),
        Node::Ite(c, a, b) => match of(c) {
            Range { ulo: 1, .. } => of(a),
            Range { uhi: 0, .. } => of(b),
            _ => of(a).hull(of(b)),
        },
        Node::Extract(lo, a) => {
            let r = of(a);
            let u = if r.uhi >> lo <= mask(width) {
                Range::unsigned(r.ulo >> lo, r.uhi >> lo, width)
            } else {
                Range::full(width)
            };
            u.meet(Range::signed(Some((r.slo >> lo, r.shi >> lo)), width), width)
        }
        Node::ZExt(a) => {
            let r = of(a);
            Range::unsigned(r.ulo, r.uhi, width)
        }
        Node::SExt(a) => {
            let r = of(a);
            Range::signed(Some((r.slo, r.shi)), width)
        }
        Node::Concat(h, l) => {
            let (rh, rl, wl) = (of(h), of(l), terms.width(l));
            Range::unsigned(rh.ulo << wl | rl.ulo, rh.uhi << wl | rl.uhi, width)
        }
    }
}

fn corners(a: Range, b: Range, f: impl Fn(i128, i128) -> Option<i128>) -> Option<(i128, i128)> {
    let values = [f(a.slo, b.slo)?, f(a.slo, b.shi)?, f(a.shi, b.slo)?, f(a.shi, b.shi)?];
    Some((*values.iter().min()?, *values.iter().max()?))
}

fn binary(op: BinOp, a: Range, b: Range, width: u32) -> Range {
    let top = mask(width);
    let within = |bounds: Option<(u128, u128)>| match bounds {
        Some((lo, hi)) if hi <= top => Range::unsigned(lo, hi, width),
        _ => Range::full(width),
    };
    let amount = (b.ulo == b.uhi && b.ulo < width as u128).then_some(b.ulo as u32);
    let full = Range::full(width);
    match op {
        BinOp::Add => within(a.ulo.checked_add(b.ulo).zip(a.uhi.checked_add(b.uhi)))
            .meet(Range::signed(a.slo.checked_add(b.slo).zip(a.shi.checked_add(b.shi)), width), width),
        BinOp::Sub => within(a.ulo.checked_sub(b.uhi).zip(a.uhi.checked_sub(b.ulo)))
            .meet(Range::signed(a.slo.checked_sub(b.shi).zip(a.shi.checked_sub(b.slo)), width), width),
        BinOp::Mul => within(a.ulo.checked_mul(b.ulo).zip(a.uhi.checked_mul(b.uhi)))
            .meet(Range::signed(corners(a, b, i128::checked_mul), width), width),
        BinOp::UDiv if b.ulo > 0 => Range::unsigned(a.ulo / b.uhi, a.uhi / b.ulo, width),
        BinOp::URem if b.ulo > 0 => Range::unsigned(0, a.uhi.min(b.uhi - 1), width),
        BinOp::URem => Range::unsigned(0, a.uhi, width),
        BinOp::And => Range::unsigned(0, a.uhi.min(b.uhi), width),
        BinOp::Or | BinOp::Xor => {
            let bits = 128 - (a.uhi | b.uhi).leading_zeros();
            let lo = if op == BinOp::Or { a.ulo.max(b.ulo) } else { 0 };
            if bits == 0 { Range::exactly(0, width) } else { Range::unsigned(lo, mask(bits), width) }
        }
        BinOp::Shl => match amount {
            Some(k) if k < 127 => within(a.ulo.checked_mul(1 << k).zip(a.uhi.checked_mul(1 << k)))
                .meet(Range::signed(a.slo.checked_mul(1 << k).zip(a.shi.checked_mul(1 << k)), width), width),
            _ => full,
        },
        BinOp::LShr => match amount {
            Some(k) => Range::unsigned(a.ulo >> k, a.uhi >> k, width),
            None => Range::unsigned(0, a.uhi, width),
        },
        BinOp::AShr => match amount {
            Some(k) => Range::signed(Some((a.slo >> k, a.shi >> k)), width),
            None => Range::signed(Some((a.slo.min(0), a.shi.max(-1))), width),
        },
        BinOp::Eq if a.uhi < b.ulo || b.uhi < a.ulo || a.shi < b.slo || b.shi < a.slo => Range::exactly(0, 1),
        BinOp::Ult => decided(a.uhi < b.ulo, a.ulo >= b.uhi),
        BinOp::Ule => decided(a.uhi <= b.ulo, a.ulo > b.uhi),
        BinOp::Slt => decided(a.shi < b.slo, a.slo >= b.shi),
        BinOp::Sle => decided(a.shi <= b.slo, a.slo > b.shi),
        BinOp::Eq => Range::full(1),
        BinOp::UDiv | BinOp::SDiv | BinOp::SRem => full,
    }
}

fn decided(yes: bool, no: bool) -> Range {
    match (yes, no) {
        (true, _) => Range::exactly(1, 1),
        (_, true) => Range::exactly(0, 1),
        _ => Range::full(1),
    }
}

#[cfg(test)]
mod tests;
