//! Straight code of linear free terms: what it stores is a sum of what it loads, each times a factor that depends on levels only.

use super::execute::Frame;
use super::widths::widths;
use super::{Block, Class, Code, Reg, sums};
use crate::limits::MAX_LEVELS;
use crate::run::machine::{Machine, Result};
use crate::run::memory::{Cells, Lanes};
use crate::run::mersenne::{Multiply, add, mul};

/// Loads that are added at once, and values on the way.
const MOST_LOADS: usize = 8;
const MOST_VALUES: usize = 32;

/// Such code: many lanes of one store.
#[derive(Debug)]
pub(super) struct Combination {
    /// Accesses that are loaded.
    loads: Vec<usize>,
    /// In their order: the code of an operation, and its operands.
    steps: Vec<(u64, [Value; 2])>,
    /// The register that is stored, and the store.
    store: (Reg, Code),
}

/// An operand.
#[derive(Clone, Copy, Debug)]
enum Value {
    /// By number.
    Load(usize),
    /// The result of an earlier step.
    Step(usize),
    /// The same for all lanes.
    Shared(Reg),
}

/// Of the codes of an innermost loop, and whether each differs between iterations; `None`: they are something else.
pub(super) fn combination(codes: &[Code], varies: &[bool]) -> Option<Combination> {
    let mut varying = codes.iter().zip(varies).filter(|(_, varies)| **varies).map(|(code, _)| code);
    let (mut known, mut loads, mut steps): (Vec<(Reg, Value)>, _, _) = (Vec::new(), Vec::new(), Vec::new());
    let value = |known: &[(Reg, Value)], reg: Reg| {
        known.iter().find(|(of, _)| *of == reg).map_or(Value::Shared(reg), |(_, value)| *value)
    };
    for code in varying.by_ref() {
        match code {
            Code::Load { to, access, .. } => {
                known.push((*to, Value::Load(loads.len())));
                loads.push(*access);
            }
            Code::Apply { to, how, operands } => {
                let (Class::Linear(code), [x, y]) = (how.class, operands.as_slice()) else { return None };
                let operands = [*x, *y].map(|reg| value(&known, reg));
                known.push((*to, Value::Step(steps.len())));
                steps.push((code, operands));
            }
            Code::Store { from, .. } => {
                let is_last = matches!(value(&known, *from), Value::Step(step) if step + 1 == steps.len());
                let fits = loads.len() <= MOST_LOADS && steps.len() <= MOST_VALUES;
                let store = (*from, code.clone());
                return (is_last && fits && varying.next().is_none()).then_some(Combination { loads, steps, store });
            }
            Code::Fused { .. } => return None,
        }
    }
    None
}

#[inline(always)]
fn extremes_of<M: Multiply>(values: &[f32]) -> [f32; 2] {
    let (mut least, mut most) = ([f32::MAX; 16], [0.0; 16]);
    let (chunks, rest) = values.as_chunks::<16>();
    for chunk in chunks {
        for lane in 0..16 {
            least[lane] = if chunk[lane] < least[lane] { chunk[lane] } else { least[lane] };
            most[lane] = if chunk[lane] > most[lane] { chunk[lane] } else { most[lane] };
        }
    }
    for value in rest {
        (least[0], most[0]) = (least[0].min(*value), most[0].max(*value));
    }
    let pick = |of: [f32; 16], pick: fn(f32, f32) -> f32| of.into_iter().reduce(pick).unwrap_or_default();
    [pick(least, f32::min), pick(most, f32::max)]
}

widths!(
    /// The least and the greatest of some numbers, none of them negative.
    extremes, extremes_of, (values: &[f32]) -> [f32; 2]
);

#[inline(always)]
fn shifted_of<M: Multiply>(out: &mut [u64], values: &[u64], by: u64) {
    out.iter_mut().zip(values).for_each(|(out, value)| *out = add(*value, by));
}

widths!(
    /// Each value and a constant.
    shifted, shifted_of, (out: &mut [u64], values: &[u64], by: u64) -> ()
);

