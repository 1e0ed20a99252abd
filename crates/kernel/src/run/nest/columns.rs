//! Sums side by side: neighbouring cells, to each of which an inner loop adds one product after the other.
//!
//! The products' first factors are the same for all cells, and are computed for many iterations of the inner loop at once. All rows of
//! second factors are then added to the cells at once.

use crate::arrays::lanes::{Read, Sizes};
use crate::arrays::linear::Values;
use crate::arrays::rows::{Rows, Run};
use crate::arrays::sums;
use crate::limits::STRIP;
use crate::nests::code::{Block, Code, Columns, Kind};
use crate::run::machine::{Machine, Result};
use crate::run::nest::execute::Frame;
use crate::run::nest::outer::Placed;
use crate::values::field::up;
use crate::values::lanes::Lanes;
use crate::values::memory::Cells;
use crate::values::mersenne::{add, sub};
use crate::values::terms::Terms;

/// Fewer iterations of the inner loop are not worth it.
const FEWEST: i64 = 4;

/// The size of each row, where not all of memory has the same; `None`: values of one row have several.
fn row_sizes(memory: &Terms, row: Run, (step, trip): (i64, i64), n: usize) -> Option<Vec<(f32, f32)>> {
    match (memory.all(), row.slope) {
        (Some(_), _) => Some(Vec::new()),
        (None, 1) => (0..trip).map(|at| memory.one((row.cell + step * at) as usize, n)).collect(),
        _ => None,
    }
}

impl<'p> Machine<'p> {
    /// All iterations of the inner loop for `n` cells; false: nothing is done.
    pub(super) fn columns(
        &mut self,
        frame: &mut Frame,
        block: &Block<'p>,
        shared: &[Code],
        of: &Columns,
        (inner_trip, placed): (i64, &[Placed]),
        n: usize,
    ) -> Result<bool> {
        let (cells, row) = (frame.runs[of.cells[0]], frame.runs[of.row]);
        let step = placed[of.row].inner.0;
        // A row in memory is one for all cells, or one for each.
        let is_drawn = self.numbers.field.as_ref().is_some_and(|field| field.moduli().is_some());
        if is_drawn
            || inner_trip < FEWEST
            || cells.slope != 1
            || (row.slope != 1 && step != 1)
            || placed[of.cells[0]].inner.0 != 0
        {
            return Ok(false);
        }
        let (Cells::Terms(memory), Cells::Terms(rows)) =
            (&self.buffers[cells.buffer].cells, &self.buffers[row.buffer].cells)
        else {
            return Ok(false);
        };
        let (reach, across) = (step * (inner_trip - 1), row.slope * (n as i64 - 1));
        let low = row.cell + reach.min(0) + across.min(0);
        let high = row.cell + reach.max(0) + across.max(0) + 1;
        let is_apart = row.buffer != cells.buffer || high <= cells.cell || cells.cell + n as i64 <= low;
        let (Some(size), true) = (memory.one(cells.cell as usize, n), is_apart) else { return Ok(false) };
        let Some(sizes) = row_sizes(rows, row, (step, inner_trip), n) else { return Ok(false) };
        let Some(field) = &self.numbers.field else { return Ok(false) };
        let mut out = Lanes::zeros(n, field);
        memory.load(cells.cell, 1, &mut out, n);
        let mut size = (size.0 as u32, size.1);
        // Values that are the same for all cells have one lane for each iteration of the inner loop.
        for (run, one) in frame.runs.iter_mut().zip(placed).filter(|(run, _)| run.slope == 0) {
            run.slope = one.inner.0;
        }
        let mut at = 0;
        while at < inner_trip {
            let count = (inner_trip - at).min(STRIP as i64) as usize;
            for code in shared {
                self.code(frame, block, code, at, count)?;
            }
            let first = Rows { first: Run { cell: row.cell + step * at, ..row }, step };
            let sizes = sizes.get(at as usize..at as usize + count).unwrap_or_default();
            if !self.add_columns(frame, of, (first, sizes), &mut out, &mut size, count) {
                // Levels are too many: what is done already is done once more, one iteration after the other.
                for (run, one) in frame.runs.iter_mut().zip(placed) {
                    run.slope = one.run.slope;
                }
                return Ok(false);
            }
            at += count as i64;
        }
        self.at_once[0] += 1;
        self.writable(block, of.cells[1], frame)?;
        out.one = Some((size.0 as f32, size.1));
        let buffer = &mut self.buffers[cells.buffer];
        if let Cells::Terms(memory) = &mut buffer.cells {
            memory.store(cells.cell, 1, &out, n);
        }
        buffer.writers.fill(cells.cell as usize, n, block.accesses[of.cells[1]].node.op + 1);
        Ok(true)
    }
}

