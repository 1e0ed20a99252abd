//! Contractions of MLIR: perfect nests of loops over memory, in any order.

mod body;
mod ranges;

use crate::error::{Refusal, whole};
use crate::form::{Access, Array, Contraction, Dim, Number, Row};
use body::{Body, Factor, Freedom, Term};
use isotope_affine::{Linear, constant, linear, without_symbols};
use isotope_mlir::ir::{Attribute, BlockId, Module, OpId, Operation, Type, TypeId, ValueId};
use std::collections::{HashMap, HashSet};

pub(crate) type Result<T> = std::result::Result<T, Refusal>;

fn refused<T>(op: &Operation, why: impl Into<String>) -> Result<T> {
    Err(isotope_mlir::Refusal::at(op, why).into())
}

/// Reads the contraction that a function is. `entry`: its name; without one the module's only function with a body.
///
/// # Errors
///
/// The place of what no contraction has, or what [`Contraction::checked`] refuses.
pub fn recognise(module: &Module, entry: Option<&str>) -> Result<Contraction> {
    let function = isotope_mlir::structure::function(module, entry).map_err(whole)?;
    recognise_function(module, function)
}

/// The same of a function that is known.
///
/// # Errors
///
/// Those of [`recognise`].
pub fn recognise_function(module: &Module, function: OpId) -> Result<Contraction> {
    let op = module.op(function);
    let block = match op.regions.first().map(|region| module.regions[region.index()].blocks.as_slice()) {
        Some([block]) => *block,
        _ => return refused(op, "its body is no single block"),
    };
    let mut reader = Reader::new(module);
    let arguments = &module.blocks[block.index()].arguments;
    for (at, argument) in arguments.iter().enumerate() {
        reader.array(op, at, *argument)?;
    }
    if !ranges::are_apart(module, op, arguments.len()) {
        return refused(
            op,
            "its arguments may overlap: give each of them the attribute `llvm.noalias`, if they do not",
        );
    }
    let (factors, result, Freedom { reorders, contracts }) = reader.block(block, op)?;
    let filled = reader.filled.take();
    if let Some((store, cells)) = &filled
        && *cells != reader.cells(&result)
    {
        return refused(store, "it sets other cells than the sums are added to");
    }
    let sets = filled.is_some();
    let dims = reader.dims.iter().enumerate();
    let dims = dims.map(|(at, (_, size))| Dim { name: format!("d{at}"), size: *size }).collect();
    let mut arrays: Vec<Array> = reader.arrays.iter().map(|(_, array)| array.clone()).collect();
    for factor in &factors {
        // Integers in memory have no sign: what extends them says it.
        let array = &mut arrays[factor.access.array];
        let differs = |other: &Factor| (other.number, other.used) != (factor.number, factor.used);
        if factors.iter().any(|other| other.access.array == factor.access.array && differs(other)) {
            return refused(op, "one array is extended or masked in two ways");
        }
        (array.number, array.used) = (factor.number.unwrap_or(array.number), factor.used);
    }
    ranges::read(module, op, &mut arrays)?;
    let name = isotope_mlir::literals::text(module, op, "sym_name").unwrap_or_default();
    let mut factors = factors.into_iter().map(|factor| (factor.access, factor.zero));
    let (Some((first, of_first)), Some((second, of_second))) = (factors.next(), factors.next()) else {
        return refused(op, "it adds no product");
    };
    let (zeros, third, factors) = ([of_first, of_second], factors.next(), [first, second]);
    Contraction { name, dims, arrays, factors, zeros, third, result, sets, reorders, contracts, is_parallel: false }
        .checked()
}

struct Reader<'a> {
    module: &'a Module,
    arrays: Vec<(ValueId, Array)>,
    /// First index, and iterations.
    dims: Vec<(i64, u64)>,
    indices: HashMap<ValueId, Linear>,
    zeros: HashSet<ValueId>,
    /// Integers that are constants.
    constants: HashMap<ValueId, i64>,
    /// The store of zeros before the sums, and its cells.
    filled: Option<(&'a Operation, Cells)>,
}

