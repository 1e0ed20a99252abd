//! Regroupings: other orders in which sums and extrema of neighbouring elements can be computed.
//!
//! A stencil's sum is written element by element. Three other orders share work that the written one repeats:
//!
//! - by *columns* ([`columns`]): what the rows contribute at one distance from the lane is a value that neighbouring lanes need,
//!   too, a few places further. Where the columns are translates of one another ([`Translates`]), only the outermost have to be
//!   computed, and a shuffle of these two is any of those between;
//! - by *runs* ([`runs`]): neighbours are first added in pairs, of which the next ones are translates;
//! - by *carry-save* additions ([`carry_save`]): the bitwise sum and the bitwise carries of three narrow values are two narrow
//!   values, so that fewer have to be widened.
//!
//! All are forms like any other, equal on every input by construction; the finished program is proved like every candidate.

mod carry_save;
mod columns;
mod runs;
mod translates;

use super::form::Id;
use super::streams::{LaneProgram, Translates};
use isotope_smt::effort::{Effort, Ended};

impl LaneProgram {
    /// Looks for regroupings of every form, and for what is a translate of what.
    ///
    /// After [`LaneProgram::scale`] and for the same reason: instructions are matched to what is found here, and it stands, in
    /// the order of planning, before what it is a regrouping of.
    pub(super) fn regroup(&mut self, effort: &Effort<'_>) -> Result<(), Ended> {
        let mut translates = Translates::default();
        self.plain = self.forms.len();
        for id in self.forms.all() {
            effort.spend(1)?;
            translates.extend(self);
            let before = self.forms.len();
            let by_columns = columns::columns(&mut self.forms, &translates, id);
            let by_runs = runs::runs(&mut self.forms, &translates, id);
            let found = by_columns.into_iter().chain(by_runs).chain(carry_save::carry_save(
                &mut self.forms,
                id,
                &mut self.adders,
            ));
            let found: Vec<Id> = found.filter(|made| *made != id).collect();
            let user = self.order(id).0;
            self.made_for.extend((before..self.forms.len()).map(|made| (Id(made as u32), user)));
            if !found.is_empty() {
                self.regrouped.insert(id, found);
            }
        }
        translates.extend(self);
        self.translates = translates;
        let needed = self.needed();
        self.adders.retain(|adder| needed.contains(&adder.sum) || needed.contains(&adder.carries));
        self.given = self.forms.len();
        Ok(())
    }
}
