//! The cost of a plan: iterations of its tiles, lines of caches, and copies.

use crate::form::{Access, Contraction, Row};
use crate::plan::{Machine, Operand, Plan, bytes_of_iteration};

/// Bytes of a line, and of a page.
const LINE: u64 = 64;
const PAGE: u64 = 4096;

/// Pages that most processors know at once.
const PAGES: u64 = 64;

/// The work of a kernel, counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Work {
    /// Iterations of all tiles' innermost loops; tiles, where they have none.
    pub iterations: u64,
    /// Tiles, each of which loads its sums and stores them.
    pub tiles: u64,
    /// Vectors of sums in a tile.
    pub sums: u64,
    /// Lines that are gone through, each with the bytes that are gone through again and again there.
    pub lines: Vec<(u64, u64)>,
    /// Pages that are touched beside more others than a processor knows at once.
    pub pages: u64,
    /// Vectors and numbers that are copied into panels.
    pub copies: [u64; 2],
}

/// A cost in cycles, by where it is from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Of the tiles' loops.
    pub compute: f64,
    /// Of lines that come from further away than the first cache.
    pub lines: f64,
    /// Of copies.
    pub copies: f64,
}

impl Cost {
    /// Loads of what comes next run beside the computation, but not all of them.
    pub fn total(&self) -> f64 {
        self.compute.max(self.lines) + self.compute.min(self.lines) / 4.0 + self.copies
    }
}

/// Points of all dimensions that an access depends on.
fn footprint(of: &Contraction, access: &Access) -> u64 {
    (0..of.dims.len()).filter(|dim| access.has(*dim)).fold(1, |count: u64, dim| count.saturating_mul(of.dims[dim].size))
}

/// Elements of the box that one tile reads in a block.
fn tile_box(of: &Contraction, plan: &Plan, access: &Access) -> u64 {
    let size = |dim: usize| match dim {
        _ if dim == plan.lane => plan.vectors * plan.lanes,
        _ if Some(dim) == plan.row => plan.rows,
        _ if dim == plan.inner => plan.block,
        _ if plan.is_scaled(of, dim) => 1,
        _ if of.is_summed(dim) => of.dims[dim].size,
        _ => 1,
    };
    let extent = |row: &Row| {
        row.dims()
            .fold(1, |sum: u64, dim| sum.saturating_add(row.factors[dim].unsigned_abs().saturating_mul(size(dim) - 1)))
    };
    access.rows.iter().fold(1, |count: u64, row| count.saturating_mul(extent(row)))
}

/// Points of the dimensions around sums that a third factor multiplies, of those that an access depends on: what it reads more than
/// for one of these sums.
fn times(of: &Contraction, plan: &Plan, access: &Access) -> u64 {
    let dims = super::text::scaled(of, plan).into_iter().filter(|dim| access.has(*dim));
    dims.fold(1, |count: u64, dim| count.saturating_mul(of.dims[dim].size))
}

