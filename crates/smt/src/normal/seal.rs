//! Sealed sums: a polynomial of several products as one atom.
//!
//! `c * S + k`, where S is the polynomial without its constant and its content, leading coefficient positive, as a term
//! of the fewest bits that hold it. The value is the same; what is lost is only that later steps see into S.
//!
//! A floor, a comparison or a choice over a sum of many products mixes them with its own constants, differently on each
//! side of a question. Sealed first, both sides carry the same atom through, and a cut can take it out as one variable.

use super::Normaliser;
use super::int::Int;
use super::poly::{Atom, Poly, bits};
use crate::limits::MAX_NORMAL_WIDTH;

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
        int.bounds?;
        let offset = int.poly.offset();
        let varying = int.poly.sub(&Poly::constant(offset))?;
        let simple = varying.0.len() < 2 && varying.0.keys().all(|m| m.len() < 2);
        if simple {
            return None;
        }
        // Sign and content go outside, so that S, 2S and -S + 1 are one atom.
        let sign = if varying.leading() < 0 { -1 } else { 1 };
        let scale = varying.content(false) * sign;
        let unit = varying.scale(sign)?.divide(varying.content(false));
        // Bounds that the atoms give, and no others: the atom must depend on the polynomial alone.
        let unit = self.int(unit, None);
        let bounds = unit.bounds.filter(|b| bits(*b) <= MAX_NORMAL_WIDTH)?;
        let term = self.build(&unit, bits(bounds));
        let atom = Atom { term, signed: bounds.0 < 0 };
        self.sealed.insert(term);
        self.atom_bounds.insert(atom, bounds);
        let poly = Poly::atom(atom).scale(scale)?.add(&Poly::constant(offset))?;
        Some(self.int(poly, int.bounds))
    }
}
