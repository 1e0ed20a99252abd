//! The domain of terms.
//!
//! These are not rules for their own sake: lanes of instructions are compared with lanes of expressions, and fall into
//! classes by their text. `a[7:0] + b[7:0]` computed in 16 bits and then cut must be the sum of bytes that another text
//! wrote; a mask bit that is tested with `== 1` must be the bit. An equality that is not seen here, the solver sees later, at its
//! price.

use super::domain::Domain;
use crate::limits::MAX_INDEX_VALUES;
use isotope_ir::ieee::Operation;
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp, apply};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// The domain of terms. Extracts are pushed down to where bits come from, so that narrow results are narrow terms.
pub(crate) struct Symbolic<'t> {
    /// The arena, which the caller may share among many runs.
    pub terms: &'t mut Terms,
    /// The results of [`Domain::possible`]; `None` for too many.
    possible: HashMap<TermId, Option<Rc<Vec<u128>>>>,
    /// Extracts that were pushed down: shared terms are walked once for each slice of them.
    pushed: HashMap<(TermId, u32, u32), TermId>,
    /// Conditions of the paths that are open, innermost last, and whether they hold there.
    assumed: Vec<(TermId, bool)>,
    /// How many terms of the arena have been looked at; what others made in it is not this run's.
    measured: usize,
    /// The height of the highest term that this run made.
    highest: u32,
}

impl<'t> Symbolic<'t> {
    /// A domain on an arena, with no assumptions.
    pub fn new(terms: &'t mut Terms) -> Self {
        let measured = terms.len();
        Symbolic { terms, possible: HashMap::new(), pushed: HashMap::new(), assumed: Vec::new(), measured, highest: 0 }
    }

