//! All of a target's instructions as functions, cheapest first.
//!
//! What an instruction is costs running its text, so it is found out when the instruction is first tried: a goal tries
//! only those whose operands and result have its sizes. What was found out stays, and is the same whoever asks first: the
//! work of it is not counted, because a budget must end a search at the same place in every process.
//!
//! Beside masks and scalars the catalogue has what the sorted instructions have, too: one list in which everything that a
//! target can do has a price is what "no cheaper instruction does it" means.

use super::function::{Function, Operand};
use crate::layout::WIDTHS;
use crate::reductions::extrema::{self, Horizontal};
use crate::tables::lookups::{self, Lookup};
use isotope_dictionary::{Dictionary, Member, OperandKind};
use isotope_ir::term::{LaneVar, TermId, Terms, mask};
use isotope_program::symbolic::InstructionTerms;
use isotope_smt::concrete::Samples;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// An instruction of the catalogue.
#[derive(Debug)]
pub struct Entry {
    /// What the dictionary says of it.
    pub member: Member,
    /// Reciprocal throughput in hundredths of a cycle; of several forms the dearest.
    pub cost: u32,
    /// The values that its immediate may have; none where it has no immediate.
    pub values: Vec<u64>,
    /// Its function for all values of the immediate, where the text runs without knowing them.
    open: OnceLock<Option<(Option<u64>, Function)>>,
    /// Else its functions for each.
    closed: OnceLock<Vec<(Option<u64>, Function)>>,
    /// Its lanes, by position of the immediate's value; one where there is no immediate.
    fixed: Vec<OnceLock<Option<Fixed>>>,
}

/// An instruction's lanes with its immediates fixed; operands are numbered without them.
#[derive(Debug)]
struct Fixed {
    terms: Terms,
    element_bits: Vec<u32>,
    out_bits: u32,
    out: Vec<TermId>,
}

/// All of a target's instructions.
#[derive(Debug, Default)]
pub struct Catalogue {
    /// Cheapest first, of equals by name.
    entries: Vec<Entry>,
    /// By bits of the result.
    by_result: BTreeMap<u32, Vec<usize>>,
    by_name: BTreeMap<&'static str, usize>,
    /// By bits of the registers and of a lane.
    verticals: OnceLock<BTreeMap<(u32, u32), Vec<VerticalFunction>>>,
    /// What looks bytes up.
    lookups: OnceLock<Vec<Lookup>>,
    /// What gives the extremum of a register.
    horizontals: OnceLock<Vec<Horizontal>>,
}

/// A function that works lane by lane, with an immediate or on three vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerticalFunction {
    /// Index into [`Catalogue::entries`]; it has one function.
    pub entry: usize,
    /// Its vectors, as indices among its operands.
    pub operands: Vec<usize>,
    /// Values of the immediate of which no two compute the same on samples; one that says nothing where there is none.
    pub values: Vec<u64>,
}

/// Samples that tell values of an immediate apart.
const TELLING: usize = 16;

impl Catalogue {
    /// What a dictionary has for a CPU, in LLVM's name, with these features: of those that compute the same the cheapest.
    pub fn of(dictionary: &Dictionary, features: &BTreeSet<String>, cpu: &str) -> Catalogue {
        let chosen = dictionary.representatives(features, cpu, &|_| true);
        let mut entries: Vec<Entry> = chosen
            .into_iter()
            .map(|(cost, member)| {
                let ranges = dictionary.immediates(member).into_iter().flat_map(|i| i.values);
                Entry::new(member.clone(), cost, ranges.flat_map(|(low, high)| low..=high).collect())
            })
            .collect();
        // Whoever looks takes the first that fits, which is then the cheapest.
        entries.sort_by_key(|entry| (entry.cost, entry.member.name));
        let mut by_result: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (at, entry) in entries.iter().enumerate() {
            by_result.entry(entry.member.result.bits).or_default().push(at);
        }
        let by_name = entries.iter().enumerate().map(|(at, entry)| (entry.member.name, at)).collect();
        Catalogue { entries, by_result, by_name, ..Catalogue::default() }
    }