/// The lowest and the highest level of `n` terms from one on.
fn levels(memory: &Lanes, from: usize, n: usize) -> [u32; 2] {
    match memory.one {
        Some((level, _)) => [level as u32; 2],
        None => extremes(&memory.degree[from..from + n]).map(|level| level as u32),
    }
}

/// A sum of loads times factors, and a constant.
#[derive(Clone, Copy, Default)]
struct Sum {
    factors: [u64; MOST_LOADS],
    constant: u64,
    /// If all loads have their lowest levels, and if they have their highest.
    levels: [u32; 2],
}

impl Sum {
    /// Its lanes, from rows of loads.
    fn lanes(&self, rows: &[(&[u64], [u32; 2])], out: &mut [u64]) {
        // A row that is added as it is comes first.
        let plain = (0..rows.len()).find(|load| self.factors[*load] == 1);
        match plain {
            Some(load) => shifted(out, rows[load].0, self.constant),
            None => out.fill(self.constant),
        }
        let (mut factors, mut others) = ([0; MOST_LOADS], [&[][..]; MOST_LOADS]);
        let mut count = 0;
        for load in (0..rows.len()).filter(|load| Some(*load) != plain) {
            (factors[count], others[count]) = (self.factors[load], rows[load].0);
            count += 1;
        }
        sums::add_rows(out, &factors[..count], &others[..count]);
    }
}

impl<'p> Machine<'p> {
    /// `n` iterations from one on; false: levels differ between them, or are too many, and nothing is done.
    pub(super) fn combine(
        &mut self,
        frame: &mut Frame,
        block: &Block<'p>,
        of: &Combination,
        at: i64,
        n: usize,
    ) -> Result<bool> {
        let mut rows: [(&[u64], [u32; 2]); MOST_LOADS] = [(&[], [0; 2]); MOST_LOADS];
        for (row, access) in rows.iter_mut().zip(&of.loads) {
            let run = frame.runs[*access];
            let Cells::Terms(memory) = &self.buffers[run.buffer].cells else { return Ok(false) };
            if run.slope != 1 {
                return Ok(false);
            }
            let first = (run.cell + at) as usize;
            *row = (&memory.a[first..first + n], levels(memory, first, n));
        }
        let Some(field) = &mut self.numbers.field else { return Ok(false) };
        let mut sums = [Sum::default(); MOST_VALUES];
        for (number, (code, operands)) in of.steps.iter().enumerate() {
            let [x, y] = operands.map(|operand| match operand {
                Value::Step(step) => sums[step],
                Value::Shared(reg) => {
                    let term = frame.registers[reg].get(0);
                    Sum { constant: term.a, levels: [term.degree; 2], ..Sum::default() }
                }
                Value::Load(load) => {
                    let mut sum = Sum { levels: rows[load].1, ..Sum::default() };
                    sum.factors[load] = 1;
                    sum
                }
            });
            // Levels grow with those of operands, so that in between they are equal where both ends are.
            let [level, highest] = [0, 1].map(|end| x.levels[end].max(y.levels[end]).saturating_add(1));
            if level != highest || level >= MAX_LEVELS {
                return Ok(false);
            }
            let [second, of_code] = field.linear(level).both[level as usize];
            let constant = add(add(x.constant, mul(y.constant, second)), mul(*code, of_code));
            let mut factors = x.factors;
            for (factor, other) in factors.iter_mut().zip(y.factors).filter(|(_, other)| *other != 0) {
                *factor = add(*factor, mul(other, second));
            }
            sums[number] = Sum { factors, constant, levels: [level; 2] };
        }
        let count = (n * of.steps.len()) as u64;
        field.terms += count;
        field.hashed += count;
        let sum = sums[of.steps.len() - 1];
        let mut out = std::mem::take(&mut frame.registers[of.store.0]);
        sum.lanes(&rows[..of.loads.len()], &mut out.a[..n]);
        out.one = Some((sum.levels[0] as f32, 1.0));
        frame.registers[of.store.0] = out;
        self.at_once[1] += 1;
        self.code(frame, block, &of.store.1, at, n)?;
        Ok(true)
    }
}
