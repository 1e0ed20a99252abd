//! Recognition of instructions, on made-up ones that are each one step from something, and what recognition says of
//! every instruction of the real dictionary and of Slate's: executed, the instruction does just that.

use crate::dictionary::targets;
use crate::slate::slate;
use isotope_dictionary::{OperandKind, manifest};
use isotope_ir::term::{BinOp, TermId, Terms, mask, signed};
use isotope_program::Shape;
use isotope_program::concrete::{ByTerms, Elements, Instructions, bitcast};
use isotope_search::form::type_range;
use isotope_search::instructions::{self, Clamp, Function, Kernel, Lane, TargetInstructions, VectorInstructions};
use isotope_search::internals::sorted;
use isotope_search::layout::{Split, source_slot};
use isotope_smt::concrete::Samples;
use std::collections::BTreeMap;

/// Two sizes of registers, and parts of 64 bits: not x86.
const SIZES: [u32; 2] = [64, 128];

fn registers() -> manifest::Registers {
    manifest::Registers {
        vectors: SIZES.to_vec(),
        counts: Vec::new(),
        part: manifest::Part::Bits(64),
        aligned: 1,
        lane: 64,
    }
}

/// An operand: bits in all, bits of an element, whether it is a scalar.
type Operand = (u32, u32, bool);

const fn vector(bits: u32) -> Operand {
    (128, bits, false)
}

const fn scalar(bits: u32) -> Operand {
    (bits, bits, true)
}

/// Element `element` of operand `operand`.
fn read(t: &mut Terms, operand: u32, element: u32, bits: u32) -> TermId {
    t.var(operand << 16 | element, bits)
}

/// The recognition, on each size of registers, of an instruction whose result has `lanes` elements of `bits` bits, each a term of its index.
fn all(
    operands: &[Operand],
    bits: u32,
    lanes: u32,
    element: impl Fn(&mut Terms, u32) -> TermId,
) -> BTreeMap<u32, VectorInstructions> {
    let mut terms = Terms::new();
    let out: Vec<TermId> = (0..lanes).map(|at| element(&mut terms, at)).collect();
    let operand = |&(bits, element_bits, scalar): &Operand| instructions::Operand {
        kind: if scalar { OperandKind::Scalar } else { OperandKind::Vector },
        bits,
        element_bits,
    };
    let operands = operands.iter().map(operand).collect();
    let function = Function::of(&mut terms, &out, bits, operands, OperandKind::Vector).unwrap();
    sorted([(0, &function)].into_iter(), &registers())
}

/// The same on the larger registers.
fn only(
    operands: &[Operand],
    bits: u32,
    lanes: u32,
    element: impl Fn(&mut Terms, u32) -> TermId,
) -> VectorInstructions {
    all(operands, bits, lanes, element).remove(&128).unwrap_or_default()
}

/// How many things an instruction is recognised as: vertical, narrowing, widening.
fn kinds(sized: &VectorInstructions) -> [usize; 3] {
    [sized.verticals.len(), sized.narrowings.len(), sized.widenings.len()]
}

fn sum(t: &mut Terms, at: u32, other: u32) -> TermId {
    let (a, b) = (read(t, 0, at, 16), read(t, 1, other, 16));
    t.bin(BinOp::Add, a, b)
}

#[test]
fn an_instruction_is_vertical_when_each_slot_is_the_same_function_of_its_own() {
    let sizes = all(&[vector(16), vector(16)], 16, 8, |t, at| sum(t, at, at));
    assert_eq!(sizes.keys().collect::<Vec<_>>(), [&128], "it has one size");
    assert_eq!(kinds(&sizes[&128]), [1, 0, 0]);
    let vertical = &sizes[&128].verticals[0];
    assert_eq!((vertical.bits, vertical.entry, vertical.dot.is_none()), (16, 0, true));
    assert!(vertical.operands.iter().all(|o| (o.parts, o.bits, o.scalar) == (1, 16, false)));
}

