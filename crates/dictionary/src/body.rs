//! A class's symbolic body: the canonical text of `isotope_isa::canonical`, read back and filled with a member's numbers.
//!
//! The text is a nest of loops over elements with `?` for every number. Filling it gives the member's lanes without
//! running its semantics; the dictionary's builder and a test check that both give the same terms.

mod reader;

use crate::limits::{MAX_BODY_DEPTH, MAX_BODY_ZEROS};
use isotope_ir::ieee::Operation;
use isotope_ir::term::{BinOp, TermId, Terms, UnOp};
use isotope_isa::lanes::variable;
use reader::Reader;

/// What distinguishes a member of a class from the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The operand behind each letter of the text.
    pub order: Vec<usize>,
    /// Bits of an element of each operand as the lanes read it; 0 for immediates.
    pub element_bits: Vec<u32>,
    /// What fills the `?`s, in the text's order, tables in full.
    pub values: Vec<u64>,
}

/// Why a text cannot be filled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// Something else stands there.
    #[error("byte {at} of a class's text: {expected} expected")]
    Text {
        /// Where, from 0.
        at: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// The numbers end before the text does.
    #[error("the member has {0} numbers, its class's text wants more")]
    Numbers(usize),
    /// The text nests deeper than the bound.
    #[error("a class's text nests deeper than MAX_BODY_DEPTH ({MAX_BODY_DEPTH})")]
    Depth,
}

/// A number of the text: in a fold what it is at the first step, and what it goes up by.
#[derive(Clone, Copy)]
struct Number {
    first: u64,
    step: u64,
}

impl Number {
    fn at(self, step: usize) -> u64 {
        self.first.wrapping_add(self.step.wrapping_mul(step as u64))
    }
}

/// A term whose leaves are an element's reads.
enum Expr {
    /// What the steps of a fold after this one make.
    Rest,
    /// So many steps, the end, and a step.
    Fold(usize, Box<[Expr; 2]>),
    Slot(usize),
    Named(usize),
    Let(usize, Box<Expr>),
    /// Its low and its high half, its bits.
    Const(Number, Number, Number),
    Un(UnOp, Box<Expr>),
    Bin(BinOp, Box<[Expr; 2]>),
    Ite(Box<[Expr; 3]>),
    Concat(Box<[Expr; 2]>),
    /// An operation on floats.
    Ieee(Operation, Vec<Expr>),
    Extract(Number, Number, Box<Expr>),
    /// To so many bits, signed or not.
    Ext(Number, bool, Box<Expr>),
    /// Into bounds, low and high, by this comparison, and into so many bits.
    Clamp(BinOp, [Number; 3], Box<Expr>),
    /// The smaller one, by this comparison, or with `true` the larger one.
    Extreme(BinOp, bool, Box<[Expr; 2]>),
}

/// Where a read of a body finds its element, by lane and turn, and by step of the fold that it is in.
enum Index {
    Affine { base: i64, per_lane: i64, per_turn: i64, per_step: i64 },
    Table { per_lane: i64, turns: Vec<i64> },
    All(Vec<i64>),
}

struct Read {
    operand: usize,
    index: Index,
}

/// The elements of a member's result, lowest first, with the bits of one; variable `operand << 16 | element`.
pub fn fill(text: &str, numbers: &Numbers, terms: &mut Terms) -> Result<(u32, Vec<TermId>), BodyError> {
    let mut reader = Reader::of(text, numbers);
    reader.expect("out ")?;
    let out_bits = reader.number()? as u32;
    reader.expect(" lanes ")?;
    let lanes = reader.number()? as usize;
    reader.expect(" zeros ")?;
    let zeros = reader.number()? as usize;
    reader.expect("\n")?;
    let mut by_lane: Vec<Vec<TermId>> = vec![Vec::new(); lanes];
    while reader.take("run ") {
        let turns = reader.number()? as usize;
        reader.expect("\n")?;
        let mut bodies = Vec::new();
        while reader.rest().starts_with(' ') {
            bodies.push(reader.body(lanes, turns)?);
        }
        for (lane, out) in by_lane.iter_mut().enumerate() {
            for turn in 0..turns {
                out.extend(
                    bodies.iter().map(|(reads, expr)| element(reads, expr, (lane, turn, turns), numbers, terms)),
                );
            }
        }
    }
    let mut out = by_lane.concat();
    if zeros > MAX_BODY_ZEROS {
        return Err(BodyError::Text { at: 0, expected: "at most MAX_BODY_ZEROS zeros" });
    }
    let zero = terms.constant(0, out_bits);
    out.resize(out.len() + zeros, zero);
    Ok((out_bits, out))
}