    /// An extract of something computed, as the same operation on extracts where its bits depend on no others: all bits
    /// of bitwise operators, the low bits of sums, differences and products, the sides of a choice.
    fn push_extract(&mut self, a: TermId, lo: u32, width: u32) -> TermId {
        let whole = self.terms.width(a);
        match *self.terms.node(a) {
            Node::Bin(op @ (BinOp::And | BinOp::Or | BinOp::Xor), x, y) => {
                let (x, y) = (self.extract(x, lo, width), self.extract(y, lo, width));
                self.terms.bin(op, x, y)
            }
            Node::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), x, y) if lo == 0 => {
                let (x, y) = (self.extract(x, 0, width), self.extract(y, 0, width));
                self.terms.bin(op, x, y)
            }
            Node::Bin(op @ (BinOp::Shl | BinOp::LShr | BinOp::AShr), x, by) if self.terms.as_const(by).is_some() => {
                let by = self.terms.as_const(by).map_or(0, |by| by.min(u128::from(whole)) as u32);
                self.extract_shifted(op, x, by, lo, width)
            }
            // The low bits of a left shift come from the low bits of its operand, when the amount fits there.
            Node::Bin(BinOp::Shl, x, by) if lo == 0 && self.fits(by, width) => {
                let (x, by) = (self.extract(x, 0, width), self.extract(by, 0, width));
                self.terms.bin(BinOp::Shl, x, by)
            }
            Node::Un(op, x) if lo == 0 || op == UnOp::Not => {
                let x = self.extract(x, lo, width);
                self.terms.un(op, x)
            }
            Node::Ite(c, x, y) => {
                let (x, y) = (self.extract(x, lo, width), self.extract(y, lo, width));
                self.terms.ite(c, x, y)
            }
            Node::Concat(high, low) => {
                let cut = self.terms.width(low);
                if lo + width <= cut {
                    self.extract(low, lo, width)
                } else if lo >= cut {
                    self.extract(high, lo - cut, width)
                } else {
                    let low = self.extract(low, lo, cut - lo);
                    let high = self.extract(high, 0, lo + width - cut);
                    self.terms.concat(high, low)
                }
            }
            Node::ZExt(x) | Node::SExt(x) if lo + width <= self.terms.width(x) => self.extract(x, lo, width),
            Node::ZExt(x) if lo < self.terms.width(x) => {
                let inner = self.terms.width(x);
                let x = self.extract(x, lo, inner - lo);
                self.terms.zext(x, width)
            }
            Node::SExt(x) if lo < self.terms.width(x) => {
                let inner = self.terms.width(x);
                let x = self.extract(x, lo, inner - lo);
                self.terms.sext(x, width)
            }
            // Above the operand a sign extension repeats the sign bit.
            Node::SExt(x) => {
                let inner = self.terms.width(x);
                let sign = self.extract(x, inner - 1, 1);
                self.terms.sext(sign, width)
            }
            // Quotients, shifts by data, comparisons, functions: their bits depend on all others.
            _ => {
                debug_assert!(lo + width <= whole);
                self.terms.extract(a, lo, width)
            }
        }
    }

    /// Bits `lo .. lo + width` of `x` shifted by a constant: bits of `x` beside what the shift fills in.
    /// The three cases of a left shift: below the operand all zeros, above it all operand, or a border within.
    fn extract_shifted(&mut self, op: BinOp, x: TermId, by: u32, lo: u32, width: u32) -> TermId {
        let whole = self.terms.width(x);
        if op == BinOp::Shl {
            if lo + width <= by {
                return self.terms.constant(0, width);
            }
            if lo >= by {
                return self.extract(x, lo - by, width);
            }
            let high = self.extract(x, 0, lo + width - by);
            let low = self.terms.constant(0, by - lo);
            return self.concat(high, low);
        }
        if lo + by + width <= whole {
            return self.extract(x, lo + by, width);
        }
        if lo + by >= whole {
            if op == BinOp::LShr {
                return self.terms.constant(0, width);
            }
            let sign = self.extract(x, whole - 1, 1);
            return self.sext(sign, width);
        }
        let kept = self.extract(x, lo + by, whole - lo - by);
        if op == BinOp::LShr { self.zext(kept, width) } else { self.sext(kept, width) }
    }

    /// Whether a term is the zero-extension of at most `width` bits.
    fn fits(&self, v: TermId, width: u32) -> bool {
        matches!(*self.terms.node(v), Node::ZExt(x) if self.terms.width(x) <= width)
    }

    /// When `v` is the top of a term of `width` bits, that term and how many bits below are missing.
    fn top_of(&self, v: TermId, width: u32) -> Option<(TermId, u32)> {
        match *self.terms.node(v) {
            Node::Extract(lo, x) if self.terms.width(x) == width && lo + self.terms.width(v) == width => Some((x, lo)),
            _ => None,
        }
    }

    /// [`Domain::possible`] without a look at the path.
    fn possible_anywhere(&mut self, v: TermId) -> Option<Rc<Vec<u128>>> {
        if let Some(known) = self.possible.get(&v) {
            return known.clone();
        }
        let values = self.values_of(v).map(Rc::new);
        self.possible.insert(v, values.clone());
        values
    }

    /// Terms that the conditions of the open paths keep below a number.
    fn bounds(&self) -> Vec<(TermId, u128)> {
        // A value that is extended by zeros is below a number where it is in fewer bits.
        let narrow = |mut v: TermId| {
            while let Node::ZExt(x) = *self.terms.node(v) {
                v = x;
            }
            v
        };
        let below = |(c, holds): &(TermId, bool)| match *self.terms.node(*c) {
            Node::Bin(BinOp::Ult, v, bound) if *holds => Some((narrow(v), self.terms.as_const(bound)?)),
            Node::Bin(BinOp::Ule, bound, v) if !*holds => Some((narrow(v), self.terms.as_const(bound)?)),
            _ => None,
        };
        self.assumed.iter().filter_map(below).collect()
    }

    /// The values of a term by those of its operands. Indices are masked, scaled and added to constants, so that few
    /// values are left of many bits; a term of up to nine bits is enumerated whole if nothing better is known. The
    /// result may have values that never come up: an index that reads too much is refused, not misread.
    fn values_of(&mut self, v: TermId) -> Option<Vec<u128>> {
        let width = self.terms.width(v);
        let narrow = || (width <= 9).then(|| (0..1u128 << width).collect::<Vec<_>>());
        let set: BTreeSet<u128> = match *self.terms.node(v) {
            Node::Const(c) => return Some(vec![c]),
            Node::ZExt(x) => return self.possible_anywhere(x).map(|s| s.to_vec()),
            Node::Ite(_, x, y) => {
                let (Some(x), Some(y)) = (self.possible_anywhere(x), self.possible_anywhere(y)) else {
                    return narrow();
                };
                x.iter().chain(y.iter()).copied().collect()
            }
            Node::Bin(op, x, y) if !op.is_comparison() => {
                let (Some(x), Some(y)) = (self.possible_anywhere(x), self.possible_anywhere(y)) else {
                    return narrow();
                };
                // So many combinations are tried at most; the set that they give must be smaller still.
                if x.len() * y.len() > MAX_INDEX_VALUES * 8 {
                    return narrow();
                }
                x.iter().flat_map(|&a| y.iter().map(move |&b| apply(op, a, b, width))).collect()
            }
            _ => return narrow(),
        };
        if set.len() <= MAX_INDEX_VALUES { Some(set.into_iter().collect()) } else { narrow() }
    }
}