    /// Functions lane by lane that have an immediate or three vectors, on registers of so many bits in lanes of so many.
    pub fn verticals(&self, register_bits: u32, bits: u32) -> &[VerticalFunction] {
        let all = self.verticals.get_or_init(|| {
            let mut all: BTreeMap<(u32, u32), Vec<VerticalFunction>> = BTreeMap::new();
            for (at, entry) in self.entries.iter().enumerate() {
                let Some((bits, vertical)) = entry.vertical(at) else { continue };
                // What works bit by bit works on lanes of every width.
                let narrowest = if entry.is_bitwise(&vertical) { WIDTHS[0] } else { bits };
                for bits in WIDTHS.into_iter().filter(|w| (narrowest..bits).contains(w)).chain([bits]) {
                    all.entry((entry.member.result.bits, bits)).or_default().push(vertical.clone());
                }
            }
            all
        });
        all.get(&(register_bits, bits)).map_or(&[], Vec::as_slice)
    }

    /// Instructions that look bytes up in registers of these sizes, which are the target's and the same for whoever asks.
    pub(crate) fn lookups(&self, sizes: &[u32]) -> &[Lookup] {
        self.lookups.get_or_init(|| lookups::found(self, sizes))
    }

    /// Instructions that give the extremum of a register, of the size that parts of registers have.
    pub(crate) fn horizontals(&self, bits: u32) -> &[Horizontal] {
        self.horizontals.get_or_init(|| extrema::found(self, bits))
    }

    /// All instructions, cheapest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The instruction of a name.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.by_name.get(name).map(|&at| &self.entries[at])
    }

    /// Those whose result has so many bits, as indices, cheapest first.
    pub fn with_result(&self, bits: u32) -> &[usize] {
        self.by_result.get(&bits).map_or(&[], Vec::as_slice)
    }
}

impl isotope_program::symbolic::InstructionLanes for Catalogue {
    fn lanes(&self, name: &str, immediates: &[u64]) -> Option<InstructionTerms<'_>> {
        self.entry(name)?.lanes(immediates)
    }
}

impl Entry {
    /// With the values that its immediate may have, none where it has no immediate. Its functions are made when they are asked for.
    fn new(member: Member, cost: u32, values: Vec<u64>) -> Entry {
        let fixed = (0..values.len().max(1)).map(|_| OnceLock::new()).collect();
        Entry { member, cost, values, open: OnceLock::new(), closed: OnceLock::new(), fixed }
    }

