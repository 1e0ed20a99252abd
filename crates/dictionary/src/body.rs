//! A class's symbolic body: the canonical text of `isotope_semantics::canonical`, read back and filled with a member's numbers.
//!
//! The text is what an element is, with `?` for every number; the numbers also say which elements it is of. Filling it gives the member's
//! lanes without running its semantics; the dictionary's builder and a test check that both give the same terms.

mod build;
mod once;
mod places;
mod reader;
mod typed;

use crate::limits::{MAX_BODY_DEPTH, MAX_BODY_ELEMENTS, MAX_BODY_ZEROS};
use build::element;
use isotope_ir::ieee::Operation;
use isotope_ir::term::{BinOp, LaneVar, TermId, Terms, UnOp};
pub use once::{Body, Mask, Once, Source, once};
pub use places::{Place, SlotPlace, places};
use reader::Reader;
use typed::Widths;

/// The numbers that distinguish a member of a class from the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The operand behind each letter of the text.
    pub order: Vec<usize>,
    /// Bits of an element of each operand as the lanes read it; 0 for immediates.
    pub element_bits: Vec<u32>,
    /// The values of the `?`s, which say what is read, as `isotope_semantics::canonical` writes it.
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
        /// The text that should stand there.
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
        /// The text that should stand there.
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
    /// The result of the steps of a fold after this one.
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
    /// In so many bits, all of them equal; 0 for one that is chosen, `c ? 1 : 0`.
    Compare(BinOp, Number, Box<[Expr; 2]>),
    /// With whether the amount is looked at first: 0 if not, 1 for `n < bits`, 2 for `bits - 1 < n`.
    Shift(BinOp, Number, Box<[Expr; 2]>),
    Ite(Box<[Expr; 3]>),
    Concat(Box<[Expr; 2]>),
    /// An operation on floats.
    Ieee(Operation, Vec<Expr>),
    Extract(Number, Number, Box<Expr>),
    /// To so many bits, signed or not; 2 more where it is a choice by one bit.
    Ext(Number, u64, Box<Expr>),
    /// Into bounds, low and high, by this comparison, and into so many bits; then the bounds' high halves.
    Clamp(BinOp, [Number; 5], Box<Expr>),
    /// The smaller one, by this comparison, or with `true` the larger one.
    Extreme(BinOp, bool, Box<[Expr; 2]>),
}

/// Where a read of a body finds its element, by lane and iteration, and by step of the fold that it is in.
enum Index {
    Affine { base: i64, per_lane: i64, per_iteration: i64, per_step: Option<i64> },
    Table { per_lane: i64, iterations: Vec<i64> },
    All(Vec<i64>),
}

impl Index {
    /// How many numbers say it.
    fn numbers(&self) -> usize {
        match self {
            Index::Affine { per_step, .. } => 3 + usize::from(per_step.is_some()),
            Index::Table { iterations, .. } => 1 + iterations.len(),
            Index::All(all) => all.len(),
        }
    }
}

struct Read {
    operand: usize,
    /// Of the lowest element.
    index: Index,
    /// Elements that are one number.
    count: usize,
}

/// The write mask of a result: its operand, and the operand whose elements are taken where it is zero.
struct Layer {
    mask: usize,
    source: Option<usize>,
    /// Whether they are taken where it is one.
    inverted: bool,
    /// Bits of the mask for an element.
    pieces: usize,
}

/// A text with a member's numbers, as far as it is read.
struct Filled {
    out_bits: u32,
    lanes: usize,
    zeros: usize,
    layer: Option<Layer>,
    runs: Vec<Run>,
}

/// Bodies that repeat, so many iterations in each lane.
struct Run {
    iterations: usize,
    bodies: Vec<(Vec<Read>, Expr)>,
}

