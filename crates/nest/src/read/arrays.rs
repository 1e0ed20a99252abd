//! Arrays: each has one name, a shape, and elements of whole bytes.

use super::{Array, Reader};
use crate::error::{Result, refused};
use crate::limits::{MAX_ELEMENTS, MAX_RANK};
use isotope_mlir::fixed;
use isotope_mlir::ir::{Module, Operation, Type, TypeId, ValueId};

impl Reader<'_> {
    /// Notes an array.
    pub(super) fn array(&mut self, op: &Operation, memref: ValueId, name: String, within: Option<usize>) -> Result<()> {
        let module = self.module;
        let (shape, element) = fixed::shape(module, op, memref, &name)?;
        let Some(bytes) = bytes(module, element) else {
            return refused(
                op,
                format!("the elements of {name} are neither integers of up to 64 bits, floats nor indices"),
            );
        };
        let count = fixed::elements(&shape);
        if shape.len() > MAX_RANK || count.is_none_or(|count| count > MAX_ELEMENTS) {
            let why = format!("{MAX_RANK} dimensions (MAX_RANK) or {MAX_ELEMENTS} elements (MAX_ELEMENTS)");
            return refused(op, format!("{name} has more than {why}"));
        }
        self.nests.arrays.push(Array { memref, name, shape, bytes, within });
        Ok(())
    }

    /// Refuses memory that an operation gives or takes under another name: what is written through one name is read through the other.
    pub(super) fn aliases(&self, op: &Operation) -> Result<()> {
        let makes = matches!(op.name.as_str(), "memref.alloc" | "memref.alloca" | "memref.get_global");
        let is_alias = !makes && op.results.iter().any(|value| fixed::is_memory(self.module, *value));
        if is_alias || self.is_named(op) {
            return Err(fixed::second_name(op));
        }
        Ok(())
    }

    /// Whether an array before is the same global.
    fn is_named(&self, op: &Operation) -> bool {
        self.nests.arrays.iter().any(|array| {
            let of = isotope_mlir::structure::definition(self.module, array.memref);
            of.is_some_and(|(of, _)| fixed::is_same_global(self.module, self.module.op(of), op))
        })
    }
}

fn bytes(module: &Module, ty: TypeId) -> Option<u64> {
    match module.pool.ty(ty) {
        Type::Integer { width: width @ 1..=64, .. } => Some(u64::from(width.next_power_of_two().max(8)) / 8),
        Type::Float("f16" | "bf16") => Some(2),
        Type::Float("f32") => Some(4),
        Type::Float("f64") | Type::Index => Some(8),
        _ => None,
    }
}
