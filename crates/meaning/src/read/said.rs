//! Ranges that a program says of what it loads, and those that masks make. Whether what is said is so, its comparison sees.
//!
//! ```mlir
//! %x = affine.vector_load %a[0] {isotope.range = array<i64: 0, 127>} : memref<64xi8>, vector<4xi8>
//! %y = vector.broadcast %x : vector<4xi8> to vector<8x4xi8>    // its lanes are in 0 to 127, too
//! ```

use super::{Shape, shape};
use isotope_mlir::ir::{Module, ValueId};
use isotope_mlir::literals::{Element, Literal, literals};
use isotope_mlir::ranges;
use isotope_mlir::structure::definition;

/// Operations that only move lanes, in a row, that a range is followed through.
const MAX_MOVES: usize = 16;

/// Operations whose lanes are those of their operands.
const MOVES: [&str; 6] = [
    "vector.broadcast",
    "vector.extract_strided_slice",
    "vector.from_elements",
    "vector.interleave",
    "vector.shape_cast",
    "vector.shuffle",
];

/// The range of a value's lanes, if it is said.
pub fn range(module: &Module, value: ValueId) -> Option<(i128, i128)> {
    within(module, value, MAX_MOVES)
}

fn within(module: &Module, value: ValueId, moves: usize) -> Option<(i128, i128)> {
    let op = module.op(definition(module, value)?.0);
    if let Some(said) = ranges::said(module, op) {
        return said.ok().map(|(low, high)| (low.into(), high.into()));
    }
    if op.name == "arith.andi" {
        return masked(module, *op.operands.get(1)?);
    }
    if !MOVES.contains(&op.name.as_str()) {
        return None;
    }
    let mut all: Option<(i128, i128)> = None;
    for operand in &op.operands {
        let (low, high) = within(module, *operand, moves.checked_sub(1)?)?;
        all = Some(all.map_or((low, high), |of| (of.0.min(low), of.1.max(high))));
    }
    all
}

/// The range that a mask leaves of any lane.
fn masked(module: &Module, mask: ValueId) -> Option<(i128, i128)> {
    let op = module.op(definition(module, mask)?.0);
    let Shape { lanes, bits } = shape(module, module.type_of(mask))?;
    let value = module.attribute(op, "value").filter(|_| op.name == "arith.constant")?;
    let lane = |one: &Literal| if let Literal::Int(value) = one { Some(i128::from(*value)) } else { None };
    let all: Vec<i128> =
        literals(module, value, Element::Int(bits), lanes as u64)?.iter().map(lane).collect::<Option<_>>()?;
    all.iter().all(|mask| *mask >= 0).then(|| (0, all.iter().copied().max().unwrap_or(0)))
}
