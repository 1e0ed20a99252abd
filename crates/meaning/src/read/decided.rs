//! Terms without what only seems to depend on bits, so that sums of products are polynomials.
//!
//! A comparison that holds for all values is a constant: a saturating instruction whose operands are small adds as others do. A number
//! whose sign is turned, and that is then extended by the other kind of sign, is the number and a constant: so instructions multiply
//! numbers with signs that know none. An extension of a sum that fits is the sum of extensions.
//!
//! ```text
//! sat32(sext(a) * sext(b) + sext(c) * 0)    ; 16 bits each    =    sext(a) * sext(b)
//! zext(a ^ 0x80)                            ; 8 bits          =    sext(a) + 128
//! sext(zext(a) * sext(b))                   ; 16 bits         =    zext(a) * sext(b)    ; 32 bits
//! ```
//!
//! Lanes that the program says are in a range are: whoever compares the program sees to that.

use super::Reader;
use isotope_ir::term::{BinOp, LaneVar, Node, TermId, UnOp, signed};

/// The least and the greatest value of a term that is read with its sign.
type Range = (i128, i128);

/// Every number of so many bits.
fn all(bits: u32) -> Range {
    (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
}

/// Bits that are looked into: sums and products of their values are numbers here.
const MAX_BITS: u32 = 60;

impl Reader<'_, '_> {
    /// The term with constants in place of comparisons whose outcome is known. It goes as deep as the term is high.
    pub(super) fn decided(&mut self, term: TermId) -> TermId {
        if let Some(known) = self.decided.get(&term) {
            return *known;
        }
        let width = self.terms.width(term);
        let made = match self.terms.node(term).clone() {
            Node::Const(_) | Node::Var(_) | Node::Apply(..) => term,
            Node::Un(op, x) => {
                let x = self.decided(x);
                self.terms.un(op, x)
            }
            Node::Bin(op, x, y) => {
                let (x, y) = (self.decided(x), self.decided(y));
                match self.outcome(op, x, y) {
                    Some(holds) => self.terms.constant(holds.into(), 1),
                    None => self.terms.bin(op, x, y),
                }
            }
            Node::Ite(c, x, y) => {
                let (c, x, y) = (self.decided(c), self.decided(x), self.decided(y));
                self.terms.ite(c, x, y)
            }
            Node::Extract(low, x) => {
                let x = self.decided(x);
                self.terms.extract(x, low, width)
            }
            Node::ZExt(x) => {
                let x = self.decided(x);
                match self.turned(x) {
                    Some(own) => {
                        let (own, half) = (self.terms.sext(own, width), self.half(x, width));
                        self.terms.bin(BinOp::Add, own, half)
                    }
                    None if width <= MAX_BITS && self.range(x).0 >= 0 => self.extended(x, width),
                    None => self.terms.zext(x, width),
                }
            }
            Node::SExt(x) => {
                let x = self.decided(x);
                match self.turned(x) {
                    Some(own) => {
                        let (own, half) = (self.terms.zext(own, width), self.half(x, width));
                        self.terms.bin(BinOp::Sub, own, half)
                    }
                    None => self.extended(x, width),
                }
            }
            Node::Concat(high, low) => {
                let (high, low) = (self.decided(high), self.decided(low));
                self.terms.concat(high, low)
            }
        };
        self.decided.insert(term, made);
        made
    }

    /// A term with its sign in more bits. A result that fits is computed there. Terms are shared: each is extended once.
    fn extended(&mut self, term: TermId, width: u32) -> TermId {
        if let Some(known) = self.extensions.get(&(term, width)) {
            return *known;
        }
        let made = self.extension(term, width);
        self.extensions.insert((term, width), made);
        made
    }

    fn extension(&mut self, term: TermId, width: u32) -> TermId {
        if let Node::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), x, y) = *self.terms.node(term)
            && width <= MAX_BITS
        {
            let (low, high) = self.of_operands(op, x, y);
            let (least, most) = all(self.terms.width(term));
            if low >= least && high <= most {
                let (x, y) = (self.extended(x, width), self.extended(y, width));
                return self.terms.bin(op, x, y);
            }
        }
        self.terms.sext(term, width)
    }

    /// Values of an operation that does not wrap.
    fn of_operands(&mut self, op: BinOp, x: TermId, y: TermId) -> Range {
        let ((a, b), (c, d)) = (self.range(x), self.range(y));
        match op {
            BinOp::Add => (a + c, b + d),
            BinOp::Sub => (a - d, b - c),
            _ => {
                let corners = [a * c, a * d, b * c, b * d];
                (corners.into_iter().min().unwrap_or(0), corners.into_iter().max().unwrap_or(0))
            }
        }
    }

    /// The number whose sign bit a term turns: by adding it, or by `xor`.
    fn turned(&self, term: TermId) -> Option<TermId> {
        let Node::Bin(BinOp::Add | BinOp::Xor, own, by) = *self.terms.node(term) else { return None };
        (self.terms.as_const(by)? == 1 << (self.terms.width(term) - 1)).then_some(own)
    }

    /// The value of a term's sign bit in more bits.
    fn half(&mut self, term: TermId, width: u32) -> TermId {
        self.terms.constant(1 << (self.terms.width(term) - 1), width)
    }

    /// Whether a comparison with signs holds, where that is the same for all values.
    fn outcome(&mut self, op: BinOp, x: TermId, y: TermId) -> Option<bool> {
        if !matches!(op, BinOp::Slt | BinOp::Sle) || self.terms.width(x) > MAX_BITS {
            return None;
        }
        let (x, y) = (self.range(x), self.range(y));
        match op {
            BinOp::Slt if x.1 < y.0 => Some(true),
            BinOp::Slt if x.0 >= y.1 => Some(false),
            BinOp::Sle if x.1 <= y.0 => Some(true),
            BinOp::Sle if x.0 > y.1 => Some(false),
            _ => None,
        }
    }

    /// Values of a term of at most [`MAX_BITS`].
    fn range(&mut self, term: TermId) -> Range {
        if let Some(known) = self.ranges.get(&term) {
            return *known;
        }
        let bits = self.terms.width(term);
        let whole = all(bits);
        let made = match *self.terms.node(term) {
            Node::Const(value) => {
                let value = signed(value, bits);
                (value, value)
            }
            // One that does not fit with a sign is a number without one.
            Node::Var(number) => {
                let said = self.said.get(LaneVar::of(number).source()).copied().flatten();
                said.filter(|(low, high)| whole.0 <= *low && *high <= whole.1).unwrap_or(whole)
            }
            Node::SExt(x) => self.range(x),
            Node::ZExt(x) => match self.range(x) {
                (low, high) if low >= 0 => (low, high),
                _ => (0, (1 << self.terms.width(x)) - 1),
            },
            Node::Un(UnOp::Neg, x) => {
                let (low, high) = self.range(x);
                (-high, -low)
            }
            Node::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), x, y) => self.of_operands(op, x, y),
            Node::Ite(_, x, y) => {
                let ((a, b), (c, d)) = (self.range(x), self.range(y));
                (a.min(c), b.max(d))
            }
            _ => whole,
        };
        // A number that does not fit wraps.
        let fits = made.0 >= whole.0 && made.1 <= whole.1;
        let made = if fits { made } else { whole };
        self.ranges.insert(term, made);
        made
    }
}
