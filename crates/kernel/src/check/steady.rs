//! A loop around all of a program whose iterations do the same: one iteration of both programs says what all of them do.
//!
//! ```text
//! for t = 0 to 500 {                         for t = 0 to 500 {
//!   for i, j { B[i, j] = mean of A }           for I, J { for i, j in the tile { B[i, j] = mean of A } }
//!   for i, j { A[i, j] = mean of B }           for I, J { for i, j in the tile { A[i, j] = mean of B } }
//! }                                          }
//! ```
//!
//! Nothing but the contents of the arguments is left by one iteration to the next. So if one iteration makes the same terms of any
//! contents, any number of them does.

use super::pair::Pair;
use super::verdict::CheckError;
use crate::plan::nodes::{Kind, Node, Plan, Row};
use crate::rule::Rule;
use crate::values::op::divides;

/// A loop that is all of a function: the function's block, the place of the loop there, and its bounds and step.
struct Whole {
    block: usize,
    at: usize,
    range: [i64; 3],
}

impl<'m> Pair<'m> {
    /// The same programs with one iteration of the loop around each; `None`: there is no such loop, or its iterations differ.
    pub(super) fn of_one_iteration(&self) -> Result<Option<Pair<'m>>, CheckError> {
        // An assumption about the arguments need not hold behind the first iteration.
        if self.kinds.divides || !self.assumed.is_empty() {
            return Ok(None);
        }
        let [Some(first), Some(second)] = self.plans.each_ref().map(|plan| whole(plan, &self.entry)) else {
            return Ok(None);
        };
        let [lower, upper, step] = first.range;
        let end = lower.checked_add(step).filter(|end| *end < upper);
        let (Some(end), true) = (end, first.range == second.range) else { return Ok(None) };
        let mut pair = Pair::new(self.modules[0], self.modules[1], self.options)?;
        for (plan, whole) in pair.plans.iter_mut().zip([first, second]) {
            if let Kind::AffineFor { upper, .. } = &mut plan.blocks[whole.block].nodes[whole.at].kind {
                *upper = vec![Row::Linear(Vec::new(), end)];
            }
        }
        Ok(Some(pair))
    }
}

/// The loop that is all of a function but for constants, if its iterations do the same.
fn whole(plan: &Plan, entry: &str) -> Option<Whole> {
    let function = plan.functions.get(entry).filter(|function| function.results.is_empty())?;
    let [block] = function.body[..] else { return None };
    let (end, nodes) = plan.blocks[block].nodes.split_last()?;
    let mut others = nodes.iter().enumerate().filter(|(_, node)| !matches!(node.kind, Kind::Constant { .. }));
    let (Some((at, of)), None, Kind::Return) = (others.next(), others.next(), &end.kind) else { return None };
    let Kind::AffineFor { lower, upper, step, .. } = &of.kind else { return None };
    let ([Row::Linear(none, lower)], [Row::Linear(nothing, upper)]) = (&lower[..], &upper[..]) else { return None };
    let body = inner(plan, of)?;
    let [counter] = plan.blocks[body].arguments[..] else { return None };
    let is_constant = none.is_empty() && nothing.is_empty() && of.results.is_empty();
    (is_constant && is_steady(plan, body, counter)).then_some(Whole { block, at, range: [*lower, *upper, *step] })
}

/// The one block of an operation's first region.
fn inner(plan: &Plan, node: &Node) -> Option<usize> {
    match node.regions.first()?[..] {
        [block] if block < plan.blocks.len() => Some(block),
        _ => None,
    }
}

/// Whether a block reads no counter, and neither makes memory nor has another effect than stores. Regions nest at most `MAX_NESTING` deep.
fn is_steady(plan: &Plan, block: usize, counter: u32) -> bool {
    plan.blocks[block].nodes.iter().all(|node| {
        let is_plain = match &node.kind {
            Kind::Scalar { op, .. } => !divides(op.name),
            Kind::AffineFor { .. } => node.results.is_empty(),
            Kind::AffineIf { results, .. } => !results,
            Kind::Constant { .. }
            | Kind::Select(_)
            | Kind::Load { .. }
            | Kind::Store { .. }
            | Kind::Apply(..)
            | Kind::Yield => true,
            _ => false,
        };
        let reads_it = node.operands.contains(&counter) && Rule::Steady.holds();
        is_plain && !reads_it && node.regions.iter().flatten().all(|of| is_steady(plan, *of, counter))
    })
}
