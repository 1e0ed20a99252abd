//! Shapes of operands and results, each with few lanes.

use super::attributes::{integers, vector};
use crate::limits::MAX_LANES;
use crate::plan::wide::Wide;
use isotope_mlir::ir::{Attribute, Module, Operation};

/// A decoded operation, or why it cannot run.
pub type Decoded = Result<Wide, String>;

/// The shape of an operand; a number has none.
pub fn operand(module: &Module, op: &Operation, at: usize) -> Result<Vec<i64>, String> {
    let value = op.operands.get(at).ok_or("it has too few operands")?;
    bounded(vector(module, module.type_of(*value)).unwrap_or_default())
}

/// The shape of a result.
pub fn result(module: &Module, op: &Operation, at: usize) -> Result<Vec<i64>, String> {
    let value = op.results.get(at).ok_or("it has too few results")?;
    bounded(vector(module, module.type_of(*value)).unwrap_or_default())
}

/// A shape with few lanes, so that no product of its dimensions overflows.
pub fn bounded(shape: Vec<i64>) -> Result<Vec<i64>, String> {
    let lanes = shape.iter().try_fold(1i64, |count, size| count.checked_mul(*size));
    match lanes.is_some_and(|lanes| lanes <= MAX_LANES as i64) {
        true => Ok(shape),
        false => Err(format!("a vector has more than {MAX_LANES} lanes (MAX_LANES)")),
    }
}

/// An attribute that is one number.
pub fn number(module: &Module, op: &Operation, name: &str) -> Result<i64, String> {
    match module.attribute(op, name) {
        Some(Attribute::Number { text, .. }) => text.parse().map_err(|_| format!("its {name} is no number")),
        _ => Err(format!("its {name} is missing")),
    }
}

/// An attribute that is a list of numbers.
pub fn numbers(module: &Module, op: &Operation, name: &str) -> Result<Vec<i64>, String> {
    integers(module, op, name).ok_or_else(|| format!("its {name} are missing"))
}
