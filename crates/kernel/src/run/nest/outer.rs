//! A loop whose iterations are independent, with loops in it that carry cells: each operation runs for many iterations of the outer loop.
//!
//! A product of matrices that adds up in its innermost loop is one sum after the other. Side by side the sums are as fast as a loop
//! that carries nothing, and read memory in its order.

use crate::arrays::moves;
use crate::arrays::rows::Run;
use crate::limits::STRIP;
use crate::nests::code::{Block, Code, Item, Loop, Part, Reg};
use crate::nests::parts::block;
use crate::plan::nodes::Node;
use crate::run::machine::{Machine, Result};
use crate::run::nest::execute::Frame;

/// Fewer iterations of the outer loop are not worth it.
const FEWEST: i64 = 8;

/// One access in both loops.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    pub run: Run,
    /// Cells from one iteration of the inner loop to the next, and iterations of it.
    pub inner: (i64, i64),
    is_store: bool,
}

/// A part as it runs: its code, the inner loop's counter and step, and that loop's iterations.
struct Piece<'a, 'p> {
    block: &'a Block<'p>,
    part: &'a Part,
    inner: Option<(Reg, i64)>,
    trip: i64,
}

impl Placed {
    /// First and last cell, over so many iterations of the outer loop.
    fn range(self, trip: i64) -> (i64, i64) {
        let (outer, inner) = (self.run.slope * (trip - 1), self.inner.0 * (self.inner.1 - 1));
        (self.run.cell + outer.min(0) + inner.min(0), self.run.cell + outer.max(0) + inner.max(0))
    }
}

/// Whether no iteration of the outer loop meets a cell that another one writes.
fn are_apart(x: Placed, y: Placed, trip: i64) -> bool {
    if !(x.is_store || y.is_store) || x.run.buffer != y.run.buffer {
        return true;
    }
    let (a, b) = (x.range(trip), y.range(trip));
    if a.1 < b.0 || b.1 < a.0 {
        return true;
    }
    // Each iteration has cells of its own, between those of its neighbours.
    let slope = x.run.slope;
    let extent = |of: Placed| (of.inner.0 * (of.inner.1 - 1)).abs();
    let low = |of: Placed| of.run.cell + (of.inner.0 * (of.inner.1 - 1)).min(0);
    let (first, last) = (low(x).min(low(y)), (low(x) + extent(x)).max(low(y) + extent(y)));
    if slope == y.run.slope && slope.abs() > last - first {
        return true;
    }
    // Columns side by side: rows are further apart than all columns together.
    let row = x.inner.0.abs().max(y.inner.0.abs());
    let is_of_rows = |of: Placed| of.inner.0 == row || of.inner.0 == -row || extent(of) == 0;
    if slope != 0
        && slope == y.run.slope
        && row > slope.saturating_mul(trip - 1).saturating_abs()
        && is_of_rows(x)
        && is_of_rows(y)
        && (x.run.cell - y.run.cell) % row == 0
    {
        return true;
    }
    // One cell each: they are met one by one.
    let step = y.run.slope;
    extent(x) == 0
        && extent(y) == 0
        && step != 0
        && (0..trip).all(|iteration| {
            let distance = x.run.cell + slope * iteration - y.run.cell;
            let other = distance / step;
            distance % step != 0 || other == iteration || other < 0 || other >= trip
        })
}

impl<'p> Machine<'p> {
    /// Runs such a loop, whose counter has its first value; false: it has to run iteration by iteration.
    pub(super) fn outer(
        &mut self,
        frame: &mut Frame,
        of: &Loop<'p>,
        parts: &[Part],
        step: i64,
        trip: i64,
    ) -> Result<bool> {
        if trip < FEWEST {
            return Ok(false);
        }
        let (mut pieces, mut steps) = (Vec::new(), 0u64);
        for (item, part) in of.body.iter().zip(parts) {
            let Some(block) = block(item) else { return Ok(false) };
            let Item::Loop(inner) = item else {
                pieces.push(Piece { block, part, inner: None, trip: 1 });
                continue;
            };
            let Some((lower, inner_step, trip)) = self.range_of(frame, inner)? else { continue };
            frame.ints[inner.counter] = lower;
            steps = steps.saturating_add((trip as u64).saturating_mul(1 + inner.nodes));
            pieces.push(Piece { block, part, inner: Some((inner.counter, inner_step)), trip });
        }
        self.side_by_side(frame, of.node, (of.counter, step, trip), &pieces, steps)
    }