/// Reads a text and what its numbers say of it.
fn parsed(text: &str, numbers: &Numbers) -> Result<Filled, BodyError> {
    let mut reader = Reader::of(text, numbers);
    let [out_bits, lanes, zeros] = reader.sizes()?;
    let (out_bits, lanes, zeros) = (out_bits as u32, lanes as usize, zeros as usize);
    let layer = reader.masked()?;
    reader.expect(" runs ")?;
    let count = reader.number()?;
    reader.expect("\n")?;
    let bodies_at = reader.bodies();
    if lanes > MAX_BODY_ELEMENTS {
        return Err(BodyError::Elements);
    }
    let (mut runs, mut elements) = (Vec::new(), 0_usize);
    for _ in 0..count {
        let [iterations, count] = [reader.raw()? as usize, reader.raw()? as usize];
        elements = [iterations, count, lanes]
            .iter()
            .try_fold(1_usize, |all, n| all.checked_mul(*n))
            .map_or(usize::MAX, |n| n.saturating_add(elements));
        if elements > MAX_BODY_ELEMENTS {
            return Err(BodyError::Elements);
        }
        let bodies = (0..count).map(|_| reader.body(&bodies_at, lanes, iterations)).collect::<Result<Vec<_>, _>>()?;
        if !bodies.iter().all(|(reads, expr)| makes_a_term(reads, expr, numbers)) {
            return Err(BodyError::Value { at: reader.place(), expected: "bits that make a term, just before it" });
        }
        runs.push(Run { iterations, bodies });
    }
    if zeros > MAX_BODY_ZEROS {
        return Err(BodyError::Text { at: 0, expected: "at most MAX_BODY_ZEROS zeros" });
    }
    Ok(Filled { out_bits, lanes, zeros, layer, runs })
}

/// The elements of a member's result, lowest first, with the bits of one; variables are [`LaneVar`]s.
pub fn fill(text: &str, numbers: &Numbers, terms: &mut Terms) -> Result<(u32, Vec<TermId>), BodyError> {
    let Filled { out_bits, lanes, zeros, layer, runs } = parsed(text, numbers)?;
    let mut out = Vec::new();
    for lane in 0..lanes {
        for Run { iterations, bodies } in &runs {
            for iteration in 0..*iterations {
                let at = (lane, iteration, *iterations);
                out.extend(bodies.iter().map(|(reads, expr)| element(reads, expr, at, numbers, terms)));
            }
        }
    }
    let mut bits = out_bits;
    if let Some(layer) = layer {
        (bits, out) = masked(&out, &layer, numbers, terms)?;
    }
    let zero = terms.constant(0, bits);
    out.resize(out.len() + zeros, zero);
    Ok((bits, out))
}

/// Whether operators get as many bits as they need.
fn makes_a_term(reads: &[Read], expr: &Expr, numbers: &Numbers) -> bool {
    let width = |read: &Read| numbers.element_bits[read.operand].checked_mul(read.count as u32);
    let slots: Option<Vec<u32>> = reads.iter().map(|read| width(read).filter(|bits| *bits > 0)).collect();
    slots.is_some_and(|slots| Widths::new(&slots).of(expr).is_some())
}

/// Elements with a write mask around them, cut into what a bit of the mask is for; and the bits of one.
fn masked(
    whole: &[TermId],
    layer: &Layer,
    numbers: &Numbers,
    terms: &mut Terms,
) -> Result<(u32, Vec<TermId>), BodyError> {
    let unfit = BodyError::Value { at: 3, expected: "a mask, and a source of the result's elements" };
    let atom = |operand: usize| numbers.element_bits.get(operand).copied().filter(|bits| *bits > 0);
    let Some(&first) = whole.first() else { return Ok((1, Vec::new())) };
    let width = terms.width(first) / layer.pieces as u32;
    let source_bits = layer.source.map_or(Some(width), atom);
    let fits = width > 0 && width * layer.pieces as u32 == terms.width(first) && atom(layer.mask) == Some(1);
    let Some(source_bits) = source_bits.filter(|bits| fits && bits.is_multiple_of(width)) else { return Err(unfit) };
    let mut out = Vec::with_capacity(whole.len() * layer.pieces);
    for t in whole {
        for piece in 0..layer.pieces as u32 {
            let of = terms.extract(*t, piece * width, width);
            let place = out.len() as u32 * width;
            let mask = terms.var(LaneVar::new(layer.mask, out.len()).number(), 1);
            let otherwise = match layer.source {
                Some(source) => {
                    let element = terms.var(LaneVar::new(source, (place / source_bits) as usize).number(), source_bits);
                    terms.extract(element, place % source_bits, width)
                }
                // Of bits it is written as the vendors write it.
                None if width == 1 && !layer.inverted => {
                    out.push(terms.bin(BinOp::And, mask, of));
                    continue;
                }
                None => terms.constant(0, width),
            };
            out.push(if layer.inverted { terms.ite(mask, otherwise, of) } else { terms.ite(mask, of, otherwise) });
        }
    }
    Ok((width, out))
}

#[cfg(test)]
mod tests;
