//! Plans by regroupings, and of forms that lie between two of their translates.
//!
//! A translate between two others costs shuffles only, once these are there; what the two cost is shared by all that lie
//! between them. The first plan of a window cannot know who else will ask for them, so each pays its part; where loads are
//! counted, the two are taken to be there.

use super::choice::Choice;
use super::planner::Planner;
use super::price::Price;
use crate::fast::form::Id;

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
        if apart > i64::from(self.program.ty.lanes) {
            return;
        }
        let (turned, permuted) = (2 * self.costs.shuffle, self.costs.permute);
        let each = self.count(bits) * if self.shifts_by_parts() { turned } else { permuted };
        let there = self.bias.loads;
        let part = |both: Price| if there { Price::default() } else { both.share(translates as u32 - 1) };
        let cost = self.args(&[low, high], bits).map(|both| part(both) + each);
        self.offer(id, bits, cost, Choice::Shifted { low, high, by: by as u32, apart: apart as u32 });
    }

    /// Whether lanes of translates are brought to their places by two shuffles within the parts of registers.
    pub fn shifts_by_parts(&self) -> bool {
        2 * self.costs.shuffle <= self.costs.permute
    }
}
