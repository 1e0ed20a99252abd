//! A tile: sums that stay in registers while all products are added that one block has for them.

use super::{Block, Emitter, Group, constant, converted, flags, indices, scaled, summed};
use crate::form::Number;
use crate::write::{Index, Value, ty};
use std::collections::HashMap;

/// The number of a third factor.
pub const THIRD: usize = 2;

/// A tile, and where it reads.
#[derive(Clone)]
pub struct Place {
    pub block: Block,
    /// Elements of the inner dimension before it: of a phase those of the phases before.
    pub before: u64,
    pub group: Group,
    /// Number of the tile of lanes within its group.
    pub lane_tile: Index,
    pub rows: u64,
    /// Number of the tile of rows within its block, and its first row.
    pub row_tile: Index,
    pub first_row: Index,
    /// Panels of both factors, for each phase of the block.
    pub panels: Vec<[Option<Value>; 2]>,
    /// Sums of both factors' panels, which take out the other one's offset.
    pub beside: [Option<Value>; 2],
    pub partial: Option<Value>,
}

/// The values that were read in an iteration: by factor, by row and by vector, where it depends on them.
type Seen = HashMap<(usize, Option<u64>, Option<u64>), Value>;

impl Emitter<'_> {
    pub fn first_lane(&self, place: &Place) -> Index {
        let within = place.lane_tile.times(place.group.parts.size as i64).and(place.group.parts.start);
        within.plus(&self.begin[self.plan.lane])
    }

    /// Where the sums of a row are in the result, from a lane on.
    fn of_result(&self, place: &Place, row: &Index, lane: &Index) -> Vec<Index> {
        let mut at = self.at.clone();
        at[self.plan.lane] = self.first_lane(place).plus(lane);
        if let Some(dim) = self.plan.row {
            at[dim] = place.first_row.plus(row);
        }
        indices(&self.of.result, &at)
    }

    /// Copies the lanes that the result has from it to a tile of its own, or back.
    fn copy_partial(&mut self, place: &Place, partial: &Value, is_back: bool) {
        let (result, sum) = (self.arguments[self.of.result.array].clone(), self.of.sum());
        let row = self.writer.each(place.rows);
        let lane = self.writer.each(place.group.valid);
        let (in_tile, in_result) = (vec![row.clone(), lane.clone()], self.of_result(place, &row, &lane));
        let (from, to) = if is_back { (partial, &result) } else { (&result, partial) };
        let (source, target) = if is_back { (&in_tile, &in_result) } else { (&in_result, &in_tile) };
        let value = self.writer.load(from, source, &[], sum);
        self.writer.store(&value, to, target);
        self.writer.end(2);
    }

    /// Sets the lanes that the result has not to the last one that it has.
    fn fill_partial(&mut self, place: &Place, partial: &Value) {
        let (result, sum) = (self.arguments[self.of.result.array].clone(), self.of.sum());
        let row = self.writer.each(place.rows);
        let lane = self.writer.each(place.group.parts.size - place.group.valid).and(place.group.valid);
        let last = self.of_result(place, &row, &Index::constant(place.group.valid - 1));
        let value = self.writer.load(&result, &last, &[], sum);
        self.writer.store(&value, partial, &[row, lane]);
        self.writer.end(2);
    }

    /// Writes a tile.
    pub fn tile(&mut self, place: &Place) {
        let partial = place.partial.clone().filter(|_| place.group.valid < place.group.parts.size);
        let begins = place.block.begins;
        if let Some(partial) = partial.as_ref().filter(|_| !begins) {
            self.fill_partial(place, partial);
            self.copy_partial(place, partial, false);
        }
        let vectors = place.group.vectors;
        let (memory, sum) =
            (partial.clone().unwrap_or_else(|| self.arguments[self.of.result.array].clone()), self.of.sum());
        let mut places = Vec::new();
        for row in 0..place.rows {
            for vector in 0..vectors {
                let (row, lane) = (Index::constant(row), Index::constant(vector * self.plan.lanes));
                places.push(match partial {
                    Some(_) => vec![row, lane],
                    None => self.of_result(place, &row, &lane),
                });
            }
        }
        if self.plan.scales(self.of) {
            self.scaled(place, &memory, &places);
        } else {
            let begin = |at: &Vec<Index>| match begins {
                true => constant(&mut self.writer, 0, &[self.plan.lanes], sum),
                false => self.writer.load(&memory, at, &[self.plan.lanes], sum),
            };
            let sums = places.iter().map(begin).collect();
            let sums = self.taken_out(place, sums);
            let sums = self.summed(place, sums);
            for (value, at) in sums.iter().zip(&places) {
                self.writer.store(value, &memory, at);
            }
        }
        if let Some(partial) = &partial {
            self.copy_partial(place, partial, true);
        }
    }

    /// For each element of the third factor: sums that begin at zero are multiplied by it, and added to what memory has.
    fn scaled(&mut self, place: &Place, memory: &Value, places: &[Vec<Index>]) {
        let (lanes, sum) = (self.plan.lanes, self.of.sum());
        if place.block.begins {
            let zero = constant(&mut self.writer, 0, &[lanes], sum);
            places.iter().for_each(|at| self.writer.store(&zero, memory, at));
        }
        let dims = scaled(self.of, self.plan);
        for dim in &dims {
            self.at[*dim] = self.writer.each(self.of.dims[*dim].size);
        }
        let zeros = places.iter().map(|_| constant(&mut self.writer, 0, &[lanes], sum)).collect();
        let sums = self.summed(place, zeros);
        let whole = Place { block: Block { dot: 1, ..place.block }, ..place.clone() };
        let mut seen = Seen::new();
        for ((number, value), at) in (0..).zip(&sums).zip(places) {
            let (row, vector) = (number / place.group.vectors, number % place.group.vectors);
            let third = self.factor(&whole, &Index::default(), (THIRD, row, vector), &mut seen);
            let before = self.writer.load(memory, at, &[lanes], sum);
            let after = self.added(1, before, [value.clone(), third]);
            self.writer.store(&after, memory, at);
        }
        self.writer.end(dims.len());
    }

    /// The loops over all that is summed.
    fn summed(&mut self, place: &Place, mut sums: Vec<Value>) -> Vec<Value> {
        let dims = summed(self.of, self.plan);
        if self.plan.is_unrolled(self.of) {
            return self.written_out(place, &dims, sums);
        }
        for dim in &dims {
            (self.at[*dim], sums) = self.writer.open(self.of.dims[*dim].size, sums);
        }
        for phase in self.phases(place) {
            // The rest is less than an iteration.
            if phase.block.dot < place.block.dot {
                sums = self.one_by_one(&phase, sums);
                continue;
            }
            let (number, carried) = self.writer.open(phase.block.iterations(), sums);
            let added = self.products(&phase, &number, carried);
            sums = self.writer.close(added);
        }
        for _ in &dims {
            sums = self.writer.close(sums);
        }
        sums
    }

    /// The same without loops: each iteration by itself.
    fn written_out(&mut self, place: &Place, dims: &[usize], mut sums: Vec<Value>) -> Vec<Value> {
        let Some((dim, rest)) = dims.split_first() else {
            for phase in self.phases(place) {
                sums = self.one_by_one(&phase, sums);
            }
            return sums;
        };
        for at in 0..self.of.dims[*dim].size {
            self.at[*dim] = Index::constant(at);
            sums = self.written_out(place, rest, sums);
        }
        sums
    }

    /// The phases of a place's block, each as a place with one.
    fn phases(&self, place: &Place) -> Vec<Place> {
        let phases = place.block.phases().into_iter().zip(&place.panels);
        let phases = phases.map(|(block, panels)| (block, block.parts.start - place.block.parts.start, panels));
        phases
            .map(|(block, before, panels)| Place { block, before, panels: vec![panels.clone()], ..place.clone() })
            .collect()
    }

    /// All iterations of a phase, written out.
    fn one_by_one(&mut self, phase: &Place, mut sums: Vec<Value>) -> Vec<Value> {
        for at in 0..phase.block.iterations() {
            sums = self.products(phase, &Index::constant(at), sums);
        }
        sums
    }

    /// One iteration of a phase, by its number.
    fn products(&mut self, phase: &Place, number: &Index, sums: Vec<Value>) -> Vec<Value> {
        let before = self.at[self.plan.inner].clone();
        self.at[self.plan.inner] = before.and(phase.before).plus(&number.times(phase.block.dot as i64));
        let sums = self.iteration(phase, number, sums);
        self.at[self.plan.inner] = before;
        sums
    }

    /// One iteration: a product of each row and each vector is added to its sums.
    fn iteration(&mut self, place: &Place, number: &Index, sums: Vec<Value>) -> Vec<Value> {
        let (mut seen, mut products) = (Seen::new(), Seen::new());
        // Vectors are read first: they are used by each row.
        for factor in 0..2 {
            if self.of.factors[factor].has(self.plan.lane) && !self.has_rows(factor) {
                (0..place.group.vectors).for_each(|vector| {
                    self.factor(place, number, (factor, 0, vector), &mut seen);
                });
            }
        }
        let mut all = Vec::with_capacity(sums.len());
        for (at, sum) in (0..).zip(sums) {
            let (row, vector) = (at / place.group.vectors, at % place.group.vectors);
            let [x, y] = [0, 1].map(|factor| self.factor(place, number, (factor, row, vector), &mut seen));
            if self.of.third.is_none() || self.plan.scales(self.of) {
                all.push(self.added(place.block.dot, sum, [x, y]));
                continue;
            }
            // Rows that share a product have it computed once.
            let has_rows = (0..2).any(|factor| self.has_rows(factor));
            let key = (THIRD, has_rows.then_some(row), Some(vector));
            let (op, ty) = (if self.of.sum().is_float() { "arith.mulf" } else { "arith.muli" }, sum.ty.clone());
            let flags = flags(self.of);
            let product = products.entry(key).or_insert_with(|| self.writer.op(op, &[&x, &y], flags, ty)).clone();
            let third = self.factor(place, number, (THIRD, row, vector), &mut seen);
            all.push(self.added(1, sum, [product, third]));
        }
        all
    }

    fn added(&mut self, dot: u64, sum: Value, [x, y]: [Value; 2]) -> Value {
        let (lanes, number) = (self.plan.lanes, self.of.sum());
        let of_sum = ty(&[lanes], number);
        if number.is_float() && self.of.contracts {
            return self.writer.op("vector.fma", &[&x, &y, &sum], "", of_sum);
        }
        let [mul, add] = if number.is_float() { ["arith.mulf", "arith.addf"] } else { ["arith.muli", "arith.addi"] };
        if dot == 1 {
            let product = self.writer.op(mul, &[&x, &y], flags(self.of), of_sum.clone());
            return self.writer.op(add, &[&sum, &product], flags(self.of), of_sum);
        }
        let attributes = " <{kind = #vector.kind<add>, reduction_dims = [1]}>";
        if self.plan.has_pairs {
            return self.pairs_added(sum, [x, y], attributes);
        }
        let product = self.writer.op(mul, &[&x, &y], "", ty(&[lanes, dot], number));
        self.writer.op("vector.multi_reduction", &[&product, &sum], attributes, of_sum)
    }

    /// Products of bytes are added in pairs, which 16 bits hold, and those in pairs as the sums.
    fn pairs_added(&mut self, sum: Value, [x, y]: [Value; 2], attributes: &str) -> Value {
        let (lanes, half) = (self.plan.lanes, Number::Signed(16));
        let product = self.writer.op("arith.muli", &[&x, &y], "", ty(&[lanes, 4], half));
        let product = self.writer.op("vector.shape_cast", &[&product], "", ty(&[2 * lanes, 2], half));
        let zero = constant(&mut self.writer, 0, &[2 * lanes], half);
        let pairs = self.writer.op("vector.multi_reduction", &[&product, &zero], attributes, ty(&[2 * lanes], half));
        let pairs = converted(&mut self.writer, pairs, &[2 * lanes], (half, self.of.sum()));
        let pairs = self.writer.op("vector.shape_cast", &[&pairs], "", ty(&[lanes, 2], self.of.sum()));
        self.writer.op("vector.multi_reduction", &[&pairs, &sum], attributes, sum.ty.clone())
    }

    fn has_rows(&self, factor: usize) -> bool {
        self.plan.row.is_some_and(|row| self.factors[factor].0.has(row))
    }

    /// A factor's lanes for a row and a vector, each with the elements that are multiplied at once, as wide as the sums.
    fn factor(
        &mut self,
        place: &Place,
        number: &Index,
        (factor, row, vector): (usize, u64, u64),
        seen: &mut Seen,
    ) -> Value {
        let by_lanes = self.factors[factor].0.has(self.plan.lane);
        let key = (factor, self.has_rows(factor).then_some(row), by_lanes.then_some(vector));
        if let Some(known) = seen.get(&key) {
            return known.clone();
        }
        let of = if factor == THIRD { self.of.number(&self.factors[THIRD].0) } else { self.plan.read(self.of, factor) };
        let value = match by_lanes {
            true => self.lanes(place, number, (factor, row, vector), of),
            false => self.spread(place, number, (factor, row), of),
        };
        seen.insert(key, value.clone());
        value
    }
}
