//! The term of one element, from its line's expression.

use super::{Expr, Index, Number, Numbers, Read};
use isotope_ir::term::{BinOp, LaneVar, TermId, Terms};

/// The variable for an element that a read is of: the read, the step of the fold that it is in, which of its neighbours.
type Variable<'a> = dyn FnMut(usize, usize, usize) -> u32 + 'a;

/// The term of an element: `at` is its lane, its iteration, and how many iterations there are.
pub(super) fn element(
    reads: &[Read],
    expr: &Expr,
    at: (usize, usize, usize),
    numbers: &Numbers,
    terms: &mut Terms,
) -> TermId {
    let mut read = |slot: usize, step: usize, neighbour: usize| {
        let read: &Read = &reads[slot];
        LaneVar::new(read.operand, read.index.at(at, step) as usize + neighbour).number()
    };
    term(reads, expr, &mut read, numbers, terms)
}

/// The term of an element whose reads have these variables.
pub(super) fn term(
    reads: &[Read],
    expr: &Expr,
    variable: &mut Variable<'_>,
    numbers: &Numbers,
    terms: &mut Terms,
) -> TermId {
    Builder { reads, variable, numbers, names: Vec::new(), step: 0, rest: None, terms }.build(expr)
}

impl Index {
    /// The element at a lane, an iteration of so many iterations, and a step of a fold.
    pub(super) fn at(&self, (lane, iteration, iterations): (usize, usize, usize), step: usize) -> i64 {
        match self {
            Index::Affine { base, per_lane, per_iteration, per_step } => {
                base + lane as i64 * per_lane + iteration as i64 * per_iteration + step as i64 * per_step.unwrap_or(0)
            }
            Index::Table { per_lane, iterations } => lane as i64 * per_lane + iterations[iteration],
            Index::All(all) => all[lane * iterations + iteration],
        }
    }
}

/// Builds the term of one element.
struct Builder<'a, 'v> {
    reads: &'a [Read],
    variable: &'a mut Variable<'v>,
    numbers: &'a Numbers,
    names: Vec<Option<TermId>>,
    /// Where in a fold it is.
    step: usize,
    rest: Option<TermId>,
    terms: &'a mut Terms,
}

impl Builder<'_, '_> {
    fn slot(&mut self, slot: usize) -> TermId {
        let read = &self.reads[slot];
        let bits = self.numbers.element_bits[read.operand];
        let mut whole = self.terms.var((self.variable)(slot, self.step, 0), bits);
        for n in 1..read.count {
            let above = self.terms.var((self.variable)(slot, self.step, n), bits);
            whole = self.terms.concat(above, whole);
        }
        whole
    }

    /// `bit ? value : 0` in so many bits.
    fn chosen(&mut self, bit: TermId, width: u32, value: u128) -> TermId {
        let (value, zero) = (self.terms.constant(value, width), self.terms.constant(0, width));
        self.terms.ite(bit, value, zero)
    }

    fn build(&mut self, expr: &Expr) -> TermId {
        let step = self.step;
        match expr {
            Expr::Rest => self.rest.expect("the rest is read in a fold only"),
            Expr::Fold(count, parts) => self.fold(*count, parts),
            Expr::Slot(slot) => self.slot(*slot),
            Expr::Named(name) => self.names[*name].expect("a name is read only after it is bound"),
            Expr::Let(name, inner) => {
                let value = self.build(inner);
                self.names.resize(self.names.len().max(name + 1), None);
                self.names[*name] = Some(value);
                value
            }
            Expr::Const(low, high, width) => {
                let value = u128::from(low.at(step)) | u128::from(high.at(step)) << 64;
                self.terms.constant(value, width.at(step) as u32)
            }
            Expr::Un(op, a) => {
                let a = self.build(a);
                self.terms.un(*op, a)
            }
            Expr::Bin(op, ab) => {
                let [a, b] = [0, 1].map(|i| self.build(&ab[i]));
                self.terms.bin(*op, a, b)
            }
            Expr::Compare(op, width, ab) => {
                let [a, b] = [0, 1].map(|i| self.build(&ab[i]));
                let bit = self.terms.bin(*op, a, b);
                match width.at(step) as u32 {
                    1 => bit,
                    width => self.chosen(bit, width.max(1), u128::MAX),
                }
            }
            Expr::Shift(op, guard, ab) => {
                let [a, b] = [0, 1].map(|i| self.build(&ab[i]));
                shift(self.terms, *op, guard.at(step), a, b)
            }
            Expr::Concat(ab) => {
                let [a, b] = [0, 1].map(|i| self.build(&ab[i]));
                self.terms.concat(a, b)
            }
            Expr::Ieee(operation, args) => {
                let args: Vec<TermId> = args.iter().map(|arg| self.build(arg)).collect();
                self.terms.ieee(*operation, &args)
            }
            Expr::Ite(abc) => {
                let [a, b, c] = [0, 1, 2].map(|i| self.build(&abc[i]));
                self.terms.ite(a, b, c)
            }
            Expr::Extract(lo, width, a) => {
                let a = self.build(a);
                self.terms.extract(a, lo.at(step) as u32, width.at(step) as u32)
            }
            Expr::Ext(width, signed, a) => {
                let (a, width) = (self.build(a), width.at(step) as u32);
                match signed {
                    0 => self.terms.zext(a, width),
                    1 => self.terms.sext(a, width),
                    2 => self.chosen(a, width, 1),
                    _ => self.chosen(a, width, u128::MAX),
                }
            }
            Expr::Clamp(..) | Expr::Extreme(..) => self.bounded(expr),
        }
    }

