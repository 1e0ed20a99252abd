//! The canonical text: what an element is, written down with every number pulled out.
//!
//! A body is written as ` x0 x1 : (add x0 x1)`: what it reads, then the term over it. Which element of which operand each read is of, how
//! bodies are laid out over the result, widths and constants are numbers, in the order that `isotope_dictionary` reads them in:
//!
//! ```text
//! out lanes zeros                    element bits; 128-bit lanes; elements of zero above them
//! masked [mask [source]] [pieces]    0; 1 and the mask's operand where others are zero; 2 and both operands where they are merged;
//!                                    3 and 4 where the mask's zeros are what is computed; 4 more, and how many bits of the mask
//!                                    an element has, where it is cut into as many pieces
//! runs                               parts of a lane, lowest first, and for each:
//!   iterations bodies                     how often so many bodies repeat, and for each of these:
//!     body                           which of the text's it is, from 0
//!     letter kind ...                for each read its operand, and which element it is of (below)
//!     ...                            the `?`s of its term
//! ...                                element bits of each operand
//! ```
//!
//! The element that a read is of, in an iteration of a lane: kind 0 `base + lane * p + iteration * q` as three numbers; 1 `lane * p +
//! table[iteration]` as p and the table; 2 a table of all iterations of all lanes; 3 kind 0 in the steps of a fold, with what it goes up by
//! from step to step. A read of several neighbours as one number, the lowest of which this is, has 4 more for each further one.
//!
//! An example: `_mm512_mask_add_epi16(src, k, a, b)` in the class ` x0 x1 : (add x0 x1)`, whose letters stand for its operands 2 and 3.
//!
//! ```text
//! 16 4 0                             elements of 16 bits, four lanes, no zeros above
//! 2 1 0                              merged: operand 1 is the mask, operand 0 the source
//! 1                                  all of a lane is one part,
//!   8 1                              of eight iterations of one body,
//!     0                              the text's first:
//!     0 0  0 8 1                     x0 is an element of `a`: 0 + lane * 8 + iteration * 1
//!     1 0  0 8 1                     x1 is the same one of `b`
//! 16 16                              element bits of `a` and `b`
//! ```
//!
//! Its unmasked kin differs in the second line, which is `0`, and the one of 256 bits in the number of lanes. An addition of
//! neighbours differs in the two lines of reads: `0 0  0 8 2` and `0 0  1 8 2`.
//!
//! The text has everything that tells two classes apart; a member is told by its numbers alone. The text is hashed for the class's key: it
//! changes only on purpose.

use super::body::Body;
use super::mask::Layer;
use super::nest::{Nest, Run};
use super::shape::{Element, Shapes};
use super::view::Read;
use crate::lanes::Lanes;
use isotope_ir::term::Terms;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// A canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// Its bodies with `?` for every number; operands are `a`, `b`, ... by first use.
    pub text: String,
    /// The numbers, in the order that the module's header gives.
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
    lanes: &'t Lanes,
    /// The operand behind each letter: letters are given by first use, so that the vendor's order of operands is no
    /// part of a class.
    letters: Vec<usize>,
}

/// A body where it stands: its line of the text, and its numbers there.
struct Placed {
    line: String,
    numbers: Vec<u64>,
}

/// How elements are read: by a line, by a table for each lane, one by one, and by a line in the steps of a fold.
const LINE: u64 = 0;
const TABLE: u64 = 1;
const ALL: u64 = 2;
const STEPS: u64 = 3;

/// The addend to these for each further element of a read.
const NEIGHBOUR: u64 = 4;

impl<'t> Writer<'t> {
    pub fn new(terms: &'t Terms, lanes: &'t Lanes) -> Self {
        Writer { terms, lanes, letters: Vec::new() }
    }

    /// Writes each body once, however often it stands in the nest, then a line for each operand that is read. Operands that nothing reads
    /// have no letter: `src` of an instruction whose mask is all ones.
    pub fn write(
        &mut self,
        nest: &Nest,
        (bits, zeros, layer): (u32, usize, Option<Layer>),
        elements: &[Element],
        shapes: &mut Shapes<'_>,
    ) -> Canonical {
        let mut runs = Vec::new();
        for run in &nest.runs {
            let bodies = (0..run.bodies).map(|body| self.body(nest, run, body, elements, shapes));
            runs.push((run.iterations, bodies.collect::<Vec<_>>()));
        }
        // In an order that is no one's: which of them comes first in the result is a number.
        let lines: BTreeSet<&str> = runs.iter().flat_map(|(_, bodies)| bodies).map(|b| b.line.as_str()).collect();
        let lines: Vec<&str> = lines.into_iter().collect();
        let mut text = "out ? lanes ? zeros ? masked ? runs ?\n".to_owned();
        let mut parameters = vec![u64::from(bits), nest.lanes as u64, zeros as u64];
        parameters.extend(layer.map_or(vec![0], Layer::numbers));
        parameters.push(runs.len() as u64);
        for (iterations, bodies) in &runs {
            parameters.extend([*iterations as u64, bodies.len() as u64]);
            for body in bodies {
                parameters.push(lines.iter().position(|line| *line == body.line).unwrap_or(0) as u64);
                parameters.extend(&body.numbers);
            }
        }
        lines.iter().for_each(|line| text.push_str(line));
        for (i, operand) in self.letters.iter().enumerate() {
            let _ = writeln!(text, "in {} ?", letter(i));
            parameters.push(u64::from(self.lanes.operand_bits[*operand]));
        }
        Canonical { text, parameters, operands: std::mem::take(&mut self.letters) }
    }

