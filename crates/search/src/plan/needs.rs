//! The operands that a choice is written with.
//!
//! Emission asks for a value's operands before it writes the value, from a list and not by
//! recursion. The list must be exactly what the choice asks for when it is written; a
//! debug assertion in the emitter holds the two together.

use super::choice::Choice;
use super::packed_operand::{PackedOperand, Part};
use super::packing::Packing;
use super::planner::Planner;
use crate::form::Id;

impl Planner<'_> {
    /// The values that a choice for a form at a width is written with, in the order in which it asks for them.
    ///
    /// Scalars are no values of a width: they are read from their leaf, or are constants, when the
    /// instruction is written.
    pub fn needs(&self, id: Id, bits: u32, choice: &Choice) -> Vec<(Id, u32)> {
        let here = |ids: &[Id]| ids.iter().map(|&x| (x, bits)).collect();
        match choice {
            Choice::Stream(_) | Choice::Strided(_) | Choice::Const(_) | Choice::LaneConst(_) => vec![],
            Choice::Alias(x) => vec![(*x, bits)],
            Choice::Converted(_, x, from) => vec![(*x, *from)],
            Choice::ProductHalves { factors, .. } => here(factors),
            Choice::Extend { .. } => vec![(id, bits / 2)],
            Choice::Truncate => vec![(id, 2 * bits)],
            Choice::High(x) | Choice::Narrow(_, x, _) => vec![(*x, 2 * bits)],
            Choice::Shifted { low, high, .. } => here(&[*low, *high]),
            Choice::Continued { low, direct, .. } => [self.needs(id, bits, direct), here(&[*low])].concat(),
            Choice::Generic(_, args) | Choice::Solved(_, _, args) => here(args),
            Choice::Matched(at, args) => here(&self.vectors(bits, *at, args)),
            Choice::Widened(at, args) => {
                self.widened_vectors(bits, *at, args).into_iter().map(|x| (x, bits / 2)).collect()
            }
            Choice::HalfWidened { at, args, start } => {
                let narrow = self.half_vectors(bits, *at, args).into_iter().map(|x| (x, bits / 2));
                start.iter().map(|s| (s.0, bits)).chain(narrow).collect()
            }
            Choice::Tapped { calls, start, .. } => {
                let narrow = calls.iter().flat_map(|call| &call.args).map(|&x| (x, bits / 2));
                start.iter().map(|&x| (x, bits)).chain(narrow).collect()
            }
            Choice::HalfNarrowed { args, .. } => args.iter().map(|&x| (x, 2 * bits)).collect(),
            Choice::Linear(terms, _) => terms.iter().map(|t| (t.1, bits)).collect(),
            Choice::Select(_, ids) => here(ids),
            Choice::Dot { vertical, packed_operands, runs, start, .. } => {
                let mut needs: Vec<(Id, u32)> = start.iter().map(|&x| (x, bits)).collect();
                let vertical = &self.instructions(bits).verticals[*vertical];
                let element = vertical.dot.as_ref().map_or(bits, |dot| vertical.operands[dot.left].bits);
                // The forms that runs read are in memory; their weights may be computed.
                for run in runs {
                    for weights in run.packed_weights() {
                        self.packed_needs(&weights, bits / run.parts, bits, &mut needs);
                    }
                }
                for PackedOperand { left, right } in packed_operands {
                    self.packed_needs(left, element, bits, &mut needs);
                    self.packed_needs(right, element, bits, &mut needs);
                }
                needs
            }
        }
    }

    /// Of the operands of a match at a width those that are vectors: scalars are in registers of their own.
    pub(super) fn vectors(&self, bits: u32, vertical: usize, args: &[Id]) -> Vec<Id> {
        let operands = &self.instructions(bits).verticals[vertical].operands;
        args.iter().zip(operands).filter(|(_, operand)| !operand.scalar).map(|(&id, _)| id).collect()
    }

    /// The same of a widening to a width.
    pub(super) fn widened_vectors(&self, bits: u32, widening: usize, args: &[Id]) -> Vec<Id> {
        let scalars = &self.instructions(bits / 2).widenings[widening].scalars;
        args.iter().zip(scalars).filter(|(_, scalar)| !**scalar).map(|(&id, _)| id).collect()
    }

    /// The operands that the parts of one operand of a dot product are written with: forms that are values,
    /// found through halves.
    fn packed_needs(&self, parts: &[Part], element: u32, bits: u32, needs: &mut Vec<(Id, u32)>) {
        match self.packing(parts, element, bits) {
            Packing::Value(id) => needs.push((id, element)),
            Packing::Extended(_) => self.packed_needs(parts, element / 2, bits / 2, needs),
            Packing::Flipped(below) => self.packed_needs(&below, element, bits, needs),
            Packing::Sums(terms, _) => {
                terms.iter().for_each(|(_, column)| self.packed_needs(column, element, bits, needs));
            }
            Packing::Halves(both) => {
                let (low, high) = parts.split_at(parts.len() / 2);
                self.packed_needs(low, element, bits / 2, needs);
                if both {
                    self.packed_needs(high, element, bits / 2, needs);
                }
            }
            _ => {}
        }
    }
}
