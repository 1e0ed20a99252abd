//! The parts of floating-point operations: binary32 and binary64 operations, and integer arithmetic for the rest.
//!
//! One definition, written down twice by whoever implements [`Arithmetic`]: as the terms of a lane, which are proved,
//! and as the steps of the plain lowering, which are executed. So a proof speaks of the operations that run. A format
//! of 16 bits is widened to binary32, computed there and rounded back, which is exact for + - * /: 24 bits of
//! significand are at least twice 11 and two more. Rounding and widening are integer arithmetic, because the
//! conversions of CPUs differ: x86's `vcvtneps2bf16` flushes denormals, and without F16C a conversion is a library
//! call.
//!
//! **What is left open.** The payload and the sign of a NaN that an operation makes, as IEEE 754 has it; min and max of
//! a NaN or of zeros of both signs, and casts of a NaN to integers, as Halide has it. The interpreter marks the latter
//! undefined and gives the default NaN for the former; whoever compares takes any NaN for it.

use crate::expr::Op;
use crate::term::BinOp;
use crate::types::{Kind, Type};
use saturation::saturating_cast;

pub mod bounds;
mod saturation;

/// binary32.
pub const SINGLE: Type = Type::float(32, 1);
/// binary64.
pub const DOUBLE: Type = Type::float(64, 1);

/// Where a definition is written down. Values are bits of one lane, of 1 to 64 bits.
pub trait Arithmetic {
    /// A value.
    type Value: Copy;

    /// A constant of `bits` bits.
    fn constant(&mut self, value: u64, bits: u32) -> Self::Value;

    /// An integer operation on equal widths; a comparison gives one bit.
    fn bin(&mut self, op: BinOp, a: Self::Value, b: Self::Value) -> Self::Value;

    /// `then` where the bit is set, `other` elsewhere.
    fn select(&mut self, condition: Self::Value, then: Self::Value, other: Self::Value) -> Self::Value;

    /// Extended by zeros, or truncated, to `bits` bits.
    fn resize(&mut self, value: Self::Value, bits: u32) -> Self::Value;

    /// `Add Sub Mul Div` rounded once, or a comparison to one bit, in a format that [`Arithmetic::has`] takes.
    fn float(&mut self, op: &Op, a: Self::Value, b: Self::Value, ty: Type) -> Self::Value;

    /// Extended by its sign to `bits` bits, which are more.
    fn sign_extend(&mut self, value: Self::Value, bits: u32) -> Self::Value;

    /// A conversion between formats and integers that are had. A float that its integer type does not hold may become anything.
    fn convert(&mut self, value: Self::Value, from: Type, to: Type) -> Self::Value;

    /// Whether [`Arithmetic::float`] and conversions to and from binary32 take a format: at least binary32 and
    /// binary64.
    fn has(&self, ty: Type) -> bool {
        ty.bits >= 32
    }

    /// The greatest integer not above the value, where there is an operation for it.
    fn floor(&mut self, _value: Self::Value, _ty: Type) -> Option<Self::Value> {
        None
    }
}

/// One lane of an operation with a float operand or result. Every operation has a value here; where it is undefined is
/// not said.
pub fn operation<A: Arithmetic>(a: &mut A, op: &Op, args: &[A::Value], types: &[Type], ty: Type) -> A::Value {
    let (from, ty) = (types[0].with_lanes(1), ty.with_lanes(1));
    match op {
        Op::StrictFloat => return args[0],
        Op::Abs => return magnitude(a, args[0], from.bits),
        Op::Cast => return cast(a, args[0], from, ty),
        Op::SaturatingCast => return saturating_cast(a, args[0], from, ty),
        Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => return compare(a, op, args[0], args[1], from),
        // The comparison and select that is one instruction on most targets.
        Op::Min | Op::Max => {
            let order = if *op == Op::Min { Op::Lt } else { Op::Gt };
            let first = compare(a, &order, args[0], args[1], from);
            return a.select(first, args[0], args[1]);
        }
        _ => {}
    }
    let [x, y] = [0, 1].map(|n| cast(a, args[n], types[n].with_lanes(1), ty));
    match op {
        Op::Add | Op::WideningAdd | Op::WidenRightAdd | Op::SaturatingAdd => arithmetic(a, &Op::Add, x, y, ty),
        Op::Mul | Op::WideningMul | Op::WidenRightMul => arithmetic(a, &Op::Mul, x, y, ty),
        Op::Div => arithmetic(a, &Op::Div, x, y, ty),
        Op::Mod => {
            let quotient = arithmetic(a, &Op::Div, x, y, ty);
            let down = floor(a, quotient, ty);
            let product = arithmetic(a, &Op::Mul, y, down, ty);
            arithmetic(a, &Op::Sub, x, product, ty)
        }
        Op::Absd => {
            let distance = arithmetic(a, &Op::Sub, x, y, ty);
            magnitude(a, distance, ty.bits)
        }
        _ => arithmetic(a, &Op::Sub, x, y, ty),
    }
}

