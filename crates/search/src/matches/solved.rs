//! Instructions whose immediates are solved for, and those of three operands.
//!
//! An immediate is a byte, so an instruction is run on all its values at once, for a few samples, and what gives a form is
//! looked up as for any other instruction. Values that compute the same are tried once: a shift by the width or more is one
//! shift. With all those values even pairs are too many to try all; a form's own operands and theirs, down to three of them,
//! are what it is most likely made from, and an immediate that is a truth table finds any function of them.
//!
//! A match that is found is filed like every other, by width and values, and says which instruction with which immediate on
//! which forms. A plan may use it where these forms stand before the one it gives, so that no plan needs itself.

use super::{KEPT, Kind, Matches, PROBES, Pool, Probe, is_made};
use crate::form::{Forms, Id};
use crate::instructions::{Catalogue, Function, Solvable};
use crate::limits;
use crate::streams::{Adder, LaneProgram};
use ahash::HashMap;
use isotope_dictionary::OperandKind;
use isotope_ir::term::mask;
use isotope_smt::concrete::{Block, Evaluator};
use isotope_smt::effort::{BETWEEN_LOOKS, Effort, Ended};
use std::collections::BTreeSet;

/// An instruction of the catalogue on forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Index into [`Catalogue::entries`].
    pub entry: usize,
    /// Its immediates.
    pub immediates: Vec<u64>,
    /// Operands, each at the operands' width.
    pub args: Vec<Id>,
}

impl Matches {
    /// Tries all such instructions at the pool's width.
    pub(super) fn solve(
        &mut self,
        forms: &Forms,
        catalogue: &Catalogue,
        solvables: &[Solvable],
        pool: &Pool<'_>,
        effort: &Effort<'_>,
    ) -> Result<(), Ended> {
        if solvables.is_empty() {
            return Ok(());
        }
        effort.spend((pool.seeds.len() * limits::CUTS) as u64)?;
        let rows = [1, 2, 3].map(|of| tuples(forms, pool, of));
        let sorted: Vec<&Vec<usize>> = rows[2].iter().filter(|row| row.is_sorted()).collect();
        let rows = rows.each_ref().map(|rows| rows.iter().collect::<Vec<_>>());
        for solvable in solvables {
            let of_operands = solvable.operands.len().checked_sub(1).and_then(|at| rows.get(at));
            if let Some(all) = of_operands {
                self.try_values(
                    solvable,
                    if solvable.is_every_table { &sorted } else { all },
                    catalogue,
                    pool,
                    effort,
                )?;
            }
        }
        Ok(())
    }

    /// Tries those of three operands on what carry-save additions of a width add. An instruction whose immediate is a truth table
    /// takes these in any order.
    pub(super) fn solve_adders(
        &mut self,
        program: &LaneProgram,
        catalogue: &Catalogue,
        solvables: &[Solvable],
        bits: u32,
        effort: &Effort<'_>,
    ) -> Result<(), Ended> {
        let solvables: Vec<&Solvable> = solvables.iter().filter(|s| s.operands.len() == 3).collect();
        let adders: Vec<&Adder> = program.adders.iter().filter(|adder| adder.bits == bits).collect();
        if solvables.is_empty() || adders.is_empty() {
            return Ok(());
        }
        let added = adders.iter().flat_map(|adder| adder.of.into_iter().chain([adder.sum, adder.carries]));
        let seeds: Vec<Id> = added.collect::<BTreeSet<Id>>().into_iter().collect();
        effort.spend(seeds.len() as u64)?;
        let uniform: Vec<bool> = seeds.iter().map(|&id| program.is_uniform(id)).collect();
        let pool = Pool::new(&program.forms, (&seeds, &uniform), (bits, bits), Kind::Same);
        let at = |id: Id| seeds.binary_search(&id).expect("it is a seed");
        for adder in adders {
            for solvable in &solvables {
                self.try_values(solvable, &[&adder.of.map(at).to_vec()], catalogue, &pool, effort)?;
            }
        }
        Ok(())
    }

    /// One instruction on rows of operands, with all values of its immediate: as many in one run as come between two looks.
    fn try_values(
        &mut self,
        solvable: &Solvable,
        rows: &[&Vec<usize>],
        catalogue: &Catalogue,
        pool: &Pool<'_>,
        effort: &Effort<'_>,
    ) -> Result<(), Ended> {
        // Only functions of one body are offered, whose first lane stands for all.
        let function = &catalogue.entries()[solvable.entry].functions()[solvable.function].1;
        let operations = function.bodies[0].evaluator.len().max(1);
        // A unit is a handful of samples.
        let together = (BETWEEN_LOOKS as usize * 16 / operations).max(1);
        for values in solvable.values.chunks(together) {
            let mut few = Few::new(solvable, function, values);
            for args in rows {
                effort.spend(1 + (values.len() * operations) as u64 / 16)?;
                self.tried += values.len() as u64;
                for value in few.left(args, pool) {
                    self.try_value(&few.applied, value, args, pool);
                }
            }
        }
        Ok(())
    }

