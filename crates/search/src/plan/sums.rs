//! Plans of sums: term by term, or with dot products over what they cover.
//!
//! A sum costs a multiplication for each coefficient that is neither one nor a power of two, and an
//! addition for each term after the first. Ways to pay less: a dot product over all of it or a
//! part, equal coefficients taken out of the sum, and factors moved to the sign that an instruction reads (`signs`).

use super::choice::Choice;
use super::planner::Planner;
use super::price::Price;
use crate::form::{Form, Id};
use crate::layout::WIDTHS;
use std::collections::BTreeMap;

impl Planner<'_> {
    /// Every way to a sum at a width.
    pub(super) fn sum(&mut self, id: Id, bits: u32, terms: &[(i128, Id)], k: i128) {
        if let [(c, truth)] = *terms
            && let Form::Test(..) = self.program.forms.form(truth)
        {
            // A constant under a mask.
            let [other, then] = [k, k.wrapping_add(c)].map(|v| self.program.forms.constant(v));
            self.select(id, bits, truth, then, other);
            return;
        }
        self.dots(id, bits, terms, k);
        self.tapped(id, bits, terms, k);
        self.term_by_term(id, bits, terms.to_vec(), k);
        let factored = self.factored(terms);
        if factored.len() < terms.len() {
            self.term_by_term(id, bits, factored, k);
        }
        self.partial(id, bits, terms, k);
        self.of_one_sign(id, bits, terms, k);
        self.of_unlike_signs(id, bits, terms, k);
        self.half_added(id, bits, terms, k);
    }

    /// Shifts, products and additions, one register at a time.
    pub(super) fn term_by_term(&mut self, id: Id, bits: u32, terms: Vec<(i128, Id)>, k: i128) {
        let mut cost = Some(Price::default());
        // A constant is one more addition in every register.
        let mut each = if k == 0 { 0 } else { self.costs.arithmetic };
        for (i, &(c, x)) in terms.iter().enumerate() {
            // A product by a power of two is a shift; by one, nothing.
            let scale = match c.unsigned_abs() {
                1 => 0,
                c if c.is_power_of_two() => self.costs.shift,
                _ => self.multiply_cost(bits),
            };
            each += scale + if i > 0 { self.costs.arithmetic } else { 0 };
            cost = cost.zip(self.args(&[x], bits)).map(|(a, b)| a + b);
        }
        let n = self.count(bits);
        self.offer(id, bits, cost.map(|c| c + n * each), Choice::Linear(terms, k));
    }

    /// The terms with those of one coefficient, or of its negative, as one sum times it.
    fn factored(&mut self, terms: &[(i128, Id)]) -> Vec<(i128, Id)> {
        let mut groups: BTreeMap<u128, Vec<(i128, Id)>> = BTreeMap::new();
        for &(c, x) in terms {
            groups.entry(c.unsigned_abs()).or_default().push((c.signum(), x));
        }
        let mut out = Vec::new();
        for (c, group) in groups {
            // One sign for all is the coefficient's.
            let (c, sign) = (c as i128, if group.iter().all(|t| t.0 < 0) { -1 } else { 1 });
            // Nothing is saved.
            if c == 1 || group.len() == 1 {
                out.extend(group.into_iter().map(|(s, x)| (s * c, x)));
            } else {
                let group: Vec<_> = group.into_iter().map(|(s, x)| (s * sign, x)).collect();
                out.push((sign * c, self.program.forms.raw_sum(group, 0)));
            }
        }
        out
    }

    /// A sum with the part that some dot product covers taken out as a sum of its own, at whatever width that is.
    fn partial(&mut self, id: Id, bits: u32, terms: &[(i128, Id)], k: i128) {
        if terms.len() < 2 || !self.bias.dots {
            return;
        }
        let mut tried: Vec<Vec<bool>> = Vec::new();
        // At every width: the part that is covered may be planned wide and narrowed, or the other
        // way round.
        let sized = WIDTHS.map(|wide| (wide, self.instructions(wide)));
        for (wide, at) in sized.iter().flat_map(|(wide, sized)| sized.dots(*wide).map(|(at, ..)| (*wide, at))) {
            let covered: Vec<bool> = terms.iter().map(|&(c, x)| self.product(wide, at, c, x).is_some()).collect();
            // Instructions that cover the same terms make the same cut.
            if tried.contains(&covered) || covered.iter().all(|c| *c) || !covered.iter().any(|c| *c) {
                continue;
            }
            let pick =
                |want: bool| terms.iter().zip(&covered).filter(|t| *t.1 == want).map(|t| *t.0).collect::<Vec<_>>();
            let (inside, mut outside) = (pick(true), pick(false));
            tried.push(covered);
            let inner = self.program.forms.sum(&inside, 0);
            if inner == id || inside.len() == 1 {
                continue;
            }
            outside.push((1, inner));
            self.term_by_term(id, bits, outside, k);
        }
    }
}
