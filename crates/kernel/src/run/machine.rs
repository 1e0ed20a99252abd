//! The machine: names, memory and budgets.

use crate::arrays::linear::Factors;
use crate::arrays::recalled::Recalled;
use crate::arrays::remembered::Remembered;
use crate::limits::{MAX_CELLS, MAX_OUTPUT, MAX_STEPS};
use crate::nests::code::Nest;
use crate::plan::decode::attributes;
use crate::plan::nodes::{Choice, Kind, Node, Plan, Row};
use crate::run::races::Races;
use crate::values::lanes::Lanes;
use crate::values::memory::{Buffer, Written};
use crate::values::scalar::Numbers;
use crate::values::value::{Element, Scalar, Slot, Term, View};
use isotope_mlir::error::Place;
use isotope_mlir::ir::{Module, Type, TypeId};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Why a program does not run to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It does what no program may: an access out of range, a division by zero.
    Fault,
    /// It has an operation or a type that this machine does not know.
    Unsupported,
    /// Its control or an address depends on data, which an identity test does not know.
    Dynamic,
    /// A bound.
    Budget,
    /// An identity test at one point, whose error is too large already: another method has to be taken.
    Weak,
}

/// A program does not run to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct RunError {
    /// The operation.
    pub place: Place,
    /// Of which kind it is.
    pub reason: Reason,
    /// One sentence.
    pub message: String,
}

pub(super) type Result<T> = std::result::Result<T, RunError>;

/// Where control goes behind an operation.
pub(super) enum Flow<'p> {
    /// To the next.
    Next,
    /// Out of the block; the terminator's operands are the values.
    Leave(&'p Node),
}

/// Operations after which a machine looks whether it may stop.
const BETWEEN_STOPS: u64 = 1 << 20;

/// A machine that runs one program.
pub struct Machine<'p> {
    /// The program, to look types up.
    pub module: &'p Module,
    pub(super) plan: &'p Plan,
    /// How numbers are computed.
    pub numbers: Numbers,
    pub(super) slots: Vec<Slot>,
    /// All memory.
    pub buffers: Vec<Buffer>,
    pub(super) cells: usize,
    /// Cells of memory that it may have.
    pub max_cells: usize,
    /// Operations so far.
    pub steps: u64,
    /// At most so many.
    pub max_steps: u64,
    pub(super) calls: u32,
    /// Functions that run now.
    pub(super) running: Vec<String>,
    pub(super) globals: HashMap<String, Arc<View>>,
    /// The printed text.
    pub output: String,
    /// A number for this program's uninitialised memory: nothing else is equal to it.
    pub salt: u32,
    /// The trace of foreign functions and prints so far, in an identity test.
    pub(super) seen: Option<Term>,
    /// In an execution, functions without a body write random numbers that depend on all that they were given so far.
    pub models_foreign: bool,
    pub(super) state: [u8; 32],
    /// Alignments that it takes for granted, each with what the outside had seen before it.
    pub assumed: BTreeMap<(Vec<u32>, u64), u32>,
    /// Memory of the program's own that functions without a body were given, in order.
    pub escaped: Vec<Arc<View>>,
    /// Loops over integers run over arrays, too; known integers in memory are terms then.
    pub(crate) integer_nests: bool,
    /// The run ends when one of these is set: nobody needs its result.
    pub(crate) stops: Vec<Arc<AtomicBool>>,
    /// Loops run as nests where they can be ones.
    pub uses_nests: bool,
    /// The accesses of iterations of parallel loops.
    pub(super) races: Races,
    /// Buffers of functions and iterations that run now, which end with them.
    pub(super) stack_memory: Vec<usize>,
    /// Within a branch on data: what its stores wrote over.
    pub(super) undo: Option<Written>,
    pub(super) nests: HashMap<u32, Option<Arc<Nest<'p>>>>,
    pub(super) registers: Vec<Lanes>,
    /// Memory for what the loops of nests carry.
    pub(super) carried: Option<usize>,
    pub(super) factors: Box<Factors>,
    pub(super) remembered: Remembered,
    pub(super) recalled: Recalled,
    /// Loops whose iterations ran side by side, with loops in them.
    pub(crate) side_by_side: u64,
    /// Stores of many terms that were computed as one sum: by rows for a loop in a loop, and by loads.
    pub(crate) at_once: [u64; 2],
    pub(super) stack: Vec<i64>,
    pub(super) scratch: Vec<i64>,
}

