//! Types of operands and results, as MLIR's verifier demands them: a text in the generic form need not have passed it.

use super::flow;
use isotope_mlir::ir::{Module, Operation, Type, TypeId, ValueId};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Operands that hold the elements which results have, by the name of an operation.
static ELEMENTS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let rows = include_str!("elements.txt").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| line.split_once(' ')).map(|(name, of)| (name, of.split(' ').collect())).collect()
});

/// Letters of operands and of results, and a condition, by the name of an operation.
static TYPES: LazyLock<HashMap<&str, [&str; 3]>> = LazyLock::new(|| {
    let rows = include_str!("types.txt").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| {
        let mut words = line.splitn(4, ' ');
        let name = words.next()?;
        Some((name, [words.next()?, words.next()?, words.next().unwrap_or_default()]))
    })
    .collect()
});

/// An error if an operation has operands or results of types that it cannot have.
pub fn checked(module: &Module, op: &Operation) -> Result<(), String> {
    let is_typed = match op.name.as_str() {
        "affine.load" | "affine.vector_load" | "memref.load" | "vector.load" => {
            is_access(module, &op.operands, op.results.first())
        }
        "affine.store" | "affine.vector_store" | "memref.store" | "vector.store" => match op.operands.split_first() {
            Some((value, of)) => is_access(module, of, Some(value)),
            None => false,
        },
        name => {
            TYPES.get(name).is_none_or(|row| is_row(module, op, *row))
                && ELEMENTS.get(name).is_none_or(|row| has_one_element(module, op, row))
        }
    };
    if is_typed && flow::is_typed(module, op) {
        Ok(())
    } else {
        Err("its operands and results have types that do not fit together".to_owned())
    }
}

/// Whether a value is what stands in memory, or a vector of that, and all indices are indices.
fn is_access(module: &Module, memory: &[ValueId], value: Option<&ValueId>) -> bool {
    let (Some((memory, indices)), Some(value)) = (memory.split_first(), value) else { return false };
    let Type::Memref { element, .. } = module.pool.ty(module.type_of(*memory)) else { return false };
    let value = module.type_of(*value);
    let is_of = |ty: TypeId| matches!(module.pool.ty(ty), Type::Vector { element: of, .. } if of == element);
    let is_index = |value: &ValueId| *module.pool.ty(module.type_of(*value)) == Type::Index;
    (value == *element || is_of(value)) && indices.iter().all(is_index)
}

/// Whether all results and these operands have elements of one type.
fn has_one_element(module: &Module, op: &Operation, row: &[&str]) -> bool {
    let operand = |number: &&str| match number.strip_prefix('-') {
        Some(number) => op.operands.len().checked_sub(number.parse().ok()?).and_then(|at| op.operands.get(at)),
        None => op.operands.get(number.parse::<usize>().ok()?),
    };
    let operands: Vec<&ValueId> =
        if row == ["*"] { op.operands.iter().collect() } else { row.iter().filter_map(operand).collect() };
    let mut elements = operands.into_iter().chain(&op.results).map(|value| element(module, module.type_of(*value)));
    let first = elements.next();
    elements.all(|of| Some(of) == first)
}

/// The type of the numbers in memory, in a vector, or of a number.
fn element(module: &Module, ty: TypeId) -> TypeId {
    match module.pool.ty(ty) {
        Type::Memref { element: of, .. } | Type::Vector { element: of, .. } => element(module, *of),
        _ => ty,
    }
}

/// Whether types are as a row of the table has them, all of them numbers or vectors of one shape.
fn is_row(module: &Module, op: &Operation, [operands, results, condition]: [&str; 3]) -> bool {
    if op.operands.len() != operands.len() || op.results.len() != results.len() {
        return false;
    }
    let types: Vec<TypeId> = op.operands.iter().chain(&op.results).map(|value| module.type_of(*value)).collect();
    let shape = |ty: TypeId| match module.pool.ty(ty) {
        Type::Vector { dims, .. } => dims.as_slice(),
        _ => &[],
    };
    let letters: Vec<char> = operands.chars().chain(results.chars()).collect();
    let is_letter = |(letter, ty): (&char, &TypeId)| match (letter, module.pool.ty(element(module, *ty))) {
        ('x', _) => true,
        _ if matches!(module.pool.ty(*ty), Type::Memref { .. }) => false,
        ('b', Type::Integer { width, .. }) => *width == 1,
        ('i' | 'k', Type::Integer { .. } | Type::Index) | ('f' | 'g', Type::Float(_)) => true,
        _ => false,
    };
    let is_one = |at: usize| (0..at).all(|of| letters[of] != letters[at] || types[of] == types[at]);
    // One condition may choose between vectors.
    let is_shaped = |(letter, ty): (&char, &TypeId)| {
        shape(*ty) == shape(types[types.len() - 1]) || (*letter == 'b' && shape(*ty).is_empty())
    };
    let (first, last) =
        (module.pool.ty(element(module, types[0])), module.pool.ty(element(module, types[types.len() - 1])));
    let holds = match (condition, bits(first), bits(last)) {
        ("fewer", Some(x), Some(y)) => x < y,
        ("more", Some(x), Some(y)) => x > y,
        ("as many", Some(x), Some(y)) => x == y,
        ("index", x, y) => x.is_none() != y.is_none(),
        ("", ..) => true,
        _ => false,
    };
    holds
        && letters.iter().zip(&types).all(is_letter)
        && letters.iter().zip(&types).all(is_shaped)
        && (condition == "as many" || (0..types.len()).all(is_one))
}

/// Bits of a number: the first of the digits in the name of a float. `None`: it is no number, or an index, which has those of the machine.
fn bits(ty: &Type) -> Option<u32> {
    match ty {
        Type::Integer { width, .. } => Some(*width),
        // It has one of sign, eight of exponent and ten.
        Type::Float("tf32") => Some(19),
        Type::Float(name) => {
            let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
            digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        }
        _ => None,
    }
}
