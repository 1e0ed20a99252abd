//! The canonical text: a nest of loops written down, with every number pulled out.
//!
//! A body is written as `x0=a[???] x1=b[???] : (add x0 x1)`: for each read its operand's letter and index map, then the
//! term over them. The text has everything that tells two classes apart, and no number; the parameters have the
//! numbers, in the order of the text's `?`, so that a member is told by them alone. The text is hashed for the class's
//! key: it changes only on purpose.

use super::body::Body;
use super::nest::{Nest, Run};
use super::shape::{Element, Shapes};
use crate::lanes::{Lanes, operand_of};
use crate::semantics::OperandKind;
use isotope_ir::term::Terms;
use std::collections::HashMap;
use std::fmt::Write;

/// A canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The nest with `?` for every number; operands are `a`, `b`, ... by first use.
    pub text: String,
    /// The numbers, in the order of the `?`s.
    pub parameters: Vec<u64>,
    /// The operand behind each letter.
    pub operands: Vec<usize>,
}

impl Canonical {
    /// The class's key: a hash of the text.
    pub fn hash(&self) -> [u8; 32] {
        *blake3::hash(self.text.as_bytes()).as_bytes()
    }
}

/// Writes the text and collects the numbers.
pub(super) struct Writer<'t> {
    /// The arena of the lanes.
    terms: &'t Terms,
    /// What each operand is: a mask and a vector are not of one class.
    kinds: &'t [OperandKind],
    lanes: &'t Lanes,
    /// What is written so far, and the numbers that were left out of it.
    text: String,
    parameters: Vec<u64>,
    /// The operand behind each letter: letters are given by first use, so that the vendor's order of operands is no
    /// part of a class.
    letters: Vec<usize>,
}

impl<'t> Writer<'t> {
    pub fn new(terms: &'t Terms, kinds: &'t [OperandKind], lanes: &'t Lanes) -> Self {
        Writer { terms, kinds, lanes, text: String::new(), parameters: Vec::new(), letters: Vec::new() }
    }

    /// Writes the whole nest, then a line for each operand that is read. Operands that nothing reads have no letter:
    /// `src` of an instruction whose mask is all ones.
    pub fn write(&mut self, nest: &Nest, zeros: usize, elements: &[Element], shapes: &mut Shapes<'_>) -> Canonical {
        self.text.push_str("out ");
        self.number(u64::from(self.lanes.out_bits));
        self.text.push_str(" lanes ");
        self.number(nest.lanes as u64);
        self.text.push_str(" zeros ");
        self.number(zeros as u64);
        self.text.push('\n');
        for run in &nest.runs {
            self.text.push_str("run ");
            self.number(run.turns as u64);
            self.text.push('\n');
            for body in 0..run.bodies {
                self.body(nest, run, body, elements, shapes);
            }
        }
        let mut operands = String::new();
        for (i, operand) in self.letters.clone().into_iter().enumerate() {
            // In the words of the stored form.
            let kind = match self.kinds[operand] {
                // What is loaded is a vector: a masked load means what a masked move means.
                OperandKind::Vector | OperandKind::Memory => "vector",
                OperandKind::Mask => "mask",
                OperandKind::Scalar => "scalar",
                OperandKind::Imm => "imm",
            };
            let _ = writeln!(operands, "in {} {kind} ?", letter(i));
            self.parameters.push(u64::from(self.lanes.operand_bits[operand]));
        }
        Canonical {
            text: format!("{}{operands}", self.text),
            parameters: std::mem::take(&mut self.parameters),
            operands: std::mem::take(&mut self.letters),
        }
    }

    /// A number: a `?` in the text, and a parameter.
    fn number(&mut self, value: u64) {
        self.text.push('?');
        self.parameters.push(value);
    }

