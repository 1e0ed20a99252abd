//! Arithmetic of the host that is IEEE 754's: binary32 and binary64, to nearest.
//!
//! Rust promises that of + - * / and the square root, of fused multiplication and addition, of comparisons and of `as`
//! between floats and from integers (library documentation of `f32`, "NaN bit patterns"): all but the bits of a NaN, which are replaced here.

use super::{Format, Operation, Rounding};

/// The value, where the host has it.
#[inline]
pub(super) fn apply(operation: Operation, [x, y, z]: [u64; 3]) -> Option<u64> {
    use Format::{Double, Single};
    use Operation::*;
    use Rounding::Nearest;
    let (a, b) = (|| single(x), || single(y));
    let (c, d) = (|| f64::from_bits(x), || f64::from_bits(y));
    Some(match operation {
        Add(Single, Nearest) => of_single(a() + b()),
        Sub(Single, Nearest) => of_single(a() - b()),
        Mul(Single, Nearest) => of_single(a() * b()),
        Div(Single, Nearest) => of_single(a() / b()),
        Sqrt(Single, Nearest) => of_single(a().sqrt()),
        MulAdd(Single, Nearest) => of_single(a().mul_add(b(), single(z))),
        Equal(Single) => u64::from(a() == b()),
        Less(Single) => u64::from(a() < b()),
        LessOrEqual(Single) => u64::from(a() <= b()),
        Add(Double, Nearest) => of_double(c() + d()),
        Sub(Double, Nearest) => of_double(c() - d()),
        Mul(Double, Nearest) => of_double(c() * d()),
        Div(Double, Nearest) => of_double(c() / d()),
        Sqrt(Double, Nearest) => of_double(c().sqrt()),
        MulAdd(Double, Nearest) => of_double(c().mul_add(d(), f64::from_bits(z))),
        Equal(Double) => u64::from(c() == d()),
        Less(Double) => u64::from(c() < d()),
        LessOrEqual(Double) => u64::from(c() <= d()),
        Convert(Single, Double, _) => of_double(a().into()),
        Convert(Double, Single, Nearest) => of_single(c() as f32),
        _ => return None,
    })
}

/// A binary32 from the low bits of a word.
fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn of_single(value: f32) -> u64 {
    if value.is_nan() { Format::Single.nan() } else { value.to_bits().into() }
}

fn of_double(value: f64) -> u64 {
    if value.is_nan() { Format::Double.nan() } else { value.to_bits() }
}
