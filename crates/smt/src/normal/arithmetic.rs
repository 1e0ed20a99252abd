//! Sums, differences, products and atoms, each with the best bounds that can be had of it.

use super::Normaliser;
use super::int::{Int, both, meet, window};
use super::poly::{Atom, Bounds, Poly, times};
use crate::interval::Range;
use crate::limits::MAX_NORMAL_WIDTH;
use isotope_ir::term::TermId;
use std::collections::HashMap;

/// Units of effort for one product of a polynomial that is made or bounded.
const UNITS: u64 = 16;

impl Normaliser<'_> {
    /// The bounds of a term.
    pub(super) fn range(&mut self, term: TermId) -> Range {
        let range = self.intervals.of(self.terms, term);
        self.bounded |= range != Range::full(self.terms.width(term)) && self.terms.as_const(term).is_none();
        range
    }

    pub(super) fn bounds_of(&mut self, atom: Atom) -> Option<Bounds> {
        let width = self.terms.width(atom.term);
        if width > MAX_NORMAL_WIDTH {
            return None;
        }
        let r = self.range(atom.term);
        let (lo, hi) = if atom.signed { (r.slo, r.shi) } else { (r.ulo as i128, r.uhi as i128) };
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
        let own = self.own_bounds(&poly, &table);
        let bounds = match (own, known) {
            (Some((a, b)), Some((c, d))) if a.max(c) <= b.min(d) => Some((a.max(c), b.min(d))),
            (own, known) => known.or(own),
        };
        match bounds {
            Some((lo, hi)) if lo == hi => Int::constant(lo),
            _ => Int { poly, bounds },
        }
    }

    /// Bounds of a polynomial from those of its atoms, its magnitudes and maxima: `d - 2 min(d, 0)` is `|d|`, and
    /// `d - min(d, 0)` is `max(d, 0)`, which its products one by one do not show. Each is taken out of the sum when what
    /// is left, and its own bounds, then say more; so a sum of many costs one look at each.
    pub(super) fn own_bounds(&self, poly: &Poly, table: &HashMap<Atom, Option<Bounds>>) -> Option<Bounds> {
        let of = |a: Atom| table.get(&a).copied().flatten();
        let whole = poly.bounds(&of)?;
        if self.negative_parts.is_empty() {
            return Some(whole);
        }
        // What was found is the bounds of the rest plus those of what was taken out.
        let (mut rest, mut found, mut bounds) = (poly.clone(), whole, whole);
        for monomial in poly.0.keys() {
            let [atom] = monomial[..] else { continue };
            let Some(Int { poly: d, bounds: Some((lo, hi)) }) = self.negative_parts.get(&atom) else { continue };
            let magnitude = (2, (0, (*hi).max(-lo)));
            let maximum = (1, (0, (*hi).max(0)));
            let c = rest.0.get(monomial).copied().unwrap_or(0);
            // The polynomial is `rest + k (d - parts min(d, 0))`.
            let without = [magnitude, maximum].into_iter().filter(|(parts, _)| c != 0 && c % parts == 0);
            let without = without.filter_map(|(parts, range)| {
                let k = -c / parts;
                self.effort.spend(UNITS * d.0.len() as u64).ok()?;
                let part = d.scale(k)?.add(&Poly::atom(atom).scale(c)?)?;
                let gain = rest.change(&part, &of)?;
                let (l, h) = times((k, k), range)?;
                let (l, h) = (gain.0.checked_add(l)?, gain.1.checked_add(h)?);
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
        Some(bounds)
    }

    /// A term as an atom in one reading; where both readings agree, the unsigned one.
    pub(super) fn atom(&mut self, term: TermId, signed: bool) -> Int {
        let width = self.terms.width(term);
        if let Some(v) = self.terms.as_const(term)
            && width <= MAX_NORMAL_WIDTH
        {
            return Int::constant(if signed { isotope_ir::term::signed(v, width) } else { v as i128 });
        }
        let positive = self.bounds_of(Atom { term, signed: true }).is_some_and(|(lo, _)| lo >= 0);
        let atom = Atom { term, signed: signed && !positive };
        self.int(Poly::atom(atom), None)
    }

    /// Meets the bounds with the term's interval, where the integer is one of the term's readings.
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

    pub(super) fn sum(&mut self, a: &Int, b: &Int) -> Option<Int> {
        let known = both(a, b).and_then(|((al, ah), (bl, bh))| al.checked_add(bl).zip(ah.checked_add(bh)));
        let poly = a.poly.add(&b.poly)?;
        Some(self.int(poly, known))
    }

    pub(super) fn difference(&mut self, a: &Int, b: &Int) -> Option<Int> {
        let known = both(a, b).and_then(|((al, ah), (bl, bh))| al.checked_sub(bh).zip(ah.checked_sub(bl)));
        let poly = a.poly.sub(&b.poly)?;
        Some(self.int(poly, known))
    }

    pub(super) fn product(&mut self, a: &Int, b: &Int) -> Option<Int> {
        let known = both(a, b).and_then(|(x, y)| times(x, y));
        let poly = a.poly.mul(&b.poly)?;
        Some(self.int(poly, known))
    }

    pub(super) fn scale(&mut self, a: &Int, by: i128) -> Option<Int> {
        let known = a.bounds.and_then(|x| times(x, (by, by)));
        let poly = a.poly.scale(by)?;
        Some(self.int(poly, known))
    }
}
