//! The text of a contraction: the loops that define it, and a kernel by a plan.

mod beside;
mod copies;
mod numbers;
mod parallel;
mod reads;
mod tile;

use crate::form::{Access, Contraction, Number};
use crate::plan::{Operand, Parts, Plan, split};
use crate::write::{Index, Value, Writer, memref, ty};
use numbers::{constant, converted, less, masked};

/// A kernel's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// A module in MLIR's generic form.
    pub text: String,
    /// Bytes that it allocates while it runs.
    pub bytes: u64,
}

/// Arguments as values.
fn arguments(of: &Contraction) -> Vec<Value> {
    let each = of.arrays.iter().enumerate();
    each.map(|(at, array)| Value { name: format!("%arg{at}"), ty: memref(&array.shape, array.number) }).collect()
}

/// The assumed ranges of their elements.
fn ranges(of: &Contraction) -> Vec<Option<(i64, i64)>> {
    of.arrays.iter().map(|array| array.range).collect()
}

/// The indices of an access, where dimensions have these values.
fn indices(access: &Access, at: &[Index]) -> Vec<Index> {
    let row = |row: &crate::form::Row| {
        let begin = Index::constant(0);
        let sum = row.dims().fold(begin, |sum, dim| sum.plus(&at[dim].times(row.factors[dim])));
        sum.plus(&Index::constant(1).times(row.constant))
    };
    access.rows.iter().map(row).collect()
}

/// Flags of operations on floats.
fn flags(of: &Contraction) -> &'static str {
    match (of.sum().is_float(), of.reorders, of.contracts) {
        (false, ..) | (true, false, false) => "",
        (true, true, true) => " <{fastmath = #arith.fastmath<reassoc,contract>}>",
        (true, true, false) => " <{fastmath = #arith.fastmath<reassoc>}>",
        (true, false, true) => " <{fastmath = #arith.fastmath<contract>}>",
    }
}

/// The eight lines that a contraction is: a loop for each dimension, in order.
pub fn plain(of: &Contraction) -> String {
    let (mut writer, arguments) = (Writer::default(), arguments(of));
    if of.sets {
        let mut at = vec![Index::default(); of.dims.len()];
        let kept: Vec<usize> = (0..of.dims.len()).filter(|dim| !of.is_summed(*dim)).collect();
        kept.iter().for_each(|dim| at[*dim] = writer.each(of.dims[*dim].size));
        let zero = constant(&mut writer, 0, &[], of.sum());
        writer.store(&zero, &arguments[of.result.array], &indices(&of.result, &at));
        writer.end(kept.len());
    }
    let at: Vec<Index> = of.dims.iter().map(|dim| writer.each(dim.size)).collect();
    let factors = of.multiplied().map(|(factor, zero)| {
        let (number, used) = (of.number(factor), of.arrays[factor.array].used);
        let value = writer.load(&arguments[factor.array], &indices(factor, &at), &[], number);
        let value = masked(&mut writer, value, &[], (used, number));
        let value = converted(&mut writer, value, &[], (number, of.sum()));
        less(&mut writer, value, &[], (zero, of.sum()))
    });
    let factors: Vec<Value> = factors.collect();
    let place = indices(&of.result, &at);
    let before = writer.load(&arguments[of.result.array], &place, &[], of.sum());
    let [mul, add] = if of.sum().is_float() { ["arith.mulf", "arith.addf"] } else { ["arith.muli", "arith.addi"] };
    let sum_type = ty(&[], of.sum());
    let product = factors.into_iter().reduce(|x, y| writer.op(mul, &[&x, &y], flags(of), sum_type.clone()));
    let operands: Vec<&Value> = [&before].into_iter().chain(&product).collect();
    let sum = writer.op(add, &operands, flags(of), sum_type);
    writer.store(&sum, &arguments[of.result.array], &place);
    writer.end(of.dims.len());
    writer.function(&of.name, &arguments, &ranges(of))
}

/// Lanes of the result in groups: of whole tiles, of fewer vectors, and of fewer lanes than a vector has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Group {
    parts: Parts,
    vectors: u64,
    /// The result has only so many of its lanes.
    valid: u64,
}

