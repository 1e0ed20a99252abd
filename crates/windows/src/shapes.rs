//! Vectors in other shapes: parts of one, every so many lanes, and the same lanes in other dimensions.

use crate::insert::NO_ROOM;
use crate::values::{Lanes, lanes_of};
use isotope_mlir::ir::{Attribute, BlockId, Dim, Module, OpId, Operation, Sign, Type, TypeId, ValueId};
use isotope_mlir::structure::is_vector;

/// The type of a vector of one dimension, or of an integer.
pub fn plain_type(module: &mut Module, lanes: Lanes) -> Option<TypeId> {
    let element = module.pool.intern_type(Type::Integer { width: lanes.bits, sign: Sign::Signless }).ok()?;
    module.vector(lanes.lanes, element)
}

/// One of several results of a type, which lie side by side in one vector.
pub fn part(
    module: &mut Module,
    at: &Operation,
    whole: ValueId,
    (number, wanted): (i64, TypeId),
    ops: &mut Vec<OpId>,
) -> Result<ValueId, String> {
    let lanes = lanes_of(module, wanted).ok_or("a result has a type that is not in the language")?;
    let (ty, count) = (plain_type(module, lanes).ok_or(NO_ROOM)?, i64::from(lanes.lanes));
    let mask = module.integers(32, number * count..(number + 1) * count).ok_or(NO_ROOM)?;
    let shuffle = module.make(at, "llvm.shufflevector", &[whole, whole], &[("mask", mask)], ty).ok_or(NO_ROOM)?;
    ops.push(shuffle);
    Ok(module.op(shuffle).results[0])
}

/// Every so many lanes of a vector, behind the operation that defines it. The shuffle is that of `llvm`, whose mask all versions of MLIR
/// write in one way; that of `vector` has two.
pub fn every(
    module: &mut Module,
    at: &Operation,
    whole: ValueId,
    (stride, lanes): (i64, i64),
    block: BlockId,
    added: &mut Vec<(BlockId, OpId)>,
) -> Result<ValueId, String> {
    let Type::Vector { element, .. } = module.pool.ty(module.type_of(whole)) else { return Err(NO_ROOM.to_owned()) };
    let dims = vec![Dim { size: lanes as u64, scalable: false }];
    let ty = Type::Vector { dims, element: *element };
    let ty = module.pool.intern_type(ty).map_err(|error| error.to_string())?;
    let mask = module.integers(32, (0..lanes).map(|lane| lane * stride)).ok_or(NO_ROOM)?;
    let shuffle = module.make(at, "llvm.shufflevector", &[whole, whole], &[("mask", mask)], ty).ok_or(NO_ROOM)?;
    let behind =
        added.last().and_then(|(_, last)| module.blocks[block.index()].operations.iter().position(|op| op == last));
    module.insert(block, behind.ok_or("its window is no longer there")? + 1, &[shuffle]);
    added.push((block, shuffle));
    Ok(module.op(shuffle).results[0])
}

/// The same lanes in a vector of one dimension, or of the window's own.
pub fn reshaped(
    module: &mut Module,
    at: &Operation,
    value: ValueId,
    ty: TypeId,
    ops: &mut Vec<OpId>,
) -> Result<ValueId, String> {
    let had = module.type_of(value);
    if had == ty {
        return Ok(value);
    }
    let made = match (is_vector(module, had), is_vector(module, ty)) {
        (true, true) => module.make(at, "vector.shape_cast", &[value], &[], ty),
        (true, false) => {
            let index = module.pool.intern_type(Type::Integer { width: 64, sign: Sign::Signless });
            let zero = index.and_then(|ty| {
                let zero = module.pool.intern_attribute(Attribute::Number { text: "0".to_owned(), ty: None })?;
                Ok(Attribute::Elementwise { ty, values: vec![zero] })
            });
            zero.ok().and_then(|zero| module.make(at, "vector.extract", &[value], &[("static_position", zero)], ty))
        }
        _ => return Err("its code has another signature than it says".to_owned()),
    };
    let made = made.ok_or(NO_ROOM)?;
    ops.push(made);
    Ok(module.op(made).results[0])
}
