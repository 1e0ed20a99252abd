//! Terms read as integers: one rule for each operation, and where a reading is exact.
//!
//! [`Normaliser::reading`] promises congruence modulo two to the width, which sums, differences, products and shifts
//! left keep without further care: they are operations on residues. [`Normaliser::exact`] promises the value itself,
//! for the operations that look at more than residues. It costs a test of bounds, and where that fails an atom.

use super::Normaliser;
use super::int::{Int, window};
use crate::limits::{MAX_NORMAL_READINGS, MAX_NORMAL_WIDTH, MAX_UNCUT_CHOICES};
use isotope_ir::term::{BinOp, Node, TermId, UnOp, signed};

impl Normaliser<'_> {
    /// An integer congruent to the term modulo two to its width; `signed` says which reading to prefer.
    pub(super) fn reading(&mut self, t: TermId, signed: bool) -> Int {
        match self.readings.get(&(t, signed)) {
            Some(Some(int)) => return int.clone(),
            // Its own reading asks for it: a chain of extrema may be built of what it is read for.
            Some(None) => return self.atom(t, signed),
            None => {}
        }
        // Taken apart again, the sum would be back, and with it what sealing was to hide.
        if self.sealed.contains(&t) {
            return self.atom(t, signed);
        }
        let width = self.terms.width(t);
        self.readings.insert((t, signed), None);
        self.exhausted |= self.readings.len() > MAX_NORMAL_READINGS;
        // From here on everything is an atom: true, cheap, and thrown away by `pair`.
        let int = if self.exhausted {
            self.atom(t, signed)
        } else {
            match self.node_reading(t, width, signed) {
                Some(int) => self.tightened(int, t, width),
                None => {
                    let term = self.opaque(t);
                    self.atom(term, signed)
                }
            }
        };
        self.readings.insert((t, signed), Some(int.clone()));
        int
    }

    /// The reading of a node that has a polynomial form.
    fn node_reading(&mut self, t: TermId, width: u32, s: bool) -> Option<Int> {
        if width > MAX_NORMAL_WIDTH {
            return None;
        }
        if let Some(int) = self.carry_save(t) {
            return Some(int);
        }
        match *self.terms.node(t) {
            Node::Const(v) => Some(Int::constant(if s { signed(v, width) } else { v as i128 })),
            Node::Var(_) => Some(self.atom(t, s)),
            Node::Un(UnOp::Neg, a) => {
                let a = self.reading(a, s);
                self.scale(&a, -1)
            }
            // ~a = -a - 1 modulo two to the width; of an unsigned value the residue above zero is taken, `2^w - 1 - a`.
            Node::Un(UnOp::Not, a) => {
                let a = self.reading(a, s);
                let ones = Int::constant(if s { -1 } else { (1 << width) - 1 });
                self.difference(&ones, &a)
            }
            Node::Bin(op, a, b) => self.binary(op, a, b, s),
            Node::Ite(c, a, b) => self.ite(width, [c, a, b], s),
            // The bits from `lo` are the floor of the whole over `2^lo`, modulo two to their number. A reading of the
            // operand that is only congruent is enough, because the bits above are not kept.
            Node::Extract(lo, a) if self.terms.width(a) <= MAX_NORMAL_WIDTH => {
                let a = self.reading(a, s);
                self.floor_shift(&a, lo, Some(width))
            }
            // Extensions keep the value of one reading, and so must have it exactly.
            Node::ZExt(a) => Some(self.exact(a, false)),
            Node::SExt(a) => Some(self.exact(a, true)),
            // h ++ l = h 2^(bits of l) + l. The low part's bits must not reach into the high one's, so it is exact and
            // unsigned; the sign of the high part is the sign of the whole.
            Node::Concat(h, l) => {
                let low_width = self.terms.width(l);
                let (h, l) = (self.exact(h, s), self.exact(l, false));
                let h = self.scale(&h, 1 << low_width)?;
                self.sum(&h, &l)
            }
            Node::Extract(..) | Node::Apply(..) => None,
        }
    }

    /// An operation read as the integer that it computes, signed where `s` says so; `None` where it is read as an atom.
    fn binary(&mut self, op: BinOp, a: TermId, b: TermId, s: bool) -> Option<Int> {
        let width = self.terms.width(a);
        if width > MAX_NORMAL_WIDTH {
            return None;
        }
        // An amount at or over the width is one as large as the width: nothing is left, or the sign.
        let amount = self.terms.as_const(b).map(|k| k.min(width as u128) as u32);
        match (op, amount) {
            (BinOp::Add, _) if self.rounding([a, b]).is_some() => {
                let (x, k, signed) = self.rounding([a, b])?;
                let (x, half) = (self.exact(x, signed), Int::constant(1 << (k - 1)));
                let raised = self.sum(&x, &half)?;
                self.floor_shift(&raised, k, None)
            }
            (BinOp::Add, _) => {
                let (a, b) = (self.reading(a, s), self.reading(b, s));
                self.sum(&a, &b)
            }
            (BinOp::Sub, _) => {
                let (a, b) = (self.reading(a, s), self.reading(b, s));
                self.difference(&a, &b)
            }
            (BinOp::Mul, _) => {
                let (a, b) = (self.reading(a, s), self.reading(b, s));
                self.product(&a, &b)
            }
            (BinOp::Shl, Some(k)) => {
                let a = self.reading(a, s);
                if k == width { Some(Int::constant(0)) } else { self.scale(&a, 1 << k) }
            }
            // Both shifts right are floors of the value, of the reading in which it is divided.
            (BinOp::LShr, Some(k)) => {
                let a = self.exact(a, false);
                self.floor_shift(&a, k, None)
            }
            (BinOp::AShr, Some(k)) => {
                let a = self.exact(a, true);
                // From width - 1 on only the sign is left, 0 or -1.
                self.floor_shift(&a, k.min(width - 1), None)
            }
            (BinOp::UDiv | BinOp::URem | BinOp::SDiv, _) => self.quotient(op, a, b),
            (BinOp::And | BinOp::Or | BinOp::Xor, _) if width == 1 => self.connective(op, a, b),
            (BinOp::And | BinOp::Or | BinOp::Xor, _) => self.bitwise(op, a, b),
            _ if op.is_comparison() => self.comparison(op, a, b),
            _ => None,
        }
    }

    /// A choice is read as its condition compares, so that a minimum is seen to be one; unless only the other reading
    /// is exact.
    fn ite(&mut self, width: u32, [c, a, b]: [TermId; 3], s: bool) -> Option<Int> {
        // `c ? a : b` is congruent to the choice between any integers congruent to a and b, so the readings may be
        // chosen. In those of the comparison `a - b` is the very polynomial that the condition is about.
        let compared = self.compares_signed(c).unwrap_or(s);
        if let Some(int) = self.uncut_choice([c, a, b], compared, MAX_UNCUT_CHOICES)
            && (int.within(window(width, s)) || int.within(window(width, !s)))
        {
            return Some(int);
        }
        let (x, y) = (self.fitted(a, compared), self.fitted(b, compared));
        let int = self.choice(c, &x, &y)?;
        if compared == s || int.within(window(width, s)) {
            return Some(int);
        }
        let (x, y) = (self.reading(a, s), self.reading(b, s));
        let other = self.choice(c, &x, &y)?;
        Some(if other.within(window(width, s)) { other } else { int })
    }

    /// A choice between numbers of which the low bits are taken, as saturations are written: `x > 255 ? 255 : x[7:0]` is the low bits
    /// of the minimum of x and 255, of which the condition is seen to be about x. `None` where no bits are cut off.
    fn uncut_choice(&mut self, [c, a, b]: [TermId; 3], s: bool, depth: u32) -> Option<Int> {
        let (x, y) = (self.uncut(a, s, depth), self.uncut(b, s, depth));
        if x.is_none() && y.is_none() {
            return None;
        }
        let x = x.unwrap_or_else(|| self.fitted(a, s));
        let y = y.unwrap_or_else(|| self.fitted(b, s));
        self.choice(c, &x, &y)
    }

    /// The number of which a term is the low bits, from the lowest that it has on: congruent to the term, and not only a residue.
    fn uncut(&mut self, t: TermId, s: bool, depth: u32) -> Option<Int> {
        match *self.terms.node(t) {
            Node::Extract(lo, of) if lo + self.terms.width(t) < self.terms.width(of) => {
                // The whole read with a sign or without differs by a multiple of two to its width, which lies above the part.
                let whole = self.exact(of, s);
                self.floor_shift(&whole, lo, None)
            }
            Node::Ite(c, a, b) if depth > 0 => self.uncut_choice([c, a, b], s, depth - 1),
            _ => None,
        }
    }

    /// A reading that is exact, where one of the two is or becomes it by a multiple of two to the width, as comparisons have it: a sum
    /// may wrap in its own reading and not in the other. Else the reading as it is.
    fn fitted(&mut self, t: TermId, s: bool) -> Int {
        let width = self.terms.width(t);
        if width <= MAX_NORMAL_WIDTH {
            for preferred in [s, !s] {
                let int = self.reading(t, preferred);
                if let Some(exact) = self.shifted_into(&int, width, s) {
                    return exact;
                }
            }
        }
        self.reading(t, s)
    }

    /// Whether a condition is a signed or an unsigned comparison. Equality and connectives are neither, and then the
    /// reading that was asked for is as good as the other.
    pub(super) fn compares_signed(&self, c: TermId) -> Option<bool> {
        match *self.terms.node(c) {
            Node::Un(UnOp::Not, a) => self.compares_signed(a),
            Node::Bin(BinOp::Slt | BinOp::Sle, ..) => Some(true),
            Node::Bin(BinOp::Ult | BinOp::Ule, ..) => Some(false),
            _ => None,
        }
    }

    /// The value of a term in one reading, as an integer: exact, not only congruent.
    pub(super) fn exact(&mut self, t: TermId, s: bool) -> Int {
        let width = self.terms.width(t);
        if width > MAX_NORMAL_WIDTH {
            let term = self.opaque(t);
            return self.atom(term, s);
        }
        // The other reading's polynomial is often the exact one, moved by a multiple of two to the width.
        for preferred in [s, !s] {
            let int = self.reading(t, preferred);
            if let Some(exact) = self.shifted_into(&int, width, s) {
                return self.tightened(exact, t, width);
            }
        }
        if width == 1 && s {
            // A bit read as a sign is minus the bit.
            let bit = self.exact(t, false);
            if let Some(minus) = self.scale(&bit, -1) {
                return minus;
            }
        }
        // The value wraps, or may: what is left of it is an atom of its own.
        let int = self.reading(t, s);
        let int = self.residue(&int, width, s);
        self.tightened(int, t, width)
    }

    /// Whether a term has a reading as an integer that does not wrap: its polynomial is its value.
    pub(super) fn is_exact(&mut self, t: TermId, s: bool) -> bool {
        let width = self.terms.width(t);
        let int = self.reading(t, s);
        int.within(window(width, s))
    }

    /// The integer's residue of `width` bits in one reading: itself where it fits, otherwise after its coefficients
    /// were wrapped, otherwise the atom of the term that it is written back to. Each is congruent to it, and lies in
    /// the window.
    pub(super) fn residue(&mut self, int: &Int, width: u32, s: bool) -> Int {
        if let Some(exact) = self.shifted_into(int, width, s) {
            return exact;
        }
        let wrapped = self.wrapped(int, width);
        if let Some(exact) = self.shifted_into(&wrapped, width, s) {
            return exact;
        }
        let term = self.build(&wrapped, width);
        self.atom(term, s)
    }

    /// The integer plus a multiple of two to the width, if that is always within the reading's window.
    fn shifted_into(&mut self, int: &Int, width: u32, s: bool) -> Option<Int> {
        let target = window(width, s);
        if int.within(target) {
            return Some(int.clone());
        }
        // The one multiple that brings the least value into the window; the greatest must then be in it, too.
        let (lo, hi) = int.bounds?;
        let turns = lo.checked_sub(target.0)?.div_euclid(1 << width).checked_neg()?;
        let by = turns.checked_mul(1 << width)?;
        if hi.checked_add(by)? > target.1 || turns == 0 {
            return None;
        }
        self.sum(int, &Int::constant(by))
    }
}
