//! Instructions that give the least or the greatest element of a register, found by what they do.
//!
//! Such an instruction leaves its result in the first element and something else in the others, and knows one order: of the four
//! that elements are compared in, three are the fourth of values that are moved or mirrored first. Of narrower elements without a
//! sign it gives the same once they are extended.

use crate::instructions::{Catalogue, Entry, TargetInstructions};
use isotope_dictionary::OperandKind;
use isotope_ir::expr::ReduceOp;
use isotope_ir::term::{mask, signed};
use isotope_program::{Draft, Generic, Shape, StepOp, Value};
use isotope_smt::concrete::Samples;

/// Which extremum: of elements with a sign or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extremum {
    is_max: bool,
    signed: bool,
}

impl Extremum {
    const ALL: [Extremum; 4] = [
        Extremum { is_max: false, signed: false },
        Extremum { is_max: true, signed: false },
        Extremum { is_max: false, signed: true },
        Extremum { is_max: true, signed: true },
    ];

    /// The extremum of a reduction; `None` where it is none.
    pub(super) fn of(op: ReduceOp, signed: bool) -> Option<Extremum> {
        match op {
            ReduceOp::Min => Some(Extremum { is_max: false, signed }),
            ReduceOp::Max => Some(Extremum { is_max: true, signed }),
            _ => None,
        }
    }

    /// The extremum of elements of so many bits; zero of none.
    fn of_all(self, elements: &[u128], bits: u32) -> u128 {
        let key = |v: &u128| if self.signed { signed(*v, bits) } else { *v as i128 };
        let found = if self.is_max {
            elements.iter().copied().max_by_key(key)
        } else {
            elements.iter().copied().min_by_key(key)
        };
        found.unwrap_or(0)
    }

    /// The values whose extremum of this kind is that of another kind of `value`, moved or mirrored as these are; the same once more
    /// leads back.
    ///
    /// With a sign on one side only, the sign bit is flipped, by an addition that wraps: then the prover sees a sum. From the
    /// least to the greatest, values are taken from the greatest that there is.
    fn turned(self, other: Extremum, draft: &mut Draft, value: Value) -> Value {
        let shape = draft.shape(value);
        let top = 1u64 << (shape.bits - 1);
        let by = match (self.is_max != other.is_max, self.signed != other.signed) {
            (false, false) => return value,
            (false, true) => {
                let by = draft.splat(top, shape);
                return draft.generic(Generic::Add, vec![value, by], shape);
            }
            (true, false) => mask(shape.bits) as u64,
            (true, true) => top - 1,
        };
        let by = draft.splat(by, shape);
        draft.generic(Generic::Sub, vec![by, value], shape)
    }
}

/// An instruction whose first element is the extremum of all of its operand's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Horizontal {
    /// Index into [`Catalogue::entries`].
    entry: usize,
    kind: Extremum,
    /// Its elements.
    elements: Shape,
}

/// Samples that an instruction is tried on.
const SAMPLES: usize = 24;

/// All such instructions of a target, on registers of the size that its parts have, in the catalogue's order.
#[derive(Debug)]
struct Horizontals(Vec<Horizontal>);

impl Horizontals {
    /// The index of a catalogue.
    fn of(catalogue: &Catalogue, register_bits: u32) -> Horizontals {
        let one = |(entry, of): (usize, &Entry)| {
            horizontal(of, register_bits).map(|(kind, elements)| Horizontal { entry, kind, elements })
        };
        Horizontals(catalogue.entries().iter().enumerate().filter_map(one).collect())
    }
}

/// The first element of an instruction's result, where that is an extremum of all elements of its one operand.
///
/// It is recognised on samples of every element: one that ignores an element, or knows another order, differs on one of them. A program
/// that is written with it is proved like every other answer.
fn horizontal(entry: &Entry, register_bits: u32) -> Option<(Extremum, Shape)> {
    let [operand] = &entry.member.operands[..] else { return None };
    let both = [operand, &entry.member.result];
    if both.iter().any(|o| o.kind != OperandKind::Vector || o.bits != register_bits) {
        return None;
    }
    let [(None, function)] = entry.functions() else { return None };
    let (bits, lane) = (function.out_bits, function.lanes.first()?);
    let lanes = register_bits / bits;
    if function.operands[0].element_bits != bits || lane.reads.len() != lanes as usize || lanes < 2 {
        return None;
    }
    let mut random = Samples::new(0xe87e);
    let evaluator = &function.bodies[lane.body].evaluator;
    let rows: Vec<Vec<u128>> =
        evaluator.inputs().iter().map(|_| (0..SAMPLES).map(|_| random.value(bits)).collect()).collect();
    let got = evaluator.eval(&rows).remove(0);
    let is = |kind: &Extremum| {
        let column = |s: usize| rows.iter().map(|row| row[s]).collect::<Vec<u128>>();
        rows.len() == lanes as usize && (0..SAMPLES).all(|s| got.get(s) == Some(&kind.of_all(&column(s), bits)))
    };
    let kind = Extremum::ALL.into_iter().find(is)?;
    Some((kind, Shape::new(bits, lanes)))
}

/// An instruction that ends a reduction.
#[derive(Clone, Copy)]
pub(crate) struct Ending<'a> {
    target: &'a TargetInstructions,
    by: Horizontal,
    wanted: Extremum,
}

impl<'a> Ending<'a> {
    /// Those that a target has for a reduction of elements of so many bits.
    pub(super) fn all(target: &'a TargetInstructions, wanted: Extremum, bits: u32) -> Vec<Ending<'a>> {
        let fits = |by: &Horizontal| by.elements.bits == bits || by.elements.bits > bits && !by.kind.signed;
        let found = target.catalogue.index(|catalogue| Horizontals::of(catalogue, target.part_bits));
        found.0.iter().copied().filter(fits).map(|by| Ending { target, by, wanted }).collect()
    }

    /// Elements that it takes.
    pub(super) fn lanes(&self) -> usize {
        self.by.elements.lanes as usize
    }

    /// The extremum of as many elements as it takes, in the reduction's own order and width: turned into the order that the instruction
    /// knows, extended where its elements are wider, and turned back.
    pub(super) fn of(&self, draft: &mut Draft, value: Value) -> Value {
        let (shape, wide) = (draft.shape(value), self.by.elements);
        let mut turned = self.by.kind.turned(self.wanted, draft, value);
        if shape.bits < wide.bits {
            turned = draft.generic(Generic::ZExt, vec![turned], wide);
        }
        let name = self.target.entry(self.by.entry).member.name.to_owned();
        let all = draft.push(StepOp::Instruction { name, immediates: vec![] }, vec![turned], wide);
        let mut first = draft.generic(Generic::Shuffle(vec![0]), vec![all], Shape::new(wide.bits, 1));
        if shape.bits < wide.bits {
            first = draft.generic(Generic::Trunc, vec![first], Shape::new(shape.bits, 1));
        }
        self.by.kind.turned(self.wanted, draft, first)
    }
}