/// An array's number, and for each of its dimensions the first index that an access has and how many follow each other; `None` where its
/// indices are no box.
type Cells = (usize, Option<Vec<(i64, u64)>>);

/// Factors with how they are extended, the result, and whether products may be added without being rounded.
type Found = (Vec<Factor>, Access, Freedom);

impl<'a> Reader<'a> {
    fn new(module: &'a Module) -> Self {
        let (arrays, dims, indices) = (Vec::new(), Vec::new(), HashMap::new());
        Reader { module, arrays, dims, indices, zeros: HashSet::new(), constants: HashMap::new(), filled: None }
    }

    fn array(&mut self, op: &Operation, at: usize, argument: ValueId) -> Result<()> {
        let Type::Memref { shape: Some(shape), element, parameters } =
            self.module.pool.ty(self.module.type_of(argument))
        else {
            return refused(op, format!("argument {at} is no memref"));
        };
        if !parameters.is_empty() {
            return refused(op, format!("argument {at} has a layout: only arrays that lie row by row are compiled"));
        }
        let Some(shape) = shape.iter().copied().collect::<Option<Vec<u64>>>() else {
            return refused(op, format!("argument {at} has an open size: give each dimension a size"));
        };
        let Some(number) = number(self.module, *element) else {
            return refused(
                op,
                format!("the elements of argument {at} are neither integers of whole bytes nor f32 or f64"),
            );
        };
        self.arrays.push((argument, Array { name: format!("arg{at}"), number, shape, used: None, range: None }));
        Ok(())
    }

    /// The contraction of a block: one loop, and index arithmetic before it.
    fn block(&mut self, block: BlockId, around: &Operation) -> Result<Found> {
        let module = self.module;
        let Some((end, ops)) = module.blocks[block.index()].operations.split_last() else {
            return refused(around, "its block is empty");
        };
        if !module.op(*end).operands.is_empty() {
            return refused(module.op(*end), "it gives values: a contraction keeps its sums in memory");
        }
        let mut found = None;
        for (at, id) in ops.iter().enumerate() {
            let op = module.op(*id);
            if found.is_some() {
                return refused(
                    op,
                    "it stands behind the loops: a contraction is one perfect nest, without anything after it, and before it at most one \
                     that sets the result to zero",
                );
            }
            if self.index(op)? || self.constant(op) {
                continue;
            }
            match op.name.as_str() {
                // A function's first loops may set the sums to zero.
                "affine.for" | "scf.for" if self.dims.is_empty() && self.filled.is_none() && self.fills(op)? => {}
                "affine.for" | "scf.for" => {
                    let body = self.counted(op)?;
                    found = Some(self.block(body, op)?);
                }
                _ => return self.innermost(&ops[at..]),
            }
        }
        found.map_or_else(|| refused(around, "there is no loop in it that adds products"), Ok)
    }

