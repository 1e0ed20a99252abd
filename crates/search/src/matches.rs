//! Instructions found by value: concrete enumeration over the forms of a window.
//!
//! Every vertical instruction of two operands at most is run on every pair of forms and constants, first on a few
//! samples, and where these give what some form has, on all. Its results are filed under their values, so that "which
//! instruction gives this form?" is one look-up. Results agree on the samples only; the finished program is proved.
//!
//! The work is instructions times forms, squared for two operands, so each application is tried on
//! four samples first: two different functions seldom agree on four values of eight bits or more,
//! and the rest is one look-up in a set. A form that passes is run on all samples. Values are kept modulo
//! the width, because that is what an instruction sees: a form and its wrap match the same
//! instructions.

mod halves;
mod solved;

pub use solved::Solved;

use super::form::{Form, Forms, Id};
use super::instructions::{Lane, TargetInstructions, Widening};
use super::layout::{Layouts, widths};
use super::streams::LaneProgram;
use ahash::{HashMap, HashSet};
use isotope_smt::concrete::{Block, Evaluator, Samples};
use isotope_smt::effort::{Effort, Ended};
use std::ops::Range;

/// An instruction on forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Index into [`super::instructions::VectorInstructions::verticals`] of the operands' registers, or into its widenings; into the
    /// half widenings of the result's registers.
    pub index: usize,
    /// Operands, each at the operands' width.
    pub args: Vec<Id>,
}

/// Instruction results by width and values.
#[derive(Debug, Default)]
pub struct Matches {
    found: HashMap<(u32, Vec<u64>), Vec<Match>>,
    /// The same of instructions that widen, by the width of the result.
    widened: HashMap<(u32, Vec<u64>), Vec<Match>>,
    /// The same of those that widen half by half.
    half_widened: HashMap<(u32, Vec<u64>), Vec<Match>>,
    /// Instructions with an immediate or three operands, by the same.
    solved: HashMap<(u32, Vec<u64>), Vec<Solved>>,
    /// Instructions that narrow half by half, by the width of the result.
    half_narrowed: HashMap<(u32, Vec<u64>), Vec<Solved>>,
    /// Instruction applications tried.
    pub tried: u64,
}

/// The instructions that give one form at one width, on the samples.
#[derive(Debug, Default)]
pub struct Ways {
    /// Lane by lane.
    pub vertical: Vec<Match>,
    /// From registers to a pair of them.
    pub widening: Vec<Match>,
    /// Half by half.
    pub half_widening: Vec<Match>,
    /// By an immediate or from three operands.
    pub solved: Vec<Solved>,
    /// Half by half; [`Solved::entry`] is that of lower halves.
    pub half_narrowing: Vec<Solved>,
}

/// Matches kept for one value.
const KEPT: usize = 8;

/// Samples that an application is tried on first: few pass them by chance.
const PROBES: usize = 4;

/// Samples that tell operands apart.
const TELLING: usize = 16;

/// Forms that are paired each with each.
const ALL_PAIRS: usize = 128;

/// Where there are more: how far apart two of a pair may be, in the order in which they were read.
const NEAR: usize = 8;

/// Terms of a sum that may be what an instruction gives, or takes, though it is only on the way to a longer one.
const SHORT_SUM: usize = 4;

/// Applications that are tried together.
const TOGETHER: usize = 64;

/// A form's values on the first few samples that an application is tried on.
type Probe = [u64; PROBES];

/// Samples from all over the row: its beginning is the corners, where most functions agree.
fn probe(values: &[u64]) -> Probe {
    std::array::from_fn(|i| values[(2 * i + 1) * values.len() / (2 * PROBES)])
}

/// The forms that instructions are applied to at one width, and what is looked for at one.
struct Pool<'a> {
    seeds: &'a [Id],
    /// Which of them have one value for all lanes.
    uniform: &'a [bool],
    rows: Vec<Vec<u64>>,
    probes: Vec<Probe>,
    wanted: HashSet<Vec<u64>>,
    wanted_probes: HashSet<Probe>,
    /// The first of each.
    wanted_firsts: HashSet<u64>,
    /// The width of what is looked for.
    bits: u32,
    kind: Kind,
}