#[test]
fn what_reads_another_slot_or_differs_between_slots_is_not_vertical() {
    let pair = [vector(16), vector(16)];
    let other_than = |other: fn(u32) -> u32| kinds(&only(&pair, 16, 8, |t, at| sum(t, at, other(at))));
    assert_eq!(other_than(|at| (at + 1) % 8), [0; 3], "a rotation");
    assert_eq!(other_than(|at| 7 - at), [0; 3], "the other way round");
    assert_eq!(other_than(|at| at ^ 1), [1, 0, 0], "neighbours are one slot of two elements");
    // Sums and differences in turn are one function of slots of two elements.
    let turns = only(&pair, 16, 8, |t, at| {
        let (a, b) = (read(t, 0, at, 16), read(t, 1, at, 16));
        t.bin(if at % 2 == 0 { BinOp::Add } else { BinOp::Sub }, a, b)
    });
    assert_eq!(turns.verticals[0].bits, 32);
    // One lane that differs from all others is no function of slots.
    let odd = only(&pair, 16, 8, |t, at| {
        let (a, b) = (read(t, 0, at, 16), read(t, 1, at, 16));
        t.bin(if at == 5 { BinOp::Sub } else { BinOp::Add }, a, b)
    });
    assert_eq!(kinds(&odd), [0; 3]);
    // Nor is one of registers of different sizes, or of one without a vector.
    let short = only(&[vector(16), (64, 16, false)], 16, 8, |t, at| sum(t, at, at % 4));
    assert_eq!(kinds(&short), [0; 3]);
    let scalars = only(&[scalar(16), scalar(16)], 16, 8, |t, _| sum(t, 0, 0));
    assert_eq!(kinds(&scalars), [0; 3]);
}

#[test]
fn a_slot_may_be_wider_than_an_element_of_the_result() {
    // A sum over eight bytes, as a word and three words of zero.
    let sized = only(&[vector(8)], 16, 8, |t, at| {
        if at % 4 != 0 {
            return t.constant(0, 16);
        }
        let bytes: Vec<TermId> = (0..8).map(|j| read(t, 0, 2 * at + j, 8)).collect();
        bytes
            .into_iter()
            .map(|b| t.zext(b, 16))
            .collect::<Vec<_>>()
            .into_iter()
            .fold(None, |sum, b| Some(sum.map_or(b, |sum| t.bin(BinOp::Add, sum, b))))
            .unwrap()
    });
    let vertical = &sized.verticals[0];
    assert_eq!((vertical.bits, vertical.operands[0].parts, vertical.operands[0].bits), (64, 8, 8));
}

#[test]
fn a_scalar_operand_is_read_by_every_slot_at_the_width_of_the_slot() {
    let sized = only(&[vector(16), scalar(16)], 16, 8, |t, at| sum(t, at, 0));
    let scalars: Vec<bool> = sized.verticals[0].operands.iter().map(|o| o.scalar).collect();
    assert_eq!(scalars, [false, true]);
    let wide = only(&[vector(16), scalar(8)], 16, 8, |t, at| {
        let (a, b) = (read(t, 0, at, 16), read(t, 1, 0, 8));
        let b = t.zext(b, 16);
        t.bin(BinOp::Add, a, b)
    });
    assert_eq!(kinds(&wide), [0; 3], "a scalar of another width than the slot");
}

/// The product of two 8-bit elements in 32 bits.
fn product(t: &mut Terms, (a, b): (TermId, TermId), (sa, sb): (bool, bool)) -> TermId {
    let a = if sa { t.sext(a, 32) } else { t.zext(a, 32) };
    let b = if sb { t.sext(b, 32) } else { t.zext(b, 32) };
    t.bin(BinOp::Mul, a, b)
}

/// A dot product of four bytes a slot, with an accumulator: `weight` times the last product, joined by `join`.
fn dot_of(signs: (bool, bool), weight: u128, join: BinOp) -> VectorInstructions {
    only(&[vector(32), vector(8), vector(8)], 32, 4, |t, at| {
        let mut total = read(t, 0, at, 32);
        for j in 0..4 {
            let factors = (read(t, 1, 4 * at + j, 8), read(t, 2, 4 * at + j, 8));
            let mut one = product(t, factors, signs);
            if j == 3 {
                let by = t.constant(weight, 32);
                one = t.bin(BinOp::Mul, one, by);
            }
            total = t.bin(if j == 3 { join } else { BinOp::Add }, total, one);
        }
        total
    })
}

