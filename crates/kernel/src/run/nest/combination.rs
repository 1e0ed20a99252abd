//! Straight code of linear free terms: what it stores is a sum of what it loads, each times a factor that depends on levels only.

use crate::arrays::sums;
use crate::limits::MAX_LINEAR_LEVELS;
use crate::nests::code::{Block, Combination, MOST_LOADS, MOST_VALUES, Value};
use crate::run::machine::{Machine, Result};
use crate::run::nest::execute::Frame;
use crate::values::memory::Cells;
use crate::values::mersenne::{add, mul};

/// A sum of loads times factors, and a constant.
#[derive(Clone, Copy, Default)]
struct Sum {
    factors: [u64; MOST_LOADS],
    constant: u64,
    /// If all loads have their lowest levels, and if they have their highest.
    levels: [u32; 2],
}

/// A row of a load: lanes of memory.
type Row<'a> = &'a [u64];

impl Sum {
    /// Its lanes, from rows of loads.
    fn lanes(&self, rows: &[Row<'_>], out: &mut [u64]) {
        // A row that is added as it is needs no product.
        let plain = (0..rows.len()).find(|load| self.factors[*load] == 1);
        let (mut factors, mut others) = ([0; MOST_LOADS], [&[][..]; MOST_LOADS]);
        let mut count = 0;
        for load in (0..rows.len()).filter(|load| Some(*load) != plain) {
            (factors[count], others[count]) = (self.factors[load], rows[load]);
            count += 1;
        }
        sums::combine(out, self.constant, plain.map(|load| rows[load]), &factors[..count], &others[..count]);
    }
}

impl<'p> Machine<'p> {
    /// Iterations from one on, if the same levels are in all of them: `many`, or `n`, or none. The number of them.
    pub(super) fn combine(
        &mut self,
        frame: &mut Frame,
        block: &Block<'p>,
        of: &Combination,
        at: i64,
        (many, n): (usize, usize),
    ) -> Result<usize> {
        let store = frame.runs[of.store.2];
        if of.loads.iter().any(|access| frame.runs[*access].slope != 1) {
            return Ok(0);
        }
        // Other memory than what is loaded is written in its place.
        let is_direct = store.slope == 1 && of.loads.iter().all(|access| frame.runs[*access].buffer != store.buffer);
        let found = match is_direct {
            true => self.sum_of(frame, of, at, many).map(|sum| (sum, many)),
            false => None,
        };
        let Some((sum, n)) = found.or_else(|| Some((self.sum_of(frame, of, at, n)?, n))) else { return Ok(0) };
        let count = (n * of.steps.len()) as u64;
        if let Some(field) = &mut self.numbers.field {
            field.terms += count;
            field.hashed += count;
        }
        self.at_once[1] += 1;
        let size = (sum.levels[0] as f32, 1.0);
        if is_direct {
            self.writable(block, of.store.2, frame)?;
            let mut written = std::mem::replace(&mut self.buffers[store.buffer].cells, Cells::Any(Vec::new()));
            let first = (store.cell + at) as usize;
            if let Cells::Terms(memory) = &mut written {
                let rows = self.loaded(frame, of, at, n);
                memory.replace(first, n, size, |out| sum.lanes(&rows[..of.loads.len()], out));
            }
            let buffer = &mut self.buffers[store.buffer];
            buffer.cells = written;
            buffer.writers.fill(first, n, block.accesses[of.store.2].node.op + 1);
            return Ok(n);
        }
        let mut out = std::mem::take(&mut frame.registers[of.store.0]);
        sum.lanes(&self.loaded(frame, of, at, n)[..of.loads.len()], &mut out.a[..n]);
        out.one = Some(size);
        frame.registers[of.store.0] = out;
        self.code(frame, block, &of.store.1, at, n)?;
        Ok(n)
    }

    /// The loaded values in `n` iterations from one on.
    fn loaded(&self, frame: &Frame, of: &Combination, at: i64, n: usize) -> [Row<'_>; MOST_LOADS] {
        let mut rows = [&[][..]; MOST_LOADS];
        for (row, access) in rows.iter_mut().zip(&of.loads) {
            let run = frame.runs[*access];
            if let Cells::Terms(memory) = &self.buffers[run.buffer].cells {
                let first = (run.cell + at) as usize;
                *row = &memory.a()[first..first + n];
            }
        }
        rows
    }

    /// The sum that is stored in `n` iterations from one on; `None`: levels differ between them, or are too many.
    fn sum_of(&mut self, frame: &Frame, of: &Combination, at: i64, n: usize) -> Option<Sum> {
        let mut loaded = [[0; 2]; MOST_LOADS];
        for (levels, access) in loaded.iter_mut().zip(&of.loads) {
            let run = frame.runs[*access];
            let Cells::Terms(memory) = &self.buffers[run.buffer].cells else { return None };
            *levels = memory.degrees().extremes((run.cell + at) as usize, n).map(|level| level as u32);
        }
        let field = self.numbers.field.as_mut()?;
        let mut sums = [Sum::default(); MOST_VALUES];
        for (number, (code, operands)) in of.steps.iter().enumerate() {
            let [x, y] = operands.map(|operand| match operand {
                Value::Step(step) => sums[step],
                Value::Shared(reg) => {
                    let term = frame.registers[reg].get(0);
                    Sum { constant: term.a, levels: [term.degree; 2], ..Sum::default() }
                }
                Value::Load(load) => {
                    let mut sum = Sum { levels: loaded[load], ..Sum::default() };
                    sum.factors[load] = 1;
                    sum
                }
            });
            // Levels grow with those of operands, so that in between they are equal where both ends are.
            let [level, highest] = [0, 1].map(|end| x.levels[end].max(y.levels[end]).saturating_add(1));
            if level != highest || level >= MAX_LINEAR_LEVELS {
                return None;
            }
            let [second, of_code] = field.linear(level)[level as usize];
            let constant = add(add(x.constant, mul(y.constant, second)), mul(*code, of_code));
            let mut factors = x.factors;
            for (factor, other) in factors.iter_mut().zip(y.factors).filter(|(_, other)| *other != 0) {
                *factor = add(*factor, mul(other, second));
            }
            sums[number] = Sum { factors, constant, levels: [level; 2] };
        }
        of.steps.len().checked_sub(1).map(|last| sums[last])
    }
}
