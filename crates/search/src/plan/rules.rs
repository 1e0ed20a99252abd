//! Rules: every way in which a form is made from other forms.
//!
//! A rule offers a choice with its cost and never takes one back; the planner keeps the cheapest.
//! So rules may overlap, and one that is missing makes a worse candidate, not a wrong one. What
//! LLVM leaves undefined (a shift by the width, say) no rule may offer: the program would be
//! refuted, or worse, left open.

use super::choice::Choice;
use super::packed_operand::Part;
use super::planner::Planner;
use super::price::Price;
use crate::form::{Bitwise, Form, Id, type_range, within};
use crate::matches::Solved;
use isotope_program::Generic as Operation;

impl Planner<'_> {
    /// Everything that makes a form at a width from other forms. Of two that cost the same the first is kept: instructions before what
    /// LLVM has to choose instructions for, since their cost is known and its choice is not.
    pub(super) fn core(&mut self, id: Id, bits: u32) {
        if self.program.forms.is_floating(id) {
            self.scaled(id, bits);
            return self.structural(id, bits);
        }
        self.matched(id, bits);
        self.solved(id, bits);
        self.widened(id, bits);
        self.half_widened(id, bits);
        self.half_narrowed(id, bits);
        self.scaled(id, bits);
        self.regrouped(id, bits);
        self.structural(id, bits);
    }

    /// Instructions that give the form's values on the samples.
    ///
    /// Their operands were planned before the form, or are constants: a plan has no circles.
    fn matched(&mut self, id: Id, bits: u32) {
        let n = self.count(bits);
        for m in &self.ways(id, bits).vertical {
            if m.args.iter().all(|&a| self.position(a) < self.position(id) || self.program.forms.as_const(a).is_some())
            {
                let vertical = &self.instructions(bits).verticals[m.index];
                let cost = self.price_of(vertical.entry);
                let cost = self.args(&self.vectors(bits, m.index, &m.args), bits).map(|c| c + n * cost);
                self.offer_with(id, bits, cost, || Choice::Matched(m.index, m.args.clone()));
            }
        }
    }

    /// Instructions with an immediate, or of three operands, that give the form's values on the samples. The immediates are those
    /// that were solved for; a program has them as constants.
    fn solved(&mut self, id: Id, bits: u32) {
        let n = self.count(bits);
        for Solved { entry, immediates, args } in &self.ways(id, bits).solved {
            if args.iter().all(|&a| self.position(a) < self.position(id) || self.program.forms.as_const(a).is_some()) {
                let cost = self.price_of(*entry);
                // Sum and carries are both needed, and are made from the same.
                let readers = if self.program.adders.iter().any(|adder| adder.gives(id, args)) { 2 } else { 1 };
                let cost = self.args(args, bits).map(|c| c.share(readers) + n * cost);
                self.offer_with(id, bits, cost, || Choice::Solved(*entry, immediates.clone(), args.clone()));
            }
        }
    }

    /// Widening instructions that give the form's values on the samples, where the layout has their split. Their operands are planned at
    /// half the width.
    fn widened(&mut self, id: Id, bits: u32) {
        for m in &self.ways(id, bits).widening {
            let widening = &self.instructions(bits / 2).widenings[m.index];
            let cost = self.price_of(widening.entry);
            if self.layouts.at(bits).split == Some(widening.split) {
                let each = self.count(bits / 2) * cost;
                let cost = self.args(&self.widened_vectors(bits, m.index, &m.args), bits / 2).map(|c| c + each);
                self.offer_with(id, bits, cost, || Choice::Widened(m.index, m.args.clone()));
            }
        }
    }

    /// Scalings of the form ([`crate::scaling`]): shorter multiplications with the same values, planned as forms of their own.
    ///
    /// A bias may leave them out, so that the long way is among the candidates too: the prices of both are models.
    fn scaled(&mut self, id: Id, bits: u32) {
        let scaled = if self.bias.scaled { self.program.scaled.get(&id).cloned() } else { None };
        for scaled in scaled.unwrap_or_default() {
            let cost = self.args(&[scaled], bits);
            self.offer(id, bits, cost, Choice::Alias(scaled));
        }
    }

    /// The plans by the form's own structure: generic operations on its operands, and those that only some structures have.
    ///
    /// There is one for every form, so that whatever is read has a plan, if a dear one, unless the width has no such operation.
    fn structural(&mut self, id: Id, bits: u32) {
        let n = self.count(bits);
        match self.program.forms.form(id).clone() {
            Form::Stream(s) => {
                if self.program.streams[s as usize].element.bits == bits {
                    let cost = self.stream_cost(s, bits);
                    self.offer(id, bits, Some(cost.into()), Choice::Stream(s));
                } else if let Some(strided) = self.strided(&[Part::Form(id)], bits, bits) {
                    self.offer(id, bits, Some(strided.cost(self.costs.shift).into()), Choice::Strided(strided));
                }
            }
            // Constants cost nothing: LLVM keeps them in registers, or reads them from memory as
            // part of an instruction.
            Form::Const(v) => self.offer(id, bits, Some(Price::default()), Choice::Const(v)),
            Form::LaneConst(k) => self.offer(id, bits, Some(Price::default()), Choice::LaneConst(k)),
            Form::Wrap(x, to, signed) => {
                // Modulo 2^bits a wrap to as many bits or more is the value itself.
                if bits <= to {
                    let cost = self.args(&[x], bits);
                    self.offer(id, bits, cost, Choice::Alias(x));
                } else if !signed {
                    // The lowest bits of a wider element: a truncation and an extension without leaving the register. With a
                    // sign it would be two shifts, and extensions are as good.
                    let low = self.program.forms.constant(type_range(to, false).1);
                    let cost = self.args(&[x, low], bits).map(|c| c + n * self.costs.arithmetic);
                    self.offer(id, bits, cost, Choice::Generic(Operation::And, vec![x, low]));
                }
            }
            Form::Sum(terms, k) => self.sum(id, bits, &terms, k),
            Form::Mul(a, b) => {
                self.dots(id, bits, &[(1, id)], 0);
                // Where there is no multiplication of bytes one is made of words, where the form is
                // planned at that width.
                if self.multiplies(bits) {
                    let cost = self.args(&[a, b], bits).map(|c| c + n * self.multiply_cost(bits));
                    self.offer(id, bits, cost, Choice::Generic(Operation::Mul, vec![a, b]));
                }
            }
            Form::Shr(x, k) => self.shift(id, bits, x, k),
            Form::ShrBy(x, y) => {
                // LLVM leaves shifts by the width or more undefined.
                let shiftable = self.shifts(bits) && self.program.forms.range(y).1 < bits.into();
                if let Some(op) = self.right_shift(x, bits).filter(|_| shiftable) {
                    let cost = self.args(&[x, y], bits).map(|c| c + n * self.shift_cost(bits));
                    self.offer(id, bits, cost, Choice::Generic(op, vec![x, y]));
                }
            }
            Form::Clamp(x, lo, hi) => self.clamp(id, bits, x, lo, hi),
            Form::Min(a, b) => self.ordered(id, bits, [Operation::SMin, Operation::UMin], a, b),
            Form::Max(a, b) => self.ordered(id, bits, [Operation::SMax, Operation::UMax], a, b),
            Form::Abs(a) => self.abs(id, bits, a),
            Form::Bits(op, a, b) => {
                let op = match op {
                    Bitwise::And => Operation::And,
                    Bitwise::Or => Operation::Or,
                    Bitwise::Xor => Operation::Xor,
                };
                let cost = self.args(&[a, b], bits).map(|c| c + n * self.costs.arithmetic);
                self.offer(id, bits, cost, Choice::Generic(op, vec![a, b]));
            }
            Form::Div(x, d) => self.divided(id, bits, x, d),
            // A truth value by itself has no register, and selects make their own mask: as a number it is a choice between two.
            Form::Test(..) => {
                let [zero, one] = [0, 1].map(|v| self.program.forms.constant(v));
                self.select(id, bits, id, one, zero);
            }
            Form::Select(c, a, b) => self.select(id, bits, c, a, b),
            Form::Float(of, args) => self.floating(id, bits, of, &args),
        }
    }

    /// A division by a constant: LLVM turns an unsigned one into a multiplication; never better than a match.
    fn divided(&mut self, id: Id, bits: u32, x: Id, d: i128) {
        if within(self.program.forms.range(x), type_range(bits, false)) && self.multiplies(bits) {
            let d = self.program.forms.constant(d);
            let each = self.multiply_cost(bits) + self.shift_cost(bits);
            let cost = self.args(&[x, d], bits).map(|c| c + self.count(bits) * each);
            self.offer(id, bits, cost, Choice::Generic(Operation::UDiv, vec![x, d]));
        }
    }
}