fn groups(of: &Contraction, plan: &Plan) -> Vec<Group> {
    let (size, lanes) = (of.dims[plan.lane].size, plan.lanes);
    let mut all = Vec::new();
    for parts in split(size, plan.vectors * lanes) {
        let vectors = parts.size / lanes;
        if vectors > 0 {
            let whole = vectors * lanes;
            all.push(Group { parts: Parts { size: whole, ..parts }, vectors, valid: whole });
        }
        let rest = parts.size % lanes;
        if rest > 0 {
            let start = parts.start + vectors * lanes;
            all.push(Group { parts: Parts { start, count: 1, size: lanes }, vectors: 1, valid: rest });
        }
    }
    all
}

/// A block of the inner dimension: its parts, and the products that a lane adds in an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    parts: Parts,
    dot: u64,
    /// Products that are left behind a part, which is the only one then. A lane adds them one by one.
    rest: u64,
    /// Its sums begin at zero.
    begins: bool,
}

impl Block {
    fn iterations(&self) -> u64 {
        self.parts.size / self.dot
    }

    /// The whole iterations, and what is left: a tile adds both.
    fn phases(&self) -> Vec<Block> {
        let left = Parts { start: self.parts.start + self.parts.size, count: 1, size: self.rest };
        let mut all = vec![Block { rest: 0, ..*self }, Block { parts: left, dot: 1, rest: 0, begins: self.begins }];
        all.retain(|phase| phase.parts.size > 0);
        all
    }

    /// Where an iteration of the loop over all parts begins.
    fn begin(&self, counter: &Index) -> Index {
        counter.times(self.parts.size as i64).and(self.parts.start)
    }
}

fn blocks(of: &Contraction, plan: &Plan) -> Vec<Block> {
    let mut all = Vec::new();
    for parts in split(of.dims[plan.inner].size, plan.block) {
        let rest = parts.size % plan.dot;
        all.push(Block { parts: Parts { size: parts.size - rest, ..parts }, dot: plan.dot, rest, begins: false });
    }
    if let Some(first) = all.first().copied().filter(|_| of.sets) {
        // The first block is one by itself.
        let Parts { start, count, size } = first.parts;
        all[0] = Block { parts: Parts { start, count: 1, size }, begins: true, ..first };
        if count > 1 {
            all.insert(1, Block { parts: Parts { start: start + size, count: count - 1, size }, ..first });
        }
    }
    all
}

/// The text of one kernel, or of a part of it.
struct Emitter<'a> {
    of: &'a Contraction,
    plan: &'a Plan,
    /// Both factors, and the third, if there is one.
    factors: Vec<(Access, i64)>,
    writer: Writer,
    /// Arguments, and where factors are read that are copied whole.
    arguments: Vec<Value>,
    copied: [Option<Value>; 2],
    /// The current index of each dimension.
    at: Vec<Index>,
    /// Where each dimension begins: those of a part begin within the whole.
    begin: Vec<Index>,
    buffers: Vec<Value>,
    bytes: u64,
    /// Panels of the last block, with the size and the products of an iteration that they are for.
    panels: Option<([u64; 3], Vec<copies::Panels>)>,
    /// Buffers are the caller's.
    has_parameters: bool,
}

/// Writes a kernel.
pub fn kernel(of: &Contraction, plan: &Plan) -> Kernel {
    let of = &*plan.arranged(of);
    let mut emitter = Emitter::new(of, plan);
    emitter.copy_whole();
    match parallel::part(of, plan).filter(|_| of.is_parallel) {
        Some((dim, size)) => split(of.dims[dim].size, size).into_iter().for_each(|parts| emitter.parts(dim, parts)),
        None => blocks(of, plan).into_iter().for_each(|block| emitter.block(block)),
    }
    emitter.free();
    let Emitter { writer, bytes, arguments, .. } = emitter;
    Kernel { text: writer.function(&of.name, &arguments, &ranges(of)), bytes }
}

