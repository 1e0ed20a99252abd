//! Kernels of a fixed size, unrolled: each element that is written, as a value of elements that are read.

mod indices;
mod memory;

use crate::error::{Result, refused};
use crate::limits::{MAX_DEPTH, MAX_STEPS};
use crate::operations::is_lanewise;
use crate::terms::{Code, Term, TermId, Terms};
use isotope_mlir::Refusal;
use isotope_mlir::fixed::{self, single_block};
use isotope_mlir::ir::{BlockId, Module, OpId, Operation, Type, ValueId};
use isotope_mlir::structure::function;
use std::collections::HashMap;

/// An array.
#[derive(Clone, Debug)]
pub struct Array {
    /// The value that stands for it.
    pub memref: ValueId,
    /// Its place among the function's arguments, or the line of its operation.
    pub name: String,
    /// Elements of each dimension.
    pub shape: Vec<u64>,
    /// It is made in the kernel, and gone behind it.
    pub is_local: bool,
    /// The operation that gets it, if it is no argument.
    pub made: Option<OpId>,
}

impl Array {
    /// Elements of all dimensions.
    pub fn count(&self) -> u64 {
        self.shape.iter().product()
    }
}

/// The number of no array: that of what a function returns.
pub const RESULTS: u32 = u32::MAX;

/// An element that a kernel writes, or returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// The array; [`RESULTS`] for what the function returns.
    pub array: u32,
    /// Its place in row-major order, or among the results.
    pub cell: u64,
    /// Its value behind the kernel.
    pub term: TermId,
}

/// A function of fixed size, unrolled.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The function.
    pub function: OpId,
    /// Its block.
    pub block: BlockId,
    /// In the order of their first mention.
    pub arrays: Vec<Array>,
    /// By array and place.
    pub outputs: Vec<Output>,
    /// All values.
    pub terms: Terms,
}

/// The meaning of a value of the program.
#[derive(Clone, Copy, Debug)]
enum Known {
    Index(i64),
    Term(TermId),
    Array(u32),
}

impl Kernel {
    /// Reads a function. `entry`: its name; without one the module's only function with a body.
    ///
    /// # Errors
    ///
    /// The place of an operation that has no form on vectors, or of a loop whose iterations are not known.
    pub fn read(module: &Module, entry: Option<&str>) -> std::result::Result<Kernel, Refusal> {
        let function = function(module, entry).map_err(Refusal::Whole)?;
        let op = module.op(function);
        let block = single_block(module, op)?;
        let mut reader = Reader {
            module,
            terms: Terms::new(module.pool.clone()),
            arrays: Vec::new(),
            memory: Vec::new(),
            known: HashMap::new(),
            steps: 0,
            results: Vec::new(),
        };
        for (at, argument) in module.blocks[block.index()].arguments.iter().enumerate() {
            reader.argument(op, at, *argument)?;
        }
        reader.block(block, 0)?;
        let outputs = reader.outputs(op)?;
        if outputs.is_empty() {
            return refused(
                op,
                "it returns nothing, and writes to no array that is there behind it: there is nothing to vectorize",
            );
        }
        Ok(Kernel { function, block, arrays: reader.arrays, outputs, terms: reader.terms })
    }
}

struct Reader<'m> {
    module: &'m Module,
    terms: Terms,
    arrays: Vec<Array>,
    /// By array: elements that were written.
    memory: Vec<HashMap<u64, TermId>>,
    known: HashMap<ValueId, Known>,
    steps: usize,
    /// The values that are returned.
    results: Vec<TermId>,
}

