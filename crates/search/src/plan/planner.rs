//! The planner: one plan for each form and width, each made when it is first asked for.
//!
//! The memo is by form and width. `solve` plans a form's operands first, in the order in which they
//! were made, which is a topological one: constructors intern operands before users. Forms that
//! planning itself adds come later, so for them the order is that of the form they were made for.
//! An instruction found by value may take any operands; it is used only if they stand before the
//! form in that order. That, and that nothing under way is planned again, keeps plans free of
//! circles without any look at costs.

use super::bias::Bias;
use super::choice::{Choice, Plan, Uses};
use super::lookups::{Covers, Lookups};
use super::plans::{Plans, Stage};
use super::price::Price;
use crate::form::{Id, fits};
use crate::instructions::{HalfNarrowings, TargetInstructions, VectorInstructions};
use crate::layout::{Layouts, WIDTHS, widths};
use crate::limits;
use crate::matches::Ways;
use crate::streams::LaneProgram;
use ahash::{HashMap, HashMapExt as _};
use isotope_dictionary::GenericCosts;
use isotope_smt::effort::Effort;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Plans of one window under one set of layouts.
pub struct Planner<'a> {
    /// The window; planning adds forms to it.
    pub program: &'a mut LaneProgram,
    /// The target.
    pub target: &'a TargetInstructions,
    /// Where lanes sit.
    pub layouts: &'a Layouts,
    lookups: &'a Lookups<'a>,
    /// By width, what dot products cover.
    pub(super) covers: [Rc<Covers>; WIDTHS.len()],
    pub(super) bias: Bias,
    shared: &'a Uses,
    pub(super) effort: &'a Effort<'a>,
    /// For each of [`WIDTHS`], the instructions on its registers.
    by_width: [&'a VectorInstructions; WIDTHS.len()],
    /// The instructions that narrow half by half.
    pub(super) half_narrowings: Arc<HalfNarrowings>,
    /// The costs of operations that LLVM has and the dictionary does not.
    pub(crate) costs: GenericCosts,
    pub(super) plans: Plans,
    /// Forms being planned, each for the sake of the one before it.
    under_way: Vec<Id>,
    /// For a form that is made in planning, the form of the window that it is made for.
    made_for: HashMap<Id, Id>,
}

impl<'a> Planner<'a> {
    /// A planner without plans yet. A form that is `shared` already is cheaper for others.
    pub fn new(
        program: &'a mut LaneProgram,
        lookups: &'a Lookups<'a>,
        layouts: &'a Layouts,
        bias: Bias,
        shared: &'a Uses,
        effort: &'a Effort<'a>,
    ) -> Self {
        let target = lookups.target;
        let by_width = WIDTHS.map(|w| target.of_register_size(layouts.at(w).register_bits()));
        Planner {
            program,
            target,
            layouts,
            lookups,
            covers: WIDTHS.map(|bits| lookups.covers(layouts, bits)),
            bias,
            shared,
            effort,
            by_width,
            half_narrowings: target.half_narrowings(),
            costs: bias.applied(target.generic),
            plans: Plans::default(),
            under_way: Vec::new(),
            made_for: HashMap::new(),
        }
    }