/// The loop of one tile as a function, whose arguments are the arrays and the panels that it reads: what a price is asked for.
pub fn tile(of: &Contraction, plan: &Plan) -> String {
    let mut small = plan.arranged(of).into_owned();
    let of = small.clone();
    for (number, dim) in small.dims.iter_mut().enumerate() {
        let wanted = match number {
            _ if number == plan.lane => plan.vectors * plan.lanes,
            _ if Some(number) == plan.row => plan.rows,
            _ if number == plan.inner => plan.block,
            // Loops around the tile's sums are counted with them.
            _ if plan.is_scaled(&of, number) => 1,
            // Loops that are written out are part of the price.
            _ if of.is_summed(number) && plan.is_unrolled(&of) => dim.size,
            _ => 1,
        };
        dim.size = wanted.min(dim.size);
    }
    let (Some(block), Some(group)) = (blocks(&small, plan).first().copied(), groups(&small, plan).first().copied())
    else {
        return String::new();
    };
    let mut emitter = Emitter { has_parameters: true, ..Emitter::new(&small, plan) };
    let rows = split(plan.row.map_or(1, |row| small.dims[row].size), plan.rows);
    for factor in 0..2 {
        if let Operand::Copied(number) = plan.operands[factor] {
            let shape = small.arrays[small.factors[factor].array].shape.clone();
            emitter.copied[factor] = Some(emitter.allocate(&shape, number));
        }
    }
    let panels = emitter.panels(block, &rows);
    emitter.tile(&tile::Place {
        block,
        before: 0,
        group,
        lane_tile: Index::default(),
        rows: rows.first().map_or(1, |part| part.size),
        row_tile: Index::default(),
        first_row: Index::default(),
        panels: panels.iter().map(|panels| [0, 1].map(|factor| panels.elements.of(factor, 0, (0, 0)))).collect(),
        beside: [0, 1].map(|factor| panels.first()?.sums.of(factor, 0, (0, 0))),
        partial: panels.first().and_then(|panels| panels.partial.clone()),
    });
    let Emitter { writer, arguments, buffers, .. } = emitter;
    writer.function(&of.name, &[arguments, buffers].concat(), &ranges(&small))
}

/// Dimensions of the result that are neither lanes nor rows of tiles.
pub(crate) fn outer(of: &Contraction, plan: &Plan) -> Vec<usize> {
    (0..of.dims.len()).filter(|dim| !of.is_summed(*dim) && *dim != plan.lane && Some(*dim) != plan.row).collect()
}

/// Summed dimensions around the inner one.
pub(crate) fn summed(of: &Contraction, plan: &Plan) -> Vec<usize> {
    (0..of.dims.len()).filter(|dim| of.is_summed(*dim) && *dim != plan.inner && !plan.is_scaled(of, *dim)).collect()
}

/// Summed dimensions around sums that a third factor multiplies.
pub(crate) fn scaled(of: &Contraction, plan: &Plan) -> Vec<usize> {
    (0..of.dims.len()).filter(|dim| plan.is_scaled(of, *dim)).collect()
}

impl<'a> Emitter<'a> {
    fn new(of: &'a Contraction, plan: &'a Plan) -> Self {
        let at = vec![Index::default(); of.dims.len()];
        let (arguments, copied) = (arguments(of), [None, None]);
        let (writer, buffers, begin) = (Writer::default(), Vec::new(), at.clone());
        let (panels, has_parameters) = (None, false);
        let factors = of.multiplied().map(|(factor, zero)| (factor.clone(), zero)).collect();
        Emitter { of, plan, factors, writer, arguments, copied, at, begin, buffers, bytes: 0, panels, has_parameters }
    }

    /// Parts of a dimension, each with panels of its own, in a loop whose iterations may run at once.
    fn parts(&mut self, dim: usize, parts: Parts) {
        let mut of = self.of.clone();
        of.dims[dim].size = parts.size;
        let mut part = Emitter {
            writer: std::mem::take(&mut self.writer),
            copied: self.copied.clone(),
            ..Emitter::new(&of, self.plan)
        };
        part.begin[dim] = part.writer.parallel(parts.count).times(parts.size as i64).and(parts.start);
        blocks(&of, self.plan).into_iter().for_each(|block| part.block(block));
        part.free();
        part.writer.end(1);
        self.bytes += part.bytes.saturating_mul(parts.count);
        self.writer = part.writer;
    }

    /// Gives the buffers back.
    fn free(&mut self) {
        for buffer in std::mem::take(&mut self.buffers) {
            self.writer.effect("memref.dealloc", &[&buffer], "");
        }
    }

