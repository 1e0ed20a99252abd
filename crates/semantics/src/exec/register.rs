//! Registers as lists of written segments.
//!
//! A permutation of bytes is 64 segments that are 64 variables: data that only moves is never joined, so that no term
//! is made for it. Invariant: segments are in order, do not overlap, and each has between 1 and 128 bits; gaps are bits
//! that nobody has written, and reading one is an error of the text.

use super::domain::Domain;
use super::value::{Value, from_parts};

/// A register: segments that do not overlap, by position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Register<V> {
    /// Position of the lowest bit, and the bits.
    pub segments: Vec<(u32, V)>,
    /// Declared width; a local variable has none.
    pub bits: Option<u32>,
    /// The width at which slices read as two's complement, 0 for never.
    pub signed_at: u32,
    /// Whether bits that nothing wrote are zeros: above an integer that was stored whole.
    pub zero_above: bool,
}

impl<V: Copy> Register<V> {
    pub fn empty(bits: Option<u32>) -> Self {
        Register { segments: Vec::new(), bits, signed_at: 0, zero_above: false }
    }

    /// A register filled with pieces, low first.
    pub fn of<D: Domain<V = V>>(d: &D, pieces: Vec<V>, bits: Option<u32>, signed_at: u32) -> Self {
        let mut at = 0;
        let mut segments = Vec::with_capacity(pieces.len());
        for piece in pieces {
            segments.push((at, piece));
            at += d.width(piece);
        }
        Register { segments, bits, signed_at, zero_above: false }
    }

    /// One past the highest bit written.
    pub fn extent<D: Domain<V = V>>(&self, d: &D) -> u32 {
        self.segments.last().map_or(0, |(lo, v)| lo + d.width(*v))
    }

    /// The first segment that reaches above bit `lo`.
    fn first_above<D: Domain<V = V>>(&self, d: &D, lo: u32) -> usize {
        self.segments.partition_point(|(at, v)| at + d.width(*v) <= lo)
    }

    /// Bits `lo .. lo + width` in pieces; the first unwritten bit as the error.
    /// A variable that was stored whole is an integer, so that bits above it are zeros; of a register nothing is known there.
    pub fn read<D: Domain<V = V>>(&self, d: &mut D, lo: u32, width: u32) -> Result<Vec<V>, u32> {
        let mut out = Vec::new();
        let mut at = lo;
        let end = lo + width;
        let mut i = self.first_above(d, lo);
        while at < end {
            let Some(&(start, v)) = self.segments.get(i) else {
                if !self.zero_above {
                    return Err(at);
                }
                // Constants, too, have at most 128 bits.
                while at < end {
                    let w = (end - at).min(128);
                    out.push(d.constant(0, w));
                    at += w;
                }
                break;
            };
            if start > at {
                if !self.zero_above {
                    return Err(at);
                }
                let w = (start.min(end) - at).min(128);
                out.push(d.constant(0, w));
                at += w;
                continue;
            }
            let w = (start + d.width(v)).min(end) - at;
            out.push(d.extract(v, at - start, w));
            at += w;
            i += 1;
        }
        Ok(out)
    }

    /// Replaces bits from `lo` on by pieces.
    pub fn write<D: Domain<V = V>>(&mut self, d: &mut D, lo: u32, pieces: &[V]) {
        let width: u32 = pieces.iter().map(|p| d.width(*p)).sum();
        let end = lo + width;
        // The segments that the write touches; the first and the last may stick out and leave a rest.
        let first = self.first_above(d, lo);
        let last = self.segments.partition_point(|(at, _)| *at < end);
        let mut fresh = Vec::with_capacity(pieces.len() + 2);
        if let Some(&(at, v)) = self.segments[first..last].first()
            && at < lo
        {
            fresh.push((at, d.extract(v, 0, lo - at)));
        }
        let mut at = lo;
        for piece in pieces {
            fresh.push((at, *piece));
            at += d.width(*piece);
        }
        if let Some(&(start, v)) = self.segments[first..last].last() {
            let stop = start + d.width(v);
            if stop > end {
                fresh.push((end, d.extract(v, end - start, stop - end)));
            }
        }
        self.segments.splice(first..last, fresh);
    }

    /// Clears those bits of `lo .. hi` that nothing has written.
    /// Gaps are collected first: writing moves segments.
    pub fn clear_unwritten<D: Domain<V = V>>(&mut self, d: &mut D, lo: u32, hi: u32) {
        let mut at = lo;
        let mut gaps = Vec::new();
        for &(start, v) in &self.segments {
            if start > at && at < hi {
                gaps.push((at, start.min(hi)));
            }
            at = at.max(start + d.width(v));
        }
        if at < hi {
            gaps.push((at, hi));
        }
        for (from, to) in gaps {
            let mut from = from;
            while from < to {
                let w = (to - from).min(128);
                let zero = d.constant(0, w);
                self.write(d, from, &[zero]);
                from += w;
            }
        }
    }

    /// The whole as a value: from bit 0 to the highest bit written.
    pub(super) fn whole<D: Domain<V = V>>(&self, d: &mut D) -> Result<Value<V>, u32> {
        let width = self.extent(d);
        if width == 0 {
            return if self.zero_above { Ok(Value::Int(0)) } else { Err(0) };
        }
        let parts = self.read(d, 0, width)?;
        Ok(from_parts(d, parts, self.signed_at))
    }

    /// `c ? a : b`, bit for bit. Where only one side has written, its bits stand: the other side's are undefined.
    /// Cut wherever either has a border, so that every piece lies within one segment of each.
    pub fn merge<D: Domain<V = V>>(d: &mut D, c: V, a: &Self, b: &Self) -> Self {
        let mut cuts: Vec<u32> = Vec::new();
        for register in [a, b] {
            for &(lo, v) in &register.segments {
                cuts.extend([lo, lo + d.width(v)]);
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let mut segments = Vec::new();
        for pair in cuts.windows(2) {
            let (lo, width) = (pair[0], pair[1] - pair[0]);
            let (x, y) = (a.covered(d, lo, width), b.covered(d, lo, width));
            let v = match (x, y) {
                (Some(x), Some(y)) => d.ite(c, x, y),
                (Some(v), None) | (None, Some(v)) => v,
                (None, None) => continue,
            };
            segments.push((lo, v));
        }
        Register {
            segments,
            bits: a.bits,
            signed_at: a.signed_at.max(b.signed_at),
            zero_above: a.zero_above || b.zero_above,
        }
    }

    /// Bits that lie within one segment, or none: `None` where this register has not been written.
    fn covered<D: Domain<V = V>>(&self, d: &mut D, lo: u32, width: u32) -> Option<V> {
        let (start, v) = *self.segments.get(self.first_above(d, lo))?;
        if start <= lo {
            Some(d.extract(v, lo - start, width))
        } else if self.zero_above {
            Some(d.constant(0, width))
        } else {
            None
        }
    }
}
