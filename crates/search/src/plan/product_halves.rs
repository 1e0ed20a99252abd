//! Floors of products, by instructions for each half of one factor.
//!
//! HVX has no product of 32 by 32 bits. `vmpye` multiplies by the lower half of each element and drops 16 bits, `vmpyo` adds the product by the
//! upper half and drops 15 more: floor(c x / 2^31) in two instructions, exactly, since the product by the upper half is a multiple
//! of what the first step drops. Quantised arithmetic rounds such a product and shifts it further, as in
//! (c x + 2^36) >> 37: the quotient plus 2^5, six bits down.

use super::choice::Choice;
use super::planner::Planner;
use crate::form::{Form, Id, type_range, within};

impl Planner<'_> {
    /// Offers floor((c x + r) / 2^k) by the product with each half of c, which leaves out all bits but one of the element's: the quotient by
    /// that much, then what is left of r and k.
    pub(super) fn product_halves(&mut self, id: Id, bits: u32, of: Id, k: u32) {
        if self.instructions(bits).product_halves.is_none_or(|halves| halves.bits != bits) {
            return;
        }
        let Form::Sum(terms, r) = self.program.forms.form(of).clone() else { return };
        let [(mut c, x)] = terms[..] else { return };
        let (mut r, mut k) = (r, k);
        let all = bits - 1;
        // An even constant and a shift by one more are the half of it and a shift by one less.
        while k > all && c % 2 == 0 && r % 2 == 0 {
            (c, r, k) = (c / 2, r / 2, k - 1);
        }
        // And the other way round, as far as the constant has room.
        while k < all && within((2 * c, 2 * c), type_range(bits, true)) {
            (c, r, k) = (2 * c, 2 * r, k + 1);
        }
        // Below the quotient nothing of r may be left: it would have to be added before the bits that the quotient drops are gone.
        let whole = 1i128 << all;
        let own = type_range(bits, true);
        // The least constant times the least value would saturate.
        if k < all || r % whole != 0 || !within((c, c), own) || c == own.0 || !within(self.program.forms.range(x), own)
        {
            return;
        }
        if k == all && r == 0 {
            let c = self.program.forms.constant(c);
            self.by_halves(id, bits, [x, c], false);
            return;
        }
        let forms = &mut self.program.forms;
        let product = forms.raw_sum(vec![(c, x)], 0);
        let quotient = forms.raw_shr(product, all);
        let sum = forms.sum(&[(1, quotient)], r / whole);
        let left = if k == all { sum } else { forms.raw_shr(sum, k - all) };
        if left != id {
            let cost = self.args(&[left], bits);
            self.offer(id, bits, cost, Choice::Alias(left));
        }
    }

    /// Offers the upper half of twice a product of two values, as `rounding_mul_shift_right(a, b, 31)` is: what both instructions give for whatever
    /// factors. `bounds` are what the form is clamped to; `None` where nothing is left to clamp.
    pub(super) fn high_product(&mut self, id: Id, bits: u32, floor: Id, bounds: Option<(i128, i128)>) {
        let own = type_range(bits, true);
        let Form::Shr(of, k) = *self.program.forms.form(floor) else { return };
        let range = self.program.forms.range(floor);
        // A bound that nothing passes is any bound.
        let bounds = bounds.unwrap_or(range);
        let is_saturated = [(bounds.0, range.0 < bounds.0, own.0), (bounds.1, range.1 > bounds.1, own.1)]
            .into_iter()
            .all(|(bound, is_passed, end)| if is_passed { bound == end } else { within((bound, bound), own) });
        if k != bits - 1 || !is_saturated {
            return;
        }
        // Rounded alone: the prover sees that those are equal, and takes all its work on others in vain.
        let product = match self.program.forms.form(of) {
            Form::Sum(terms, r) if terms.len() == 1 && terms[0].0 == 1 && *r == 1 << (bits - 2) => terms[0].1,
            _ => return,
        };
        let Form::Mul(a, b) = *self.program.forms.form(product) else { return };
        if [a, b].iter().all(|&factor| within(self.program.forms.range(factor), own)) {
            self.by_halves(id, bits, [a, b], true);
        }
    }

    /// Offers the two instructions for these factors, where the set has them at this width. Whatever is read as halves costs nothing: it is
    /// the same register.
    fn by_halves(&mut self, id: Id, bits: u32, factors: [Id; 2], rounded: bool) {
        let Some(halves) = self.instructions(bits).product_halves.filter(|halves| halves.bits == bits) else { return };
        let Some(last) = (if rounded { halves.rounded } else { Some(halves.high) }) else { return };
        let each = self.price_of(halves.low) + self.price_of(last);
        let cost = self.args(&factors, bits).map(|cost| cost + self.count(bits) * each);
        self.offer(id, bits, cost, Choice::ProductHalves { factors, rounded });
    }
}
