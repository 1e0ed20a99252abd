//! Factors in another order or of another type: copied whole, or packed into panels in the order in which tiles read them.
//!
//! A panel by lanes holds, for each tile of lanes and each point of the sum, its lanes side by side, and of each lane the elements that one
//! iteration multiplies: `[tile, other sums..., iteration, lane * dot]`. A panel by rows is the same of a tile's rows.

use super::{Block, Emitter, Group, converted, groups, indices, less, masked};
use crate::form::Number;
use crate::plan::{Operand, Parts, split};
use crate::write::{Index, Value, ty};

/// Buffers of both factors.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// For each factor and each group of lanes.
    pub lanes: [Vec<Option<Value>>; 2],
    /// For each factor, each block of rows and each size of tiles in it.
    pub rows: [Vec<Vec<Value>>; 2],
}

impl Buffers {
    /// The one that a tile reads of a factor.
    pub fn of(&self, factor: usize, group: usize, (block, part): (usize, usize)) -> Option<Value> {
        let by_rows = self.rows[factor].get(block).and_then(|parts| parts.get(part));
        by_rows.or_else(|| self.lanes[factor].get(group).and_then(Option::as_ref)).cloned()
    }
}

/// Buffers of one block.
#[derive(Clone, Debug, Default)]
pub struct Panels {
    pub elements: Buffers,
    /// Sums that stand beside the elements, of the block's whole iterations and of what is left.
    pub sums: Buffers,
    /// Sums of a tile that has lanes which the result has not.
    pub partial: Option<Value>,
}

