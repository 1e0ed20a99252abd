//! Attributes that have a meaning.

use crate::rule::Rule;
use crate::values::op::Name;
use isotope_mlir::ir::{Module, Operation};
use std::collections::HashMap;
use std::sync::LazyLock;

/// By the name of an operation.
static KNOWN: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let rows = include_str!("known.txt").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| line.split_once(' ')).map(|(name, of)| (name, of.split(' ').collect())).collect()
});

/// An error if an operation has an attribute whose meaning is not known: another MLIR's operations may have more of them, such as
/// `unsignedCmp` of `scf.for` or `alignment` of `vector.maskedload`.
pub fn attributes(module: &Module, op: &Operation) -> Result<(), String> {
    let row = if Name::of(&op.name).is_some() { "number" } else { op.name.as_str() };
    let known = KNOWN.get(row).map_or(&[][..], Vec::as_slice);
    match module.unknown_attribute(op, known).filter(|_| Rule::KnownAttributes.holds()) {
        None => Ok(()),
        Some("alignment") => Err("its alignment is a promise that is not compared".to_owned()),
        Some(name) => Err(format!("its attribute {} has no meaning that is known", name.escape_debug())),
    }
}
