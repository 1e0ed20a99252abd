//! Operations of IEEE 754: the host's arithmetic against arithmetic in integers, corners that are known, every value of
//! binary16 where that is enough, and names.

#![allow(clippy::unwrap_used)]

use isotope_ir::ieee::{Format, Integer, Operation, Rounding};
use rand::{Rng, SeedableRng, rngs::StdRng};

use Format::{BFloat, Double, Half, Single};
use Rounding::{Away, Down, Nearest, Odd, ToZero, Up};

/// Floats where arithmetic differs: zeros, denormals, powers of two, halves, infinities, NaNs; or any bits.
fn float(rng: &mut StdRng, format: Format) -> u64 {
    let sign = if rng.random() { format.sign() } else { 0 };
    let fraction = rng.random_range(0..1u64 << format.fraction_bits());
    let written = |exponent: u32| u64::from(exponent) << format.fraction_bits();
    sign | match rng.random_range(0..10) {
        0 => 0,
        1 => fraction & 3,
        2 => fraction,
        3 => format.infinity(),
        4 => format.infinity() | fraction,
        5 => format.infinity() - 1 - (fraction & 3),
        6 => written(rng.random_range(0..=2 * format.bias())),
        7 => written(format.bias() + rng.random_range(0..4)) | 1 << (format.fraction_bits() - 1),
        // Close in size, so that sums cancel.
        8 => written(format.bias() - 2 + rng.random_range(0..4)) | fraction,
        _ => rng.random_range(0..format.sign()),
    }
}

#[test]
fn the_host_computes_what_integers_do() {
    let mut rng = StdRng::seed_from_u64(1);
    for format in [Single, Double] {
        let operations = [
            Operation::Add(format, Nearest),
            Operation::Sub(format, Nearest),
            Operation::Mul(format, Nearest),
            Operation::Div(format, Nearest),
            Operation::Sqrt(format, Nearest),
            Operation::MulAdd(format, Nearest),
            Operation::Equal(format),
            Operation::Less(format),
            Operation::LessOrEqual(format),
            Operation::Convert(format, if format == Single { Double } else { Single }, Nearest),
        ];
        for operation in operations {
            for _ in 0..20_000 {
                let args = [0; 3].map(|_: u64| float(&mut rng, format));
                let (host, exact) = (operation.apply(args), operation.apply_exactly(args));
                assert_eq!(host, exact, "{} of {args:x?}", operation.name());
            }
        }
    }
}

#[test]
fn sixteen_bits_are_what_binary32_rounds_to() {
    // 24 bits of significand are twice 11 and two: + - * / and the root may be rounded twice.
    let mut rng = StdRng::seed_from_u64(2);
    for format in [Half, BFloat] {
        let wide = |bits| Operation::Convert(format, Single, Nearest).apply_exactly([bits, 0, 0]);
        let narrow = |bits| Operation::Convert(Single, format, Nearest).apply_exactly([bits, 0, 0]);
        for make in [Operation::Add, Operation::Sub, Operation::Mul, Operation::Div, Operation::Sqrt] {
            for _ in 0..20_000 {
                let [x, y] = [0; 2].map(|_: u64| float(&mut rng, format));
                let twice = narrow(make(Single, Nearest).apply([wide(x), wide(y), 0]));
                assert_eq!(make(format, Nearest).apply([x, y, 0]), twice, "{x:x} {y:x}");
            }
        }
    }
}

#[test]
fn every_way_to_round_brackets_the_root() {
    for x in 0..Half.infinity() {
        let root = |rounding| Operation::Sqrt(Half, rounding).apply([x, 0, 0]);
        let [down, up, near, odd] = [Down, Up, Nearest, Odd].map(root);
        assert_eq!(down, root(ToZero));
        assert!(up == down || up == down + 1, "{x:x}: {down:x} {up:x}");
        assert!(near == down || near == up);
        assert_eq!(odd, if up == down { down } else { down | 1 });
        // Squares, exact in binary64, lie on both sides of the operand.
        let value = |bits| f64::from_bits(Operation::Convert(Half, Double, Nearest).apply([bits, 0, 0]));
        assert!(value(down) * value(down) <= value(x) && value(x) <= value(up) * value(up), "{x:x}");
    }
}