    /// Whether it computes an index, which is known from here on.
    fn index(&mut self, op: &Operation) -> Result<bool> {
        let [result] = op.results.as_slice() else { return Ok(false) };
        if !matches!(self.module.pool.ty(self.module.type_of(*result)), Type::Index) {
            return Ok(false);
        }
        let value = match op.name.as_str() {
            "arith.constant" => {
                self.module.attribute(op, "value").and_then(isotope_mlir::literals::number).map(constant)
            }
            "affine.apply" => self.rows(op, "map", &op.operands)?.pop(),
            "arith.addi" | "arith.muli" => match op.operands.as_slice() {
                [x, y] => match (self.indices.get(x), self.indices.get(y)) {
                    (Some(x), Some(y)) if op.name == "arith.addi" => x.plus(y),
                    (Some(x), Some(y)) => x.times(y),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        match value {
            Some(value) => self.indices.insert(*result, value),
            None => return refused(op, "an index has to be a sum of loop counters times constants"),
        };
        Ok(true)
    }

    /// Whether it is a constant number, which is known from here on.
    fn constant(&mut self, op: &Operation) -> bool {
        let value = self.module.attribute(op, "value").filter(|_| op.name == "arith.constant");
        let Some(Attribute::Number { text, .. }) = value else { return false };
        // The negative zero of floats is another number.
        let is_zero = text.parse().is_ok_and(|of: f64| of.to_bits() == 0);
        self.zeros.extend(op.results.iter().filter(|_| is_zero));
        let integer = text.parse().ok();
        self.constants.extend(op.results.iter().zip(integer).map(|(result, value)| (*result, value)));
        true
    }

    /// Whether loops do nothing but set an array's cells to zero, which is noted.
    fn fills(&mut self, op: &'a Operation) -> Result<bool> {
        let module = self.module;
        let mut around = op;
        let store = loop {
            let body = self.counted(around)?;
            let mut inner = Vec::new();
            for op in module.blocks[body.index()].operations.iter().map(|id| module.op(*id)) {
                if !op.name.ends_with(".yield") && !self.index(op)? && !self.constant(op) {
                    inner.push(op);
                }
            }
            match inner.as_slice() {
                [one] if matches!(one.name.as_str(), "affine.for" | "scf.for") => around = one,
                [one] if matches!(one.name.as_str(), "affine.store" | "memref.store") => break Some(*one),
                _ => break None,
            }
        };
        let store = store.filter(|store| store.operands.first().is_some_and(|of| self.zeros.contains(of)));
        if let Some(store) = store {
            let cells = self.cells(&self.loaded(store, 1)?);
            self.filled = Some((store, cells));
        }
        // The loops of the sums have dimensions of their own.
        self.dims.clear();
        Ok(store.is_some())
    }

    /// The cells of an access by the loops that were read.
    fn cells(&self, access: &Access) -> Cells {
        let mut used = HashSet::new();
        let rows = access.rows.iter().map(|row| match row.dims().collect::<Vec<_>>()[..] {
            [] => Some((row.constant, 1)),
            [dim] if row.factors[dim] == 1 && used.insert(dim) => Some((row.constant, self.dims[dim].1)),
            _ => None,
        });
        (access.array, rows.collect())
    }

    /// Reads the bounds of a loop: its body.
    fn counted(&mut self, op: &Operation) -> Result<BlockId> {
        let module = self.module;
        if !op.results.is_empty() {
            return refused(op, "it carries values: a contraction keeps its sums in memory");
        }
        let known = |reader: &Self, value: &ValueId| reader.indices.get(value).and_then(Linear::as_constant);
        let bounds = match op.name.as_str() {
            "affine.for" => {
                let bound = |name| match module.attribute(op, name) {
                    Some(Attribute::AffineMap(map)) if op.operands.is_empty() && map.results.len() == 1 => {
                        linear(&map.results[0], &[])?.as_constant()
                    }
                    _ => None,
                };
                let step = module.attribute(op, "step").and_then(isotope_mlir::literals::number);
                [bound("lowerBoundMap"), bound("upperBoundMap"), step]
            }
            _ => [0, 1, 2].map(|at| op.operands.get(at).and_then(|value| known(self, value))),
        };
        let [Some(lower), Some(upper), Some(step)] = bounds else {
            return refused(op, "its bounds are no constants: give the arrays sizes, and the loops constant bounds");
        };
        if step < 1 {
            return refused(op, "its step is not positive");
        }
        let distance = upper.checked_sub(lower).map_or(i64::MAX, |distance| distance.max(0));
        let size = (distance as u64).div_ceil(step as u64);
        let body = op.regions.first().and_then(|region| module.regions[region.index()].blocks.first().copied());
        let Some(body) = body else { return refused(op, "it has no body") };
        let Some(counter) = module.blocks[body.index()].arguments.first() else {
            return refused(op, "it has no counter");
        };
        self.indices.insert(*counter, Linear::dim(self.dims.len(), step, lower));
        self.dims.push((lower, size));
        Ok(body)
    }

    /// Rows of the map of this name over operands.
    fn rows(&self, op: &Operation, name: &str, operands: &[ValueId]) -> Result<Vec<Linear>> {
        let Some(Attribute::AffineMap(map)) = self.module.attribute(op, name) else {
            return refused(op, format!("its {name} is missing"));
        };
        let operands: Option<Vec<Linear>> = operands.iter().map(|value| self.indices.get(value).cloned()).collect();
        let rows = operands.and_then(|operands| {
            // Symbols follow the dimensions.
            map.results.iter().map(|row| linear(&without_symbols(row, map.dims), &operands)).collect()
        });
        rows.map_or_else(|| refused(op, "an index is not affine, or not made of the counters of these loops"), Ok)
    }

    /// An access to an argument by rows.
    fn access(&self, op: &Operation, memref: ValueId, rows: Vec<Linear>) -> Result<Access> {
        let Some(array) = self.arrays.iter().position(|(argument, _)| *argument == memref) else {
            return refused(op, "its memref is no argument of the function");
        };
        if rows.len() != self.arrays[array].1.shape.len() {
            return refused(op, "it has not as many indices as its memref has dimensions");
        }
        let rows = rows.iter().map(|of| row(of, self.dims.len()));
        Ok(Access { array, rows: rows.collect() })
    }

    fn loaded(&self, op: &Operation, first: usize) -> Result<Access> {
        let [Some(memref), Some(operands)] =
            [op.operands.get(first).map(std::slice::from_ref), op.operands.get(first + 1..)]
        else {
            return refused(op, "it has too few operands");
        };
        let rows = if op.name.starts_with("affine.") {
            self.rows(op, "map", operands)?
        } else {
            let rows: Option<Vec<Linear>> = operands.iter().map(|value| self.indices.get(value).cloned()).collect();
            let Some(rows) = rows else { return refused(op, "an index is not made of the counters of these loops") };
            rows
        };
        self.access(op, memref[0], rows)
    }

    /// The code of the innermost loop.
    fn innermost(&mut self, ops: &[OpId]) -> Result<Found> {
        let mut body = Body::new(self.module, &self.constants);
        let mut stored = None;
        for id in ops {
            let op = self.module.op(*id);
            if stored.is_some() {
                return refused(op, "it stands behind the store of the sum");
            }
            match op.name.as_str() {
                "affine.load" | "memref.load" => body.loaded(op, self.loaded(op, 0)?)?,
                "affine.store" | "memref.store" => {
                    let access = self.loaded(op, 1)?;
                    stored = Some((op, body.sum(op, op.operands[0], &access)?, access));
                }
                _ if self.index(op)? => {}
                _ if self.constant(op) => {
                    let known = |of: &ValueId| Some((*of, Term::Constant(*self.constants.get(of)?)));
                    op.results.iter().filter_map(known).for_each(|(of, term)| body.define(of, term));
                }
                _ => body.computed(op)?,
            }
        }
        match stored {
            Some((_, (factors, freedom), result)) => Ok((factors, result, freedom)),
            None => refused(self.module.op(ops[0]), "nothing is stored in the innermost loop"),
        }
    }
}

/// The type of elements, integers with a sign.
fn number(module: &Module, ty: TypeId) -> Option<Number> {
    match module.pool.ty(ty) {
        Type::Integer { width, .. } if matches!(width, 8 | 16 | 32 | 64) => Some(Number::Signed(*width)),
        Type::Float("f32") => Some(Number::Float(32)),
        Type::Float("f64") => Some(Number::Float(64)),
        _ => None,
    }
}

/// A row with a factor for each dimension.
fn row(of: &Linear, dims: usize) -> Row {
    let factors = (0..dims).map(|dim| of.factors.get(&dim).copied().unwrap_or(0)).collect();
    Row { factors, constant: of.constant }
}
