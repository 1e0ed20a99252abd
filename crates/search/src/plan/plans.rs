//! The plans so far, by form and width.

use super::choice::Plan;
use crate::form::Id;
use crate::layout::WIDTHS;

/// How far a form's plans are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    /// They are not begun.
    #[default]
    Open,
    /// They are being made.
    UnderWay,
    /// They are made.
    Done,
}

/// Plans by the number of their form, and by width.
#[derive(Default)]
pub(super) struct Plans(Vec<(Stage, [Option<Plan>; WIDTHS.len()])>);

impl Plans {
    /// How far a form's plans are.
    pub fn stage(&self, id: Id) -> Stage {
        self.0.get(id.0 as usize).map_or(Stage::Open, |of| of.0)
    }

    /// Notes how far they are.
    pub fn reach(&mut self, id: Id, stage: Stage) {
        self.of(id).0 = stage;
    }

    /// The plan of a form at a width.
    pub fn get(&self, id: Id, bits: u32) -> Option<&Plan> {
        self.0.get(id.0 as usize)?.1[place(bits)].as_ref()
    }

    /// Puts a plan in the place of the one before it.
    pub fn put(&mut self, id: Id, bits: u32, plan: Plan) {
        self.of(id).1[place(bits)] = Some(plan);
    }

    fn of(&mut self, id: Id) -> &mut (Stage, [Option<Plan>; WIDTHS.len()]) {
        let at = id.0 as usize;
        if at >= self.0.len() {
            self.0.resize_with(at + 1, Default::default);
        }
        &mut self.0[at]
    }
}

/// Where a width is among all.
fn place(bits: u32) -> usize {
    bits.trailing_zeros() as usize - 3
}