/// One of + - * /, in a format that is had, or through binary32 with one more rounding, which changes nothing.
fn arithmetic<A: Arithmetic>(a: &mut A, op: &Op, x: A::Value, y: A::Value, ty: Type) -> A::Value {
    if a.has(ty) {
        return a.float(op, x, y, ty);
    }
    let (x, y) = (cast(a, x, ty, SINGLE), cast(a, y, ty, SINGLE));
    let exact = a.float(op, x, y, SINGLE);
    cast(a, exact, SINGLE, ty)
}

/// A comparison needs no rounding: widening keeps the order, and a NaN a NaN.
fn compare<A: Arithmetic>(a: &mut A, op: &Op, x: A::Value, y: A::Value, ty: Type) -> A::Value {
    if a.has(ty) {
        return a.float(op, x, y, ty);
    }
    let (x, y) = (cast(a, x, ty, SINGLE), cast(a, y, ty, SINGLE));
    a.float(op, x, y, SINGLE)
}

/// All bits but the sign.
fn magnitude<A: Arithmetic>(a: &mut A, value: A::Value, bits: u32) -> A::Value {
    let keep = a.constant(ones(bits - 1), bits);
    a.bin(BinOp::And, value, keep)
}

/// A value in another type, rounded to nearest, ties to even; to integers towards zero.
pub fn cast<A: Arithmetic>(a: &mut A, value: A::Value, from: Type, to: Type) -> A::Value {
    match (from.is_float(), to.is_float()) {
        // Nothing is converted, so that a signalling NaN stays one.
        (true, true) if (from.kind, from.bits) == (to.kind, to.bits) => value,
        (true, true) if from.bits == 16 => {
            let wide = widened(a, value, from);
            cast(a, wide, SINGLE, to)
        }
        (true, true) if to.bits == 16 && from.bits == 64 => {
            let odd = rounded_to_odd(a, value);
            rounded(a, odd, to)
        }
        (true, true) if to.bits == 16 => rounded(a, value, to),
        (true, false) if from.bits == 16 => {
            let wide = widened(a, value, from);
            a.convert(wide, SINGLE, to)
        }
        (false, true) if to.bits == 16 => integer_to_narrow(a, value, from, to),
        _ => a.convert(value, from, to),
    }
}

/// An integer as a 16-bit float, rounded once.
fn integer_to_narrow<A: Arithmetic>(a: &mut A, value: A::Value, from: Type, to: Type) -> A::Value {
    // Numbers that binary32 rounds are over 2^24 and infinite in binary16; bfloat16 reaches as far as binary32, which must be
    // exact.
    if from.bits <= 16 || to.kind == Kind::Float {
        let single = a.convert(value, from, SINGLE);
        return rounded(a, single, to);
    }
    let exact = if from.bits == 64 { sticky(a, value, from) } else { value };
    let double = a.convert(exact, from, DOUBLE);
    let odd = rounded_to_odd(a, double);
    rounded(a, odd, to)
}

/// Integers of more than 53 bits with the low 17 replaced by one that says whether they were zero: exact in binary64,
/// and on the same side of everything that bfloat16 rounds at.
fn sticky<A: Arithmetic>(a: &mut A, value: A::Value, from: Type) -> A::Value {
    let (low_bits, middle) = (a.constant(ones(17), 64), a.constant(1 << 16, 64));
    let (zero, high_bits) = (a.constant(0, 64), a.constant(!ones(17), 64));
    let low = a.bin(BinOp::And, value, low_bits);
    let exact = a.bin(BinOp::Eq, low, zero);
    let high = a.bin(BinOp::And, value, high_bits);
    let between = a.bin(BinOp::Or, high, middle);
    let kept = a.select(exact, value, between);
    // Within 53 bits: -2^53 <= value < 2^53, seen from the lower end.
    let (shifted, bound) = if from.is_signed() {
        let half = a.constant(1 << 53, 64);
        (a.bin(BinOp::Add, value, half), a.constant(1 << 54, 64))
    } else {
        (value, a.constant(1 << 53, 64))
    };
    let small = a.bin(BinOp::Ult, shifted, bound);
    a.select(small, value, kept)
}

