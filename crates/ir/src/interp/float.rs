//! One lane of floating-point operations, exactly rounded: to nearest, ties to even.
//!
//! binary16 and bfloat16 are computed in binary32 and rounded once more, which is exact for + - * / because 24 bits of
//! significand are at least twice 11 and two more. A NaN that an operation makes is the type's default one: IEEE 754
//! leaves its payload open. Min and max of a NaN, or of zeros of both signs, differ between targets and are undefined.

use super::integer::{self, mask};
use crate::expr::Op;
use crate::types::{Kind, Type};
use half::{bf16, f16};

/// The value of a lane of bits; exact, as binary64 holds every narrower format.
pub fn decode(bits: u64, ty: Type) -> f64 {
    match (ty.kind, ty.bits) {
        (Kind::BFloat, _) => bf16::from_bits(bits as u16).to_f64(),
        (_, 16) => f16::from_bits(bits as u16).to_f64(),
        (_, 32) => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

/// The bits of the nearest value of a format, ties to even.
pub fn encode(value: f64, ty: Type) -> u64 {
    match (ty.kind, ty.bits) {
        (Kind::BFloat, _) => bf16::from_f32(to_odd(value)).to_bits().into(),
        (_, 16) => f16::from_f32(to_odd(value)).to_bits().into(),
        (_, 32) => (value as f32).to_bits().into(),
        _ => value.to_bits(),
    }
}

/// Rounds to odd, so that a second rounding to 22 bits or fewer is as if it were the only one.
fn to_odd(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) == value || value.is_nan() {
        return near;
    }
    let truncated = if f64::from(near).abs() > value.abs() { near.to_bits() - 1 } else { near.to_bits() };
    f32::from_bits(truncated | 1)
}

/// One lane of an operation with a float operand or result; `None` is an undefined result.
pub fn apply(op: &Op, bits: &[u64], types: &[Type], ty: Type) -> Option<u64> {
    let from = types[0];
    match op {
        // Nothing is converted, so that a signalling NaN stays one.
        Op::Cast if (from.kind, from.bits) == (ty.kind, ty.bits) => return Some(bits[0]),
        Op::Cast | Op::SaturatingCast => return convert(bits[0], from, ty, *op == Op::SaturatingCast),
        Op::StrictFloat => return Some(bits[0]),
        // Only the sign bit changes, also of a NaN.
        Op::Abs => return Some(bits[0] & (mask(ty) >> 1)),
        _ => {}
    }
    let v: Vec<f64> = bits.iter().zip(types).map(|(&b, &t)| decode(b, t)).collect();
    let (a, b) = (v[0], *v.get(1)?);
    let open = a.is_nan() || b.is_nan() || (a == 0.0 && b == 0.0 && bits[0] != bits[1]);
    Some(match op {
        Op::Eq => (a == b).into(),
        Op::Ne => (a != b).into(),
        Op::Lt => (a < b).into(),
        Op::Le => (a <= b).into(),
        Op::Gt => (a > b).into(),
        Op::Ge => (a >= b).into(),
        Op::Min | Op::Max if open => return None,
        Op::Min => {
            if a <= b {
                bits[0]
            } else {
                bits[1]
            }
        }
        Op::Max => {
            if a >= b {
                bits[0]
            } else {
                bits[1]
            }
        }
        Op::Absd => arithmetic(&Op::Sub, a, b, ty) & (mask(ty) >> 1),
        Op::Mod => {
            let down = encode(decode(arithmetic(&Op::Div, a, b, ty), ty).floor(), ty);
            let product = arithmetic(&Op::Mul, b, decode(down, ty), ty);
            arithmetic(&Op::Sub, a, decode(product, ty), ty)
        }
        Op::Add | Op::Sub | Op::Mul | Op::Div => arithmetic(op, a, b, ty),
        Op::WideningAdd | Op::WidenRightAdd => arithmetic(&Op::Add, a, b, ty),
        Op::WideningSub | Op::WidenRightSub => arithmetic(&Op::Sub, a, b, ty),
        Op::WideningMul | Op::WidenRightMul => arithmetic(&Op::Mul, a, b, ty),
        _ => return None,
    })
}

/// One rounded operation in the format of `ty`.
fn arithmetic(op: &Op, a: f64, b: f64, ty: Type) -> u64 {
    let in_f64 = |a: f64, b: f64| match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a * b,
        _ => a / b,
    };
    let in_f32 = |a: f32, b: f32| match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a * b,
        _ => a / b,
    };
    let value = if ty.bits == 64 { in_f64(a, b) } else { in_f32(a as f32, b as f32).into() };
    if value.is_nan() { encode(f64::NAN, ty) } else { encode(value, ty) }
}

/// A conversion with a float on either side.
fn convert(bits: u64, from: Type, ty: Type, saturating: bool) -> Option<u64> {
    if from.is_integer() {
        return Some(from_integer(integer::value(bits, from), ty, saturating));
    }
    let value = decode(bits, from);
    let Some((low, high)) = ty.range() else {
        if saturating && value.is_nan() {
            return None;
        }
        let near = encode(value, ty);
        // A narrower format makes infinities of what was finite.
        return Some(if saturating { pin(near, ty) } else { near });
    };
    // `as` truncates and clamps; every format's values that matter here are within i128 or beyond all of `ty`.
    let truncated = value as i128;
    let inside = (low..=high).contains(&truncated);
    if value.is_nan() || (!saturating && !inside) {
        return None;
    }
    Some(integer::wrap(truncated.clamp(low, high), ty))
}

/// The nearest float of an integer of at most 64 bits, rounded once.
fn from_integer(value: i128, ty: Type, saturating: bool) -> u64 {
    let near = match ty.bits {
        64 => (value as f64).to_bits(),
        32 => (value as f32).to_bits().into(),
        _ => {
            // Too long for binary64: keep 50 bits and a sticky one.
            let magnitude = value.unsigned_abs();
            let drop = (128 - magnitude.leading_zeros()).saturating_sub(50);
            let sticky = u128::from(magnitude & ((1 << drop) - 1) != 0);
            let kept = ((magnitude >> drop) | sticky) as f64 * (drop as f64).exp2();
            encode(if value < 0 { -kept } else { kept }, ty)
        }
    };
    if saturating { pin(near, ty) } else { near }
}

/// Infinities become the largest finite value.
fn pin(bits: u64, ty: Type) -> u64 {
    let infinity = encode(f64::INFINITY, ty);
    let sign = mask(ty) ^ (mask(ty) >> 1);
    if bits & !sign == infinity { bits - 1 } else { bits }
}