#[test]
fn corners() {
    let one = 0x3f80_0000;
    let add = |x, y, rounding| Operation::Add(Single, rounding).apply([x, y, 0]);
    // One and a hair.
    assert_eq!([Nearest, Down, Up, ToZero, Away, Odd].map(|r| add(one, 1, r) - one), [0, 0, 1, 0, 0, 1]);
    // A difference of equals is zero, negative when rounding down.
    assert_eq!(add(one, one | Single.sign(), Nearest), 0);
    assert_eq!(add(one, one | Single.sign(), Down), Single.sign());
    // Half an integer.
    let round = |bits, rounding| Operation::Round(Single, rounding).apply([bits, 0, 0]);
    let half = 2.5f32.to_bits().into();
    let values = [Nearest, Down, Up, ToZero, Away].map(|r| f32::from_bits(round(half, r) as u32));
    assert_eq!(values, [2.0, 2.0, 3.0, 2.0, 3.0]);
    assert_eq!(round((-0.25f32).to_bits().into(), Nearest), Single.sign());
    // Invalid operations.
    let nan = Single.nan();
    assert_eq!(Operation::Sqrt(Single, Nearest).apply([Single.sign() | 1, 0, 0]), nan);
    assert_eq!(Operation::Sqrt(Single, Up).apply([Single.sign(), 0, 0]), Single.sign());
    assert_eq!(Operation::Mul(Single, Nearest).apply([0, Single.infinity(), 0]), nan);
    // A result that overflows towards zero stays finite.
    assert_eq!(add(Single.infinity() - 1, Single.infinity() - 1, ToZero), Single.infinity() - 1);
    // Scaled once: two roundings of a denormal would differ.
    let scale = |x: f64, n: i32| Operation::Scale(Double, Nearest).apply([x.to_bits(), u64::from(n as u32), 0]);
    assert_eq!(f64::from_bits(scale(1.5, -1074)), f64::from_bits(2));
    assert_eq!(f64::from_bits(scale(3.0, i32::MAX)), f64::INFINITY);
    assert_eq!(f64::from_bits(scale(f64::MIN_POSITIVE, 2000)), 2f64.powi(978));
}

#[test]
fn integers() {
    let int = |bits, signed| Integer { bits, signed };
    let to = |x: f32, to, rounding| {
        let args = [x.to_bits().into(), 0, 0];
        (Operation::ToInteger(Single, to, rounding).apply(args), Operation::Fits(Single, to, rounding).apply(args) == 1)
    };
    assert_eq!(to(2.5, int(32, true), Nearest), (2, true));
    assert_eq!(to(-2.5, int(32, true), Down), (0xffff_fffd, true));
    assert_eq!(to(2_147_483_648.0, int(32, true), ToZero), (0x7fff_ffff, false));
    assert_eq!(to(-2_147_483_648.0, int(32, true), ToZero), (0x8000_0000, true));
    assert_eq!(to(4_294_967_040.0, int(32, false), ToZero), (0xffff_ff00, true));
    // A number that rounds to zero fits, whatever its sign.
    assert_eq!(to(-0.75, int(32, false), ToZero), (0, true));
    assert_eq!(to(-0.75, int(32, false), Nearest), (0, false));
    assert_eq!(to(-0.25, int(32, false), Nearest), (0, true));
    assert_eq!(to(f32::NAN, int(64, true), ToZero), (0, false));
    assert_eq!(to(f32::NEG_INFINITY, int(64, true), ToZero), (1 << 63, false));
    let from = |bits, from, rounding| Operation::FromInteger(from, Single, rounding).apply([bits, 0, 0]);
    assert_eq!(f32::from_bits(from(0xff, int(8, true), Nearest) as u32), -1.0);
    assert_eq!(f32::from_bits(from(0xff, int(8, false), Nearest) as u32), 255.0);
    assert_eq!(from(u64::MAX, int(64, false), Nearest), (u64::MAX as f32).to_bits().into());
    assert_eq!(from(u64::MAX, int(64, false), ToZero), u64::from((u64::MAX as f32).to_bits()) - 1);
}

#[test]
fn names_are_read_back() {
    let (a, b) = (Integer { bits: 8, signed: false }, Integer { bits: 64, signed: true });
    for f in Format::ALL {
        for r in Rounding::ALL {
            let all = [
                Operation::Add(f, r),
                Operation::Sub(f, r),
                Operation::Mul(f, r),
                Operation::Div(f, r),
                Operation::Sqrt(f, r),
                Operation::MulAdd(f, r),
                Operation::Scale(f, r),
                Operation::Round(f, r),
                Operation::Equal(f),
                Operation::Less(f),
                Operation::LessOrEqual(f),
                Operation::Convert(f, Single, r),
                Operation::FromInteger(a, f, r),
                Operation::ToInteger(f, b, r),
                Operation::Saturate(f, a, r),
                Operation::Fits(f, b, r),
            ];
            for operation in all {
                assert_eq!(Operation::named(&operation.name()), Some(operation));
            }
        }
    }
    // As expressions write them, and as nobody does.
    assert_eq!(Operation::named("fadd.float32"), Some(Operation::Add(Single, Nearest)));
    assert_eq!(Operation::named("fconvert.float32.uint8"), Some(Operation::ToInteger(Single, a, ToZero)));
    for wrong in [
        "fadd",
        "fadd.float31",
        "fadd.float32.nearest",
        "feq.float32.up",
        "fconvert.int8.uint8",
        "fadd.float32.up.up",
        "fconvert_ok.int8.float32",
        "fconvert.float32.uint65",
        "fconvert.float32.uint08",
    ] {
        assert_eq!(Operation::named(wrong), None, "{wrong}");
    }
}