    /// Memory for the time of the call.
    fn allocate(&mut self, shape: &[u64], number: Number) -> Value {
        let attributes = " <{alignment = 64 : i64, operandSegmentSizes = array<i32: 0, 0>}>";
        let buffer = match self.has_parameters {
            true => Value { name: format!("%panel{}", self.buffers.len()), ty: memref(shape, number) },
            false => self.writer.op("memref.alloc", &[], attributes, memref(shape, number)),
        };
        self.bytes += shape.iter().product::<u64>() * u64::from(number.bits()) / 8;
        self.buffers.push(buffer.clone());
        buffer
    }

    /// Whether a factor is packed once for a block, or again for each iteration of the outer loops.
    fn is_packed_first(&self, factor: usize) -> bool {
        outer(self.of, self.plan).iter().all(|dim| !self.of.factors[factor].has(*dim))
    }

    /// All that one block of the inner dimension adds.
    fn block(&mut self, block: Block) {
        let row = self.plan.row.map_or(1, |row| self.of.dims[row].size);
        let row_blocks = split(row, self.plan.row_block.min(row));
        let size = [block.parts.size, block.dot, block.rest];
        let panels = match self.panels.take() {
            Some((known, panels)) if known == size => panels,
            _ => self.panels(block, &row_blocks),
        };
        self.panels = Some((size, panels.clone()));
        let counter = self.writer.each(block.parts.count);
        let phases: Vec<(Block, &copies::Panels)> = block.phases().into_iter().zip(&panels).collect();
        self.pack_all(true, &phases, &counter);
        let outer = outer(self.of, self.plan);
        for dim in &outer {
            self.at[*dim] = self.writer.each(self.of.dims[*dim].size).plus(&self.begin[*dim]);
        }
        self.pack_all(false, &phases, &counter);
        for (number, rows) in row_blocks.into_iter().enumerate() {
            let begin = self.writer.each(rows.count).times(rows.size as i64).and(rows.start);
            let begin = self.plan.row.map_or(begin.clone(), |row| begin.plus(&self.begin[row]));
            for (phase, panels) in &phases {
                self.at[self.plan.inner] = phase.begin(&counter);
                (0..2).for_each(|factor| self.pack_rows(factor, *phase, panels, (number, rows), &begin));
            }
            (0..2).for_each(|factor| self.sum_rows(factor, &phases, (number, rows)));
            self.at[self.plan.inner] = block.begin(&counter);
            self.row_block(block, &panels, (number, rows), &begin);
            self.writer.end(1);
        }
        self.writer.end(outer.len() + 1);
    }

    /// Packs by lanes what the outer loops change, or what they do not.
    fn pack_all(&mut self, first: bool, phases: &[(Block, &copies::Panels)], counter: &Index) {
        for (phase, panels) in phases {
            self.at[self.plan.inner] = phase.begin(counter);
            for factor in 0..2 {
                if self.is_packed_first(factor) == first {
                    self.pack_lanes(factor, *phase, panels);
                }
            }
        }
        for factor in 0..2 {
            if self.is_packed_first(factor) == first {
                self.sum_lanes(factor, phases);
            }
        }
    }

    /// All tiles of a block of rows.
    fn row_block(&mut self, block: Block, panels: &[copies::Panels], (number, rows): (usize, Parts), begin: &Index) {
        for (group_number, group) in groups(self.of, self.plan).into_iter().enumerate() {
            let lane_tile = self.writer.each(group.parts.count);
            for (part, tiles) in split(rows.size, self.plan.rows.min(rows.size)).into_iter().enumerate() {
                let row_tile = self.writer.each(tiles.count);
                let place = tile::Place {
                    block,
                    before: 0,
                    group,
                    lane_tile: lane_tile.clone(),
                    rows: tiles.size,
                    first_row: begin.plus(&row_tile.times(tiles.size as i64)).and(tiles.start),
                    row_tile,
                    panels: panels
                        .iter()
                        .map(|panels| [0, 1].map(|factor| panels.elements.of(factor, group_number, (number, part))))
                        .collect(),
                    beside: [0, 1].map(|factor| panels.first()?.sums.of(factor, group_number, (number, part))),
                    partial: panels.first().and_then(|panels| panels.partial.clone()),
                };
                self.tile(&place);
                self.writer.end(1);
            }
            self.writer.end(1);
        }
    }

    fn is_packed(&self, factor: usize) -> bool {
        matches!(self.plan.operands[factor], Operand::Packed(_))
    }
}
