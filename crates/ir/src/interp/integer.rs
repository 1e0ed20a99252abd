//! One lane of integer operations, computed on mathematical integers and wrapped at the end.
//!
//! A lane's bits become the integer that they stand for, the operation is done on integers, and the result is wrapped
//! once. So the rule of each operation stands here as Halide documents it, without a thought of widths; `i128` holds
//! every intermediate result of 64-bit lanes but the product of two unsigned ones.

use crate::expr::Op;
use crate::types::Type;

/// All ones in a lane of `ty`.
pub fn mask(ty: Type) -> u64 {
    crate::term::mask(ty.bits) as u64
}

/// The integer that a lane's bits stand for.
pub fn value(bits: u64, ty: Type) -> i128 {
    if ty.is_signed() { crate::term::signed(bits.into(), ty.bits) } else { bits.into() }
}

/// The bits of an integer modulo 2^N.
pub fn wrap(value: i128, ty: Type) -> u64 {
    value as u64 & mask(ty)
}

/// The nearest integer that `ty` holds.
pub fn saturate(value: i128, ty: Type) -> i128 {
    let (low, high) = ty.range().unwrap_or((value, value));
    value.clamp(low, high)
}

/// One lane; `None` is an undefined result.
pub fn apply(op: &Op, bits: &[u64], types: &[Type], ty: Type, no_wrap: bool) -> Option<u64> {
    let v: Vec<i128> = bits.iter().zip(types).map(|(&b, &t)| value(b, t)).collect();
    if matches!(op, Op::MulShiftRight | Op::RoundingMulShiftRight) {
        return Some(wrap(mul_shift_right(op, v[0], v[1], v[2], ty)?, ty));
    }
    if v.len() == 1 {
        return Some(wrap(unary(op, v[0], bits[0], types[0], ty)?, ty));
    }
    if *op == Op::PromiseClamped {
        return (v[1] <= v[0] && v[0] <= v[2]).then(|| bits[0]);
    }
    let exact = binary(op, v[0], v[1], types[0])?;
    let wrapped = wrap(exact, ty);
    (!no_wrap || value(wrapped, ty) == exact).then_some(wrapped)
}

/// Operations of one operand: by value, or by bits where bits are counted.
fn unary(op: &Op, a: i128, bits: u64, from: Type, ty: Type) -> Option<i128> {
    Some(match op {
        Op::Cast | Op::StrictFloat => a,
        Op::SaturatingCast => saturate(a, ty),
        Op::Not => !a,
        Op::Abs => a.abs(),
        Op::CountLeadingZeros => (bits.leading_zeros() - (64 - from.bits)).into(),
        Op::CountTrailingZeros => bits.trailing_zeros().min(from.bits).into(),
        Op::PopCount => bits.count_ones().into(),
        _ => return None,
    })
}

/// Operations of two operands, exact; the result is wrapped by the caller. Saturation is to the left operand's type.
fn binary(op: &Op, a: i128, b: i128, from: Type) -> Option<i128> {
    let n = from.bits;
    Some(match op {
        Op::Add | Op::WideningAdd | Op::WidenRightAdd => a + b,
        Op::Sub | Op::WideningSub | Op::WidenRightSub => a - b,
        // Only the low 64 bits are kept, and products of two unsigned 64-bit lanes pass i128.
        Op::Mul | Op::WideningMul | Op::WidenRightMul => a.wrapping_mul(b),
        Op::Div if b == 0 => 0,
        // Of the least value by -1 the quotient is one past the type, and wraps.
        Op::Div => a.div_euclid(b),
        Op::Mod if b == 0 => 0,
        Op::Mod => a.rem_euclid(b),
        Op::DivRoundToZero => a.checked_div(b)?,
        Op::ModRoundToZero => a.checked_rem(b)?,
        Op::Min => a.min(b),
        Op::Max => a.max(b),
        Op::Eq => (a == b).into(),
        Op::Ne => (a != b).into(),
        Op::Lt => (a < b).into(),
        Op::Le => (a <= b).into(),
        Op::Gt => (a > b).into(),
        Op::Ge => (a >= b).into(),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::ShiftLeft => shift_left(a, b, n)?,
        Op::ShiftRight => shift_left(a, -b, n)?,
        Op::WideningShiftLeft => shift_left(a, b, 2 * n)?,
        Op::WideningShiftRight => shift_left(a, -b, 2 * n)?,
        Op::RoundingShiftRight => rounding_shift_right(a, b, n)?,
        Op::RoundingShiftLeft => rounding_shift_right(a, -b, n)?,
        Op::Absd => (a - b).abs(),
        Op::SaturatingAdd => saturate(a + b, from),
        Op::SaturatingSub => saturate(a - b, from),
        Op::HalvingAdd => (a + b) >> 1,
        Op::HalvingSub => (a - b) >> 1,
        Op::RoundingHalvingAdd => (a + b + 1) >> 1,
        _ => return None,
    })
}

/// A shift in `bits` bits; a negative amount shifts right, by `bits` or more is undefined.
fn shift_left(a: i128, amount: i128, bits: u32) -> Option<i128> {
    let far = u32::try_from(amount.abs()).ok().filter(|&n| n < bits)?;
    Some(if amount >= 0 { ((a as u128) << far) as i128 } else { a >> far })
}

/// To the right, the sum with the rounding bit is computed in twice the bits, which is where it becomes undefined.
fn rounding_shift_right(a: i128, amount: i128, bits: u32) -> Option<i128> {
    if amount <= 0 {
        return shift_left(a, -amount, bits);
    }
    let far = u32::try_from(amount).ok().filter(|&n| n < 2 * bits)?;
    Some(round_shift(a, far))
}

/// (a + 2^(n-1)) >> n without the sum, which could overflow.
fn round_shift(a: i128, n: u32) -> i128 {
    let shift = |n: u32| a >> n.min(127);
    if n == 0 { a } else { shift(n) + (shift(n - 1) & 1) }
}

/// `q` shifts the double-width product, and so must be less than its width; the rounding form computes in twice that.
fn mul_shift_right(op: &Op, a: i128, b: i128, q: i128, ty: Type) -> Option<i128> {
    let rounding = *op == Op::RoundingMulShiftRight;
    let bound = if rounding { 4 * ty.bits } else { 2 * ty.bits };
    let q = u32::try_from(q).ok().filter(|&q| q < bound)?;
    if !ty.is_signed() {
        let product = a as u128 * b as u128;
        let shift = |n: u32| product.checked_shr(n).unwrap_or(0);
        let shifted = shift(q) + if rounding && q > 0 { shift(q - 1) & 1 } else { 0 };
        return Some(shifted.min(mask(ty).into()) as i128);
    }
    // Below 2^127 in magnitude: signed 64-bit lanes, or one signed and one unsigned.
    let product = a * b;
    let shifted = if rounding { round_shift(product, q) } else { product >> q.min(127) };
    Some(saturate(shifted, ty))
}
