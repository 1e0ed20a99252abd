//! Arrays: each has one name, a shape, and elements of whole bytes.

use super::{Array, Reader};
use crate::error::{Result, refused};
use crate::limits::{MAX_ELEMENTS, MAX_RANK};
use isotope_mlir::ir::{Module, Operation, Type, TypeId, ValueId};

impl Reader<'_> {
    /// Notes an array.
    pub(super) fn array(&mut self, op: &Operation, memref: ValueId, name: String, within: Option<usize>) -> Result<()> {
        let module = self.module;
        let Type::Memref { shape, element, parameters } = module.pool.ty(module.type_of(memref)) else {
            return refused(op, format!("{name} is no memref"));
        };
        let sizes = shape.as_ref().and_then(|shape| shape.iter().copied().collect::<Option<Vec<u64>>>());
        let Some(shape) = sizes else {
            return refused(op, format!("{name} has an open size: give each of its dimensions a size"));
        };
        if !parameters.is_empty() {
            let why = "has a layout or a memory space: mlir-opt's --normalize-memrefs takes a layout away";
            return refused(op, format!("{name} {why}"));
        }
        let Some(bytes) = bytes(module, *element) else {
            return refused(
                op,
                format!("the elements of {name} are neither integers of up to 64 bits, floats nor indices"),
            );
        };
        let count = shape.iter().try_fold(1u64, |count, size| count.checked_mul(*size));
        if shape.len() > MAX_RANK || count.is_none_or(|count| count > MAX_ELEMENTS) {
            let why = format!("{MAX_RANK} dimensions (MAX_RANK) or {MAX_ELEMENTS} elements (MAX_ELEMENTS)");
            return refused(op, format!("{name} has more than {why}"));
        }
        self.nests.arrays.push(Array { memref, name, shape, bytes, within });
        Ok(())
    }

    /// Refuses memory that an operation gives or takes under another name: what is written through one name is read through the other.
    pub(super) fn aliases(&self, op: &Operation) -> Result<()> {
        let is_memory =
            |value: &ValueId| matches!(self.module.pool.ty(self.module.type_of(*value)), Type::Memref { .. });
        let makes = matches!(op.name.as_str(), "memref.alloc" | "memref.alloca" | "memref.get_global");
        if op.results.iter().any(is_memory) && !makes {
            let why = "it gives an array a second name: index the array itself (mlir-opt's --fold-memref-alias-ops)";
            return refused(op, why);
        }
        if op.name == "memref.get_global" && self.is_named(op) {
            return refused(op, "it gives an array a second name: get each global once");
        }
        Ok(())
    }

    /// Whether an array before is the same global.
    fn is_named(&self, op: &Operation) -> bool {
        let name = self.module.attribute_id(op, "name");
        self.nests.arrays.iter().any(|array| {
            let of = isotope_mlir::structure::definition(self.module, array.memref).map(|(of, _)| self.module.op(of));
            of.is_some_and(|of| of.name == op.name && self.module.attribute_id(of, "name") == name)
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
