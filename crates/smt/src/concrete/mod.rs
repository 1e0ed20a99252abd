//! Fast concrete evaluation: terms flattened to a straight-line program that runs on many samples at once.
//!
//! Registers are laid out structure-of-arrays: one row of samples per term, samples in the inner loop, so that the
//! compiler turns each step into vector code. Programs whose widths all fit 64 bits run on `u64`, others on `u128`.
//!
//! Both sides of a question run as one program, so what they share is computed once. Nothing here decides what an
//! operator means: that is `isotope_ir::term`, which evaluates one input at a time, and the tests compare with it.

mod steps;
#[cfg(test)]
mod tests;

use crate::query::reachable;
use isotope_ir::ieee::Operation;
use isotope_ir::term::{Node, TermId, Terms, UnOp, mask};
use std::collections::HashMap;
use steps::{Step, Word};

/// A straight-line program for some terms; see the module's header.
#[derive(Clone, Debug)]
pub struct Evaluator {
    /// Operands first; step number i writes row number i.
    steps: Vec<Step>,
    /// Numbers and widths of the variables, ascending: not the order of the terms, so that it does not depend on how
    /// they were built.
    inputs: Vec<(u32, u32)>,
    /// The rows of the roots.
    outputs: Vec<usize>,
    /// Whether a step is wider than a word of 64 bits.
    wide: bool,
}

/// Rows of samples that an [`Evaluator`] works on; kept between runs so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Block {
    samples: usize,
    /// One row after the other, in the order of the steps.
    rows: Vec<u64>,
    inputs: Vec<u64>,
}

impl Evaluator {
    /// The program for these roots; `None` when they meet an uninterpreted function: a proof may not look at its value, which for
    /// a NaN is one of many.
    pub fn new(terms: &Terms, roots: &[TermId]) -> Option<Evaluator> {
        Self::built(terms, roots, false)
    }

    /// The same with operations on floats computed, for who wants a value and compares with nobody else's.
    pub fn with_floats(terms: &Terms, roots: &[TermId]) -> Option<Evaluator> {
        Self::built(terms, roots, true)
    }

    // One walk for both: an unknown function ends it either way.
    // Operands come before their users in `reachable`, so that every slot is known when it is asked for.
    fn built(terms: &Terms, roots: &[TermId], floats: bool) -> Option<Evaluator> {
        let order = reachable(terms, roots);
        let mut slot: HashMap<TermId, usize> = HashMap::with_capacity(order.len());
        let mut variables: Vec<(u32, u32)> = order
            .iter()
            .filter_map(|&t| match terms.node(t) {
                Node::Var(n) => Some((*n, terms.width(t))),
                _ => None,
            })
            .collect();
        variables.sort_unstable();
        let mut steps = Vec::with_capacity(order.len());
        let mut wide = false;
        for &t in &order {
            let width = terms.width(t);
            wide |= width > 64;
            let at = |a: &TermId| slot[a];
            let step = match terms.node(t) {
                Node::Const(v) => Step::Const(*v),
                Node::Var(n) => Step::Input(variables.binary_search(&(*n, width)).ok()?, width),
                Node::Un(UnOp::Not, a) => Step::Not(at(a), width),
                Node::Un(UnOp::Neg, a) => Step::Neg(at(a), width),
                Node::Bin(op, a, b) => Step::Bin(*op, at(a), at(b), terms.width(*a)),
                Node::Ite(c, a, b) => Step::Ite(at(c), at(a), at(b)),
                Node::Extract(lo, a) => Step::Extract(at(a), *lo, width),
                Node::ZExt(a) => Step::Copy(at(a)),
                Node::SExt(a) => Step::SExt(at(a), terms.width(*a), width),
                Node::Concat(h, l) => Step::Concat(at(h), at(l), terms.width(*l)),
                Node::Apply(name, args) if floats => {
                    let operation = Operation::named(name)?;
                    // Of less than three operands the last is read again, and not looked at.
                    let rows = [0, 1, 2].map(|i| at(&args[i.min(args.len() - 1)]));
                    Step::Ieee(operation, rows)
                }
                Node::Apply(..) => return None,
            };
            slot.insert(t, steps.len());
            steps.push(step);
        }
        let outputs = roots.iter().map(|r| slot[r]).collect();
        Some(Evaluator { steps, inputs: variables, outputs, wide })
    }

