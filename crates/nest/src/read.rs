//! Loops, arrays and accesses of a function in MLIR.

mod arrays;

use crate::error::{Result, refused};
use crate::limits::{MAX_ACCESSES, MAX_DEPTH, MAX_LOOPS, MAX_OPERATIONS};
use isotope_affine::{Counter, Domain, Linear, constant, linear, without_symbols};
use isotope_mlir::Refusal;
use isotope_mlir::fixed::{self, single_block};
use isotope_mlir::ir::{Attribute, BlockId, Module, OpId, Operation, Type, ValueId};
use isotope_mlir::structure::function;
use std::collections::HashMap;

/// A loop; its bounds are in [`Nests::domain`].
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its operation.
    pub op: OpId,
    /// The block that it stands in.
    pub block: BlockId,
    /// Its body.
    pub body: BlockId,
    /// Its counter.
    pub counter: ValueId,
    /// Loops directly in it, in order.
    pub kids: Vec<usize>,
    /// It is all that the loop around it has in its body.
    pub is_alone: bool,
}

/// An array.
#[derive(Clone, Debug)]
pub struct Array {
    /// The value that stands for it.
    pub memref: ValueId,
    /// Its place among the function's arguments, or the line of its operation.
    pub name: String,
    /// Elements of each dimension.
    pub shape: Vec<u64>,
    /// Bytes of an element.
    pub bytes: u64,
    /// The loop in which it is made, if it is made in one.
    pub within: Option<usize>,
}

/// An access to one element of an array, or to several.
#[derive(Clone, Debug)]
pub struct Access {
    /// Its operation.
    pub op: OpId,
    /// The array.
    pub array: usize,
    /// It writes.
    pub is_store: bool,
    /// Its indices. `None`: one is no sum of counters, or it accesses several elements.
    pub rows: Option<Vec<Linear>>,
    /// It is `affine.load` or `affine.store`, so that its indices can be written anew.
    pub is_affine: bool,
    /// The innermost loop around it.
    pub around: Option<usize>,
}

/// The nests of loops of a function.
#[derive(Clone, Debug)]
pub struct Nests {
    /// The function.
    pub function: OpId,
    /// Bounds of the loops, by number.
    pub domain: Domain,
    /// Loops, each before those in it.
    pub loops: Vec<Loop>,
    /// In the order of their first access, or of their making.
    pub arrays: Vec<Array>,
    /// In the text's order.
    pub accesses: Vec<Access>,
}

impl Nests {
    /// Reads a function. `entry`: its name; without one the module's only function with a body.
    ///
    /// # Errors
    ///
    /// The place of an operation that has no form here.
    pub fn read(module: &Module, entry: Option<&str>) -> std::result::Result<Nests, Refusal> {
        let function = function(module, entry).map_err(Refusal::Whole)?;
        Nests::of(module, function)
    }

    /// Reads a function that is known.
    ///
    /// # Errors
    ///
    /// Those of [`Nests::read`].
    pub fn of(module: &Module, function: OpId) -> std::result::Result<Nests, Refusal> {
        let op = module.op(function);
        if module.operations.len() > MAX_OPERATIONS {
            let why = format!("the program has more than {MAX_OPERATIONS} operations (MAX_OPERATIONS)");
            return refused(op, format!("{why}: put its functions into files of their own"));
        }
        let block = single_block(module, op)?;
        let nests =
            Nests { function, domain: Domain::default(), loops: Vec::new(), arrays: Vec::new(), accesses: Vec::new() };
        let mut reader = Reader { module, nests, indices: HashMap::new() };
        for (at, argument) in module.blocks[block.index()].arguments.iter().enumerate() {
            if matches!(module.pool.ty(module.type_of(*argument)), Type::Memref { .. }) {
                reader.array(op, *argument, format!("arg{at}"), None)?;
            }
        }
        reader.block(block, None)?;
        Ok(reader.nests)
    }

    /// Loops that are in no other.
    pub fn tops(&self) -> impl Iterator<Item = usize> {
        (0..self.loops.len()).filter(|of| self.domain.counters[*of].parent.is_none())
    }

    /// A loop and all in it, each behind those in it.
    pub fn inside_out(&self, of: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![(of, 0)];
        while let Some((at, kid)) = open.pop() {
            match self.loops[at].kids.get(kid) {
                Some(next) => open.extend([(at, kid + 1), (*next, 0)]),
                None => found.push(at),
            }
        }
        found
    }