    /// Runs a loop and the one in it as if they were exchanged; the counter has its first value. False: they may not be.
    pub(super) fn exchange(
        &mut self,
        frame: &mut Frame,
        of: &Loop<'p>,
        part: &Part,
        step: i64,
        trip: i64,
    ) -> Result<bool> {
        let [Item::Loop(inner)] = of.body.as_slice() else { return Ok(false) };
        let Some(strip) = &inner.strip else { return Ok(false) };
        let Some((lower, inner_step, lanes)) = self.range_of(frame, inner)? else { return Ok(false) };
        if lanes < FEWEST {
            return Ok(false);
        }
        frame.ints[inner.counter] = lower;
        let steps = (trip as u64).saturating_mul(1 + inner.nodes);
        let piece = Piece { block: &strip.plain, part, inner: Some((of.counter, step)), trip };
        self.side_by_side(frame, inner.node, (inner.counter, inner_step, lanes), &[piece], steps)
    }

    /// Parts for many iterations of a loop at once; false: its iterations are not independent. `steps`: operations of each iteration.
    fn side_by_side(
        &mut self,
        frame: &mut Frame,
        node: &Node,
        (counter, step, trip): (Reg, i64, i64),
        pieces: &[Piece<'_, 'p>],
        steps: u64,
    ) -> Result<bool> {
        let mut placed: Vec<Vec<Placed>> = Vec::new();
        for piece in pieces {
            let Some(all) = self.placed(frame, piece.block, (counter, step, trip), piece.inner, piece.trip) else {
                return Ok(false);
            };
            placed.push(all);
        }
        let all: Vec<Placed> = placed.iter().flatten().copied().collect();
        let independent = (0..all.len()).all(|at| all[at..].iter().all(|other| are_apart(all[at], *other, trip)));
        if !independent {
            return Ok(false);
        }
        self.many(node, steps.saturating_mul(trip as u64))?;
        self.side_by_side += 1;
        let mut at = 0;
        while at < trip {
            let n = (trip - at).min(STRIP as i64) as usize;
            for (piece, placed) in pieces.iter().zip(&placed) {
                frame.runs.clear();
                frame.runs.extend(placed.iter().map(|one| Run { cell: one.run.cell + one.run.slope * at, ..one.run }));
                self.lanes_of(frame, piece.block, piece.part, (piece.trip, placed), n)?;
            }
            at += n as i64;
        }
        Ok(true)
    }

    /// The place of each access of a block; `None`: one is out of range, or writes to memory that may not be written.
    fn placed(
        &self,
        frame: &Frame,
        block: &Block<'p>,
        (counter, step, trip): (Reg, i64, i64),
        inner: Option<(Reg, i64)>,
        inner_trip: i64,
    ) -> Option<Vec<Placed>> {
        let mut all = Vec::new();
        for (number, access) in block.accesses.iter().enumerate() {
            let outer = self.run_of(frame, access, Some((counter, step, trip))).ok()?;
            let inside = match inner {
                Some((counter, step)) => self.run_of(frame, access, Some((counter, step, inner_trip))).ok()?.slope,
                None => 0,
            };
            let view = &frame.views[access.memref];
            // Both counters together: corners are in range in each dimension.
            for (dim, form) in access.forms.iter().enumerate() {
                let first = i128::from(form.value(&frame.ints)?);
                let along = |counter: Reg, step: i64, trip: i64| {
                    Some(i128::from(form.slope(counter)?) * i128::from(step) * i128::from(trip - 1))
                };
                let outer = along(counter, step, trip)?;
                let inner = inner.map_or(Some(0), |(counter, step)| along(counter, step, inner_trip))?;
                let (low, high) = (first + outer.min(0) + inner.min(0), first + outer.max(0) + inner.max(0));
                if low < 0 || high >= i128::from(view.sizes[dim]) {
                    return None;
                }
            }
            let is_store =
                block.codes.iter().any(|code| matches!(code, Code::Store { access, .. } if *access == number));
            if is_store && !self.buffers[outer.buffer].writable {
                return None;
            }
            let one = Placed { run: outer, inner: (inside, inner_trip), is_store };
            // A view may reach beyond its buffer where its strides are given.
            let (low, high) = one.range(trip);
            if low < 0 || high as usize >= self.buffers[outer.buffer].len() {
                return None;
            }
            all.push(one);
        }
        Some(all)
    }

