//! Bounds against every value: whatever a term can be, its range holds it.

use super::operations::{binary, square};
use super::*;
use crate::concrete::Samples;
use isotope_ir::term::{apply, mask, signed};

const OPS: [BinOp; 18] = {
    use BinOp::*;
    [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr, Eq, Ult, Ule, Slt, Sle]
};

fn holds(range: Range, value: u128, width: u32) -> bool {
    let s = signed(value, width);
    range.ulo <= value && value <= range.uhi && range.slo <= s && s <= range.shi
}

fn values(range: Range, width: u32) -> Vec<u128> {
    (0..=mask(width)).filter(|&v| holds(range, v, width)).collect()
}

/// Every range of a width that an unsigned and a signed interval make together, where some value lies in it.
fn ranges(width: u32) -> Vec<Range> {
    let mut out: Vec<Range> = Vec::new();
    for lo in 0..=mask(width) {
        for hi in lo..=mask(width) {
            let (unsigned, other) = (Range::unsigned(lo, hi, width), (signed(lo, width), signed(hi, width)));
            let from_signed = Range::signed(Some((other.0.min(other.1), other.0.max(other.1))), width);
            for range in [unsigned, from_signed, unsigned.meet(from_signed, width)] {
                if !values(range, width).is_empty() && !out.contains(&range) {
                    out.push(range);
                }
            }
        }
    }
    out
}

#[test]
fn ranges_of_results_hold_every_result_of_three_bits() {
    let width = 3;
    let all: Vec<(Range, Vec<u128>)> = ranges(width).into_iter().map(|r| (r, values(r, width))).collect();
    assert!(all.len() > 60, "{} ranges", all.len());
    for op in OPS {
        let out = if op.is_comparison() { 1 } else { width };
        for (a, of_a) in &all {
            for (b, of_b) in &all {
                let range = binary(op, *a, *b, width);
                for (&x, &y) in of_a.iter().flat_map(|x| of_b.iter().map(move |y| (x, y))) {
                    let got = apply(op, x, y, width);
                    assert!(holds(range, got, out), "{x} {op:?} {y} = {got}, not in {range:?} of {a:?} and {b:?}");
                }
            }
        }
    }
}

/// Wide words, where sums, products and shifts leave what 128 bits hold.
#[test]
fn ranges_of_results_hold_results_of_wide_words() {
    let mut samples = Samples::new(5);
    for width in [1, 8, 31, 32, 63, 64, 65, 127, 128] {
        for _ in 0..4000 {
            let mut range = || {
                let (a, b) = (samples.value(width), samples.value(width));
                let unsigned = Range::unsigned(a.min(b), a.max(b), width);
                let (x, y) = (signed(a, width), signed(b, width));
                let range =
                    if samples.bits() & 1 == 0 { unsigned } else { Range::signed(Some((x.min(y), x.max(y))), width) };
                // Both ends are values of it, in one reading or the other.
                (range, [a, b])
            };
            let ((a, of_a), (b, of_b)) = (range(), range());
            for op in OPS {
                let out = if op.is_comparison() { 1 } else { width };
                let result = binary(op, a, b, width);
                for (x, y) in of_a.into_iter().flat_map(|x| of_b.map(|y| (x, y))) {
                    let got = apply(op, x, y, width);
                    assert!(holds(result, got, out), "{width} bits: {x:x} {op:?} {y:x} = {got:x}, not in {result:?}");
                }
            }
        }
    }
}

/// A comparison's facts about its sides, true and false, for every range of both.
#[test]
fn a_comparison_keeps_every_value_that_passes_it() {
    let width = 3;
    let all: Vec<(Range, Vec<u128>)> = ranges(width).into_iter().map(|r| (r, values(r, width))).collect();
    for op in [BinOp::Eq, BinOp::Ult, BinOp::Ule, BinOp::Slt, BinOp::Sle] {
        for (a, of_a) in &all {
            for (b, of_b) in &all {
                let facts = [true, false].map(|truth| compared(op, truth, *a, *b, width));
                for (&x, &y) in of_a.iter().flat_map(|x| of_b.iter().map(move |y| (x, y))) {
                    let (left, right) = facts[usize::from(apply(op, x, y, width) == 0)];
                    assert!(holds(left, x, width) && holds(right, y, width), "{x} {op:?} {y}: {left:?}, {right:?}");
                }
            }
        }
    }
}

#[test]
fn meeting_and_joining_keep_the_values_of_both_and_of_either() {
    let width = 3;
    for a in ranges(width) {
        for b in ranges(width) {
            let (meet, hull) = (a.meet(b, width), a.hull(b));
            for v in 0..=mask(width) {
                let (in_a, in_b) = (holds(a, v, width), holds(b, v, width));
                assert!(!(in_a && in_b) || holds(meet, v, width), "{v} of {a:?} and {b:?} is not in {meet:?}");
                assert!(!(in_a || in_b) || holds(hull, v, width), "{v} of {a:?} or {b:?} is not in {hull:?}");
            }
        }
    }
}

