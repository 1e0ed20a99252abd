//! The cost below which no program for a window is, so that a search knows when to stop.
//!
//! Every program for a window loads the elements that the result depends on, and stores the result: [`reads`] counts the registers
//! that takes, and the CPU's table says what their moves cost at the least ([`Table::least`](isotope_cost::Table::least)). The work that
//! the program does is not counted. The bound holds for prices of the model; what was measured obeys no table.
//!
//! Where packets are the price, a packet has one load and one store of a vector, and two accesses to memory in all. Any of these may
//! be one of a general register, so that p packets have no more than p (n + 1) elements of which such a register holds one and a vector n
//! ([`reads::Loads`]).
//!
//! The bound is left out where it would be a guess: for results and loads that fit a general register, which LLVM may move without vectors.

mod reads;

use crate::limits::LOOKED_AT;
use isotope_dictionary::manifest::PricedBy;
use isotope_dictionary::{InstructionSet, Target};
use isotope_ir::expr::Op;
use isotope_ir::lanes::{free_vars, lane_terms, var_leaf};
use isotope_ir::memory::Memory;
use isotope_ir::term::Terms;
use isotope_ir::window::Window;
use isotope_program::pricer::{Basis, Cost};
use isotope_search::instructions::TargetInstructions;
use std::collections::BTreeSet;
use std::fmt;

/// Bits of the smallest register that only vector instructions move.
const VECTOR_BITS: u32 = 128;

/// Bits of a general register.
const GENERAL_BITS: u32 = 64;

/// Hundredths of a cycle of a packet.
const PACKET: u64 = 100;

/// The least prices on a target.
pub struct Floors {
    set: &'static InstructionSet,
    cpu: String,
    /// Bits of the largest register.
    bits: u32,
    /// The forms of a load and a store in registers of each size.
    forms: Vec<[&'static str; 2]>,
    /// The same of two of the largest registers at once, where the set has such.
    pairs: Option<[&'static str; 2]>,
    /// Mnemonics that add neighbouring elements.
    adding: BTreeSet<&'static str>,
    /// Mnemonics that have a price, and are no instruction of a program.
    unwritten: BTreeSet<String>,
}

/// The cost below which no program for a window is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Hundredths of a cycle.
    pub centicycles: u64,
    /// Loads of vectors.
    pub loads: u32,
    /// Stores of vectors.
    pub stores: u32,
    /// Instructions: an operand in memory is one register, or two where the set has such loads and stores.
    pub instructions: u32,
}

impl Floor {
    /// Whether a program has the least price, and no more instructions than its loads and stores take. If it has more of them, another one
    /// of that price may be smaller. Costs that were measured are no prices of the model.
    pub fn is_reached_by(&self, cost: &Cost) -> bool {
        let is_small = cost.instructions.len() <= self.instructions as usize;
        cost.basis == Basis::Model && cost.centicycles <= self.centicycles && is_small
    }
}

impl fmt::Display for Floor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (loads, stores) = (self.loads, self.stores);
        let cycles = self.centicycles as f64 / 100.0;
        write!(f, "no program costs less than {cycles:.2} cycles: loads of vectors: {loads}, stores: {stores}")
    }
}

impl Floors {
    /// Those of a target, whose instructions these are.
    pub fn of(set: &'static InstructionSet, target: &Target, instructions: &TargetInstructions) -> Floors {
        let (cpu, bits) = (target.tune().to_owned(), set.register_bits(target.features()));
        let sizes = set.manifest().registers.vectors.iter().copied().filter(|size| *size <= bits);
        let form = |name: &str, size| set.prices().generic_form(name, size);
        let forms = sizes.filter_map(|size| Some([form("load", size)?, form("store", size)?])).collect();
        let pairs = form("load_pair", bits).zip(form("store_pair", bits)).map(|(load, store)| [load, store]);
        let unwritten = set.prices().of(&cpu).rows_without_a_form();
        Floors { set, adding: adding(set, &cpu, instructions), unwritten, cpu, bits, forms, pairs }
    }

