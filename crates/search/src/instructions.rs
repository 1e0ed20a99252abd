//! The target as the fast engine sees it: instructions sorted by the shape of their lanes.
//!
//! Shapes are *recognised* from the lane terms that the vendor's text gave: an instruction is vertical when every
//! output element is the same function of its own slot, a narrowing when every output element is the same function of one
//! wider element, a dot product when its slot function agrees with a sum of products on samples. Recognition only steers
//! the search; what an instruction means in a proof is its own term.
//!
//! Why by shape: a search that tries every instruction at every place is a product of thousands
//! with the size of the window. A vertical instruction can be tried lane by lane, on numbers; a
//! narrowing is tried only where a clamp is; a dot product only where a sum is. What has none of
//! these shapes (permutes by variable indices, conversions of floats, masks) is left to the
//! reference engine.

mod dot;
mod narrowing;
mod slot;
mod vertical;
mod widening;

pub use dot::{Dot, Kernel};
pub use narrowing::{Clamp, Narrowing};
pub use slot::SlotShape;
pub use vertical::Vertical;
pub use widening::Widening;

use super::functions::Catalogue;
use super::layout::Registers;
use isotope_dictionary::{GenericCosts, Instruction, InstructionSet, manifest};
use isotope_ir::term::Terms;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The instructions on vectors of one register size, sorted by what their lanes do.
#[derive(Clone, Debug, Default)]
pub struct VectorInstructions {
    /// Slot by slot.
    pub verticals: Vec<Vertical>,
    /// Narrowing, by halves.
    pub narrowings: Vec<Narrowing>,
    /// From registers to a pair of them.
    pub widenings: Vec<Widening>,
}

/// All instructions of a target, sorted for the search.
#[derive(Clone, Debug, Default)]
pub struct TargetInstructions {
    /// The arena of lane terms.
    pub terms: Terms,
    /// Instructions, in dictionary order.
    pub instructions: Vec<Instruction>,
    /// By register size in bits.
    pub by_register_size: BTreeMap<u32, VectorInstructions>,
    /// The largest register that an instruction has, in bits.
    pub register_bits: u32,
    /// Bits of the parts of a register that unpacks stay within.
    pub part_bits: u32,
    /// What operations cost that LLVM has and no instruction is.
    pub generic: GenericCosts,
    /// All of the target's instructions by their function.
    pub catalogue: Arc<Catalogue>,
}

impl isotope_program::symbolic::InstructionLanes for TargetInstructions {
    /// The vendor's own terms: what proofs and concrete runs use, however an instruction is sorted.
    fn lanes(&self, name: &str, immediates: &[u64]) -> Option<isotope_program::symbolic::InstructionTerms<'_>> {
        let known = self.instructions.iter().find(|i| i.name == name && i.immediates == immediates);
        let Some(found) = known else { return self.catalogue.lanes(name, immediates) };
        Some(isotope_program::symbolic::InstructionTerms {
            terms: &self.terms,
            element_bits: &found.element_bits,
            out_bits: found.out_bits,
            out: &found.out,
        })
    }
}

impl TargetInstructions {
    /// What an instruction set has for a CPU, in LLVM's name, with these features.
    pub fn of(set: &InstructionSet, features: &BTreeSet<String>, cpu: &str) -> Self {
        let (terms, instructions) = set.dictionary().instructions_for(features, cpu);
        let target = TargetInstructions::new(terms, instructions, &set.manifest().registers);
        let generic = set.prices().generic(cpu, target.register_bits);
        let catalogue = Arc::new(Catalogue::of(set.dictionary(), features, cpu));
        TargetInstructions { generic, catalogue, ..target }
    }

    /// Sorts instructions by register size and by what their lanes do, without a catalogue. Generic operations cost what they do where nothing is
    /// known.
    pub fn new(terms: Terms, instructions: Vec<Instruction>, registers: &manifest::Registers) -> Self {
        let (generic, part_bits) = (GenericCosts::default(), registers.part);
        let mut target = TargetInstructions {
            terms,
            instructions,
            by_register_size: BTreeMap::new(),
            register_bits: 0,
            part_bits,
            generic,
            catalogue: Arc::default(),
        };
        let (terms, by_register_size) = (&mut target.terms, &mut target.by_register_size);
        for (index, instruction) in target.instructions.iter().enumerate() {
            if let Some((size, vertical)) = vertical::recognised(terms, instruction, index) {
                by_register_size.entry(size).or_default().verticals.push(vertical);
            }
            if let Some((size, narrow)) = narrowing::recognised(terms, instruction, index, registers) {
                by_register_size.entry(size).or_default().narrowings.push(narrow);
            }
            if let Some((size, widening)) = widening::recognised(terms, instruction, index, part_bits) {
                by_register_size.entry(size).or_default().widenings.push(widening);
            }
        }
        // What the manifest does not name as a register is a pair of them, or half of one, and no
        // size to lay windows out in.
        target.by_register_size.retain(|size, _| registers.vectors.contains(size));
        target.register_bits = target.by_register_size.keys().next_back().copied().unwrap_or(0);
        target
    }

    /// The registers that windows are laid out in.
    pub fn registers(&self) -> Registers {
        let least = self.by_register_size.keys().next().copied().unwrap_or(self.part_bits).min(self.register_bits);
        Registers { bits: self.register_bits, least, part: self.part_bits }
    }

    /// The instructions on registers of a size; none where the target has none.
    pub fn of_register_size(&self, bits: u32) -> &VectorInstructions {
        static NONE: VectorInstructions =
            VectorInstructions { verticals: vec![], narrowings: vec![], widenings: vec![] };
        self.by_register_size.get(&bits).unwrap_or(&NONE)
    }
}
