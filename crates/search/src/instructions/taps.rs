//! Instructions that add up a few neighbours, each times a weight that is the same for all lanes, at twice their width: into a pair of
//! registers.
//!
//! The weights are elements of one scalar. Neighbours in a result are one sum of neighbours
//! in memory: where lanes read both registers of an operand crosswise, the second one holds what is some lanes on in memory
//! ([`Shape::ahead`]), and where they do not, the two are any two registers. Adding to a pair and beginning one are one thing
//! here, with two instructions.

use super::function::{Function, Lane, Operand};
use crate::layout::{Split, source_slot};
use ahash::HashMap;
use isotope_dictionary::OperandKind;
use isotope_dictionary::manifest::Part;
use isotope_ir::term::mask;
use isotope_smt::concrete::{Evaluator, Samples};
use std::collections::BTreeMap;

/// How far on in memory the second register may begin.
const AHEAD: [u32; 3] = [2, 1, 4];

/// Sums that a weighted one is compared with its function on.
const SAMPLES: usize = 16;

/// Sums of neighbours times weights.
///
/// HVX's, on bytes: `vmpy` of one register, `vmpa` of two, `vdmpy` of two neighbours and `vtmpy` of three, the last without a weight, with the
/// second register two bytes on. All give even lanes in the first register of a pair and odd ones in the second.
#[derive(Clone, Debug)]
pub struct Taps {
    /// The shape of the sums.
    pub shape: Shape,
    /// The call that gives one.
    pub plain: Option<Call>,
    /// The call that adds one to a pair.
    pub adding: Option<Call>,
}

/// The shape of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Bits of a sum; elements have half as many.
    pub bits: u32,
    /// How the elements of a register spread over the pair.
    pub split: Split,
    /// Registers of elements: one, or a pair.
    pub registers: u32,
    /// Lanes from the first register to the second in memory; none where the two are any.
    pub ahead: Option<u32>,
    /// The addends, in the order of their places.
    pub taps: Vec<Tap>,
    /// Whether elements are signed, and whether weights are.
    pub signed: [bool; 2],
    /// Bits of the scalar.
    pub scalar: u32,
    /// Bits of a weight.
    pub weight: u32,
}

/// An element of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tap {
    /// Which register it is in; the first, where that says nothing.
    pub register: u32,
    /// Lanes from the sum's own on.
    pub ahead: u32,
    /// The scalar's elements that are its weight, on some lanes each; none: it is added as it is.
    pub weight: Option<Vec<u32>>,
}

/// An instruction and where its operands are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Index into [`super::Catalogue::entries`].
    pub entry: usize,
    /// The elements.
    pub vector: usize,
    /// The weights.
    pub scalar: usize,
    /// The pair that is added to.
    pub acc: Option<usize>,
}

/// The subject of a read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Read {
    Element,
    Weight,
    Acc,
}

/// A body as a function of its reads: which of them is the weight of each element, and the signs of both.
struct Linear {
    /// By the number of an element's read, that of its weight.
    weights: BTreeMap<usize, Option<usize>>,
    signed: [bool; 2],
}

/// All among these functions, with the index of the instruction of each, by the size of a register.
pub(super) fn views<'f>(
    functions: impl Iterator<Item = (usize, &'f Function)>,
    part: Part,
) -> BTreeMap<u32, Vec<Taps>> {
    let mut found: BTreeMap<u32, Vec<Taps>> = BTreeMap::new();
    for (entry, function) in functions {
        let Some((size, shape, call)) = view(function, entry, part) else { continue };
        let of_size = found.entry(size).or_default();
        let at = of_size.iter().position(|taps| taps.shape == shape).unwrap_or_else(|| {
            of_size.push(Taps { shape, plain: None, adding: None });
            of_size.len() - 1
        });
        let place = if call.acc.is_some() { &mut of_size[at].adding } else { &mut of_size[at].plain };
        *place = place.or(Some(call));
    }
    found
}

