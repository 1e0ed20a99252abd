//! Instructions lane by lane whose immediate is solved for, and those of three vectors.

use super::catalogue::Catalogue;
use super::entry::Entry;
use super::function::Function;
use crate::layout::WIDTHS;
use isotope_dictionary::OperandKind;
use isotope_ir::term::mask;
use isotope_smt::concrete::Samples;
use std::collections::{BTreeMap, BTreeSet};

/// A function that works lane by lane, with an immediate or on three vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solvable {
    /// Index into [`Catalogue::entries`].
    pub entry: usize,
    /// Index into [`Entry::functions`].
    pub function: usize,
    /// Its vectors, as indices among its operands.
    pub operands: Vec<usize>,
    /// Values of the immediate of which no two compute the same on samples; one that says nothing where there is none.
    pub values: Vec<u64>,
    /// Whether its values are all functions of three bits, so that operands in another order give nothing else.
    pub is_every_table: bool,
}

/// Functions of three bits.
const TABLES: usize = 256;

/// All of a catalogue, by bits of the registers and of a lane.
#[derive(Debug)]
pub struct Solvables(BTreeMap<(u32, u32), Vec<Solvable>>);

/// Samples that tell values of an immediate apart.
const TELLING: usize = 16;

impl Solvables {
    /// The index of a catalogue.
    pub fn of(catalogue: &Catalogue) -> Solvables {
        let mut all: BTreeMap<(u32, u32), Vec<Solvable>> = BTreeMap::new();
        for (at, entry) in catalogue.entries().iter().enumerate() {
            for (function, mut solvable) in solvables(entry, at) {
                let bits = function.out_bits;
                let is_bitwise = is_bitwise(function, &solvable.values);
                solvable.is_every_table = is_bitwise && solvable.operands.len() == 3 && solvable.values.len() == TABLES;
                // An instruction that works bit by bit works on lanes of every width.
                let narrowest = if is_bitwise { WIDTHS[0] } else { bits };
                for bits in WIDTHS.into_iter().filter(|w| (narrowest..bits).contains(w)).chain([bits]) {
                    all.entry((entry.member.result.bits, bits)).or_default().push(solvable.clone());
                }
            }
        }
        Solvables(all)
    }

    /// Those on registers of so many bits in lanes of so many.
    pub fn at(&self, register_bits: u32, bits: u32) -> &[Solvable] {
        self.0.get(&(register_bits, bits)).map_or(&[], Vec::as_slice)
    }
}

/// An instruction lane by lane, if it has an immediate or three vectors and nothing else: once, or for each value of the
/// immediate by itself.
fn solvables(of: &Entry, entry: usize) -> Vec<(&Function, Solvable)> {
    let (operands, bits) = (&of.member.operands, of.member.result.bits);
    let plain = |o: &isotope_dictionary::Operand| match o.kind {
        OperandKind::Vector => o.bits == bits,
        OperandKind::Imm => true,
        OperandKind::Mask | OperandKind::Scalar | OperandKind::Memory => false,
    };
    let registers: Vec<usize> = of.registers().collect();
    // Nothing that a window is written with is as long as what no class tells, and every search would pay for running and trying it.
    let wanted = (!of.values.is_empty() || registers.len() == 3) && !of.member.is_untold();
    if !wanted || of.member.result.kind != OperandKind::Vector || !operands.iter().all(plain) {
        return vec![];
    }
    let fits = |function: &Function| function.is_lane_by_lane() && !function.bodies[0].evaluator.is_wide();
    let functions = of.functions_of(&fits).iter().enumerate().filter(|(_, (_, function))| fits(function));
    let solvable = |(at, values): (usize, Vec<u64>)| {
        let function = &of.functions()[at].1;
        (function, Solvable { entry, function: at, operands: registers.clone(), values, is_every_table: false })
    };
    told_apart(of, functions.map(|(at, (value, function))| (at, *value, function))).into_iter().map(solvable).collect()
}

/// Of an instruction's functions those that differ on samples, each with the values of the immediate that it is for and that differ; a
/// value that says nothing where there is no immediate.
pub(super) fn told_apart<'f>(
    of: &Entry,
    functions: impl Iterator<Item = (usize, Option<u64>, &'f Function)>,
) -> Vec<(usize, Vec<u64>)> {
    let mut seen = BTreeSet::new();
    let values = |(at, value, function): (usize, Option<u64>, &Function)| {
        let values = match value {
            Some(value) => vec![value],
            None if of.values.is_empty() => return Some((at, vec![0])),
            None => of.values.clone(),
        };
        let told: Vec<u64> = values.into_iter().filter(|&value| seen.insert(on_samples(function, value))).collect();
        (!told.is_empty()).then_some((at, told))
    };
    functions.filter_map(values).collect()
}

/// Whether each bit of a lane is made from the bits at its place: then bits may trade places before or after it. Trading
/// the lowest two, and moving all by one, are all ways of trading places.
fn is_bitwise(function: &Function, values: &[u64]) -> bool {
    let (evaluator, lane) = (&function.bodies[0].evaluator, &function.lanes[0]);
    // Together the two make every order of the bits, so that nothing but "bit by bit" passes.
    let moved = |v: u128| (v << 1 | v >> (function.out_bits - 1)) & mask(function.out_bits);
    let traded = |v: u128| v & !3 | v << 1 & 2 | v >> 1 & 1;
    let mut random = Samples::new(0xb17);
    // A value of the immediate at a time: the first that mixes bits is enough.
    values.iter().all(|&value| {
        let mut row = |&(number, width): &(u32, u32)| -> (bool, Vec<u128>) {
            let is_vector = function.operands[lane.reads[number as usize].0 as usize].kind == OperandKind::Vector;
            let telling = [u128::from(value); TELLING].map(|value| if is_vector { random.value(width) } else { value });
            (is_vector, telling.to_vec())
        };
        let inputs: Vec<(bool, Vec<u128>)> = evaluator.inputs().iter().map(&mut row).collect();
        let after = |by: &dyn Fn(u128) -> u128| {
            let each = |(vector, row): &(bool, Vec<u128>)| -> Vec<u128> {
                row.iter().map(|&v| if *vector { by(v) } else { v }).collect()
            };
            evaluator.eval(&inputs.iter().map(each).collect::<Vec<_>>()).remove(0)
        };
        let plain = after(&|v| v);
        let commutes = |by: &dyn Fn(u128) -> u128| after(by).iter().zip(&plain).all(|(got, &v)| *got == by(v));
        commutes(&moved) && commutes(&traded)
    })
}

/// A function's first lane on samples, the same for all functions, with a value of the immediate.
fn on_samples(function: &Function, value: u64) -> Vec<u128> {
    let (evaluator, lane) = (&function.bodies[0].evaluator, &function.lanes[0]);
    let mut random = Samples::new(0x7e11);
    let row = |&(number, width): &(u32, u32)| {
        let operand = function.operands[lane.reads[number as usize].0 as usize];
        let own = |random: &mut Samples| match operand.kind {
            OperandKind::Imm => u128::from(value),
            _ => random.value(width),
        };
        (0..TELLING).map(|_| own(&mut random)).collect()
    };
    let inputs: Vec<Vec<u128>> = evaluator.inputs().iter().map(row).collect();
    evaluator.eval(&inputs).remove(0)
}
