//! Plans of operations of floats: each in its own width, integers around them in any.
//!
//! An operation has the width of its format. Integers are converted from and to elements of that width where they fit, whatever the type that
//! the window names, for these values are the same:
//!
//! ```text
//! float32((uint8)x)       of words with bytes in them
//! (uint8)f                words with bytes in them, which packs make bytes
//! ```
//!
//! The cost of an operation says only how plans compare whose integers are laid out differently, so a rough figure will do: a window has as many
//! operations of floats in every plan.

use super::choice::Choice;
use super::planner::Planner;
use crate::form::{Floating, Id, type_range, within};
use isotope_program::{FloatFormat, FloatOp, Generic as Operation};

impl Planner<'_> {
    /// An operation of floats at a width.
    ///
    /// At any other width it has no plan of its own, but a conversion to an integer has those of narrower and wider integers, which the planner
    /// makes from this one: extended, cut, or packed with saturation.
    pub(super) fn floating(&mut self, id: Id, bits: u32, of: Floating, args: &[Id]) {
        let Some(format) = of.format() else { return };
        match of.op {
            _ if of.compares() => {
                let [zero, one] = [0, 1].map(|v| self.program.forms.constant(v));
                self.select(id, bits, id, one, zero);
            }
            FloatOp::Convert(_) => self.converted(id, bits, (of.op, format), args[0], (of.from.bits, of.to.bits)),
            FloatOp::FromSigned | FloatOp::FromUnsigned => {
                for (from, signed) in self.integers(args[0], of.to.bits) {
                    let op = if signed { FloatOp::FromSigned } else { FloatOp::FromUnsigned };
                    self.converted(id, bits, (op, format), args[0], (from, of.to.bits));
                }
            }
            FloatOp::ToSigned | FloatOp::ToUnsigned => {
                for (to, signed) in self.integers(id, of.from.bits) {
                    let op = if signed { FloatOp::ToSigned } else { FloatOp::ToUnsigned };
                    self.converted(id, bits, (op, format), args[0], (of.from.bits, to));
                }
            }
            op if bits == of.to.bits => {
                // Divisions take their unit for several times as long as the others.
                let units = if op == FloatOp::Div { 4 } else { 1 };
                let each = units * self.float_cost(format);
                let cost = self.args(args, bits).map(|c| c + self.count(bits) * each);
                self.offer(id, bits, cost, Choice::Generic(Operation::Float(op, format), args.to_vec()));
            }
            _ => {}
        }
    }

    /// Of one operation. Most CPUs widen halves for it, and round them again: where one computes with them, the bias without other ways to
    /// write a form has them as they are.
    pub(super) fn float_cost(&self, format: FloatFormat) -> u32 {
        let each = if format == FloatFormat::Half { 8 } else { 1 };
        each * self.costs.arithmetic
    }

    /// The widths and signs of integers that hold a form and are converted from or to a format of so many bits: as many as the
    /// format has or half or twice as many, signed where they can be, which more CPUs have.
    fn integers(&self, id: Id, format: u32) -> Vec<(u32, bool)> {
        let range = self.program.forms.range(id);
        let holds = |bits: u32, signed: bool| bits >= 32 && within(range, type_range(bits, signed));
        let signed =
            |bits: u32| [true, false].into_iter().find(|&signed| holds(bits, signed)).map(|signed| (bits, signed));
        [format, format / 2, 2 * format].into_iter().filter(|bits| *bits <= 64).filter_map(signed).collect()
    }

    /// A conversion between elements of two widths.
    /// Where they differ, elements are moved to where the layout of the other has them.
    fn converted(&mut self, id: Id, bits: u32, (op, format): (FloatOp, FloatFormat), arg: Id, (from, to): (u32, u32)) {
        if bits != to || !(from == to || from == 2 * to || 2 * from == to) {
            return;
        }
        let n = self.count(from.max(to));
        let (own, moves) = (2 * self.costs.arithmetic, if from == to { 0 } else { self.costs.shuffle });
        // Both sides' registers were costed; the conversion itself is one operation for each register of the wider side.
        // An unsigned number may be too large for a CPU's conversion, and takes a few operations.
        let own = if matches!(op, FloatOp::FromUnsigned | FloatOp::ToUnsigned) { 4 * own } else { own };
        let cost = self.args(&[arg], from).map(|c| c + n * (own + moves));
        self.offer(id, bits, cost, Choice::Converted(Operation::Float(op, format), arg, from));
    }
}