/// A function as such a sum, with the size of a register: its operands first, then what each body computes, then where lanes read.
fn view(function: &Function, entry: usize, part: Part) -> Option<(u32, Shape, Call)> {
    let (bits, size) = (function.out_bits, function.result_bits() / 2);
    let slots = function.lanes.len() as u32 / 2;
    let place = |wanted: &dyn Fn(&Operand) -> bool| {
        let mut found = (0..function.operands.len()).filter(|&at| wanted(&function.operands[at]));
        (found.next(), found.next())
    };
    let is_vector = |o: &Operand| o.kind == OperandKind::Vector;
    let (Some(scalar), None) = place(&|o| o.kind == OperandKind::Scalar) else { return None };
    let (Some(vector), None) = place(&|o| is_vector(o) && 2 * o.element_bits == bits) else { return None };
    let (acc, None) = place(&|o| is_vector(o) && o.element_bits == bits && o.bits == 2 * size) else { return None };
    let registers = function.operands[vector].bits.checked_div(size)?;
    let all = 2 + usize::from(acc.is_some());
    if slots < 2 || function.operands.len() != all || !matches!(registers, 1 | 2) || !matches!(bits, 16 | 32) {
        return None;
    }
    // Lanes differ in which elements they read, and few bodies are behind all of them.
    let call = Call { entry, vector, scalar, acc };
    let read = |operand: u32| match operand as usize {
        at if at == vector => Read::Element,
        at if at == scalar => Read::Weight,
        _ => Read::Acc,
    };
    let weight = function.operands[scalar].element_bits;
    let mut bodies: HashMap<(usize, Vec<Read>), Option<Linear>> = HashMap::default();
    let mut lanes = Vec::new();
    for lane in &function.lanes {
        let reads: Vec<Read> = lane.reads.iter().map(|&(operand, _)| read(operand)).collect();
        let evaluator = &function.bodies[lane.body].evaluator;
        let known = bodies.entry((lane.body, reads.clone()));
        known.or_insert_with(|| linear(evaluator, &reads, bits, weight)).as_ref()?;
        lanes.push((lane, reads));
    }
    let of = |at: usize| bodies[&(lanes[at].0.body, lanes[at].1.clone())].as_ref();
    let read: Vec<(&Lane, &Linear)> = (0..lanes.len()).map(|at| Some((lanes[at].0, of(at)?))).collect::<Option<_>>()?;
    let signed = read[0].1.signed;
    if read.iter().any(|(_, linear)| linear.signed != signed) {
        return None;
    }
    // Registers that lanes read each for itself come first: where they do, nothing is known of how far apart they are.
    let windows = std::iter::once(None).chain(AHEAD.map(Some)).filter(|ahead| registers == 2 || ahead.is_none());
    let splits = [Split::EvenOdd, Split::Linear, Split::Unpack];
    let mut ways = splits.into_iter().flat_map(|split| windows.clone().map(move |ahead| (split, ahead)));
    let shape = |(split, ahead): (Split, Option<u32>)| {
        let own = |at: u32| source_slot(split, at / slots, at % slots, slots, part.bits_of(size) / bits);
        let taps = placed(&read, &call, &own, ahead)?;
        let scalar = function.operands[scalar].bits;
        Some(Shape { bits, split, registers, ahead, taps, signed, scalar, weight })
    };
    ways.find_map(shape).map(|shape| (size, shape, call))
}

