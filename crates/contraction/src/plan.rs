//! How a contraction is carried out: which dimension the lanes of vectors follow, how many sums stay in registers, what is packed.

mod pairs;
mod tiles;

use crate::form::{Contraction, Number};
use pairs::{pairs_are_whole, pairs_fit};
use std::borrow::Cow;
use tiles::tiles;

/// Products of a tile's sum that are written out, rather than as a loop.
const MAX_UNROLLED: u64 = 16;

/// Iterations of a block whose rows come from memory side by side: processors look ahead in some sixteen places at once.
const STREAMS: u64 = 4;

/// A plan's facts about a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Bits of a vector register.
    pub register_bits: u32,
    /// Vector registers.
    pub registers: u32,
    /// KiB of the first cache, and of the second.
    pub caches: [u64; 2],
}

/// How a kernel reads a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// Where it is.
    InPlace,
    /// From a copy of the same shape with elements of this type.
    Copied(Number),
    /// From panels in the order of use, with elements of this type.
    Packed(Number),
}

/// A kernel of a contraction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The dimension that lanes follow: neighbours of the result.
    pub lane: usize,
    /// Lanes of a vector of sums.
    pub lanes: u64,
    /// Vectors of a tile along the lanes.
    pub vectors: u64,
    /// The dimension of a tile's rows.
    pub row: Option<usize>,
    /// Rows of a tile.
    pub rows: u64,
    /// The summed dimension that the innermost loop follows.
    pub inner: usize,
    /// Products that one lane adds in an iteration, along `inner`: 1, 2 or 4.
    pub dot: u64,
    /// Four products are added as two pairs of half as many bits first, which hold them.
    pub has_pairs: bool,
    /// Iterations of `inner` in a block, for which factors are packed together.
    pub block: u64,
    /// Rows in a block, a multiple of `rows`.
    pub row_block: u64,
    /// How both factors are read.
    pub operands: [Operand; 2],
    /// Which of three factors is the third one, from 0: it is read where it is. The others are both factors in all that is said of a plan.
    pub third: usize,
}

/// Parts of a size: the first, how many, and the size of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    pub start: u64,
    pub count: u64,
    pub size: u64,
}

/// A total in parts of one size, and what is left.
pub fn split(total: u64, size: u64) -> Vec<Parts> {
    let (count, rest) = (total / size, total % size);
    let whole = Parts { start: 0, count, size };
    let left = Parts { start: count * size, count: 1, size: rest };
    [whole, left].into_iter().filter(|part| part.count > 0 && part.size > 0).collect()
}

