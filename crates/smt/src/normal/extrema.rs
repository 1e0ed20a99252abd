//! Minima and maxima of more than two values: one order of them, whatever the order in which they were compared.
//!
//! `b + min(a - b, 0)` is the minimum of a and b, and `b + max(a - b, 0)` their maximum; the normal form has every choice that
//! is one in this shape. Where a or b is an extremum of the same kind itself, so is the whole, of all operands together:
//! these are sorted, and the extremum is made anew of the first two, then of that and the third, and so on. So a tree of any
//! shape gives the chain that its set of leaves has.

use super::Normaliser;
use super::int::Int;
use super::poly::{Poly, bits};
use crate::limits::{MAX_EXTREMUM, MAX_NORMAL_WIDTH};

/// What an extremum is made of.
#[derive(Clone, Debug)]
pub(super) struct Extremum {
    is_max: bool,
    /// In the order of their polynomials, none twice.
    operands: Vec<Int>,
}

impl Normaliser<'_> {
    /// A choice between `a` and `b`, which is `b` plus `chosen`, in the order of all that it is the least or the greatest of;
    /// `whole` itself where it is no extremum, or one of two values.
    pub(super) fn in_order(&mut self, a: &Int, b: &Int, chosen: &Int, whole: Int) -> Int {
        let Some(is_max) = self.is_maximum(a, b, chosen) else { return whole };
        let mut operands = [self.operands_of(a, is_max), self.operands_of(b, is_max)].concat();
        operands.sort_by(|a, b| a.poly.0.iter().cmp(b.poly.0.iter()));
        operands.dedup_by(|a, b| a.poly == b.poly);
        if operands.len() < 3 || operands.len() > MAX_EXTREMUM || self.seals {
            self.extrema.insert(whole.poly.clone(), Extremum { is_max, operands });
            return whole;
        }
        self.chain(is_max, &operands).unwrap_or(whole)
    }

    /// Whether a choice is a maximum (`true`) or a minimum: whether `chosen` is `max(a - b, 0)` or `min(a - b, 0)`.
    fn is_maximum(&self, a: &Int, b: &Int, chosen: &Int) -> Option<bool> {
        let (monomial, &by) = chosen.poly.0.iter().next().filter(|_| chosen.poly.0.len() == 1)?;
        let [atom] = monomial[..] else { return None };
        // The atom is min(d, 0): times a positive number a minimum, times a negative one a maximum.
        let unit = self.negative_parts.get(&atom)?;
        (unit.poly.scale(by)? == a.poly.sub(&b.poly)?).then_some(by < 0)
    }

    /// What an integer is an extremum of; itself where it is none of this kind.
    fn operands_of(&self, int: &Int, is_max: bool) -> Vec<Int> {
        match self.extrema.get(&int.poly) {
            Some(extremum) if extremum.is_max == is_max => extremum.operands.clone(),
            _ => vec![int.clone()],
        }
    }

    /// The extremum of three operands or more, one after the other. What is reached on the way is an atom each time, so that
    /// the chain is as long as its operands are many and no step is longer than the one before it.
    fn chain(&mut self, is_max: bool, operands: &[Int]) -> Option<Int> {
        let mut reached = operands[0].clone();
        for (n, next) in operands.iter().enumerate().skip(1) {
            let difference = self.difference(&reached, next)?;
            let below = self.is_negative(&difference)?;
            // The condition of a choice is written one way round; a negated one has the branches changed over.
            let (if_below, otherwise) = if is_max { (next, &reached) } else { (&reached, next) };
            let (a, b) = if below.negated { (otherwise, if_below) } else { (if_below, otherwise) };
            let whole = match self.terms.as_const(below.term) {
                Some(holds) => {
                    if holds == 1 {
                        a.clone()
                    } else {
                        b.clone()
                    }
                }
                None => self.chosen_between(below.term, a, b)?.1,
            };
            let (lo, hi) = whole.bounds?;
            let width = bits((lo, hi));
            if width > MAX_NORMAL_WIDTH {
                return None;
            }
            // Sealed as an atom: written out, the next choice would name everything twice.
            let term = self.build(&whole, width);
            let atom = self.atom(term, lo < 0);
            reached = self.int(atom.poly, Some((lo, hi)));
            let operands = operands[..=n].to_vec();
            self.extrema.insert(reached.poly.clone(), Extremum { is_max, operands });
        }
        Some(reached)
    }
}

/// By polynomial, what the integer is an extremum of.
pub(super) type Extrema = std::collections::HashMap<Poly, Extremum>;
