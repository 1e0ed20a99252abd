//! Plans of what compares: minima, maxima, magnitudes and selects.
//!
//! LLVM's comparisons read bits as signed or as unsigned. A form is an integer, so either reading
//! is right only if the form's range fits it; where neither fits at a width, the comparison is made
//! at the next one, if at all.
//!
//! Floats are compared as floats, in the width of their format: their mask chooses between values of that width.

use super::choice::Choice;
use super::planner::Planner;
use crate::form::{Form, Id, Test, type_range, within};
use isotope_program::{Generic as Operation, Predicate};

impl Planner<'_> {
    /// A minimum or a maximum; `ops` are the signed and the unsigned operation.
    pub(super) fn ordered(&mut self, id: Id, bits: u32, ops: [Operation; 2], a: Id, b: Id) {
        let (ra, rb) = (self.program.forms.range(a), self.program.forms.range(b));
        let [signed, unsigned] = ops;
        let fitting = |signed| within(ra, type_range(bits, signed)) && within(rb, type_range(bits, signed));
        let op = if fitting(true) {
            signed
        } else if fitting(false) {
            unsigned
        } else {
            return;
        };
        let cost = self.args(&[a, b], bits).map(|c| c + self.count(bits) * self.costs.arithmetic);
        self.offer(id, bits, cost, Choice::Generic(op, vec![a, b]));
    }

    /// The magnitude, or the distance of two forms.
    pub(super) fn abs(&mut self, id: Id, bits: u32, a: Id) {
        let n = self.count(bits);
        if within(self.program.forms.range(a), type_range(bits, true)) {
            let cost = self.args(&[a], bits).map(|c| c + n * self.costs.arithmetic);
            self.offer(id, bits, cost, Choice::Generic(Operation::Abs, vec![a]));
        }
        // |p - q| = max(p, q) - min(p, q) modulo the width, which needs no sign bit.
        let (terms, k) = self.program.forms.linear(a);
        if terms.iter().any(|t| t.0 < 0) && terms.iter().any(|t| t.0 > 0) {
            let positive: Vec<_> = terms.iter().copied().filter(|t| t.0 > 0).collect();
            let negative: Vec<_> = terms.iter().filter(|t| t.0 < 0).map(|t| (-t.0, t.1)).collect();
            let f = &mut self.program.forms;
            let (p, q) = (f.sum(&positive, k.max(0)), f.sum(&negative, (-k).max(0)));
            let reads =
                |signed| within(f.range(p), type_range(bits, signed)) && within(f.range(q), type_range(bits, signed));
            if !(reads(false) || reads(true)) {
                return;
            }
            let (hi, lo) = (f.max(p, q), f.min(p, q));
            // Both are made from p and q, which are counted once: the estimate is low where maximum
            // and minimum are planned without them.
            let cost = self.args(&[hi, lo], bits).zip(self.args(&[p, q], bits));
            let cost = cost.map(|(c, shared)| c.without(shared) + n * self.costs.arithmetic);
            self.offer(id, bits, cost, Choice::Generic(Operation::Sub, vec![hi, lo]));
        }
    }

    /// A comparison and a choice: a mask is made and used, two operations a register.
    pub(super) fn select(&mut self, id: Id, bits: u32, c: Id, a: Id, b: Id) {
        let (test, x, y) = match self.program.forms.form(c) {
            &Form::Test(test, x, y) => (test, x, y),
            // A mask of floats chooses between what has their width.
            Form::Float(of, args) if of.compares() && of.from.bits == bits => {
                let (Some(format), &[x, y]) = (of.format(), &args[..]) else { return };
                return self.choose(id, bits, Operation::Float(of.op, format), [x, y, a, b]);
            }
            _ => return,
        };
        let (rx, ry) = (self.program.forms.range(x), self.program.forms.range(y));
        let fitting = |signed| within(rx, type_range(bits, signed)) && within(ry, type_range(bits, signed));
        // Equality is the same for bits of either sign, as long as both sides are read alike.
        let predicate = match test {
            Test::Equal if fitting(true) || fitting(false) => Predicate::Eq,
            Test::Less if fitting(true) => Predicate::Slt,
            Test::Less if fitting(false) => Predicate::Ult,
            _ => return,
        };
        self.choose(id, bits, Operation::Compare(predicate), [x, y, a, b]);
    }

    /// The third form where a comparison of the first two holds, else the fourth.
    fn choose(&mut self, id: Id, bits: u32, comparison: Operation, of: [Id; 4]) {
        let (mut read, mut compares) = (of.to_vec(), self.costs.arithmetic);
        if let Operation::Float(_, format) = comparison {
            // A minimum of floats chooses what it compares, and an operand of both is one value.
            read.sort_unstable();
            read.dedup();
            compares = self.float_cost(format);
        }
        let cost = self.args(&read, bits).map(|c| c + self.count(bits) * (compares + self.costs.arithmetic));
        self.offer(id, bits, cost, Choice::Select(comparison, of));
    }
}
