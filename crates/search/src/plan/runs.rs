//! Runs: products over neighbouring elements of memory, read by loads that a slot's own bytes come from.
//!
//! A stencil's row is a run: its elements lie side by side, and each lane's row begins one element after its
//! neighbour's. Where lanes of a register are as far apart as a slot has elements, a load is the operand as it is; a
//! weight of zero stands where the slot holds what the run does not read. That leaves room to shift a run inside its
//! slots, so that few loads serve all registers, none of which reads a byte that the window does not.

use super::packed_operand::{PackedOperand, Part};
use crate::form::Id;
use isotope_ir::memory::Place;
use std::collections::BTreeSet;

/// Products of neighbouring elements with weights that are the same in every lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The element of each weight, in the order of memory; none where no product reads it.
    pub data: Vec<Option<Id>>,
    /// The weight at each element; zero where no product reads it.
    pub weights: Vec<Part>,
    /// Whether elements are left factors.
    pub left: bool,
    /// Factors in a slot of the instruction.
    pub parts: u32,
    /// Elements of memory as wide as one factor: more than one where bytes are factors of words, say, and each
    /// load is taken apart into as many operands.
    pub ratio: u32,
    /// Whether elements are signed.
    pub signed: bool,
    /// For each register: positions before the first weight, and where its first load is.
    pub starts: Vec<(u32, Place)>,
}

/// The part that one instruction on one register computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Where its load is.
    pub load: Place,
    /// Which of the [`Run::ratio`] elements as wide as a factor it takes.
    pub position: u32,
    /// Its elements; those that are not read may be anything.
    pub data: Vec<Part>,
    /// Its weights.
    pub weights: Vec<Part>,
}

impl Run {
    /// Elements of memory in a slot.
    pub(super) fn slot(&self) -> u32 {
        self.parts * self.ratio
    }

    /// Loads for each register.
    pub(super) fn calls(&self) -> u32 {
        (self.weights.len() as u32).div_ceil(self.slot())
    }

    /// The instructions on a register: those whose weights are not all zero.
    pub fn segments(&self, register: usize) -> Vec<Segment> {
        let each = (0..self.calls()).flat_map(|call| (0..self.ratio).map(move |position| (call, position)));
        let segments = each.map(|(call, position)| self.segment(register, call, position));
        segments.filter(|segment| segment.weights.iter().any(|w| *w != Part::Const(0))).collect()
    }

    /// The weights of all instructions, in the order in which they are written.
    pub fn packed_weights(&self) -> impl Iterator<Item = Vec<Part>> {
        (0..self.starts.len()).flat_map(|register| self.segments(register)).map(|segment| segment.weights)
    }

    /// The instruction number `call` on a register, for elements at `position` of those that are as
    /// wide as a factor. Before the first weight and after the last the slots hold what lies there,
    /// times zero.
    fn segment(&self, register: usize, call: u32, position: u32) -> Segment {
        let (front, Place { array, index }) = self.starts[register];
        let first = call * self.slot();
        let at = |part: u32| (first + part * self.ratio + position).checked_sub(front).map(|at| at as usize);
        let data = |part| at(part).and_then(|at| self.data.get(at).copied().flatten()).map_or(Part::Any, Part::Form);
        let weight = |part| at(part).and_then(|at| self.weights.get(at).copied()).unwrap_or(Part::Const(0));
        Segment {
            load: Place { array, index: index + i64::from(first) },
            position,
            data: (0..self.parts).map(data).collect(),
            weights: (0..self.parts).map(weight).collect(),
        }
    }

    /// The products of one instruction, left factors and right ones.
    pub(super) fn packed_operand(&self, segment: Segment) -> PackedOperand {
        let (left, right) = if self.left { (segment.data, segment.weights) } else { (segment.weights, segment.data) };
        PackedOperand { left, right }
    }

    /// The operands that are loaded and taken apart for all registers.
    pub fn operands(&self) -> BTreeSet<(Place, u32)> {
        let of = |r: usize| self.segments(r).into_iter().map(|segment| (segment.load, segment.position));
        (0..self.starts.len()).flat_map(of).collect()
    }
}
