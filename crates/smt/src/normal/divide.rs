//! Shifts right, extracts, masks and divisions: all are floor divisions of integers.
//!
//! Their common part is floor((q 2^k + r) / 2^k) = q + floor(r / 2^k): whatever is a multiple of the divisor comes out as
//! it is, and only the rest is divided. Two ways of rounding a sum thereby meet, as soon as their rests are one
//! polynomial.

use super::Normaliser;
use super::int::Int;
use super::poly::{Poly, bits};
use crate::limits::{MAX_MASK_RUNS, MAX_NORMAL_WIDTH};
use isotope_ir::term::{BinOp, Node, TermId, mask};

impl Normaliser<'_> {
    /// The floor of the integer over two to `k`. With `Some(n)` only the low `n` bits of the result matter, and the
    /// integer itself needs to be right only modulo two to `k + n`.
    pub(super) fn floor_shift(&mut self, int: &Int, k: u32, n: Option<u32>) -> Option<Int> {
        if k == 0 {
            return Some(self.lower_number(int, n));
        }
        // The low n bits of a floor over 2^k are bits k .. k + n of the integer, so anything congruent modulo 2^(k + n)
        // has the same. Wrapping its coefficients to that many bits makes more of them equal.
        let sealed = self.sealed(int);
        let (int, k) = match self.unnested(&sealed, k) {
            Some((int, k)) => (self.rejoined(&int), k),
            None => (sealed, k),
        };
        let keep = n.map(|n| n + k);
        let int = match (keep, int.bounds) {
            (Some(keep), None) => self.wrapped(&int, keep),
            (Some(keep), Some(b)) if bits(b) > keep => self.wrapped(&int, keep),
            _ => int.clone(),
        };
        // Multiples of two to k leave the division exactly.
        let unit = 1i128 << k;
        let mut whole = Poly::default();
        let mut rest = Poly::default();
        for (m, &c) in &int.poly.0 {
            let (q, r) = if m.is_empty() || c % unit == 0 { (c >> k, c & (unit - 1)) } else { (0, c) };
            if q != 0 {
                whole.accumulate(m.clone(), q)?;
            }
            if r != 0 {
                rest.accumulate(m.clone(), r)?;
            }
        }
        // A floor keeps order, so the ends of the quotient are the quotients of the ends.
        let total = int.bounds.map(|(lo, hi)| (lo >> k, hi >> k));
        if let Some(upper) = self.upper_number(&int, k) {
            return Some(self.int(upper, total));
        }
        let rest = if whole == Poly::default() { int } else { self.int(rest, None) };
        let (rest, by) = self.without_power(rest, k)?;
        let (low, exact) = self.floor_of_rest(&rest, k - by, keep.map(|keep| keep - by))?;
        let sum = whole.add(&low.poly)?;
        Some(self.int(sum, total.filter(|_| exact)))
    }

    /// An integer of which the low bits matter, as the one that they hold whatever the coefficients of the bits above are; unchanged where
    /// none is known to fit.
    fn lower_number(&mut self, int: &Int, n: Option<u32>) -> Int {
        let is_wider = |int: &Int, n: u32| int.bounds.is_none_or(|bounds| bits(bounds) > n);
        let lower = n.filter(|&n| is_wider(int, n)).map(|n| (self.wrapped(int, n), n));
        lower.filter(|(lower, n)| !is_wider(lower, *n)).map_or_else(|| int.clone(), |(lower, _)| lower)
    }

    /// The floor of two numbers in one word, `x + 2^k y` with `x` between none and one of `2^k`, which is `y`, where both are of the same
    /// values: of `x = a + b` and `y = a - b` the word is `(2^k + 1) a + (1 - 2^k) b`, of which no product is a multiple of `2^k`.
    ///
    /// Each coefficient is taken as a multiple and the least rest, of either sign; `None` where bounds leave more of the rests.
    fn upper_number(&mut self, int: &Int, k: u32) -> Option<Poly> {
        let unit = 1i128 << k;
        let (mut upper, mut lower) = (Poly::default(), Poly::default());
        for (m, &c) in &int.poly.0 {
            let nearest = if m.is_empty() { c >> k } else { c.checked_add(unit / 2)? >> k };
            for (poly, part) in [(&mut upper, nearest), (&mut lower, c - (nearest << k))] {
                if part != 0 {
                    poly.accumulate(m.clone(), part)?;
                }
            }
        }
        if upper == Poly::default() || lower == Poly::default() {
            return None;
        }
        let (lo, hi) = self.int(lower, None).bounds?;
        let rest = (lo >> k == hi >> k).then_some(lo >> k)?;
        upper.add(&Poly::constant(rest))
    }

    /// The dividend without the power of two that all of its products have, and that power:
    /// floor((2^j p + c) / 2^k) is floor((p + floor(c / 2^j)) / 2^(k - j)).
    ///
    /// Two scales of one sum, 8 p over 2^10 and p over 2^7, are then one division of one sum.
    fn without_power(&mut self, rest: Int, k: u32) -> Option<(Int, u32)> {
        let powers = rest.poly.0.iter().filter(|(m, _)| !m.is_empty()).map(|(_, c)| c.trailing_zeros());
        let by = powers.min().unwrap_or(0).min(k);
        if by == 0 {
            return Some((rest, 0));
        }
        let shifted = rest.poly.0.iter().map(|(m, &c)| (m.clone(), c >> by)).filter(|(_, c)| *c != 0);
        let bounds = rest.bounds.map(|(lo, hi)| (lo >> by, hi >> by));
        Some((self.int(Poly(shifted.collect()), bounds), by))
    }

    /// One division instead of one in another: floor((a + floor(b / 2^j)) / 2^k) is floor((2^j a + b) / 2^(j + k)), as
    /// integers. The dividend and what it is divided by; `None` where there is no floor in the sum, or no room.
    fn unnested(&mut self, int: &Int, k: u32) -> Option<(Int, u32)> {
        let (mut int, mut k) = (int.clone(), k);
        let mut found = false;
        while let Some((atom, (of, j))) = int.poly.0.iter().find_map(|(m, &c)| match m[..] {
            [atom] if c == 1 => self.floors.get(&atom).map(|floor| (atom, floor.clone())),
            _ => None,
        }) {
            let others = int.poly.sub(&Poly::atom(atom))?.scale(1 << j)?;
            int = self.int(others.add(&of.poly)?, None);
            k += j;
            found = true;
            if k > MAX_NORMAL_WIDTH / 2 {
                return None;
            }
        }
        found.then_some((int, k))
    }

    /// The floor division of what no multiple leaves: nothing, a constant, or bits of the narrowest term. Also says
    /// whether it is the quotient itself and not only congruent to it.
    fn floor_of_rest(&mut self, rest: &Int, k: u32, keep: Option<u32>) -> Option<(Int, bool)> {
        if let Some((lo, hi)) = rest.bounds
            && lo >> k == hi >> k
        {
            return Some((Int::constant(lo >> k), true));
        }
        let own = rest.bounds.map(bits);
        // Bits above those that hold the value are copies of its sign, and bits above those that are kept matter to
        // nobody: the fewer of both are enough, and if they hold the value the quotient is exact.
        let width = match (own, keep) {
            (Some(own), Some(keep)) => own.min(keep),
            (Some(width), None) | (None, Some(width)) => width,
            (None, None) => return None,
        };
        if width > MAX_NORMAL_WIDTH {
            return None;
        }
        let exact = own == Some(width);
        let signed = exact && rest.bounds.is_some_and(|(lo, _)| lo < 0);
        let term = self.build(rest, width);
        if width <= k {
            // Only a sign reaches beyond its own width.
            if !signed {
                return None;
            }
            let sign = self.terms.extract(term, width - 1, 1);
            let bit = self.atom(sign, false);
            return self.scale(&bit, -1).map(|minus| (minus, true));
        }
        // The bits from k up are the floor itself: two's complement rounds down.
        let high = self.terms.extract(term, k, width - k);
        let known = rest.bounds.filter(|_| exact).map(|(lo, hi)| (lo >> k, hi >> k));
        let atom = self.atom(high, signed);
        if exact && let Some(floor) = atom.poly.as_atom() {
            self.floors.insert(floor, (rest.clone(), k));
        }
        Some((self.int(atom.poly, known.or(atom.bounds)), exact))
    }

    /// The rounding of a sum of `x >> k` and of the last bit that is shifted out rounds, `k`, and whether the shift is signed: the
    /// floor of `x` over two to `k` and that bit are the floor of `x` and half of two to `k`.
    pub(super) fn rounding(&self, sum: [TermId; 2]) -> Option<(TermId, u32, bool)> {
        let node = |t: TermId| self.terms.node(t);
        let amount = |t: TermId| self.terms.as_const(t).and_then(|k| u32::try_from(k).ok());
        let shifted = |t: TermId| match *node(t) {
            Node::Bin(op @ (BinOp::AShr | BinOp::LShr), x, by) => Some((x, amount(by)?, op == BinOp::AShr)),
            Node::SExt(part) | Node::ZExt(part) => match *node(part) {
                Node::Extract(lo, x) if lo + self.terms.width(part) == self.terms.width(x) => {
                    Some((x, lo, matches!(node(t), Node::SExt(_))))
                }
                _ => None,
            },
            _ => None,
        };
        // The bit of `x` that a term is, at that place.
        let bit = |t: TermId| match *node(t) {
            Node::Bin(BinOp::And, a, one) if self.terms.as_const(one) == Some(1) => match shifted(a) {
                Some((x, lo, _)) => Some((x, lo)),
                None => Some((a, 0)),
            },
            Node::ZExt(one) => match *node(one) {
                Node::Extract(lo, x) if self.terms.width(one) == 1 => Some((x, lo)),
                _ => None,
            },
            _ => None,
        };
        let [a, b] = sum;
        [(a, b), (b, a)].into_iter().find_map(|(high, low)| {
            let (x, k, signed) = shifted(high)?;
            let is_last = bit(low)? == (x, k.checked_sub(1)?);
            (is_last && k < self.terms.width(x) && self.terms.width(x) == self.terms.width(high))
                .then_some((x, k, signed))
        })
    }

    /// Unsigned division and remainder by a constant; signed division where neither side is negative.
    ///
    /// Division of words rounds towards zero, which is the floor only for values that are not negative; so those alone
    /// are taken. The divisor is at least 1, so SMT-LIB's division by zero does not occur.
    pub(super) fn quotient(&mut self, op: BinOp, a: TermId, b: TermId) -> Option<Int> {
        let width = self.terms.width(a);
        let by = self.terms.as_const(b)? as i128;
        let signed = op == BinOp::SDiv;
        // A divisor with its top bit set is negative to a signed division.
        if by <= 0 || (signed && by >= 1 << (width - 1)) {
            return None;
        }
        let a = self.exact(a, signed);
        let (lo, hi) = a.bounds?;
        if lo < 0 {
            return None;
        }
        let quotient = if by.count_ones() == 1 {
            if op == BinOp::URem && by > 1 {
                return Some(self.residue(&a, by.trailing_zeros(), false));
            }
            self.floor_shift(&a, by.trailing_zeros(), None)?
        // A dividend that stays below the divisor has nothing to divide.
        } else if hi < by {
            Int::constant(0)
        } else {
            // In the narrowest width that holds both, where equal dividends of different widths are one term.
            let narrow = bits((0, hi.max(by)));
            let term = self.build(&a, narrow);
            let by = self.terms.constant(by as u128, narrow);
            let term = self.terms.bin(BinOp::UDiv, term, by);
            self.atom(term, false)
        };
        if op != BinOp::URem {
            return Some(quotient);
        }
        // a mod b = a - b floor(a / b), so that a sum of a quotient's multiple and the remainder is the dividend again.
        let multiple = self.scale(&quotient, by)?;
        let rest = self.difference(&a, &multiple)?;
        Some(self.int(rest.poly, Some((0, (by - 1).min(hi)))))
    }

    /// And, or, xor of vectors: linear where one side is a constant of few runs or where no bit is set in both.
    pub(super) fn bitwise(&mut self, op: BinOp, a: TermId, b: TermId) -> Option<Int> {
        let width = self.terms.width(a);
        let (x, y) = (self.exact(a, false), self.exact(b, false));
        let (x, y) = if x.poly.as_constant().is_some() { (y, x) } else { (x, y) };
        // `x & y` as an integer, where it is one.
        let masked = match y.poly.as_constant() {
            Some(c) => self.masked(&x, c as u128 & mask(width), width),
            None if self.disjoint(&x, &y) || self.disjoint(&y, &x) => Some(Int::constant(0)),
            None => None,
        };
        // x + y = (x | y) + (x & y), and x ^ y = x + y - 2 (x & y): with `and` as an integer the others are, too. Their
        // value is one of the width's words, which the bounds of the sum do not show.
        match (op, masked) {
            (BinOp::And, Some(both)) => Some(both),
            (_, Some(both)) => {
                let sum = self.sum(&x, &y)?;
                let both = if op == BinOp::Xor { self.scale(&both, 2)? } else { both };
                let result = self.difference(&sum, &both)?;
                let top = (1i128 << width) - 1;
                Some(self.int(result.poly, Some((0, top))))
            }
            (_, None) => self.narrow_bitwise(op, &x, &y),
        }
    }

    /// Whether `x` only has bits above all of `y`'s: every coefficient is a multiple of a power of two that `y` stays
    /// below. Both are exact and not negative, so their bits are those of the words.
    fn disjoint(&self, x: &Int, y: &Int) -> bool {
        let zeros = x.poly.0.values().map(|c| c.trailing_zeros()).min().unwrap_or(127);
        y.bounds.is_some_and(|(lo, hi)| lo >= 0 && bits((0, hi)) <= zeros)
    }

    /// The bits of an integer under a constant mask: each run of ones is an extract, back in its place. A mask of more
    /// runs than `MAX_MASK_RUNS` would make a longer sum than the operation it replaces.
    fn masked(&mut self, x: &Int, mut ones: u128, width: u32) -> Option<Int> {
        // Ones above the value's highest bit select zeros.
        let top = x.bounds.filter(|(lo, _)| *lo >= 0).map_or(width, bits);
        ones &= mask(top.min(width));
        let mut total = Int::constant(0);
        for _ in 0..MAX_MASK_RUNS {
            if ones == 0 {
                return Some(total);
            }
            let from = ones.trailing_zeros();
            let length = (!(ones >> from)).trailing_zeros();
            ones &= !(mask(length) << from);
            // A run that reaches the top needs no cut above: the floor is the run.
            let run = if from + length >= top {
                self.floor_shift(x, from, None)?
            } else {
                let shifted = self.floor_shift(x, from, Some(length))?;
                self.residue(&shifted, length, false)
            };
            let placed = self.scale(&run, 1 << from)?;
            total = self.sum(&total, &placed)?;
        }
        (ones == 0).then_some(total)
    }

    /// A bitwise operation over the fewest bits that hold its result. Every bit of a side above them is zero in it, or is
    /// cleared by the other side's zeros.
    fn narrow_bitwise(&mut self, op: BinOp, x: &Int, y: &Int) -> Option<Int> {
        let (x_bits, y_bits) = (bits(x.bounds?), bits(y.bounds?));
        let width = if op == BinOp::And { x_bits.min(y_bits) } else { x_bits.max(y_bits) };
        let (x, y) = (self.build(x, width), self.build(y, width));
        let term = self.terms.bin(op, x, y);
        Some(self.atom(term, false))
    }
}
