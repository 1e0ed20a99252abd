//! Arrays, element by element: a load gives what was stored last.

use super::{Array, Known, Output, RESULTS, Reader};
use crate::error::{Result, refused};
use crate::limits::{MAX_ELEMENTS, MAX_OUTPUTS};
use crate::terms::Term;
use isotope_mlir::fixed;
use isotope_mlir::ir::{OpId, Operation, Type, ValueId};
use std::collections::HashMap;

impl Reader<'_> {
    /// Notes an array.
    pub(super) fn array(
        &mut self,
        op: &Operation,
        memref: ValueId,
        name: String,
        is_local: bool,
        made: Option<OpId>,
    ) -> Result<()> {
        let module = self.module;
        let (shape, element) = fixed::shape(module, op, memref, &name)?;
        if !matches!(
            module.pool.ty(element),
            Type::Integer { width: 8 | 16 | 32 | 64, .. } | Type::Float("f16" | "bf16" | "f32" | "f64")
        ) {
            return refused(
                op,
                format!("the elements of {name} are neither integers of 8, 16, 32 or 64 bits nor floats of up to 64"),
            );
        }
        if fixed::elements(&shape).is_none_or(|count| count > MAX_ELEMENTS) {
            return refused(
                op,
                format!("{name} has more than {MAX_ELEMENTS} elements (MAX_ELEMENTS): tile the kernel first"),
            );
        }
        self.known.insert(memref, Known::Array(self.arrays.len() as u32));
        self.arrays.push(Array { memref, name, shape, is_local, made });
        self.memory.push(HashMap::new());
        Ok(())
    }

    /// An operation that makes an array, or gets a global one.
    pub(super) fn made(&mut self, id: OpId, op: &Operation) -> Result<()> {
        let [memref] = op.results.as_slice() else { return refused(op, "it has not one result") };
        let is_known =
            |array: &Array| array.made.is_some_and(|made| fixed::is_same_global(self.module, self.module.op(made), op));
        if self.arrays.iter().any(is_known) {
            return Err(fixed::second_name(op));
        }
        let is_local = op.name != "memref.get_global";
        self.array(op, *memref, format!("line {}", op.place.line), is_local, Some(id))
    }

    /// The element that an access is to.
    fn element(&self, op: &Operation, at: usize) -> Result<(u32, u64)> {
        let Some(memref) = op.operands.get(at) else { return refused(op, "it has too few operands") };
        let Known::Array(array) = self.known_of(op, *memref)? else { return refused(op, "its array is not known") };
        let Some(indices) = self.subscripts(op, at + 1) else {
            return refused(op, "its indices are not known: they may depend on counters and numbers alone");
        };
        let shape = &self.arrays[array as usize].shape;
        let mut cell = 0u64;
        for (index, size) in indices.iter().zip(shape) {
            match u64::try_from(*index) {
                Ok(index) if index < *size => cell = cell * size + index,
                _ => return refused(op, format!("it accesses element {index} of a dimension of {size}")),
            }
        }
        if indices.len() != shape.len() {
            return refused(op, "it has not as many indices as its array has dimensions");
        }
        Ok((array, cell))
    }

    pub(super) fn load(&mut self, op: &Operation) -> Result<()> {
        let (array, cell) = self.element(op, 0)?;
        let [result] = op.results.as_slice() else { return refused(op, "it has not one result") };
        let ty = self.module.type_of(*result);
        let term = match self.memory[array as usize].get(&cell) {
            Some(stored) => *stored,
            None if self.arrays[array as usize].is_local => {
                return refused(op, "it reads an element of an array made here that nothing was stored to");
            }
            None => self.terms.add(Term::Cell { array, cell }, ty)?,
        };
        self.known.insert(*result, Known::Term(term));
        Ok(())
    }

    pub(super) fn store(&mut self, op: &Operation) -> Result<()> {
        let (array, cell) = self.element(op, 1)?;
        let Known::Term(term) = self.known_of(op, op.operands[0])? else {
            return refused(op, "it stores an index: cast it to an integer");
        };
        self.memory[array as usize].insert(cell, term);
        Ok(())
    }

    /// All elements that are written, of arrays that are there behind the kernel.
    pub(super) fn outputs(&self, op: &Operation) -> Result<Vec<Output>> {
        let mut outputs = Vec::new();
        for (array, memory) in self.memory.iter().enumerate().filter(|(array, _)| !self.arrays[*array].is_local) {
            let array = array as u32;
            outputs.extend(memory.iter().map(|(cell, term)| Output { array, cell: *cell, term: *term }));
        }
        let results = (0u64..).zip(&self.results);
        outputs.extend(results.map(|(cell, term)| Output { array: RESULTS, cell, term: *term }));
        if outputs.len() > MAX_OUTPUTS {
            let why = format!("the kernel writes {} elements, more than {MAX_OUTPUTS} (MAX_OUTPUTS)", outputs.len());
            return refused(op, format!("{why}: tile it first, and vectorize a tile"));
        }
        outputs.sort_unstable_by_key(|output| (output.array, output.cell));
        Ok(outputs)
    }
}