/// How what is looked for lies in registers, beside its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// In as many.
    Same,
    /// In a pair for each.
    Pair,
    /// In one for each half.
    Widened,
    /// In half of one for each.
    Narrowed,
}

impl<'a> Pool<'a> {
    /// Operands at `from` bits, goals at `to`. Only what is made from something is a goal: leaves
    /// and constants are had already.
    fn new(forms: &Forms, (seeds, uniform): (&'a [Id], &'a [bool]), (from, to): (u32, u32), kind: Kind) -> Pool<'a> {
        let rows: Vec<Vec<u64>> = seeds.iter().map(|&id| low(forms, id, from)).collect();
        let goals = seeds.iter().filter(|id| is_made(forms, **id)).map(|&id| low(forms, id, to));
        let wanted: HashSet<Vec<u64>> = goals.collect();
        let wanted_probes: HashSet<Probe> = wanted.iter().map(|row| probe(row)).collect();
        let wanted_firsts = wanted_probes.iter().map(|probe| probe[0]).collect();
        let probes = rows.iter().map(|row| probe(row)).collect();
        Pool { seeds, uniform, rows, probes, wanted, wanted_probes, wanted_firsts, bits: to, kind }
    }
}

impl Pool<'_> {
    // Forms are numbered as they are read, operands before users, so what belongs together stands together.
    /// The forms that a form is paired with: all, or of very many those that were read shortly before or after it.
    fn near(&self, form: usize) -> Range<usize> {
        let all = self.probes.len();
        if all <= ALL_PAIRS { 0..all } else { form.saturating_sub(NEAR)..all.min(form + NEAR) }
    }
}

/// An instruction as it is applied.
struct Applied<'a> {
    evaluator: &'a Evaluator,
    /// For each input of the evaluator, which operand it is an element of.
    sources: Vec<usize>,
    /// Index among those of its kind.
    at: usize,
    /// For each operand, whether it is a scalar.
    scalars: Vec<bool>,
}

impl Applied<'_> {
    /// Whether its two operands may change places, on samples.
    fn is_symmetric(&self) -> bool {
        if self.scalars[0] != self.scalars[1] {
            return false;
        }
        let mut random = Samples::new(0x5e77);
        let pairs: [[u64; 2]; TELLING] = std::array::from_fn(|_| [random.bits(), random.bits()]);
        let mut block = self.evaluator.block(TELLING);
        let mut values = |swapped: usize| {
            for (at, &source) in self.sources.iter().enumerate() {
                let low = isotope_ir::term::mask(self.evaluator.inputs()[at].1) as u64;
                block.input_mut(at).iter_mut().zip(&pairs).for_each(|(to, pair)| *to = pair[source ^ swapped] & low);
            }
            self.evaluator.run(&mut block);
            self.evaluator.output(&block, 0).to_vec()
        };
        values(0) == values(1)
    }
}

/// Whether a form may come from an instruction: constants need none, leaves are there already, and floats are computed as they are written.
fn is_made(forms: &Forms, id: Id) -> bool {
    !matches!(forms.form(id), Form::Const(_) | Form::LaneConst(_) | Form::Stream(_)) && !forms.is_floating(id)
}

/// A form's values modulo the width, as an instruction of that width reads them.
fn low(forms: &Forms, id: Id, bits: u32) -> Vec<u64> {
    let mask = isotope_ir::term::mask(bits);
    forms.values(id).iter().map(|&v| (v as u128 & mask) as u64).collect()
}

