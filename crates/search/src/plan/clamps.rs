//! Plans of clamps, and narrowings that clamp.
//!
//! Saturation is where fixed-width instructions differ from integers, and where one instruction may
//! do the work of five: a pack narrows and clamps at once. A clamp is therefore tried in each way
//! that some instruction set has it: as minimum and maximum, as a narrowing, and as a narrowing
//! after a first clamp at twice the width.

use super::choice::Choice;
use super::planner::Planner;
use crate::form::{Form, Id, power, type_range, within};
use crate::instructions::{Narrowing, Shift};
use crate::layout::EMPTY;
use isotope_program::{Generic as Operation, Predicate};

impl Planner<'_> {
    /// Every way to a clamp at a width: by minimum and maximum, by a comparison, by narrowing.
    pub(super) fn clamp(&mut self, id: Id, bits: u32, x: Id, lo: i128, hi: i128) {
        let range = self.program.forms.range(x);
        let signed = within(range, type_range(bits, true));
        if signed || within(range, type_range(bits, false)) {
            let (min, max) =
                if signed { (Operation::SMin, Operation::SMax) } else { (Operation::UMin, Operation::UMax) };
            // A two-sided clamp is two one-sided ones; the inner one is a form of its own.
            if range.0 >= lo || range.1 <= hi {
                let (op, bound) = if range.0 >= lo { (min, hi) } else { (max, lo) };
                let bound = self.program.forms.constant(bound);
                let cost = self.args(&[x], bits).map(|c| c + self.count(bits) * self.costs.arithmetic);
                self.offer(id, bits, cost, Choice::Generic(op, vec![x, bound]));
            } else {
                let low = self.program.forms.constant(lo);
                let upper = self.program.forms.raw_clamp(x, range.0, hi);
                let cost = self.args(&[upper], bits).map(|c| c + self.count(bits) * self.costs.arithmetic);
                self.offer(id, bits, cost, Choice::Generic(max, vec![upper, low]));
            }
        }
        self.unwrapping(id, bits, x, (lo, hi));
        self.high_product(id, bits, x, Some((lo, hi)));
        if bits == 64 {
            return;
        }
        self.narrowings(id, bits, x, (lo, hi));
        // A narrowing reads twice the width; what is wider is clamped to that first, which changes
        // nothing, as the bounds lie inside.
        for signed in [true, false] {
            let inner = type_range(2 * bits, signed);
            if within((lo, hi), inner) && !within(range, inner) {
                let first = self.program.forms.raw_clamp(x, inner.0, inner.1);
                self.narrowings(id, bits, first, (lo, hi));
            }
            // Saturation commutes with a floor: clamp wide, shift at twice the width, narrow.
            let before = |k: u32| Some((lo.checked_mul(power(k)?)?, (hi.checked_add(1)?.checked_mul(power(k)?)? - 1)));
            if let Form::Shr(y, k) = *self.program.forms.form(x)
                && before(k).is_some_and(|bounds| within(bounds, inner))
                && !within(self.program.forms.range(y), inner)
            {
                let first = self.program.forms.raw_clamp(y, inner.0, inner.1);
                let shifted = self.program.forms.raw_shr(first, k);
                self.narrowings(id, bits, shifted, (lo, hi));
            }
        }
    }

    /// A clamp to a type's upper bound of what passes it so little that the wrapped values stay apart from all others:
    /// those are found below the range, and replaced. A rounded high product, which can be one too large, is such a case.
    fn unwrapping(&mut self, id: Id, bits: u32, x: Id, (lo, hi): (i128, i128)) {
        let range = self.program.forms.range(x);
        let own = type_range(bits, true);
        let excess = range.1.saturating_sub(own.1);
        if hi != own.1 || lo > range.0 || excess <= 0 || own.0.saturating_add(excess) > range.0 {
            return;
        }
        let f = &mut self.program.forms;
        let (wrapped, least, bound) = (f.wrap(x, bits, true), f.constant(range.0), f.constant(hi));
        let cost = self.args(&[wrapped], bits).map(|c| c + self.count(bits) * 2 * self.costs.arithmetic);
        self.offer(
            id,
            bits,
            cost,
            Choice::Select(Operation::Compare(Predicate::Slt), [wrapped, least, bound, wrapped]),
        );
    }

    /// Offers every narrowing that takes `from` at twice the width to the form, which is `from` clamped to `bounds`.
    pub(super) fn narrowings(&mut self, id: Id, bits: u32, from: Id, bounds: (i128, i128)) {
        let range = self.program.forms.range(from);
        for at in 0..self.instructions(2 * bits).narrowings.len() {
            let narrow = &self.instructions(2 * bits).narrowings[at];
            let clamp = narrow.clamp;
            let shift = narrow.shift.clone();
            let effective = |lo: i128, hi: i128| (range.0.clamp(lo, hi), range.1.clamp(lo, hi));
            // The form that it reads at twice the width.
            let (source, by) = match shift {
                None => (from, None),
                Some(shift) => match self.shifted(from, &shift) {
                    Some((source, by)) => (source, Some(by)),
                    None => continue,
                },
            };
            let narrow = &self.instructions(2 * bits).narrowings[at];
            if narrow.bits != bits
                || !within(self.program.forms.range(source), type_range(2 * bits, clamp.input_signed))
                // Not the bounds are compared but what they do to the form's range: a clamp to [0,
                // 255] and one to [-128, 255] are one function of a form that is never negative.
                || effective(clamp.low, clamp.high) != effective(bounds.0, bounds.1)
            {
                continue;
            }
            let (entry, operands) = (narrow.entry, narrow.operands);
            let n = self.count(bits);
            let pair = if self.layouts.at(2 * bits).split.is_some() { 2 } else { 1 };
            // One call for both halves, or one for each with a shuffle that joins them.
            let whole = operands == 2 || narrow.of_pair;
            let direct = whole && self.is_in_order(narrow);
            let calls = if whole { 1 } else { pair };
            let fix = if direct || (operands == 1 && pair == 1) { 0 } else { self.costs.shuffle };
            let cost = n * (calls * self.price_of(entry) + fix);
            let wide = if id == source {
                self.plans.get(source, 2 * bits).map(|p| p.whole)
            } else {
                self.args(&[source], 2 * bits)
            };
            self.offer(id, bits, wide.map(|c| c + cost), Choice::Narrow(at, source, by));
            if by.is_none() {
                self.offer_half_narrowing(id, bits, (entry, vec![], vec![source]), wide);
            }
        }
    }

    /// The form that a narrowing with a shift reads to give a form, and by how much it shifts it.
    ///
    /// A narrowing that rounds adds half of what it shifts out without losing a bit, so the form that it reads is without that half, and has to
    /// fit the width by itself.
    fn shifted(&mut self, form: Id, shift: &Shift) -> Option<(Id, u32)> {
        let Form::Shr(inner, k) = *self.program.forms.form(form) else { return None };
        shift.by.contains(&k).then_some(())?;
        if !shift.rounds {
            return Some((inner, k));
        }
        let (terms, constant) = self.program.forms.linear(inner);
        let terms = terms.to_vec();
        Some((self.program.forms.sum(&terms, constant - power(k - 1)?), k))
    }

    /// Whether what a narrowing makes of two registers, or of one twice, has its lanes where the layout wants them.
    fn is_in_order(&self, narrow: &Narrowing) -> bool {
        let wide = self.layouts.at(2 * narrow.bits);
        let sources = if wide.split.is_some() { [0, 1] } else { [0, 0] };
        let wide: Vec<u32> = sources.into_iter().flat_map(|r| wide.registers[r].iter().copied()).collect();
        let own = &self.layouts.at(narrow.bits).registers[0];
        own.len() == narrow.from.len()
            && narrow.from.iter().zip(own).all(|(&from, &own)| own == EMPTY || wide.get(from as usize) == Some(&own))
    }
}