    /// Accesses in a loop with their numbers, in order.
    pub(crate) fn numbered_in(&self, of: usize) -> impl Iterator<Item = (usize, &Access)> {
        let is_in = move |access: &Access| access.around.is_some_and(|at| self.domain.is_within(at, of));
        self.accesses.iter().enumerate().filter(move |(_, access)| is_in(access))
    }

    /// Accesses in a loop, in order.
    pub fn accesses_in(&self, of: usize) -> impl Iterator<Item = &Access> {
        self.numbered_in(of).map(|(_, access)| access)
    }
}

struct Reader<'m> {
    module: &'m Module,
    nests: Nests,
    /// Indices that are sums of counters.
    indices: HashMap<ValueId, Linear>,
}

impl Reader<'_> {
    fn block(&mut self, block: BlockId, around: Option<usize>) -> Result<()> {
        let module = self.module;
        for id in &module.blocks[block.index()].operations {
            let op = module.op(*id);
            self.aliases(op)?;
            match op.name.as_str() {
                "affine.for" => self.counted((*id, block), around)?,
                "affine.if" => {
                    for region in &op.regions {
                        for block in &module.regions[region.index()].blocks {
                            self.block(*block, around)?;
                        }
                    }
                }
                "affine.load" | "memref.load" | "affine.vector_load" => self.access((*id, op), 0, around)?,
                "affine.store" | "memref.store" | "affine.vector_store" => self.access((*id, op), 1, around)?,
                "memref.alloc" | "memref.alloca" | "memref.get_global" => {
                    let [made] = op.results.as_slice() else { return refused(op, "it has not one result") };
                    self.array(op, *made, format!("line {}", op.place.line), around)?;
                }
                "memref.dealloc" | "func.return" | "affine.yield" => {}
                _ if is_plain(module, op) => self.index(op),
                _ => {
                    let why = "it has no form among affine nests: loops are affine.for, accesses affine.load and affine.store, and all else \
                         computes numbers";
                    return Err(fixed::no_loop(op).unwrap_or_else(|| Refusal::at(op, why)));
                }
            }
        }
        Ok(())
    }

    /// Notes an index that is a sum of counters.
    fn index(&mut self, op: &Operation) {
        let [result] = op.results.as_slice() else { return };
        if !matches!(self.module.pool.ty(self.module.type_of(*result)), Type::Index) {
            return;
        }
        let pair = || match op.operands.as_slice() {
            [x, y] => Some((self.indices.get(x)?, self.indices.get(y)?)),
            _ => None,
        };
        let value = match op.name.as_str() {
            "arith.constant" => {
                self.module.attribute(op, "value").and_then(isotope_mlir::literals::number).map(constant)
            }
            "affine.apply" => self.rows(op, "map", &op.operands).and_then(|mut rows| rows.pop()),
            "arith.addi" => pair().and_then(|(x, y)| x.plus(y)),
            "arith.subi" => pair().and_then(|(x, y)| x.minus(y)),
            "arith.muli" => pair().and_then(|(x, y)| x.times(y)),
            _ => None,
        };
        if let Some(value) = value {
            self.indices.insert(*result, value);
        }
    }

    /// The results of a map over operands; `None`: one is no sum of counters.
    fn rows(&self, op: &Operation, name: &str, operands: &[ValueId]) -> Option<Vec<Linear>> {
        let Attribute::AffineMap(map) = self.module.attribute(op, name)? else { return None };
        // Operands that no result names may be anything.
        let count = (map.dims + map.symbols) as usize;
        let operands: Vec<Option<&Linear>> = operands.iter().map(|value| self.indices.get(value)).collect();
        let known: Vec<Linear> = operands.iter().map(|of| of.cloned().unwrap_or_default()).collect();
        let named = |row: &isotope_mlir::ir::AffineExpr| {
            row.steps.iter().all(|step| match step {
                isotope_mlir::ir::Step::Dim(at) => operands.get(*at as usize).is_some_and(Option::is_some),
                _ => true,
            })
        };
        let row = |row| {
            let row = without_symbols(row, map.dims);
            if named(&row) { linear(&row, &known) } else { None }
        };
        (operands.len() == count).then(|| map.results.iter().map(row).collect())?
    }

    /// Reads a loop and its body.
    fn counted(&mut self, (id, block): (OpId, BlockId), around: Option<usize>) -> Result<()> {
        let (module, number) = (self.module, self.nests.loops.len());
        let op = module.op(id);
        if number == MAX_LOOPS {
            return refused(op, format!("the function has more than {MAX_LOOPS} loops (MAX_LOOPS): outline some"));
        }
        let body = single_block(module, op)?;
        let Some(counter) = module.blocks[body.index()].arguments.first().copied() else {
            return refused(op, "it has no counter");
        };
        let count = |name: &str| match module.attribute(op, name) {
            Some(Attribute::AffineMap(map)) => Some((map.dims + map.symbols) as usize),
            _ => None,
        };
        let bound = |name: &str, begin: usize| {
            let operands = op.operands.get(begin..begin + count(name)?)?;
            self.rows(op, name, operands).filter(|rows| !rows.is_empty())
        };
        let lower = bound("lowerBoundMap", 0);
        let upper = count("lowerBoundMap").and_then(|begin| bound("upperBoundMap", begin));
        let (Some(lower), Some(upper)) = (lower, upper) else {
            return refused(
                op,
                "its iterations are not known: its bounds are to be made of numbers and of the counters of loops around it",
            );
        };
        let step = module.attribute(op, "step").and_then(isotope_mlir::literals::number).unwrap_or(0);
        if step < 1 {
            return refused(op, "its step is not positive: count upwards, and turn the indices around");
        }
        self.indices.insert(counter, Linear::dim(number, 1, 0));
        let depth = around.map_or(0, |around| self.nests.domain.counters[around].depth + 1);
        if depth == MAX_DEPTH {
            return refused(op, format!("loops nest deeper than {MAX_DEPTH} (MAX_DEPTH): outline some"));
        }
        self.nests.domain.counters.push(Counter { parent: around, depth, lower, upper, step });
        // A loop's body ends with its yield.
        let is_alone = around.is_some() && module.blocks[block.index()].operations.len() == 2 && op.results.is_empty();
        self.nests.loops.push(Loop { op: id, block, body, counter, kids: Vec::new(), is_alone });
        if let Some(around) = around {
            self.nests.loops[around].kids.push(number);
        }
        self.block(body, Some(number))
    }

    /// Reads an access to the array at an operand.
    fn access(&mut self, (id, op): (OpId, &Operation), at: usize, around: Option<usize>) -> Result<()> {
        if self.nests.accesses.len() == MAX_ACCESSES {
            return refused(
                op,
                format!("the function has more than {MAX_ACCESSES} accesses (MAX_ACCESSES): outline some"),
            );
        }
        let (Some(memref), Some(operands)) = (op.operands.get(at), op.operands.get(at + 1..)) else {
            return refused(op, "it has too few operands");
        };
        let Some(array) = self.nests.arrays.iter().position(|array| array.memref == *memref) else {
            return refused(op, "its array is neither an argument nor allocated here");
        };
        let is_affine = matches!(op.name.as_str(), "affine.load" | "affine.store");
        let rows = match op.name.as_str() {
            "memref.load" | "memref.store" => operands.iter().map(|value| self.indices.get(value).cloned()).collect(),
            _ if is_affine => self.rows(op, "map", operands),
            _ => None,
        };
        let rank = self.nests.arrays[array].shape.len();
        if rows.as_ref().is_some_and(|rows: &Vec<Linear>| rows.len() != rank) {
            return refused(op, "it has not as many indices as its array has dimensions");
        }
        self.nests.accesses.push(Access { op: id, array, is_store: at == 1, rows, is_affine, around });
        Ok(())
    }
}

/// Whether an operation computes numbers, without memory.
fn is_plain(module: &Module, op: &Operation) -> bool {
    const DIALECTS: [&str; 5] = ["arith.", "math.", "vector.", "index.", "complex."];
    const AFFINE: [&str; 3] = ["affine.apply", "affine.min", "affine.max"];
    let is_memory =
        |value: &ValueId| matches!(module.pool.ty(module.type_of(*value)), Type::Memref { .. } | Type::Opaque(_));
    let is_known = DIALECTS.iter().any(|dialect| op.name.starts_with(dialect)) || AFFINE.contains(&op.name.as_str());
    is_known
        && op.name != "vector.print"
        && op.regions.is_empty()
        && op.successors.is_empty()
        && !op.operands.iter().chain(&op.results).any(is_memory)
}
