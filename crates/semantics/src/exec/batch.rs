//! The domain of rows: a bit-vector for each of several inputs, run as one.
//!
//! A text says the same for every input, and reading it costs more than what it computes. Here each operation is done for all inputs
//! in turn. A condition that they agree in is known, as it is to the interpreter; a condition that they differ in is data, as it is to the
//! lanes: both sides run, each for the inputs that take it, and what they leave is joined. So nothing is decided here that one of the other
//! two domains does not decide, and a run that cannot go on for all inputs at once is a fault, after which each is run by itself.

use super::concrete::{Concrete, Word};
use super::domain::Domain;
use crate::limits::MAX_BATCH_INPUTS;
use isotope_ir::ieee::Operation;
use isotope_ir::term::{BinOp, UnOp};
use std::rc::Rc;

/// A row: its place among the rows of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row(u32);

/// The domain of [`Row`]s of some number of inputs, at most [`MAX_BATCH_INPUTS`].
pub(crate) struct Batch {
    inputs: usize,
    /// The bits of all rows, one row after the other; above a row's width they are clear.
    bits: Vec<u128>,
    /// Of each row, its width and whether all inputs have the same bits there.
    rows: Vec<(u32, bool)>,
    /// The inputs, a bit each, that take the path that runs; those of the paths around it before.
    paths: Vec<u64>,
}

impl Batch {
    /// No rows yet, and all inputs on one path.
    pub fn new(inputs: usize) -> Self {
        assert!((1..=MAX_BATCH_INPUTS).contains(&inputs), "a path has a bit for each input");
        Batch { inputs, bits: Vec::new(), rows: Vec::new(), paths: vec![u64::MAX >> (64 - inputs)] }
    }

    /// A row by what each input has there, of at most 128 bits.
    pub fn row(&mut self, width: u32, bits: impl Iterator<Item = u128>) -> Row {
        let from = self.bits.len();
        self.bits.extend(bits);
        let row = &self.bits[from..];
        debug_assert_eq!(row.len(), self.inputs, "a row has the bits of every input");
        let same = row.iter().all(|bits| *bits == row[0]);
        self.rows.push((width, same));
        Row(self.rows.len() as u32 - 1)
    }

    /// The value of an input in a row.
    pub fn of(&self, row: Row, input: usize) -> u128 {
        self.bits[row.0 as usize * self.inputs + input]
    }

    /// A row of what an operation makes of the same input's words in others; it is that of [`Concrete`].
    fn map<const N: usize>(&mut self, args: [Row; N], f: impl Fn(&mut Concrete, [Word; N]) -> Word) -> Row {
        // Then there is one word to compute, which every input has.
        let same = args.iter().all(|arg| self.rows[arg.0 as usize].1);
        let words = |batch: &Batch, input| args.map(|arg| Word { bits: batch.of(arg, input), width: batch.width(arg) });
        let first = f(&mut Concrete, words(self, 0));
        self.bits.reserve(self.inputs);
        self.bits.push(first.bits);
        let mut alike = true;
        for input in 1..self.inputs {
            // Equal words make equal words.
            let bits = if same { first.bits } else { f(&mut Concrete, words(self, input)).bits };
            alike &= bits == first.bits;
            self.bits.push(bits);
        }
        self.rows.push((first.width, alike));
        Row(self.rows.len() as u32 - 1)
    }

    /// The values of the path's inputs in a row.
    fn on_path(&self, row: Row) -> impl Iterator<Item = u128> + '_ {
        let path = self.path();
        (0..self.inputs).filter(move |input| path >> input & 1 != 0).map(move |input| self.of(row, input))
    }

    /// The inputs that take it, a bit each.
    fn path(&self) -> u64 {
        self.paths[self.paths.len() - 1]
    }
}

impl Domain for Batch {
    type V = Row;
    // As words are: a row less is as much less to do as there are inputs.
    const JOINS: bool = true;

    fn width(&self, v: Row) -> u32 {
        self.rows[v.0 as usize].0
    }
    fn constant(&mut self, value: u128, width: u32) -> Row {
        let word = Concrete.constant(value, width);
        self.row(width, std::iter::repeat_n(word.bits, self.inputs))
    }
    // Inputs of other paths do not matter: what this path makes of them is not kept.
    fn as_const(&self, v: Row) -> Option<u128> {
        if self.rows[v.0 as usize].1 {
            return Some(self.of(v, 0));
        }
        let mut bits = self.on_path(v);
        let first = bits.next()?;
        bits.all(|bits| bits == first).then_some(first)
    }
    fn bin(&mut self, op: BinOp, a: Row, b: Row) -> Row {
        self.map([a, b], |domain, [a, b]| domain.bin(op, a, b))
    }
    fn un(&mut self, op: UnOp, a: Row) -> Row {
        self.map([a], |domain, [a]| domain.un(op, a))
    }
    // Each input has a side of its own: this is where paths that parted meet again.
    fn ite(&mut self, c: Row, t: Row, e: Row) -> Row {
        self.map([c, t, e], |domain, [c, t, e]| domain.ite(c, t, e))
    }
    // The whole is the row itself; nothing is copied.
    fn extract(&mut self, a: Row, lo: u32, width: u32) -> Row {
        if (lo, width) == (0, self.width(a)) {
            return a;
        }
        self.map([a], |domain, [a]| domain.extract(a, lo, width))
    }
    fn zext(&mut self, a: Row, width: u32) -> Row {
        self.map([a], |domain, [a]| domain.zext(a, width))
    }
    fn sext(&mut self, a: Row, width: u32) -> Row {
        self.map([a], |domain, [a]| domain.sext(a, width))
    }
    // Callers have looked that both fit into 128 bits.
    fn concat(&mut self, high: Row, low: Row) -> Row {
        self.map([high, low], |domain, [high, low]| domain.concat(high, low))
    }
    // No operation takes more than three operands.
    fn ieee(&mut self, operation: Operation, args: &[Row]) -> Row {
        match *args {
            [a] => self.map([a], |domain, args| domain.ieee(operation, &args)),
            [a, b] => self.map([a, b], |domain, args| domain.ieee(operation, &args)),
            [a, b, c] => self.map([a, b, c], |domain, args| domain.ieee(operation, &args)),
            _ => unreachable!("an operation on floats has one to three operands"),
        }
    }
    // A condition is assumed where the inputs of the path differ in it, so that no path is without inputs.
    fn assume(&mut self, c: Row, holds: bool) {
        let taken =
            (0..self.inputs).filter(|input| (self.of(c, *input) != 0) == holds).fold(0, |all, at| all | 1 << at);
        self.paths.push(self.path() & taken);
    }
    // Back to the path around it.
    fn retract(&mut self) {
        self.paths.pop();
    }
    // An index that the inputs differ in is looked up for each of its values, of which there are at most as many as inputs.
    fn possible(&mut self, v: Row) -> Option<Rc<Vec<u128>>> {
        let mut values: Vec<u128> = self.on_path(v).collect();
        values.sort_unstable();
        values.dedup();
        Some(Rc::new(values))
    }
}
