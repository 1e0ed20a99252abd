//! The domain of concrete words: every condition is decided and every position known.
//!
//! `decided` and `possible` are trivial here, and `assume` is never called: no path splits. The interpreter runs on
//! this domain, and the lanes of [`super::symbolic`] are held to it.

use super::domain::Domain;
use isotope_ir::ieee::Operation;
use isotope_ir::term::{BinOp, UnOp, apply, mask};
use std::rc::Rc;

/// A concrete bit-vector: bits above the width are clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub bits: u128,
    pub width: u32,
}

/// The domain of [`Word`]s.
pub(crate) struct Concrete;

impl Domain for Concrete {
    type V = Word;
    // A word is as cheap as its pieces, and each piece less is one to handle less.
    const JOINS: bool = true;

    fn width(&self, v: Word) -> u32 {
        v.width
    }
    // Every word passes here or keeps its bits clear by itself: equal values are equal words.
    fn constant(&mut self, value: u128, width: u32) -> Word {
        Word { bits: value & mask(width), width }
    }
    fn as_const(&self, v: Word) -> Option<u128> {
        Some(v.bits)
    }
    fn bin(&mut self, op: BinOp, a: Word, b: Word) -> Word {
        let width = if op.is_comparison() { 1 } else { a.width };
        Word { bits: apply(op, a.bits, b.bits, a.width), width }
    }
    fn un(&mut self, op: UnOp, a: Word) -> Word {
        let bits = match op {
            UnOp::Not => !a.bits,
            UnOp::Neg => a.bits.wrapping_neg(),
        };
        self.constant(bits, a.width)
    }
    fn ite(&mut self, c: Word, t: Word, e: Word) -> Word {
        if c.bits != 0 { t } else { e }
    }
    // Bits above the piece fall away in `constant`.
    fn extract(&mut self, a: Word, lo: u32, width: u32) -> Word {
        self.constant(a.bits >> lo, width)
    }
    // Bits above are zero already.
    fn zext(&mut self, a: Word, width: u32) -> Word {
        Word { bits: a.bits, width }
    }
    // Copies of the sign come in above, as far as the width goes.
    fn sext(&mut self, a: Word, width: u32) -> Word {
        self.constant(isotope_ir::term::signed(a.bits, a.width) as u128, width)
    }
    // Callers have looked that both fit into 128 bits.
    fn concat(&mut self, high: Word, low: Word) -> Word {
        Word { bits: high.bits << low.width | low.bits, width: high.width + low.width }
    }
    // Computed here and now, as the term of the same operation is when it is evaluated: by `Operation::apply`.
    fn ieee(&mut self, operation: Operation, args: &[Word]) -> Word {
        // Floats have at most 64 bits, and no operation takes more than three.
        let mut bits = [0; 3];
        for (bits, arg) in bits.iter_mut().zip(args) {
            *bits = arg.bits as u64;
        }
        Word { bits: operation.apply(bits).into(), width: operation.result_bits() }
    }
    // One value, whatever it was made of.
    fn possible(&mut self, v: Word) -> Option<Rc<Vec<u128>>> {
        Some(Rc::new(vec![v.bits]))
    }
}