impl Work {
    /// The work of a plan's kernel.
    pub fn of(of: &Contraction, plan: &Plan, machine: Machine) -> Work {
        let of = &*plan.arranged(of);
        let near = machine.caches[0] * 1024 * 7 / 8;
        let size = |dim: usize| of.dims[dim].size;
        let row = plan.row.map_or(1, size);
        let (lane_tiles, row_tiles) = (size(plan.lane).div_ceil(plan.vectors * plan.lanes), row.div_ceil(plan.rows));
        let outer = super::text::outer(of, plan).into_iter().fold(1, |count: u64, dim| count.saturating_mul(size(dim)));
        let product = |dims: Vec<usize>| dims.into_iter().fold(1, |count: u64, dim| count.saturating_mul(size(dim)));
        let sums = product(super::text::summed(of, plan));
        // Sums of a tile that a third factor multiplies, and of which each is added to memory.
        let scaled = product(super::text::scaled(of, plan));
        let (blocks, row_blocks) = (size(plan.inner).div_ceil(plan.block), row.div_ceil(plan.row_block.max(1)));
        let tiles = lane_tiles.saturating_mul(row_tiles).saturating_mul(outer).saturating_mul(blocks);
        let block = plan.block.min(size(plan.inner));
        let ends = tiles.saturating_mul(scaled);
        let iterations = ends.saturating_mul(block.div_ceil(plan.dot)).saturating_mul(sums);
        // A tile without a loop has a price that holds its sums' loads and stores.
        let (iterations, of_tile) =
            if plan.is_unrolled(of) { (ends, 0) } else { (iterations, plan.rows * plan.vectors) };
        let mut work = Work { iterations, tiles: ends, sums: of_tile, ..Work::default() };
        let panels = bytes_of_iteration(of, plan).map(|bytes| bytes * block * sums);
        for factor in 0..2 {
            let access = &of.factors[factor];
            let has_rows = plan.row.is_some_and(|row| access.has(row));
            let by_lanes = access.has(plan.lane) && !has_rows;
            let around = times(of, plan, access);
            let whole = panels[factor] * around * if by_lanes { lane_tiles } else { row_tiles.div_ceil(row_blocks) };
            // A panel by lanes is read again for each tile of rows, which finds it in the first cache if both fit there. A panel by rows is
            // read again for each tile of lanes.
            let (first, again, bytes) = match by_lanes {
                true => (lane_tiles * row_blocks, row_tiles.saturating_sub(row_blocks) * lane_tiles, panels[factor]),
                // Each tile has its own elements.
                false if access.has(plan.lane) => (row_tiles * lane_tiles, 0, whole),
                false => (row_tiles, row_tiles * (lane_tiles - 1), whole),
            };
            let is_near = by_lanes && panels.iter().sum::<u64>() * around <= near;
            let again = if is_near { 0 } else { again };
            let element = u64::from(of.number(access).bits()) / 8;
            // The first time, panels come from where they were packed, and others from their array.
            let is_packed = matches!(plan.operands[factor], Operand::Packed(_));
            let from = if is_packed { whole } else { footprint(of, access).saturating_mul(element).max(whole) };
            // Elements that several iterations read of a tile count once.
            let of_tile =
                if is_packed { panels[factor] } else { panels[factor].min(tile_box(of, plan, access) * element) };
            let lines = of_tile.div_ceil(LINE) * outer * blocks * around;
            work.lines.push((lines * first, from));
            work.lines.push((lines * again, if by_lanes { bytes.max(near + 1) } else { bytes }));
            if by_lanes && plan.operands[factor] == Operand::InPlace {
                // Each iteration reads from a row of the array.
                let row = of.arrays[access.array].shape.last().map_or(0, |last| last * element);
                let pages = (block * row.min(PAGE)).div_ceil(PAGE);
                work.pages += if pages > PAGES { tiles * pages * sums } else { 0 };
            }
            work.copies(of, plan, factor);
        }
        work.third(of, plan, if plan.scales(of) { ends } else { iterations });
        let sum_bytes = u64::from(of.sum().bits()) / 8;
        // Lines come from afar in pairs, whether a tile has both or not.
        let of_tile = plan.rows * (plan.vectors * plan.lanes * sum_bytes).div_ceil(2 * LINE) * 2;
        work.lines.push((2 * of_tile * tiles, footprint(of, &of.result) * sum_bytes));
        work
    }

    /// Adds the lines of a third factor, which a tile reads so many times.
    fn third(&mut self, of: &Contraction, plan: &Plan, count: u64) {
        let Some((third, _)) = &of.third else { return };
        let element = u64::from(of.number(third).bits()) / 8;
        let has_rows = plan.row.is_some_and(|row| third.has(row));
        let lanes = if third.has(plan.lane) { plan.vectors * plan.lanes } else { 1 };
        let width = lanes * if has_rows { plan.rows } else { 1 };
        let lines = count.saturating_mul((width * element).div_ceil(LINE));
        self.lines.push((lines, footprint(of, third).saturating_mul(element)));
    }