    /// One body: its reads and its term over them.
    fn body(&mut self, nest: &Nest, run: &Run, body: usize, elements: &[Element], shapes: &mut Shapes<'_>) -> Placed {
        // The element of a body in an iteration of a lane.
        let at =
            |lane: usize, iteration: usize| &elements[lane * nest.per_lane + run.start + iteration * run.bodies + body];
        // Elements of one body differ in what they read and in nothing else: the first speaks for all.
        let first = at(0, 0);
        let places: HashMap<u32, usize> = first.reads.iter().enumerate().map(|(i, n)| (*n, i)).collect();
        let index = |code: u32, lane: usize, iteration: usize| {
            Read::of_code(at(lane, iteration).reads[places[&code]]).element as i64
        };
        let mut term = Body::of(self.terms, shapes, first.term, true);
        // Steps whose reads go up by other amounts in other lanes are written out.
        let even = |slot: &&Vec<u32>| steps(slot, nest.lanes, run.iterations, &index).is_none();
        if term.slots.iter().filter(|slot| slot.len() > 1).any(|slot| even(&slot)) {
            term = Body::of(self.terms, shapes, first.term, false);
        }
        let mut placed = Placed { line: String::new(), numbers: Vec::new() };
        for (place, slot) in term.slots.iter().enumerate() {
            let Read { operand, count, .. } = Read::of_code(slot[0]);
            let neighbours = NEIGHBOUR * (count as u64 - 1);
            let position = self.letters.iter().position(|l| *l == operand).unwrap_or_else(|| {
                self.letters.push(operand);
                self.letters.len() - 1
            });
            let _ = write!(placed.line, " x{place}");
            placed.numbers.push(position as u64);
            match steps(slot, nest.lanes, run.iterations, &index) {
                Some(four) if slot.len() > 1 => {
                    placed.numbers.push(STEPS + neighbours);
                    placed.numbers.extend(four.map(|value| value as u64));
                }
                _ => {
                    let read = |lane, iteration| index(slot[0], lane, iteration);
                    let mut map = index_map(nest.lanes, run.iterations, &read);
                    map[0] += neighbours;
                    placed.numbers.extend(map);
                }
            }
        }
        let _ = writeln!(placed.line, " : {}", term.text);
        placed.numbers.append(&mut term.numbers);
        placed
    }
}

/// An element index over lane and iteration: three numbers for what a loop over lanes and elements computes; a table where the vendor's
/// text has one (a shuffle by a constant), the same in every lane; and all indices one by one where there is no order in them.
fn index_map(lanes: usize, iterations: usize, index: &dyn Fn(usize, usize) -> i64) -> Vec<u64> {
    // Steps of a single iteration are zero, whatever they would be with more.
    let per_lane = if lanes > 1 { index(1, 0) - index(0, 0) } else { 0 };
    let per_iteration = if iterations > 1 { index(0, 1) - index(0, 0) } else { 0 };
    let all = |f: &dyn Fn(usize, usize) -> i64| (0..lanes).all(|l| (0..iterations).all(|t| index(l, t) == f(l, t)));
    let base = index(0, 0);
    if all(&|l, t| base + l as i64 * per_lane + t as i64 * per_iteration) {
        [LINE as i64, base, per_lane, per_iteration].map(|value| value as u64).to_vec()
    } else if all(&|l, t| l as i64 * per_lane + index(0, t)) {
        let table = (0..iterations).map(|t| index(0, t) as u64);
        [TABLE, per_lane as u64].into_iter().chain(table).collect()
    } else {
        let each = (0..lanes).flat_map(|l| (0..iterations).map(move |t| (l, t)));
        std::iter::once(ALL).chain(each.map(|(l, t)| index(l, t) as u64)).collect()
    }
}

/// The element that each read of a fold's steps is of, over lane, iteration and step: `base + lane * p + iteration * q + step * r` as base,
/// p, q and r; `None` where it is none such. Of a read outside of folds there is one step.
fn steps(slot: &[u32], lanes: usize, iterations: usize, index: &dyn Fn(u32, usize, usize) -> i64) -> Option<[i64; 4]> {
    let base = index(slot[0], 0, 0);
    // A step of a single iteration is zero, whatever it would be with more.
    let apart = |there: bool, value: &dyn Fn() -> i64| if there { value() - base } else { 0 };
    let p = apart(lanes > 1, &|| index(slot[0], 1, 0));
    let q = apart(iterations > 1, &|| index(slot[0], 0, 1));
    let r = apart(slot.len() > 1, &|| index(slot[1], 0, 0));
    let even = |lane: usize, iteration: usize, step: usize| {
        index(slot[step], lane, iteration) == base + lane as i64 * p + iteration as i64 * q + step as i64 * r
    };
    let all = (0..lanes).all(|l| (0..iterations).all(|t| (0..slot.len()).all(|s| even(l, t, s))));
    all.then_some([base, p, q, r])
}

/// `a` to `z`, then `a1`: no instruction has as many, but a text may.
fn letter(i: usize) -> String {
    let c = (b'a' + (i % 26) as u8) as char;
    if i < 26 { c.to_string() } else { format!("{c}{}", i / 26) }
}
