//! Values of leaves on the samples that forms are valued on.
//!
//! Four corners come first for every leaf alike: all at the least, all at the greatest, all zero,
//! all one. That is where saturations and wraps happen together. A quarter of the rest are corners
//! again, mixed between leaves.

use crate::form::Range;
use crate::limits::SAMPLES;
use isotope_ir::interp::float::{decode, encode};
use isotope_ir::term::mask;
use isotope_ir::types::Type;

/// SplitMix64 with a fixed seed: the samples are part of the answer's determinism.
pub(super) struct Samples(u64);

impl Samples {
    /// From the start: every window has the same samples for the same ranges.
    pub(super) fn new() -> Self {
        Samples(0x9E37_79B9_7F4A_7C15)
    }

    /// The next of the sequence.
    fn random(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The values of a leaf: corners of its range first, which all leaves have together, then corners and others at random.
    pub(super) fn in_range(&mut self, (lo, hi): Range) -> Vec<i128> {
        let corners =
            [lo, hi, 0.clamp(lo, hi), 1.clamp(lo, hi), (-1).clamp(lo, hi), (lo + hi) >> 1, lo + (hi - lo) / 3];
        let span = (hi - lo + 1) as u128;
        (0..SAMPLES)
            .map(|i| match i {
                0..=3 => corners[i],
                _ if self.random().is_multiple_of(4) => corners[self.random() as usize % corners.len()],
                _ => lo + (self.random() as u128 % span) as i128,
            })
            .collect()
    }

    /// Bits of floats of a type: zero, one, minus one and a large number first, then numbers of any size that are mostly no integers, and a quarter
    /// of any bits. None is a NaN, of which most operations leave the result open.
    ///
    /// Of any bits almost all are past every integer, or less than one: conversions would give two values, and few instructions would differ.
    pub(super) fn floats(&mut self, ty: Type) -> Vec<i128> {
        const CORNERS: [f64; 4] = [0.0, 1.0, -1.0, 1e9];
        (0..SAMPLES)
            .map(|i| {
                let any = self.random() & mask(ty.bits) as u64;
                let number = (self.random() as i32 >> (self.random() % 31)) as f64;
                let parts = [1.0, 2.0, 4.0, 3.0][self.random() as usize % 4];
                let bits = match CORNERS.get(i) {
                    Some(&corner) => encode(corner, ty),
                    None if self.random().is_multiple_of(4) && !decode(any, ty).is_nan() => any,
                    None => encode(number / parts, ty),
                };
                bits.into()
            })
            .collect()
    }
}