#[test]
fn a_dot_product_is_recognised_with_the_signs_of_its_sides() {
    for (signs, kernel, left) in [
        ((true, true), Kernel::Product(true, true), 1),
        ((false, true), Kernel::Product(false, true), 1),
        ((false, false), Kernel::Product(false, false), 1),
        // The unsigned side is the left one.
        ((true, false), Kernel::Product(false, true), 2),
    ] {
        let sized = dot_of(signs, 1, BinOp::Add);
        let dot = sized.verticals[0].dot.as_ref().unwrap_or_else(|| panic!("{signs:?} is no dot product"));
        assert_eq!((dot.kernel, dot.left, dot.acc, dot.arity()), (kernel, left, Some(0), 4), "{signs:?}");
        assert_eq!(dot.is_symmetric(), signs.0 == signs.1);
        assert!(!dot.saturates);
    }
}

#[test]
fn what_weighs_or_subtracts_a_product_is_no_dot_product() {
    for (weight, join) in [(2, BinOp::Add), (1, BinOp::Sub), (1, BinOp::Xor)] {
        let sized = dot_of((true, true), weight, join);
        assert_eq!(sized.verticals.len(), 1, "it is vertical all the same");
        assert!(sized.verticals[0].dot.is_none(), "{weight} {join:?}");
    }
    let part = dot_of((true, true), 0, BinOp::Add).verticals[0].dot.clone().expect("a sum of three products");
    assert_eq!(part.used, [0, 1, 2], "what counts for nothing is not read");
}

/// A narrowing of two registers of words: element by element in the order of `from`, clamped to a range.
fn narrowing_of(from: impl Fn(u32) -> u32, (low, high): (i128, i128), bias: u128) -> VectorInstructions {
    only(&[vector(16), vector(16)], 8, 16, |t, at| {
        let at = from(at);
        let x = read(t, at / 8, at % 8, 16);
        let add = t.constant(bias, 16);
        let x = t.bin(BinOp::Add, x, add);
        let (lo, hi) = (t.constant(low as u128 & 0xffff, 16), t.constant(high as u128, 16));
        let below = t.bin(BinOp::Slt, x, lo);
        let above = t.bin(BinOp::Slt, hi, x);
        let clamped = t.ite(above, hi, x);
        let clamped = t.ite(below, lo, clamped);
        t.extract(clamped, 0, 8)
    })
}

#[test]
fn narrowings_are_recognised_with_their_order_and_their_clamp() {
    for (signed, range) in [(true, (-128, 127)), (false, (0, 255))] {
        for (order, from) in [("in order", (|at| at) as fn(u32) -> u32), ("in turn", |at| at / 2 + at % 2 * 8)] {
            let sized = narrowing_of(from, range, 0);
            let [narrowing, other] = &sized.narrowings[..] else { panic!("{signed} {order}: {:?}", kinds(&sized)) };
            assert_eq!(narrowing.clamp, Clamp { input_signed: true, low: range.0, high: range.1 }, "{order}");
            assert_eq!(narrowing.from, (0..16).map(from).collect::<Vec<_>>(), "{order}");
            assert_eq!((narrowing.bits, narrowing.operands, narrowing.of_pair), (8, 2, false));
            assert_eq!(other.from, (0..16).map(|at| (from(at) + 8) % 16).collect::<Vec<_>>(), "{order}");
            assert_eq!((narrowing.swapped, other.swapped, &narrowing.shift), (false, true, &None), "{order}");
        }
    }
}

#[test]
fn what_clamps_to_other_bounds_or_drops_an_element_is_no_narrowing() {
    let whole = |at: u32| at;
    for range in [(-127, 127), (0, 127), (-128, 126), (0, 254)] {
        assert_eq!(narrowing_of(whole, range, 0).narrowings.len(), 0, "{range:?}");
    }
    assert_eq!(narrowing_of(whole, (0, 255), 1).narrowings.len(), 0, "it rounds");
    // A move of eight words that leaves the upper half zero does not fill a register.
    let half = only(&[vector(16)], 8, 16, |t, at| {
        if at >= 8 {
            return t.constant(0, 8);
        }
        let x = read(t, 0, at, 16);
        t.extract(x, 0, 8)
    });
    assert_eq!(half.narrowings.len(), 0);
}

