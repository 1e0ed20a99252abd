//! Rows of memory that are added to sums.

use crate::arrays::sums;
use crate::values::mersenne::add;
use std::ops::Range;

/// Rows of second factors.
#[derive(Clone, Copy)]
pub struct Rows {
    /// The first row: a value for each cell.
    pub first: Run,
    /// From one row to the next.
    pub step: i64,
}

impl Rows {
    /// The rows from one on.
    pub fn from(self, row: i64) -> Rows {
        self.at(self.first.cell + self.step * row)
    }

    /// The same, with another first cell.
    pub fn at(self, cell: i64) -> Rows {
        Rows { first: Run { cell, ..self.first }, ..self }
    }

    /// A range that has the cells of so many rows and lanes.
    pub fn cells(self, rows: usize, lanes: usize) -> Range<usize> {
        let [down, along] = [self.step * (rows as i64 - 1), self.first.slope * (lanes as i64 - 1)];
        let low = self.first.cell + down.min(0) + along.min(0);
        let high = self.first.cell + down.max(0) + along.max(0);
        low as usize..high as usize + 1
    }

    /// Adds rows of memory, each times its factor.
    pub fn add(self, sums: &mut [u64], factors: &[u64], memory: &[u64]) {
        let (n, Run { mut cell, slope, .. }) = (sums.len(), self.first);
        if slope != 1 {
            for sum in sums {
                *sum = add(*sum, sums::dot(factors, &memory[cell as usize..cell as usize + factors.len()]));
                cell += slope;
            }
            return;
        }
        let mut rows: [&[u64]; sums::ROWS] = [&[]; sums::ROWS];
        for factors in factors.chunks(sums::ROWS) {
            for row in &mut rows[..factors.len()] {
                *row = &memory[cell as usize..cell as usize + n];
                cell += self.step;
            }
            sums::add_rows(sums, factors, &rows[..factors.len()]);
        }
    }
}

/// One access during a loop.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Which memory.
    pub buffer: usize,
    /// The cell of the first iteration.
    pub cell: i64,
    /// Cells from one iteration to the next.
    pub slope: i64,
}
