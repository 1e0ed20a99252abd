//! Sums that stand beside panels. Where elements `a'` of one factor are stored with an offset `p`, and the other's `b'` with `q`, each sum
//! begins with what takes them out: `sum (a' - p) (b' - q) = sum a' b' - p sum b' - q sum (a' - p)`.

use super::copies::Panels;
use super::{Block, Emitter, constant, groups, less, summed, tile};
use crate::form::Number;
use crate::plan::{Parts, split};
use crate::write::{Index, Value, ty};

/// Phases of a block, each with its panels.
type Phases<'a> = [(Block, &'a Panels)];

impl Emitter<'_> {
    /// Makes room for the sums of one block's panels.
    pub fn allocate_sums(&mut self, panels: &mut Panels, row_blocks: &[Parts]) {
        let sum = self.of.sum();
        for factor in (0..2).filter(|factor| self.plan.taken_out(self.of, 1 - factor).is_some()) {
            for (group, panel) in groups(self.of, self.plan).into_iter().zip(panels.elements.lanes[factor].clone()) {
                let buffer = panel.map(|_| self.allocate(&[group.parts.count, group.parts.size], sum));
                panels.sums.lanes[factor].push(buffer);
            }
            for (rows, known) in row_blocks.iter().zip(panels.elements.rows[factor].clone()) {
                let parts = split(rows.size, self.plan.rows.min(rows.size)).into_iter().zip(known);
                let each = parts.map(|(part, _)| self.allocate(&[part.count, part.size], sum)).collect();
                panels.sums.rows[factor].push(each);
            }
        }
    }

    /// Sums of a factor's panels by lanes, all groups of them.
    pub fn sum_lanes(&mut self, factor: usize, phases: &Phases) {
        let Some((_, first)) = phases.first() else { return };
        for (number, group) in groups(self.of, self.plan).into_iter().enumerate() {
            let Some(Some(to)) = first.sums.lanes[factor].get(number) else { continue };
            let panels =
                phases.iter().filter_map(|(block, of)| Some((*block, of.elements.lanes[factor][number].as_ref()?)));
            let panels: Vec<_> = panels.collect();
            let tile = self.writer.each(group.parts.count);
            for vector in 0..group.vectors {
                let first = vector * self.plan.lanes;
                self.sum(factor, &panels, &tile, (first, self.plan.lanes), to);
            }
            self.writer.end(1);
        }
    }

    /// Sums of a factor's panels by rows: one block of them.
    pub fn sum_rows(&mut self, factor: usize, phases: &Phases, (number, rows): (usize, Parts)) {
        let Some(buffers) = phases.first().and_then(|(_, first)| first.sums.rows[factor].get(number)) else { return };
        let parts = split(rows.size, self.plan.rows.min(rows.size));
        for (at, (part, to)) in parts.into_iter().zip(buffers).enumerate() {
            let panels: Vec<_> =
                phases.iter().map(|(block, panels)| (*block, &panels.elements.rows[factor][number][at])).collect();
            let tile = self.writer.each(part.count);
            self.sum(factor, &panels, &tile, (0, part.size), to);
            self.writer.end(1);
        }
    }

    /// Stores the sums of a panel's neighbours, from one on, times the offset that they take out. Lanes are a vector; rows, which may be
    /// as many as no vector has, are numbers.
    fn sum(&mut self, factor: usize, panels: &[(Block, &Value)], tile: &Index, (first, count): (u64, u64), to: &Value) {
        let by_lanes = self.of.factors[factor].has(self.plan.lane);
        let (shape, each) = if by_lanes { (vec![count], 1) } else { (Vec::new(), count) };
        let sum = self.of.sum();
        let mut sums: Vec<Value> = (0..each).map(|_| constant(&mut self.writer, 0, &shape, sum)).collect();
        let around: Vec<u64> = summed(self.of, self.plan).iter().map(|dim| self.of.dims[*dim].size).collect();
        for (block, panel) in panels {
            let mut counters = vec![tile.clone()];
            for size in around.iter().copied().chain([block.iterations()]) {
                let (counter, carried) = self.writer.open(size, sums);
                sums = carried;
                counters.push(counter);
            }
            sums = match by_lanes {
                true => vec![self.lanes_added(factor, (*block, panel), (&counters, first), (count, &sums[0]))],
                false => self.rows_added(factor, (*block, panel), &counters, sums),
            };
            for _ in 0..=around.len() {
                sums = self.writer.close(sums);
            }
        }
        let offset = self.plan.taken_out(self.of, 1 - factor).unwrap_or(0);
        let offset = constant(&mut self.writer, offset, &shape, sum);
        for (at, value) in (0..).zip(&sums) {
            let value = self.writer.op("arith.muli", &[value, &offset], "", offset.ty.clone());
            self.writer.store(&value, to, &[tile.clone(), Index::constant(first + at)]);
        }
    }

    /// Adds what an iteration reads of a panel by lanes: so many lanes, from one on.
    fn lanes_added(
        &mut self,
        factor: usize,
        (block, panel): (Block, &Value),
        (counters, first): (&[Index], u64),
        (count, sum): (u64, &Value),
    ) -> Value {
        let number = self.plan.read(self.of, factor);
        let at = [counters, &[Index::constant(first * block.dot)]].concat();
        let value = self.writer.load(panel, &at, &[count * block.dot], number);
        if block.dot == 1 {
            let value = self.element(factor, value, &[count], number);
            return self.writer.op("arith.addi", &[&value, sum], "", sum.ty.clone());
        }
        let shape = [count, block.dot];
        let value = self.writer.op("vector.shape_cast", &[&value], "", ty(&shape, number));
        let value = self.element(factor, value, &shape, number);
        let attributes = " <{kind = #vector.kind<add>, reduction_dims = [1]}>";
        self.writer.op("vector.multi_reduction", &[&value, sum], attributes, sum.ty.clone())
    }

    /// Adds what an iteration reads of a panel by rows.
    fn rows_added(
        &mut self,
        factor: usize,
        (block, panel): (Block, &Value),
        counters: &[Index],
        mut sums: Vec<Value>,
    ) -> Vec<Value> {
        let number = self.plan.read(self.of, factor);
        for (row, sum) in (0..).zip(&mut sums) {
            for product in 0..block.dot {
                let at = [counters, &[Index::constant(row * block.dot + product)]].concat();
                let value = self.writer.load(panel, &at, &[], number);
                let value = self.element(factor, value, &[], number);
                *sum = self.writer.op("arith.addi", &[&*sum, &value], "", value.ty.clone());
            }
        }
        sums
    }

    /// An element as it is summed: of the first factor without the offset that it is stored with.
    fn element(&mut self, factor: usize, value: Value, shape: &[u64], number: Number) -> Value {
        let value = self.multiplied(factor, value, shape, number);
        let own = self.plan.taken_out(self.of, factor).filter(|_| factor == 0);
        less(&mut self.writer, value, shape, (own.unwrap_or(0), self.of.sum()))
    }

    /// A tile's sums less what their factors' offsets add.
    pub fn taken_out(&mut self, place: &tile::Place, mut sums: Vec<Value>) -> Vec<Value> {
        let (lanes, number) = (self.plan.lanes, self.of.sum());
        let of_sum = ty(&[lanes], number);
        for (factor, beside) in place.beside.clone().into_iter().enumerate() {
            let Some(beside) = beside else { continue };
            let by_lanes = self.of.factors[factor].has(self.plan.lane);
            let mut seen = Vec::new();
            for number_of in 0..if by_lanes { place.group.vectors } else { place.rows } {
                seen.push(match by_lanes {
                    true => {
                        let at = [place.lane_tile.clone(), Index::constant(number_of * lanes)];
                        self.writer.load(&beside, &at, &[lanes], number)
                    }
                    false => {
                        let at = [place.row_tile.clone(), Index::constant(number_of)];
                        let one = self.writer.load(&beside, &at, &[], number);
                        self.writer.op("vector.broadcast", &[&one], "", of_sum.clone())
                    }
                });
            }
            for (at, sum) in sums.iter_mut().enumerate() {
                let (row, vector) = (at / place.group.vectors as usize, at % place.group.vectors as usize);
                let less = &seen[if by_lanes { vector } else { row }];
                *sum = self.writer.op("arith.subi", &[&*sum, less], "", of_sum.clone());
            }
        }
        sums
    }
}
