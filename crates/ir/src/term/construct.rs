//! Smart constructors: each gives the plainest term that it can see at once, unless the arena is [raw](Terms::raw).
//!
//! Every simplification here is one that terms of both sides of a comparison undergo, so that what differs only in
//! phrasing is one term and needs no proof. None looks deeper than an operand or two: cost is constant for each term
//! made. Each keeps the value for all inputs, which the tests check against an arena that simplifies nothing.

use super::arena::{Node, TermId, Terms};
use super::operator::{BinOp, UnOp, apply, mask, signed};

/// Operations on floats ([`crate::ieee`]) whose operands commute bit by bit: a NaN result is the default one.
const COMMUTING: [&str; 3] = ["fadd", "fmul", "feq"];

impl Terms {
    /// A constant; bits above the width are dropped.
    pub fn constant(&mut self, value: u128, width: u32) -> TermId {
        self.intern(Node::Const(value & mask(width)), width)
    }

    /// A free variable. One number has one width.
    pub fn var(&mut self, number: u32, width: u32) -> TermId {
        self.intern(Node::Var(number), width)
    }

    /// Complement or negation.
    pub fn un(&mut self, op: UnOp, a: TermId) -> TermId {
        let width = self.width(a);
        if self.is_raw() {
            return self.intern(Node::Un(op, a), width);
        }
        if let Some(v) = self.as_const(a) {
            let value = match op {
                UnOp::Not => !v,
                UnOp::Neg => v.wrapping_neg(),
            };
            return self.constant(value, width);
        }
        match *self.node(a) {
            // Twice is not at all.
            Node::Un(inner, b) if inner == op => b,
            _ => self.intern(Node::Un(op, a), width),
        }
    }

