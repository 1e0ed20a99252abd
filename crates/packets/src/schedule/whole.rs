//! The packets and waits of a loop as a whole: those of its beginning and its end count where its iterations are few.

use super::cost::{Cost, once};
use super::emit::Plan;
use super::rewrite::{BLOCKS, ITERATION};
use crate::machine::{Machine, Meaning};
use crate::mir::{Block, Function, Operand};

/// The iterations of a loop, if every instruction that sets it names their number.
pub fn iterations(machine: &Machine, function: &Function, block: u32) -> Option<i64> {
    let all = function.blocks.iter().flat_map(Block::instructions);
    let sets = all.filter(|of| {
        let meaning = machine.operation(&of.op).and_then(|operation| operation.meaning);
        meaning == Some(Meaning::Loop(0)) && of.targets().any(|id| id == block)
    });
    let mut found = None;
    for of in sets {
        let number = of.operands.iter().find_map(|operand| match operand {
            Operand::Immediate(number) => Some(*number),
            _ => None,
        })?;
        if found.is_some_and(|other| other != number) {
            return None;
        }
        found = Some(number);
    }
    found.filter(|number| *number > 0)
}

/// The packets and waits of so many iterations by a plan; `blocks` are those of its text, from its first one on.
pub fn spent(
    machine: &Machine,
    blocks: &[Block],
    (plan, trip): (&Plan, Cost),
    before: Cost,
    iterations: i64,
) -> Option<i64> {
    if plan.is_in_place() {
        return Some(iterations.saturating_mul(trip.total()));
    }
    let [guard, begin, _, end, small] = blocks.get(..BLOCKS)? else { return None };
    debug_assert_eq!(ITERATION, 2, "the loop is the third of its blocks");
    let as_before = |count: i64| count.saturating_mul(before.total());
    let trips = iterations / plan.unroll - (plan.stages - 1);
    if trips < 1 {
        return Some(once(machine, &[guard, small]) + as_before(iterations));
    }
    let left = iterations % plan.unroll;
    let around =
        if left == 0 { once(machine, &[guard, begin, end]) } else { once(machine, &[guard, begin, end, small]) };
    Some(around + trips.saturating_mul(trip.total()) + as_before(left))
}