    /// So many steps around an end, from the innermost outwards.
    fn fold(&mut self, count: usize, [end, next]: &[Expr; 2]) -> TermId {
        let mut made = self.build(end);
        for step in (0..count).rev() {
            (self.step, self.rest) = (step, Some(made));
            made = self.build(next);
        }
        (self.step, self.rest) = (0, None);
        made
    }

    /// A clamp, a minimum or a maximum: choices by an order.
    fn bounded(&mut self, expr: &Expr) -> TermId {
        let step = self.step;
        match expr {
            Expr::Clamp(less, [low, high, width, low_half, high_half], value) => {
                let (value, width) = (self.build(value), width.at(step) as u32);
                let both = |low: &Number, high: &Number| u128::from(low.at(step)) | u128::from(high.at(step)) << 64;
                let bounds = [both(low, low_half), both(high, high_half)];
                clamp(self.terms, *less, value, bounds, width)
            }
            Expr::Extreme(less, largest, ab) => {
                let [a, b] = [0, 1].map(|i| self.build(&ab[i]));
                let (a, b) = if *largest { (b, a) } else { (a, b) };
                let c = if *largest { self.terms.bin(*less, b, a) } else { self.terms.bin(*less, a, b) };
                self.terms.ite(c, a, b)
            }
            other => self.build(other),
        }
    }
}

/// A shift that looks at its amount first where `guard` is not 0: one by all bits or more leaves zeros, or signs.
fn shift(terms: &mut Terms, op: BinOp, guard: u64, x: TermId, amount: TermId) -> TermId {
    let (width, wide) = (terms.width(x), terms.width(amount));
    if guard == 0 {
        return terms.bin(op, x, amount);
    }
    let by = if wide > width { terms.extract(amount, 0, width) } else { terms.zext(amount, width) };
    let shifted = terms.bin(op, x, by);
    let zero = terms.constant(0, width);
    let spent = if op == BinOp::AShr {
        let (sign, ones) = (terms.extract(x, width - 1, 1), terms.constant(u128::MAX, width));
        terms.ite(sign, ones, zero)
    } else {
        zero
    };
    if guard == 1 {
        let bound = terms.constant(width.into(), wide);
        let inside = terms.bin(BinOp::Ult, amount, bound);
        return terms.ite(inside, shifted, spent);
    }
    let bound = terms.constant(u128::from(width) - 1, wide);
    let outside = terms.bin(BinOp::Ult, bound, amount);
    terms.ite(outside, spent, shifted)
}

/// The low bits of a value between bounds, and the bound where it is outside.
fn clamp(terms: &mut Terms, less: BinOp, value: TermId, [low, high]: [u128; 2], width: u32) -> TermId {
    let (wide, rest) = (terms.width(value), terms.extract(value, 0, width));
    let (bound, chosen) = (terms.constant(low, wide), terms.constant(low, width));
    let under = terms.bin(less, value, bound);
    let inner = terms.ite(under, chosen, rest);
    let (bound, chosen) = (terms.constant(high, wide), terms.constant(high, width));
    let over = terms.bin(less, bound, value);
    terms.ite(over, chosen, inner)
}
