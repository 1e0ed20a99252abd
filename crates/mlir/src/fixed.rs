//! Loops and memrefs of fixed size, as those who read them take them: a body of one block, a shape, and one name for each memref.

use crate::Refusal;
use crate::ir::{BlockId, Module, Operation, Type, TypeId, ValueId};

/// The only block of an operation's first region.
///
/// # Errors
///
/// There are several blocks, or none.
pub fn single_block(module: &Module, op: &Operation) -> Result<BlockId, Refusal> {
    match op.regions.first().map(|region| module.regions[region.index()].blocks.as_slice()) {
        Some([block]) => Ok(*block),
        _ => Err(Refusal::at(op, "its body is no single block: mlir-opt's --lift-cf-to-scf makes one of them")),
    }
}

/// The sizes of a memref's dimensions, and the type of its elements. `name`: what people call it.
///
/// # Errors
///
/// It is no memref, a size is open, or it has a layout or a memory space of its own.
pub fn shape(module: &Module, op: &Operation, memref: ValueId, name: &str) -> Result<(Vec<u64>, TypeId), Refusal> {
    let Type::Memref { shape, element, parameters } = module.pool.ty(module.type_of(memref)) else {
        return Err(Refusal::at(op, format!("{name} is no memref")));
    };
    let sizes = shape.as_ref().and_then(|shape| shape.iter().copied().collect::<Option<Vec<u64>>>());
    let Some(shape) = sizes else {
        return Err(Refusal::at(op, format!("{name} has an open size: give each of its dimensions a size")));
    };
    if !parameters.is_empty() {
        let why = "has a layout or a memory space: mlir-opt's --normalize-memrefs takes a layout away";
        return Err(Refusal::at(op, format!("{name} {why}")));
    }
    Ok((shape, *element))
}

/// Elements of a memref of this shape; `None`: more than a number holds.
pub fn elements(shape: &[u64]) -> Option<u64> {
    shape.iter().try_fold(1u64, |count, size| count.checked_mul(*size))
}

/// Whether a value is memory.
pub fn is_memory(module: &Module, value: ValueId) -> bool {
    matches!(module.pool.ty(module.type_of(value)), Type::Memref { .. })
}

/// Whether two operations get the same global.
pub fn is_same_global(module: &Module, one: &Operation, other: &Operation) -> bool {
    let is_get = |op: &Operation| op.name == "memref.get_global";
    is_get(one) && is_get(other) && module.attribute_id(one, "name") == module.attribute_id(other, "name")
}

/// The refusal of an operation that gives memory another name: what is written through one name is read through the other.
pub fn second_name(op: &Operation) -> Refusal {
    let why = match op.name.as_str() {
        "memref.get_global" => "it gives an array a second name: get each global once, outside of loops",
        _ => "it gives an array a second name: index the array itself (mlir-opt's --fold-memref-alias-ops)",
    };
    Refusal::at(op, why)
}

/// The refusal of an operation that other passes make loops and accesses of; `None`: it is none of these.
pub fn no_loop(op: &Operation) -> Option<Refusal> {
    let why = match op.name.as_str() {
        name if name.starts_with("linalg.") => {
            "it is no loop: mlir-opt's --convert-linalg-to-affine-loops makes loops of it"
        }
        "func.call" => "it may read and write anything: mlir-opt's --inline puts its body here",
        _ => return None,
    };
    Some(Refusal::at(op, why))
}