impl Domain for Symbolic<'_> {
    type V = TermId;
    // Joined, two variables would be a term where the text only moved them.
    const JOINS: bool = false;

    fn width(&self, v: TermId) -> u32 {
        self.terms.width(v)
    }
    fn constant(&mut self, value: u128, width: u32) -> TermId {
        self.terms.constant(value, width)
    }
    fn as_const(&self, v: TermId) -> Option<u128> {
        self.terms.as_const(v)
    }
    fn bin(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        // A comparison of one bit with a constant is the bit itself, which is how texts test mask bits.
        if op == BinOp::Eq && self.width(a) == 1 {
            let (x, c) = if self.as_const(a).is_some() { (b, a) } else { (a, b) };
            match self.as_const(c) {
                Some(1) => return x,
                Some(_) => return self.terms.un(UnOp::Not, x),
                None => {}
            }
        }
        self.terms.bin(op, a, b)
    }
    fn un(&mut self, op: UnOp, a: TermId) -> TermId {
        self.terms.un(op, a)
    }
    fn ite(&mut self, c: TermId, t: TermId, e: TermId) -> TermId {
        // One form for a choice, whichever way the text put its condition.
        if let Node::Un(UnOp::Not, inner) = *self.terms.node(c) {
            return self.ite(inner, e, t);
        }
        // Choices between single bits are gates.
        if self.width(t) == 1 && t != e {
            match (self.as_const(t), self.as_const(e)) {
                (Some(1), Some(0)) => return c,
                (Some(0), Some(1)) => return self.terms.un(UnOp::Not, c),
                (Some(1), _) => return self.terms.bin(BinOp::Or, c, e),
                (_, Some(0)) => return self.terms.bin(BinOp::And, c, t),
                _ => {}
            }
        }
        self.terms.ite(c, t, e)
    }
    fn extract(&mut self, a: TermId, lo: u32, width: u32) -> TermId {
        // Not an extract at all.
        if width == self.terms.width(a) {
            return a;
        }
        if let Some(&done) = self.pushed.get(&(a, lo, width)) {
            return done;
        }
        let done = self.push_extract(a, lo, width);
        self.pushed.insert((a, lo, width), done);
        done
    }
    // Shifts by constants are written as shifts, not as slices, where they keep their width.
    fn zext(&mut self, a: TermId, width: u32) -> TermId {
        if let Some((x, by)) = self.top_of(a, width) {
            let by = self.terms.constant(u128::from(by), width);
            return self.terms.bin(BinOp::LShr, x, by);
        }
        self.terms.zext(a, width)
    }
    fn sext(&mut self, a: TermId, width: u32) -> TermId {
        if let Some((x, by)) = self.top_of(a, width) {
            let by = self.terms.constant(u128::from(by), width);
            return self.terms.bin(BinOp::AShr, x, by);
        }
        self.terms.sext(a, width)
    }
    fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let (kept, by) = (self.terms.width(high), self.terms.width(low));
        if let (&Node::Extract(0, x), Some(0)) = (self.terms.node(high), self.terms.as_const(low))
            && self.terms.width(x) == kept + by
        {
            let by = self.terms.constant(u128::from(by), kept + by);
            return self.terms.bin(BinOp::Shl, x, by);
        }
        if self.terms.as_const(high) == Some(0) {
            return self.zext(low, kept + by);
        }
        self.terms.concat(high, low)
    }
    fn ieee(&mut self, operation: Operation, args: &[TermId]) -> TermId {
        self.terms.ieee(operation, args)
    }
    fn highest(&mut self) -> u32 {
        let made = (self.measured..self.terms.len()).map(|id| self.terms.height(TermId(id as u32)));
        self.highest = made.fold(self.highest, u32::max);
        self.measured = self.terms.len();
        self.highest
    }
    fn assume(&mut self, c: TermId, holds: bool) {
        self.assumed.push((c, holds));
    }
    fn retract(&mut self) {
        self.assumed.pop();
    }
    fn decided(&self, c: TermId) -> Option<bool> {
        if let Some(c) = self.as_const(c) {
            return Some(c != 0);
        }
        // Only the very condition is known again: texts repeat it as they wrote it (`IF count > 15`).
        self.assumed.iter().find(|(known, _)| *known == c).map(|(_, holds)| *holds)
    }
    fn possible(&mut self, v: TermId) -> Option<Rc<Vec<u128>>> {
        // Where a condition bounds a term, other values never come up: `IF index < 16` around a search in sixteen bytes.
        let bounds = self.bounds();
        if bounds.is_empty() {
            return self.possible_anywhere(v);
        }
        let outside = std::mem::take(&mut self.possible);
        for (bounded, below) in bounds {
            let values = self.possible_anywhere(bounded);
            let kept =
                values.map(|values| Rc::new(values.iter().copied().filter(|value| *value < below).collect::<Vec<_>>()));
            // A bound that nothing meets says that the path is never taken; then there is nothing to be gained.
            if kept.as_ref().is_some_and(|kept| !kept.is_empty()) {
                self.possible.insert(bounded, kept);
            }
        }
        let values = self.possible_anywhere(v);
        self.possible = outside;
        values
    }
}
