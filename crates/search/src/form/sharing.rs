//! Ranges of sums whose terms share values.
//!
//! Interval arithmetic takes terms for independent, so that `a w + b (255 - w)` of bytes would reach 130,050 and need more than sixteen
//! bits. A sum that is of degree one in each value it shares is greatest and least where each of these is at an end of its range: of
//! w = 0 and w = 255 the greatest is 65,025, and sixteen bits are enough. Blends and interpolations are written so.

use super::{Form, Forms, Id, Range};
use crate::limits;

/// How often a sum has a value as a factor.
struct Factor {
    /// The value: a form that is neither a sum nor a product.
    of: Id,
    /// Terms that have it.
    terms: u32,
    /// The last of them.
    last: usize,
    /// The most factors of one product that are made from it.
    degree: u32,
}

/// The values of a sum and what may still be looked at.
struct Factors {
    found: Vec<Factor>,
    left: usize,
}

impl Forms {
    /// Bounds of a sum that are not wider than those of interval arithmetic.
    pub(super) fn sum_range(&self, terms: &[(i128, Id)], constant: i128) -> Range {
        let independent = self.sum_at(terms, constant, &[]);
        let shared = self.shared(terms);
        if shared.is_empty() {
            return independent;
        }
        // Each shared value at either end of its range; what is not shared is bounded by intervals there.
        let (mut low, mut high) = (i128::MAX, i128::MIN);
        for corner in 0..1u32 << shared.len() {
            let end = |(i, &x): (usize, &Id)| (x, if corner >> i & 1 == 0 { self.range(x).0 } else { self.range(x).1 });
            let fixed: Vec<(Id, i128)> = shared.iter().enumerate().map(end).collect();
            let own = self.sum_at(terms, constant, &fixed);
            (low, high) = (low.min(own.0), high.max(own.1));
        }
        (low.max(independent.0), high.min(independent.1))
    }

    /// Values in two terms or more, and in no product twice; not more than are worth looking at.
    fn shared(&self, terms: &[(i128, Id)]) -> Vec<Id> {
        let is_flat = |&(_, x): &(i128, Id)| !matches!(self.form(x), Form::Mul(..));
        if terms.len() < 2 || terms.iter().all(is_flat) {
            return vec![];
        }
        // Sums and products are walked as trees: a bound ends those that share too much.
        let mut factors = Factors { found: vec![], left: limits::FACTORS };
        for (number, &(_, x)) in terms.iter().enumerate() {
            if self.factors(x, number, 1, &mut factors).is_none() {
                return vec![];
            }
        }
        let shared = factors.found.into_iter().filter(|f| f.terms > 1 && f.degree == 1).map(|f| f.of);
        shared.take(limits::SHARED).collect()
    }

    /// Adds the values of a term, which other factors of its product may have, too.
    fn factors(&self, id: Id, term: usize, degree: u32, into: &mut Factors) -> Option<()> {
        into.left = into.left.checked_sub(1)?;
        match self.form(id) {
            Form::Const(_) => {}
            Form::Sum(terms, _) => terms.iter().try_for_each(|&(_, x)| self.factors(x, term, degree, into))?,
            Form::Mul(a, b) => {
                // A value in both factors is there twice: what the first has found counts for the second.
                let before: Vec<Id> = self.values_of(*a, into)?;
                self.factors(*a, term, degree, into)?;
                self.factors(*b, term, degree, into)?;
                let twice = self.values_of(*b, into)?;
                for factor in into.found.iter_mut().filter(|f| before.contains(&f.of) && twice.contains(&f.of)) {
                    factor.degree = 2;
                }
            }
            _ => match into.found.iter_mut().find(|f| f.of == id) {
                Some(known) => {
                    known.terms += u32::from(known.last != term);
                    known.last = term;
                }
                None => into.found.push(Factor { of: id, terms: 1, last: term, degree }),
            },
        }
        Some(())
    }

    /// The values that a form is a sum or a product of.
    fn values_of(&self, id: Id, bound: &mut Factors) -> Option<Vec<Id>> {
        let (mut left, mut found) = (vec![id], vec![]);
        while let Some(at) = left.pop() {
            bound.left = bound.left.checked_sub(1)?;
            match self.form(at) {
                Form::Const(_) => {}
                Form::Sum(terms, _) => left.extend(terms.iter().map(|t| t.1)),
                Form::Mul(a, b) => left.extend([*a, *b]),
                _ => found.push(at),
            }
        }
        Some(found)
    }

    /// Interval arithmetic where some values are known: exact if the terms are independent of each other, sound if they are not.
    fn sum_at(&self, terms: &[(i128, Id)], constant: i128, fixed: &[(Id, i128)]) -> Range {
        let mut range = (constant, constant);
        for &(c, x) in terms {
            let (lo, hi) = self.range_at(x, fixed);
            let (a, b) = (c.saturating_mul(lo), c.saturating_mul(hi));
            range = (range.0.saturating_add(a.min(b)), range.1.saturating_add(a.max(b)));
        }
        range
    }

    /// A form's bounds where some values are known: never wider than its own.
    ///
    /// It walks what [`Self::factors`] has walked, so that the bound of that holds for it.
    fn range_at(&self, id: Id, fixed: &[(Id, i128)]) -> Range {
        if let Some(&(_, value)) = fixed.iter().find(|known| known.0 == id) {
            return (value, value);
        }
        let own = self.range(id);
        let (lo, hi) = match self.form(id) {
            _ if fixed.is_empty() => own,
            Form::Sum(terms, k) => self.sum_at(terms, *k, fixed),
            Form::Mul(a, b) => {
                let ((al, ah), (bl, bh)) = (self.range_at(*a, fixed), self.range_at(*b, fixed));
                let corners = [(al, bl), (al, bh), (ah, bl), (ah, bh)].map(|(a, b)| a.saturating_mul(b));
                (corners.into_iter().fold(i128::MAX, i128::min), corners.into_iter().fold(i128::MIN, i128::max))
            }
            _ => own,
        };
        (lo.max(own.0), hi.min(own.1))
    }
}