    /// A binary operator; operands have equal widths.
    pub fn bin(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "{op:?} of {width} and {} bits", self.width(b));
        let out = if op.is_comparison() { 1 } else { width };
        if self.is_raw() {
            return self.intern(Node::Bin(op, a, b), out);
        }
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(apply(op, x, y, width), out);
        }
        // Constants to the right, otherwise by age: one order for what commutes.
        let (a, b) = if op.commutes() && (self.as_const(a).is_some() || (a > b && self.as_const(b).is_none())) {
            (b, a)
        } else {
            (a, b)
        };
        use BinOp::*;
        // Neutral and absorbing constants; they stand to the right by now.
        match (op, self.as_const(b)) {
            (Add | Sub | Or | Xor | Shl | LShr | AShr, Some(0)) => return a,
            (Mul | And, Some(0)) => return b,
            (Mul, Some(1)) => return a,
            (And, Some(v)) if v == mask(width) => return a,
            _ => {}
        }
        // An operator on one operand twice.
        if a == b {
            match op {
                Sub | Xor => return self.constant(0, width),
                And | Or => return a,
                Eq | Ule | Sle => return self.constant(1, 1),
                Ult | Slt => return self.constant(0, 1),
                _ => {}
            }
        }
        if let Some(moved) = self.movement(op, a, b).or_else(|| self.remainder(op, a, b)) {
            return moved;
        }
        self.intern(Node::Bin(op, a, b), out)
    }

    /// The remainder, which is a dividend without its quotient times the divisor; also by zero, where that is the dividend.
    fn remainder(&mut self, op: BinOp, a: TermId, b: TermId) -> Option<TermId> {
        let (BinOp::Sub, &Node::Bin(BinOp::Mul, x, y)) = (op, self.node(b)) else { return None };
        let divisor = |quotient: TermId, by: TermId| *self.node(quotient) == Node::Bin(BinOp::UDiv, a, by);
        let by = if divisor(x, y) { y } else { Some(x).filter(|x| divisor(y, *x))? };
        Some(self.bin(BinOp::URem, a, by))
    }

    /// Shifts and masks by constants that only move the parts of a concatenation or an extension, as the parts
    /// themselves: what a register does to its elements stays visible as movement.
    fn movement(&mut self, op: BinOp, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        if op == BinOp::Or {
            return self.side_by_side(a, b).or_else(|| self.side_by_side(b, a));
        }
        let value = self.as_const(b)?;
        // Of anything else a shift stays a shift: its bits are not told apart by it.
        if !matches!(self.node(a), Node::Concat(..) | Node::ZExt(_) | Node::SExt(_)) {
            return None;
        }
        // By nothing was handled above, and by the width or more there is nothing left to move.
        let by = u32::try_from(value).ok().filter(|k| (1..width).contains(k));
        match op {
            BinOp::LShr => {
                let part = self.extract(a, by?, width - by?);
                Some(self.zext(part, width))
            }
            BinOp::AShr => {
                let part = self.extract(a, by?, width - by?);
                Some(self.sext(part, width))
            }
            BinOp::Shl => {
                let part = self.extract(a, 0, width - by?);
                let zeros = self.constant(0, by?);
                Some(self.concat(part, zeros))
            }
            // Ones below zeros keep the low part; zeros below ones the high part.
            BinOp::And if (value + 1).is_power_of_two() => {
                let part = self.extract(a, 0, value.count_ones());
                Some(self.zext(part, width))
            }
            BinOp::And if (!value & mask(width)).wrapping_add(1).is_power_of_two() => {
                let low = value.trailing_zeros();
                let part = self.extract(a, low, width - low);
                let zeros = self.constant(0, low);
                Some(self.concat(part, zeros))
            }
            _ => None,
        }
    }

    /// `high ++ zeros | zext(low)` as `high ++ low`.
    fn side_by_side(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let a = if let Node::ZExt(part) = *self.node(a) { part } else { a };
        let (Node::Concat(high, zeros), Node::ZExt(low)) = (self.node(a), self.node(b)) else { return None };
        let (high, zeros, low) = (*high, *zeros, *low);
        let room = self.width(zeros);
        if self.as_const(zeros) != Some(0) || self.width(low) > room {
            return None;
        }
        let low = self.zext(low, room);
        let joined = self.concat(high, low);
        Some(self.zext(joined, width))
    }

    /// If-then-else; the condition has one bit.
    pub fn ite(&mut self, c: TermId, t: TermId, e: TermId) -> TermId {
        assert_eq!(self.width(c), 1, "a condition of {} bits", self.width(c));
        assert_eq!(self.width(t), self.width(e), "branches of different widths");
        if self.is_raw() {
            let width = self.width(t);
            return self.intern(Node::Ite(c, t, e), width);
        }
        match self.as_const(c) {
            Some(0) => e,
            Some(_) => t,
            None if t == e => t,
            None => {
                let width = self.width(t);
                self.intern(Node::Ite(c, t, e), width)
            }
        }
    }

    /// Bits `lo .. lo + width` of a term.
    pub fn extract(&mut self, a: TermId, lo: u32, width: u32) -> TermId {
        let full = self.width(a);
        assert!(lo + width <= full, "bits {lo}..{} of {full}", lo + width);
        if width == full {
            return a;
        }
        if self.is_raw() {
            return self.intern(Node::Extract(lo, a), width);
        }
        match *self.node(a) {
            Node::Const(v) => self.constant(v >> lo, width),
            // A slice of a slice, of one part of a concatenation, or of what was extended, is a slice of that.
            Node::Extract(inner, b) => self.extract(b, inner + lo, width),
            Node::ZExt(b) | Node::SExt(b) if lo + width <= self.width(b) => self.extract(b, lo, width),
            Node::ZExt(b) if lo >= self.width(b) => self.constant(0, width),
            Node::Concat(_, low) if lo + width <= self.width(low) => self.extract(low, lo, width),
            Node::Concat(high, low) if lo >= self.width(low) => {
                let skip = self.width(low);
                self.extract(high, lo - skip, width)
            }
            Node::Concat(high, low) => {
                let of_low = self.width(low) - lo;
                let low = self.extract(low, lo, of_low);
                let high = self.extract(high, 0, width - of_low);
                self.concat(high, low)
            }
            Node::ZExt(b) => {
                let part = self.width(b) - lo;
                let part = self.extract(b, lo, part);
                self.zext(part, width)
            }
            Node::SExt(b) if lo < self.width(b) => {
                let part = self.width(b) - lo;
                let part = self.extract(b, lo, part);
                self.sext(part, width)
            }
            _ => self.intern(Node::Extract(lo, a), width),
        }
    }

    /// Zero-extension; no change of width gives the term itself.
    pub fn zext(&mut self, a: TermId, width: u32) -> TermId {
        assert!(width >= self.width(a), "zext of {} bits to {width}", self.width(a));
        if width == self.width(a) {
            return a;
        }
        if self.is_raw() {
            return self.intern(Node::ZExt(a), width);
        }
        match *self.node(a) {
            Node::Const(v) => self.constant(v, width),
            Node::ZExt(b) => self.zext(b, width),
            _ => self.intern(Node::ZExt(a), width),
        }
    }

    /// Sign-extension; no change of width gives the term itself.
    pub fn sext(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        assert!(width >= from, "sext of {from} bits to {width}");
        if width == from {
            return a;
        }
        if self.is_raw() {
            return self.intern(Node::SExt(a), width);
        }
        match *self.node(a) {
            Node::Const(v) => self.constant(signed(v, from) as u128, width),
            Node::SExt(b) => self.sext(b, width),
            Node::ZExt(b) => self.zext(b, width),
            _ => self.intern(Node::SExt(a), width),
        }
    }

    /// Concatenation, high part first.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let (wh, wl) = (self.width(high), self.width(low));
        if self.is_raw() {
            return self.intern(Node::Concat(high, low), wh + wl);
        }
        match (self.node(high), self.node(low)) {
            (&Node::Const(h), &Node::Const(l)) => self.constant(h << wl | l, wh + wl),
            // Slices that lie side by side are the slice of both.
            (&Node::Extract(hi, a), &Node::Extract(lo, b)) if a == b && lo + wl == hi => self.extract(a, lo, wh + wl),
            (&Node::Const(0), _) => self.zext(low, wh + wl),
            // Zeros come to the top, where the next slice cuts them off.
            (&Node::ZExt(part), _) => {
                let joined = self.concat(part, low);
                self.zext(joined, wh + wl)
            }
            _ => self.intern(Node::Concat(high, low), wh + wl),
        }
    }

    /// An uninterpreted function of `width` bits. Operands that commute bit by bit are put into one order, here, so that
    /// they keep it when terms below them are replaced.
    pub fn apply(&mut self, name: &str, mut args: Vec<TermId>, width: u32) -> TermId {
        if name.split('.').next().is_some_and(|operation| COMMUTING.contains(&operation)) {
            args.sort_unstable();
        }
        self.intern(Node::Apply(name.to_owned(), args), width)
    }
}
