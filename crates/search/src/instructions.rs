//! The target as the fast engine sees it: one record for each instruction, and indices by what it is good for.
//!
//! The record is a [`Function`]: which elements each result lane reads, and what it makes of them, from the lane terms that the
//! vendor's text gave. The [`Catalogue`] holds those of all instructions with their prices. Whatever the search wants to look up is
//! an index built from them, one file each: an instruction is [vertical](Vertical) when every output slot is the same function of
//! its own slot, a [narrowing](Narrowing) when every output element is the same clamp of one wider element, a [dot product](Dot)
//! when its slot agrees with a sum of products on samples. Recognition only steers the search; what an instruction means in a
//! proof is its own term.
//!
//! Why by shape: a search that tries every instruction at every place is a product of thousands
//! with the size of the window. A vertical instruction can be tried lane by lane, on numbers; a
//! narrowing is tried only where a clamp is; a dot product only where a sum is. An instruction with none of
//! these shapes (permutes by variable indices, conversions of floats, masks) is left to
//! [`crate::placement`] and the reference engine.

mod catalogue;
mod dot;
mod entry;
mod function;
mod half_narrowing;
mod half_widening;
mod narrowing;
mod product_halves;
mod role;
mod solvable;
mod taps;
mod vertical;
mod widening;

pub use catalogue::Catalogue;
pub use dot::{Dot, Kernel, SlotShape};
pub use entry::Entry;
pub use function::{Body, Function, Lane, Operand};
pub use half_narrowing::{HalfNarrowing, HalfNarrowings};
pub use half_widening::{HalfWidening, Halves};
pub use narrowing::{Clamp, Narrowing, Shift};
pub use product_halves::ProductHalves;
pub use role::{Reads, Role};
pub use solvable::{Solvable, Solvables};
pub use taps::{Call, Shape, Taps};
pub use vertical::Vertical;
pub use widening::Widening;

use super::layout::{Registers, WIDTHS};
use isotope_dictionary::{GenericCosts, InstructionSet, manifest};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The instructions on vectors of one register size, by what their lanes do.
#[derive(Clone, Debug, Default)]
pub struct VectorInstructions {
    /// Slot by slot.
    pub verticals: Vec<Vertical>,
    /// Narrowing, by halves.
    pub narrowings: Vec<Narrowing>,
    /// From registers to a pair of them.
    pub widenings: Vec<Widening>,
    /// From registers and a scalar to a pair of them: sums of neighbours times weights.
    pub taps: Vec<Taps>,
    /// Upper parts of products, by the halves of one side.
    pub product_halves: Option<ProductHalves>,
    /// To registers, from halves of them.
    pub half_widenings: Vec<HalfWidening>,
    /// Those of [`Self::verticals`] that are dot products, by the bits of their slots: planning asks for them with every sum.
    dots: BTreeMap<u32, Vec<usize>>,
}

impl VectorInstructions {
    /// The dot products in slots of so many bits, each with its index among [`Self::verticals`].
    pub fn dots(&self, bits: u32) -> impl Iterator<Item = (usize, &Vertical, &Dot)> {
        let known = self.dots.get(&bits).into_iter().flatten();
        known.filter_map(|&at| Some((at, &self.verticals[at], self.verticals[at].dot.as_ref()?)))
    }

    fn index_dots(&mut self) {
        for (at, vertical) in self.verticals.iter().enumerate().filter(|(_, vertical)| vertical.dot.is_some()) {
            self.dots.entry(vertical.bits).or_default().push(at);
        }
    }
}

/// All instructions of a target, sorted for the search.
#[derive(Clone, Debug)]
pub struct TargetInstructions {
    /// All of the target's instructions with their functions.
    pub catalogue: Arc<Catalogue>,
    /// By register size in bits.
    pub by_register_size: BTreeMap<u32, VectorInstructions>,
    /// The largest register that an instruction has, in bits.
    pub register_bits: u32,
    /// Bits of the parts of a register that unpacks stay within.
    pub part_bits: u32,
    /// Bits of the widest element that is computed with.
    pub lane_bits: u32,
    /// The costs of operations that LLVM has and that are no instruction.
    pub generic: GenericCosts,
}

impl Default for TargetInstructions {
    /// No instructions, and elements of any width.
    fn default() -> Self {
        TargetInstructions {
            catalogue: Arc::default(),
            by_register_size: BTreeMap::new(),
            register_bits: 0,
            part_bits: 0,
            lane_bits: WIDTHS[WIDTHS.len() - 1],
            generic: GenericCosts::default(),
        }
    }
}

impl isotope_program::symbolic::InstructionLanes for TargetInstructions {
    /// The vendor's own terms: what proofs and concrete runs use, however an instruction is sorted.
    fn lanes(&self, name: &str, immediates: &[u64]) -> Option<isotope_program::symbolic::InstructionTerms<'_>> {
        self.catalogue.lanes(name, immediates)
    }
}

impl TargetInstructions {
    /// The instructions of a set for a CPU, in LLVM's name, with these features.
    pub fn of(set: &InstructionSet, features: &BTreeSet<String>, cpu: &str) -> Self {
        let target = TargetInstructions::new(Catalogue::of(set.dictionary(), features, cpu), &set.manifest().registers);
        let generic = set.prices().generic(cpu, target.register_bits);
        TargetInstructions { generic, ..target }
    }

