//! Goals: a result that is wanted, with what it may be made from, on samples.
//!
//! A goal is made from lane terms over leaves, wherever they come from: a window's lanes and an instruction's lanes
//! number their variables alike ([`LaneVar`]), so that a window and an instruction's own meaning are asked for in one way.

use super::values::Value;
use isotope_ir::term::{LaneVar, TermId, Terms, mask};
use isotope_smt::concrete::{Evaluator, Samples};

/// Samples of a goal, before what is learned is added.
pub const SAMPLES: usize = 16;

/// A result that is wanted.
#[derive(Clone, Debug)]
pub struct Goal {
    /// What it may be made from.
    pub pool: Vec<Value>,
    /// What is wanted.
    pub result: Value,
}

/// Values of all leaves: leaf, element.
pub type Input = Vec<Vec<u128>>;

impl Goal {
    /// The goal of lanes over leaves, each of so many elements of so many bits; variables are [`LaneVar`]s. `None` where
    /// a lane has no value on numbers.
    ///
    /// The samples are the same for the same leaves, so that an answer is a function of the question; `learned` are inputs on
    /// which something went wrong before.
    pub fn of(terms: &Terms, lanes: &[TermId], leaves: &[(u32, u32)], learned: &[Input]) -> Option<Goal> {
        let mut random = Samples::new(0x1507_0be5);
        let mut drawn: Vec<Input> = (0..SAMPLES).map(|at| input(leaves, at, &mut random)).collect();
        drawn.extend_from_slice(learned);
        let evaluator = Evaluator::new(terms, lanes)?;
        let read = |n: u32, of: &Input| LaneVar::of(n).among(of).copied();
        let rows = evaluator.inputs().iter().map(|&(n, _)| drawn.iter().map(|of| read(n, of)).collect());
        let rows: Vec<Vec<u128>> = rows.collect::<Option<_>>()?;
        let got = evaluator.eval(&rows);
        let bits = terms.width(*lanes.first()?);
        // Without an input there is one value for all samples.
        let at = |lane: &Vec<u128>, s: usize| lane[s.min(lane.len() - 1)];
        let results: Vec<Vec<u128>> = (0..drawn.len()).map(|s| got.iter().map(|lane| at(lane, s)).collect()).collect();
        let leaf = |(n, &(bits, _)): (usize, &(u32, u32))| {
            Value::of(bits, &drawn.iter().map(|of| of[n].clone()).collect::<Vec<_>>())
        };
        Some(Goal { pool: leaves.iter().enumerate().map(leaf).collect(), result: Value::of(bits, &results) })
    }

    /// Whether the result differs between samples.
    pub fn varies(&self) -> bool {
        let all = |s: usize| (0..self.result.bits()).map(move |at| self.result.element(s, 1, at));
        (1..self.result.samples()).any(|s| !all(s).eq(all(0)))
    }
}

/// One input, of a kind that its number says.
///
/// Drawn each by itself, two elements are seldom equal and a count is seldom less than a width: comparisons would give
/// nothing and shifts zero. So on one sample of four small numbers stand everywhere, and on another many elements are those
/// of the leaf before.
pub fn input(leaves: &[(u32, u32)], number: usize, random: &mut Samples) -> Input {
    let mut all: Input = Vec::with_capacity(leaves.len());
    for &(bits, count) in leaves {
        let before = all.iter().rev().find(|leaf| leaf.len() == count as usize).cloned();
        let small = 1 + random.bits() % 40;
        let element = |at: usize, random: &mut Samples| {
            let own = random.value(bits);
            let copied = before.as_ref().filter(|_| !random.bits().is_multiple_of(4)).map(|leaf| leaf[at] & mask(bits));
            match number % 4 {
                1 if bits > 1 => u128::from(random.bits() % small) & mask(bits),
                2 => copied.unwrap_or(own),
                // All bits set, but for a few: what a mask or an AND over all lanes needs to show anything.
                3 if bits == 1 => u128::from(!random.bits().is_multiple_of(16)),
                _ => own,
            }
        };
        let leaf = (0..count as usize).map(|at| element(at, random)).collect();
        all.push(leaf);
    }
    all
}
