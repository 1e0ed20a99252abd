//! Narrowings by halves: a register of wide elements into one half of a register.
//!
//! Where a register has halves of its own, an instruction narrows a register to half of one, and a second one narrows another register
//! into the upper half of what the first gave (NEON's `xtn` and `xtn2`, `addhn`, `sqshrn`). Together they narrow two registers to one
//! without a shuffle, so that the index has pairs of them, with the values that an immediate may have.

use super::catalogue::Catalogue;
use super::entry::Entry;
use super::function::{Function, Lane};
use super::solvable::{Solvable, told_apart};
use isotope_dictionary::{Member, OperandKind};
use isotope_smt::concrete::Samples;
use std::collections::BTreeMap;

/// A function of wide elements that is computed half by half, each element half as wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfNarrowing {
    /// The instruction that gives half a register of one register of each operand.
    pub lower: Solvable,
    /// The instruction that keeps that and puts the other half above it: index into [`Catalogue::entries`].
    pub upper: usize,
    /// Which operand of `upper` is kept; the others are those of `lower`, in their order.
    pub kept: usize,
}

/// All of a catalogue, by bits of the registers that are narrowed and of an element of the result.
#[derive(Debug)]
pub struct HalfNarrowings(BTreeMap<(u32, u32), Vec<HalfNarrowing>>);

/// Samples that tell functions apart.
const SAMPLES: usize = 32;

impl HalfNarrowings {
    /// The index of a catalogue.
    pub(crate) fn of(catalogue: &Catalogue) -> HalfNarrowings {
        type Signature = (u32, u32, Vec<u64>, Vec<u128>);
        let mut all: BTreeMap<Signature, [Vec<Half<'_>>; 2]> = BTreeMap::new();
        for (at, entry) in catalogue.entries().iter().enumerate() {
            for half in halves(entry, at) {
                let values = half.value.map_or_else(|| entry.values.clone(), |value| vec![value]);
                let key = (half.register, half.function.out_bits, values, half.values());
                all.entry(key).or_default()[usize::from(half.kept.is_some())].push(half);
            }
        }
        let mut index: BTreeMap<(u32, u32), Vec<HalfNarrowing>> = BTreeMap::new();
        for ((register, bits, ..), [lower, upper]) in all {
            // The catalogue begins with the cheapest.
            let (Some(lower), Some(upper)) = (lower.first(), upper.first()) else { continue };
            let Some(kept) = upper.kept else { continue };
            let told =
                told_apart(&catalogue.entries()[lower.entry], [(lower.at, lower.value, lower.function)].into_iter());
            let Some((function, values)) = told.into_iter().next() else { continue };
            let lower =
                Solvable { entry: lower.entry, function, operands: lower.wide.clone(), values, is_every_table: false };
            index.entry((register, bits)).or_default().push(HalfNarrowing { lower, upper: upper.entry, kept });
        }
        index.values_mut().for_each(|all| all.sort_by_key(|half| (half.lower.entry, half.lower.function)));
        HalfNarrowings(index)
    }

    /// Those of registers of so many bits to elements of so many.
    pub fn at(&self, register_bits: u32, bits: u32) -> &[HalfNarrowing] {
        self.0.get(&(register_bits, bits)).map_or(&[], Vec::as_slice)
    }
}

/// One instruction that gives one half.
struct Half<'a> {
    entry: usize,
    /// Which of its functions, and the value of the immediate that this is for.
    at: usize,
    value: Option<u64>,
    function: &'a Function,
    /// Bits of the registers that are narrowed.
    register: u32,
    /// Its wide operands.
    wide: Vec<usize>,
    /// The operand that it keeps.
    kept: Option<usize>,
    /// The lane's function of the wide elements.
    lane: &'a Lane,
}

/// Whether an instruction may be one by the sizes of its operands: only then its text is run.
fn may_be(member: &Member) -> bool {
    let of = |kind| member.operands.iter().filter(move |o| o.kind == kind);
    let (vectors, immediates) = (of(OperandKind::Vector).count(), of(OperandKind::Imm).count());
    let register = of(OperandKind::Vector).map(|o| o.bits).max().unwrap_or(0);
    let whole = of(OperandKind::Vector).filter(|o| o.bits == register).count();
    let halves = of(OperandKind::Vector).filter(|o| 2 * o.bits == register).count();
    let result = member.result.bits;
    member.result.kind == OperandKind::Vector
        && vectors + immediates == member.operands.len()
        && immediates <= 1
        && matches!(whole, 1 | 2)
        && whole + halves == vectors
        && (halves == 0 && 2 * result == register || halves == 1 && result == register)
        && !member.is_untold()
}

