//! Sums, differences, products and atoms, each with the best bounds that can be had of it.
//!
//! Two kinds of bounds are met with each other. Those of the parts are interval arithmetic: exact for one operation,
//! but `x - x` is bounded by twice the width of `x`. Those of the polynomial come after like products were added up, so
//! they see that it is 0, but they do not see what an operation knew of its operands. Both hold, so what both allow
//! holds.
//!
//! Nothing here wraps. An operation on 128-bit integers that would overflow is `None`, and the normaliser then keeps
//! the term as an atom: a bound that wrapped would be a wrong proof.

use super::Normaliser;
use super::int::{Int, both, meet, window};
use super::poly::{Atom, Bounds, Poly, plus, times};
use crate::interval::Range;
use crate::interval::square;
use crate::limits::MAX_NORMAL_WIDTH;
use isotope_ir::term::TermId;
use std::collections::HashMap;

/// Units of effort for one product of a polynomial that is made or bounded.
const UNITS: u64 = 16;

impl Normaliser<'_> {
    /// The bounds of a term. Notes when they say more than the width does: a proof that used them rests on intervals
    /// too, and has to say so. Constants say nothing that the term does not.
    fn range(&mut self, term: TermId) -> Range {
        let range = self.intervals.of(self.terms, term);
        self.bounded |= range != Range::full(self.terms.width(term)) && self.terms.as_const(term).is_none();
        range
    }

    /// Bounds of an atom as the integer that it is read as, by its interval and by what it was divided out of; `None` for
    /// atoms too wide for integers of ours.
    pub(super) fn bounds_of(&mut self, atom: Atom) -> Option<Bounds> {
        let width = self.terms.width(atom.term);
        if width > MAX_NORMAL_WIDTH {
            return None;
        }
        let r = self.range(atom.term);
        let (lo, hi) = if atom.signed { (r.slo, r.shi) } else { (r.ulo as i128, r.uhi as i128) };
        // Two bounds of one value always share a value where the assumptions hold. Where they do not, they contradict
        // each other, anything is a bound, and the interval's keeps `lo <= hi`.
        match self.atom_bounds.get(&atom) {
            Some(&(l, h)) if lo.max(l) <= hi.min(h) => Some((lo.max(l), hi.min(h))),
            _ => Some((lo, hi)),
        }
    }

    /// A polynomial with the bounds that its atoms give it, met with bounds that are known otherwise.
    pub(super) fn int(&mut self, poly: Poly, known: Option<Bounds>) -> Int {
        self.exhausted |= self.effort.spend(UNITS * (1 + poly.0.len() as u64)).is_err();
        let atoms: Vec<Atom> = poly.0.keys().flatten().copied().collect();
        let table: HashMap<Atom, Option<Bounds>> = atoms.into_iter().map(|a| (a, self.bounds_of(a))).collect();
        // Looked up before, because intervals are computed on demand and need the normaliser for themselves.
        let own = self.own_bounds(&poly, &table);
        let bounds = match (own, known) {
            (Some((a, b)), Some((c, d))) if a.max(c) <= b.min(d) => Some((a.max(c), b.min(d))),
            (own, known) => known.or(own),
        };
        // One value is that value: the atoms that cancel only by their bounds are gone from here on.
        match bounds {
            Some((lo, hi)) if lo == hi => Int::constant(lo),
            _ => Int { poly, bounds },
        }
    }

    /// Bounds of a polynomial from those of its atoms, its magnitudes and maxima: `d - 2 min(d, 0)` is `|d|`, and `d -
    /// min(d, 0)` is `max(d, 0)`, which its products one by one do not show. Each is taken out of the sum when what is
    /// left, and its own bounds, then say more; so a sum of many costs one look at each.
    fn own_bounds(&self, poly: &Poly, table: &HashMap<Atom, Option<Bounds>>) -> Option<Bounds> {
        let of = |a: Atom| table.get(&a).copied().flatten();
        let whole = poly.bounds(&of)?;
        if self.negative_parts.is_empty() {
            return Some(whole);
        }
        // The bounds are those of the rest plus those of the part that was taken out.
        let (mut rest, mut found, mut bounds) = (poly.clone(), whole, whole);
        for monomial in poly.0.keys() {
            let [atom] = monomial[..] else { continue };
            let Some(units) = self.negative_parts.get(&atom) else { continue };
            let c = rest.0.get(monomial).copied().unwrap_or(0);
            let without = units.iter().flat_map(|unit| self.parts_of(unit, atom, c));
            let without = without.filter_map(|(part, least, most)| {
                let gain = rest.change(&part, &of)?;
                let (l, h) = (gain.0.checked_add(least)?, gain.1.checked_add(most)?);
                // `gain` is what the sum's own bounds gain when the part goes, and least ..= most is what comes back for it.
                (h < l).then_some((h.checked_sub(l)?, (l, h), part))
            });
            // The one that narrows the bounds most.
            if let Some((_, (l, h), part)) = without.min_by_key(|(width, ..)| *width)
                && let (Some(lo), Some(hi)) = (found.0.checked_add(l), found.1.checked_add(h))
                && let Some(less) = rest.sub(&part)
            {
                (found, rest) = ((lo, hi), less);
                bounds = meet(Some(bounds), found).unwrap_or(bounds);
            }
        }
        Some(self.magnitudes_apart(poly, &of).and_then(|all| meet(Some(bounds), all)).unwrap_or(bounds))
    }

    /// Bounds of a sum by all of its magnitudes, and what is left without them; `None` where there are no two.
    ///
    /// Of the sum of `|a + b|` and `|a - b|`, without the first, `a` and `b` are left beside the second, and bounds gain nothing by that.
    /// Without both nothing is left.
    fn magnitudes_apart(&self, poly: &Poly, of: &dyn Fn(Atom) -> Option<Bounds>) -> Option<Bounds> {
        let (mut rest, mut bounds, mut count) = (poly.clone(), (0, 0), 0);
        for (monomial, &c) in &poly.0 {
            let [atom] = monomial[..] else { continue };
            let units = self.negative_parts.get(&atom).filter(|_| c % 2 == 0);
            let Some((part, least, most)) =
                units.and_then(|units| self.parts_of(units.first()?, atom, c).into_iter().next())
            else {
                continue;
            };
            rest = rest.sub(&part)?;
            bounds = plus(bounds, (least, most))?;
            count += 1;
        }
        if count < 2 { None } else { plus(bounds, rest.bounds(of)?) }
    }

    /// The parts of a sum with `c` times an atom that are a magnitude or a maximum, each with its bounds: the atom is the
    /// negative part of `unit`.
    fn parts_of(&self, unit: &Int, atom: Atom, c: i128) -> Vec<(Poly, i128, i128)> {
        let Int { poly: d, bounds: Some((lo, hi)) } = unit else { return vec![] };
        // With n = min(d, 0): d - 2n = |d| lies in 0 ..= max(hi, -lo), and d - n = max(d, 0) in 0 ..= max(hi, 0).
        let magnitude = (2, (0, (*hi).max(-lo)));
        let maximum = (1, (0, (*hi).max(0)));
        // The polynomial is `rest + k (d - parts min(d, 0))`, where c = -k parts is the coefficient of the minimum;
        // a c that `parts` does not divide is of no such sum.
        let parts = [magnitude, maximum].into_iter().filter(|(parts, _)| c != 0 && c % parts == 0);
        let parts = parts.filter_map(|(parts, range)| {
            let k = -c / parts;
            self.effort.spend(UNITS * d.0.len() as u64).ok()?;
            let part = d.scale(k)?.add(&Poly::atom(atom).scale(c)?)?;
            let (least, most) = times((k, k), range)?;
            Some((part, least, most))
        });
        parts.collect()
    }

    /// A term as an atom in one reading; where both readings agree, the unsigned one.
    pub(super) fn atom(&mut self, term: TermId, signed: bool) -> Int {
        let width = self.terms.width(term);
        if let Some(v) = self.terms.as_const(term)
            && width <= MAX_NORMAL_WIDTH
        {
            return Int::constant(if signed { isotope_ir::term::signed(v, width) } else { v as i128 });
        }
        // A value without a sign is one atom in both readings; with two names for it, equal sums would not cancel.
        let positive = self.bounds_of(Atom { term, signed: true }).is_some_and(|(lo, _)| lo >= 0);
        let atom = Atom { term, signed: signed && !positive };
        self.int(Poly::atom(atom), None)
    }

    /// Meets the bounds with the term's interval, where the integer is one of the term's readings.
    ///
    /// An integer congruent to the term and within the window of a reading is that reading's value, because a window
    /// holds one integer of each residue. Of any other multiple the interval says nothing.
    pub(super) fn tightened(&mut self, int: Int, t: TermId, width: u32) -> Int {
        let r = self.range(t);
        if int.within(window(width, false)) {
            let known = (r.ulo as i128, r.uhi as i128);
            return self.int(int.poly, meet(int.bounds, known));
        }
        if int.within(window(width, true)) {
            return self.int(int.poly, meet(int.bounds, (r.slo, r.shi)));
        }
        int
    }

    /// The sum, with bounds of the ends added. Sums of congruent integers are congruent and those of exact ones exact,
    /// so this and the next three serve both kinds of reading; `None` where the polynomial would pass a limit.
    pub(super) fn sum(&mut self, a: &Int, b: &Int) -> Option<Int> {
        let known = both(a, b).and_then(|((al, ah), (bl, bh))| al.checked_add(bl).zip(ah.checked_add(bh)));
        let poly = a.poly.add(&b.poly)?;
        Some(self.int(poly, known))
    }

    /// The difference: the least is the least less the greatest.
    pub(super) fn difference(&mut self, a: &Int, b: &Int) -> Option<Int> {
        let known = both(a, b).and_then(|((al, ah), (bl, bh))| al.checked_sub(bh).zip(ah.checked_sub(bl)));
        let poly = a.poly.sub(&b.poly)?;
        Some(self.int(poly, known))
    }

    /// The product; of sums the products of their parts, each with each.
    pub(super) fn product(&mut self, a: &Int, b: &Int) -> Option<Int> {
        // Written out, the square of a sum shows no longer that it is one.
        let is_square = a.poly == b.poly;
        let known = both(a, b).and_then(|(x, y)| if is_square { square(x) } else { times(x, y) });
        let poly = a.poly.mul(&b.poly)?;
        Some(self.int(poly, known))
    }

    /// A multiple; `None` where a coefficient overflows.
    pub(super) fn scale(&mut self, a: &Int, by: i128) -> Option<Int> {
        let known = a.bounds.and_then(|x| times(x, (by, by)));
        let poly = a.poly.scale(by)?;
        Some(self.int(poly, known))
    }
}
