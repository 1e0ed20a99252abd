//! The facts against the arithmetic of this processor, and what shows them against what does not.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::expr::Op;
use crate::lanes::float::apply;
use crate::soft_float::{DOUBLE, SINGLE};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// The integer part of the quotient of two integers as floats.
fn through_single(a: u32, b: u32) -> u32 {
    (a as f32 / b as f32) as u32
}

fn through_double(a: u64, b: u64) -> u64 {
    (a as f64 / b as f64) as u64
}

/// Values near which rounding goes wrong first: multiples of the divisor, less one, of as many bits as there may be.
fn corners(bits: u32, random: &mut StdRng) -> (u64, u64) {
    let most = (1u64 << bits) - 1;
    let b = match random.random_range(0..4) {
        0 => random.random_range(1..=3),
        1 => most - random.random_range(0..3),
        _ => random.random_range(1..=most) >> random.random_range(0..bits - 1),
    }
    .max(1);
    let multiple = random.random_range(0..=most / b) * b;
    (multiple.saturating_sub(random.random_range(0..2)), b)
}

#[test]
fn quotients_of_short_integers_are_exact() {
    let mut random = StdRng::seed_from_u64(7);
    for _ in 0..200_000 {
        let (a, b) = corners(precision(SINGLE) - 2, &mut random);
        assert_eq!(u64::from(through_single(a as u32, b as u32)), a / b, "{a} / {b}");
        let (a, b) = corners(precision(DOUBLE) - 2, &mut random);
        assert_eq!(through_double(a, b), a / b, "{a} / {b}");
    }
}

#[test]
#[ignore = "slow: all pairs of 16 bits"]
fn quotients_of_all_pairs_of_16_bits_are_exact() {
    for b in 1..=u32::from(u16::MAX) {
        for a in 0..=u32::from(u16::MAX) {
            assert_eq!(through_single(a, b), a / b, "{a} / {b}");
        }
    }
}

/// The integer of type `to` that the quotient of two variables is, in a format, and whether it is said to fit.
fn asked(terms: &mut Terms, bits: u32, guarded: bool, format: Type, to: Type) -> (TermId, TermId, [TermId; 2]) {
    let (a, b) = (terms.var(0, bits), terms.var(1, bits));
    let (zero, one) = (terms.constant(0, bits), terms.constant(1, bits));
    let by_zero = terms.bin(BinOp::Eq, b, zero);
    let nonzero = terms.un(UnOp::Not, by_zero);
    let divisor = if guarded { terms.ite(nonzero, b, one) } else { b };
    let integer = Type::int(32, 1);
    let floats = [a, divisor].map(|value| {
        let wide = terms.zext(value, 32);
        apply(terms, &Op::Cast, &[wide], &[integer], format).value
    });
    let divided = apply(terms, &Op::Div, &floats, &[format, format], format).value;
    let cast = apply(terms, &Op::Cast, &[divided], &[format], to);
    (cast.value, cast.defined, [a, divisor])
}

#[test]
fn a_guarded_quotient_is_an_integers() {
    let int = Type::int(32, 1);
    for (bits, format) in [(8, SINGLE), (16, SINGLE), (22, SINGLE), (31, DOUBLE)] {
        let mut terms = Terms::new();
        let (value, defined, [a, b]) = asked(&mut terms, bits, true, format, int);
        let quotient = terms.bin(BinOp::UDiv, a, b);
        assert_eq!(value, terms.zext(quotient, 32), "{bits} bits");
        assert_eq!(terms.as_const(defined), Some(1), "{bits} bits");
    }
}

