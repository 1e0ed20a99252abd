//! Bits, tests and choices.
//!
//! Truth values are the integers 0 and 1, so that a negation is 1 - c and needs no form of its own.
//! Bits are those of two's complement without end: the range of a bitwise operation is that of the
//! operands' bits, by the number of bits that the larger one needs.

use super::range::{power, type_range, within};
use super::{Bitwise, Form, Forms, Id, Test};
use crate::layout::WIDTHS;

impl Forms {
    /// Bit by bit.
    pub fn bits(&mut self, op: Bitwise, a: Id, b: Id) -> Id {
        if op != Bitwise::And
            && let Some(magnitude) = self.rewritten(|f| f.both_ways(a, b))
        {
            return magnitude;
        }
        if let Some(clamp) = self.rewritten(|f| f.stepped_bits(op, a, b)) {
            return clamp;
        }
        let added = |f: &mut Self, x, mask| f.complement(x, mask).or_else(|| f.turned(x, mask));
        if op == Bitwise::Xor
            && let Some(sum) = added(self, a, b).or_else(|| added(self, b, a))
        {
            return sum;
        }
        let (a, b) = (a.min(b), a.max(b));
        let (ra, rb) = (self.range(a), self.range(b));
        // Bits without the sign: of a negative number those of its complement.
        let reach = |v: i128| 128 - (if v < 0 { !v } else { v }).leading_zeros();
        let n = [ra.0, ra.1, rb.0, rb.1].into_iter().map(reach).max().unwrap_or(0);
        let signed = ra.0 < 0 || rb.0 < 0;
        let most = power(n).map_or(i128::MAX, |p| p - 1);
        let mut range = (if signed { -most - 1 } else { 0 }, most);
        // Bits that are common with a number that is not negative are neither negative nor greater.
        let bounds = [ra, rb].into_iter().filter(|own| op == Bitwise::And && own.0 >= 0);
        if let Some(least) = bounds.map(|own| own.1).min() {
            range = (0, range.1.min(least));
        }
        self.intern(Form::Bits(op, a, b), range, |s| {
            s.map2(a, b, |x, y| match op {
                Bitwise::And => x & y,
                Bitwise::Or => x | y,
                Bitwise::Xor => x ^ y,
            })
        })
    }

    /// `x ^ 255` of a byte is 255 - x, which LLVM writes so.
    fn complement(&mut self, x: Id, mask: Id) -> Option<Id> {
        let mask = self.as_const(mask)?;
        let is_whole = mask == -1 || (mask > 0 && mask & mask.wrapping_add(1) == 0 && within(self.range(x), (0, mask)));
        is_whole.then(|| self.sum(&[(-1, x)], mask))
    }

    /// `x ^ 128` of a byte, signed or not, is x + 128 modulo 2^8: the carry out of the uppermost bit is lost.
    fn turned(&mut self, x: Id, mask: Id) -> Option<Id> {
        let mask = self.as_const(mask)?;
        let bits = WIDTHS.into_iter().find(|bits| mask.unsigned_abs() == 1 << (bits - 1))?;
        let signed = mask < 0;
        if !within(self.range(x), type_range(bits, signed)) {
            return None;
        }
        let sum = self.sum(&[(1, x)], power(bits - 1)?);
        Some(self.wrap(sum, bits, signed))
    }

    /// 1 where the test holds.
    pub fn test(&mut self, op: Test, a: Id, b: Id) -> Id {
        let (a, b) = if op == Test::Equal { (a.min(b), a.max(b)) } else { (a, b) };
        self.intern(Form::Test(op, a, b), (0, 1), |s| {
            s.map2(a, b, |x, y| match op {
                Test::Equal => (x == y) as i128,
                Test::Less => (x < y) as i128,
            })
        })
    }

    /// One minus a truth value.
    pub fn not(&mut self, c: Id) -> Id {
        self.sum(&[(-1, c)], 1)
    }

    /// A choice by two conditions as one choice in the other: each mask is made and used, none is stored.
    fn nested_select(&mut self, c: Id, a: Id, b: Id) -> Option<Id> {
        let Form::Bits(op, first, second) = *self.form(c) else { return None };
        if [first, second].iter().any(|&truth| self.range(truth) != (0, 1)) {
            return None;
        }
        // Truth values are 0 and 1, so that bitwise operations on them are those of logic.
        let inner = self.select(second, a, b);
        match op {
            Bitwise::And => Some(self.select(first, inner, b)),
            Bitwise::Or => Some(self.select(first, a, inner)),
            Bitwise::Xor => None,
        }
    }

    /// (condition, then, else).
    pub fn select(&mut self, c: Id, a: Id, b: Id) -> Id {
        if a == b {
            return a;
        }
        if let Some(v) = self.as_const(c) {
            return if v != 0 { a } else { b };
        }
        // A negated condition swaps the branches.
        if let Form::Sum(terms, 1) = self.form(c).clone()
            && let [(-1, d)] = terms[..]
        {
            return self.select(d, b, a);
        }
        let simpler =
            |f: &mut Self| f.nested_select(c, a, b).or_else(|| f.chosen(c, a, b)).or_else(|| f.stepped_select(c, a, b));
        if let Some(simpler) = self.rewritten(simpler) {
            return simpler;
        }
        let (ra, rb) = (self.range(a), self.range(b));
        self.intern(Form::Select(c, a, b), (ra.0.min(rb.0), ra.1.max(rb.1)), |s| {
            (0..s.samples()).map(|i| if s.values(c)[i] != 0 { s.values(a)[i] } else { s.values(b)[i] }).collect()
        })
    }
}
