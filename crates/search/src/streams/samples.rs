//! Values of leaves on the samples that forms are valued on.
//!
//! Four corners come first for every leaf alike: all at the least, all at the greatest, all zero,
//! all one. That is where saturations and wraps happen together. A quarter of the rest are corners
//! again, mixed between leaves.

use crate::form::Range;
use crate::limits::SAMPLES;

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
}