/// Movements of bits and choices, over every value of two inputs of four bits under every upper bound.
#[test]
fn bounds_of_terms_hold_wherever_the_assumption_does() {
    for bound in [0u128, 1, 6, 7, 8, 9, 14] {
        let mut t = Terms::new();
        let (a, b, limit) = (t.var(0, 4), t.var(1, 4), t.constant(bound, 4));
        let (less, below) = (t.bin(BinOp::Ult, a, b), t.bin(BinOp::Slt, a, b));
        let not = t.un(UnOp::Not, less);
        let both = t.bin(BinOp::And, not, below);
        for given in [t.bin(BinOp::Ule, a, limit), t.bin(BinOp::Slt, limit, a), t.bin(BinOp::Eq, a, limit)] {
            let mut roots = vec![t.un(UnOp::Neg, a), t.un(UnOp::Not, a), t.concat(a, b)];
            roots.extend([t.sext(a, 9), t.zext(a, 9), t.extract(a, 1, 3), t.extract(a, 3, 1)]);
            for condition in [less, below, both] {
                let (x, y) = (t.bin(BinOp::Sub, b, a), t.bin(BinOp::Sub, a, b));
                let magnitude = t.ite(condition, x, y);
                let inner = t.ite(below, a, b);
                roots.extend([t.ite(condition, a, b), t.ite(condition, inner, a), magnitude, t.sext(magnitude, 7)]);
            }
            let mut intervals = Intervals::new(&t, &[given]);
            for (x, y) in (0..16).flat_map(|x| (0..16).map(move |y| (x, y))) {
                let value = |n: u32| if n == 0 { x } else { y };
                if t.eval(given, &value) != Some(1) {
                    continue;
                }
                for &root in &roots {
                    let (range, got) = (intervals.of(&t, root), t.eval(root, &value).unwrap());
                    assert!(holds(range, got, t.width(root)), "{x}, {y}: {got} not in {range:?} of {:?}", t.node(root));
                }
            }
        }
    }
}

#[test]
fn a_nested_clamp_is_seen_to_be_one() {
    let mut t = Terms::new();
    let (a, lo, hi) = (t.var(0, 32), t.constant(-128i128 as u128, 32), t.constant(127, 32));
    let low = t.bin(BinOp::Slt, a, lo);
    let inner = t.ite(low, lo, a);
    let over = t.bin(BinOp::Slt, hi, inner);
    let clamped = t.ite(over, hi, inner);
    let range = Intervals::new(&t, &[]).of(&t, clamped);
    assert_eq!((range.slo, range.shi), (-128, 127));
}

#[test]
fn bounds_that_exclude_each_other_leave_what_was_known() {
    let (low, high) = (Range::unsigned(0, 3, 8), Range::unsigned(9, 12, 8));
    assert_eq!(low.meet(high, 8), low);
    let mut t = Terms::new();
    let (a, three, nine) = (t.var(0, 8), t.constant(3, 8), t.constant(9, 8));
    let given = [t.bin(BinOp::Ule, a, three), t.bin(BinOp::Ule, nine, a)];
    let range = Intervals::new(&t, &given).of(&t, a);
    assert!(range.ulo <= range.uhi && range.slo <= range.shi, "{range:?}");
}

#[test]
fn bounds_of_squares_are_the_least_and_the_greatest_square() {
    for lo in -9..10 {
        for hi in lo..10 {
            let squares = || (lo..=hi).map(|x: i128| x * x);
            assert_eq!(square((lo, hi)), squares().min().zip(squares().max()), "{lo}..={hi}");
        }
    }
    assert_eq!(square((i128::MIN, 0)), None);
}

#[test]
fn a_product_of_a_term_with_itself_is_a_square() {
    let mut terms = Terms::new();
    let byte = terms.var(0, 8);
    let wide = terms.zext(byte, 16);
    let half = terms.constant(128, 16);
    let centred = terms.bin(BinOp::Sub, wide, half);
    let product = terms.bin(BinOp::Mul, centred, centred);
    let range = Intervals::new(&terms, &[]).of(&terms, product);
    assert_eq!((range.slo, range.shi), (0, 128 * 128));
}

/// The facts of random conditions on two numbers of four bits, against every pair for which the conditions hold.
#[test]
fn what_assumptions_say_of_terms_holds_wherever_they_hold() {
    let width = 4;
    let mut samples = Samples::new(11);
    let mut narrower = 0;
    for _ in 0..5000 {
        let mut t = Terms::raw();
        let (x, y, zero) = (t.var(0, width), t.var(1, width), t.constant(0, width));
        let (negative, minus) = (t.bin(BinOp::Slt, x, zero), t.un(UnOp::Neg, x));
        let magnitude = t.ite(negative, minus, x);
        let mut comparison = |t: &mut Terms| {
            let constant = t.constant(samples.value(width), width);
            let of = [x, y, magnitude, constant];
            let [a, b] = [0, 1].map(|_| of[samples.bits() as usize % of.len()]);
            let ops = [BinOp::Eq, BinOp::Ult, BinOp::Ule, BinOp::Slt, BinOp::Sle];
            let found = t.bin(ops[samples.bits() as usize % ops.len()], a, b);
            if samples.bits() & 1 == 0 { found } else { t.un(UnOp::Not, found) }
        };
        let [a, b, c, d] = [0; 4].map(|_| comparison(&mut t));
        let chosen = t.ite(b, c, d);
        let given = [a, chosen];
        let mut intervals = Intervals::new(&t, &given);
        let ranges = [x, y, magnitude].map(|of| intervals.of(&t, of));
        let mut held = false;
        for (p, q) in (0..16).flat_map(|p| (0..16).map(move |q| (p, q))) {
            let value = |of: TermId| t.eval(of, &|n| if n == 0 { p } else { q }).unwrap();
            if given.iter().all(|&condition| value(condition) == 1) {
                held = true;
                for (of, range) in [x, y, magnitude].into_iter().zip(ranges) {
                    assert!(holds(range, value(of), width), "{p} {q}: {} is not in {range:?}", value(of));
                }
            }
        }
        narrower += usize::from(held && ranges[0] != Range::full(width));
    }
    assert!(narrower > 1000, "only {narrower} of the conditions say something");
}