    /// One value, on all samples: few get here.
    fn try_value(&mut self, applied: &WithImmediate<'_>, value: u64, args: &[usize], pool: &Pool<'_>) {
        let evaluator = applied.evaluator();
        let mut all = evaluator.block(pool.rows[args[0]].len());
        for at in 0..evaluator.inputs().len() {
            match applied.operand(at) {
                Some(operand) => all.input_mut(at).copy_from_slice(&pool.rows[args[operand]]),
                None => all.input_mut(at).fill(value),
            }
        }
        evaluator.run(&mut all);
        let low = mask(pool.bits) as u64;
        let row: Vec<u64> = evaluator.output(&all, 0).iter().map(|v| v & low).collect();
        // An instruction that gives an operand back is no way to it, and of a result that is the same on all samples nothing is known.
        let is_idle = row.iter().all(|v| *v == row[0]) || args.iter().any(|&a| row == pool.rows[a]);
        if is_idle || !pool.wanted.contains(&row) {
            return;
        }
        let found = if pool.kind == Kind::Narrowed { &mut self.half_narrowed } else { &mut self.solved };
        let kept = found.entry((pool.bits, row)).or_default();
        if kept.len() < KEPT {
            let immediates = if applied.function.has(OperandKind::Imm) { vec![value] } else { vec![] };
            let args = args.iter().map(|&a| pool.seeds[a]).collect();
            kept.push(Solved { entry: applied.solvable.entry, immediates, args });
        }
    }
}

/// A function of vectors and an immediate.
struct WithImmediate<'a> {
    solvable: &'a Solvable,
    function: &'a Function,
}

impl<'a> WithImmediate<'a> {
    fn evaluator(&self) -> &'a Evaluator {
        &self.function.bodies[0].evaluator
    }

    /// Which of its vectors an input of the evaluator is read from; what is none of them is the immediate.
    fn operand(&self, input: usize) -> Option<usize> {
        let (number, _) = self.evaluator().inputs()[input];
        let operand = self.function.lanes[0].reads[number as usize].0 as usize;
        self.solvable.operands.iter().position(|o| *o == operand)
    }
}

/// An instruction with some values of its immediate, on a few samples.
struct Few<'a> {
    applied: WithImmediate<'a>,
    values: &'a [u64],
    /// All values on one sample.
    first: Block,
    /// The rest, on all probes.
    probes: Block,
}

impl<'a> Few<'a> {
    fn new(solvable: &'a Solvable, function: &'a Function, values: &'a [u64]) -> Self {
        let evaluator = &function.bodies[0].evaluator;
        let first = evaluator.block(values.len());
        Few { applied: WithImmediate { solvable, function }, values, first, probes: evaluator.block(PROBES) }
    }

    /// The values with which operands give on all probes what is wanted.
    fn left(&mut self, args: &[usize], pool: &Pool<'_>) -> Vec<u64> {
        let evaluator = self.applied.evaluator();
        let inputs = evaluator.inputs().len();
        // An instruction that works bit by bit may be wider than the pool.
        let low = mask(pool.bits) as u64;
        for at in 0..inputs {
            match self.applied.operand(at) {
                Some(operand) => self.first.input_mut(at).fill(pool.probes[args[operand]][0]),
                None => self.first.input_mut(at).copy_from_slice(self.values),
            }
        }
        evaluator.run(&mut self.first);
        let of_first = evaluator.output(&self.first, 0).iter().zip(self.values);
        // Most values fail on one sample already.
        let left = of_first.filter(|(got, _)| pool.wanted_firsts.contains(&(**got & low))).map(|(_, value)| *value);
        let agrees = |value: &u64| {
            for at in 0..inputs {
                match self.applied.operand(at) {
                    Some(operand) => self.probes.input_mut(at).copy_from_slice(&pool.probes[args[operand]]),
                    None => self.probes.input_mut(at).fill(*value),
                }
            }
            evaluator.run(&mut self.probes);
            let got = evaluator.output(&self.probes, 0);
            let probe: Probe = std::array::from_fn(|at| got[at] & low);
            pool.wanted_probes.contains(&probe)
        };
        left.filter(agrees).collect()
    }
}

/// Forms, pairs or triples of the pool that a form of it may be made from: what it is written with, down to so many, in every
/// order.
fn tuples(forms: &Forms, pool: &Pool<'_>, of: usize) -> BTreeSet<Vec<usize>> {
    let at: HashMap<Id, usize> = pool.seeds.iter().copied().zip(0..).collect();
    let mut found = BTreeSet::new();
    for &id in pool.seeds.iter().filter(|id| is_made(forms, **id)) {
        for cut in cuts(forms, id).iter().filter(|cut| cut.len() == of) {
            // The pool holds no sums on the way to a longer one.
            let Some(cut) = cut.iter().map(|id| at.get(id).copied()).collect::<Option<Vec<usize>>>() else { continue };
            // All orders of up to three are the turns of them, and the same from behind.
            for turn in 0..cut.len() {
                let turned = [&cut[turn..], &cut[..turn]].concat();
                found.insert(turned.iter().rev().copied().collect());
                found.insert(turned);
            }
        }
    }
    found
}

/// Sets of up to three forms that a form is made from.
fn cuts(forms: &Forms, id: Id) -> BTreeSet<BTreeSet<Id>> {
    let mut known = BTreeSet::new();
    // From the form downwards: what is kept when the bound is met is nearest to it.
    let mut open = vec![BTreeSet::from([id])];
    while let Some(cut) = open.pop() {
        for &inner in cut.iter().filter(|inner| is_made(forms, **inner)) {
            let mut next: BTreeSet<Id> = cut.iter().copied().filter(|other| *other != inner).collect();
            next.extend(forms.form(inner).operands());
            if next.len() <= 3 && known.len() < limits::CUTS && known.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    known
}