impl Machine<'_> {
    /// Adds `count` rows to cells, and to their size; false: it has too many levels. `sizes` has those of the rows, where they
    /// differ.
    fn add_columns(
        &mut self,
        frame: &Frame,
        columns: &Columns,
        (of, sizes): (Rows, &[(f32, f32)]),
        out: &mut Lanes,
        size: &mut (u32, f32),
        count: usize,
    ) -> bool {
        let (Cells::Terms(rows), Some(field)) = (&self.buffers[of.first.buffer].cells, &mut self.numbers.field) else {
            return false;
        };
        let factor = columns.factor.map(|factor| (factor, Read::new(&frame.registers[factor.reg], 0, count)));
        let row_size = |at: usize| sizes.get(at).copied().or(rows.all()).unwrap_or_default();
        let Kind::Linear(code) = columns.sum else {
            let mut ones = [1; STRIP];
            let is_minus = columns.sum == Kind::Difference;
            for (sums, memory, is_second) in [(&mut out.a, rows.a(), false), (&mut out.b, rows.b(), true)] {
                let factors = &mut ones[..count];
                match &factor {
                    Some((_, of)) if is_second => factors.copy_from_slice(of.b.get(..count).unwrap_or(of.a)),
                    Some((_, of)) => factors.copy_from_slice(of.a),
                    None => factors.fill(1),
                }
                if is_minus {
                    factors.iter_mut().for_each(|factor| *factor = sub(0, *factor));
                }
                if !sums.is_empty() {
                    of.add(sums, factors, memory);
                }
            }
            for at in 0..count {
                let (row, by) = (row_size(at), factor.map_or((0.0, 1.0), |(_, of)| of.size(at)));
                size.0 = size.0.max((row.0 + by.0) as u32);
                size.1 = up(size.1 + up(row.1 * by.1));
            }
            return true;
        };
        let mut levels = [0.0; STRIP];
        let row_levels = match (sizes.is_empty(), rows.all()) {
            (true, Some((level, _))) => Sizes::One(level),
            _ => {
                levels.iter_mut().zip(sizes).for_each(|(level, size)| *level = size.0);
                Sizes::Each(&levels[..count])
            }
        };
        let values = match &factor {
            None => Values { code, first: row_levels, second: None },
            Some((by, of)) if by.is_left => Values { code, first: of.degree, second: Some((by.code, row_levels)) },
            Some((by, of)) => Values { code, first: row_levels, second: Some((by.code, of.degree)) },
        };
        let factors = &mut self.factors;
        if !factors.find(size.0, count, values, field) {
            return false;
        }
        let [of_rows, of_factors] = match factor.is_some_and(|(by, _)| by.is_left) {
            true => [&factors.second[..count], &factors.first[..count]],
            false => [&factors.first[..count], &factors.second[..count]],
        };
        *size = (factors.level, 1.0);
        let shared = factor.map_or(0, |(_, of)| sums::dot(of_factors, of.a));
        let constant = add(factors.constant, shared);
        out.a.iter_mut().for_each(|sum| *sum = add(*sum, constant));
        if let Cells::Terms(rows) = &mut self.buffers[of.first.buffer].cells {
            self.remembered.add(&mut out.a, of_rows, rows, of);
        }
        true
    }
}