    /// Adds the copies of a factor.
    fn copies(&mut self, of: &Contraction, plan: &Plan, factor: usize) {
        let access = &of.factors[factor];
        let elements = footprint(of, access);
        match plan.operands[factor] {
            Operand::InPlace => {}
            Operand::Copied(_) => self.copies[0] += elements.div_ceil(plan.lanes),
            Operand::Packed(_) => {
                let by_lanes = access.has(plan.lane);
                // Rows are packed again in each iteration of the outer loops.
                let outer = super::text::outer(of, plan).into_iter().filter(|dim| !by_lanes && !access.has(*dim));
                let count = outer.fold(elements, |count: u64, dim| count.saturating_mul(of.dims[dim].size));
                let (dim, width) = if by_lanes { (plan.lane, plan.lanes) } else { (plan.inner, plan.dot) };
                match access.is_contiguous(dim) {
                    true => self.copies[0] += count.div_ceil(width),
                    false => self.copies[1] += count,
                }
                // Sums beside a panel read it once more: lanes as vectors, rows one by one.
                if plan.taken_out(of, 1 - factor).is_some() {
                    let width = if by_lanes { plan.lanes * plan.dot } else { 1 };
                    self.copies[usize::from(!by_lanes)] += count.div_ceil(width);
                }
            }
        }
    }

    /// The cost. `iteration`: cycles of an iteration of a tile's innermost loop, or of the tile, if it has none. `line`: cycles of a line, where so many bytes are
    /// gone through again and again.
    pub fn cost(&self, iteration: f64, line: &dyn Fn(u64) -> f64) -> Cost {
        /// Cycles of a tile besides its loop, for each of its vectors of sums: a load, a store, and its share of what the loop's end costs.
        const SUM: f64 = 2.0;
        /// Cycles of a vector that is copied, and of a number.
        const COPY: [f64; 2] = [2.0, 1.5];
        /// Cycles of a page that has to be looked up.
        const LOOKED_UP: f64 = 7.0;
        let near = line(0);
        let far: f64 = self.lines.iter().map(|(count, bytes)| *count as f64 * (line(*bytes) - near).max(0.0)).sum();
        Cost {
            compute: self.iterations as f64 * iteration + (self.tiles * self.sums) as f64 * SUM,
            lines: far + self.pages as f64 * LOOKED_UP,
            copies: self.copies.iter().zip(COPY).map(|(count, cycles)| *count as f64 * cycles).sum(),
        }
    }
}

/// Cycles of an iteration, or of a tile without a loop, before it is compiled and priced: what is loaded and computed, two of each a cycle.
pub fn guessed(of: &Contraction, plan: &Plan) -> f64 {
    let of = &*plan.arranged(of);
    let tile = (plan.rows * plan.vectors) as f64;
    // No instruction adds products of numbers that are wider than bytes by their zero point.
    let is_wide = (0..2).any(|factor| plan.subtracted(of, factor).is_some());
    let products = if is_wide { tile * (2 * plan.dot) as f64 } else { tile };
    let is_float = of.sum().is_float();
    // The product of two factors, and the third, of each row and vector.
    let is_multiplied = of.third.is_some() && !plan.scales(of);
    let products = if is_multiplied { 2.0 * products } else { products };
    let mut loads = 0.0;
    let mut others = if is_float || plan.dot > 1 { 0.0 } else { products };
    for factor in 0..2 {
        let access = &of.factors[factor];
        let has_rows = plan.row.is_some_and(|row| access.has(row));
        let each = if access.has(plan.lane) { plan.vectors } else { 1 } * if has_rows { plan.rows } else { 1 };
        let is_packed = matches!(plan.operands[factor], Operand::Packed(_));
        // Lanes of several rows are interleaved, numbers are widened.
        let rows = if access.has(plan.lane) && !is_packed { plan.dot } else { 1 };
        // Lanes that are no neighbours are loaded and inserted one by one.
        let is_gathered = access.has(plan.lane) && !is_packed && !access.is_contiguous(plan.lane);
        let width = if is_gathered { 2 * plan.lanes } else { 1 };
        loads += (each * rows * width) as f64;
        let is_wide = u64::from(plan.read(of, factor).bits()) * plan.dot >= u64::from(of.sum().bits());
        others += (each * (rows - 1)) as f64 + if is_wide { 0.0 } else { each as f64 };
    }
    let times = match plan.is_unrolled(of) {
        true => {
            super::text::summed(of, plan).into_iter().fold(1, |count, dim| count * of.dims[dim].size)
                * of.dims[plan.inner].size.div_ceil(plan.dot)
        }
        false => 1,
    };
    loads.max(products + others) / 2.0 * times as f64
}
