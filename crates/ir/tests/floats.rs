//! Floating-point operations as they are written down (`soft_float`) against the interpreter: every value of the formats of
//! 16 bits, corners of the others, with nothing but binary32 and binary64 operations and integer arithmetic underneath.

#![allow(clippy::unwrap_used)]

use isotope_ir::expr::Op;
use isotope_ir::interp::float::{apply, decode, encode};
use isotope_ir::soft_float::{self, Arithmetic, DOUBLE, SINGLE, infinity, is_nan};
use isotope_ir::term::{self, BinOp};
use isotope_ir::types::{Kind, Type};
use rand::{Rng, SeedableRng, rngs::StdRng};

const HALF: Type = Type::float(16, 1);
const BRAIN: Type = Type { kind: Kind::BFloat, bits: 16, lanes: 1 };

/// This processor: bits with their width.
struct Native;

impl Arithmetic for Native {
    type Value = (u64, u32);

    fn constant(&mut self, value: u64, bits: u32) -> (u64, u32) {
        assert!(bits == 64 || value >> bits == 0, "{value:x} has more than {bits} bits");
        (value, bits)
    }

    fn bin(&mut self, op: BinOp, a: (u64, u32), b: (u64, u32)) -> (u64, u32) {
        assert_eq!(a.1, b.1, "{op:?} of two widths");
        let width = if op.is_comparison() { 1 } else { a.1 };
        (term::apply(op, a.0.into(), b.0.into(), a.1) as u64, width)
    }

    fn select(&mut self, condition: (u64, u32), then: (u64, u32), other: (u64, u32)) -> (u64, u32) {
        assert_eq!((condition.1, then.1), (1, other.1));
        if condition.0 == 1 { then } else { other }
    }

    fn resize(&mut self, value: (u64, u32), bits: u32) -> (u64, u32) {
        (value.0 & term::mask(bits) as u64, bits)
    }

    fn float(&mut self, op: &Op, a: (u64, u32), b: (u64, u32), ty: Type) -> (u64, u32) {
        assert!(ty.bits >= 32, "{ty} is not had");
        let (x, y) = (decode(a.0, ty), decode(b.0, ty));
        let arithmetic = |single: fn(f32, f32) -> f32, double: fn(f64, f64) -> f64| {
            let value =
                if ty.bits == 32 { single(x as f32, y as f32).to_bits().into() } else { double(x, y).to_bits() };
            (value, ty.bits)
        };
        match op {
            Op::Add => arithmetic(|x, y| x + y, |x, y| x + y),
            Op::Sub => arithmetic(|x, y| x - y, |x, y| x - y),
            Op::Mul => arithmetic(|x, y| x * y, |x, y| x * y),
            Op::Div => arithmetic(|x, y| x / y, |x, y| x / y),
            Op::Eq => ((x == y).into(), 1),
            Op::Ne => ((x != y).into(), 1),
            Op::Lt => ((x < y).into(), 1),
            Op::Le => ((x <= y).into(), 1),
            Op::Gt => ((x > y).into(), 1),
            Op::Ge => ((x >= y).into(), 1),
            other => panic!("{other:?} is no operation of a processor"),
        }
    }

    fn sign_extend(&mut self, value: (u64, u32), bits: u32) -> (u64, u32) {
        assert!(value.1 < bits, "{} bits are not extended to {bits}", value.1);
        ((term::signed(value.0.into(), value.1) as u128 & term::mask(bits)) as u64, bits)
    }

    fn convert(&mut self, value: (u64, u32), from: Type, to: Type) -> (u64, u32) {
        assert!((!from.is_float() || from.bits >= 32) && (!to.is_float() || to.bits >= 32), "{from} to {to}");
        // A lane without a value may be anything.
        (apply(&Op::Cast, &[value.0], &[from], to).unwrap_or(0x55 & term::mask(to.bits) as u64), to.bits)
    }
}

/// One lane of an operation as it is written down.
fn written(op: &Op, bits: &[u64], types: &[Type], ty: Type) -> u64 {
    let args: Vec<(u64, u32)> = bits.iter().zip(types).map(|(b, t)| (*b, t.bits)).collect();
    let (value, width) = soft_float::operation(&mut Native, op, &args, types, ty);
    assert_eq!(width, ty.bits, "{op:?} to {ty}");
    value
}

/// Both give the same wherever the interpreter gives anything; a NaN may be any.
#[track_caller]
fn check(op: &Op, bits: &[u64], types: &[Type], ty: Type) {
    let Some(expected) = apply(op, bits, types, ty) else { return };
    let found = written(op, bits, types, ty);
    let open = is_nan(expected, ty) && is_nan(found, ty);
    assert!(found == expected || open, "{op:?} of {bits:x?} as {types:?} to {ty}: {found:x}, not {expected:x}");
}