fn element(reads: &[Read], expr: &Expr, at: (usize, usize, usize), numbers: &Numbers, terms: &mut Terms) -> TermId {
    let mut builder = Builder { reads, at, numbers, names: Vec::new(), step: 0, rest: None, terms };
    builder.build(expr)
}

/// Builds the term of one element.
struct Builder<'a> {
    reads: &'a [Read],
    /// The lane, the turn, and how many turns there are.
    at: (usize, usize, usize),
    numbers: &'a Numbers,
    names: Vec<Option<TermId>>,
    /// Where in a fold it is.
    step: usize,
    rest: Option<TermId>,
    terms: &'a mut Terms,
}

impl Builder<'_> {
    fn slot(&mut self, slot: usize) -> TermId {
        let (read, (lane, turn, turns)) = (&self.reads[slot], self.at);
        let index = match &read.index {
            Index::Affine { base, per_lane, per_turn, per_step } => {
                base + lane as i64 * per_lane + turn as i64 * per_turn + self.step as i64 * per_step
            }
            Index::Table { per_lane, turns } => lane as i64 * per_lane + turns[turn],
            Index::All(all) => all[lane * turns + turn],
        };
        self.terms.var(variable(read.operand, index as usize), self.numbers.element_bits[read.operand])
    }

    fn build(&mut self, expr: &Expr) -> TermId {
        let step = self.step;
        match expr {
            Expr::Rest => self.rest.expect("the rest is read in a fold only"),
            Expr::Fold(count, parts) => {
                let [end, next] = &**parts;
                let mut made = self.build(end);
                // From the innermost outwards.
                for step in (0..*count).rev() {
                    (self.step, self.rest) = (step, Some(made));
                    made = self.build(next);
                }
                (self.step, self.rest) = (0, None);
                made
            }
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
                if *signed { self.terms.sext(a, width) } else { self.terms.zext(a, width) }
            }
            Expr::Clamp(less, [low, high, width], value) => {
                let (value, width) = (self.build(value), width.at(step) as u32);
                let bounds = [low, high].map(|bound| u128::from(bound.at(step)));
                clamp(self.terms, *less, value, bounds, width)
            }
            Expr::Extreme(less, largest, ab) => {
                let [a, b] = [0, 1].map(|i| self.build(&ab[i]));
                let (a, b) = if *largest { (b, a) } else { (a, b) };
                let c = if *largest { self.terms.bin(*less, b, a) } else { self.terms.bin(*less, a, b) };
                self.terms.ite(c, a, b)
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_product_is_filled() {
        let text = "out ? lanes ? zeros ?\nrun ?\n x0=a[???] x1=a[???] : (add %0=(ext ? ? x0) (mul %0 (ext ? ? x1)))\nin a vector ?\n";
        let values = vec![32, 1, 0, 2, 0, 0, 2, 1, 0, 2, 32, 1, 32, 1, 16];
        let numbers = Numbers { order: vec![1], element_bits: vec![0, 16], values };
        let mut terms = Terms::new();
        let (bits, out) = fill(text, &numbers, &mut terms).unwrap();
        assert_eq!((bits, out.len()), (32, 2));
        let value = terms.eval(out[1], &|n| if n == variable(1, 2) { 3 } else { 0xffff });
        assert_eq!(value, Some(3 - 3));
    }

    #[test]
    fn broken_texts_are_refused() {
        let mut terms = Terms::new();
        let mut refused = |text: &str, values: Vec<u64>| {
            fill(text, &Numbers { order: vec![0], element_bits: vec![8], values }, &mut terms).unwrap_err()
        };
        assert_eq!(refused("out ? lanes ? zeros ?\n", vec![8]), BodyError::Numbers(1));
        let unbound = "out ? lanes ? zeros ?\nrun ?\n : %0\n";
        assert!(matches!(refused(unbound, vec![8, 1, 0, 1]), BodyError::Text { expected: "a bound name", .. }));
        let unknown = "out ? lanes ? zeros ?\nrun ?\n x0=a[???] : (frob x0)\n";
        assert!(matches!(refused(unknown, vec![8, 1, 0, 1, 0, 0, 0]), BodyError::Text { expected: "an operator", .. }));
    }
}