/// binary64 to binary32, inexact values to the neighbour whose last bit is one: a second rounding to 22 bits or fewer
/// is then as if it were the only one. A NaN stays one.
fn rounded_to_odd<A: Arithmetic>(a: &mut A, value: A::Value) -> A::Value {
    let near = a.convert(value, DOUBLE, SINGLE);
    let back = a.convert(near, SINGLE, DOUBLE);
    let exact = a.bin(BinOp::Eq, back, value);
    let (size, back_size) = (magnitude(a, value, 64), magnitude(a, back, 64));
    let away = a.bin(BinOp::Ult, size, back_size);
    let away = a.resize(away, 32);
    let truncated = a.bin(BinOp::Sub, near, away);
    let one = a.constant(1, 32);
    let odd = a.bin(BinOp::Or, truncated, one);
    a.select(exact, near, odd)
}

/// A 16-bit float as binary32, exactly.
fn widened<A: Arithmetic>(a: &mut A, value: A::Value, from: Type) -> A::Value {
    if a.has(from) {
        return a.convert(value, from, SINGLE);
    }
    let wide = a.resize(value, 32);
    if from.kind == Kind::BFloat {
        let by = a.constant(16, 32);
        return a.bin(BinOp::Shl, wide, by);
    }
    let [sign_bit, sixteen, size_bits, thirteen] = [0x8000, 16, 0x7fff, 13].map(|c| a.constant(c, 32));
    let sign = a.bin(BinOp::And, wide, sign_bit);
    let sign = a.bin(BinOp::Shl, sign, sixteen);
    let size = a.bin(BinOp::And, wide, size_bits);
    let moved = a.bin(BinOp::Shl, size, thirteen);
    // The exponents' biases differ by 112; all ones stay all ones; without an exponent the value is a multiple of
    // 2^-24.
    let rebias = a.constant(112 << 23, 32);
    let normal = a.bin(BinOp::Add, moved, rebias);
    let special = a.bin(BinOp::Add, normal, rebias);
    let least = a.constant(113 << 23, 32);
    let implied = a.bin(BinOp::Add, moved, least);
    let denormal = a.float(&Op::Sub, implied, least, SINGLE);
    let (infinite, tiny) = (a.constant(0x7c00, 32), a.constant(0x400, 32));
    let is_finite = a.bin(BinOp::Ult, size, infinite);
    let is_denormal = a.bin(BinOp::Ult, size, tiny);
    let magnitude = a.select(is_finite, normal, special);
    let magnitude = a.select(is_denormal, denormal, magnitude);
    a.bin(BinOp::Or, sign, magnitude)
}

/// binary32 rounded to 16 bits.
fn rounded<A: Arithmetic>(a: &mut A, value: A::Value, to: Type) -> A::Value {
    if a.has(to) {
        return a.convert(value, SINGLE, to);
    }
    let size = magnitude(a, value, 32);
    if to.kind == Kind::BFloat {
        let near = nearest(a, value, 16);
        let near = a.resize(near, 16);
        let sixteen = a.constant(16, 32);
        let high = a.bin(BinOp::LShr, value, sixteen);
        let high = a.resize(high, 16);
        let quiet = a.constant(0x40, 16);
        let quiet = a.bin(BinOp::Or, high, quiet);
        let infinity = a.constant(infinity(SINGLE), 32);
        let is_nan = a.bin(BinOp::Ult, infinity, size);
        return a.select(is_nan, quiet, near);
    }
    // Below 2^-14 the last place is 2^-24, which is that of numbers from 1/2 on: an addition rounds there.
    let half = a.constant(0x3f00_0000, 32);
    let sum = a.float(&Op::Add, size, half, SINGLE);
    let denormal = a.bin(BinOp::Sub, sum, half);
    let near = nearest(a, size, 13);
    let rebias = a.constant(112 << 10, 32);
    let normal = a.bin(BinOp::Sub, near, rebias);
    let [least, over, nan] = [113 << 23, 0x4780_0000, infinity(SINGLE)].map(|c| a.constant(c, 32));
    let (infinite, quiet) = (a.constant(0x7c00, 32), a.constant(0x7e00, 32));
    let is_denormal = a.bin(BinOp::Ult, size, least);
    let is_finite = a.bin(BinOp::Ult, size, over);
    let is_nan = a.bin(BinOp::Ult, nan, size);
    let special = a.select(is_nan, quiet, infinite);
    let result = a.select(is_finite, normal, special);
    let result = a.select(is_denormal, denormal, result);
    let [sixteen, sign_bit] = [16, 0x8000].map(|c| a.constant(c, 32));
    let high = a.bin(BinOp::LShr, value, sixteen);
    let sign = a.bin(BinOp::And, high, sign_bit);
    let signed = a.bin(BinOp::Or, sign, result);
    a.resize(signed, 16)
}