impl Plan {
    /// The contraction with this plan's third factor as the third.
    pub fn arranged<'a>(&self, of: &'a Contraction) -> Cow<'a, Contraction> {
        of.with_third(self.third)
    }

    /// The number that a factor's elements are read as.
    pub fn read(&self, of: &Contraction, factor: usize) -> Number {
        match self.operands[factor] {
            Operand::InPlace => of.number(&of.factors[factor]),
            Operand::Copied(number) | Operand::Packed(number) => number,
        }
    }

    /// Whether the third factor multiplies sums of products of the others, rather than each product: `a * (sum b c)`. The inner dimension
    /// is one that it does not depend on.
    pub fn scales(&self, of: &Contraction) -> bool {
        of.distributes() && of.third.as_ref().is_some_and(|(third, _)| !third.has(self.inner))
    }

    /// Whether loops over a summed dimension are around the sums that the third factor multiplies.
    pub(crate) fn is_scaled(&self, of: &Contraction, dim: usize) -> bool {
        self.scales(of) && of.is_summed(dim) && of.third.as_ref().is_some_and(|(third, _)| third.has(dim))
    }

    /// The common properties of tiles of one guessed cost, besides their size.
    pub fn kind(&self, of: &Contraction) -> impl PartialEq + use<> {
        let of = self.arranged(of);
        (
            self.lanes,
            self.is_unrolled(&of),
            (self.dot, self.has_pairs),
            [0, 1].map(|at| self.read(&of, at)),
            self.third,
            self.scales(&of),
        )
    }

    /// The difference between a factor's elements as they are read, have more than the numbers that are multiplied: its zero point, and 128 where signed
    /// bytes are stored without a sign.
    pub fn offset(&self, of: &Contraction, factor: usize) -> i64 {
        match (of.number(&of.factors[factor]), self.read(of, factor)) {
            (Number::Signed(x), Number::Unsigned(y)) if x == y => of.zeros[factor] + (1 << (x - 1)),
            (Number::Unsigned(x), Number::Signed(y)) if x == y => of.zeros[factor] - (1 << (x - 1)),
            (own, read) if own.bits() == read.bits() => of.zeros[factor],
            // A zero point is subtracted where elements are widened.
            _ => 0,
        }
    }

    /// The offset of a factor, if sums of the other one's elements take it out: `sum (a' - z) b = sum a' b - z sum b`. The sums stand
    /// beside the other one's panels.
    pub fn taken_out(&self, of: &Contraction, factor: usize) -> Option<i64> {
        let offset = self.offset(of, factor);
        // Sums that a third factor multiplies begin at zero for each of its elements.
        let is_alone = of.third.is_none();
        (is_alone && offset != 0 && matches!(self.operands[1 - factor], Operand::Packed(_))).then_some(offset)
    }

    /// The offset of a factor, if it is subtracted from each element before that is multiplied.
    pub fn subtracted(&self, of: &Contraction, factor: usize) -> Option<i64> {
        let offset = self.offset(of, factor);
        (offset != 0 && self.taken_out(of, factor).is_none()).then_some(offset)
    }

    /// Whether a tile's loops are written out: each block has a few iterations for it.
    pub fn is_unrolled(&self, of: &Contraction) -> bool {
        let is_around = |dim: &usize| of.is_summed(*dim) && *dim != self.inner && !self.is_scaled(of, *dim);
        let summed = (0..of.dims.len()).filter(is_around);
        let around = summed.fold(1, |count: u64, dim| count.saturating_mul(of.dims[dim].size));
        around.saturating_mul(self.block.min(of.dims[self.inner].size)) <= MAX_UNROLLED
    }

    /// Whether another plan's tile has the same code: a loop, or what is written out for a block.
    pub fn has_tile_of(&self, other: &Plan, of: &Contraction) -> bool {
        let blocks = Plan { block: other.block, row_block: other.row_block, ..self.clone() };
        let unrolled = [self, other].map(|plan| plan.is_unrolled(&plan.arranged(of)).then_some(plan.block));
        blocks == *other && unrolled[0] == unrolled[1]
    }

    /// A sentence for people: `6 x 2 vectors of 8 lanes along d1, 2 products a lane along d2 in blocks of 512, A packed as s16, B in place`.
    pub fn describe(&self, of: &Contraction) -> String {
        let of = &*self.arranged(of);
        let dim = |dim: usize| &of.dims[dim].name;
        let rows = self.row.map_or(String::new(), |row| format!(" and {} rows along {}", self.rows, dim(row)));
        let third = of.third.as_ref().map(|(access, _)| {
            let name = &of.arrays[access.array].name;
            if self.scales(of) { format!("{name} times their sums") } else { format!("{name} in place") }
        });
        let operands: Vec<String> = (0..2)
            .map(|at| {
                let name = &of.arrays[of.factors[at].array].name;
                match self.operands[at] {
                    Operand::InPlace => format!("{name} in place"),
                    Operand::Copied(number) => format!("{name} copied as {}", number.name()),
                    Operand::Packed(number) => format!("{name} packed as {}", number.name()),
                }
            })
            .chain(third)
            .collect();
        format!(
            "{} vectors of {} lanes along {}{rows}, {} products a lane along {} in blocks of {}, {}",
            self.vectors,
            self.lanes,
            dim(self.lane),
            self.dot,
            dim(self.inner),
            self.block,
            operands.join(", ")
        )
    }
}

/// The ways to read a factor: its elements as they are, widened to 16 bits, or bytes with the other sign.
fn ways(of: &Contraction, factor: usize, plan: &Plan) -> Vec<Operand> {
    let access = &of.factors[factor];
    let number = of.number(access);
    let is_byte = !number.is_float() && number.bits() == 8 && of.sum().bits() > 16;
    let mut stored: Vec<Number> = if is_byte { vec![Number::Signed(16), number] } else { vec![number] };
    // Instructions that multiply four bytes want one with a sign and one without, or both of one kind.
    let is_of_one_sign = of.number(&of.factors[0]) == of.number(&of.factors[1]);
    let other = if number == Number::Signed(8) { Number::Unsigned(8) } else { Number::Signed(8) };
    let turned = (is_byte && plan.dot == 4 && is_of_one_sign).then_some(other);
    stored.extend(turned);
    let by_lanes = access.has(plan.lane);
    let by_rows = plan.row.is_some_and(|row| access.has(row));
    let mut ways = Vec::new();
    // Panels are by lanes, or by rows.
    if by_lanes != by_rows {
        ways.extend(stored.iter().map(|number| Operand::Packed(*number)));
    }
    // A factor without lanes is read as neighbours, which one lane multiplies; lanes that are none are gathered.
    if by_lanes || plan.dot == 1 || access.is_contiguous(plan.inner) {
        ways.push(Operand::InPlace);
    }
    let is_near = access.is_contiguous(if by_lanes { plan.lane } else { plan.inner });
    if is_byte && is_near {
        let copied = if plan.dot == 2 { Some(Number::Signed(16)) } else { turned };
        ways.extend(copied.map(Operand::Copied));
    }
    ways
}

