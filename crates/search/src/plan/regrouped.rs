//! Plans by regroupings, and of forms that lie between two of their translates.
//!
//! A translate between two others costs shuffles only, once these are there; what the two cost is shared by all that lie
//! between them. The first plan of a window cannot know who else will ask for them, so each pays its part; where loads are
//! counted, the two are taken to be there.

use super::choice::{Choice, Plan};
use super::planner::Planner;
use super::price::Price;
use crate::form::Id;
use crate::layout::EMPTY;

impl Planner<'_> {
    /// Regroupings of a form, and the shuffle of its outermost translates.
    pub(super) fn regrouped(&mut self, id: Id, bits: u32) {
        if !self.bias.regrouped {
            return;
        }
        for regrouped in self.program.regrouped.get(&id).cloned().unwrap_or_default() {
            let cost = self.args(&[regrouped], bits);
            self.offer(id, bits, cost, Choice::Alias(regrouped));
        }
        self.between(id, bits);
    }

    /// A form's lanes from those of the translates around it.
    fn between(&mut self, id: Id, bits: u32) {
        let Some((low, high, translates)) = self.program.translates.around(id) else { return };
        let at = |id: Id| self.program.translates.of(id).and_then(|t| t.at);
        let Some((first, own, last)) = at(low).zip(at(id)).zip(at(high)).map(|((a, b), c)| (a, b, c)) else { return };
        let (by, apart) = (own - first, last - first);
        // Between them there must be no lane that neither has.
        if apart > i64::from(self.program.ty().lanes) {
            return;
        }
        let each = self.count(bits) * self.shifted_cost();
        let cost = self.args(&[low, high], bits).map(|both| self.part_of_translates(both, translates) + each);
        self.offer(id, bits, cost, Choice::Shifted { low, high, by: by as u32, apart: apart as u32 });
    }

    /// The last translate, of whose registers the first one's have most lanes: only the rest of them is computed.
    pub(super) fn continued(&mut self, id: Id, bits: u32) {
        // Only the last of them: those between two are shuffled whole. Few forms are one, so that this is looked at first.
        let Some((low, by, translates)) = self.program.translates.before(id).filter(|_| self.bias.regrouped) else {
            return;
        };
        if by > self.program.ty().lanes {
            return;
        }
        let Some(Plan { whole, choice, .. }) = self.plans.get(id, bits).cloned() else { return };
        let computed = self.layouts.at(bits).registers.iter().filter(|row| self.is_past(row, by)).count() as u32;
        let shuffled = self.count(bits) - computed;
        if shuffled == 0 {
            return;
        }
        // The others are in the draft as well, and go with it: nothing reads them.
        let own = whole.shares(computed, computed + shuffled) + shuffled * self.shifted_cost();
        let cost = self.args(&[low], bits).map(|low| self.part_of_translates(low, translates) + own);
        self.offer(id, bits, cost, Choice::Continued { low, by, direct: Box::new(choice) });
    }

    /// Whether a register holds lanes that a translate which begins `by` lanes before has not.
    fn is_past(&self, row: &[u32], by: u32) -> bool {
        row.iter().any(|&lane| lane != EMPTY && lane + by >= self.program.ty().lanes)
    }

    /// The price that one of so many translates pays for the outermost ones.
    fn part_of_translates(&self, outermost: Price, translates: usize) -> Price {
        if self.bias.loads { Price::default() } else { outermost.share((translates as u32 - 1).max(1)) }
    }

    /// Of one register of lanes of translates.
    fn shifted_cost(&self) -> u32 {
        if self.shifts_by_parts() { 2 * self.costs.shuffle } else { self.costs.permute }
    }

    /// Whether lanes of translates are brought to their places by two shuffles within the parts of registers.
    pub fn shifts_by_parts(&self) -> bool {
        2 * self.costs.shuffle <= self.costs.permute
    }
}
