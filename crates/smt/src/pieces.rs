//! Proof by cases of one input: pieces of its range on which bounds say that both sides are the same constant, and
//! every value of those that are left. A saturating function of a wide input is constant on most of them.
//!
//! Every value of the input lies in exactly one piece: the range is split and never trimmed. So it is a trial of every
//! input, some millions of them at once.

use crate::concrete::{Block, Evaluator};
use crate::effort::Effort;
use crate::exhaustive::{Tried, with_assumptions};
use crate::interval::{Intervals, Range, transfer};
use crate::limits;
use crate::query::reachable;
use isotope_ir::term::{Node, TermId, Terms};

/// Compares both sides on every value of their only input; `TooMany` where there are more, or more pieces than a limit.
pub(crate) fn compare(terms: &Terms, lhs: TermId, rhs: TermId, assumptions: &[TermId], effort: &Effort<'_>) -> Tried {
    let roots = with_assumptions(terms, lhs, rhs, assumptions);
    let Some(evaluator) = Evaluator::new(terms, &roots).filter(|e| !e.is_wide()) else { return Tried::TooMany };
    let [(number, width)] = *evaluator.inputs() else { return Tried::TooMany };
    let nodes = reachable(terms, &roots);
    let Some(&variable) = nodes.iter().find(|&&t| matches!(terms.node(t), Node::Var(n) if *n == number)) else {
        return Tried::TooMany;
    };
    let known = Intervals::new(terms, assumptions).of(terms, variable);
    // Widths are at most 64 here; the last value is written so that it does not wrap for 64.
    let half = 1u64 << (width - 1);
    // In neither half does the sign change, so that a piece is an interval in both readings.
    let mut open: Vec<(u64, u64)> = [(0, half - 1), (half, half - 1 + half)]
        .into_iter()
        .map(|(lo, hi)| (lo.max(known.ulo as u64), hi.min(known.uhi as u64)))
        .filter(|(lo, hi)| lo <= hi)
        .collect();
    let mut pieces = Pieces { terms, nodes, roots, variable, width, block: evaluator.block(limits::BLOCK_SAMPLES) };
    let mut work = 0;
    // The last half first, so that few pieces are open at a time, at most one for each level.
    while let Some((lo, hi)) = open.pop() {
        work += 1;
        let units = pieces.nodes.len() as u64;
        if work > limits::MAX_PIECES || effort.spend(units).is_err() {
            return Tried::TooMany;
        }
        // Below the size of a block trying is cheaper than bounding.
        if hi - lo < limits::BLOCK_SAMPLES as u64 {
            if let Some(value) = pieces.differs(&evaluator, (lo, hi)) {
                return Tried::Different(vec![(number, value.into())]);
            }
        } else if !pieces.agree((lo, hi)) {
            // Written so that it does not wrap for 64 bits.
            let middle = lo + (hi - lo) / 2;
            open.extend([(lo, middle), (middle + 1, hi)]);
        }
    }
    Tried::Equal
}

/// A walk over the range of the only input, piece by piece.
struct Pieces<'a> {
    terms: &'a Terms,
    /// Operands before users.
    nodes: Vec<TermId>,
    /// Both sides, then the assumptions.
    roots: Vec<TermId>,
    variable: TermId,
    width: u32,
    block: Block,
}

impl Pieces<'_> {
    /// Whether bounds show that both sides are one constant for a piece, or that an assumption holds nowhere in it.
    /// Bounds are computed anew for each piece, without refinement by conditions: on a small piece conditions are
    /// constants themselves.
    fn agree(&self, (lo, hi): (u64, u64)) -> bool {
        let mut ranges = vec![None; self.terms.len()];
        for &t in &self.nodes {
            let range = if t == self.variable {
                Range::unsigned(lo.into(), hi.into(), self.width)
            } else {
                transfer(self.terms, t, &|a: TermId| ranges[a.0 as usize].unwrap_or(Range::full(self.terms.width(a))))
            };
            ranges[t.0 as usize] = Some(range);
        }
        let constant = |t: TermId| ranges[t.0 as usize].filter(|r| r.ulo == r.uhi).map(|r| r.ulo);
        let [lhs, rhs, ref assumptions @ ..] = self.roots[..] else { return false };
        (constant(lhs).is_some() && constant(lhs) == constant(rhs))
            || assumptions.iter().any(|&a| constant(a) == Some(0))
    }

    /// A value of a small piece on which both sides differ, where the assumptions hold.
    fn differs(&mut self, evaluator: &Evaluator, (lo, hi): (u64, u64)) -> Option<u64> {
        // The last value again and again where the piece is shorter than the block.
        let nth = |k: usize| lo + (k as u64).min(hi - lo);
        let samples = self.block.input_mut(0).iter_mut().enumerate();
        samples.for_each(|(k, value)| *value = nth(k));
        evaluator.run(&mut self.block);
        let at = |root: usize, k: usize| evaluator.output(&self.block, root)[k];
        let wrong = |k: &usize| at(0, *k) != at(1, *k) && (2..self.roots.len()).all(|a| at(a, *k) == 1);
        (0..limits::BLOCK_SAMPLES).find(wrong).map(nth)
    }
}