    /// One part for `n` iterations of the outer loop, and all of the inner one.
    fn lanes_of(
        &mut self,
        frame: &mut Frame,
        block: &Block<'p>,
        part: &Part,
        (inner_trip, placed): (i64, &[Placed]),
        n: usize,
    ) -> Result<()> {
        let lanes = n.max(inner_trip.min(STRIP as i64) as usize);
        part.outside.iter().for_each(|reg| moves::broadcast(&mut frame.registers[*reg], lanes));
        if let Some((columns, shared)) = &part.columns
            && self.columns(frame, block, shared, columns, (inner_trip, placed), n)?
        {
            return Ok(());
        }
        for _ in 0..inner_trip {
            for ((code, varies), is_read) in part.codes.iter().zip(&part.varies).zip(&part.is_read) {
                if *varies {
                    self.code(frame, block, code, 0, n)?;
                    continue;
                }
                self.code(frame, block, code, 0, 1)?;
                if let (true, Some(to)) = (is_read, code.result()) {
                    moves::broadcast(&mut frame.registers[to], n);
                }
            }
            for (run, one) in frame.runs.iter_mut().zip(placed) {
                run.cell += one.inner.0;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Whether two iterations of the outer loop meet a cell, found one by one.
    fn meet(x: Placed, y: Placed, trip: i64) -> bool {
        let cells = |of: Placed, iteration: i64| {
            (0..of.inner.1).map(move |at| of.run.cell + of.run.slope * iteration + of.inner.0 * at)
        };
        let mut first: HashMap<i64, Vec<i64>> = HashMap::new();
        for iteration in 0..trip {
            cells(x, iteration).for_each(|cell| first.entry(cell).or_default().push(iteration));
        }
        (0..trip).any(|iteration| {
            cells(y, iteration)
                .any(|cell| first.get(&cell).is_some_and(|of| of.iter().any(|other| *other != iteration)))
        })
    }

    #[test]
    fn iterations_that_are_called_apart_meet_no_cell() {
        let mut seed = 1u64;
        let mut below = |bound: i64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as i64 % bound
        };
        let mut apart = 0;
        for _ in 0..40_000 {
            let (trip, row) = (1 + below(9), below(14) - 3);
            let mut placed = |row: i64| {
                let run = Run { buffer: 0, cell: 100 + below(5) * row.max(1) + below(2), slope: below(4) - 1 };
                Placed { run, inner: (row * below(2), 1 + below(5)), is_store: true }
            };
            let (x, mut y) = (placed(row), placed(row));
            y.run.slope = if y.run.slope == 2 { 2 } else { x.run.slope };
            if are_apart(x, y, trip) {
                assert!(!meet(x, y, trip), "{:?} {:?} {:?} {:?} {trip}", x.run, x.inner, y.run, y.inner);
                apart += 1;
            }
        }
        assert!(apart > 5_000, "{apart}");
        // Columns of an array of rows of 100: each iteration has one.
        let column =
            |row: i64| Placed { run: Run { buffer: 0, cell: row * 100, slope: 1 }, inner: (100, 7), is_store: true };
        assert!(are_apart(column(0), column(2), 100) && !are_apart(column(0), column(2), 101));
    }
}
