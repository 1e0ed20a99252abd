//! Values that a window does not contain, and an instruction may give on the way to one that it does.
//!
//! Instructions are found by value among the forms that there are ([`super::matches`]), one at a time. A value that takes two of them is
//! found where the value between them is a form as well. So before instructions are looked for, forms get those that the
//! planner's rules would make something of ([`super::plan`]), had an instruction given them:
//!
//! - a product that is shifted by more than an element's width has an upper half that is shifted by the rest;
//! - a clamp is that of a first clamp to the range of a wider type: additions that saturate give those.
//!
//! Scalings ([`super::scaling`]) and regroupings ([`super::regrouping`]) add values in the same way.

use super::form::{Form, Id, type_range, within};
use super::layout::WIDTHS;
use super::streams::LaneProgram;
use isotope_smt::effort::{Effort, Ended};

impl LaneProgram {
    /// Adds what instructions may give on the way to each form. It stands, in the order of planning, before that form.
    pub(super) fn derive(&mut self, effort: &Effort<'_>) -> Result<(), Ended> {
        for id in self.forms.all() {
            effort.spend(1)?;
            let before = self.forms.len();
            self.upper_halves(id);
            self.first_clamps(id);
            let user = self.order(id).0;
            self.made_for.extend((before..self.forms.len()).map(|made| (Id(made as u32), user)));
        }
        Ok(())
    }

    /// The upper half of a product that is shifted further, at every width that it may be computed at.
    fn upper_halves(&mut self, id: Id) {
        let Form::Shr(product, by) = *self.forms.form(id) else { return };
        if matches!(self.forms.form(product), Form::Mul(..)) {
            for bits in WIDTHS.into_iter().filter(|bits| (bits + 1..2 * bits).contains(&by)) {
                self.forms.raw_shr(product, bits);
            }
        }
    }

    /// A clamp of what is wider than a type whose range has the bounds: what is clamped, clamped to that range.
    ///
    /// Reading merges a narrowing with what saturates before it, as in `u8_sat(i16_sat(a + b))`, which is one clamp of a sum.
    fn first_clamps(&mut self, id: Id) {
        let Form::Clamp(x, lo, hi) = *self.forms.form(id) else { return };
        let range = self.forms.range(x);
        for (low, high) in
            WIDTHS.into_iter().filter(|&bits| bits < 64).flat_map(|bits| [true, false].map(|s| type_range(bits, s)))
        {
            if within((lo, hi), (low, high)) && !within(range, (low, high)) && (lo, hi) != (low, high) {
                self.forms.raw_clamp(x, low, high);
            }
        }
    }
}
