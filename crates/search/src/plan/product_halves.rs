//! Floors of products by constants, by instructions for each half of the constant.
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
        let Some(halves) = self.instructions(bits).product_halves.filter(|halves| halves.bits == bits) else { return };
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
            let each = self.target.entry(halves.low).cost + self.target.entry(halves.high).cost;
            let cost = self.args(&[x], bits).map(|cost| cost + self.count(bits) * each);
            self.offer(id, bits, cost, Choice::ProductHalves(x, c));
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
}
