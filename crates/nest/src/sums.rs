//! Sums in memory: numbers that are added or subtracted may come in another order if they are integers, or floats with a flag that says so.

use crate::read::{Access, Nests};
use isotope_mlir::ir::{Attribute, Module, Operation, Type, ValueId};
use isotope_mlir::structure::{Structure, definition};

/// The operation that computes what is stored.
fn stored<'m>(module: &'m Module, access: &Access) -> Option<&'m Operation> {
    let value = module.op(access.op).operands.first()?;
    definition(module, *value).map(|(op, _)| module.op(op))
}

/// Whether a store adds to what a load of the same element gives, or subtracts from it, in an order that may change: integers, or floats that
/// may be reassociated.
pub fn adds_to(module: &Module, store: &Access, load: &Access) -> bool {
    let same = load.array == store.array && load.rows == store.rows && load.around == store.around;
    if !store.is_store || load.is_store || !same || load.rows.is_none() {
        return false;
    }
    let (Some(sum), loaded) = (stored(module, store), module.op(load.op).results.first()) else { return false };
    let is_loaded = |at: usize| sum.operands.get(at) == loaded;
    let adds = match sum.name.as_str() {
        "arith.addi" | "arith.addf" => is_loaded(0) != is_loaded(1),
        "arith.subi" | "arith.subf" => is_loaded(0) && !is_loaded(1),
        _ => false,
    };
    adds && is_free(module, sum)
}

/// Whether a sum or a difference may be computed in another order.
fn is_free(module: &Module, sum: &Operation) -> bool {
    // Flags say that a sum of integers does not wrap, which another order need not keep.
    if let Some(Attribute::Opaque { text, .. }) = module.attribute(sum, "overflowFlags")
        && !text.contains("none")
    {
        return false;
    }
    match (sum.results.first().map(|of| module.pool.ty(module.type_of(*of))), module.attribute(sum, "fastmath")) {
        (Some(Type::Integer { .. }), _) => true,
        (Some(Type::Float(_)), Some(Attribute::Opaque { text, .. })) => {
            let mut words = text.split(['<', '>', ',']).map(str::trim);
            words.any(|word| word == "fast" || word == "reassoc")
        }
        _ => false,
    }
}

/// Accesses that are one sum: a load, and the store of what is loaded plus or minus something, to the same element. As long as nothing else is
/// done with what is loaded, iterations may add to it in any order.
pub fn sums(module: &Module, nests: &Nests) -> Vec<[usize; 2]> {
    let structure = Structure::of(module);
    let used_once = |of: Option<&ValueId>| of.is_some_and(|of| structure.users(*of).len() == 1);
    let mut found = Vec::new();
    for (number, store) in nests.accesses.iter().enumerate().filter(|(_, access)| access.is_store) {
        let is_load = |load: &Access| adds_to(module, store, load) && used_once(module.op(load.op).results.first());
        let load = nests.accesses.iter().position(is_load);
        let is_only = used_once(stored(module, store).and_then(|sum| sum.results.first()));
        found.extend(load.filter(|_| is_only).map(|load| [load, number]));
    }
    found
}
