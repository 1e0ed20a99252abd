//! The reads of a tile: elements of factors where they are, in copies or in panels, as numbers that are multiplied.

use super::tile::{Place, THIRD};
use super::{Emitter, constant, converted, indices, less};
use crate::form::{Access, Number};
use crate::write::{Index, Value, ty};

impl Emitter<'_> {
    /// Indices of a factor where it is, or in its copy.
    fn in_place(&self, place: &Place, access: &Access, row: u64, lane: u64, product: u64) -> Vec<Index> {
        let mut at = self.at.clone();
        at[self.plan.lane] = self.first_lane(place).and(lane);
        if let Some(dim) = self.plan.row {
            at[dim] = place.first_row.and(row);
        }
        at[self.plan.inner] = at[self.plan.inner].and(product);
        indices(access, &at)
    }

    fn memory(&self, factor: usize) -> Value {
        let copied = self.copied.get(factor).cloned().flatten();
        copied.unwrap_or_else(|| self.arguments[self.factors[factor].0.array].clone())
    }

    /// Where an iteration begins in a factor's panels, of tiles that this is the number of; and what is added to the last index there.
    fn in_panel(&self, factor: usize, tile: &Index, number: &Index, last: u64) -> Vec<Index> {
        let around = self.around(factor).into_iter().map(|dim| self.at[dim].clone());
        [tile.clone()].into_iter().chain(around).chain([number.clone(), Index::constant(last)]).collect()
    }

    /// A vector of a factor that depends on the lanes.
    pub fn lanes(
        &mut self,
        place: &Place,
        number: &Index,
        (factor, row, vector): (usize, u64, u64),
        of: Number,
    ) -> Value {
        let (lanes, dot) = (self.plan.lanes, place.block.dot);
        let all = match place.panels[0].get(factor).and_then(Option::as_ref) {
            Some(panel) => {
                let at = self.in_panel(factor, &place.lane_tile, number, vector * lanes * dot);
                self.writer.load_in(panel, &at, &[lanes * dot], (of, self.range(factor, of)))
            }
            None => {
                let rows: Vec<Value> =
                    (0..dot).map(|product| self.gathered(place, (factor, row, vector), product, of)).collect();
                self.interleaved(&rows, lanes, of)
            }
        };
        let all = self.used(factor, all, &[lanes * dot], of);
        if dot == 1 {
            return self.widened(factor, all, &[lanes], of, dot);
        }
        let pairs = self.writer.op("vector.shape_cast", &[&all], "", ty(&[lanes, dot], of));
        self.widened(factor, pairs, &[lanes, dot], of, dot)
    }

    /// Lanes of a factor where it is: as neighbours, or each by itself; where the result has no such lane, the last one again.
    fn gathered(
        &mut self,
        place: &Place,
        (factor, row, vector): (usize, u64, u64),
        product: u64,
        number: Number,
    ) -> Value {
        let (memory, access, lanes) = (self.memory(factor), self.factors[factor].0.clone(), self.plan.lanes);
        if place.group.valid == place.group.parts.size && access.is_contiguous(self.plan.lane) {
            let at = self.in_place(place, &access, row, vector * lanes, product);
            return self.writer.load_in(&memory, &at, &[lanes], (number, self.range(factor, number)));
        }
        let one = |emitter: &mut Self, lane: u64| {
            let at = emitter.in_place(place, &access, row, lane, product);
            let range = emitter.range(factor, number);
            emitter.writer.load_in(&memory, &at, &[], (number, range))
        };
        let first = vector * lanes;
        let last = (first + lanes).min(place.group.valid);
        let mut each: Vec<Value> = (first..last).map(|lane| one(self, lane)).collect();
        if let Some(last) = each.last().cloned() {
            each.resize(lanes as usize, last);
        }
        self.writer.op("vector.from_elements", &each.iter().collect::<Vec<_>>(), "", ty(&[lanes], number))
    }

    /// The range of what is read: that of the array's elements, where they are as they were in it.
    fn range(&self, factor: usize, read: Number) -> Option<(i64, i64)> {
        let array = &self.of.arrays[self.factors[factor].0.array];
        array.range.filter(|_| array.number == read)
    }

    /// Elements as they were read: those of their bits that count. Copies of another type have no others. Memory of the kernel's own may hold
    /// anything as far as the comparison knows, so that a mask before it would say nothing of what is read. A window begins behind the mask,
    /// and knows its numbers by it.
    fn used(&mut self, factor: usize, value: Value, shape: &[u64], read: Number) -> Value {
        let array = &self.of.arrays[self.factors[factor].0.array];
        let Some(used) = array.used.filter(|_| array.number == read) else { return value };
        let mask = constant(&mut self.writer, (1 << used) - 1, shape, read);
        self.writer.op("arith.andi", &[&value, &mask], " {isotope.begins}", value.ty.clone())
    }

    /// The element that a factor which does not depend on the lanes has for a row, in each lane.
    pub fn spread(&mut self, place: &Place, number: &Index, (factor, row): (usize, u64), of: Number) -> Value {
        let (lanes, dot) = (self.plan.lanes, place.block.dot);
        let one = if dot == 1 { vec![] } else { vec![dot] };
        let value = match place.panels[0].get(factor).and_then(Option::as_ref) {
            Some(panel) => {
                let at = self.in_panel(factor, &place.row_tile, number, row * dot);
                self.writer.load_in(panel, &at, &one, (of, self.range(factor, of)))
            }
            None => {
                let at = self.in_place(place, &self.factors[factor].0, row, 0, 0);
                let memory = self.memory(factor);
                self.writer.load_in(&memory, &at, &one, (of, self.range(factor, of)))
            }
        };
        let value = self.used(factor, value, &one, of);
        let shape = [&[lanes][..], &one].concat();
        let value = self.writer.op("vector.broadcast", &[&value], "", ty(&shape, of));
        self.widened(factor, value, &shape, of, dot)
    }

    /// The same as numbers as wide as what they are multiplied as.
    fn widened(&mut self, factor: usize, value: Value, shape: &[u64], number: Number, dot: u64) -> Value {
        if self.plan.has_pairs && dot == self.plan.dot {
            return converted(&mut self.writer, value, shape, (number, Number::Signed(16)));
        }
        self.multiplied(factor, value, shape, number)
    }

    /// Elements as they are read as the numbers that are multiplied.
    pub fn multiplied(&mut self, factor: usize, value: Value, shape: &[u64], number: Number) -> Value {
        let sum = self.of.sum();
        let value = converted(&mut self.writer, value, shape, (number, sum));
        let offset = if factor == THIRD { Some(self.factors[THIRD].1) } else { self.plan.subtracted(self.of, factor) };
        let offset = offset.unwrap_or(0);
        less(&mut self.writer, value, shape, (offset, sum))
    }
}
