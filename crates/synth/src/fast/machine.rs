//! The target as the fast engine sees it: instructions sorted by the shape of their lanes.
//!
//! Shapes are *recognised* from the lane terms that the vendor's text gave: an instruction is vertical when every
//! output element is the same function of its own slot, a narrowing when every output element is the same function of one
//! wider element, a dot product when its slot function agrees with a sum of products on samples. Recognition only steers
//! the search; what an instruction means in a proof is its own term.

mod widening;

pub use widening::Widening;

use super::layout::Registers;
use isotope_dictionary::{Generic, Instruction, InstructionSet, manifest};
use isotope_ir::term::{Node, TermId, Terms};
use isotope_smt::concrete::{Evaluator, Samples};
use std::collections::{BTreeMap, BTreeSet};

/// How a slot of an instruction's operand is cut: `parts` elements of `bits` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotShape {
    /// Elements in a slot.
    pub parts: u32,
    /// Bits of an element.
    pub bits: u32,
    /// The operand is a scalar, and every slot reads it.
    pub scalar: bool,
}

/// An instruction that maps slots to slots of the same number.
#[derive(Clone, Debug)]
pub struct Vertical {
    /// Index into [`Machine::instructions`].
    pub instruction: usize,
    /// Bits of an output slot.
    pub bits: u32,
    /// How each operand's slot is cut.
    pub operands: Vec<SlotShape>,
    /// The slot function; variable `operand << 16 | part`.
    pub body: TermId,
    /// What it is, if it sums products.
    pub dot: Option<Dot>,
}

/// What a dot product's slots are summed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Products; whether each side is signed.
    Product(bool, bool),
    /// Absolute differences of unsigned elements.
    Distance,
}

/// slot = \[acc +\] sum over used parts of kernel(a\[j\], b\[j\]), exact while it fits the slot (or half-open when it
/// saturates).
#[derive(Clone, Debug)]
pub struct Dot {
    /// What is summed.
    pub kernel: Kernel,
    /// Operand index of the left factors, of the right factors, and of the accumulator.
    pub left: usize,
    /// See `left`.
    pub right: usize,
    /// See `left`.
    pub acc: Option<usize>,
    /// Which parts of a slot are read.
    pub used: Vec<u32>,
    /// Whether the sum saturates to the signed range of the slot instead of wrapping.
    pub saturates: bool,
}

/// An instruction that narrows each element to half its width: out\[i\] = f(concatenated operands\[from\[i\]\]).
#[derive(Clone, Debug)]
pub struct Narrow {
    /// Index into [`Machine::instructions`].
    pub instruction: usize,
    /// Bits of an output element; inputs have twice as many.
    pub bits: u32,
    /// Number of vector operands, one or two.
    pub operands: usize,
    /// The one operand is a pair of registers.
    pub of_pair: bool,
    /// For each output element, its place in the concatenated operands.
    pub from: Vec<u32>,
    /// The function it applies to the signed (first) or unsigned input range: output range it clamps to.
    pub clamp: Clamp,
}

/// What a narrowing does to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clamp {
    /// The input is read as signed.
    pub input_signed: bool,
    /// The bounds.
    pub low: i128,
    /// The bounds.
    pub high: i128,
}

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

/// Splits a lane variable into (operand, element).
pub fn lane_var(number: u32) -> (u32, u32) {
    (number >> 16, number & 0xffff)
}

