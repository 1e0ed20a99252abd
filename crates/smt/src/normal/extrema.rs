//! Minima and maxima of more than two values: one order of them, whatever the order in which they were compared.
//!
//! `b + min(a - b, 0)` is the minimum of a and b, and `b + max(a - b, 0)` their maximum; the normal form has every choice that
//! is one in this shape. Where a or b is an extremum of the same kind itself, so is the whole, of all operands together:
//! these are sorted, and the extremum is made anew of the first two, then of that and the third, and so on. So a tree of any
//! shape gives the chain that its set of leaves has. A term that is added to all operands is added to the extremum of the rest, and the
//! extremum of mirrored operands is the mirrored one of the other kind, min(k - a, k - b) = k - max(a, b): so one of flipped
//! values gives the same chain.

use super::Normaliser;
use super::int::Int;
use super::poly::{Poly, bits};
use crate::limits::{MAX_EXTREMUM, MAX_NORMAL_WIDTH};

/// The parts of an extremum.
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
        let Some(chain) = self.moved_chain(is_max, &operands) else { return whole };
        self.extrema.insert(chain.poly.clone(), Extremum { is_max, operands });
        chain
    }

    /// The chain of operands without what is added to all of them, and not mirrored if all of them are.
    fn moved_chain(&mut self, is_max: bool, operands: &[Int]) -> Option<Int> {
        let shared = operands[0].poly.offset();
        let offset = Int::constant(if operands.iter().all(|o| o.poly.offset() == shared) { shared } else { 0 });
        let mirrored = operands.iter().all(|o| o.poly.leading() < 0);
        let sign = if mirrored { -1 } else { 1 };
        let mut plain = Vec::with_capacity(operands.len());
        for operand in operands {
            let moved = self.difference(operand, &offset)?;
            plain.push(self.scale(&moved, sign)?);
        }
        plain.sort_by(|a, b| a.poly.0.iter().cmp(b.poly.0.iter()));
        let chain = self.chain(is_max != mirrored, &plain)?;
        let chain = self.scale(&chain, sign)?;
        self.sum(&chain, &offset)
    }

    /// Whether a choice is a maximum (`true`) or a minimum: whether `chosen` is `max(a - b, 0)` or `min(a - b, 0)`.
    fn is_maximum(&self, a: &Int, b: &Int, chosen: &Int) -> Option<bool> {
        let (monomial, &by) = chosen.poly.0.iter().next().filter(|_| chosen.poly.0.len() == 1)?;
        let [atom] = monomial[..] else { return None };
        // The atom is min(d, 0): times a positive number a minimum, times a negative one a maximum.
        let difference = a.poly.sub(&b.poly)?;
        let is_of = |unit: &Int| unit.poly.scale(by).as_ref() == Some(&difference);
        self.negative_parts.get(&atom)?.iter().any(is_of).then_some(by < 0)
    }

    /// The operands of an integer that is an extremum; itself where it is none of this kind.
    fn operands_of(&mut self, int: &Int, is_max: bool) -> Vec<Int> {
        match self.extrema.get(&int.poly) {
            Some(extremum) if extremum.is_max == is_max => extremum.operands.clone(),
            _ => self.moved_operands(int, is_max).unwrap_or_else(|| vec![int.clone()]),
        }
    }

    /// The operands of what is an extremum but for a constant that was added, or mirrored: k - min(a, b) is max(k - a, k - b).
    fn moved_operands(&mut self, int: &Int, is_max: bool) -> Option<Vec<Int>> {
        let offset = Int::constant(int.poly.offset());
        let mirrored = int.poly.leading() < 0;
        let sign = if mirrored { -1 } else { 1 };
        let plain = int.poly.sub(&offset.poly)?.scale(sign)?;
        let extremum = self.extrema.get(&plain).filter(|e| e.is_max == (is_max != mirrored))?.clone();
        let mut operands = Vec::with_capacity(extremum.operands.len());
        for operand in &extremum.operands {
            let turned = self.scale(operand, sign)?;
            operands.push(self.sum(&turned, &offset)?);
        }
        Some(operands)
    }

    /// The extremum of three operands or more, one after the other. Each intermediate extremum is an atom, so that
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