impl<'p> Machine<'p> {
    /// A machine without memory.
    pub fn new(module: &'p Module, plan: &'p Plan, numbers: Numbers, salt: u32) -> Self {
        let slots = vec![Slot::Empty; plan.values];
        Machine {
            module,
            plan,
            numbers,
            slots,
            buffers: Vec::new(),
            cells: 0,
            max_cells: MAX_CELLS,
            steps: 0,
            max_steps: MAX_STEPS,
            calls: 0,
            running: Vec::new(),
            globals: HashMap::new(),
            output: String::new(),
            salt,
            seen: None,
            models_foreign: false,
            state: [0; 32],
            assumed: BTreeMap::new(),
            escaped: Vec::new(),
            integer_nests: false,
            stops: Vec::new(),
            uses_nests: true,
            races: Races::default(),
            stack_memory: Vec::new(),
            undo: None,
            nests: HashMap::new(),
            registers: Vec::new(),
            carried: None,
            factors: Box::new(Factors::new()),
            remembered: Remembered::default(),
            recalled: Recalled::default(),
            side_by_side: 0,
            at_once: [0; 2],
            stack: Vec::new(),
            scratch: Vec::new(),
        }
    }

    pub(super) fn error(&self, node: &Node, reason: Reason, message: impl Into<String>) -> RunError {
        let name = &self.module.operations[node.op as usize].name;
        RunError { place: node.place, reason, message: format!("`{}`: {}", name.escape_debug(), message.into()) }
    }

    pub(super) fn fault(&self, node: &Node, message: impl Into<String>) -> RunError {
        self.error(node, Reason::Fault, message)
    }

    #[inline]
    pub(super) fn scalar(&self, node: &Node, at: usize) -> Result<Scalar> {
        match node.operands.get(at).map(|slot| &self.slots[*slot as usize]) {
            Some(Slot::Scalar(value)) => Ok(*value),
            _ => Err(self.error(node, Reason::Unsupported, format!("operand {at} is no number here"))),
        }
    }

    /// A number that control or an address depends on.
    #[inline]
    pub(super) fn known(&self, node: &Node, slot: u32) -> Result<i64> {
        match &self.slots[slot as usize] {
            Slot::Scalar(Scalar::Int(value)) => Ok(*value),
            Slot::Scalar(Scalar::Term(_)) => Err(self.error(
                node,
                Reason::Dynamic,
                "control or an address depends on data here, so that no identity test is possible",
            )),
            Slot::Scalar(Scalar::Poison) => {
                Err(self.fault(node, "control or an address depends on a value that is poison"))
            }
            _ => Err(self.error(node, Reason::Unsupported, "an integer is needed")),
        }
    }

    pub(super) fn view(&self, node: &Node, at: usize) -> Result<&Arc<View>> {
        match node.operands.get(at).map(|slot| &self.slots[*slot as usize]) {
            Some(Slot::Memref(view)) => Ok(view),
            _ => Err(self.error(node, Reason::Unsupported, format!("operand {at} is no memref with a shape"))),
        }
    }

    pub(super) fn set(&mut self, node: &Node, value: Slot) {
        if let Some(result) = node.results.first() {
            self.slots[*result as usize] = value;
        }
    }

    /// Copies operands of a terminator to other names.
    pub(super) fn pass(&mut self, node: &Node, from: &[u32], to: &[u32]) -> Result<()> {
        if from.len() != to.len() {
            return Err(self.error(
                node,
                Reason::Unsupported,
                format!("{} values are passed, and {} are taken", from.len(), to.len()),
            ));
        }
        if let ([from], [to]) = (from, to) {
            self.slots[*to as usize] = self.slots[*from as usize].clone();
            return Ok(());
        }
        // All are read before one is written: loops swap values.
        let values: Vec<Slot> = from.iter().map(|slot| self.slots[*slot as usize].clone()).collect();
        for (slot, value) in to.iter().zip(values) {
            self.slots[*slot as usize] = value;
        }
        Ok(())
    }

    /// One row of an affine map, whose first operand is operand `first`.
    #[inline]
    pub(super) fn row(&mut self, node: &Node, row: &Row, first: usize) -> Result<i64> {
        match row {
            Row::Linear(factors, constant) => {
                let mut sum = *constant;
                for (factor, operand) in factors {
                    let value = self.known(node, node.operands[first + *operand as usize])?;
                    let product = factor.checked_mul(value).and_then(|product| sum.checked_add(product));
                    sum = product.ok_or_else(|| self.fault(node, "an index overflows"))?;
                }
                Ok(sum)
            }
            Row::General(expression, dims) => {
                let operands = node.operands[first..].iter().map(|slot| match &self.slots[*slot as usize] {
                    Slot::Scalar(Scalar::Int(value)) => Ok(*value),
                    _ => self.known(node, *slot),
                });
                // Operands behind those of the map may be anything; the map does not read them.
                let values: Vec<i64> = operands.map_while(std::result::Result::ok).collect();
                let split = (*dims as usize).min(values.len());
                let mut stack = std::mem::take(&mut self.stack);
                let value = expression.evaluate(&values[..split], &values[split..], &mut stack);
                self.stack = stack;
                value.ok_or_else(|| {
                    self.fault(node, "an index overflows, depends on data, or is divided by no positive number")
                })
            }
        }
    }

