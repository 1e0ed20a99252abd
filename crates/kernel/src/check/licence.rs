//! The rewrites that the flags of both programs allow.
//!
//! The first program's flags are permissions: what every sum of floats allows, identity testing may use. The second program's flags may
//! promise no more than the first's: a flag that counts is a part of its operation's name, so that an operation with it equals only one
//! with it, on equal operands.

use crate::plan::counted::Counted;
use crate::plan::nodes::Plan;
use crate::rule::Rule;
use crate::values::flags::Flags;
use crate::values::op::Permissions;
use isotope_mlir::ir::{Attribute, Module, Operation, Type, TypeId};

/// Operations that sum floats: in the field where each of the first program allows to reorder it.
const SUMS: [&str; 2] = ["arith.addf", "arith.subf"];

/// Operations that multiply them.
const PRODUCTS: [&str; 1] = ["arith.mulf"];

/// Operations on vectors that do both, or one of them.
const OF_VECTORS: [&str; 6] = [
    "vector.reduction",
    "vector.multi_reduction",
    "vector.contract",
    "vector.outerproduct",
    "vector.matrix_multiply",
    "vector.scan",
];

/// Products with a sum, rounded once.
const FUSED: [&str; 2] = ["math.fma", "vector.fma"];

/// Changes of a sign, which are exact.
const SIGNS: [&str; 1] = ["arith.negf"];

/// How the flags of two programs count.
#[derive(Clone, Debug, Default)]
pub struct Licence {
    /// Which operations are taken for those of the field.
    pub permissions: Permissions,
    /// Flags that are parts of names.
    pub counted: Counted,
    /// The second program's sums or products promise that nothing is NaN or infinite, as all of the first's do.
    pub promises: bool,
    /// All of the first's sums and products are poison where an operand is NaN: what cancels there may be left out.
    pub may_cancel: bool,
    /// Something may cancel: a program subtracts, changes a sign or has a negative constant.
    pub may_subtract: bool,
}

/// Whether an operation's first operand, or its result, is made of floats.
fn is_of_floats(module: &Module, op: &Operation) -> bool {
    let is_float = |ty: TypeId| match module.pool.ty(ty) {
        Type::Vector { element, .. } => matches!(module.pool.ty(*element), Type::Float(_)),
        ty => matches!(ty, Type::Float(_)),
    };
    op.operands.first().into_iter().chain(op.results.first()).any(|value| is_float(module.type_of(*value)))
}

/// Flags of operations with one of these names; an unreadable one has none, and is an error when it runs.
fn flags_of<'a>(module: &'a Module, names: &'a [&'a str]) -> impl Iterator<Item = Flags> + 'a {
    let of = module.operations.iter().filter(|op| names.contains(&op.name.as_str()) && is_of_floats(module, op));
    of.map(|op| Flags::of(module, op).unwrap_or_default())
}

fn all_have<'a>(module: &'a Module, names: &'a [&'a str], flag: Flags) -> bool {
    let mut of = flags_of(module, names).peekable();
    of.peek().is_some() && of.all(|flags| flags.has(flag))
}

impl Licence {
    /// That of two programs.
    pub fn of(before: &Module, after: &Module) -> Licence {
        let (sums, products) = ([&SUMS[..], &OF_VECTORS].concat(), [&PRODUCTS[..], &OF_VECTORS[2..5]].concat());
        let both = [&sums[..], &PRODUCTS].concat();
        let field = [&both[..], &FUSED].concat();
        // Each of the first program's operations has what any of the second's has: none of the second's says more than its like.
        let kept = |names: &[&str]| flags_of(after, names).fold(Flags::NONE, |all, flags| all | flags);
        let is_shared_by = |names: &[&str]| {
            flags_of(before, names).reduce(|all, flags| all & flags).unwrap_or_default().has(kept(names))
        };
        let (is_shared, is_shared_sign) = (is_shared_by(&field), is_shared_by(&SIGNS));
        let mut counted = Counted::default();
        for op in &after.operations {
            let name = op.name.as_str();
            let is_like_all = (is_shared && field.contains(&name)) || (is_shared_sign && SIGNS.contains(&name));
            if !(is_like_all && is_of_floats(after, op)) {
                counted.add(&op.name, Flags::of(after, op).unwrap_or_default());
            }
        }
        let has_fused = before.operations.iter().any(|op| FUSED.contains(&op.name.as_str()));
        let permissions = Permissions {
            sums: is_shared && all_have(before, &sums, Flags::REASSOC),
            products: is_shared && all_have(before, &products, Flags::REASSOC),
            nsz: is_shared && all_have(before, &both, Flags::NSZ),
            // To take one apart is no contraction.
            contract: is_shared && all_have(before, &both, Flags::CONTRACT) && !(has_fused && Rule::Fused.holds()),
            ..Permissions::default()
        };
        let in_field = permissions.sums || permissions.products;
        Licence {
            permissions,
            counted,
            promises: in_field
                && Rule::PromisesOfNothing.holds()
                && (kept(&field) | kept(&SIGNS)).has_any(Flags::NNAN | Flags::NINF),
            may_cancel: all_have(before, &both, Flags::NNAN),
            may_subtract: [before, after].into_iter().any(may_subtract),
        }
    }
}