#[test]
fn what_does_not_show_it_stays_as_it_is() {
    let int = Type::int(32, 1);
    // Too long for the significand; a divisor that may be zero; an integer that is too short; an arena that simplifies nothing.
    let cases = [(23, true, SINGLE, int, false), (16, false, SINGLE, int, false)];
    let more = [(16, true, SINGLE, Type::int(16, 1), false), (16, true, SINGLE, int, true)];
    for (bits, guarded, format, to, raw) in cases.into_iter().chain(more) {
        let mut terms = if raw { Terms::raw() } else { Terms::new() };
        let (value, defined, _) = asked(&mut terms, bits, guarded, format, to);
        // The conversion, or as many of its low bits as the type has.
        let whole = if let Node::Extract(0, whole) = *terms.node(value) { whole } else { value };
        assert!(matches!(terms.node(whole), Node::Apply(name, _) if name.starts_with("fconvert.")), "{bits} {guarded}");
        assert_eq!(terms.as_const(defined), None, "{bits} {guarded}");
    }
}

/// A value pinned between two numbers, as code pins it, and whether an integer type is said to hold it.
fn is_held(low: f32, high: f32, to: Type) -> bool {
    let mut terms = Terms::new();
    let x = terms.var(0, 32);
    let [low, high] = [low, high].map(|number| terms.constant(number.to_bits().into(), 32));
    let over = apply(&mut terms, &Op::Gt, &[x, low], &[SINGLE; 2], Type::bool(1)).value;
    let x = terms.ite(over, x, low);
    let under = apply(&mut terms, &Op::Lt, &[x, high], &[SINGLE; 2], Type::bool(1)).value;
    let x = terms.ite(under, x, high);
    let cast = apply(&mut terms, &Op::Cast, &[x], &[SINGLE], to);
    terms.as_const(cast.defined) == Some(1)
}

#[test]
fn what_is_pinned_fits_what_holds_its_bounds() {
    let int = |bits| Type::int(bits, 1);
    assert!(is_held(0.0, 255.0, int(32)));
    assert!(is_held(-32768.0, 32767.0, int(16)));
    assert!(is_held(0.0, 255.0, Type::uint(8, 1)));
    assert!(!is_held(0.0, 256.0, Type::uint(8, 1)));
    assert!(!is_held(-1.0, 255.0, Type::uint(8, 1)));
    assert!(!is_held(0.0, f32::INFINITY, int(32)));
    assert!(!is_held(f32::NAN, 1.0, int(32)));
    assert!(!is_held(7.0, 3.0, int(32)));
    // The last float before a bound that is none, and the one after it.
    let two = |power: i32| 2f32.powi(power);
    for (to, low, past) in [
        (int(32), -two(31), two(31)),
        (int(64), -two(63), two(63)),
        (Type::uint(32, 1), 0.0, two(32)),
        (Type::uint(64, 1), 0.0, two(64)),
    ] {
        assert!(is_held(low, past.next_down(), to), "{to}");
        assert!(!is_held(low, past, to), "{to}");
        // The float before zero has zero as its integer part.
        let short = if low == 0.0 { -1.0 } else { low.next_down() };
        assert!(!is_held(short, past.next_down(), to), "{to}");
    }
    assert!(!is_held(0.0, f32::MAX, Type::uint(64, 1)));
}

#[test]
fn simplified_and_as_written_are_equal() {
    let mut random = StdRng::seed_from_u64(11);
    let int = Type::int(32, 1);
    let (mut new, mut raw) = (Terms::new(), Terms::raw());
    let simple = asked(&mut new, 16, true, SINGLE, int).0;
    let written = asked(&mut raw, 16, true, SINGLE, int).0;
    for _ in 0..2_000 {
        let (a, b) =
            (u128::from(random.random::<u16>()), u128::from(random.random::<u16>() >> random.random_range(0..16)));
        let of = |n: u32| if n == 0 { a } else { b };
        assert_eq!(new.eval(simple, &of), raw.eval_with_floats(written, &of), "{a} / {b}");
    }
}

