//! Plans that widen or narrow half by half.
//!
//! Of a linear split the two registers of wide elements are one narrow register's lower and upper half: there an instruction for each
//! half makes a register of wide elements without a shuffle, adds to one that is there, or narrows two into one.

use super::choice::Choice;
use super::planner::Planner;
use super::price::Price;
use crate::form::{Id, type_range, within};
use crate::instructions::{HalfNarrowing, HalfWidening, Halves};
use crate::layout::Split;
use crate::matches::{Match, Solved};

impl Planner<'_> {
    /// Whether the registers of a width are halves of those at half the width.
    fn has_halves(&self, bits: u32) -> bool {
        bits > 8 && matches!(self.layouts.at(bits).split, None | Some(Split::Linear))
    }

    /// The cost of all registers of a width where each lower and each upper half costs so much.
    fn halves_cost(&self, wide: u32, lower: usize, upper: usize) -> u32 {
        let count = self.count(wide);
        let uppers = if self.layouts.at(wide).split.is_some() { count / 2 } else { 0 };
        (count - uppers) * self.price_of(lower) + uppers * self.price_of(upper)
    }

    /// The instructions that extend a width's registers from half the width, one for each half; `None` where there is none.
    pub(super) fn half_extension(&self, to: u32, signed: bool) -> Option<u32> {
        let extends = |w: &&HalfWidening| w.bits == to && w.extends == Some(signed);
        let widening = self.instructions(to).half_widenings.iter().find(extends)?;
        self.has_halves(to).then(|| self.halves_cost(to, widening.plain.lower, widening.plain.upper))
    }

    /// Instructions that widen to the form's values on the samples.
    pub(super) fn half_widened(&mut self, id: Id, bits: u32) {
        if !self.has_halves(bits) {
            return;
        }
        for Match { index: at, args } in self.ways(id, bits).half_widening.clone() {
            if self.come_before(id, &args) {
                let Halves { lower, upper, .. } = self.instructions(bits).half_widenings[at].plain;
                let cost = self.args(&self.half_vectors(bits, at, &args), bits / 2);
                let cost = cost.map(|c| c + self.halves_cost(bits, lower, upper));
                self.offer(id, bits, cost, Choice::HalfWidened { at, args, start: None });
            }
        }
    }

    /// A sum of which a term is widened and added, or taken off, by one instruction: the last such term, so that the terms before it
    /// are a sum of the same kind.
    pub(super) fn half_added(&mut self, id: Id, bits: u32, terms: &[(i128, Id)], k: i128) {
        if !self.has_halves(bits)
            || self.instructions(bits).half_widenings.is_empty()
            || terms.len() + usize::from(k != 0) < 2
        {
            return;
        }
        // Products before what is only extended: that can join any sum.
        let by_value = terms.iter().rposition(|&term| !self.half_terms(bits, term).is_empty());
        let extended = || terms.iter().rposition(|&term| self.half_extended_term(bits, term).is_some());
        if let Some(last) = by_value.or_else(extended) {
            let mut ways = self.half_terms(bits, terms[last]);
            ways.extend(self.half_extended_term(bits, terms[last]));
            self.half_added_to(id, bits, (terms, last, k), ways);
        }
        // A term that is multiplied by a constant.
        let scaled = (0..terms.len()).rev().find_map(|at| Some((at, self.half_scaled_term(bits, terms[at])?)));
        if let Some((last, way)) = scaled {
            self.half_added_to(id, bits, (terms, last, k), vec![way]);
        }
    }

    /// A sum of which the term in a place is widened and added in one of these ways.
    fn half_added_to(&mut self, id: Id, bits: u32, (terms, last, k): (&[(i128, Id)], usize, i128), ways: Vec<Match>) {
        let rest: Vec<(i128, Id)> = terms.iter().enumerate().filter(|(at, _)| *at != last).map(|(_, t)| *t).collect();
        let rest = self.program.forms.sum(&rest, k);
        let taken_off = terms[last].0 < 0;
        for Match { index: at, args } in ways {
            let widening = &self.instructions(bits).half_widenings[at];
            let halves = if taken_off { &widening.subtracting } else { &widening.adding };
            let Some(Halves { lower, upper, .. }) = *halves else { continue };
            let vectors = self.half_vectors(bits, at, &args);
            let cost = self.args(&[rest], bits).zip(self.args(&vectors, bits / 2));
            let cost = cost.map(|(a, b)| a + b + self.halves_cost(bits, lower, upper));
            self.offer(id, bits, cost, Choice::HalfWidened { at, args, start: Some((rest, taken_off)) });
        }
    }

    /// The forms that widen to a term of a sum and have an instruction that adds it, or takes it off.
    fn half_terms(&self, bits: u32, (c, x): (i128, Id)) -> Vec<Match> {
        let mut found = self.ways(x, bits).half_widening.clone();
        found.retain(|m| self.joins(bits, m.index, c) && self.come_before(x, &m.args));
        found
    }

    /// The extension of a term that fits half the width, where an instruction adds that, or takes it off.
    fn half_extended_term(&self, bits: u32, (c, x): (i128, Id)) -> Option<Match> {
        let range = self.program.forms.range(x);
        let fits = |w: &HalfWidening| {
            w.bits == bits && w.extends.is_some_and(|signed| within(range, type_range(bits / 2, signed)))
        };
        let widenings = self.instructions(bits).half_widenings.iter().enumerate();
        let mut fitting = widenings.filter(|(at, w)| fits(w) && self.joins(bits, *at, c));
        // Constants cost nothing as they are.
        let constant = self.program.forms.as_const(x).is_some();
        fitting.next().filter(|_| !constant).map(|(index, _)| Match { index, args: vec![x] })
    }

    /// The product of a term that fits half the width and of its coefficient, which does too, where an instruction adds that, or takes it
    /// off: `umlal` of 2 and x for the term 2 x.
    fn half_scaled_term(&mut self, bits: u32, (c, x): (i128, Id)) -> Option<Match> {
        let (range, by) = (self.program.forms.range(x), c.checked_abs().filter(|by| *by > 1)?);
        let fits = |w: &HalfWidening| {
            let both = |signed| [range, (by, by)].into_iter().all(|one| within(one, type_range(bits / 2, signed)));
            w.bits == bits && w.multiplies.is_some_and(both)
        };
        let widenings = self.instructions(bits).half_widenings.iter();
        let index = widenings.enumerate().position(|(at, w)| fits(w) && self.joins(bits, at, c.signum()))?;
        let is_constant = self.program.forms.as_const(x).is_some();
        (!is_constant).then(|| Match { index, args: vec![x, self.program.forms.constant(by)] })
    }

    /// Whether there is an instruction that adds what a widening gives `c` times to wide elements.
    fn joins(&self, bits: u32, at: usize, c: i128) -> bool {
        let widening = &self.instructions(bits).half_widenings[at];
        c == 1 && widening.adding.is_some() || c == -1 && widening.subtracting.is_some()
    }

    /// Whether forms stand before another, or are constants: a plan has no circles.
    fn come_before(&self, id: Id, args: &[Id]) -> bool {
        args.iter().all(|&a| self.position(a) < self.position(id) || self.program.forms.as_const(a).is_some())
    }

    /// Of the operands of a half widening to a width those that are vectors.
    pub(super) fn half_vectors(&self, bits: u32, at: usize, args: &[Id]) -> Vec<Id> {
        let scalars = &self.instructions(bits).half_widenings[at].scalars;
        args.iter().zip(scalars).filter(|(_, scalar)| !**scalar).map(|(&id, _)| id).collect()
    }

    /// Those that narrow to elements of a width.
    pub(crate) fn half_narrowings(&self, bits: u32) -> &[HalfNarrowing] {
        if bits == 64 { &[] } else { self.half_narrowings.at(self.layouts.at(2 * bits).register_bits(), bits) }
    }

    /// Instructions that narrow to the form's values on the samples.
    pub(super) fn half_narrowed(&mut self, id: Id, bits: u32) {
        if bits == 64 || !self.has_halves(2 * bits) {
            return;
        }
        for Solved { entry, immediates, args } in self.ways(id, bits).half_narrowing.clone() {
            if self.come_before(id, &args) {
                let cost = self.args(&args, 2 * bits);
                self.offer_half_narrowing(id, bits, (entry, immediates, args), cost);
            }
        }
    }

    /// Offers to narrow forms at twice the width, which cost so much, by the instructions of which one is given.
    pub(super) fn offer_half_narrowing(
        &mut self,
        id: Id,
        bits: u32,
        (entry, immediates, args): (usize, Vec<u64>, Vec<Id>),
        cost: Option<Price>,
    ) {
        let all = self.half_narrowings(bits).iter();
        let Some((at, halves)) = all.enumerate().find(|(_, n)| n.lower.entry == entry) else { return };
        let each = self.halves_cost(2 * bits, entry, halves.upper);
        if self.has_halves(2 * bits) {
            self.offer(id, bits, cost.map(|c| c + each), Choice::HalfNarrowed { at, immediates, args });
        }
    }
}
