//! Sealed sums: a polynomial of several products as one atom.
//!
//! `c * S + k`, where S is the polynomial without its constant and its content, leading coefficient positive, as a term
//! of the fewest bits that hold it. The value is the same; what is lost is only that later steps see into S.
//!
//! A floor, a comparison or a choice over a sum of many products mixes them with its own constants, differently on each
//! side of a question. Sealed first, both sides carry the same atom through, and a cut can take it out as one variable.
//!
//! One sum may be sealed as a whole in one place, as a comparison of a and b seals a - b, and in parts in another, as a choice
//! between them seals each. Both are the same polynomial once their atoms are opened, and get the atom that came first.

use super::Normaliser;
use super::int::{Int, meet};
use super::poly::{Atom, Bounds, Poly, bits};
use crate::interval::Range;
use crate::limits::MAX_NORMAL_WIDTH;
use isotope_ir::term::TermId;

impl Normaliser<'_> {
    /// The integer with its varying part sealed; unchanged where the normaliser does not seal, or nothing is gained.
    pub(super) fn sealed(&mut self, int: &Int) -> Int {
        if !self.seals {
            return int.clone();
        }
        self.seal(int).unwrap_or_else(|| int.clone())
    }

    /// The sealed integer; `None` where there are no bounds to choose a width by, or only one product to hide.
    fn seal(&mut self, int: &Int) -> Option<Int> {
        let known = int.bounds?;
        let offset = int.poly.offset();
        let varying = int.poly.sub(&Poly::constant(offset))?;
        let simple = varying.0.len() < 2 && varying.0.keys().all(|m| m.len() < 2);
        if simple {
            return None;
        }
        // Sign and content go outside, so that S, 2S and -S + 1 are one atom.
        let sign = if self.is_mirrored(&varying) { -1 } else { 1 };
        let scale = varying.content(false) * sign;
        let unit = varying.scale(sign)?.divide(varying.content(false));
        // Equal once opened, two sums are equal integers, so that one atom stands for both.
        let sum = self.open(&unit);
        let atom = match self.atoms.get(&sum) {
            Some(&atom) => atom,
            None => self.seal_unit(unit, sum)?,
        };
        if let (Some(&found), Some(also)) = (self.found.get(&atom), unscaled(known, scale, offset)) {
            self.found.insert(atom, meet(Some(found), also).unwrap_or(found));
        }
        let poly = Poly::atom(atom).scale(scale)?.add(&Poly::constant(offset))?;
        Some(self.int(poly, int.bounds))
    }

    /// The atom of a sum that has none yet.
    fn seal_unit(&mut self, unit: Poly, sum: Poly) -> Option<Atom> {
        // Bounds that the atoms give, and no others: the atom must depend on the polynomial alone.
        let unit = self.int(unit, None);
        let bounds = unit.bounds.filter(|b| bits(*b) <= MAX_NORMAL_WIDTH)?;
        let term = self.build(&unit, bits(bounds));
        let atom = Atom { term, signed: bounds.0 < 0 };
        self.sealed.insert(term);
        self.atom_bounds.insert(atom, bounds);
        self.found.insert(atom, bounds);
        self.atoms.insert(sum.clone(), atom);
        self.opened.insert(atom, sum);
        Some(atom)
    }

    /// The polynomial with sums in the places of their atoms: by it two polynomials are compared of which one was sealed as a
    /// whole and the other in parts. Itself where it would become too long.
    pub(super) fn open(&self, poly: &Poly) -> Poly {
        let is_open = |atom: &Atom| !self.opened.contains_key(atom);
        if self.opened.is_empty() || poly.0.keys().flatten().all(is_open) {
            return poly.clone();
        }
        let product = |monomial: &[Atom], c: i128| {
            self.effort.spend(1 + monomial.len() as u64).ok()?;
            monomial.iter().try_fold(Poly::constant(c), |product, atom| {
                let factor = self.opened.get(atom).cloned().unwrap_or_else(|| Poly::atom(*atom));
                product.mul(&factor)
            })
        };
        let sum = poly.0.iter().try_fold(Poly::default(), |sum, (monomial, &c)| {
            let product = product(monomial, c)?;
            self.effort.spend(product.0.len() as u64).ok()?;
            sum.add(&product)
        });
        sum.unwrap_or_else(|| poly.clone())
    }

    /// Whether a polynomial is the one of both orientations that is not taken: its first product is taken away. Sealed as a
    /// whole or in parts, it is the same one.
    pub(super) fn is_mirrored(&self, poly: &Poly) -> bool {
        self.open(poly).leading() < 0
    }

    /// The ranges of terms whose bounds the sums show and the words that they are written in do not.
    pub fn ranges(&self) -> Vec<(TermId, Range)> {
        let mut ranges: Vec<(TermId, Range)> = self
            .found
            .iter()
            .map(|(atom, &(lo, hi))| {
                let width = self.terms.width(atom.term);
                let range = if atom.signed {
                    Range::signed(Some((lo, hi)), width)
                } else {
                    Range::unsigned(lo as u128, hi as u128, width)
                };
                (atom.term, range)
            })
            .collect();
        // One term may be two atoms, by either reading.
        ranges.sort_unstable_by_key(|(term, range)| (*term, range.ulo, range.uhi, range.slo, range.shi));
        ranges
    }
}

/// Bounds of a value, of those of its multiple plus an offset.
fn unscaled((lo, hi): Bounds, scale: i128, offset: i128) -> Option<Bounds> {
    let (lo, hi) = (lo.checked_sub(offset)?, hi.checked_sub(offset)?);
    let (lo, hi) = if scale < 0 { (hi.checked_neg()?, lo.checked_neg()?) } else { (lo, hi) };
    // The multiple of an integer lies there, so the ends are rounded to the inside.
    Some((lo.checked_neg()?.div_euclid(scale.abs()).checked_neg()?, hi.div_euclid(scale.abs())))
}
