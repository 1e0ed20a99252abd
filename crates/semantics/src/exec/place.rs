//! Positions inside registers. A text's index may be any integer; here it is checked before it
//! becomes the number of a bit.

use super::fault::{Done, Fault};
use crate::limits::MAX_REGISTER_BITS;
use crate::pseudo::ast::Sym;

/// A place inside a variable.
pub(super) struct Place {
    /// The variable.
    pub var: Sym,
    /// Lowest bit.
    pub lo: i128,
    /// Number of bits; `None` is the whole variable.
    pub width: Option<u32>,
}

impl Place {
    /// Bits `lo .. lo + width` of this place.
    pub fn inside(self, lo: i128, width: u32) -> Self {
        Place { var: self.var, lo: self.lo.saturating_add(lo), width: Some(width) }
    }
}

/// The lowest of `width` bits from `lo` on, if all of them are within `bits`.
pub(super) fn position(lo: i128, width: u32, bits: u32, name: impl FnOnce() -> String) -> Done<u32> {
    // Saturated, a sum is still outside: no register reaches there.
    let hi = lo.saturating_add(width.into());
    match u32::try_from(lo) {
        Ok(at) if hi <= bits.into() => Ok(at),
        _ => Err(Fault::OutOfRange { name: name(), lo, hi, bits }),
    }
}

/// How many bits `lo ..= hi` are, if any register has as many.
pub(super) fn span(lo: i128, hi: i128, name: impl FnOnce() -> String) -> Done<u32> {
    let end = hi.saturating_add(1);
    match u32::try_from(end.saturating_sub(lo)) {
        Ok(width) if width <= MAX_REGISTER_BITS => Ok(width),
        _ => Err(Fault::OutOfRange { name: name(), lo, hi: end, bits: MAX_REGISTER_BITS }),
    }
}