    /// The same with some instructions, by intrinsic, at the least price that there is: what a search finds that would rather use them.
    pub fn favouring(set: &InstructionSet, features: &BTreeSet<String>, cpu: &str, names: &BTreeSet<&str>) -> Self {
        let catalogue = Catalogue::with_prices(set.dictionary(), features, cpu, &|name, cost| {
            if names.contains(name) { 1 } else { cost }
        });
        let target = TargetInstructions::new(catalogue, &set.manifest().registers);
        let generic = set.prices().generic(cpu, target.register_bits);
        TargetInstructions { generic, ..target }
    }

    /// Sorts a catalogue's instructions by register size and by what their lanes do. Generic operations cost what they do where
    /// nothing is known.
    pub fn new(catalogue: Catalogue, registers: &manifest::Registers) -> Self {
        // In the order of their names, which says nothing of them: of two that do the same the price decides.
        let functions = catalogue.by_name().filter_map(|at| {
            let entry = &catalogue.entries()[at];
            entry.is_sorted().then(|| entry.function()).flatten().map(|function| (at, function))
        });
        let by_register_size = sorted(functions, registers);
        let register_bits = by_register_size.keys().next_back().copied().unwrap_or(0);
        TargetInstructions {
            catalogue: Arc::new(catalogue),
            by_register_size,
            register_bits,
            part_bits: registers.part.bits_of(register_bits),
            lane_bits: registers.lane,
            generic: GenericCosts::default(),
        }
    }

    /// An instruction by its index among [`Catalogue::entries`].
    pub fn entry(&self, at: usize) -> &Entry {
        &self.catalogue.entries()[at]
    }

    /// The registers that windows are laid out in.
    pub fn registers(&self) -> Registers {
        let least = self.by_register_size.keys().next().copied().unwrap_or(self.part_bits).min(self.register_bits);
        Registers { bits: self.register_bits, least, part: self.part_bits, lane: self.lane_bits }
    }

    /// The instructions on registers of a size; none where the target has none.
    pub fn of_register_size(&self, bits: u32) -> &VectorInstructions {
        static NONE: VectorInstructions = VectorInstructions {
            verticals: vec![],
            narrowings: vec![],
            widenings: vec![],
            taps: vec![],
            product_halves: None,
            half_widenings: vec![],
            dots: BTreeMap::new(),
        };
        self.by_register_size.get(&bits).unwrap_or(&NONE)
    }

    /// Whether some instruction is a sum of neighbours times weights.
    pub fn has_taps(&self) -> bool {
        self.by_register_size.values().any(|sized| !sized.taps.is_empty())
    }

    /// Whether some instructions widen the halves of a register.
    pub fn has_half_widenings(&self) -> bool {
        self.by_register_size.values().any(|sized| !sized.half_widenings.is_empty())
    }

    /// Instructions lane by lane that have an immediate or three vectors; looked for once for a target.
    pub fn solvables(&self) -> Arc<Solvables> {
        self.catalogue.index(Solvables::of)
    }

    /// Instructions that narrow half by half; looked for once for a target.
    pub fn half_narrowings(&self) -> Arc<HalfNarrowings> {
        self.catalogue.index(HalfNarrowings::of)
    }
}

/// Functions, each with the index of its instruction, by the size of the registers that they work on.
pub fn sorted<'f>(
    functions: impl Iterator<Item = (usize, &'f Function)>,
    registers: &manifest::Registers,
) -> BTreeMap<u32, VectorInstructions> {
    let largest = registers.vectors.last().copied().unwrap_or(0);
    let mut by_register_size: BTreeMap<u32, VectorInstructions> = BTreeMap::new();
    let functions: Vec<_> = functions.filter(|(_, function)| function.is_of_vectors()).collect();
    for &(at, function) in &functions {
        if let Some((size, vertical)) = vertical::view(function, at) {
            by_register_size.entry(size).or_default().verticals.push(vertical);
        }
        for (size, narrowing) in narrowing::views(function, at, largest) {
            by_register_size.entry(size).or_default().narrowings.push(narrowing);
        }
        if let Some((size, widening)) = widening::view(function, at, registers.part) {
            by_register_size.entry(size).or_default().widenings.push(widening);
        }
    }
    for (size, taps) in taps::views(functions.iter().copied(), registers.part) {
        by_register_size.entry(size).or_default().taps = taps;
    }
    for &size in &registers.vectors {
        if let Some(halves) = product_halves::view(functions.iter().copied(), size) {
            by_register_size.entry(size).or_default().product_halves = Some(halves);
        }
        let sized = functions.iter().copied().filter(|(_, function)| function.result_bits() == size);
        let half_widenings = half_widening::views(sized);
        if !half_widenings.is_empty() {
            by_register_size.entry(size).or_default().half_widenings = half_widenings;
        }
    }
    // A size that the manifest does not name as a register is a pair of them, or half of one, and no
    // size to lay windows out in.
    by_register_size.retain(|size, _| registers.vectors.contains(size));
    by_register_size.values_mut().for_each(VectorInstructions::index_dots);
    by_register_size
}
