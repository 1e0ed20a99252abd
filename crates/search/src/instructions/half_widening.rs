//! Widenings by halves: a register of wide elements from one half of the narrow ones.
//!
//! Where a register has halves of its own, an instruction widens half a register to a whole one, and a second one widens the upper
//! half of a whole register (NEON's `umull` and `umull2`). Together they widen a register, so that the index has pairs of them: one
//! function of narrow elements, with what computes it of lower and of upper halves. The same function may be added to, or taken off,
//! a register that is wide already (`umlal`, `umlsl`); what extends and adds (`uaddw`) is an extension with that.

use super::function::{Function, Lane};
use isotope_dictionary::OperandKind;
use isotope_ir::term::mask;
use isotope_smt::concrete::Samples;
use std::collections::BTreeMap;

/// Instructions that compute one function of the lower and of the upper half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halves {
    /// Index into [`super::Catalogue::entries`] of what reads lower halves.
    pub lower: usize,
    /// The same of upper halves of whole registers.
    pub upper: usize,
    /// The operand that is wide already, if there is one.
    pub start: Option<usize>,
}

/// A function of narrow elements that is computed half by half, each element twice as wide.
#[derive(Clone, Debug)]
pub struct HalfWidening {
    /// Bits of an element of the result; the operands' have half as many.
    pub bits: u32,
    /// For each narrow operand, whether it is a scalar, which every element reads.
    pub scalars: Vec<bool>,
    /// Every element of the result as a function of element 0 of each operand, as the lower instruction has it.
    pub lane: Lane,
    /// By the sign, if all that it does is to extend its one operand.
    pub extends: Option<bool>,
    /// By the signs of both, if all that it does is to multiply its two vectors.
    pub multiplies: Option<bool>,
    /// The instructions that compute it.
    pub plain: Halves,
    /// The instructions that add it to wide elements.
    pub adding: Option<Halves>,
    /// The instructions that take it off wide elements.
    pub subtracting: Option<Halves>,
}

/// Samples that tell functions apart.
const SAMPLES: usize = 32;

/// The number that samples follow from.
const SEED: u64 = 0x4a1f;

/// One instruction on one half.
struct Half {
    entry: usize,
    bits: u32,
    upper: bool,
    start: Option<usize>,
    scalars: Vec<bool>,
    lane: Lane,
    kind: Kind,
    /// The narrow function on samples.
    values: Vec<u128>,
}

/// The use of the function of the narrow elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Plain,
    Adding,
    Subtracting,
}

/// The narrow functions of instructions on registers of one size, in the order of the cheapest that computes each.
pub(super) fn views<'f>(functions: impl Iterator<Item = (usize, &'f Function)>) -> Vec<HalfWidening> {
    let halves: Vec<Half> = functions.filter_map(|(entry, function)| half(function, entry)).flatten().collect();
    type Signature<'h> = (u32, &'h [bool], &'h [u128]);
    let mut all: BTreeMap<Signature<'_>, Vec<&Half>> = BTreeMap::new();
    for half in &halves {
        all.entry((half.bits, &half.scalars, &half.values)).or_default().push(half);
    }
    let mut views: Vec<HalfWidening> = all
        .into_values()
        .filter_map(|of| {
            let (plain, half) = paired(&of, Kind::Plain)?;
            Some(HalfWidening {
                bits: half.bits,
                scalars: half.scalars.clone(),
                lane: half.lane.clone(),
                extends: half.extends(),
                multiplies: half.multiplies(),
                plain,
                adding: paired(&of, Kind::Adding).map(|found| found.0),
                subtracting: paired(&of, Kind::Subtracting).map(|found| found.0),
            })
        })
        .collect();
    views.sort_by_key(|view| view.plain.lower);
    views
}

/// The cheapest instructions of a kind on the lower and on the upper half, with the lower one as it is tried.
fn paired<'h>(of: &[&'h Half], kind: Kind) -> Option<(Halves, &'h Half)> {
    // The catalogue begins with the cheapest.
    let cheapest = |upper: bool| of.iter().filter(|h| h.kind == kind && h.upper == upper).min_by_key(|h| h.entry);
    let (lower, upper) = (cheapest(false)?, cheapest(true)?);
    let halves = Halves { lower: lower.entry, upper: upper.entry, start: lower.start };
    (lower.start == upper.start).then_some((halves, *lower))
}

