//! Sums in memory: what is added may come in another order where integers are added, or floats with a flag that says so.

use crate::read::{Access, Nests};
use isotope_mlir::ir::{Attribute, Module, Operation, Type};
use isotope_mlir::structure::{Structure, definition};

/// The operation that computes what is stored.
fn stored<'m>(module: &'m Module, access: &Access) -> Option<&'m Operation> {
    let value = module.op(access.op).operands.first()?;
    definition(module, *value).map(|(op, _)| module.op(op))
}

/// Whether what is stored may be computed in another order: a sum of integers, or of floats that may be reassociated.
pub fn reorders(module: &Module, access: &Access) -> bool {
    let Some(sum) = stored(module, access).filter(|_| access.is_store) else { return false };
    match sum.name.as_str() {
        "arith.addi" => {
            let ty = sum.results.first().map(|of| module.pool.ty(module.type_of(*of)));
            // Flags say that a sum does not wrap, which another order need not keep.
            let flags = match module.attribute(sum, "overflowFlags") {
                Some(Attribute::Opaque { text, .. }) => !text.contains("none"),
                _ => false,
            };
            matches!(ty, Some(Type::Integer { .. })) && !flags
        }
        "arith.addf" => match module.attribute(sum, "fastmath") {
            Some(Attribute::Opaque { text, .. }) => {
                let mut words = text.split(['<', '>', ',']).map(str::trim);
                words.any(|word| word == "fast" || word == "reassoc")
            }
            _ => false,
        },
        _ => false,
    }
}

/// Accesses that are one sum: a load, and the store of what is loaded plus something, to the same element. As long as nothing else is
/// done with what is loaded, iterations may add to it in any order.
pub fn sums(module: &Module, nests: &Nests) -> Vec<[usize; 2]> {
    let structure = Structure::of(module);
    let mut found = Vec::new();
    for (number, store) in nests.accesses.iter().enumerate().filter(|(_, access)| reorders(module, access)) {
        let Some(sum) = stored(module, store) else { continue };
        let is_load = |access: &Access| {
            let loaded = module.op(access.op).results.first();
            let is_used_once = loaded.is_some_and(|of| structure.users(*of).len() == 1);
            let times = sum.operands.iter().filter(|of| Some(*of) == loaded).count();
            let same = access.array == store.array && access.rows == store.rows && access.around == store.around;
            !access.is_store && same && is_used_once && times == 1 && access.rows.is_some()
        };
        let is_only = sum.results.first().is_some_and(|of| structure.users(*of).len() == 1);
        let load = nests.accesses.iter().position(is_load).filter(|_| is_only);
        found.extend(load.map(|load| [load, number]));
    }
    found
}
