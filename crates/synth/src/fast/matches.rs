//! Instructions found by value: concrete enumeration over the forms of a window.
//!
//! Every vertical instruction of two operands at most is run on every pair of forms and constants, first on a few
//! samples, and where these give what some form has, on all. Its results are filed under their values, so that "which
//! instruction gives this form?" is one look-up. Results agree on the samples only; the finished program is proved.

use super::form::{Form, Forms, Id};
use super::layout::{Layouts, WIDTHS};
use super::machine::{Machine, lane_var};
use isotope_smt::concrete::{Block, Evaluator};
use isotope_smt::effort::{Effort, Ended};
use std::collections::{HashMap, HashSet};

/// An instruction on forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Index on the shelf of the width's registers.
    pub vertical: usize,
    /// Operands, each at the width.
    pub args: Vec<Id>,
}

/// Instruction results by width and values.
#[derive(Debug, Default)]
pub struct Matches {
    found: HashMap<(u32, Vec<u64>), Vec<Match>>,
    /// Instruction applications tried.
    pub tried: u64,
}

/// Matches kept for one value.
const KEPT: usize = 8;

/// Samples that an application is tried on first: few pass them by chance.
const PROBES: usize = 4;

/// Applications that are tried together.
const TOGETHER: usize = 64;

/// A form's values on the first few samples that an application is tried on.
type Probe = [u64; PROBES];

fn probe(values: &[u64]) -> Probe {
    std::array::from_fn(|i| values[(2 * i + 1) * values.len() / (2 * PROBES)])
}

/// The forms that instructions are applied to, and what is looked for, at one width.
struct Pool<'a> {
    seeds: &'a [Id],
    rows: Vec<Vec<u64>>,
    probes: Vec<Probe>,
    wanted: HashSet<Vec<u64>>,
    wanted_probes: HashSet<Probe>,
    bits: u32,
}

/// Whether a form may come from an instruction: constants need none, and leaves are there already.
fn is_made(forms: &Forms, id: Id) -> bool {
    !matches!(forms.form(id), Form::Const(_) | Form::LaneConst(_) | Form::Stream(_))
}

fn low(forms: &Forms, id: Id, bits: u32) -> Vec<u64> {
    let mask = isotope_ir::term::mask(bits);
    forms.values(id).iter().map(|&v| (v as u128 & mask) as u64).collect()
}

impl Matches {
    /// What gives a form at a width.
    pub fn get(&self, forms: &Forms, id: Id, bits: u32) -> Vec<Match> {
        if !is_made(forms, id) {
            return vec![];
        }
        self.found.get(&(bits, low(forms, id, bits))).cloned().unwrap_or_default()
    }

    /// Runs every instruction on the forms `seeds` at every width where one of them may be wanted, until the effort
    /// ends: what was found by then is the answer.
    pub fn find(forms: &Forms, seeds: &[Id], machine: &Machine, layouts: &Layouts, effort: &Effort<'_>) -> Matches {
        let mut out = Matches::default();
        // Whether it ended is the effort's to say.
        let _ = out.find_all(forms, seeds, machine, layouts, effort);
        out
    }

    fn find_all(
        &mut self,
        forms: &Forms,
        seeds: &[Id],
        machine: &Machine,
        layouts: &Layouts,
        effort: &Effort<'_>,
    ) -> Result<(), Ended> {
        for bits in WIDTHS {
            effort.spend(seeds.len() as u64)?;
            let shelf = machine.shelf(layouts.at(bits).register_bits());
            let rows: Vec<Vec<u64>> = seeds.iter().map(|&id| low(forms, id, bits)).collect();
            let goals = || seeds.iter().zip(&rows).filter(|(id, _)| is_made(forms, **id)).map(|(_, row)| row);
            let wanted: HashSet<Vec<u64>> = goals().cloned().collect();
            let wanted_probes = goals().map(|row| probe(row)).collect();
            let probes = rows.iter().map(|row| probe(row)).collect();
            let pool = Pool { seeds, rows, probes, wanted, wanted_probes, bits };
            for (at, vertical) in shelf.verticals.iter().enumerate() {
                let plain = vertical.operands.iter().all(|o| o.parts == 1) && vertical.operands.len() <= 2;
                if vertical.bits != bits || !plain {
                    continue;
                }
                let Some(evaluator) = Evaluator::new(&machine.terms, &[vertical.body]).filter(|e| !e.is_wide()) else {
                    continue;
                };
                self.run(&evaluator, at, vertical.operands.len(), &pool, effort)?;
            }
        }
        Ok(())
    }

    /// Applies one instruction to every seed, or to every pair of them.
    fn run(
        &mut self,
        evaluator: &Evaluator,
        vertical: usize,
        operands: usize,
        pool: &Pool<'_>,
        effort: &Effort<'_>,
    ) -> Result<(), Ended> {
        let mut few = evaluator.block(TOGETHER * PROBES);
        let mut all = evaluator.block(pool.rows.first().map_or(0, Vec::len));
        let firsts = if operands == 2 { pool.probes.len() } else { 1 };
        for first in 0..firsts {
            for start in (0..pool.probes.len()).step_by(TOGETHER) {
                let last = &pool.probes[start..pool.probes.len().min(start + TOGETHER)];
                effort.spend(last.len() as u64)?;
                self.tried += last.len() as u64;
                for (at, &(number, _)) in evaluator.inputs().iter().enumerate() {
                    let fixed = operands == 2 && lane_var(number).0 == 0;
                    let each = few.input_mut(at).chunks_exact_mut(PROBES).zip(last);
                    each.for_each(|(to, of)| to.copy_from_slice(if fixed { &pool.probes[first] } else { of }));
                }
                evaluator.run(&mut few);
                for at in 0..last.len() {
                    let values = &evaluator.output(&few, 0)[at * PROBES..(at + 1) * PROBES];
                    if pool.wanted_probes.contains(values) {
                        let args = if operands == 2 { vec![first, start + at] } else { vec![start + at] };
                        self.keep(evaluator, &mut all, vertical, &args, pool);
                    }
                }
            }
        }
        Ok(())
    }

    /// Keeps an application if it gives what is wanted on all samples.
    fn keep(&mut self, evaluator: &Evaluator, all: &mut Block, vertical: usize, args: &[usize], pool: &Pool<'_>) {
        for (at, &(number, _)) in evaluator.inputs().iter().enumerate() {
            all.input_mut(at).copy_from_slice(&pool.rows[args[lane_var(number).0 as usize]]);
        }
        evaluator.run(all);
        let values = evaluator.output(all, 0);
        // What gives an operand back is no way to it.
        let idle = args.iter().any(|&a| values == pool.rows[a]);
        if !idle && pool.wanted.contains(values) {
            let kept = self.found.entry((pool.bits, values.to_vec())).or_default();
            if kept.len() < KEPT {
                kept.push(Match { vertical, args: args.iter().map(|&a| pool.seeds[a]).collect() });
            }
        }
    }
}
