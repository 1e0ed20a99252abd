//! Saturating casts from floats, and to them.

use super::{Arithmetic, SINGLE, cast, fraction_bits, infinity, magnitude, ones};
use crate::expr::Op;
use crate::term::BinOp;
use crate::types::{Kind, Type};

/// Integers of so many bits are exact in binary32, their bounds too, and are converted as signed ones of 32 bits.
const EXACT_BITS: u32 = 16;

/// Rounded to the nearest as a cast does, then pinned: only what the cast made infinite changes.
pub(super) fn saturating_cast<A: Arithmetic>(a: &mut A, value: A::Value, from: Type, to: Type) -> A::Value {
    if !to.is_float() {
        return pinned_cast(a, value, from, to);
    }
    // Infinities become the largest finite values.
    let near = cast(a, value, from, to);
    let (infinite, sign) = (a.constant(infinity(to), to.bits), a.constant(1 << (to.bits - 1), to.bits));
    let largest = a.constant(infinity(to) - 1, to.bits);
    let size = magnitude(a, near, to.bits);
    let finite = a.bin(BinOp::Ult, size, infinite);
    let sign = a.bin(BinOp::And, near, sign);
    let pinned = a.bin(BinOp::Or, sign, largest);
    a.select(finite, near, pinned)
}

/// To an integer: pinned as a float between bounds that are floats, and cast then, which CPUs do to whole vectors. LLVM's own saturating
/// conversions go lane by lane. Where the type reaches further than those bounds, a value past them becomes the type's own bound. A NaN
/// becomes the lower bound; Halide leaves that open.
fn pinned_cast<A: Arithmetic>(a: &mut A, value: A::Value, from: Type, to: Type) -> A::Value {
    let wide = if from.bits == 16 { SINGLE } else { from };
    let value = cast(a, value, from, wide);
    // Finite numbers of binary16 fit 32 bits, which more CPUs convert to than to 64, and more to signed integers than to unsigned ones.
    let is_short = to.bits <= EXACT_BITS || (from.kind, from.bits) == (Kind::Float, 16);
    let through = if is_short { Type::int(32, 1) } else { to };
    let [of_result, of_step] =
        [to, through].map(|ty| ty.range().unwrap_or_else(|| unreachable!("{ty} is of integers")));
    let (low, high) = (of_result.0.max(of_step.0), below(of_result.1.min(of_step.1), wide));
    let [least, most] = [low, high].map(|bound| {
        let number = bound as f64;
        let bits = if wide.bits == 32 { u64::from((number as f32).to_bits()) } else { number.to_bits() };
        a.constant(bits, wide.bits)
    });
    let over = a.float(&Op::Gt, value, least, wide);
    let pinned = a.select(over, value, least);
    let under = a.float(&Op::Lt, pinned, most, wide);
    let pinned = a.select(under, pinned, most);
    let whole = a.convert(pinned, wide, through);
    let mut result = match through.bits < to.bits && through.is_signed() {
        true => a.sign_extend(whole, to.bits),
        false => a.resize(whole, to.bits),
    };
    if high < of_result.1 {
        let past = a.float(&Op::Gt, value, most, wide);
        let highest = a.constant(of_result.1 as u64, to.bits);
        result = a.select(past, highest, result);
    }
    if of_result.0 < low {
        let past = a.float(&Op::Lt, value, least, wide);
        let lowest = a.constant(of_result.0 as u64 & ones(to.bits), to.bits);
        result = a.select(past, lowest, result);
    }
    result
}

/// The largest integer up to a bound, itself positive, that is a float of a format: the bound without the bits that its significand
/// has no place for.
fn below(bound: i128, ty: Type) -> i128 {
    let excess = (128 - bound.leading_zeros()).saturating_sub(fraction_bits(ty) + 1);
    bound >> excess << excess
}
