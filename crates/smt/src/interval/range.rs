//! Ranges of words, as unsigned and as signed numbers at once.
//!
//! One value has two readings, and a range bounds both at once. Neither is enough: the bounds of `a - b` of bytes are
//! good as signed numbers and say nothing as unsigned ones, where 0 - 1 is the greatest of all; those of a mask are the
//! other way round. Each operation bounds the reading in which it does not wrap, and `tightened` carries that into the
//! other.

use isotope_ir::term::{mask, signed};

/// Bounds of a term, inclusive, in both readings of its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Least unsigned value.
    pub ulo: u128,
    /// Greatest unsigned value.
    pub uhi: u128,
    /// Least signed value.
    pub slo: i128,
    /// Greatest signed value.
    pub shi: i128,
}

/// The least value of so many bits with a sign; 1 to 128 of them.
fn least(width: u32) -> i128 {
    signed(1u128 << (width - 1), width)
}

/// The greatest.
fn greatest(width: u32) -> i128 {
    (mask(width) >> 1) as i128
}

impl Range {
    /// Everything of so many bits.
    pub fn full(width: u32) -> Range {
        Range { ulo: 0, uhi: mask(width), slo: least(width), shi: greatest(width) }
    }

    /// One value.
    pub fn exactly(value: u128, width: u32) -> Range {
        let s = signed(value, width);
        Range { ulo: value, uhi: value, slo: s, shi: s }
    }

    /// From an unsigned interval within the width's values, of which the caller is sure.
    pub(crate) fn unsigned(ulo: u128, uhi: u128, width: u32) -> Range {
        Range { ulo, uhi, ..Range::full(width) }.tightened(width)
    }

    /// From a signed interval of an operation's true results. It is dropped when it leaves the width's values: some
    /// result then wraps, and may be anything. So is one that could not be computed in 128 bits.
    pub(crate) fn signed(bounds: Option<(i128, i128)>, width: u32) -> Range {
        match bounds {
            Some((slo, shi)) if slo >= least(width) && shi <= greatest(width) => {
                Range { slo, shi, ..Range::full(width) }.tightened(width)
            }
            _ => Range::full(width),
        }
    }

    /// Carries what one reading knows into the other. Where all values have one sign, both readings run in the same
    /// order, and each end of one is an end of the other; across the change of sign neither says anything of the other.
    pub(super) fn tightened(mut self, width: u32) -> Range {
        let half = 1u128 << (width - 1);
        if self.uhi < half || self.ulo >= half {
            self.slo = self.slo.max(signed(self.ulo, width));
            self.shi = self.shi.min(signed(self.uhi, width));
        }
        if self.slo >= 0 || self.shi < 0 {
            self.ulo = self.ulo.max(self.slo as u128 & mask(width));
            self.uhi = self.uhi.min(self.shi as u128 & mask(width));
        }
        self
    }

    /// The values that both ranges allow. Ranges that exclude each other (unreachable code, contradicting assumptions) give
    /// `self`: no value is there, so any range is right, and an empty one would break the arithmetic on it.
    pub fn meet(self, other: Range, width: u32) -> Range {
        let both = Range {
            ulo: self.ulo.max(other.ulo),
            uhi: self.uhi.min(other.uhi),
            slo: self.slo.max(other.slo),
            shi: self.shi.min(other.shi),
        };
        if both.ulo > both.uhi || both.slo > both.shi {
            return self;
        }
        let tight = both.tightened(width);
        if tight.ulo > tight.uhi || tight.slo > tight.shi { self } else { tight }
    }

    /// The rest of a range whose values differ from another's: an end less where that is the other's only value.
    pub(super) fn without(mut self, other: Range, width: u32) -> Range {
        if other.ulo == other.uhi && self.ulo < self.uhi && self.slo < self.shi {
            self.ulo += u128::from(self.ulo == other.ulo);
            self.uhi -= u128::from(self.uhi == other.uhi);
            self.slo += i128::from(self.slo == other.slo);
            self.shi -= i128::from(self.shi == other.shi);
        }
        self.tightened(width)
    }

    /// The values that either range allows, and those that lie between.
    pub fn hull(self, other: Range) -> Range {
        Range {
            ulo: self.ulo.min(other.ulo),
            uhi: self.uhi.max(other.uhi),
            slo: self.slo.min(other.slo),
            shi: self.shi.max(other.shi),
        }
    }
}
