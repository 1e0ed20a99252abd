//! Ranges: bounds of a value, and what fits them.
//!
//! A range is an interval of integers, so it is sound for whatever it contains and forgets how values depend on each other.
//! Arithmetic on its ends saturates at 128 bits; a range that reaches those fits no type.

/// Bounds of a value, inclusive.
pub type Range = (i128, i128);

/// The range of a type of `bits` bits.
pub fn type_range(bits: u32, signed: bool) -> Range {
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// Whether `inner` lies in `outer`.
pub fn within(inner: Range, outer: Range) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

/// Whether all values of a range are told apart by `bits` bits of two's complement or of unsigned binary.
pub fn fits(range: Range, bits: u32) -> bool {
    within(range, type_range(bits, true)) || within(range, type_range(bits, false))
}

/// The greatest common divisor of magnitudes; 1 where it has no place among signed numbers.
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

/// 2^k, where there is room for it.
pub fn power(k: u32) -> Option<i128> {
    (k < 127).then(|| 1 << k)
}

/// Modulo 2^bits, read as a type has it.
pub fn wrap(value: i128, bits: u32, signed: bool) -> i128 {
    let low = value & ((1 << bits) - 1);
    if signed && low >> (bits - 1) == 1 { low - (1 << bits) } else { low }
}
