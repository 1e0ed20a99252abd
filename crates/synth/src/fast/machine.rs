//! The target as the fast engine sees it: instructions sorted by the shape of their lanes.
//!
//! Shapes are *recognised* from the lane terms that the vendor's text gave: an instruction is vertical when every
//! output element is the same function of its own slot, a narrowing when every output element is the same function of one
//! wider element, a dot product when its slot function agrees with a sum of products on samples. Recognition only steers
//! the search; what an instruction means in a proof is its own term.

mod dot;
mod lane_vars;
mod narrowing;
mod slot;
mod vertical;
mod widening;

pub use dot::{Dot, Kernel};
pub use lane_vars::{lane_var, variables};
pub use narrowing::{Clamp, Narrow};
pub use slot::SlotShape;
pub use vertical::Vertical;
pub use widening::Widening;

use super::layout::Registers;
use isotope_dictionary::{Generic, Instruction, InstructionSet, manifest};
use isotope_ir::term::Terms;
use std::collections::{BTreeMap, BTreeSet};

/// The instructions for one register size, sorted.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    /// Slot by slot.
    pub verticals: Vec<Vertical>,
    /// Narrowing, by halves.
    pub narrows: Vec<Narrow>,
    /// From registers to a pair of them.
    pub widenings: Vec<Widening>,
}

/// All instructions of a target.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// The arena of lane terms.
    pub terms: Terms,
    /// Instructions, in dictionary order.
    pub instructions: Vec<Instruction>,
    /// By register size in bits.
    pub shelves: BTreeMap<u32, Shelf>,
    /// The largest register that an instruction has, in bits.
    pub register_bits: u32,
    /// Bits of the parts of a register that unpacks stay within.
    pub part_bits: u32,
    /// What operations cost that LLVM has and no instruction is.
    pub generic: Generic,
}

impl crate::symbolic::InstructionLanes for Machine {
    fn lanes(&self, name: &str, immediates: &[u64]) -> Option<crate::symbolic::InstructionTerms<'_>> {
        let found = self.instructions.iter().find(|i| i.name == name && i.immediates == immediates)?;
        Some(crate::symbolic::InstructionTerms {
            terms: &self.terms,
            element_bits: &found.element_bits,
            out_bits: found.out_bits,
            out: &found.out,
        })
    }
}

impl Machine {
    /// What an instruction set has for a CPU, in LLVM's name, with these features.
    pub fn of(set: &InstructionSet, features: &BTreeSet<String>, cpu: &str) -> Self {
        let (terms, instructions) = set.dictionary().instructions_for(features, cpu);
        let machine = Machine::new(terms, instructions, &set.manifest().registers);
        let generic = set.prices().generic(cpu, machine.register_bits);
        Machine { generic, ..machine }
    }

    /// Sorts instructions onto shelves. Generic operations cost what they do where nothing is known.
    pub fn new(terms: Terms, instructions: Vec<Instruction>, registers: &manifest::Registers) -> Self {
        let (generic, part_bits) = (Generic::default(), registers.part);
        let mut machine =
            Machine { terms, instructions, shelves: BTreeMap::new(), register_bits: 0, part_bits, generic };
        let (terms, shelves) = (&mut machine.terms, &mut machine.shelves);
        for (index, instruction) in machine.instructions.iter().enumerate() {
            if let Some((size, vertical)) = vertical::recognised(terms, instruction, index) {
                shelves.entry(size).or_default().verticals.push(vertical);
            }
            if let Some((size, narrow)) = narrowing::recognised(terms, instruction, index, registers) {
                shelves.entry(size).or_default().narrows.push(narrow);
            }
            if let Some((size, widening)) = widening::recognised(terms, instruction, index, part_bits) {
                shelves.entry(size).or_default().widenings.push(widening);
            }
        }
        machine.shelves.retain(|size, _| registers.vectors.contains(size));
        machine.register_bits = machine.shelves.keys().next_back().copied().unwrap_or(0);
        machine
    }

    /// The registers that windows are laid out in.
    pub fn registers(&self) -> Registers {
        Registers { bits: self.register_bits, part: self.part_bits }
    }

    /// The shelf of a register size; empty where the target has none.
    pub fn shelf(&self, bits: u32) -> Shelf {
        self.shelves.get(&bits).cloned().unwrap_or_default()
    }
}