/// Every type of integers, and of truth values.
fn integers() -> Vec<Type> {
    let both = |bits| [Type::int(bits, 1), Type::uint(bits, 1)];
    [8, 16, 32, 64].into_iter().flat_map(both).chain([Type::bool(1)]).collect()
}

/// Values of a format at which rounding may go wrong.
fn corners(ty: Type) -> Vec<u64> {
    let one = encode(1.0, ty);
    let (inf, sign) = (infinity(ty), 1 << (ty.bits - 1));
    let least_normal = 1 << soft_float::fraction_bits(ty);
    let bits = [0, 1, 2, 3, least_normal - 1, least_normal, least_normal + 1, one - 1, one, one + 1, inf - 1, inf];
    let values =
        [0.5, 1.5, 2.5, 3.0, 255.5, 256.5, 65_504.0, 65_519.9, 65_520.0, 3.3e38, 1e-8, 6e-8, 5.96e-8, 2.98e-8, 1e300];
    let all = bits.into_iter().chain(values.map(|v| encode(v, ty)));
    let mut both: Vec<u64> =
        all.flat_map(|bits| [bits, bits | sign]).chain([inf | 1, inf | sign | least_normal >> 1]).collect();
    both.sort_unstable();
    both.dedup();
    both
}

#[test]
fn every_narrow_value_is_widened_exactly() {
    for from in [HALF, BRAIN] {
        for bits in 0..=0xffff {
            for to in [SINGLE, DOUBLE, from] {
                check(&Op::Cast, &[bits], &[from], to);
            }
        }
    }
}

#[test]
fn every_narrow_value_converts_to_integers_and_the_other_format() {
    for (from, other) in [(HALF, BRAIN), (BRAIN, HALF)] {
        for bits in 0..=0xffff {
            for to in integers().into_iter().chain([other]) {
                check(&Op::Cast, &[bits], &[from], to);
                check(&Op::SaturatingCast, &[bits], &[from], to);
            }
        }
    }
}

/// Between two neighbours of a narrow format: on, just below and just above the middle, from both wide formats.
#[test]
fn rounding_to_narrow_is_to_nearest_and_even() {
    for to in [HALF, BRAIN] {
        for bits in (0..infinity(to)).step_by(7) {
            let (low, high) = (decode(bits, to), decode(bits + 1, to));
            if !high.is_finite() {
                continue;
            }
            let middle = low / 2.0 + high / 2.0;
            let even = if bits % 2 == 0 { bits } else { bits + 1 };
            let near = [
                (middle.next_down(), bits),
                (middle, even),
                (middle.next_up(), bits + 1),
                (low, bits),
                (high, bits + 1),
            ];
            for (value, expected) in near {
                for sign in [0, 0x8000] {
                    let value = if sign == 0 { value } else { -value };
                    assert_eq!(
                        written(&Op::Cast, &[value.to_bits()], &[DOUBLE], to),
                        expected | sign,
                        "{value:e} to {to}"
                    );
                    let single = value as f32;
                    if f64::from(single) == value {
                        assert_eq!(written(&Op::Cast, &[single.to_bits().into()], &[SINGLE], to), expected | sign);
                    }
                    check(&Op::Cast, &[value.to_bits()], &[DOUBLE], to);
                }
            }
        }
    }
}

#[test]
fn operations_round_once_at_the_corners() {
    use Op::*;
    for ty in [HALF, BRAIN, SINGLE, DOUBLE] {
        let all = corners(ty);
        for &a in &all {
            for op in [Abs, StrictFloat] {
                check(&op, &[a], &[ty], ty);
            }
            for &b in &all {
                for op in [Add, Sub, Mul, Div, Min, Max, Absd] {
                    check(&op, &[a, b], &[ty; 2], ty);
                }
                for op in [Eq, Ne, Lt, Le, Gt, Ge] {
                    check(&op, &[a, b], &[ty; 2], Type::bool(1));
                }
                let wide = ty.widen();
                if wide.is_valid() {
                    for op in [WideningAdd, WideningSub, WideningMul] {
                        check(&op, &[a, b], &[ty; 2], wide);
                    }
                    for op in [WidenRightAdd, WidenRightSub, WidenRightMul] {
                        check(&op, &[encode(decode(a, ty), wide), b], &[wide, ty], wide);
                    }
                }
            }
        }
    }
}

#[test]
fn operations_on_random_halves() {
    let mut rng = StdRng::seed_from_u64(31);
    for _ in 0..40_000 {
        let ty = if rng.random() { HALF } else { BRAIN };
        let bits = [rng.random_range(0..=0xffff), rng.random_range(0..=0xffff)];
        for op in [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod] {
            check(&op, &bits, &[ty; 2], ty);
        }
    }
}

