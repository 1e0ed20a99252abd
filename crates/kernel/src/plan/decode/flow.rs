//! Types of what goes along branches, into regions and out of them, as MLIR's verifier demands them.

use isotope_mlir::ir::{Attribute, BlockId, Module, Operation, RegionId, Sign, Type, TypeId, ValueId};
use isotope_mlir::literals::integers;

/// Whether an operation hands on values of the types that they are received with.
pub fn is_typed(module: &Module, op: &Operation) -> bool {
    let of = |values: &[ValueId]| types(module, values);
    let operands = |from: usize| of(op.operands.get(from..).unwrap_or_default());
    let results = of(&op.results);
    let ended = |region: usize| op.regions.get(region).and_then(|region| ends(module, *region)).unwrap_or_default();
    match op.name.as_str() {
        "cf.br" => op.successors.first().is_some_and(|to| operands(0) == arguments(module, *to)),
        "cf.cond_br" => {
            let received = op.successors.iter().flat_map(|to| arguments(module, *to));
            operands(1).into_iter().eq(received)
        }
        "scf.if" | "affine.if" => {
            op.regions.iter().all(|region| ends(module, *region).is_none_or(|with| with == results))
        }
        "affine.for" | "scf.for" => {
            let carried = op.operands.len().saturating_sub(results.len());
            // The first argument is the counter.
            let is_received = first(module, op, 0).get(1..) == Some(&results[..]);
            let is_yielded = ended(0) == results;
            operands(carried) == results && is_received && is_yielded
        }
        "scf.while" => {
            let [before, after] = [0, 1].map(|region| first(module, op, region));
            operands(0) == before && ended(1) == before && after == results && ended(0).get(1..) == Some(&results[..])
        }
        "scf.parallel" => {
            let segments = integers(module, op, "operandSegmentSizes").unwrap_or_default();
            let counts = segments.iter().take(3).sum::<i64>() as usize;
            let is_index = |ty: &TypeId| *module.pool.ty(*ty) == Type::Index;
            of(op.operands.get(..counts).unwrap_or_default()).iter().all(is_index) && operands(counts) == results
        }
        "scf.reduce" => {
            let is_joined = |(at, ty): (usize, TypeId)| first(module, op, at) == [ty, ty] && ended(at) == [ty];
            operands(0).into_iter().enumerate().all(is_joined)
        }
        "arith.constant" => module
            .attribute(op, "value")
            .and_then(|value| stated(module, value))
            .is_none_or(|ty| results.first().is_some_and(|result| *module.pool.ty(*result) == ty)),
        "vector.transfer_read" => is_padded(module, op),
        "func.func" => {
            let blocks = op.regions.first().map_or(&[][..], |region| &module.regions[region.index()].blocks);
            let Some(wanted) = returned(module, op) else { return true };
            let last = blocks.iter().filter_map(|block| module.blocks[block.index()].operations.last());
            last.map(|id| module.op(*id)).all(|op| op.name != "func.return" || of(&op.operands) == wanted)
        }
        _ => true,
    }
}

/// The type of a constant. `None`: it is of a kind that has none.
fn stated(module: &Module, of: &Attribute) -> Option<Type> {
    let written = |ty: &TypeId| module.pool.ty(*ty).clone();
    match of {
        Attribute::Bool(_) => Some(Type::Integer { width: 1, sign: Sign::Signless }),
        Attribute::Number { ty, .. } => ty.as_ref().map(written),
        Attribute::Dense { ty, .. } | Attribute::Sparse { ty, .. } | Attribute::Resource { ty, .. } => {
            Some(written(ty))
        }
        _ => None,
    }
}

/// Whether what stands for elements out of range is one of the memory.
fn is_padded(module: &Module, op: &Operation) -> bool {
    let segments = integers(module, op, "operandSegmentSizes").unwrap_or_default();
    let (source, padding) = (op.operands.first(), op.operands.get(segments.iter().take(2).sum::<i64>() as usize));
    let (Some(source), Some(padding)) = (source, padding) else { return false };
    match module.pool.ty(module.type_of(*source)) {
        Type::Memref { element, .. } => *element == module.type_of(*padding),
        _ => true,
    }
}

/// Types of a function's results.
fn returned(module: &Module, op: &Operation) -> Option<Vec<TypeId>> {
    match super::attributes::ty(module, op, "function_type")? {
        Type::Function { results, .. } => Some(results.clone()),
        _ => None,
    }
}

fn types(module: &Module, values: &[ValueId]) -> Vec<TypeId> {
    values.iter().map(|value| module.type_of(*value)).collect()
}

/// Types of a block's arguments.
pub fn arguments(module: &Module, block: BlockId) -> Vec<TypeId> {
    types(module, &module.blocks[block.index()].arguments)
}

/// Types of the arguments of a region.
fn first(module: &Module, op: &Operation, region: usize) -> Vec<TypeId> {
    let region = op.regions.get(region).map(|region| &module.regions[region.index()]);
    region.and_then(|region| region.blocks.first()).map(|block| arguments(module, *block)).unwrap_or_default()
}

/// Types of the operands with which a region of one block ends; `None`: the region is empty.
fn ends(module: &Module, region: RegionId) -> Option<Vec<TypeId>> {
    let block = module.regions[region.index()].blocks.first()?;
    let last = module.blocks[block.index()].operations.last();
    Some(last.map(|last| types(module, &module.op(*last).operands)).unwrap_or_default())
}
