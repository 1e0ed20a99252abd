//! The facts of a window, as far as instructions are chosen by it.

use isotope_dictionary::{Facts, Operation, operations};
use isotope_ir::expr::Op;
use isotope_ir::lanes::lane_terms;
use isotope_ir::term::Terms;
use isotope_ir::window::Window;
use std::collections::BTreeSet;

/// The narrowest element that programs are made of, in bits; masks are narrower.
const NARROWEST: u32 = 8;

/// The facts of a window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WindowFacts {
    /// Operations in its lanes' terms.
    pub operations: BTreeSet<Operation>,
    /// Bits of its elements, of leaves, intermediate values and the result; masks left out.
    pub element_bits: BTreeSet<u32>,
    /// Bits of its vectors, as registers hold them when it is computed in equal parts, each within registers.
    pub lengths: BTreeSet<u32>,
    /// Its constants, as (element bits, value), and zero.
    pub constants: BTreeSet<(u32, u64)>,
}

impl WindowFacts {
    /// The facts of a window for registers of so many bits; shorter windows use a part of the shortest of `registers`.
    pub fn of(window: &Window, register_bits: u32, registers: &[u32]) -> WindowFacts {
        let shortest = registers.first().copied().unwrap_or(register_bits).max(1);
        let mut facts = WindowFacts { constants: BTreeSet::from([(NARROWEST, 0)]), ..WindowFacts::default() };
        let mut terms = Terms::new();
        let lanes = lane_terms(window, &mut terms);
        facts.operations = operations(&terms, &lanes.lanes);
        let result = window.ty();
        let vectors = window.graph.leaves.iter().map(|l| l.ty).filter(|ty| ty.lanes > 1).chain([result]);
        let parts = vectors.map(|ty| ty.total_bits().div_ceil(register_bits.max(1))).max().unwrap_or(1);
        let longest = register_bits.max(shortest);
        for node in &window.graph.nodes {
            let ty = node.ty;
            if let Op::Const(value) = node.op
                && ty.bits >= NARROWEST
            {
                // As written, and as an element of the result, where widened literals end up.
                facts.constants.extend([(ty.bits, value), (result.bits.max(NARROWEST), value)]);
            }
            if ty.lanes > 1 && ty.bits >= NARROWEST {
                facts.element_bits.insert(ty.bits);
                let part = ty.total_bits() / parts.next_power_of_two();
                facts.lengths.insert(part.next_power_of_two().clamp(shortest, longest));
            }
        }
        facts
    }

    /// How much an instruction has in common with the window: operations count twice, sizes once.
    pub fn score(&self, facts: &Facts) -> u32 {
        let operations = facts.operations.intersection(&self.operations).count();
        let sizes = facts.element_bits.intersection(&self.element_bits).count()
            + facts.lengths.intersection(&self.lengths).count();
        (2 * operations + sizes) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_in_common_scores_higher() {
        let window = WindowFacts {
            operations: BTreeSet::from([Operation::Add, Operation::Mul]),
            element_bits: BTreeSet::from([16]),
            lengths: BTreeSet::from([512]),
            constants: BTreeSet::new(),
        };
        let facts = |operations: &[Operation], bits, length| Facts {
            operations: operations.iter().copied().collect(),
            element_bits: BTreeSet::from([bits]),
            lengths: BTreeSet::from([length]),
        };
        let both = window.score(&facts(&[Operation::Add, Operation::Mul], 16, 512));
        let one = window.score(&facts(&[Operation::Add], 16, 512));
        let short = window.score(&facts(&[Operation::Add], 16, 128));
        assert!(both > one && one > short);
    }
}
