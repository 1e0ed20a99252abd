//! Attributes of the operations that run.

use crate::values::flags::Flags;
use crate::values::op::{Name, Op, Rounding};
use crate::values::value::Element;
use isotope_mlir::ir::{Attribute, FLOATS, Module, Operation, Type, TypeId};
pub use isotope_mlir::literals::{integers, literals, number, text};

/// A type attribute.
pub fn type_id(module: &Module, op: &Operation, name: &str) -> Option<TypeId> {
    match module.attribute(op, name)? {
        Attribute::Type(ty) => Some(*ty),
        _ => None,
    }
}

/// See [`type_id`].
pub fn ty<'a>(module: &'a Module, op: &Operation, name: &str) -> Option<&'a Type> {
    Some(module.pool.ty(type_id(module, op, name)?))
}

/// How numbers of a type are stored; of a vector's elements, too.
pub fn element(module: &Module, ty: TypeId) -> Option<Element> {
    match module.pool.ty(ty) {
        Type::Integer { width: width @ 1..=64, .. } => Some(Element::Int(*width)),
        Type::Index => Some(Element::Index),
        Type::Float("f32") => Some(Element::F32),
        Type::Float("f64") => Some(Element::F64),
        Type::Float(name) => FLOATS.iter().position(|of| of == name).map(|at| Element::OtherFloat(at as u32)),
        Type::Vector { element: of, dims } if !dims.iter().any(|dim| dim.scalable) => match module.pool.ty(*of) {
            Type::Vector { .. } => None,
            _ => element(module, *of),
        },
        _ => None,
    }
}

/// A vector's dimensions; `None` for a scalar.
pub fn vector(module: &Module, ty: TypeId) -> Option<Vec<i64>> {
    match module.pool.ty(ty) {
        Type::Vector { dims, .. } if !dims.iter().any(|dim| dim.scalable) => {
            Some(dims.iter().map(|dim| dim.size as i64).collect())
        }
        _ => None,
    }
}

/// How an operand's numbers are stored.
pub fn operand_element(module: &Module, op: &Operation, at: usize) -> Result<Element, String> {
    let operand = op.operands.get(at).ok_or("it has too few operands")?;
    element(module, module.type_of(*operand)).ok_or_else(|| "the type of an operand is not supported".to_owned())
}

/// An operation with all that its attributes say.
pub fn whole(module: &Module, op: &Operation, name: Name) -> Result<Op, String> {
    let predicate = match module.attribute(op, "predicate") {
        None => 0,
        Some(attribute) => number(attribute)
            .and_then(|n| u8::try_from(n).ok())
            .filter(|n| *n < 16)
            .ok_or("its predicate is unknown")?,
    };
    let rounding = match module.attribute(op, "roundingmode") {
        None => Some(Rounding::Nearest),
        Some(Attribute::Number { text, .. }) => {
            // As MLIR numbers them.
            let of = ["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"];
            text.parse::<usize>().ok().and_then(|number| of.get(number)).and_then(|name| Rounding::of(name))
        }
        Some(Attribute::Opaque { text, .. }) => {
            text.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>')).and_then(Rounding::of)
        }
        Some(_) => None,
    };
    let rounding = rounding.ok_or("its rounding mode is unknown")?;
    Ok(Op { predicate, rounding, flags: Flags::of(module, op)?, ..Op::plain(name) })
}

/// Whether a type is a vector of known length.
pub fn is_vector(module: &Module, ty: TypeId) -> bool {
    matches!(module.pool.ty(ty), Type::Vector { .. })
}

/// The operation that its `kind` names.
pub fn combining(module: &Module, op: &Operation, element: Element) -> Result<Name, String> {
    let Some(Attribute::Opaque { text, .. }) = module.attribute(op, "kind") else {
        return Err("its kind is missing".to_owned());
    };
    let kind = text.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>')).unwrap_or_default();
    Ok(match (kind, element.is_float()) {
        ("add", true) => Name::AddF,
        ("add", false) => Name::AddI,
        ("mul", true) => Name::MulF,
        ("mul", false) => Name::MulI,
        ("and", false) => Name::AndI,
        ("or", false) => Name::OrI,
        ("xor", false) => Name::XOrI,
        ("minsi", false) => Name::MinSI,
        ("maxsi", false) => Name::MaxSI,
        ("minui", false) => Name::MinUI,
        ("maxui", false) => Name::MaxUI,
        ("minimumf", true) => Name::MinimumF,
        ("maximumf", true) => Name::MaximumF,
        ("minnumf", true) => Name::MinNumF,
        ("maxnumf", true) => Name::MaxNumF,
        _ => return Err(format!("its kind {} is not supported", kind.escape_debug())),
    })
}