    /// One body: its reads as index maps, then its term over them.
    fn body(&mut self, nest: &Nest, run: &Run, body: usize, elements: &[Element], shapes: &mut Shapes<'_>) {
        // The element of a body in a turn of a lane.
        let at = |lane: usize, turn: usize| &elements[lane * nest.per_lane + run.start + turn * run.bodies + body];
        // Elements of one body differ in what they read and in nothing else: the first speaks for all.
        let first = at(0, 0);
        let places: HashMap<u32, usize> = first.reads.iter().enumerate().map(|(i, n)| (*n, i)).collect();
        let index = |number: u32, lane: usize, turn: usize| operand_of(at(lane, turn).reads[places[&number]]).1 as i64;
        let mut term = Body::of(self.terms, shapes, first.term, true);
        // Steps whose reads go up by other amounts in other lanes are written out.
        let even = |slot: &&Vec<u32>| steps(slot, nest.lanes, run.turns, &index).is_none();
        if term.slots.iter().filter(|slot| slot.len() > 1).any(|slot| even(&slot)) {
            term = Body::of(self.terms, shapes, first.term, false);
        }
        for (place, slot) in term.slots.iter().enumerate() {
            let operand = operand_of(slot[0]).0;
            let position = self.letters.iter().position(|l| *l == operand).unwrap_or_else(|| {
                self.letters.push(operand);
                self.letters.len() - 1
            });
            let _ = write!(self.text, " x{place}={}[", letter(position));
            match steps(slot, nest.lanes, run.turns, &index) {
                Some(four) if slot.len() > 1 => four.into_iter().for_each(|value| self.number(value as u64)),
                _ => self.index_map(nest.lanes, run.turns, &|lane, turn| index(slot[0], lane, turn)),
            }
            self.text.push(']');
        }
        let _ = writeln!(self.text, " : {}", term.text);
        self.parameters.append(&mut term.numbers);
    }

    /// An element index over lane and turn: `base + lane * p + turn * q`, or `lane * p + table[turn]`, or a whole
    /// table.
    fn index_map(&mut self, lanes: usize, turns: usize, index: &dyn Fn(usize, usize) -> i64) {
        // Steps of a single turn are zero, whatever they would be with more.
        let per_lane = if lanes > 1 { index(1, 0) - index(0, 0) } else { 0 };
        let per_turn = if turns > 1 { index(0, 1) - index(0, 0) } else { 0 };
        let all = |f: &dyn Fn(usize, usize) -> i64| (0..lanes).all(|l| (0..turns).all(|t| index(l, t) == f(l, t)));
        let base = index(0, 0);
        // Three numbers for what a loop over lanes and elements computes; a table where the vendor's text has one (a
        // shuffle by a constant), the same in every lane; and all indices one by one where there is no order in them.
        if all(&|l, t| base + l as i64 * per_lane + t as i64 * per_turn) {
            for value in [base, per_lane, per_turn] {
                self.number(value as u64);
            }
        } else if all(&|l, t| l as i64 * per_lane + index(0, t)) {
            self.text.push_str("table ");
            self.parameters.push(per_lane as u64);
            self.parameters.extend((0..turns).map(|t| index(0, t) as u64));
        } else {
            self.text.push_str("all ");
            self.parameters
                .extend((0..lanes).flat_map(|l| (0..turns).map(move |t| (l, t))).map(|(l, t)| index(l, t) as u64));
        }
    }
}

/// The element that each read of a fold's steps is of, over lane, turn and step: `base + lane * p + turn * q + step * r` as base, p, q
/// and r; `None` where it is none such. Of a read outside of folds there is one step.
fn steps(slot: &[u32], lanes: usize, turns: usize, index: &dyn Fn(u32, usize, usize) -> i64) -> Option<[i64; 4]> {
    let base = index(slot[0], 0, 0);
    // A step of a single turn is zero, whatever it would be with more.
    let apart = |there: bool, value: &dyn Fn() -> i64| if there { value() - base } else { 0 };
    let p = apart(lanes > 1, &|| index(slot[0], 1, 0));
    let q = apart(turns > 1, &|| index(slot[0], 0, 1));
    let r = apart(slot.len() > 1, &|| index(slot[1], 0, 0));
    let even = |lane: usize, turn: usize, step: usize| {
        index(slot[step], lane, turn) == base + lane as i64 * p + turn as i64 * q + step as i64 * r
    };
    let all = (0..lanes).all(|l| (0..turns).all(|t| (0..slot.len()).all(|s| even(l, t, s))));
    all.then_some([base, p, q, r])
}

/// `a` to `z`, then `a1`: no instruction has as many, but a text may.
fn letter(i: usize) -> String {
    let c = (b'a' + (i % 26) as u8) as char;
    if i < 26 { c.to_string() } else { format!("{c}{}", i / 26) }
}
