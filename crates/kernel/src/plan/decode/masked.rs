//! Loads and stores of the lanes that a mask has.

use super::shapes::{self, Decoded};
use crate::plan::wide::{Cells, Masked, Wide};
use isotope_mlir::ir::{Module, Operation};

/// Operands: the memory, its indices, a vector of indices where cells are listed, the mask, and the lanes of all others.
pub fn kind(module: &Module, op: &Operation) -> Decoded {
    let (cells, is_store) = match op.name.as_str() {
        "vector.gather" => (Cells::Listed, false),
        "vector.scatter" => (Cells::Listed, true),
        "vector.maskedload" => (Cells::Dense, false),
        "vector.maskedstore" => (Cells::Dense, true),
        "vector.expandload" => (Cells::Packed, false),
        _ => (Cells::Packed, true),
    };
    let least = if cells == Cells::Listed { 5 } else { 4 };
    if op.operands.len() < least {
        return Err(format!("it has {} operands, and needs {least}", op.operands.len()));
    }
    if is_store != op.results.is_empty() {
        return Err("it has not the results that it needs".to_owned());
    }
    let lanes = shapes::operand(module, op, op.operands.len() - 1)?;
    if lanes.len() != 1 && cells != Cells::Listed {
        return Err("its vector has not one dimension".to_owned());
    }
    Ok(Wide::Masked(Masked { cells, is_store }))
}