/// Bytes that one iteration of a tile reads of both factors.
pub(crate) fn bytes_of_iteration(of: &Contraction, plan: &Plan) -> [u64; 2] {
    [0, 1].map(|factor| {
        let access = &of.factors[factor];
        let by_rows = plan.row.is_some_and(|row| access.has(row));
        let lanes = if access.has(plan.lane) { plan.vectors * plan.lanes } else { 1 };
        lanes * if by_rows { plan.rows } else { 1 } * u64::from(plan.read(of, factor).bits()) / 8
    })
}

/// Iterations of the inner dimension in a block: both panels of a tile in the first cache, or twice and four times as much.
fn blocks(of: &Contraction, machine: Machine, plan: &Plan) -> Vec<u64> {
    let others: u64 = (0..of.dims.len())
        .filter(|dim| of.is_summed(*dim) && *dim != plan.inner && !plan.is_scaled(of, *dim))
        .fold(1, |count, dim| count.saturating_mul(of.dims[dim].size));
    let each = bytes_of_iteration(of, plan).iter().sum::<u64>().saturating_mul(others);
    let near = (machine.caches[0] * 1024 * 7 / 8 / each.max(1)).max(plan.dot);
    let size = of.dims[plan.inner].size;
    // Without rows nothing is read twice: a few rows of a factor that are gone through side by side come from memory in its own order.
    let few = of.dims.get(plan.row.unwrap_or(usize::MAX)).is_none_or(|row| row.size == 1).then_some(STREAMS * plan.dot);
    let mut all: Vec<u64> = [near, 2 * near, 4 * near]
        .into_iter()
        .chain(few)
        .map(|most| {
            // Blocks of about the same size, each of whole iterations.
            let count = size.div_ceil(most).max(1);
            size.div_ceil(count).next_multiple_of(plan.dot)
        })
        .collect();
    all.dedup();
    // Each block adds to all sums before the next one: where an order is kept, another dimension may not go around within them.
    if !of.reorders && others > 1 {
        all = vec![size];
    }
    all
}

/// Rows in a block: a panel of them stays in half of the second cache.
fn row_block(of: &Contraction, machine: Machine, plan: &Plan) -> u64 {
    let Some(row) = plan.row else { return 1 };
    let factor = (0..2).find(|at| of.factors[*at].has(row) && matches!(plan.operands[*at], Operand::Packed(_)));
    let Some(factor) = factor else { return of.dims[row].size.next_multiple_of(plan.rows) };
    let scaled = (0..of.dims.len()).filter(|dim| plan.is_scaled(of, *dim) && of.factors[factor].has(*dim));
    let around = scaled.fold(1, |count: u64, dim| count.saturating_mul(of.dims[dim].size));
    let bytes = (plan.block * u64::from(plan.read(of, factor).bits()) / 8).saturating_mul(around);
    let most = machine.caches[1] * 1024 / 2 / bytes.max(1);
    (most / plan.rows).max(1) * plan.rows
}

/// The dimension that lanes follow: neighbours of the result.
fn lane(of: &Contraction) -> Option<usize> {
    (0..of.dims.len()).find(|dim| of.result.is_contiguous(*dim))
}

/// Rows of a tile: the last dimension of the result, but for that of lanes, that one factor has and the one with lanes has not.
fn row(of: &Contraction, lane: usize) -> Option<usize> {
    let apart = |dim: usize| of.factors.iter().any(|factor| factor.has(lane) && !factor.has(dim));
    let of_result = of.result.rows.iter().rev().flat_map(|row| row.dims().collect::<Vec<_>>());
    let rows: Vec<usize> = of_result.filter(|dim| *dim != lane && of.dims[*dim].size > 1).collect();
    rows.iter().copied().find(|dim| apart(*dim)).or(rows.first().copied())
}