/// An instruction on one half; as one that adds and as one that takes off, where it has a wide operand.
fn half(function: &Function, entry: usize) -> Option<Vec<Half>> {
    let (bits, size) = (function.out_bits, function.result_bits());
    let slots = function.lanes.len() as u32;
    if !matches!(bits, 16 | 32 | 64) || slots < 2 {
        return None;
    }
    let shapes = || function.operands.iter().zip(0..);
    let is_wide = |o: &super::Operand| o.kind == OperandKind::Vector && o.element_bits == bits && o.bits == size;
    let is_narrow = |o: &super::Operand| match o.kind {
        OperandKind::Scalar => o.bits == o.element_bits && 2 * o.bits == bits,
        _ => 2 * o.element_bits == bits && (o.bits == size || 2 * o.bits == size),
    };
    let wide: Vec<usize> = shapes().filter(|(o, _)| is_wide(o)).map(|(_, at)| at).collect();
    let narrow: Vec<usize> = shapes().filter(|(o, _)| is_narrow(o)).map(|(_, at)| at).collect();
    let vectors = narrow.iter().any(|&at| function.operands[at].kind == OperandKind::Vector);
    if wide.len() > 1 || !vectors || wide.len() + narrow.len() < function.operands.len() {
        return None;
    }
    let start = wide.first().copied();
    let whole = narrow.iter().all(|&at| {
        let o = function.operands[at];
        o.kind == OperandKind::Scalar || o.bits == size
    });
    let (upper, lane) = [false, true].into_iter().find_map(|upper| {
        let lane = own_lane(function, start, if upper { slots } else { 0 })?;
        (!upper || whole).then_some((upper, lane))
    })?;
    let scalars = narrow.iter().map(|&at| function.operands[at].kind == OperandKind::Scalar).collect();
    let half = |(kind, values)| Half {
        entry,
        bits,
        upper,
        start,
        scalars: Vec::clone(&scalars),
        lane: lane.clone(),
        kind,
        values,
    };
    Some(narrow_functions(function, &lane, start, &narrow).into_iter().map(half).collect())
}

/// The one lane of all elements, each made from the wide element in its place and the narrow ones in the place so many further.
fn own_lane(function: &Function, start: Option<usize>, further: u32) -> Option<Lane> {
    let own = |at: u32, &(operand, element): &(u32, u32)| {
        let place = match function.operands[operand as usize].kind {
            OperandKind::Scalar => 0,
            _ if Some(operand as usize) == start => at,
            _ => at + further,
        };
        (element == place).then_some((operand, 0))
    };
    let lane = |(at, lane): (u32, &Lane)| {
        let reads = lane.reads.iter().map(|read| own(at, read)).collect::<Option<_>>()?;
        Some(Lane { body: lane.body, reads })
    };
    let mut lanes = (0..).zip(&function.lanes).map(lane);
    let first = lanes.next()??;
    lanes.all(|lane| lane.as_ref() == Some(&first)).then_some(first)
}

/// The function of the narrow elements on samples, with what becomes of it; none where a wide element is not just added to.
fn narrow_functions(
    function: &Function,
    lane: &Lane,
    start: Option<usize>,
    narrow: &[usize],
) -> Vec<(Kind, Vec<u128>)> {
    let mut random = Samples::new(SEED);
    let mut samples: BTreeMap<(u32, u32), Vec<u128>> = BTreeMap::new();
    // Numbered by their order among the narrow operands, so that equal functions get equal samples.
    for &at in narrow {
        let width = function.operands[at].element_bits;
        samples.insert((at as u32, 0), (0..SAMPLES).map(|_| random.value(width)).collect());
    }
    let lanes = std::slice::from_ref(lane);
    let Some(start) = start else { return vec![(Kind::Plain, function.eval(lanes, &samples))] };
    let low = |v: u128| v & mask(function.out_bits);
    let starts: Vec<u128> = (0..SAMPLES).map(|_| random.value(function.out_bits)).collect();
    samples.insert((start as u32, 0), starts.clone());
    let after = function.eval(lanes, &samples);
    samples.insert((start as u32, 0), vec![0; SAMPLES]);
    let added = function.eval(lanes, &samples);
    let sums = added.iter().zip(&starts).map(|(&a, &s)| low(a.wrapping_add(s)));
    if !sums.eq(after.iter().copied()) {
        return vec![];
    }
    let taken = added.iter().map(|a| low(a.wrapping_neg())).collect();
    vec![(Kind::Adding, added), (Kind::Subtracting, taken)]
}

impl Half {
    /// Whether it gives its one operand, and by the sign.
    fn extends(&self) -> Option<bool> {
        let [false] = self.scalars[..] else { return None };
        let [narrow] = self.samples();
        [false, true].into_iter().find(|&by| {
            let extended = narrow.iter().map(|&v| self.extended(by, v) & mask(self.bits));
            extended.eq(self.values.iter().copied())
        })
    }

    /// Whether it gives the product of its two vectors, and by which signs.
    fn multiplies(&self) -> Option<bool> {
        let [false, false] = self.scalars[..] else { return None };
        let [left, right] = self.samples();
        [false, true].into_iter().find(|&by| {
            let products = left.iter().zip(&right);
            let products =
                products.map(|(&a, &b)| self.extended(by, a).wrapping_mul(self.extended(by, b)) & mask(self.bits));
            products.eq(self.values.iter().copied())
        })
    }

    fn extended(&self, is_signed: bool, v: u128) -> u128 {
        if is_signed { isotope_ir::term::signed(v, self.bits / 2) as u128 } else { v }
    }

    /// The samples of its narrow operands, in their order.
    fn samples<const COUNT: usize>(&self) -> [Vec<u128>; COUNT] {
        let mut random = Samples::new(SEED);
        std::array::from_fn(|_| (0..SAMPLES).map(|_| random.value(self.bits / 2)).collect())
    }
}
