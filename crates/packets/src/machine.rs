//! A processor's rules for one packet: the file that `cargo xtask packing` derives, read and checked.

mod read;

use std::collections::{BTreeSet, HashMap};

pub use read::MachineError;

/// A processor.
#[derive(Debug)]
pub struct Machine {
    /// Its name, as LLVM has it.
    pub cpu: String,
    /// How `llc` is told of it.
    pub llc: Vec<String>,
    /// Bytes of a vector register.
    pub vector: i64,
    /// Words of a packet.
    pub width: u32,
    /// The smallest registers that each consists of.
    parts: HashMap<String, Vec<Atom>>,
    atoms: Vec<String>,
    classes: HashMap<String, Vec<String>>,
    saved: BTreeSet<Atom>,
    reserved: BTreeSet<Atom>,
    loops: Vec<(Atom, Atom)>,
    building: HashMap<String, Vec<String>>,
    units: Vec<String>,
    timings: Vec<Timing>,
    operations: HashMap<String, Operation>,
    /// The variants of an instruction that differ in which operands come from their own packet.
    variants: HashMap<String, Vec<String>>,
}

/// The way by which an instruction reads a result of its own packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Newer {
    /// The value that it stores.
    Value,
    /// Its condition.
    Condition,
    /// A vector that is loaded.
    Loaded,
}

/// A register that has no parts.
pub type Atom = u16;

/// The units of a packet, as bits.
pub type Units = u32;

/// When an instruction reads and writes, and the units that it takes: one choice of each stage.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    /// Of each stage, what it may take.
    pub stages: Vec<Vec<Units>>,
    /// The cycle of each operand, results first.
    pub cycles: Vec<i64>,
    /// Paths by which results reach operands a cycle earlier; 0 is none.
    pub paths: Vec<u8>,
}

/// How an instruction's address comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A register and a constant.
    Offset,
    /// A register, which moves on by a constant.
    After,
    /// Any other way.
    Other,
}

/// The meaning of an instruction that computes on scalars, for schedulers and checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The operand.
    Copy,
    /// The sum of the operands.
    Sum,
    /// The first operand, and the second times a power of two.
    SumShifted,
    /// The operand times a power of two.
    Shifted,
    /// The operand without its sign, over a power of two.
    Halved,
    /// The bits that the operand and a constant have in common.
    Masked,
    /// Whether the operand is above a constant, without signs.
    Above,
    /// A hardware loop begins.
    Loop(u8),
    /// A hardware loop ends.
    EndLoop(u8),
}

/// One instruction of the processor's.
#[derive(Clone, Debug, Default)]
pub struct Operation {
    timing: usize,
    /// Classes of the results.
    pub outs: Vec<String>,
    /// Classes of the operands.
    pub ins: Vec<String>,
    words: BTreeSet<String>,
    /// Its meaning, where that is known here.
    pub meaning: Option<Meaning>,
    /// The operand that may be longer than the instruction has room for: its place, sign, bits, zero bits at its end.
    pub extends: Option<(usize, bool, u32, u32)>,
    /// Bytes that it accesses, and how.
    pub access: Option<(i64, Mode)>,
    /// The operand that an address begins with, among those that are read.
    pub base: Option<usize>,
    /// The operand that is read as an instruction of the same packet writes it, among those that are read.
    pub newer: Option<usize>,
    /// The result that instructions of its packet may read.
    pub makes: Option<usize>,
    /// The same instruction as it is where it reads no result of its own packet.
    pub plain: Option<String>,
    /// Results and operands that share a register, by place.
    pub tied: Vec<(usize, usize)>,
}

impl Operation {
    /// Whether the records have this property.
    pub fn is(&self, word: &str) -> bool {
        self.words.contains(word)
    }
}

include!(concat!(env!("OUT_DIR"), "/machines.rs"));

