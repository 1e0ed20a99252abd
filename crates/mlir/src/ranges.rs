//! Ranges that programs state: of their arguments' elements, and of what they load.
//!
//! ```mlir
//! func.func @f(%a: memref<64xi8> {isotope.range = array<i64: 0, 127>}) {
//!   %x = affine.load %a[0] {isotope.range = array<i64: 0, 127>} : memref<64xi8>
//! ```

use crate::ir::{Attribute, Module, Operation, Type};
use crate::literals::number;

/// The attribute: the least and the largest number.
pub const RANGE: &str = "isotope.range";

/// The least and the largest number of a range.
pub type Range = (i64, i64);

/// The range that an attribute states.
fn range(module: &Module, attribute: &Attribute) -> Result<Range, String> {
    let bounds = match attribute {
        Attribute::Elementwise { values, .. } => {
            values.iter().map(|id| number(module.pool.attribute(*id))).collect::<Option<Vec<i64>>>()
        }
        _ => None,
    };
    match bounds.as_deref() {
        Some([low, high]) if low <= high => Ok((*low, *high)),
        _ => Err(format!("its {RANGE} is no range: write array<i64: 0, 127>")),
    }
}

/// The range that an operation says of its result; `None`: it says none.
pub fn said(module: &Module, op: &Operation) -> Option<Result<Range, String>> {
    module.attribute(op, RANGE).map(|attribute| range(module, attribute))
}

/// Arguments of a function with the ranges of their elements.
///
/// # Errors
///
/// A sentence: one of them is none that elements of its argument have.
pub fn of_arguments(module: &Module, function: &Operation) -> Result<Vec<(usize, Range)>, String> {
    let Some(Attribute::Array(all)) = module.attribute(function, "arg_attrs") else { return Ok(Vec::new()) };
    let block = function.regions.first().and_then(|region| module.regions[region.index()].blocks.first());
    let arguments = block.map_or(&[][..], |block| module.blocks[block.index()].arguments.as_slice());
    let mut found = Vec::new();
    for (argument, id) in all.iter().enumerate() {
        let Attribute::Dictionary(named) = module.pool.attribute(*id) else { continue };
        let Some(named) = named.iter().find(|named| named.name == RANGE) else { continue };
        let wrong = |why: String| format!("argument {argument}: {why}");
        let (low, high) = range(module, module.pool.attribute(named.value)).map_err(wrong)?;
        let bits = arguments.get(argument).and_then(|value| match module.pool.ty(module.type_of(*value)) {
            Type::Memref { element, .. } => match module.pool.ty(*element) {
                Type::Integer { width: bits @ 1..=63, .. } => Some(*bits),
                _ => None,
            },
            _ => None,
        });
        let Some(bits) = bits else {
            return Err(wrong(format!("only memory of integers under 64 bits has an {RANGE}")));
        };
        // Numbers with a sign, or without.
        let half = 1i64 << (bits - 1);
        if ![(-half, half - 1), (0, half - 1 + half)].iter().any(|of| of.0 <= low && high <= of.1) {
            return Err(wrong(format!("no integers of {bits} bits are {low}..{high}")));
        }
        found.push((argument, (low, high)));
    }
    Ok(found)
}