impl Matches {
    /// The ways to a form at a width.
    pub fn ways(&self, forms: &Forms, id: Id, bits: u32) -> Ways {
        if !is_made(forms, id) {
            return Ways::default();
        }
        let value = (bits, low(forms, id, bits));
        let of = |found: &HashMap<_, Vec<Match>>| found.get(&value).cloned().unwrap_or_default();
        let solved = |found: &HashMap<_, Vec<Solved>>| found.get(&value).cloned().unwrap_or_default();
        Ways {
            vertical: of(&self.found),
            widening: of(&self.widened),
            half_widening: of(&self.half_widened),
            solved: solved(&self.solved),
            half_narrowing: solved(&self.half_narrowed),
        }
    }

    /// Runs every instruction on the forms `seeds` at every width where one of them may be wanted, until the effort
    /// ends: what was found by then is the answer.
    pub fn find(
        program: &LaneProgram,
        seeds: &[Id],
        target: &TargetInstructions,
        layouts: &Layouts,
        effort: &Effort<'_>,
    ) -> Matches {
        let mut out = Matches::default();
        // Whether it ended is the effort's to say.
        let _ = out.find_all(program, seeds, target, layouts, effort);
        out
    }

    /// The forms that instructions are looked for among: all of a window but the sums on the way to longer ones. A sum
    /// of many terms has as many of those, no two of them are needed together, and pairs of them would be most of all pairs.
    pub fn seeds(program: &LaneProgram) -> Vec<Id> {
        let forms = &program.forms;
        let terms = |id: Id| match forms.form(id) {
            Form::Sum(terms, _) => terms.len(),
            _ => 0,
        };
        let long = |id: Id| match forms.form(id) {
            Form::Wrap(of, ..) => terms(*of) > SHORT_SUM,
            _ => terms(id) > SHORT_SUM,
        };
        let all = program.searched();
        if all.len() <= ALL_PAIRS {
            return all;
        }
        // The forms that the root is made of, whatever its number: a long sum that it reads itself is a goal like any other.
        let needed = program.needed();
        all.into_iter().filter(|id| needed.contains(id) || !long(*id)).collect()
    }

    /// All widths, vertical instructions first, then what widens from a width to the next.
    fn find_all(
        &mut self,
        program: &LaneProgram,
        seeds: &[Id],
        target: &TargetInstructions,
        layouts: &Layouts,
        effort: &Effort<'_>,
    ) -> Result<(), Ended> {
        let uniform: Vec<bool> = seeds.iter().map(|&id| program.is_uniform(id)).collect();
        for bits in widths(layouts.registers().lane) {
            effort.spend(seeds.len() as u64)?;
            let sized = target.of_register_size(layouts.at(bits).register_bits());
            let pool = Pool::new(&program.forms, (seeds, &uniform), (bits, bits), Kind::Same);
            for (at, vertical) in sized.verticals.iter().enumerate() {
                // Slots of several parts are dot products, which sums look for; three operands are
                // too many to try.
                if vertical.bits == bits && vertical.is_plain() && vertical.operands.len() <= 2 {
                    let scalars = vertical.operands.iter().map(|o| o.scalar).collect();
                    self.apply(target, (vertical.entry, &vertical.slot[0]), (at, scalars), &pool, effort)?;
                }
            }
            let register_bits = layouts.at(bits).register_bits();
            let solvables = target.solvables();
            let solvables = solvables.at(register_bits, bits);
            self.solve(&program.forms, &target.catalogue, solvables, &pool, effort)?;
            self.solve_adders(program, &target.catalogue, solvables, bits, effort)?;
            let widens = |w: &Widening| w.bits == 2 * bits && w.scalars.len() <= 2;
            if sized.widenings.iter().any(widens) {
                effort.spend(seeds.len() as u64)?;
                let pool = Pool::new(&program.forms, (seeds, &uniform), (bits, 2 * bits), Kind::Pair);
                for (at, widening) in sized.widenings.iter().enumerate().filter(|(_, w)| widens(w)) {
                    let scalars = widening.scalars.clone();
                    self.apply(target, (widening.entry, &widening.lane), (at, scalars), &pool, effort)?;
                }
            }
            self.find_halves(program, (seeds, &uniform), target, (layouts, bits), effort)?;
        }
        Ok(())
    }