    /// That of a window; `None` where nothing is known.
    pub fn of_window(&self, window: &Window) -> Option<Floor> {
        let result = window.ty();
        if self.forms.is_empty() || result.bits < 8 || result.total_bits() < VECTOR_BITS {
            return None;
        }
        let in_packets = self.set.manifest().code.pricer == PricedBy::Packets;
        let general = if in_packets { GENERAL_BITS } else { self.bits };
        let access = reads::Loads { vector: self.bits, general };
        // A load of a general register may stand beside each of a vector.
        let most = access.together() + u32::from(in_packets);
        let loads = reads::needed(window, access).filter(|needed| *needed > 0)?.div_ceil(most);
        let (stores, left) = (result.total_bits().div_ceil(general).div_ceil(most), result.total_bits() % self.bits);
        // Behind whole registers, 32 bits of 1,056 are moved by instructions that cost less than those of a whole one.
        let is_small = !in_packets && result.total_bits() > self.bits && (1..=self.bits / 2).contains(&left);
        let ends = if is_small { window.graph.leaves.len() as u32 } else { 0 };
        let (loads, stores) = (loads.saturating_sub(ends), stores - u32::from(is_small));
        let (bits, forms, pairs) = (self.bits, &self.forms[..], self.pairs);
        let moves = isotope_cost::Moves { bits, forms, pairs, loads, stores, is_part_left: left != 0 };
        let adds = adds_neighbours(window);
        let is_of_use =
            |mnemonic: &str| !self.unwritten.contains(mnemonic) && (adds || !self.adding.contains(mnemonic));
        let least = self.set.prices().of(&self.cpu).least(&moves, &is_of_use);
        let centicycles = if in_packets { least.next_multiple_of(PACKET) } else { least };
        let instructions = (loads + stores).div_ceil(if pairs.is_some() { 2 } else { 1 });
        Some(Floor { centicycles, loads, stores, instructions })
    }
}

/// The mnemonics of instructions of which a lane of the result adds neighbours of an operand, as dot products do.
fn adding(set: &'static InstructionSet, cpu: &str, instructions: &TargetInstructions) -> BTreeSet<&'static str> {
    let table = set.prices().of(cpu);
    let all = instructions.by_register_size.values().flat_map(|sized| &sized.verticals);
    let of_neighbours = all.filter(|v| v.operands.iter().any(|slot| !slot.scalar && slot.parts > 1));
    let forms = of_neighbours.filter_map(|v| {
        let entry = &instructions.catalogue.entries()[v.entry];
        set.dictionary().emitted(entry.member.name, entry.values.get(..1).unwrap_or_default(), table)
    });
    // An instruction that takes several is none of them.
    let single = forms.filter(|forms| forms.len() == 1).flatten();
    single.filter_map(|form| form.split_whitespace().find(|word| !word.starts_with('{'))).collect()
}

/// Whether a lane of the result may depend on several elements of one array. Where none does, an instruction that adds neighbours
/// has no use for a register as it is loaded.
fn adds_neighbours(window: &Window) -> bool {
    if window.ty().lanes > LOOKED_AT {
        return true;
    }
    let (mut terms, memory) = (Terms::new(), Memory::of(&window.graph));
    let lanes = lane_terms(window, &mut terms).lanes;
    lanes.into_iter().any(|lane| {
        let elements = free_vars(&terms, lane).iter().map(|var| var_leaf(*var)).collect::<Vec<_>>();
        let places: BTreeSet<_> = elements.into_iter().map(|(leaf, lane)| memory.place(leaf, lane)).collect();
        let arrays: BTreeSet<u32> = places.iter().map(|place| place.array).collect();
        arrays.len() < places.len()
    })
}

/// Whether a window is arithmetic of floats alone, lane by lane. No instruction that a program may name computes with floats, and what moves
/// or packs elements has nothing to do in it.
pub fn is_plain_float(window: &Window) -> bool {
    use Op::{Abs, Add, Broadcast, Const, Div, Leaf, Max, Min, Mul, StrictFloat, Sub};
    let graph = &window.graph;
    let is_plain =
        |op: &Op| matches!(op, Leaf(_) | Const(_) | Broadcast | Add | Sub | Mul | Div | Min | Max | Abs | StrictFloat);
    graph.nodes.iter().all(|node| node.ty.is_float() && is_plain(&node.op))
}

#[cfg(test)]
mod tests;