    /// The instructions on the registers that a width is laid out in.
    pub fn instructions(&self, bits: u32) -> &'a VectorInstructions {
        self.by_width[bits.trailing_zeros() as usize - 3]
    }

    /// The instructions that give a form at a width.
    pub(super) fn ways(&self, id: Id, bits: u32) -> Rc<Ways> {
        self.lookups.ways(&self.program.forms, id, bits)
    }

    /// Registers of a width.
    pub(super) fn count(&self, bits: u32) -> u32 {
        self.layouts.at(bits).count()
    }

    /// The plan for a form at a width, if there is one; there is none once the effort has ended.
    pub fn plan(&mut self, id: Id, bits: u32) -> Option<&Plan> {
        // One unit for each question, so that planning ends however the questions repeat.
        self.effort.spend(1).ok()?;
        self.solve(id);
        // A form that is being planned is not made from one that it is for.
        if self.plans.stage(id) != Stage::Done {
            return None;
        }
        self.plans.get(id, bits)
    }

    /// Keeps a choice if it is cheaper than what there is; of equals the first stays, so that the
    /// order of offers is part of the answer's determinism. `None` is what has no plan.
    pub(super) fn offer(&mut self, id: Id, bits: u32, cost: Option<Price>, choice: Choice) {
        self.offer_with(id, bits, cost, || choice);
    }

    /// The same of a choice that is made where it is kept.
    pub(super) fn offer_with(&mut self, id: Id, bits: u32, cost: Option<Price>, choice: impl FnOnce() -> Choice) {
        let Some(whole) = cost else { return };
        if self.plans.get(id, bits).is_none_or(|p| whole < p.whole) {
            // A form that an earlier program computes for others as well costs this user a part: that is
            // what makes plans share.
            let others = self.shared.get(&(id, bits)).copied().unwrap_or(0);
            self.plans.put(id, bits, Plan { whole, cost: whole.share(1 + others), choice: choice() });
        }
    }

    /// The cost of an instruction under the bias.
    pub(super) fn price_of(&self, entry: usize) -> u32 {
        let (cost, least) = (self.target.entry(entry).cost, self.target.generic.arithmetic);
        cost.min(least) + cost.saturating_sub(least) * self.bias.excess / 100
    }

    /// Cost of some forms at a width.
    pub(super) fn args(&mut self, ids: &[Id], bits: u32) -> Option<Price> {
        let mut total = Price::default();
        for &id in ids {
            total = total + self.plan(id, bits)?.cost;
        }
        Some(total)
    }

    /// Plans a form and, before it, whatever it is made from.
    fn solve(&mut self, id: Id) {
        if self.plans.stage(id) != Stage::Open || self.under_way.len() == limits::DERIVED {
            return;
        }
        // A form that planning made stands where the form of the window does that it was made for.
        let user = self.under_way.last().map(|&user| self.position(user).0);
        for form in self.unsolved(id) {
            if self.plans.stage(form) != Stage::Open || self.effort.ended().is_some() {
                continue;
            }
            if let Some(user) = user.filter(|_| !self.program.is_given(form)) {
                self.made_for.insert(form, user);
            }
            self.under_way.push(form);
            self.solve_one(form);
            self.under_way.pop();
        }
    }

    /// Where a form stands among those of the window, which come after their operands: what is made for a form stands
    /// just before it. An instruction that gives a form has operands that stand before that.
    pub(super) fn position(&self, id: Id) -> (Id, bool, Id) {
        match self.made_for.get(&id) {
            Some(&user) => (user, false, id),
            None => self.program.order(id),
        }
    }

    /// A form and what it is made from, as far as that is not planned yet; operands before users.
    fn unsolved(&self, id: Id) -> BTreeSet<Id> {
        let mut found = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if self.plans.stage(id) == Stage::Open && found.insert(id) {
                open.extend(self.program.forms.form(id).operands());
            }
        }
        found
    }

    /// Plans a form whose operands are planned. A plan that widens a narrower one is never narrowed to that again.
    fn solve_one(&mut self, id: Id) {
        self.plans.reach(id, Stage::UnderWay);
        let lane = self.layouts.registers().lane;
        for bits in widths(lane) {
            self.core(id, bits);
        }
        let range = self.program.forms.range(id);
        // From narrow to wide, so that what was extended once may be extended again.
        for pair in WIDTHS.windows(2).filter(|pair| pair[1] <= lane) {
            if fits(range, pair[0])
                && let Some(p) = self.plans.get(id, pair[0])
            {
                let signed = range.0 < 0;
                let cost = p.whole + self.extend_cost(pair[1], signed);
                self.offer(id, pair[1], Some(cost), Choice::Extend { signed });
            }
        }
        for pair in WIDTHS.windows(2).rev().filter(|pair| pair[1] <= lane) {
            let Some(Plan { whole, choice, .. }) = self.plans.get(id, pair[1]) else { continue };
            if matches!(choice, Choice::Extend { .. }) {
                continue;
            }
            let whole = *whole;
            self.offer(id, pair[0], Some(whole + self.truncate_cost(pair[0])), Choice::Truncate);
            // A saturating narrowing of what cannot saturate is a truncation.
            self.narrowings(id, pair[0], id, range);
        }
        for bits in widths(lane) {
            self.continued(id, bits);
        }
        self.plans.reach(id, Stage::Done);
    }
}