#[test]
fn remainders_are_what_the_division_leaves() {
    for ty in [HALF, BRAIN, SINGLE, DOUBLE] {
        for (a, b) in
            [(7.5, 2.0), (-7.5, 2.0), (7.5, -2.0), (0.25, 3.0), (-0.25, 3.0), (6.0, 3.0), (1e4, 7.0), (-0.0, 2.0)]
        {
            check(&Op::Mod, &[encode(a, ty), encode(b, ty)], &[ty; 2], ty);
        }
    }
}

#[test]
fn floors_are_whole() {
    for ty in [HALF, BRAIN] {
        for bits in 0..=0xffffu64 {
            let (found, _) = soft_float::floor(&mut Native, (bits, 16), ty);
            let value = decode(bits, ty);
            let same = if value.is_nan() { is_nan(found, ty) } else { decode(found, ty) == value.floor() };
            assert!(same, "floor of {value:e} as {ty} is {:e}", decode(found, ty));
        }
    }
    let mut rng = StdRng::seed_from_u64(32);
    let random: Vec<f64> = (0..3000).map(|_| f64::from_bits(rng.random())).collect();
    let near: Vec<f64> = [0.0, 1.0, 2.0, 255.0, 4_194_304.0, 8_388_608.0, 4_503_599_627_370_496.0]
        .into_iter()
        .flat_map(|v: f64| [v, v.next_down(), v.next_up(), v + 0.5, -v, -v.next_up(), -v - 0.5])
        .collect();
    for value in random.into_iter().chain(near) {
        for ty in [SINGLE, DOUBLE] {
            let bits = encode(value, ty);
            let value = decode(bits, ty);
            let (found, width) = soft_float::floor(&mut Native, (bits, ty.bits), ty);
            assert_eq!(width, ty.bits);
            let same = if value.is_nan() { is_nan(found, ty) } else { found == encode(value.floor(), ty) };
            assert!(same, "floor of {value:e} as {ty} is {:e}", decode(found, ty));
        }
    }
}

/// Integers too long for binary64 are rounded once.
#[test]
fn integers_round_once() {
    let mut rng = StdRng::seed_from_u64(33);
    let mut values: Vec<u64> =
        (0..64).flat_map(|n| [1u64 << n, (1 << n) - 1, (1u64 << n) + 1, !0 << n, (3u64 << n >> 1) + 1]).collect();
    values.extend((0..4000).map(|_| rng.random::<u64>() >> rng.random_range(0..64)));
    // Ties of bfloat16 with something far below them.
    values.extend(
        (8..62).flat_map(|n| [(0x181u64 << n >> 8) + 1, 0x183u64 << n >> 8, (0x183u64 << n >> 8).wrapping_sub(1)]),
    );
    for from in
        [8, 16, 32, 64].into_iter().flat_map(|bits| [Type::int(bits, 1), Type::uint(bits, 1)]).chain([Type::bool(1)])
    {
        for &value in &values {
            for to in [HALF, BRAIN, SINGLE, DOUBLE] {
                let bits = value & term::mask(from.bits) as u64;
                check(&Op::Cast, &[bits], &[from], to);
                check(&Op::SaturatingCast, &[bits], &[from], to);
            }
        }
    }
}

#[test]
fn saturation_pins_infinities_and_integers() {
    for from in [HALF, BRAIN, SINGLE, DOUBLE] {
        for bits in corners(from) {
            for to in integers().into_iter().chain([HALF, BRAIN, SINGLE, DOUBLE]) {
                check(&Op::SaturatingCast, &[bits], &[from], to);
                if let (true, false, Some(pinned)) =
                    (to.is_float(), is_nan(bits, from), apply(&Op::SaturatingCast, &[bits], &[from], to))
                {
                    assert!(decode(pinned, to).is_finite(), "{bits:x} as {from} to {to}");
                }
            }
        }
    }
}

/// Where integer types end, of which binary32 holds the powers of two alone.
#[test]
fn saturation_is_exact_at_the_bounds_of_integers() {
    let mut compared = 0;
    for to in integers() {
        let (low, high) = to.range().unwrap();
        for from in [HALF, BRAIN, SINGLE, DOUBLE] {
            for bound in [low as f64, high as f64, high as f64 + 1.0] {
                let bits = encode(bound, from);
                for near in bits.saturating_sub(3)..=bits + 3 {
                    let near = near & term::mask(from.bits) as u64;
                    check(&Op::SaturatingCast, &[near], &[from], to);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 600, "{compared} values");
    // The interpreter's own answers, by hand.
    let cast = |value: f32, to| apply(&Op::SaturatingCast, &[value.to_bits().into()], &[SINGLE], to);
    assert_eq!(cast(f32::INFINITY, Type::int(32, 1)), Some(0x7fff_ffff));
    assert_eq!(cast(2_147_483_520.0, Type::int(32, 1)), Some(2_147_483_520));
    assert_eq!(cast(-3e9, Type::int(32, 1)), Some(0x8000_0000));
    assert_eq!(cast(f32::MAX, Type::uint(64, 1)), Some(u64::MAX));
}