/// The order of elements in the pair of a widening; `other` for those that are no split.
fn widening_of(split: Option<Split>) -> VectorInstructions {
    only(&[vector(8), vector(8)], 16, 16, |t, at| {
        let from = split.map_or(15 - at, |split| source_slot(split, at / 8, at % 8, 8, 64 / 16));
        let (a, b) = (read(t, 0, from, 8), read(t, 1, from, 8));
        let (a, b) = (t.zext(a, 16), t.zext(b, 16));
        t.bin(BinOp::Add, a, b)
    })
}

#[test]
fn widenings_are_recognised_with_the_split_of_their_pair() {
    for split in [Split::Linear, Split::EvenOdd, Split::Unpack] {
        let sized = widening_of(Some(split));
        let [widening] = &sized.widenings[..] else { panic!("{split:?}: {:?}", kinds(&sized)) };
        assert_eq!((widening.bits, widening.split, &widening.scalars[..]), (16, split, &[false, false][..]));
    }
    assert_eq!(kinds(&widening_of(None)), [0; 3], "backwards is no split");
}

/// An instruction executed on random operands; those and the result, cut as the instruction has them.
fn executed(target: &TargetInstructions, index: usize, random: &mut Samples) -> (Vec<Elements>, Elements) {
    let function = target.entry(index).function().unwrap();
    let operands: Vec<(Shape, Elements)> = function
        .operands
        .iter()
        .map(|o| {
            let shape = Shape::new(o.element_bits, o.bits / o.element_bits);
            (shape, (0..shape.lanes).map(|_| Some(random.value(o.element_bits))).collect())
        })
        .collect();
    let shape = Shape::new(function.out_bits, function.lanes.len() as u32);
    let run = ByTerms(target).run(target.entry(index).member.name, &[], &operands, shape);
    (operands.into_iter().map(|o| o.1).collect(), run.unwrap())
}

/// The values of lanes of an instruction's function, where `element` is an element of an operand.
fn value_of(target: &TargetInstructions, index: usize, lanes: &[Lane], element: &dyn Fn(usize, u32) -> u128) -> u128 {
    let reads = lanes.iter().flat_map(|lane| &lane.reads);
    let samples = reads.map(|&(operand, e)| ((operand, e), vec![element(operand as usize, e)])).collect();
    target.entry(index).function().unwrap().eval(lanes, &samples)[0]
}

/// Bits of an element of an instruction's result.
fn out_bits(target: &TargetInstructions, index: usize) -> u32 {
    target.entry(index).function().unwrap().out_bits
}

fn everything() -> impl Iterator<Item = (&'static str, &'static TargetInstructions)> {
    targets().iter().map(|(name, target)| (*name, target)).chain([("slate", slate())])
}

