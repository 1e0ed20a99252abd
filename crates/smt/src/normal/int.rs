//! Integers as the normal form knows them: a polynomial, and bounds of its value.

use super::poly::{Bounds, Poly};

/// An integer: a polynomial, and bounds of its value where known.
#[derive(Clone, Debug)]
pub(super) struct Int {
    pub poly: Poly,
    pub bounds: Option<Bounds>,
}

impl Int {
    pub(super) fn constant(value: i128) -> Int {
        Int { poly: Poly::constant(value), bounds: Some((value, value)) }
    }

    pub(super) fn within(&self, (lo, hi): Bounds) -> bool {
        self.bounds.is_some_and(|(a, b)| lo <= a && b <= hi)
    }
}

/// The integers that `width` bits can mean in one reading.
pub(super) fn window(width: u32, signed: bool) -> Bounds {
    if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}

pub(super) fn both(a: &Int, b: &Int) -> Option<(Bounds, Bounds)> {
    a.bounds.zip(b.bounds)
}

/// What both bounds allow; the first where they exclude each other.
pub(super) fn meet(a: Option<Bounds>, b: Bounds) -> Option<Bounds> {
    match a {
        Some((lo, hi)) if lo.max(b.0) <= hi.min(b.1) => Some((lo.max(b.0), hi.min(b.1))),
        Some(own) => Some(own),
        None => Some(b),
    }
}