/// A pattern of 32 bits without its lowest `drop`, rounded to nearest, ties to even: a carry moves into the exponent.
fn nearest<A: Arithmetic>(a: &mut A, value: A::Value, drop: u32) -> A::Value {
    let by = a.constant(drop.into(), 32);
    let (one, below_half) = (a.constant(1, 32), a.constant(ones(drop - 1), 32));
    let last = a.bin(BinOp::LShr, value, by);
    let last = a.bin(BinOp::And, last, one);
    let sum = a.bin(BinOp::Add, value, below_half);
    let sum = a.bin(BinOp::Add, sum, last);
    a.bin(BinOp::LShr, sum, by)
}

/// The greatest integer not above a float.
pub fn floor<A: Arithmetic>(a: &mut A, value: A::Value, ty: Type) -> A::Value {
    if let Some(done) = a.floor(value, ty) {
        return done;
    }
    if ty.bits == 16 {
        let wide = widened(a, value, ty);
        let down = floor(a, wide, SINGLE);
        return rounded(a, down, ty);
    }
    let (bits, fraction) = (ty.bits, fraction_bits(ty));
    let bias = (1u64 << (bits - 2 - fraction)) - 1;
    let size = magnitude(a, value, bits);
    let place = a.constant(fraction.into(), bits);
    let exponent = a.bin(BinOp::LShr, size, place);
    // With an exponent in between, the bits after the point are the lowest fraction - (exponent - bias).
    let all = a.constant(ones(fraction), bits);
    let first = a.constant(bias, bits);
    let beyond = a.constant(bias + u64::from(fraction), bits);
    let raised = a.bin(BinOp::Sub, exponent, first);
    // Reduced modulo a power of two, so that no shift is too far where the result is not used.
    let modulo = a.constant(u64::from(bits) - 1, bits);
    let raised = a.bin(BinOp::And, raised, modulo);
    let after = a.bin(BinOp::LShr, all, raised);
    let negative = {
        let sign = a.constant(1 << (bits - 1), bits);
        let positive = a.bin(BinOp::Ult, value, sign);
        let zero = a.constant(0, bits);
        a.select(positive, zero, after)
    };
    let keep = {
        let every = a.constant(ones(bits), bits);
        a.bin(BinOp::Xor, after, every)
    };
    let moved = a.bin(BinOp::Add, value, negative);
    let between = a.bin(BinOp::And, moved, keep);
    // Below one: zero of the same sign, or minus one.
    let minus_one = a.constant((bias << fraction) | 1 << (bits - 1), bits);
    let minus_zero = a.constant(1 << (bits - 1), bits);
    let below_zero = a.bin(BinOp::Ult, minus_zero, value);
    let sign = a.bin(BinOp::And, value, minus_zero);
    let small = a.select(below_zero, minus_one, sign);
    let is_small = a.bin(BinOp::Ult, exponent, first);
    let has_fraction = a.bin(BinOp::Ult, exponent, beyond);
    let result = a.select(has_fraction, between, value);
    a.select(is_small, small, result)
}

/// Bits of a format's fraction, the implied one not counted.
pub const fn fraction_bits(ty: Type) -> u32 {
    match (ty.kind, ty.bits) {
        (Kind::BFloat, _) => 7,
        (_, 16) => 10,
        (_, 32) => 23,
        _ => 52,
    }
}

/// The bits of plus infinity.
pub const fn infinity(ty: Type) -> u64 {
    let fraction = fraction_bits(ty);
    ones(ty.bits - 1 - fraction) << fraction
}

/// Whether bits of a format are a NaN; of no other type they are.
pub fn is_nan(bits: u64, ty: Type) -> bool {
    ty.is_float() && bits & ones(ty.bits - 1) > infinity(ty)
}

/// The low `bits` bits.
const fn ones(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}