impl Machine {
    /// Names of the processors that there is a file for.
    pub fn names() -> impl Iterator<Item = &'static str> {
        MACHINES.iter().map(|(name, _)| *name)
    }

    /// The processor of this name.
    ///
    /// # Errors
    ///
    /// There is no file for it, or it is damaged.
    pub fn named(name: &str) -> Result<Machine, MachineError> {
        let found = MACHINES.iter().find(|(cpu, _)| *cpu == name);
        found.map_or_else(|| Err(MachineError::Unknown(name.to_owned())), |(_, text)| Machine::read(text))
    }

    /// The instruction of this name.
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.get(name)
    }

    /// The way by which an operand, counted without results, may be read in the packet that writes the result; nothing if in none.
    pub fn newer(&self, (from, result): (&Operation, usize), (to, operand): (&Operation, usize)) -> Option<Newer> {
        if to.is("newstorable") && Some(operand) == to.ins.len().checked_sub(1) {
            // Where both are conditional, their conditions would have to be one.
            return (from.makes == Some(result) && !from.is("predicated")).then_some(Newer::Value);
        }
        if to.is("prednewable") && operand == 0 && !to.is("branch") {
            return (from.outs.len() == 1 && from.outs.first() == to.ins.first()).then_some(Newer::Condition);
        }
        let is_tied = to.tied.iter().any(|tied| tied.1 == operand);
        let is_loaded = from.is("curloadable") && result == 0 && to.is("vector") && !to.is("store") && !is_tied;
        is_loaded.then_some(Newer::Loaded)
    }

    /// The variant of an instruction that reads the value that it stores, its condition, or both from its own packet.
    pub fn reading(&self, name: &str, value: bool, condition: bool) -> Option<&str> {
        self.variant(name, |of| of.newer.is_some() == value && of.is("prednew") == condition && !of.is("cur"))
    }

    /// The variant of a load whose result is read in its own packet.
    pub fn current(&self, name: &str) -> Option<&str> {
        self.variant(name, |of| of.is("cur"))
    }

    fn variant(&self, name: &str, is: impl Fn(&Operation) -> bool) -> Option<&str> {
        let all = self.variants.get(name).into_iter().flatten();
        all.map(String::as_str).find(|other| self.operation(other).is_some_and(&is))
    }

    /// The timing of an instruction.
    pub fn timing(&self, of: &Operation) -> &Timing {
        &self.timings[of.timing]
    }

    /// The smallest registers that one consists of; none for a name that stands for no bits.
    pub fn atoms(&self, register: &str) -> Option<&[Atom]> {
        self.parts.get(register).map(Vec::as_slice)
    }

    /// The name of a smallest register.
    pub fn name(&self, atom: Atom) -> &str {
        &self.atoms[atom as usize]
    }

    /// How many smallest registers there are.
    pub fn atom_count(&self) -> usize {
        self.atoms.len()
    }

    /// The registers of a class, in the order of allocation.
    pub fn class(&self, name: &str) -> &[String] {
        self.classes.get(name).map_or(&[], Vec::as_slice)
    }

    /// The registers that a function hands back as they were, the stack's registers among them.
    pub fn saved(&self) -> &BTreeSet<Atom> {
        &self.saved
    }

    /// The registers that LLVM never allocates, and whose lives it does not follow: of the stack, of hardware loops.
    pub fn reserved(&self) -> &BTreeSet<Atom> {
        &self.reserved
    }

    /// The registers with the count and the beginning of a hardware loop.
    pub fn hardware(&self, level: u8) -> Option<(Atom, Atom)> {
        self.loops.get(level as usize).copied()
    }

    /// The instruction for a purpose, and the registers that it writes besides.
    pub fn building(&self, purpose: &str) -> Option<(&str, &[String])> {
        let (name, writes) = self.building.get(purpose)?.split_first()?;
        Some((name, writes))
    }

    /// The registers by their names, with what they consist of.
    pub fn registers(&self) -> impl Iterator<Item = (&str, &[Atom])> {
        self.parts.iter().map(|(name, atoms)| (name.as_str(), atoms.as_slice()))
    }

    /// The name of a unit.
    pub fn unit(&self, bit: u32) -> &str {
        self.units.get(bit as usize).map_or("?", String::as_str)
    }

    /// The constants that an instruction has room for in an operand, counted without results, as long as no word extends it: the least and
    /// the most, and the number that all are multiples of. The records count vectors where the text counts bytes.
    pub fn room(&self, of: &Operation, operand: usize) -> Option<(i64, i64, i64)> {
        let class = of.ins.get(operand)?.strip_suffix("Imm")?;
        let (sign, bits) = class.split_at_checked(1)?;
        let (bits, zeros) = bits.split_once('_')?;
        let (bits, zeros): (u32, u32) = (bits.parse().ok()?, zeros.parse().ok()?);
        let extended = of.extends.filter(|(place, ..)| *place == of.outs.len() + operand);
        let (is_signed, bits, zeros) = match extended {
            Some((_, is_signed, bits, zeros)) => (is_signed, bits, zeros),
            None => (sign == "s", bits + zeros, zeros),
        };
        let is_vector = of.is("vector") && of.access.is_some_and(|(size, _)| size == self.vector);
        let step = if is_vector { self.vector } else { 1 } << zeros;
        let count = 1_i64.checked_shl(bits.checked_sub(zeros)?).filter(|count| *count <= 1 << 32)?;
        let least = if is_signed { -count / 2 } else { 0 };
        Some((least * step, (least + count - 1) * step, step))
    }

    /// Packets from the one that writes a result to the one that reads it without waiting, as LLVM counts: by the cycles of both operands, one
    /// less over a forwarding path, and half for vectors.
    pub fn latency(&self, from: &Operation, result: usize, to: &Operation, operand: usize) -> i64 {
        let (writes, reads) = (self.timing(from), self.timing(to));
        let (Some(written), Some(read)) = (writes.cycles.get(result), reads.cycles.get(operand)) else { return 1 };
        let mut cycles = written - read + 1;
        let (path, other) = (writes.paths.get(result), reads.paths.get(operand));
        if cycles > 0 && path.is_some_and(|path| *path != 0) && path == other {
            cycles -= 1;
        }
        let cycles = if from.is("vector") { (cycles + 1) >> 1 } else { cycles };
        cycles.max(1)
    }
}
