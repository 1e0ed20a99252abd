//! Goals: a result that is wanted, with what it may be made from, on samples.
//!
//! A goal is made from lane terms over leaves, wherever they come from: a window's lanes and an instruction's lanes
//! number their variables alike ([`LaneVar`]), so that a window and an instruction's own meaning are asked for in one way.

use super::values::Value;
use isotope_ir::term::{LaneVar, Node, TermId, Terms, mask};
use isotope_smt::concrete::{Evaluator, Samples};
use std::collections::HashMap;

/// Samples of a goal, before what is learned is added.
pub const SAMPLES: usize = 16;

/// A result that is wanted.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The values that it may be made from.
    pub pool: Vec<Value>,
    /// The wanted value.
    pub result: Value,
    /// Of each value of the pool the leaves that it is cut from; empty where that is not known.
    pub cut_from: Vec<Leaves>,
    /// The leaves that the result is a function of: whatever gives it reads all of them.
    pub needed: Leaves,
}

/// A set of leaves, a bit each. Two leaves may have one bit, so that what is needed is never more than it says.
pub type Leaves = u64;

/// The set of one leaf.
pub fn only(leaf: usize) -> Leaves {
    1 << (leaf % 64)
}

/// Values of all leaves: leaf, element.
pub type Input = Vec<Vec<u128>>;

impl Goal {
    /// A goal of which nothing is known but values.
    pub fn new(pool: Vec<Value>, result: Value) -> Goal {
        Goal { pool, result, cut_from: vec![], needed: 0 }
    }

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
        let pool = leaves.iter().enumerate().map(leaf).collect();
        let needed = reads(terms, lanes, |var| only(var.source())).into_iter().fold(0, |all, own| all | own);
        let cut_from = (0..leaves.len()).map(only).collect();
        Some(Goal { pool, result: Value::of(bits, &results), cut_from, needed })
    }

    /// Whether the result differs between samples.
    pub fn varies(&self) -> bool {
        let all = |s: usize| (0..self.result.bits()).map(move |at| self.result.element(s, 1, at));
        (1..self.result.samples()).any(|s| !all(s).eq(all(0)))
    }
}

/// The leaves that each lane is a function of, by what `of` says of a variable.
pub(super) fn reads(terms: &Terms, lanes: &[TermId], of: impl Fn(LaneVar) -> Leaves) -> Vec<Leaves> {
    let mut known: HashMap<TermId, Leaves> = HashMap::new();
    // A stack of its own: terms are deeper than any thread's.
    let mut stack: Vec<TermId> = lanes.to_vec();
    while let Some(&top) = stack.last() {
        let before = stack.len();
        if !known.contains_key(&top) {
            stack.extend(terms.operands(top).filter(|operand| !known.contains_key(operand)));
        }
        if stack.len() == before {
            let own = if let Node::Var(n) = terms.node(top) { of(LaneVar::of(*n)) } else { 0 };
            let all = terms.operands(top).fold(own, |all, operand| all | known[&operand]);
            known.entry(top).or_insert(all);
            stack.pop();
        }
    }
    lanes.iter().map(|lane| known[lane]).collect()
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
