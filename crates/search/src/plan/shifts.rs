//! Plans of floors.
//!
//! floor(x / 2^k) at a width is a shift of x at that width if x fits it, arithmetic or logical by
//! its range; and it is the upper half of x at twice the width, shifted by what is left, which is
//! what high products and narrowing shifts give.

use super::choice::Choice;
use super::planner::Planner;
use crate::form::{Id, type_range, within};
use isotope_program::Generic as Operation;

impl Planner<'_> {
    /// A floor of a division by a power of two.
    pub(super) fn shift(&mut self, id: Id, bits: u32, x: Id, k: u32) {
        self.high_half(id, bits, x, k);
        self.product_halves(id, bits, x, k);
        self.high_product(id, bits, id, None);
        let Some(op) = self.right_shift(x, bits) else { return };
        let by = self.program.forms.constant(k as i128);
        let cost = self.args(&[x], bits).map(|c| c + self.count(bits) * self.shift_cost(bits));
        if k < bits {
            self.offer(id, bits, cost, Choice::Generic(op, vec![x, by]));
        }
    }

    /// The shift that divides a form at a width.
    pub(super) fn right_shift(&self, x: Id, bits: u32) -> Option<Operation> {
        let range = self.program.forms.range(x);
        let fits = |signed| within(range, type_range(bits, signed));
        if fits(false) { Some(Operation::LShr) } else { fits(true).then_some(Operation::AShr) }
    }

    /// The upper halves of a form at twice the width, shifted by what is left.
    fn high_half(&mut self, id: Id, bits: u32, x: Id, k: u32) {
        if bits == 64 || k < bits {
            return;
        }
        let high = self.program.forms.raw_shr(x, bits);
        if k == bits {
            let cost = self.args(&[x], 2 * bits).map(|c| c + self.high_cost(bits));
            self.offer(id, bits, cost, Choice::High(x));
            return;
        }
        let Some(op) = self.right_shift(high, bits) else { return };
        let by = self.program.forms.constant((k - bits).into());
        if k - bits < bits && self.shifts(bits) {
            let cost = self.args(&[high], bits).map(|c| c + self.count(bits) * self.shift_cost(bits));
            self.offer(id, bits, cost, Choice::Generic(op, vec![high, by]));
        }
    }
}