fn may_subtract(module: &Module) -> bool {
    module.operations.iter().any(|op| match op.name.as_str() {
        "arith.subf" | "arith.negf" => true,
        "arith.subi" => !is_of_index(module, op),
        "arith.constant" => match module.attribute(op, "value") {
            Some(Attribute::Number { text, .. }) => {
                text.starts_with('-') || (is_of_floats(module, op) && text.starts_with("0x"))
            }
            Some(Attribute::Bool(_)) => false,
            _ => true,
        },
        _ => false,
    })
}

/// A flag of the second program that no such operation of the first has, for people.
pub fn extra_flag(before: &Module, after: &Module) -> Option<String> {
    let flags = |module: &Module, op: &Operation| Flags::of(module, op).unwrap_or_default();
    after.operations.iter().find_map(|op| {
        let known = before.operations.iter().filter(|of| of.name == op.name);
        let known = known.fold(Flags::NONE, |all, of| all | flags(before, of));
        let extra = flags(after, op).first_beside(known)?;
        let name = op.name.escape_debug();
        let line = op.place.line;
        Some(format!("line {line}: `{name}` has the flag {extra}, which no such operation of the first program has"))
    })
}

/// Operations that add, subtract or multiply integers: always of the field.
fn is_of_integers(op: &Operation) -> bool {
    ["arith.addi", "arith.subi", "arith.muli"].contains(&op.name.as_str()) || OF_VECTORS.contains(&op.name.as_str())
}

/// Whether its numbers are those that control and addresses are made of.
fn is_of_index(module: &Module, op: &Operation) -> bool {
    op.operands.first().is_some_and(|value| matches!(module.pool.ty(module.type_of(*value)), Type::Index))
}

/// The kinds that the methods of identity testing depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Some operation on data is one of the field.
    pub algebra: bool,
    /// Some is a free term.
    pub free: bool,
    /// Integers are divided.
    pub divides: bool,
}

impl Kinds {
    /// Those of two programs.
    pub fn of(modules: [&Module; 2], plans: &[Plan; 2], licence: &Licence) -> Kinds {
        let mut kinds = Kinds::default();
        let all = modules.into_iter().zip(plans).flat_map(|(module, plan)| {
            module.operations.iter().enumerate().map(move |(number, op)| (module, plan, number as u32, op))
        });
        for (module, plan, number, op) in all {
            let name = op.name.as_str();
            let is_counted = Flags::of(module, op).is_ok_and(|flags| licence.counted.named(name, flags) != Flags::NONE);
            if plan.identities.contains(&number) || (name == "arith.trunci" && !is_counted) {
                continue;
            }
            let floats = is_of_floats(module, op);
            let in_field = match name {
                _ if is_counted => false,
                _ if !floats && is_of_integers(op) => !is_of_index(module, op),
                _ if SUMS.contains(&name) => licence.permissions.sums,
                _ if PRODUCTS.contains(&name) => licence.permissions.products,
                "arith.negf" => licence.permissions.nsz && (licence.permissions.sums || licence.permissions.products),
                _ if OF_VECTORS.contains(&name) => licence.permissions.sums && licence.permissions.products,
                _ => false,
            };
            let is_computed = name.starts_with("arith.") || name.starts_with("math.") || OF_VECTORS.contains(&name);
            let is_computed = is_computed && !op.operands.is_empty() && !is_of_index(module, op);
            kinds.algebra |= in_field;
            kinds.free |= (is_computed && !in_field) || name == "func.call" || name == "vector.print";
            kinds.divides |=
                is_computed && !floats && ["div", "rem"].iter().any(|of| name.contains(of)) && !name.ends_with('f');
        }
        kinds
    }
}
