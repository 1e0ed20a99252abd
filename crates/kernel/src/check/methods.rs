//! What the flags of both programs allow, and how identity testing computes then.

use crate::ir::{Module, Operation, Type, TypeId};
use crate::run::{Method, Permissions, flags};
use std::collections::{BTreeMap, BTreeSet};

/// Operations that the field may compute, where a flag allows it.
const OF_THE_FIELD: [&str; 3] = ["arith.addf", "arith.subf", "arith.mulf"];

/// Operations that the field always computes.
const OF_INTEGERS: [&str; 3] = ["arith.addi", "arith.subi", "arith.muli"];

/// Methods for a pair, cheapest first.
pub fn of(modules: [&Module; 2]) -> Vec<Method> {
    let operations = || modules.into_iter().flat_map(|module| module.operations.iter().map(move |op| (module, op)));
    let is_algebra = |(module, op): (&Module, &Operation)| {
        flags(module, op).contains(&"reassoc") || (is_of_integers(op) && !is_of_index(module, op))
    };
    if !operations().any(is_algebra) {
        // Which integers are divided is compared term by term.
        let divides = operations().any(|(module, op)| is_division(op) && !is_of_index(module, op));
        let all = [Method::Linear, Method::FreeOnce, Method::Free, Method::Drawn];
        return all[if divides { 2 } else { 0 }..].to_vec();
    }
    // Free terms with operands need two points: each pair of them may be the one that gets equal values.
    let is_hashed = |(module, op): (&Module, &Operation)| match op.name.as_str() {
        name if OF_THE_FIELD.contains(&name) => !flags(module, op).contains(&"reassoc"),
        name if OF_INTEGERS.contains(&name) || name == "arith.negf" => false,
        name if name.starts_with("arith.") || name.starts_with("math.") => {
            !op.operands.is_empty() && !is_of_index(module, op)
        }
        name => name == "func.call" || name == "vector.print",
    };
    if operations().any(is_hashed) {
        vec![Method::Twice, Method::Drawn]
    } else {
        vec![Method::Once, Method::Twice, Method::Drawn]
    }
}

fn is_division(op: &Operation) -> bool {
    ["div", "rem"].iter().any(|name| op.name.contains(name)) && !op.name.ends_with('f')
}

fn is_of_integers(op: &Operation) -> bool {
    OF_INTEGERS.contains(&op.name.as_str()) || op.name == "vector.reduction"
}

/// Whether its first operand is an index, or it reduces no integers.
fn is_of_index(module: &Module, op: &Operation) -> bool {
    let is_integer = |ty: TypeId| match module.pool.ty(ty) {
        Type::Vector { element, .. } => matches!(module.pool.ty(*element), Type::Integer { .. } | Type::Index),
        ty => matches!(ty, Type::Integer { .. }),
    };
    let first = op.operands.first().map(|value| module.type_of(*value));
    match op.name.as_str() {
        "vector.reduction" => first.is_none_or(|ty| !is_integer(ty)),
        _ => first.is_some_and(|ty| matches!(module.pool.ty(ty), Type::Index)),
    }
}

/// Whether an operation has this flag.
pub fn has_flag(module: &Module, flag: &str) -> bool {
    module.operations.iter().any(|op| flags(module, op).contains(&flag))
}

/// What all operations of the first program allow.
pub fn permissions(module: &Module) -> Permissions {
    let all = |names: &[&str], flag: &str| {
        let mut of = module.operations.iter().filter(|op| names.contains(&op.name.as_str())).peekable();
        of.peek().is_some() && of.all(|op| flags(module, op).contains(&flag))
    };
    let (sums, products) = (&["arith.addf", "arith.subf"], &["arith.mulf"]);
    Permissions {
        all_sums: all(sums, "reassoc"),
        all_products: all(products, "reassoc"),
        no_signed_zeros: all(&OF_THE_FIELD, "nsz"),
        contract: all(&OF_THE_FIELD, "contract"),
    }
}

/// A flag of the second program that the first has on no such operation.
pub fn extra_permission(before: &Module, after: &Module) -> Option<String> {
    let mut known: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for op in &before.operations {
        known.entry(op.name.as_str()).or_default().extend(flags(before, op));
    }
    let everywhere: BTreeSet<&str> = known.values().flatten().copied().collect();
    after.operations.iter().find_map(|op| {
        let allowed = known.get(op.name.as_str()).unwrap_or(&everywhere);
        let extra = flags(after, op).into_iter().find(|flag| !allowed.contains(flag))?;
        Some(format!(
            "line {}: `{}` has the flag {extra}, which no such operation of the first program has",
            op.place.line,
            op.name.escape_debug()
        ))
    })
}

/// A flag of a program that makes a result undefined where its operation overflows or loses bits: that it is never so is not proved.
pub fn may_be_poison(module: &Module) -> Option<String> {
    const PROMISES: [&str; 3] = ["isExact", "nonNeg", "isDisjoint"];
    module.operations.iter().find_map(|op| {
        let flag =
            module.attribute(op, "overflowFlags").filter(|_| !flags(module, op).is_empty()).map(|_| "overflowFlags");
        let found = flag.or_else(|| PROMISES.into_iter().find(|name| module.attribute(op, name).is_some()))?;
        Some(format!(
            "line {}: `{}` has {found}, which the solver is not asked about",
            op.place.line,
            op.name.escape_debug()
        ))
    })
}