impl Emitter<'_> {
    /// The type of what is packed of a factor in tiles of a group: a tile with lanes that are not there has to be packed.
    fn packed_lanes(&self, factor: usize, group: &Group) -> Option<Number> {
        let access = &self.of.factors[factor];
        let by_rows = self.plan.row.is_some_and(|row| access.has(row));
        let is_partial = group.valid < group.parts.size && !by_rows;
        let must = access.has(self.plan.lane) && (is_partial || self.is_packed(factor) && !by_rows);
        must.then(|| self.plan.read(self.of, factor))
    }

    fn packed_rows(&self, factor: usize) -> Option<Number> {
        match self.plan.operands[factor] {
            Operand::Packed(number) if !self.of.factors[factor].has(self.plan.lane) => Some(number),
            _ => None,
        }
    }

    /// Summed dimensions around the inner one that a factor's panels have: all of those that one sum goes through, and those around it
    /// that the factor depends on.
    pub fn around(&self, factor: usize) -> Vec<usize> {
        let is_summed = |dim: &usize| self.of.is_summed(*dim) && *dim != self.plan.inner;
        let has = |dim: &usize| !self.plan.is_scaled(self.of, *dim) || self.factors[factor].0.has(*dim);
        (0..self.of.dims.len()).filter(|dim| is_summed(dim) && has(dim)).collect()
    }

    /// Makes room for what one block packs, its whole iterations and what is left.
    pub fn panels(&mut self, block: Block, row_blocks: &[Parts]) -> Vec<Panels> {
        let mut all: Vec<Panels> = block.phases().into_iter().map(|phase| self.panels_of(phase, row_blocks)).collect();
        let is_partial = groups(self.of, self.plan).iter().any(|group| group.valid < group.parts.size);
        if let Some(first) = all.first_mut().filter(|_| is_partial) {
            first.partial = Some(self.allocate(&[self.plan.rows, self.plan.lanes], self.of.sum()));
        }
        if let Some(first) = all.first_mut() {
            self.allocate_sums(first, row_blocks);
        }
        all
    }

    fn panels_of(&mut self, block: Block, row_blocks: &[Parts]) -> Panels {
        let mut panels = Panels::default();
        let groups = groups(self.of, self.plan);
        for factor in 0..2 {
            let sums: Vec<u64> = self.around(factor).into_iter().map(|dim| self.of.dims[dim].size).collect();
            let shape =
                |tiles: u64, width: u64| [&[tiles][..], &sums, &[block.iterations(), width * block.dot]].concat();
            for group in &groups {
                let number = self.packed_lanes(factor, group);
                let buffer = number.map(|number| self.allocate(&shape(group.parts.count, group.parts.size), number));
                panels.elements.lanes[factor].push(buffer);
            }
            let Some(number) = self.packed_rows(factor) else { continue };
            for rows in row_blocks {
                let parts = split(rows.size, self.plan.rows.min(rows.size));
                let each = parts.iter().map(|part| self.allocate(&shape(part.count, part.size), number));
                let each = each.collect();
                panels.elements.rows[factor].push(each);
            }
        }
        panels
    }

    /// Copies factors that are read from a copy of another type.
    pub fn copy_whole(&mut self) {
        for factor in 0..2 {
            let Operand::Copied(number) = self.plan.operands[factor] else { continue };
            let array = &self.of.arrays[self.of.factors[factor].array];
            let from = self.arguments[self.of.factors[factor].array].clone();
            let to = self.allocate(&array.shape, number);
            let mut place: Vec<Index> = array.shape.iter().map(|size| self.writer.each(*size)).collect();
            // The innermost dimension as vectors, and what is left one by one.
            let lanes = self.plan.lanes;
            let (last, size) = (array.shape.len() - 1, array.shape[array.shape.len() - 1]);
            self.writer.end(1);
            for (parts, shape) in [(split(size, lanes), &[lanes][..])].into_iter().flat_map(|(parts, shape)| {
                parts.into_iter().map(move |part| if part.size == lanes { (part, shape) } else { (part, &[][..]) })
            }) {
                let (count, step) = if shape.is_empty() { (parts.size, 1) } else { (parts.count, lanes) };
                place[last] = self.writer.each(count).times(step as i64).and(parts.start);
                let value = self.writer.load(&from, &place, shape, array.number);
                let value = self.stored(factor, value, shape, number);
                self.writer.store(&value, &to, &place);
                self.writer.end(1);
            }
            self.writer.end(last);
            self.copied[factor] = Some(to);
        }
    }

    /// Begins loops over the summed dimensions around the inner one that a factor's panels have, and over its iterations: their counters.
    fn open_sums(&mut self, factor: usize, block: Block) -> Vec<Index> {
        let mut counters = Vec::new();
        for dim in self.around(factor) {
            let counter = self.writer.each(self.of.dims[dim].size);
            self.at[dim] = counter.clone();
            counters.push(counter);
        }
        counters.push(self.writer.each(block.iterations()));
        counters
    }

    /// An element, or neighbours, of a factor in its array as numbers of another type.
    fn fetched(&mut self, factor: usize, at: &[Index], shape: &[u64], number: Number) -> Value {
        let access = &self.of.factors[factor];
        let of_array = self.of.number(access);
        let value = self.writer.load(&self.arguments[access.array], &indices(access, at), shape, of_array);
        self.stored(factor, value, shape, number)
    }

    /// Elements of a factor's array as what a copy holds: wider, and then without the zero point, or as they are but for a sign.
    fn stored(&mut self, factor: usize, value: Value, shape: &[u64], number: Number) -> Value {
        let array = &self.of.arrays[self.of.factors[factor].array];
        let own = array.number;
        let value = masked(&mut self.writer, value, shape, (array.used.filter(|_| number != own), own));
        let value = converted(&mut self.writer, value, shape, (own, number));
        let zero = if number.bits() > own.bits() { self.of.zeros[factor] } else { 0 };
        less(&mut self.writer, value, shape, (zero, number))
    }

    /// Packs a factor by lanes, all groups of them.
    pub fn pack_lanes(&mut self, factor: usize, block: Block, panels: &Panels) {
        for (number, group) in groups(self.of, self.plan).into_iter().enumerate() {
            let (Some(to), Some(number)) = (&panels.elements.lanes[factor][number], self.packed_lanes(factor, &group))
            else {
                continue;
            };
            let tile = self.writer.each(group.parts.count);
            let within = tile.times(group.parts.size as i64).and(group.parts.start);
            let first = within.plus(&self.begin[self.plan.lane]);
            let begin = self.at[self.plan.inner].clone();
            let counters = self.open_sums(factor, block);
            let place = [&[tile][..], &counters].concat();
            let is_whole = group.valid == group.parts.size && self.of.factors[factor].is_contiguous(self.plan.lane);
            let inner = begin.plus(&counters[counters.len() - 1].times(block.dot as i64));
            if is_whole {
                self.pack_vectors(factor, (block, &inner), (&first, group.vectors), (to, &place), number);
            } else {
                self.pack_numbers(factor, (block, &inner), (&first, group), (to, &place), number);
            }
            self.at[self.plan.inner] = begin;
            self.writer.end(counters.len() + 1);
        }
    }

    /// Lanes of each product beside each other: `a0 b0 a1 b1 ...` of two rows `a` and `b`.
    pub fn interleaved(&mut self, rows: &[Value], lanes: u64, number: Number) -> Value {
        let [even, odd] = match rows {
            [one] => return one.clone(),
            [x, y] => [x.clone(), y.clone()],
            rows => [0, 1].map(|begin| {
                let half: Vec<Value> = rows.iter().skip(begin).step_by(2).cloned().collect();
                self.interleaved(&half, lanes, number)
            }),
        };
        let count = lanes * rows.len() as u64;
        self.writer.op("vector.interleave", &[&even, &odd], "", ty(&[count], number))
    }

    fn pack_vectors(
        &mut self,
        factor: usize,
        (block, inner): (Block, &Index),
        (first, vectors): (&Index, u64),
        (to, place): (&Value, &[Index]),
        number: Number,
    ) {
        let lanes = self.plan.lanes;
        for vector in 0..vectors {
            let mut rows = Vec::new();
            for product in 0..block.dot {
                let mut at = self.at.clone();
                at[self.plan.lane] = first.and(vector * lanes);
                at[self.plan.inner] = inner.and(product);
                rows.push(self.fetched(factor, &at, &[lanes], number));
            }
            let all = self.interleaved(&rows, lanes, number);
            let place = [place, &[Index::constant(vector * lanes * block.dot)]].concat();
            self.writer.store(&all, to, &place);
        }
    }

    fn pack_numbers(
        &mut self,
        factor: usize,
        (block, inner): (Block, &Index),
        (first, group): (&Index, Group),
        (to, place): (&Value, &[Index]),
        number: Number,
    ) {
        for (start, count) in [(0, group.valid), (group.valid, group.parts.size - group.valid)] {
            if count == 0 {
                continue;
            }
            let lane = self.writer.each(count).and(start);
            // A lane that the result has not repeats the last one that it has: nobody reads what it adds.
            let source = if start == 0 { lane.clone() } else { Index::constant(group.valid - 1) };
            for product in 0..block.dot {
                let mut at = self.at.clone();
                at[self.plan.lane] = first.plus(&source);
                at[self.plan.inner] = inner.and(product);
                let value = self.fetched(factor, &at, &[], number);
                let place = [place, &[lane.times(block.dot as i64).and(product)]].concat();
                self.writer.store(&value, to, &place);
            }
            self.writer.end(1);
        }
    }

    /// Packs a factor by rows: one block of them, which begins at an index.
    pub fn pack_rows(&mut self, factor: usize, block: Block, panels: &Panels, of: (usize, Parts), begin: &Index) {
        let (Some(number), Some(row)) = (self.packed_rows(factor), self.plan.row) else { return };
        let parts = split(of.1.size, self.plan.rows.min(of.1.size));
        for (part, to) in parts.into_iter().zip(&panels.elements.rows[factor][of.0]) {
            let tile = self.writer.each(part.count);
            let first = begin.plus(&tile.times(part.size as i64)).and(part.start);
            let before = self.at[self.plan.inner].clone();
            let counters = self.open_sums(factor, block);
            let inner = before.plus(&counters[counters.len() - 1].times(block.dot as i64));
            let is_vector = block.dot > 1 && self.of.factors[factor].is_contiguous(self.plan.inner);
            let (shape, count) = if is_vector { (vec![block.dot], 1) } else { (Vec::new(), block.dot) };
            for number_of_row in 0..part.size {
                for product in 0..count {
                    let mut at = self.at.clone();
                    at[row] = first.and(number_of_row);
                    at[self.plan.inner] = inner.and(product);
                    let value = self.fetched(factor, &at, &shape, number);
                    let last = Index::constant(number_of_row * block.dot + product);
                    let place = [&[tile.clone()][..], &counters, &[last]].concat();
                    self.writer.store(&value, to, &place);
                }
            }
            self.at[self.plan.inner] = before;
            self.writer.end(counters.len() + 1);
        }
    }
}
