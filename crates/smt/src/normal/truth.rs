//! Conditions, and choices between integers.
//!
//! A condition is written in one way out of many: comparisons as `p < 0` with a positive leading coefficient, `or` by
//! `and`, a complement outside. Two conditions that say the same are then one term or its complement, and so are the
//! choices under them. Which of two equal ways is taken is arbitrary; that both sides of a question take the same one
//! is what counts.
//!
//! Comparisons need the values themselves, so both sides are read exactly; `p < 0` then speaks of integers that do not
//! wrap.

use super::Normaliser;
use super::int::{Int, both};
use super::poly::{Poly, bits, times};
use crate::limits::{MAX_NORMAL_WIDTH, MAX_WRITINGS};
use isotope_ir::term::{BinOp, TermId, UnOp};

/// A one-bit value: a term, or its complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub term: TermId,
    pub negated: bool,
}

impl Normaliser<'_> {
    /// A one-bit term as a literal over a normal term: the reading is an atom, or 1 less an atom, where the term is
    /// one. A bit of several atoms (a sum of two conditions, say) is written back as a term.
    pub(super) fn literal(&mut self, t: TermId) -> Literal {
        let int = self.exact(t, false);
        if let Some(atom) = int.poly.as_atom()
            && self.terms.width(atom.term) == 1
        {
            return Literal { term: atom.term, negated: false };
        }
        let flipped = Poly::constant(1).sub(&int.poly).and_then(|p| p.as_atom());
        match flipped {
            Some(atom) if self.terms.width(atom.term) == 1 => Literal { term: atom.term, negated: true },
            _ => Literal { term: self.build(&int, 1), negated: false },
        }
    }

    /// A literal as an integer, 0 or 1.
    fn truth(&mut self, literal: Literal) -> Option<Int> {
        let bit = self.atom(literal.term, false);
        if literal.negated { self.difference(&Int::constant(1), &bit) } else { Some(bit) }
    }

    /// A literal as a term of one bit.
    fn literal_term(&mut self, literal: Literal) -> TermId {
        if literal.negated { self.terms.un(UnOp::Not, literal.term) } else { literal.term }
    }

    /// And, or, xor of truth values; or is written with and: a | b = ~(~a & ~b). Complements of an exclusive or go
    /// outside, ~a ^ b = ~(a ^ b), so that it is over plain terms.
    pub(super) fn connective(&mut self, op: BinOp, a: TermId, b: TermId) -> Option<Int> {
        let (a, b) = (self.literal(a), self.literal(b));
        if op == BinOp::Xor {
            let term = self.terms.bin(BinOp::Xor, a.term, b.term);
            return self.truth(Literal { term, negated: a.negated != b.negated });
        }
        let flip = op == BinOp::Or;
        let [a, b] = [a, b].map(|l| Literal { negated: l.negated != flip, ..l });
        let (a, b) = (self.literal_term(a), self.literal_term(b));
        let term = self.terms.bin(BinOp::And, a, b);
        self.truth(Literal { term, negated: flip })
    }

    /// A comparison as a truth value: a < b is a - b < 0, of integers that do not wrap. Anything may be `None` on the
    /// way, and the comparison then stays an operation over normal operands.
    pub(super) fn comparison(&mut self, op: BinOp, a: TermId, b: TermId) -> Option<Int> {
        if op == BinOp::Eq {
            let literal = self.equality(a, b)?;
            return self.truth(literal);
        }
        let signed = matches!(op, BinOp::Slt | BinOp::Sle);
        let (a, b) = (self.exact(a, signed), self.exact(b, signed));
        // a <= b is not (b < a).
        let strict = matches!(op, BinOp::Ult | BinOp::Slt);
        let difference = if strict { self.difference(&a, &b)? } else { self.difference(&b, &a)? };
        let below = self.is_negative(&difference)?;
        self.truth(Literal { negated: below.negated == strict, ..below })
    }

    /// Whether an integer is negative, in one orientation and divided by its content.
    ///
    /// With g the content of the products and k the constant, g q + k < 0 is q + k / g < 0, and as q is whole the
    /// quotient may be rounded down: q < -k/g is q < ceil(-k/g), which is -floor(k/g). So `2x + 3 < 0` and `2x + 2 < 0`
    /// are one condition.
    pub(super) fn is_negative(&mut self, difference: &Int) -> Option<Literal> {
        let difference = &self.sealed(difference);
        let (lo, hi) = difference.bounds?;
        if hi < 0 || lo >= 0 {
            let term = self.terms.constant((hi < 0) as u128, 1);
            return Some(Literal { term, negated: false });
        }
        // d < 0 is not (-d - 1 < 0).
        let negated = self.is_mirrored(&difference.poly);
        let mut poly = difference.poly.clone();
        if negated {
            poly = poly.scale(-1)?.add(&Poly::constant(-1))?;
        }
        let content = poly.content(false);
        let offset = poly.offset();
        poly = poly.sub(&Poly::constant(offset))?.divide(content);
        poly = poly.add(&Poly::constant(offset.div_euclid(content)))?;
        let term = self.ordered(&poly)?;
        // Kept for the choices under this condition: whether one is a minimum is seen by its polynomial.
        self.negative.insert(term, poly);
        Some(Literal { term, negated })
    }

    /// The term of `poly < 0`: what is added on the left, what is taken away on the right.
    ///
    /// Neither side wraps in the width that holds both, so the words compare as the integers do; and without a
    /// difference in it the term looks like the comparisons that people write, which Z3 is good at.
    fn ordered(&mut self, poly: &Poly) -> Option<TermId> {
        let (left, right) = self.sides(poly)?;
        let signed = left.bounds?.0 < 0 || right.bounds?.0 < 0;
        let (left, right) = self.common(&left, &right)?;
        Some(self.terms.bin(if signed { BinOp::Slt } else { BinOp::Ult }, left, right))
    }

    /// The part with positive coefficients, and the rest with its signs changed: `left - right` is the polynomial.
    fn sides(&mut self, poly: &Poly) -> Option<(Int, Int)> {
        let (mut left, mut right) = (Poly::default(), Poly::default());
        for (m, &c) in &poly.0 {
            if c > 0 {
                left.accumulate(m.clone(), c)?;
            } else {
                right.accumulate(m.clone(), c.checked_neg()?)?;
            }
        }
        Some((self.int(left, None), self.int(right, None)))
    }

    /// Both integers as terms of the narrowest width that holds both.
    fn common(&mut self, a: &Int, b: &Int) -> Option<(TermId, TermId)> {
        let ((al, ah), (bl, bh)) = both(a, b)?;
        // One width for both, with a sign if either has one: there both words are the integers.
        let width = bits((al.min(bl), ah.max(bh)));
        if width > MAX_NORMAL_WIDTH {
            return None;
        }
        Some((self.build(a, width), self.build(b, width)))
    }

    /// Whether two terms are equal: their difference is 0, in one orientation and divided by its content. Where the
    /// content of the products does not divide the constant, or 0 is out of bounds, they never are.
    fn equality(&mut self, a: TermId, b: TermId) -> Option<Literal> {
        let width = self.terms.width(a);
        if width == 1 {
            let (a, b) = (self.literal(a), self.literal(b));
            let term = self.terms.bin(BinOp::Xor, a.term, b.term);
            return Some(Literal { term, negated: a.negated == b.negated });
        }
        // Words are equal exactly if their values in one reading are, whichever that is. One that both sides have
        // without wrapping leaves no atom of a wrapped sum.
        let s =
            !(self.is_exact(a, false) && self.is_exact(b, false)) && self.is_exact(a, true) && self.is_exact(b, true);
        let (x, y) = (self.exact(a, s), self.exact(b, s));
        let mut difference = self.difference(&x, &y)?;
        let (lo, hi) = difference.bounds?;
        if lo > 0 || hi < 0 {
            return Some(Literal { term: self.terms.constant(0, 1), negated: false });
        }
        if difference.poly.leading() < 0 {
            difference = self.scale(&difference, -1)?;
        }
        let content = difference.poly.content(false);
        if difference.poly.offset() % content != 0 {
            return Some(Literal { term: self.terms.constant(0, 1), negated: false });
        }
        let poly = difference.poly.divide(content);
        let (left, right) = self.sides(&poly)?;
        let (left, right) = self.common(&left, &right)?;
        Some(Literal { term: self.terms.bin(BinOp::Eq, left, right), negated: false })
    }

    /// `c ? a : b` as `b + (c ? a - b : 0)`, the difference without its content and with a positive leading
    /// coefficient.
    pub(super) fn choice(&mut self, c: TermId, a: &Int, b: &Int) -> Option<Int> {
        // Under a complement the branches change places, so that the condition of the atom is a plain term.
        let literal = self.literal(c);
        let (a, b) = if literal.negated { (b, a) } else { (a, b) };
        if let Some(c) = self.terms.as_const(literal.term) {
            return Some(if c == 1 { a.clone() } else { b.clone() });
        }
        let (a, b) = (&self.sealed(a), &self.sealed(b));
        let (chosen, whole) = self.chosen_between(literal.term, a, b)?;
        Some(self.in_order(a, b, &chosen, whole))
    }

    /// The amount that `c ? a : b` adds to b, and the whole, for a plain condition that is no constant.
    pub(super) fn chosen_between(&mut self, c: TermId, a: &Int, b: &Int) -> Option<(Int, Int)> {
        // Equal branches are no choice, however they were written.
        let difference = self.difference(a, b)?;
        if difference.poly == Poly::default() {
            return Some((Int::constant(0), b.clone()));
        }
        let known = self.chosen_bounds(c, &difference.poly, a, b);
        let chosen = match difference.poly.as_constant() {
            // c ? b + d : b = b + d c, with c a bit.
            Some(d) => {
                let bit = self.atom(c, false);
                self.scale(&bit, d)?
            }
            None => self.chosen(c, &difference)?,
        };
        let total = b.poly.add(&chosen.poly)?;
        let whole = self.int(total, known);
        Some((chosen, whole))
    }

    /// Bounds of a choice: of a minimum or a maximum where it is one, otherwise of either branch.
    ///
    /// `c ? a : b` is min(a, b) where c says that a - b is negative, up to a positive factor: it lies between the
    /// lesser of the least and the lesser of the greatest values. With c about b - a it is the maximum. Of a and -a the
    /// minimum is -|a|.
    fn chosen_bounds(&self, c: TermId, difference: &Poly, a: &Int, b: &Int) -> Option<(i128, i128)> {
        let ((al, ah), (bl, bh)) = both(a, b)?;
        // Equal but for a positive factor, the constant included: with another constant the condition is about another
        // bound.
        let same = |x: &Poly, y: &Poly| {
            let (x, y) = (self.open(x), self.open(y));
            x.divide(x.content(true)) == y.divide(y.content(true))
        };
        // The larger of d and -d is not negative, the smaller not positive.
        let opposite = a.poly.add(&b.poly).is_some_and(|sum| sum == Poly::default());
        match self.negative.get(&c) {
            Some(n) if same(n, difference) => Some((al.min(bl), if opposite { ah.min(bh).min(0) } else { ah.min(bh) })),
            Some(n) if difference.scale(-1).is_some_and(|d| same(n, &d)) => {
                Some((if opposite { al.max(bl).max(0) } else { al.max(bl) }, ah.max(bh)))
            }
            _ => Some((al.min(bl), ah.max(bh))),
        }
    }

    /// `c ? difference : 0`, as a multiple of an atom: the difference without its content and with a positive leading
    /// coefficient, so that `c ? 2d : 0`, `c ? -d : 0` and `c ? d : 0` share one atom.
    fn chosen(&mut self, c: TermId, difference: &Int) -> Option<Int> {
        // One atom for the difference, however the sums in it were sealed; its bounds are seen in the parts.
        let parts = self.unit(difference)?;
        let sealed = self.sealed(difference);
        let unit = self.unit(&sealed)?;
        let content = sealed.poly.content(true) * if self.is_mirrored(&sealed.poly) { -1 } else { 1 };
        // 0 is one of the values, so the atom's bounds reach to it.
        let c = self.boundary(c, &unit.poly)?;
        let (lo, hi) = unit.bounds?;
        let (lo, hi) = (lo.min(0), hi.max(0));
        let width = bits((lo, hi));
        if width > MAX_NORMAL_WIDTH {
            return None;
        }
        let term = self.build(&unit, width);
        let zero = self.terms.constant(0, width);
        let term = self.terms.ite(c, term, zero);
        let atom = self.atom(term, lo < 0);
        // d < 0 ? d : 0 is min(d, 0), of which magnitudes and maxima are made; see `own_bounds`.
        let is_of_unit = self.negative.get(&c).is_some_and(|n| self.open(n) == self.open(&unit.poly));
        if let Some(one) = atom.poly.as_atom().filter(|_| is_of_unit) {
            // Where a sum became too long to be opened, both may have come out in different orientations.
            let is_unit = self.open(&parts.poly) == self.open(&unit.poly);
            let known = self.negative_parts.entry(one).or_default();
            for unit in [Some(unit), Some(parts).filter(|_| is_unit)].into_iter().flatten() {
                if known.len() < MAX_WRITINGS && known.iter().all(|other| other.poly != unit.poly) {
                    known.push(unit);
                }
            }
        }
        let atom = self.int(atom.poly, Some((lo, hi)));
        self.scale(&atom, content)
    }

    /// An integer without its content, in the one orientation.
    fn unit(&self, int: &Int) -> Option<Int> {
        let content = int.poly.content(true);
        let sign = if self.is_mirrored(&int.poly) { -1 } else { 1 };
        // Dividing by the content is exact, so rounding towards the inside keeps the bounds.
        let bounds = int.bounds.and_then(|b| times(b, (sign, sign)));
        let bounds = bounds.map(|(lo, hi)| (-((-lo).div_euclid(content)), hi.div_euclid(content)));
        Some(Int { poly: int.poly.scale(sign)?.divide(content), bounds })
    }

    /// `d <= 0` and `d < 0` choose the same between `d` and 0, since they differ only where d is 0; the strict one is
    /// taken. Over integers d <= 0 is d - 1 < 0, which is how it was recorded.
    fn boundary(&mut self, c: TermId, unit: &Poly) -> Option<TermId> {
        let loose = self.open(&unit.add(&Poly::constant(-1))?);
        let Some(is_loose) = self.negative.get(&c).filter(|n| self.open(n) == loose) else { return Some(c) };
        // As the comparison has it: it may have sealed what the choice has not.
        let unit = is_loose.add(&Poly::constant(1))?;
        let strict = self.ordered(&unit)?;
        self.negative.insert(strict, unit);
        Some(strict)
    }
}
