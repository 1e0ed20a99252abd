//! Integers as the normal form knows them: a polynomial, and bounds of its value.
//!
//! An [`Int`] is a mathematical integer, not a word. How it relates to a term of `w` bits is said by whoever made it:
//! it is *congruent* to the term modulo `2^w`, or it is *exactly* the term's unsigned or signed value. Only the second
//! survives an extension, a comparison, a division or a shift right.

use super::poly::{Bounds, Poly};

/// An integer: a polynomial, and bounds of its value where known.
#[derive(Clone, Debug)]
pub(super) struct Int {
    pub poly: Poly,
    /// Of every value that the atoms can take together, wherever the assumptions hold.
    pub bounds: Option<Bounds>,
}

impl Int {
    /// A known integer, which is its own bounds.
    pub(super) fn constant(value: i128) -> Int {
        Int { poly: Poly::constant(value), bounds: Some((value, value)) }
    }

    /// Whether every value is known to lie there; where nothing is known of the bounds, it is not.
    pub(super) fn within(&self, (lo, hi): Bounds) -> bool {
        self.bounds.is_some_and(|(a, b)| lo <= a && b <= hi)
    }
}

/// The integers that `width` bits can mean in one reading: `2^width` in a row, so each residue occurs once. Widths stay
/// at or below `MAX_NORMAL_WIDTH`, which leaves room for sums of many in 128 bits.
pub(super) fn window(width: u32, signed: bool) -> Bounds {
    if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}

/// The bounds of two integers, where both have some.
pub(super) fn both(a: &Int, b: &Int) -> Option<(Bounds, Bounds)> {
    a.bounds.zip(b.bounds)
}

/// The values that both bounds allow; the first where they exclude each other.
pub(super) fn meet(a: Option<Bounds>, b: Bounds) -> Option<Bounds> {
    match a {
        Some((lo, hi)) if lo.max(b.0) <= hi.min(b.1) => Some((lo.max(b.0), hi.min(b.1))),
        Some(own) => Some(own),
        None => Some(b),
    }
}
