//! Whether a class's text filled with a member's numbers is a term at all: widths that fit where operators need them to.
//!
//! Numbers come from files, and a class's text is tried with another class's numbers; arenas of terms take only what fits.

use super::{Expr, Number};
use isotope_ir::ieee::Operation;

/// Bits of a constant or a computed value at most: what an arena's constants hold.
const MAX_WIDTH: u64 = 1 << 16;

/// Bits of what a text reads, step by step: where it stands, and what has a name.
pub(super) struct Widths<'a> {
    /// Bits of each read.
    pub slots: &'a [u32],
    names: Vec<u32>,
    step: usize,
    rest: Option<u32>,
}

impl<'a> Widths<'a> {
    pub fn new(slots: &'a [u32]) -> Self {
        Widths { slots, names: Vec::new(), step: 0, rest: None }
    }

    /// The bits of a term; `None` where it is none.
    pub fn of(&mut self, expr: &Expr) -> Option<u32> {
        let step = self.step;
        let bits =
            |number: &Number| Some(number.at(step)).filter(|bits| (1..=MAX_WIDTH).contains(bits)).map(|b| b as u32);
        match expr {
            Expr::Rest => self.rest,
            Expr::Fold(count, parts) => self.fold(*count, parts),
            Expr::Slot(slot) => self.slots.get(*slot).copied(),
            Expr::Named(name) => self.names.get(*name).copied().filter(|bits| *bits > 0),
            Expr::Let(name, inner) => {
                let width = self.of(inner)?;
                self.names.resize(self.names.len().max(name + 1), 0);
                self.names[*name] = width;
                Some(width)
            }
            Expr::Const(_, _, width) => bits(width).filter(|width| *width <= 128),
            Expr::Un(_, a) => self.of(a),
            Expr::Bin(_, ab) => self.equal(ab),
            // 0 is one bit as well, which is chosen.
            Expr::Compare(_, width, ab) => {
                self.equal(ab).and(Some(width.at(step).max(1)).filter(|width| *width <= 128)).map(|width| width as u32)
            }
            Expr::Extreme(_, _, ab) => self.equal(ab),
            Expr::Shift(_, guard, ab) => {
                let [x, by] = [0, 1].map(|i| self.of(&ab[i]));
                let (x, by) = (x?, by?);
                match guard.at(step) {
                    0 => (x == by).then_some(x),
                    1 | 2 => (x <= 128 && by <= 128).then_some(x),
                    _ => None,
                }
            }
            Expr::Concat(ab) => {
                let [a, b] = [0, 1].map(|i| self.of(&ab[i]));
                a?.checked_add(b?)
            }
            Expr::Ieee(operation, args) => self.ieee(*operation, args),
            Expr::Ite(abc) => {
                let [c, a, b] = [0, 1, 2].map(|i| self.of(&abc[i]));
                (c? == 1 && a? == b?).then_some(a?)
            }
            Expr::Extract(lo, width, a) => {
                let (of, width) = (self.of(a)?, bits(width)?);
                (lo.at(step).checked_add(width.into())? <= of.into()).then_some(width)
            }
            Expr::Ext(width, sign, a) => {
                let (of, width) = (self.of(a)?, bits(width)?);
                let fits = if *sign < 2 { width >= of } else { of == 1 && width <= 128 };
                fits.then_some(width)
            }
            Expr::Clamp(_, [_, _, width, ..], value) => {
                let (of, width) = (self.of(value)?, bits(width)?);
                (width <= of && of <= 128).then_some(width)
            }
        }
    }

    fn equal(&mut self, ab: &[Expr; 2]) -> Option<u32> {
        let [a, b] = [0, 1].map(|i| self.of(&ab[i]));
        (a? == b?).then_some(a?)
    }

    fn ieee(&mut self, operation: Operation, args: &[Expr]) -> Option<u32> {
        let (bits, count) = operation.operand_bits();
        let all = args.iter().zip(bits).all(|(arg, bits)| self.of(arg) == Some(bits));
        (all && args.len() == count).then(|| operation.result_bits())
    }

    fn fold(&mut self, count: usize, [end, next]: &[Expr; 2]) -> Option<u32> {
        let mut width = self.of(end)?;
        for step in (0..count).rev() {
            (self.step, self.rest) = (step, Some(width));
            width = self.of(next)?;
        }
        (self.step, self.rest) = (0, None);
        Some(width)
    }
}
