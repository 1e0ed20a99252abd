//! A function's statements about its arguments: that they overlap with nothing, and in which range their elements are.

use super::{Result, refused};
use crate::form::{Array, Number};
use isotope_mlir::ir::{AttrId, Attribute, Module, Operation};
use isotope_mlir::ranges::of_arguments;

/// Whether all arguments say that they overlap with nothing.
pub fn are_apart(module: &Module, op: &Operation, count: usize) -> bool {
    let Some(Attribute::Array(all)) = module.attribute(op, "arg_attrs") else { return false };
    let is_apart = |id: &AttrId| match module.pool.attribute(*id) {
        Attribute::Dictionary(named) => named.iter().any(|named| named.name == "llvm.noalias"),
        _ => false,
    };
    all.len() == count && all.iter().all(is_apart)
}

/// Takes the ranges of all arrays, which are numbers as they are extended.
pub fn read(module: &Module, op: &Operation, arrays: &mut [Array]) -> Result<()> {
    let ranges = match of_arguments(module, op) {
        Ok(ranges) => ranges,
        Err(why) => return refused(op, why),
    };
    for (at, (low, high)) in ranges {
        let Some(array) = arrays.get_mut(at) else { continue };
        let is_extended = match array.number {
            Number::Unsigned(_) => low >= 0,
            Number::Signed(bits) => high < 1 << (bits - 1),
            Number::Float(_) => true,
        };
        if !is_extended {
            let name = array.number.name();
            return refused(op, format!("argument {at} is read as {name}, and its range is {low}..{high}"));
        }
        array.range = Some((low, high));
    }
    Ok(())
}