/// A float that is made of two bytes, any float and constants by a few operations.
fn drawn(terms: &mut Terms, random: &mut StdRng) -> TermId {
    let [byte, signed, any] = [(0, 8), (1, 8), (2, 32)].map(|(number, bits)| terms.var(number, bits));
    let mut all = vec![
        apply(terms, &Op::Cast, &[byte], &[Type::uint(8, 1)], SINGLE).value,
        apply(terms, &Op::Cast, &[signed], &[Type::int(8, 1)], SINGLE).value,
        any,
    ];
    let numbers = [0.0f32, -0.0, 1.0, 255.0, -128.0, 0.25, 1e-40, 3e38, f32::INFINITY, f32::NAN];
    all.extend(numbers.map(|number| terms.constant(number.to_bits().into(), 32)));
    for _ in 0..random.random_range(1..6) {
        let op = [Op::Add, Op::Sub, Op::Mul, Op::Min, Op::Max][random.random_range(0..5)].clone();
        // The last value that was made, so that the operations are one in the other.
        let (a, b) = (all[all.len() - 1], all[random.random_range(0..all.len())]);
        let (a, b) = if random.random() { (a, b) } else { (b, a) };
        all.push(apply(terms, &op, &[a, b], &[SINGLE; 2], SINGLE).value);
    }
    all[all.len() - 1]
}

#[test]
fn what_is_bounded_lies_between_its_bounds() {
    let mut random = StdRng::seed_from_u64(5);
    let mut bounded = 0;
    for _ in 0..20_000 {
        let mut terms = Terms::new();
        let value = drawn(&mut terms, &mut random);
        let Some((low, high)) = bounds::whole(&terms, value, SINGLE) else { continue };
        bounded += 1;
        for _ in 0..20 {
            let any = if random.random() { random.random() } else { random.random_range(-300.0f32..300.0).to_bits() };
            let inputs = [random.random::<u8>().into(), random.random::<u8>().into(), u128::from(any)];
            let bits = terms.eval_with_floats(value, &|number| inputs[number as usize]);
            let number = f32::from_bits(bits.unwrap() as u32);
            assert!(!number.is_nan() && (low..=high).contains(&(number as i128)), "{number} of {low} to {high}");
        }
    }
    assert!(bounded > 2_000, "{bounded}");
}

#[test]
fn both_orders_of_a_clamp_fit_what_holds_its_bounds() {
    for order in [[Op::Min, Op::Max], [Op::Max, Op::Min]] {
        let mut terms = Terms::new();
        let mut x = terms.var(0, 32);
        for op in order {
            let bound = if op == Op::Min { 255.0f32 } else { 0.0 };
            let bound = terms.constant(bound.to_bits().into(), 32);
            x = apply(&mut terms, &op, &[x, bound], &[SINGLE; 2], SINGLE).value;
        }
        let [byte, word] =
            [Type::uint(8, 1), Type::int(32, 1)].map(|to| apply(&mut terms, &Op::Cast, &[x], &[SINGLE], to));
        assert_eq!([byte, word].map(|cast| terms.as_const(cast.defined)), [Some(1); 2]);
        assert_eq!(terms.zext(byte.value, 32), word.value, "the word has no more bits than the byte");
        let short = apply(&mut terms, &Op::Cast, &[x], &[SINGLE], Type::int(8, 1));
        assert_eq!(terms.as_const(short.defined), None);
    }
}

#[test]
fn an_integer_is_converted_alike_in_every_width() {
    let mut terms = Terms::new();
    let byte = terms.var(0, 8);
    for (from, wide) in [(Type::uint(8, 1), Type::uint(32, 1)), (Type::int(8, 1), Type::int(16, 1))] {
        let long = if from.is_signed() { terms.sext(byte, wide.bits) } else { terms.zext(byte, wide.bits) };
        let own = apply(&mut terms, &Op::Cast, &[byte], &[from], SINGLE).value;
        assert_eq!(own, apply(&mut terms, &Op::Cast, &[long], &[wide], SINGLE).value);
        // Of bytes with a sign and without one they differ.
        let other = if from.is_signed() { Type::uint(8, 1) } else { Type::int(8, 1) };
        assert_ne!(own, apply(&mut terms, &Op::Cast, &[byte], &[other], SINGLE).value);
    }
}
