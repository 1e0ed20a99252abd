//! A class's symbolic body: the canonical text of `isotope_isa::canonical`, read back and filled with a member's numbers.
//!
//! The text is what an element is, with `?` for every number; the numbers also say which elements it is of. Filling it gives the member's
//! lanes without running its semantics; the dictionary's builder and a test check that both give the same terms.

mod reader;

use crate::limits::{MAX_BODY_DEPTH, MAX_BODY_ELEMENTS, MAX_BODY_ZEROS};
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
    /// What fills the `?`s and says what is read, as `isotope_isa::canonical` writes it.
    pub values: Vec<u64>,
    /// The value of every immediate that they hold at; `None` where the member has no immediates.
    pub immediate: Option<u64>,
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
    /// The numbers are none that the builder writes.
    #[error("among a member's numbers, the one at {at} should be {expected}")]
    Value {
        /// Where, from 0.
        at: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// The result has more elements than the bound.
    #[error("a result has more than MAX_BODY_ELEMENTS ({MAX_BODY_ELEMENTS}) elements")]
    Elements,
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
    /// Into bounds, low and high, by this comparison, and into so many bits; then the bounds' high halves.
    Clamp(BinOp, [Number; 5], Box<Expr>),
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

/// The write mask of a result: its operand, and the operand whose elements are taken where it is zero.
struct Layer {
    mask: usize,
    source: Option<usize>,
}

/// The elements of a member's result, lowest first, with the bits of one; variable `operand << 16 | element`.
pub fn fill(text: &str, numbers: &Numbers, terms: &mut Terms) -> Result<(u32, Vec<TermId>), BodyError> {
    let mut reader = Reader::of(text, numbers);
    let [out_bits, lanes, zeros] = reader.sizes()?;
    let (out_bits, lanes, zeros) = (out_bits as u32, lanes as usize, zeros as usize);
    let layer = reader.masked()?;
    reader.expect(" runs ")?;
    let runs = reader.number()?;
    reader.expect("\n")?;
    let bodies_at = reader.bodies();
    if lanes > MAX_BODY_ELEMENTS {
        return Err(BodyError::Elements);
    }
    let mut by_lane: Vec<Vec<TermId>> = vec![Vec::new(); lanes];
    let mut elements = 0_usize;
    for _ in 0..runs {
        let [turns, count] = [reader.raw()? as usize, reader.raw()? as usize];
        elements = [turns, count, lanes]
            .iter()
            .try_fold(1_usize, |all, n| all.checked_mul(*n))
            .map_or(usize::MAX, |n| n.saturating_add(elements));
        if elements > MAX_BODY_ELEMENTS {
            return Err(BodyError::Elements);
        }
        let bodies = (0..count).map(|_| reader.body(&bodies_at, lanes, turns)).collect::<Result<Vec<_>, _>>()?;
        for (lane, out) in by_lane.iter_mut().enumerate() {
            for turn in 0..turns {
                out.extend(
                    bodies.iter().map(|(reads, expr)| element(reads, expr, (lane, turn, turns), numbers, terms)),
                );
            }
        }
    }
    let mut out = by_lane.concat();
    if let Some(layer) = layer {
        masked(&mut out, &layer, numbers, terms)?;
    }
    if zeros > MAX_BODY_ZEROS {
        return Err(BodyError::Text { at: 0, expected: "at most MAX_BODY_ZEROS zeros" });
    }
    let zero = terms.constant(0, out_bits);
    out.resize(out.len() + zeros, zero);
    Ok((out_bits, out))
}

/// Puts a write mask around elements.
fn masked(out: &mut [TermId], layer: &Layer, numbers: &Numbers, terms: &mut Terms) -> Result<(), BodyError> {
    let bits = |operand: usize| numbers.element_bits.get(operand).copied();
    for (element, t) in out.iter_mut().enumerate() {
        let width = terms.width(*t);
        if bits(layer.mask) != Some(1) || layer.source.is_some_and(|source| bits(source) != Some(width)) {
            return Err(BodyError::Value { at: 3, expected: "a mask, and a source of the result's elements" });
        }
        let mask = terms.var(variable(layer.mask, element), 1);
        *t = match layer.source {
            Some(source) => {
                let source = terms.var(variable(source, element), width);
                terms.ite(mask, *t, source)
            }
            // Of bits it is written as the vendors write it.
            None if width == 1 => terms.bin(BinOp::And, mask, *t),
            None => {
                let zero = terms.constant(0, width);
                terms.ite(mask, *t, zero)
            }
        };
    }
    Ok(())
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
        let text =
            "out ? lanes ? zeros ? masked ? runs ?\n x0 x1 : (add %0=(ext ? ? x0) (mul %0 (ext ? ? x1)))\nin a ?\n";
        let values = vec![32, 1, 0, 0, 1, 2, 1, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 2, 32, 1, 32, 1, 16];
        let numbers = Numbers { order: vec![1], element_bits: vec![0, 16], values, immediate: None };
        let mut terms = Terms::new();
        let (bits, out) = fill(text, &numbers, &mut terms).unwrap();
        assert_eq!((bits, out.len()), (32, 2));
        let value = terms.eval(out[1], &|n| if n == variable(1, 2) { 3 } else { 0xffff });
        assert_eq!(value, Some(3 - 3));
    }

    /// One body that stands twice: the first of each half, of one operand and of the other, where a mask is one.
    #[test]
    fn operands_and_masks_are_numbers() {
        let text = "out ? lanes ? zeros ? masked ? runs ?\n x0 : x0\nin a ?\nin b ?\n";
        let numbers = |layer: &[u64], element_bits: Vec<u32>| {
            let runs = [2, 1, 1, 0, 0, 0, 4, 0, 0, 1, 1, 0, 1, 0, 5, 0, 0, 8, 8];
            let values = [&[8, 1, 1][..], layer, &runs].concat();
            Numbers { order: vec![0, 1], element_bits, values, immediate: None }
        };
        let mut terms = Terms::new();
        let mut filled = |layer: &[u64]| {
            let (_, out) = fill(text, &numbers(layer, vec![8, 8, 1]), &mut terms).unwrap();
            let value = |n: u32| if n >> 16 == 2 { u128::from(n & 1 == 1) } else { (n >> 16 << 4 | n & 15).into() };
            out.iter().map(|t| terms.eval(*t, &value)).collect::<Vec<_>>()
        };
        assert_eq!(filled(&[0]), [Some(4), Some(0x15), Some(0)]);
        assert_eq!(filled(&[1, 2]), [Some(0), Some(0x15), Some(0)]);
        assert_eq!(filled(&[2, 2, 1]), [Some(0x10), Some(0x15), Some(0)]);
        let wide = fill(text, &numbers(&[1, 2], vec![8, 8, 8]), &mut terms).unwrap_err();
        assert!(matches!(wide, BodyError::Value { at: 3, .. }), "{wide}");
    }

    #[test]
    fn broken_texts_are_refused() {
        let mut terms = Terms::new();
        let mut refused = |text: &str, values: Vec<u64>| {
            let text = format!("out ? lanes ? zeros ? masked ? runs ?\n{text}");
            let numbers = Numbers { order: vec![0], element_bits: vec![8], values, immediate: None };
            fill(&text, &numbers, &mut terms).unwrap_err()
        };
        assert_eq!(refused("", vec![8]), BodyError::Numbers(1));
        assert!(matches!(refused("", vec![8, 1, 0, 7]), BodyError::Value { at: 3, .. }));
        assert!(matches!(refused("", vec![8, 1, 0, 0, 1, 1, 1, 0]), BodyError::Value { at: 7, .. }));
        assert_eq!(refused(" : ?:?\n", vec![8, 1 << 40, 0, 0, 1, 1 << 40, 1, 0]), BodyError::Elements);
        let unbound = " : %0\n";
        assert!(matches!(
            refused(unbound, vec![8, 1, 0, 0, 1, 1, 1, 0]),
            BodyError::Text { expected: "a bound name", .. }
        ));
        let unknown = " x0 : (frob x0)\n";
        let values = vec![8, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0];
        assert!(matches!(refused(unknown, values.clone()), BodyError::Text { expected: "an operator", .. }));
        let mut kind = values;
        kind[9] = 9;
        assert!(matches!(refused(unknown, kind), BodyError::Value { at: 9, .. }));
    }
}