/// All plans of a contraction that are worth a price, at most some hundred: none where neighbours of the result follow no dimension.
pub fn candidates(of: &Contraction, machine: Machine) -> Vec<Plan> {
    if of.third.is_none() {
        return of_two(of, machine, 0);
    }
    // Where an order is kept, so is that of the factors.
    let thirds = if of.reorders { 0..3 } else { 2..3 };
    let mut all: Vec<Plan> = thirds.flat_map(|third| of_two(&of.with_third(third), machine, third)).collect();
    // Products that share a third factor are fewer than those that do not.
    let scales = |plan: &Plan| plan.scales(&plan.arranged(of));
    if all.iter().any(scales) {
        all.retain(scales);
    }
    all
}

/// The plans where it is known which of three factors is the third.
fn of_two(of: &Contraction, machine: Machine, third: usize) -> Vec<Plan> {
    let Some(lane) = lane(of) else { return Vec::new() };
    let row = row(of, lane);
    let narrowest = of.factors.iter().map(|factor| of.number(factor).bits()).min().unwrap_or(0);
    let mut all: Vec<Plan> = Vec::new();
    let summed: Vec<usize> = (0..of.dims.len()).filter(|dim| of.is_summed(*dim)).collect();
    // The innermost loop of a kernel is that of the contraction where its order is kept.
    let inners = if of.reorders { &summed[..] } else { &summed[summed.len().saturating_sub(1)..] };
    for inner in inners.iter().copied() {
        for dot in [1, 2, 4] {
            let is_possible = dot == 1
                || !of.sum().is_float() && narrowest * dot as u32 <= of.sum().bits() && of.dims[inner].size >= dot;
            // An accumulating instruction needs no register beside its sums; sums of pairs one for products, and one for the ones that
            // they are multiplied by.
            let kinds: &[(u64, bool)] = match dot {
                _ if of.sum().is_float() => &[(0, false)],
                4 if pairs_fit(of, dot) => &[(0, false), (2, true)],
                4 => &[(0, false)],
                _ => &[(1, false), (2, false)],
            };
            for (temporaries, has_pairs) in kinds.iter().filter(|_| is_possible).copied() {
                let lanes = u64::from(machine.register_bits / of.sum().bits());
                let most = (row.map_or(1, |row| of.dims[row].size), of.dims[lane].size.div_ceil(lanes));
                for (rows, vectors) in tiles(machine, temporaries, most).into_iter().take(3) {
                    let operands = [Operand::InPlace; 2];
                    let plan = Plan {
                        lane,
                        lanes,
                        vectors,
                        row,
                        rows,
                        inner,
                        dot,
                        has_pairs,
                        block: 0,
                        row_block: 0,
                        operands,
                        third,
                    };
                    all.extend(filled(of, machine, &plan));
                }
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    all.retain(|plan| seen.insert(plan.clone()));
    all
}

/// A tile's plans: all ways to read both factors, and sizes of blocks.
fn filled(of: &Contraction, machine: Machine, plan: &Plan) -> Vec<Plan> {
    let mut all = Vec::new();
    for first in ways(of, 0, plan) {
        for second in ways(of, 1, plan) {
            let plan = Plan { operands: [first, second], ..plan.clone() };
            let [x, y] = [0, 1].map(|factor| plan.read(of, factor).bits());
            // No instruction multiplies bytes without their zero point, and a sign is turned only where sums take it out again.
            let is_turned = |factor: usize| plan.read(of, factor) != of.number(&of.factors[factor]);
            if (0..2).any(|at| plan.subtracted(of, at).is_some() && (is_turned(at) || plan.dot == 4)) {
                continue;
            }
            // Three elements are multiplied one by one.
            if plan.dot > 1 && of.third.is_some() && !plan.scales(of) {
                continue;
            }
            if plan.has_pairs && !pairs_are_whole(of, &plan) {
                continue;
            }
            // Pairs are of one type: what multiplies them knows no other.
            if plan.dot > 1 && (x != y || x * plan.dot as u32 > of.sum().bits()) {
                continue;
            }
            for block in blocks(of, machine, &plan) {
                let plan = Plan { block, ..plan.clone() };
                all.push(Plan { row_block: row_block(of, machine, &plan), ..plan });
            }
        }
    }
    all
}