    /// The variables it reads, as (number, width), ascending: the order of inputs.
    pub fn inputs(&self) -> &[(u32, u32)] {
        &self.inputs
    }

    /// Steps per sample.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is nothing to compute.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether a value is wider than 64 bits, so that only [`Evaluator::eval`] can run it.
    pub fn is_wide(&self) -> bool {
        self.wide
    }

    /// Rows for so many samples.
    pub fn block(&self, samples: usize) -> Block {
        assert!(!self.wide, "a program over more than 64 bits has no block of 64-bit rows");
        Block { samples, rows: vec![0; samples * self.steps.len()], inputs: vec![0; samples * self.inputs.len()] }
    }

    /// Runs on the inputs in the block; results are then in [`Evaluator::output`].
    pub fn run(&self, block: &mut Block) {
        self.run_rows(block.samples, &mut block.rows, &block.inputs);
    }

    /// The results of root number `root`, one per sample.
    pub fn output<'b>(&self, block: &'b Block, root: usize) -> &'b [u64] {
        let at = self.outputs[root] * block.samples;
        &block.rows[at..at + block.samples]
    }

    /// One row of values after another, `samples` to a row and in the order of the steps: each reads rows that are there.
    fn run_rows<W: Word>(&self, samples: usize, rows: &mut [W], inputs: &[W]) {
        for (i, step) in self.steps.iter().enumerate() {
            // A step reads rows before its own only, which is what the split shows the compiler.
            let (src, rest) = rows.split_at_mut(i * samples);
            W::step(step, src, &mut rest[..samples], inputs);
        }
    }

    /// Evaluates the roots on samples given per input (`inputs[i][sample]`, the order of [`Evaluator::inputs`]):
    /// `result[root][sample]`. Allocates; the inner loops of a search use a [`Block`].
    pub fn eval(&self, inputs: &[Vec<u128>]) -> Vec<Vec<u128>> {
        assert_eq!(inputs.len(), self.inputs.len(), "one row of samples per input");
        // Without an input there is one sample: of a constant.
        let samples = inputs.first().map_or(1, Vec::len);
        if self.wide {
            let flat: Vec<u128> = inputs.concat();
            let mut rows = vec![0u128; samples * self.steps.len()];
            self.run_rows(samples, &mut rows, &flat);
            self.outputs.iter().map(|&o| rows[o * samples..(o + 1) * samples].to_vec()).collect()
        } else {
            let flat: Vec<u64> = inputs.iter().flatten().map(|&v| v as u64).collect();
            let mut rows = vec![0u64; samples * self.steps.len()];
            self.run_rows(samples, &mut rows, &flat);
            let read = |o: usize| rows[o * samples..(o + 1) * samples].iter().map(|&v| v as u128).collect();
            self.outputs.iter().map(|&o| read(o)).collect()
        }
    }
}

impl Block {
    /// Samples per row.
    pub fn samples(&self) -> usize {
        self.samples
    }

    /// The row of input number `input`, to be filled before a run.
    pub fn input_mut(&mut self, input: usize) -> &mut [u64] {
        let at = input * self.samples;
        &mut self.inputs[at..at + self.samples]
    }
}

/// Deterministic sample values: a small generator (SplitMix64), the same on every host and in every release.
#[derive(Clone, Debug)]
pub struct Samples(u64);

impl Samples {
    /// A stream from a seed.
    pub fn new(seed: u64) -> Self {
        Samples(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A value of `width` bits: three in eight uniform, the others a corner (0, 1, all ones, the signed limits and their
    /// neighbours, one bit set, a small number, an amount to shift by), because arithmetic differs at its corners.
    pub fn value(&mut self, width: u32) -> u128 {
        let wide = (self.bits() as u128) << 64 | self.bits() as u128;
        let pick = self.bits();
        let top = 1u128 << (width - 1);
        let value = match pick % 16 {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => top,
            4 => top.wrapping_sub(1),
            5 => 1u128 << ((pick >> 8) as u32 % width),
            6 => (wide & 15).wrapping_sub(8),
            7 => top.wrapping_add((wide & 7).wrapping_sub(4)),
            8 | 9 => wide % u128::from(width),
            _ => wide,
        };
        value & mask(width)
    }
}