impl Reader<'_> {
    fn argument(&mut self, op: &Operation, at: usize, argument: ValueId) -> Result<()> {
        let ty = self.module.type_of(argument);
        let known = match self.module.pool.ty(ty) {
            Type::Memref { .. } => return self.array(op, argument, format!("arg{at}"), false, None),
            Type::Integer { .. } | Type::Float(_) => Known::Term(self.terms.add(Term::Argument(argument), ty)?),
            // Whoever uses it is refused: a kernel is of fixed size.
            Type::Index => return Ok(()),
            _ => return refused(op, format!("argument {at} is neither an array of numbers nor a number")),
        };
        self.known.insert(argument, known);
        Ok(())
    }

    /// Carries out the operations of a block, and returns what its last one passes on.
    fn block(&mut self, block: BlockId, depth: usize) -> Result<Vec<ValueId>> {
        let module = self.module;
        let mut passed = Vec::new();
        for id in &module.blocks[block.index()].operations {
            let op = module.op(*id);
            self.step(op)?;
            match op.name.as_str() {
                "affine.for" | "scf.for" => self.counted(op, depth)?,
                "affine.if" => self.chosen(op, depth)?,
                "affine.load" | "memref.load" => self.load(op)?,
                "affine.store" | "memref.store" => self.store(op)?,
                "memref.alloc" | "memref.alloca" | "memref.get_global" => self.made(*id, op)?,
                "memref.dealloc" => {}
                "affine.yield" | "scf.yield" => passed.clone_from(&op.operands),
                "func.return" => self.results = self.returned(op)?,
                _ => self.computed(op)?,
            }
        }
        Ok(passed)
    }

    fn returned(&self, op: &Operation) -> Result<Vec<TermId>> {
        let one = |value: &ValueId| match self.known_of(op, *value)? {
            Known::Term(term) => Ok(term),
            _ => refused(op, "it returns an index or an array: cast an index to an integer, and store to an argument"),
        };
        op.operands.iter().map(one).collect()
    }

    /// Counts an operation that is carried out.
    fn step(&mut self, op: &Operation) -> Result<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            let why = format!("the unrolled kernel has more than {MAX_STEPS} operations (MAX_STEPS)");
            return refused(op, format!("{why}: tile it first, and vectorize a tile"));
        }
        Ok(())
    }

    /// A loop, one iteration after the other.
    fn counted(&mut self, op: &Operation, depth: usize) -> Result<()> {
        let body = single_block(self.module, op)?;
        if depth == MAX_DEPTH {
            return refused(op, format!("loops nest deeper than {MAX_DEPTH} (MAX_DEPTH): outline some"));
        }
        let Some((lower, upper, step, inits)) = self.bounds(op) else {
            return refused(
                op,
                "its iterations are not known: vectorize takes kernels of fixed size, so give its bounds as numbers",
            );
        };
        let arguments = self.module.blocks[body.index()].arguments.clone();
        let Some((counter, carried)) = arguments.split_first() else { return refused(op, "it has no counter") };
        let mut values = inits.iter().map(|value| self.known_of(op, *value)).collect::<Result<Vec<_>>>()?;
        let mut at = lower;
        while at < upper {
            // Of a body without operations, too.
            self.step(op)?;
            self.known.insert(*counter, Known::Index(at));
            self.known.extend(carried.iter().copied().zip(values.iter().copied()));
            let passed = self.block(body, depth + 1)?;
            values = passed.iter().map(|value| self.known_of(op, *value)).collect::<Result<_>>()?;
            at = at.saturating_add(step);
        }
        self.known.extend(op.results.iter().copied().zip(values));
        Ok(())
    }

    /// The branch of a condition on counters that holds.
    fn chosen(&mut self, op: &Operation, depth: usize) -> Result<()> {
        let Some(holds) = self.holds(op) else {
            return refused(op, "its condition is not known: it may depend on counters and numbers alone");
        };
        let region = op.regions.get(usize::from(!holds)).map(|region| &self.module.regions[region.index()].blocks);
        let Some([block]) = region.map(Vec::as_slice) else { return Ok(()) };
        let passed = self.block(*block, depth)?;
        let values = passed.iter().map(|value| self.known_of(op, *value)).collect::<Result<Vec<_>>>()?;
        self.known.extend(op.results.iter().copied().zip(values));
        Ok(())
    }

    fn known_of(&self, op: &Operation, value: ValueId) -> Result<Known> {
        match self.known.get(&value) {
            Some(known) => Ok(*known),
            None => refused(op, "an operand of it is not known here"),
        }
    }

    /// An operation on numbers: a new value, or an index that is known.
    fn computed(&mut self, op: &Operation) -> Result<()> {
        let [result] = op.results.as_slice() else { return self.without_form(op) };
        let ty = self.module.type_of(*result);
        if let Some(index) = self.index(op) {
            let known = match self.module.pool.ty(ty) {
                Type::Index => Known::Index(index),
                _ => Known::Term(self.terms.number(&index.to_string(), ty)?),
            };
            self.known.insert(*result, known);
            return Ok(());
        }
        if op.name == "arith.constant" && matches!(self.module.pool.ty(ty), Type::Integer { .. } | Type::Float(_)) {
            let Some(value) = self.module.attribute_id(op, "value") else { return refused(op, "it has no value") };
            let term = self.terms.add(Term::Constant(value), ty)?;
            self.known.insert(*result, Known::Term(term));
            return Ok(());
        }
        if !is_lanewise(&op.name) || !op.regions.is_empty() || !op.successors.is_empty() {
            return self.without_form(op);
        }
        let mut operands = Vec::new();
        for value in &op.operands {
            let Known::Term(term) = self.known_of(op, *value)? else { return self.without_form(op) };
            operands.push(term);
        }
        let (properties, attributes) = (op.properties, op.attributes.clone());
        let code = self.terms.code(Code { name: op.name.clone(), properties, attributes, ty });
        let term = self.terms.add(Term::Op { code, operands: operands.into() }, ty)?;
        self.known.insert(*result, Known::Term(term));
        Ok(())
    }

    fn without_form(&self, op: &Operation) -> Result<()> {
        if op.results.iter().any(|value| fixed::is_memory(self.module, *value)) {
            return Err(fixed::second_name(op));
        }
        match fixed::no_loop(op) {
            Some(refusal) => Err(refusal),
            None => refused(
                op,
                "it has no vector form here: kernels are loops of fixed bounds, loads, stores, and operations of arith and math on numbers",
            ),
        }
    }
}