    /// Its operands without immediates, as indices among all of them.
    pub fn registers(&self) -> impl Iterator<Item = usize> + '_ {
        let operands = self.member.operands.iter().enumerate();
        operands.filter(|(_, o)| o.kind != OperandKind::Imm).map(|(at, _)| at)
    }

    /// Its functions, each with the immediate's value that it is for; `None` is for all of them.
    pub fn functions(&self) -> &[(Option<u64>, Function)] {
        // One term for all values, where the text runs without knowing them. Where it does not (a register shifted as a whole)
        // each value has a term, and there is nothing to solve for but which.
        let each = |&value: &u64| Some((Some(value), self.with(&[value], &mut Terms::new())?));
        match self.open() {
            Some(open) => std::slice::from_ref(open),
            None => self.closed.get_or_init(|| self.values.iter().filter_map(each).collect()),
        }
    }

    /// Its one function for all values of its immediate; `None` where the text does not run without knowing the value.
    fn open(&self) -> Option<&(Option<u64>, Function)> {
        let made = || {
            let terms = &mut Terms::new();
            if self.values.is_empty() {
                return self.with(&[], terms);
            }
            let lanes = self.member.open_lanes(terms).ok()?;
            self.function(terms, lanes.out_bits, &lanes.operand_bits, &lanes.out)
        };
        self.open.get_or_init(|| made().map(|function| (None, function))).as_ref()
    }

    /// What it is lane by lane, with the bits of a lane, if it has an immediate or three vectors and nothing else.
    fn vertical(&self, entry: usize) -> Option<(u32, VerticalFunction)> {
        let (operands, bits) = (&self.member.operands, self.member.result.bits);
        let plain = |o: &isotope_dictionary::Operand| match o.kind {
            OperandKind::Vector => o.bits == bits,
            OperandKind::Imm => true,
            OperandKind::Mask | OperandKind::Scalar | OperandKind::Memory => false,
        };
        let registers: Vec<usize> = self.registers().collect();
        // Nothing that a window is written with is as long as what no class tells, and every search would pay for running and trying it.
        let wanted = (!self.values.is_empty() || registers.len() == 3) && !self.member.is_untold();
        if !wanted || self.member.result.kind != OperandKind::Vector || !operands.iter().all(plain) {
            return None;
        }
        let (_, function) = self.open()?;
        if !function.is_lane_by_lane() || function.bodies[0].evaluator.is_wide() {
            return None;
        }
        let values = if self.values.is_empty() { vec![0] } else { self.telling(function) };
        Some((function.out_bits, VerticalFunction { entry, operands: registers, values }))
    }

    /// Whether each bit of a lane is made from the bits at its place: then bits may trade places before or after it. Trading
    /// the lowest two, and moving all by one, are all ways of trading places.
    fn is_bitwise(&self, vertical: &VerticalFunction) -> bool {
        let function = &self.functions()[0].1;
        let (evaluator, lane) = (&function.bodies[0].evaluator, &function.lanes[0]);
        // Together the two make every order of the bits, so that nothing but "bit by bit" passes.
        let moved = |v: u128| (v << 1 | v >> (function.out_bits - 1)) & mask(function.out_bits);
        let traded = |v: u128| v & !3 | v << 1 & 2 | v >> 1 & 1;
        let mut random = Samples::new(0xb17);
        // A value of the immediate at a time: the first that mixes bits is enough.
        vertical.values.iter().all(|&value| {
            let mut row = |&(number, width): &(u32, u32)| -> (bool, Vec<u128>) {
                let is_vector = function.operands[lane.reads[number as usize].0 as usize].kind == OperandKind::Vector;
                let telling =
                    [u128::from(value); TELLING].map(|value| if is_vector { random.value(width) } else { value });
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

    /// Values of the immediate that differ on samples from all before them.
    fn telling(&self, function: &Function) -> Vec<u64> {
        let (evaluator, lane) = (&function.bodies[0].evaluator, &function.lanes[0]);
        // The same samples for each value: what differs is the value's doing.
        let mut seen = BTreeSet::new();
        let mut differs = |value: &u64| {
            let mut random = Samples::new(0x7e11);
            let row = |&(number, width): &(u32, u32)| {
                let operand = function.operands[lane.reads[number as usize].0 as usize];
                let own = |random: &mut Samples| match operand.kind {
                    OperandKind::Imm => u128::from(*value),
                    _ => random.value(width),
                };
                (0..TELLING).map(|_| own(&mut random)).collect()
            };
            let inputs: Vec<Vec<u128>> = evaluator.inputs().iter().map(row).collect();
            seen.insert(evaluator.eval(&inputs))
        };
        self.values.iter().copied().filter(|value| differs(value)).collect()
    }

    /// The function with these immediates.
    pub fn with(&self, immediates: &[u64], terms: &mut Terms) -> Option<Function> {
        let lanes = self.member.lanes(immediates, terms).ok()?;
        self.function(terms, lanes.out_bits, &lanes.operand_bits, &lanes.out)
    }

    /// What the elements of the result are of the elements of the operands; `None` for what is no function on slots.
    fn function(&self, terms: &mut Terms, out_bits: u32, elements: &[u32], out: &[TermId]) -> Option<Function> {
        let operands = self.member.operands.iter().zip(elements);
        let operands = operands.map(|(o, &element_bits)| Operand { kind: o.kind, bits: o.bits, element_bits });
        Function::of(terms, out, out_bits, operands.collect(), self.member.result.kind)
    }

    /// Its lanes with these immediates, operands numbered without them; `None` where it has none such.
    pub fn lanes(&self, immediates: &[u64]) -> Option<InstructionTerms<'_>> {
        let at = match immediates {
            [] if self.values.is_empty() => 0,
            [value] => self.values.iter().position(|v| v == value)?,
            _ => return None,
        };
        let fixed = self.fixed[at].get_or_init(|| self.fix(immediates)).as_ref()?;
        let Fixed { terms, element_bits, out_bits, out } = fixed;
        Some(InstructionTerms { terms, element_bits, out_bits: *out_bits, out })
    }

    /// The terms that programs are run and proved with; made once for each immediate that is asked for, because most values
    /// of most immediates never are.
    fn fix(&self, immediates: &[u64]) -> Option<Fixed> {
        // Steps of a program have no operand for an immediate, so the operands after it move up.
        let mut terms = Terms::new();
        let lanes = self.member.lanes(immediates, &mut terms).ok()?;
        let registers: Vec<usize> = self.registers().collect();
        let number = |operand: usize| registers.iter().position(|&r| r == operand).unwrap_or(0);
        let renumbered = |terms: &mut Terms, out: TermId| {
            terms.substitute(out, &mut |terms, n, width| {
                let (operand, element) = LaneVar::of(n).pair();
                terms.var(LaneVar::new(number(operand), element).number(), width)
            })
        };
        let out = lanes.out.iter().map(|&out| renumbered(&mut terms, out)).collect();
        let element_bits = registers.iter().map(|&r| lanes.operand_bits[r]).collect();
        Some(Fixed { terms, element_bits, out_bits: lanes.out_bits, out })
    }
}