#[test]
fn every_vertical_instruction_applies_its_body_to_every_slot() {
    let (mut random, mut checked) = (Samples::new(1), 0);
    for (name, target) in everything() {
        for (&size, sized) in &target.by_register_size {
            // Enough of each size: 512-bit registers of bytes are slow to execute one by one.
            for vertical in sized.verticals.iter().step_by(if size == 512 { 3 } else { 1 }) {
                let (operands, result) = executed(target, vertical.entry, &mut random);
                let slots = bitcast(&result, out_bits(target, vertical.entry), vertical.bits);
                for (slot, got) in slots.iter().enumerate() {
                    let value = |operand: usize, part: u32| {
                        let shape = vertical.operands[operand];
                        let at = if shape.scalar { part } else { slot as u32 * shape.parts + part };
                        operands[operand][at as usize].unwrap()
                    };
                    let want = value_of(target, vertical.entry, &vertical.slot, &value);
                    assert_eq!(*got, Some(want), "{name}: {}", target.entry(vertical.entry).member.name);
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn every_dot_product_is_the_sum_that_it_is_taken_for() {
    let (mut random, mut checked) = (Samples::new(2), 0);
    for (name, target) in everything() {
        for vertical in target.by_register_size.values().flat_map(|sized| &sized.verticals) {
            let Some(dot) = &vertical.dot else { continue };
            let (operands, result) = executed(target, vertical.entry, &mut random);
            let slots = bitcast(&result, out_bits(target, vertical.entry), vertical.bits);
            let (bits, parts) = (vertical.operands[dot.left].bits, vertical.operands[dot.left].parts);
            for (slot, got) in slots.iter().enumerate() {
                let number = |operand: usize, at: u32, bits: u32, is_signed: bool| {
                    let v = operands[operand][at as usize].unwrap();
                    if is_signed { signed(v, bits) } else { v as i128 }
                };
                let start = dot.acc.map_or(0, |acc| number(acc, slot as u32, vertical.bits, true));
                let sum = dot.used.iter().fold(start, |sum, j| {
                    let at = slot as u32 * parts + j;
                    let (left, right) = match dot.kernel {
                        Kernel::Product(l, r) => (number(dot.left, at, bits, l), number(dot.right, at, bits, r)),
                        Kernel::Distance => (number(dot.left, at, bits, false), number(dot.right, at, bits, false)),
                    };
                    sum + if dot.kernel == Kernel::Distance { (left - right).abs() } else { left * right }
                });
                let (low, high) = type_range(vertical.bits, true);
                let sum = if dot.saturates { sum.clamp(low, high) } else { sum };
                let want = sum as u128 & mask(vertical.bits);
                assert_eq!(*got, Some(want), "{name}: {}", target.entry(vertical.entry).member.name);
            }
            checked += 1;
        }
    }
    assert!(checked >= 12, "{checked}");
}

#[test]
fn every_narrowing_clamps_what_its_order_says() {
    let (mut random, mut checked) = (Samples::new(3), 0);
    for (name, target) in everything() {
        for narrowing in target.by_register_size.values().flat_map(|sized| &sized.narrowings) {
            let (mut operands, result) = executed(target, narrowing.entry, &mut random);
            if narrowing.swapped {
                operands.reverse();
            }
            let inputs = operands.concat();
            for (at, got) in result.iter().enumerate() {
                let x = inputs[narrowing.from[at] as usize].unwrap();
                let x = if narrowing.clamp.input_signed { signed(x, 2 * narrowing.bits) } else { x as i128 };
                let want = x.clamp(narrowing.clamp.low, narrowing.clamp.high) as u128 & mask(narrowing.bits);
                assert_eq!(*got, Some(want), "{name}: {}", target.entry(narrowing.entry).member.name);
            }
            checked += 1;
        }
    }
    assert!(checked >= 12, "{checked}");
}

#[test]
fn every_widening_has_the_lanes_of_its_split() {
    let (mut random, mut names) = (Samples::new(4), Vec::new());
    let target = slate();
    let part = target.part_bits;
    for (&size, sized) in &target.by_register_size {
        for widening in &sized.widenings {
            let (operands, result) = executed(target, widening.entry, &mut random);
            let slots = size / widening.bits;
            for (at, got) in (0..).zip(&result) {
                let from = source_slot(widening.split, at / slots, at % slots, slots, part / widening.bits);
                let value = |operand: usize, _: u32| {
                    operands[operand][if widening.scalars[operand] { 0 } else { from as usize }].unwrap()
                };
                let want = value_of(target, widening.entry, std::slice::from_ref(&widening.lane), &value);
                assert_eq!(*got, Some(want), "lane {at}");
            }
            names.push(target.entry(widening.entry).member.name);
        }
    }
    names.sort_unstable();
    assert_eq!(names, ["vaddubh", "vmpyh", "vmpyub"]);
}

#[test]
fn slate_has_pairs_and_scalars() {
    let sized = slate().of_register_size(128);
    let names = |of: Vec<usize>| of.into_iter().map(|i| slate().entry(i).member.name).collect::<Vec<_>>();
    let scalars = sized.verticals.iter().filter(|v| v.operands.iter().any(|o| o.scalar));
    assert_eq!(names(scalars.map(|v| v.entry).collect()), ["vaddh_s", "vmulhs_s"]);
    let pairs = sized.narrowings.iter().filter(|n| n.of_pair);
    assert_eq!(names(pairs.map(|n| n.entry).collect()), ["vpackhub", "vpackwh"]);
    assert_eq!(slate().registers().bits, 128, "a pair is no register");
}
