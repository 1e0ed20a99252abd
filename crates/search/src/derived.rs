//! Values that a window does not contain, and an instruction may give on the way to one that it does.
//!
//! Instructions are found by value among the forms that there are ([`super::matches`]), one at a time. What takes two of them is
//! found where the value between them is a form as well. So before instructions are looked for, forms get those that the
//! planner's rules would make something of ([`super::plan`]), had an instruction given them:
//!
//! - a product that is shifted by more than an element's width has an upper half that is shifted by the rest.
//!
//! Scalings ([`super::scaling`]) and regroupings ([`super::regrouping`]) add values in the same way.

use super::form::{Form, Id};
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
}