    /// The least or the largest of several rows.
    pub(super) fn bound(&mut self, node: &Node, rows: &[Row], first: usize, largest: bool) -> Result<i64> {
        let mut bound = self.row(node, &rows[0], first)?;
        for row in &rows[1..] {
            let value = self.row(node, row, first)?;
            bound = if largest { bound.max(value) } else { bound.min(value) };
        }
        Ok(bound)
    }

    /// Counts one operation.
    #[inline]
    pub(super) fn step(&mut self, node: &Node) -> Result<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(BETWEEN_STOPS) {
            self.go_on(node)?;
        }
        if self.steps > self.max_steps {
            let message =
                format!("the program carries out more than {} operations: run it with smaller sizes", self.max_steps);
            return Err(self.error(node, Reason::Budget, message));
        }
        Ok(())
    }

    pub(super) fn write(&mut self, node: &Node, text: &str) -> Result<()> {
        if self.output.len() + text.len() > MAX_OUTPUT {
            return Err(self.error(
                node,
                Reason::Budget,
                format!("the program prints more than {MAX_OUTPUT} bytes (MAX_OUTPUT)"),
            ));
        }
        self.output.push_str(text);
        Ok(())
    }

    /// Shape and element of a memref type; `None` for any other, and for elements that do not run.
    pub fn memref(&self, ty: TypeId) -> Option<(&'p [Option<u64>], Element)> {
        match self.module.pool.ty(ty) {
            Type::Memref { shape: Some(shape), element, .. } => Some((
                shape,
                attributes::element(self.module, *element)
                    .filter(|_| attributes::vector(self.module, *element).is_none())?,
            )),
            _ => None,
        }
    }

    /// Runs one operation.
    pub(super) fn node(&mut self, node: &'p Node) -> Result<Flow<'p>> {
        self.step(node)?;
        match &node.kind {
            Kind::Scalar { op, from, to } => self.on_numbers(node, *op, *from, *to)?,
            Kind::Load { rows, vector } => self.load(node, rows.as_deref(), vector.as_deref())?,
            Kind::Store { rows, vector } => self.store(node, rows.as_deref(), vector.as_deref())?,
            Kind::Constant { element, values, vector } => {
                let value = if *vector {
                    Slot::Vector(Arc::new(values.iter().map(|one| self.literal(*one, *element)).collect()))
                } else {
                    Slot::Scalar(self.literal(values[0], *element))
                };
                self.set(node, value);
            }
            Kind::Yield
            | Kind::Return
            | Kind::Condition
            | Kind::ParallelReduce
            | Kind::Branch(_)
            | Kind::ConditionalBranch(..) => {
                return Ok(Flow::Leave(node));
            }
            Kind::Apply(rows, choice) => {
                let value = self.bound(node, rows, 0, *choice == Choice::Max)?;
                self.set(node, Slot::Scalar(Scalar::Int(value)));
            }
            Kind::Select(element) => self.choose(node, *element)?,
            Kind::Same => self.set(node, self.slots[node.operands[0] as usize].clone()),
            Kind::Assume(alignment) => self.assume(node, *alignment)?,
            Kind::Unknown(why) => return Err(self.error(node, Reason::Unsupported, why.clone())),
            Kind::Assert(message) if matches!(self.slots[node.operands[0] as usize], Slot::Scalar(Scalar::Term(_))) => {
                self.only_in_order(node)?;
                self.observe(node)?;
                self.observed(node, message)?;
            }
            Kind::Assert(message) => {
                if self.known(node, node.operands[0])? & 1 == 0 {
                    return Err(self.fault(node, format!("the assertion fails: {}", message.escape_debug())));
                }
            }
            Kind::Alloc { .. }
            | Kind::Dealloc
            | Kind::Copy
            | Kind::Cast
            | Kind::Dim
            | Kind::Subview { .. }
            | Kind::Realloc { .. }
            | Kind::Reinterpret { .. }
            | Kind::GetGlobal(_) => {
                self.memory(node)?;
            }
            Kind::Transfer { .. }
            | Kind::Broadcast { .. }
            | Kind::Extract { .. }
            | Kind::Insert { .. }
            | Kind::Rearrange(_)
            | Kind::Reduce { .. } => {
                self.vector(node)?;
            }
            Kind::Wide(of) => self.wide(node, of)?,
            Kind::Print(text) => self.print(node, text)?,
            Kind::Call(callee) => self.call(node, callee)?,
            _ => self.structured(node)?,
        }
        Ok(Flow::Next)
    }
}
