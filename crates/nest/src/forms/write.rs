//! The text of a form: a function whose only loop does what one innermost loop does.
//!
//! ```mlir
//! func.func @loop(%C: memref<4096xf64>, %x: f64, %A: memref<4096x128xf64>) {
//!   %v = vector.broadcast %x : f64 to vector<8xf64>
//!   affine.for %i = 0 to 4096 step 8 {
//!     %c = affine.vector_load %C[%i] : memref<4096xf64>, vector<8xf64>
//! ```

mod operations;

use super::{Step, Steps, accesses, step_of};
use crate::limits::MAX_FORM;
use crate::read::{Access, Nests};
use isotope_affine::Linear;
use isotope_mlir::ir::{Module, OpId, Operation, Type, TypeId, ValueId};
use isotope_mlir::structure::definition;
use operations::Writer;

/// Iterations of the loop: a multiple of all lanes. Its price is that of one.
const TRIPS: u64 = 4096;

/// Elements from one of a column to the next: more than a line has.
const COLUMN: u64 = 128;

/// An innermost loop, and how its accesses step.
pub(super) struct Loop<'a> {
    pub(super) module: &'a Module,
    pub(super) nests: &'a Nests,
    pub(super) at: usize,
    pub(super) steps: &'a Steps,
}

/// An argument of a form's function.
#[derive(Clone, Debug, PartialEq)]
enum Given {
    /// A number that is computed outside of the loop.
    Number(ValueId),
    /// An element that all iterations read and none writes.
    Element(usize, Vec<Linear>),
    /// An element that all iterations write: it stays in a register.
    Sum(usize, Vec<Linear>),
    /// Elements, another in each iteration.
    Array(usize, Vec<Linear>),
}

impl Given {
    fn is_sum(&self) -> bool {
        matches!(self, Given::Sum(..))
    }
}

impl Loop<'_> {
    /// The text with so many lanes, and so many vectors in an iteration. `None`: an operation has no such form.
    pub(super) fn text(&self, [lanes, times]: [u64; 2]) -> Option<String> {
        let body = &self.module.blocks[self.nests.loops[self.at].body.index()].operations;
        let given = self.given(body)?;
        let mut made = Module { pool: self.module.pool.clone(), ..Module::default() };
        let types = given.iter().map(|of| self.ty(&mut made, of, lanes * times)).collect::<Option<Vec<_>>>()?;
        let (region, entry) = made.add_region(&types);
        let arguments: Vec<ValueId> = made.blocks[entry.index()].arguments.clone();
        let at = Operation { location: None, ..self.module.op(self.nests.loops[self.at].op).clone() };
        let mut writer = Writer::new(self, made, at, lanes, given.into_iter().zip(arguments).collect());
        let before = writer.sums(times)?;
        let (inner, counter, mut sums) = writer.opened(&before)?;
        let each = sums.len() / times as usize;
        for copy in 0..times {
            writer.copied(body, (counter, copy * lanes), &mut sums[copy as usize * each..][..each])?;
        }
        writer.ended(&before, inner, &sums, (lanes * times) as i64)?;
        writer.function(region, entry, &types)
    }

    /// The access of an operation.
    fn access(&self, op: OpId) -> Option<(&Access, Step)> {
        let access = accesses(self.nests, self.at).find(|access| access.op == op)?;
        Some((access, step_of(self.steps, op)?))
    }

    /// The argument that an access reads or writes.
    fn place(&self, of: &Access, step: Step) -> Option<Given> {
        let rows = of.rows.clone()?;
        let is_written = |other: &Access| other.is_store && other.array == of.array && other.rows == of.rows;
        Some(match step {
            Step::Same if accesses(self.nests, self.at).any(is_written) => Given::Sum(of.array, rows),
            Step::Same => Given::Element(of.array, rows),
            Step::Next | Step::Far => Given::Array(of.array, rows),
        })
    }

    /// The arguments, by first use. `None`: an operation has no form.
    fn given(&self, body: &[OpId]) -> Option<Vec<Given>> {
        let mut given: Vec<Given> = Vec::new();
        let is_inside = |of: ValueId| definition(self.module, of).is_some_and(|(op, _)| body.contains(&op));
        if body.len() > MAX_FORM {
            return None;
        }
        for id in body {
            let op = self.module.op(*id);
            let numbers: &[ValueId] = match self.access(*id) {
                Some((of, step)) => {
                    given.push(self.place(of, step)?);
                    if of.is_store { op.operands.get(..1)? } else { &[] }
                }
                None if op.name == "affine.yield" || self.is_index(op) => &[],
                None if self.is_number(op) => &op.operands,
                None => return None,
            };
            let outer = numbers.iter().filter(|of| !is_inside(**of) && self.constant(**of).is_none());
            given.extend(outer.map(|of| Given::Number(*of)));
        }
        let mut all: Vec<Given> = Vec::new();
        for of in given {
            if !all.contains(&of) {
                all.push(of);
            }
        }
        Some(all)
    }

    /// Whether it computes an index: the indices of accesses are known.
    fn is_index(&self, op: &Operation) -> bool {
        let is = |value: &ValueId| matches!(self.module.pool.ty(self.module.type_of(*value)), Type::Index);
        !op.results.is_empty() && op.results.iter().all(is) && op.regions.is_empty()
    }

    /// Whether it computes one number from numbers.
    fn is_number(&self, op: &Operation) -> bool {
        let is = |value: &ValueId| {
            matches!(self.module.pool.ty(self.module.type_of(*value)), Type::Integer { .. } | Type::Float(_))
        };
        let is_known = op.name.starts_with("arith.") || op.name.starts_with("math.");
        is_known && op.regions.is_empty() && op.results.len() == 1 && op.operands.iter().chain(&op.results).all(is)
    }

    /// The constant that a value is.
    fn constant(&self, of: ValueId) -> Option<&Operation> {
        let op = self.module.op(definition(self.module, of)?.0);
        (op.name == "arith.constant" && self.is_number(op)).then_some(op)
    }

    /// The type of an argument, if so many elements are computed in an iteration.
    fn ty(&self, made: &mut Module, of: &Given, count: u64) -> Option<TypeId> {
        let element = |array: usize| crate::copies::element(self.module, self.nests.arrays[array].memref);
        let (shape, element) = match of {
            Given::Number(value) => return Some(self.module.type_of(*value)),
            Given::Element(array, _) => return element(*array),
            Given::Sum(array, _) => (vec![count], element(*array)?),
            Given::Array(array, rows) => match self.is_far(*array, rows) {
                true => (vec![TRIPS, COLUMN], element(*array)?),
                false => (vec![TRIPS], element(*array)?),
            },
        };
        let shape = Some(shape.into_iter().map(Some).collect());
        made.pool.intern_type(Type::Memref { shape, element, parameters: Vec::new() }).ok()
    }

    fn is_far(&self, array: usize, rows: &[Linear]) -> bool {
        let is = |of: &&Access| of.array == array && of.rows.as_deref() == Some(rows);
        accesses(self.nests, self.at).find(is).is_some_and(|of| step_of(self.steps, of.op) == Some(Step::Far))
    }
}
