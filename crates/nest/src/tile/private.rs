//! Arrays of which no iteration of a loop reads what another one has written: they carry no dependence.

use crate::read::Nests;
use isotope_mlir::ir::Module;
use isotope_mlir::structure::definition;

/// Whether each iteration of a loop writes the element of an array that it accesses before it reads it, and nothing outside of the loop
/// accesses the array.
///
/// ```mlir
/// %sum = memref.alloc() : memref<f64>
/// affine.for %i { affine.for %j {
///   affine.store %zero, %sum[]
///   affine.for %k { .. %sum[] .. }
///   %x = affine.load %sum[]
/// ```
pub(super) fn is_private(module: &Module, nests: &Nests, array: usize, within: usize) -> bool {
    let mut accesses = nests.accesses.iter().filter(|access| access.array == array);
    let Some(first) = accesses.next().filter(|access| access.is_store && access.rows.is_some()) else { return false };
    let Some(around) = first.around.filter(|around| nests.domain.is_within(*around, within)) else { return false };
    let is_own = definition(module, nests.arrays[array].memref)
        .is_some_and(|(op, _)| matches!(module.op(op).name.as_str(), "memref.alloc" | "memref.alloca"));
    // A store in a branch may not be executed.
    let is_sure = module.blocks[nests.loops[around].body.index()].operations.contains(&first.op);
    let mut is_here = accesses.map(|other| {
        other.rows == first.rows && other.around.is_some_and(|other| nests.domain.is_within(other, around))
    });
    is_own && is_sure && is_here.all(|is| is)
}