/// An instruction's halves: once, or for each value of its immediate by itself.
fn halves(of: &Entry, entry: usize) -> Vec<Half<'_>> {
    if !may_be(&of.member) {
        return vec![];
    }
    let functions = of.functions_of(&|function| half(function).is_some()).iter().enumerate();
    functions.filter_map(|(at, (value, function))| Some(Half { entry, at, value: *value, ..half(function)? })).collect()
}

/// A function as a half.
fn half(function: &Function) -> Option<Half<'_>> {
    let bits = function.out_bits;
    let register = function.operands.iter().map(|o| o.bits).max()?;
    let vectors = function.operands.iter().enumerate().filter(|(_, o)| o.kind == OperandKind::Vector);
    let (whole, rest): (Vec<_>, Vec<_>) = vectors.partition(|(_, o)| o.bits == register);
    let wide: Vec<usize> = whole.iter().map(|(at, _)| *at).collect();
    let kept = rest.first().map(|(at, _)| *at);
    let slots = register / (2 * bits);
    // An instruction that drops upper halves may read the lower ones as elements of their own.
    let cut = |o: &super::Operand| o.element_bits == 2 * bits || o.element_bits == bits;
    if !whole.iter().all(|(_, o)| cut(o)) || !matches!(bits, 8 | 16 | 32) {
        return None;
    }
    // Above what is kept, if there is such, stands the lane of each wide element.
    let above = if kept.is_some() { slots as usize } else { 0 };
    let (low, high) = function.lanes.split_at_checked(above)?;
    let is_kept = |(at, lane): (u32, &Lane)| {
        let body = &function.bodies[lane.body];
        let read = kept.map(|kept| (kept as u32, at));
        body.moves
            && read.is_some_and(|read| lane.reads == [read])
            && function.operands[read_of(lane)].element_bits == bits
    };
    let place = |lane: &Lane, at: u32| -> bool {
        let own = |&(operand, element): &(u32, u32)| match function.operands[operand as usize].kind {
            OperandKind::Imm => true,
            _ => {
                let from = element * function.operands[operand as usize].element_bits;
                wide.contains(&(operand as usize)) && from == at * 2 * bits
            }
        };
        lane.body == high[0].body && lane.reads.iter().all(own) && sources(lane).eq(sources(&high[0]))
    };
    let narrows = high.len() as u32 == slots && high.iter().zip(0..).all(|(lane, at)| place(lane, at));
    let evaluator = &function.bodies[high.first()?.body].evaluator;
    let fits = narrows && (0..).zip(low).all(is_kept) && !evaluator.is_wide();
    fits.then(|| Half { entry: 0, at: 0, value: None, function, register, wide, kept, lane: &high[0] })
}

/// The operand of a lane's first read.
fn read_of(lane: &Lane) -> usize {
    lane.reads[0].0 as usize
}

/// The operands that a lane reads.
fn sources(lane: &Lane) -> impl Iterator<Item = u32> + '_ {
    lane.reads.iter().map(|read| read.0)
}

impl Half<'_> {
    /// Its narrow element on samples of the wide ones, in their order, and of the immediate.
    fn values(&self) -> Vec<u128> {
        let mut random = Samples::new(0x4a1f);
        let mut rows: BTreeMap<(u32, u32), Vec<u128>> = BTreeMap::new();
        let element = self.lane.reads.first().map_or(0, |read| read.1);
        for &at in &self.wide {
            let width = self.function.operands[at].element_bits;
            rows.insert((at as u32, element), (0..SAMPLES).map(|_| random.value(width)).collect());
        }
        let small: Vec<u128> = (0..SAMPLES).map(|at| 1 + at as u128 % u128::from(self.function.out_bits)).collect();
        for read in self.lane.reads.iter().filter(|r| !self.wide.contains(&(r.0 as usize))) {
            rows.insert(*read, small.clone());
        }
        self.function.eval(std::slice::from_ref(self.lane), &rows)
    }
}