    /// One instruction on everything in the pool. Terms wider than 64 bits run on another, slower
    /// evaluator, and are left out.
    fn apply(
        &mut self,
        target: &TargetInstructions,
        (entry, lane): (usize, &Lane),
        (at, scalars): (usize, Vec<bool>),
        pool: &Pool<'_>,
        effort: &Effort<'_>,
    ) -> Result<(), Ended> {
        let Some(function) = target.entry(entry).function() else { return Ok(()) };
        let evaluator = &function.bodies[lane.body].evaluator;
        if evaluator.is_wide() {
            return Ok(());
        }
        let source = |&(number, _): &(u32, u32)| lane.reads[number as usize].0 as usize;
        let sources = evaluator.inputs().iter().map(source).collect();
        self.run(&Applied { evaluator, sources, at, scalars }, pool, effort)
    }

    /// Applies one instruction to every seed, or to every pair of them.
    fn run(&mut self, applied: &Applied<'_>, pool: &Pool<'_>, effort: &Effort<'_>) -> Result<(), Ended> {
        let (evaluator, operands) = (applied.evaluator, applied.scalars.len());
        let mut few = evaluator.block(TOGETHER * PROBES);
        let mut all = evaluator.block(pool.rows.first().map_or(0, Vec::len));
        let firsts = if operands == 2 { pool.probes.len() } else { 1 };
        let is_symmetric = operands == 2 && applied.is_symmetric();
        let all_forms = 0..pool.probes.len();
        for first in 0..firsts {
            let mut seconds = if operands == 2 { pool.near(first) } else { all_forms.clone() };
            if is_symmetric {
                seconds.start = first;
            }
            // Many second operands at once for one first: the evaluator runs over them as one row.
            for start in seconds.clone().step_by(TOGETHER) {
                let last = &pool.probes[start..seconds.end.min(start + TOGETHER)];
                effort.spend(last.len() as u64)?;
                self.tried += last.len() as u64;
                for (at, &source) in applied.sources.iter().enumerate() {
                    let fixed = operands == 2 && source == 0;
                    let each = few.input_mut(at).chunks_exact_mut(PROBES).zip(last);
                    each.for_each(|(to, of)| to.copy_from_slice(if fixed { &pool.probes[first] } else { of }));
                }
                evaluator.run(&mut few);
                for at in 0..last.len() {
                    let values = &evaluator.output(&few, 0)[at * PROBES..(at + 1) * PROBES];
                    if pool.wanted_probes.contains(values) {
                        let args = if operands == 2 { vec![first, start + at] } else { vec![start + at] };
                        self.keep(applied, &mut all, &args, pool);
                    }
                }
            }
        }
        Ok(())
    }

    /// Keeps an application if it gives what is wanted on all samples.
    fn keep(&mut self, applied: &Applied<'_>, all: &mut Block, args: &[usize], pool: &Pool<'_>) {
        let evaluator = applied.evaluator;
        if args.iter().zip(&applied.scalars).any(|(&arg, &scalar)| scalar && !pool.uniform[arg]) {
            return;
        }
        for (at, &source) in applied.sources.iter().enumerate() {
            all.input_mut(at).copy_from_slice(&pool.rows[args[source]]);
        }
        evaluator.run(all);
        let values = evaluator.output(all, 0);
        // An instruction that gives an operand back is no way to it.
        let idle = pool.kind == Kind::Same && args.iter().any(|&a| values == pool.rows[a]);
        if !idle && pool.wanted.contains(values) {
            let found = match pool.kind {
                Kind::Pair => &mut self.widened,
                Kind::Widened => &mut self.half_widened,
                Kind::Same | Kind::Narrowed => &mut self.found,
            };
            let kept = found.entry((pool.bits, values.to_vec())).or_default();
            if kept.len() < KEPT {
                kept.push(Match { index: applied.at, args: args.iter().map(|&a| pool.seeds[a]).collect() });
            }
        }
    }
}