/// The places of what lanes read, from `own` on, if these are the same for all of them, and no two share a weight.
fn placed(lanes: &[(&Lane, &Linear)], call: &Call, own: &dyn Fn(u32) -> u32, ahead: Option<u32>) -> Option<Vec<Tap>> {
    let elements = lanes.len() as u32;
    let mut taps: BTreeMap<(u32, u32), Option<Vec<u32>>> = BTreeMap::new();
    for (at, (lane, linear)) in (0..).zip(lanes) {
        let own = own(at);
        let mut seen = 0;
        for (number, &(operand, element)) in lane.reads.iter().enumerate() {
            if Some(operand as usize) == call.acc {
                // It is added to what stands in its own place.
                (element == at).then_some(())?;
            } else if operand as usize == call.vector {
                // A register of elements has as many of them as the pair has sums.
                let (register, place) = (element / elements, element % elements);
                let key = match ahead {
                    None => (place == own).then_some((register, 0))?,
                    Some(ahead) => (0, (place + ahead * register).checked_sub(own)?),
                };
                let weight = linear.weights[&number].map(|weight| lane.reads[weight].1);
                let known = match at {
                    0 if taps.contains_key(&key) => return None,
                    0 => taps.entry(key).or_insert(weight.map(|_| vec![])),
                    _ => taps.get_mut(&key)?,
                };
                match (known, weight) {
                    (Some(known), Some(weight)) if !known.contains(&weight) => known.push(weight),
                    (Some(_), Some(_)) | (None, None) => {}
                    _ => return None,
                }
                seen += 1;
            }
        }
        (seen == taps.len()).then_some(())?;
    }
    // An element of the scalar that two neighbours share could not hold the weights of both.
    let mut weights: Vec<u32> = taps.values().flatten().flatten().copied().collect();
    let count = weights.len();
    weights.sort_unstable();
    weights.dedup();
    let apart = weights.len() == count && count > 0;
    apart.then(|| taps.into_iter().map(|((register, ahead), weight)| Tap { register, ahead, weight }).collect())
}

/// A body as a sum of products of its reads; `None` where it is none.
fn linear(evaluator: &Evaluator, reads: &[Read], bits: u32, weight_bits: u32) -> Option<Linear> {
    // A read that the result does not depend on is no input; all else is found by setting one or two reads to one, and the others to zero.
    let eval = |values: &[u128]| {
        let rows: Vec<Vec<u128>> =
            evaluator.inputs().iter().map(|&(number, _)| vec![values[number as usize]]).collect();
        evaluator.eval(&rows)[0][0]
    };
    let with = |set: &[(usize, u128)]| {
        let mut values = vec![0; reads.len()];
        set.iter().for_each(|&(at, value)| values[at] = value);
        eval(&values)
    };
    let of = |kind: Read| (0..reads.len()).filter(move |&at| reads[at] == kind);
    let mut weights = BTreeMap::new();
    for element in of(Read::Element) {
        let weight = match with(&[(element, 1)]) {
            1 => None,
            0 => Some(of(Read::Weight).find(|&weight| with(&[(element, 1), (weight, 1)]) == 1)?),
            _ => return None,
        };
        weights.insert(element, weight);
    }
    let (element, weight) = weights.iter().find_map(|(&element, weight)| Some((element, (*weight)?)))?;
    // The greatest bit of each side is worth more or less.
    let tops = [bits / 2, weight_bits].map(|bits| 1u128 << (bits - 1));
    let negative = |value: u128, top: u128| value != top;
    let signed = [
        negative(with(&[(element, tops[0]), (weight, 1)]), tops[0]),
        negative(with(&[(element, 1), (weight, tops[1])]), tops[1]),
    ];
    let value = |raw: u128, bits: u32, signed: bool| {
        let raw = raw as i128;
        if signed && raw >> (bits - 1) & 1 == 1 { raw - (1 << bits) } else { raw }
    };
    // A sum that saturates, or drops bits, agrees with the ones above and not with these.
    let mut random = Samples::new(0x7a95);
    for _ in 0..SAMPLES {
        let widths = reads.iter().map(|read| match read {
            Read::Element => bits / 2,
            Read::Weight => weight_bits,
            Read::Acc => bits,
        });
        let values: Vec<u128> = widths.map(|width| random.value(width)).collect();
        let product = |(&element, &weight): (&usize, &Option<usize>)| {
            let weight = weight.map_or(1, |weight| value(values[weight], weight_bits, signed[1]));
            value(values[element], bits / 2, signed[0]) * weight
        };
        let start: i128 = of(Read::Acc).map(|acc| values[acc] as i128).sum();
        let expected = weights.iter().map(product).sum::<i128>() + start;
        (eval(&values) == expected as u128 & mask(bits)).then_some(())?;
    }
    Some(Linear { weights, signed })
}