/// The variables of a term, ascending.
pub fn variables(terms: &Terms, root: TermId) -> Vec<u32> {
    let mut seen = BTreeSet::new();
    let mut out = BTreeSet::new();
    let mut stack = vec![root];
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.node(t) {
            Node::Const(_) => {}
            Node::Var(n) => {
                out.insert(*n);
            }
            Node::Un(_, a) | Node::Extract(_, a) | Node::ZExt(a) | Node::SExt(a) => stack.push(*a),
            Node::Bin(_, a, b) | Node::Concat(a, b) => stack.extend([*a, *b]),
            Node::Ite(a, b, c) => stack.extend([*a, *b, *c]),
            Node::Apply(_, args) => stack.extend(args),
        }
    }
    out.into_iter().collect()
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
        for index in 0..machine.instructions.len() {
            if let Some((size, vertical)) = machine.as_vertical(index) {
                machine.shelves.entry(size).or_default().verticals.push(vertical);
            }
            if let Some((size, narrow)) = machine.as_narrow(index, registers) {
                machine.shelves.entry(size).or_default().narrows.push(narrow);
            }
            if let Some((size, widening)) = machine.as_widening(index) {
                machine.shelves.entry(size).or_default().widenings.push(widening);
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

    /// Output slot `at`, `join` elements wide, with operands' elements renumbered from their slot's first.
    fn slot_body(&mut self, index: usize, at: usize, join: usize, parts: &[u32]) -> Option<TermId> {
        let elements = self.instructions[index].out[at * join..(at + 1) * join].to_vec();
        let out = elements[1..].iter().fold(elements[0], |low, &high| self.terms.concat(high, low));
        let scalars = self.instructions[index].scalars.clone();
        let is_scalar = |p: u32| scalars.get(p as usize) == Some(&true);
        let own = |n: u32| {
            let (p, e) = lane_var(n);
            is_scalar(p) || parts.get(p as usize).is_some_and(|&g| e / g == at as u32)
        };
        if !variables(&self.terms, out).into_iter().all(own) {
            return None;
        }
        let parts = parts.to_vec();
        Some(self.terms.substitute(out, &mut |terms, n, width| {
            let (p, e) = lane_var(n);
            terms.var((p << 16) | if is_scalar(p) { e } else { e % parts[p as usize] }, width)
        }))
    }

    fn as_vertical(&mut self, index: usize) -> Option<(u32, Vertical)> {
        let ins = &self.instructions[index];
        let size = ins.out.len() as u32 * ins.out_bits;
        let fits = |(&bits, &scalar): (&u32, &bool)| scalar || bits == size;
        if ins.scalars.iter().all(|s| *s) || !ins.operand_bits.iter().zip(&ins.scalars).all(fits) {
            return None;
        }
        // A sum over eight bytes is written as one word and three zero words: the slot may be wider than an element.
        [1, 2, 4, 8].into_iter().find_map(|join| self.vertical_of(index, size, join))
    }

    fn vertical_of(&mut self, index: usize, size: u32, join: u32) -> Option<(u32, Vertical)> {
        let ins = &self.instructions[index];
        let (bits, elements) = (ins.out_bits * join, ins.element_bits.clone());
        if !matches!(bits, 8 | 16 | 32 | 64) {
            return None;
        }
        let n = size / bits;
        let (scalars, whole) = (ins.scalars.clone(), ins.operand_bits.clone());
        // A scalar is as wide as what the slot computes with.
        if scalars.iter().zip(whole.iter().zip(&elements)).any(|(s, (all, b))| *s && (*all != bits || *b != bits)) {
            return None;
        }
        let parts: Vec<u32> =
            elements.iter().zip(&scalars).map(|(&b, s)| if *s { 1 } else { (size / b) / n }).collect();
        if parts.contains(&0) {
            return None;
        }
        let body = self.slot_body(index, 0, join as usize, &parts)?;
        for at in 1..n as usize {
            if self.slot_body(index, at, join as usize, &parts)? != body {
                return None;
            }
        }
        let shapes = parts.iter().zip(&elements).zip(&scalars);
        let operands: Vec<SlotShape> =
            shapes.map(|((&parts, &bits), &scalar)| SlotShape { parts, bits, scalar }).collect();
        let dot = if scalars.contains(&true) { None } else { as_dot(&self.terms, body, bits, &operands) };
        Some((size, Vertical { instruction: index, bits, operands, body, dot }))
    }

    fn as_narrow(&mut self, index: usize, registers: &manifest::Registers) -> Option<(u32, Narrow)> {
        let ins = &self.instructions[index];
        if ins.scalars.contains(&true) {
            return None;
        }
        let bits = ins.out_bits;
        let wide = *ins.operand_bits.first()?;
        let operands = ins.operand_bits.len();
        let live = ins.out.iter().filter(|&&t| self.terms.as_const(t) != Some(0)).count() as u32;
        if operands > 2
            || ins.operand_bits.iter().any(|&b| b != wide)
            || ins.element_bits.iter().any(|&b| b != 2 * bits)
        {
            return None;
        }
        // A narrowing move may fill the upper half of a 128-bit register with zeros; only full results are taken.
        if live as usize != ins.out.len() || live * 2 * bits != wide * operands as u32 {
            return None;
        }
        let mut from = Vec::new();
        let mut body = None;
        for at in 0..ins.out.len() {
            let out = self.instructions[index].out[at];
            let [n] = variables(&self.terms, out)[..] else {
                return None;
            };
            let (p, e) = lane_var(n);
            from.push(p * (wide / (2 * bits)) + e);
            let renamed = self.terms.substitute(out, &mut |terms, _, width| terms.var(0, width));
            if *body.get_or_insert(renamed) != renamed {
                return None;
            }
        }
        let clamp = as_clamp(&self.terms, body?, bits)?;
        let of_pair = operands == 1 && registers.vectors.last().is_some_and(|largest| wide == 2 * largest);
        let size = if of_pair { wide / 2 } else { wide };
        Some((size, Narrow { instruction: index, bits, operands, of_pair, from, clamp }))
    }
}

/// Which clamp a narrowing function is, found by evaluating it on every interesting input.
fn as_clamp(terms: &Terms, body: TermId, bits: u32) -> Option<Clamp> {
    let wide = 2 * bits;
    let evaluator = Evaluator::new(terms, &[body])?;
    let edge = 1i128 << (bits - 1);
    let mut inputs: Vec<i128> = (-3..=3).flat_map(|d| [d, edge + d, 2 * edge + d, -edge + d, -2 * edge + d]).collect();
    inputs.extend([(1 << (wide - 1)) - 1, -(1 << (wide - 1)), edge / 3, -edge / 3]);
    let mask = |v: i128| v as u128 & isotope_ir::term::mask(wide);
    let got = evaluator.eval(&[inputs.iter().map(|&v| mask(v)).collect()]).remove(0);
    let whole = super::form::type_range(wide, true);
    let options = [
        (true, super::form::type_range(bits, true)),
        (true, super::form::type_range(bits, false)),
        (false, super::form::type_range(bits, false)),
    ];
    options.into_iter().find_map(|(input_signed, (low, high))| {
        let want = |v: i128| {
            let v = if input_signed { v } else { v & ((1 << wide) - 1) };
            v.clamp(low, high) as u128 & isotope_ir::term::mask(bits)
        };
        let fits = inputs.iter().zip(&got).all(|(&v, &g)| v < whole.0 || v > whole.1 || want(v) == g);
        fits.then_some(Clamp { input_signed, low, high })
    })
}

/// Which dot product a slot function is, if it agrees with one on samples.
fn as_dot(terms: &Terms, body: TermId, bits: u32, operands: &[SlotShape]) -> Option<Dot> {
    let vars = variables(terms, body);
    let read =
        |p: usize| vars.iter().map(|&n| lane_var(n)).filter(|v| v.0 as usize == p).map(|v| v.1).collect::<Vec<_>>();
    let factors: Vec<usize> = (0..operands.len()).filter(|&p| operands[p].parts > 1).collect();
    let acc = (0..operands.len()).find(|&p| operands[p].parts == 1);
    let [left, right] = factors[..] else {
        return None;
    };
    if operands.len() > 3 || (operands.len() == 3) != acc.is_some() || operands[left].bits != operands[right].bits {
        return None;
    }
    let used = read(left);
    if used.is_empty() || used != read(right) {
        return None;
    }
    let evaluator = Evaluator::new(terms, &[body])?;
    let element = operands[left].bits;
    let inputs = dot_samples(&evaluator, element);
    let got = evaluator.eval(&inputs).remove(0);
    let orders = [(left, right), (right, left)];
    let kernels =
        [Kernel::Product(true, true), Kernel::Product(false, true), Kernel::Product(false, false), Kernel::Distance];
    for ((left, right), kernel) in orders.into_iter().flat_map(|o| kernels.map(|k| (o, k))) {
        for saturates in [false, true] {
            let dot = Dot { kernel, left, right, acc, used: used.clone(), saturates };
            let agrees = (0..got.len()).all(|s| {
                let at = |n: u32| evaluator.inputs().iter().position(|i| i.0 == n).map_or(0, |i| inputs[i][s]);
                dot.value(element, bits, &at) == got[s]
            });
            if agrees {
                return Some(dot);
            }
        }
    }
    None
}

fn dot_samples(evaluator: &Evaluator, element: u32) -> Vec<Vec<u128>> {
    let mut samples = Samples::new(7);
    let top = 1u128 << (element - 1);
    evaluator
        .inputs()
        .iter()
        .map(|&(_, width)| {
            let corners = [0, isotope_ir::term::mask(width), top, top - 1].map(|v| v & isotope_ir::term::mask(width));
            corners.into_iter().chain((0..60).map(|_| samples.value(width))).collect()
        })
        .collect()
}

impl Dot {
    /// The slot's value as this dot product has it.
    fn value(&self, element: u32, bits: u32, at: &dyn Fn(u32) -> u128) -> u128 {
        let read = |v: u128, signed: bool| {
            if signed { isotope_ir::term::signed(v, element) } else { v as i128 }
        };
        let mut sum = self.acc.map_or(0, |p| isotope_ir::term::signed(at((p as u32) << 16), bits));
        for &j in &self.used {
            let (a, b) = (at((self.left as u32) << 16 | j), at((self.right as u32) << 16 | j));
            sum += match self.kernel {
                Kernel::Product(sa, sb) => read(a, sa) * read(b, sb),
                Kernel::Distance => (a as i128 - b as i128).abs(),
            };
        }
        let (low, high) = super::form::type_range(bits, true);
        let sum = if self.saturates { sum.clamp(low, high) } else { sum };
        sum as u128 & isotope_ir::term::mask(bits)
    }

    /// Whether factors may change sides.
    pub fn is_symmetric(&self) -> bool {
        matches!(self.kernel, Kernel::Product(left, right) if left == right)
    }

    /// Number of products of a slot.
    pub fn arity(&self) -> usize {
        self.used.len()
    }
}
