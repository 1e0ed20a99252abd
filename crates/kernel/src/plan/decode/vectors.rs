//! Operations on vectors of known length.

use super::attributes::{combining, integers, operand_element, text, vector, whole};
use super::rearranged;
use super::shapes::bounded;
use crate::plan::nodes::Kind;
use crate::plan::shapes::FROM_OPERAND;
use isotope_mlir::ir::{Attribute, Module, Operation};

/// The action of a vector operation; an error says why it cannot run.
pub fn kind(module: &Module, op: &Operation) -> Result<Kind, String> {
    let result = op.results.first().map(|value| module.type_of(*value));
    let shape = result.and_then(|ty| vector(module, ty)).map(bounded).transpose()?;
    let operand =
        |at: usize| op.operands.get(at).map(|value| module.type_of(*value)).ok_or("it has too few operands".to_owned());
    if let Some(moved) = rearranged::kind(module, op) {
        return moved;
    }
    match op.name.as_str() {
        "vector.constant_mask" => rearranged::constant_mask(module, op),
        "vector.load" if shape.is_some() => Ok(Kind::Load { rows: None, vector: shape }),
        "vector.store" => Ok(Kind::Store { rows: None, vector: vector(module, operand(0)?) }),
        "vector.broadcast" | "vector.splat" => {
            let from = vector(module, operand(0)?).unwrap_or_default();
            Ok(Kind::Broadcast { from, shape: shape.ok_or("its result is no vector of known length")? })
        }
        "vector.transfer_read" | "vector.transfer_write" => transfer(module, op),
        "vector.extract" | "vector.insert" | "vector.extractelement" | "vector.insertelement" => {
            let is_insert = op.name.starts_with("vector.insert");
            let of =
                vector(module, operand(usize::from(is_insert))?).ok_or("its operand is no vector of known length")?;
            let given = op.operands.len().saturating_sub(1 + usize::from(is_insert));
            let position = match op.name.ends_with("element") {
                true => vec![FROM_OPERAND; given],
                false => integers(module, op, "static_position").ok_or("its position is missing")?,
            };
            if position.iter().filter(|at| **at == FROM_OPERAND).count() != given {
                return Err("its position has not as many operands as it names".to_owned());
            }
            let is_inside = |(at, size): (&i64, &i64)| *at == FROM_OPERAND || *at >= 0 && at < size;
            let inside = position.len() <= of.len() && position.iter().zip(&of).all(is_inside);
            match (inside, is_insert) {
                (false, _) => Err("its position is out of range".to_owned()),
                (true, true) => Ok(Kind::Insert { position, shape: of }),
                (true, false) => Ok(Kind::Extract { scalar: shape.is_none(), position, shape: of }),
            }
        }
        "vector.reduction" => reduction(module, op),
        "vector.print" => {
            let literal = text(module, op, "stringLiteral");
            let mark = match module.attribute(op, "punctuation") {
                Some(Attribute::Opaque { text, .. }) if text.ends_with("<newline>") => "\n",
                Some(Attribute::Opaque { text, .. }) if text.ends_with("<comma>") => ", ",
                Some(Attribute::Opaque { text, .. }) if text.ends_with("<open>") => "( ",
                Some(Attribute::Opaque { text, .. }) if text.ends_with("<close>") => " )",
                _ => "",
            };
            // A text has no punctuation behind it.
            Ok(Kind::Print(literal.unwrap_or_else(|| mark.to_owned())))
        }
        _ => Err("no meaning of it is known".to_owned()),
    }
}

fn reduction(module: &Module, op: &Operation) -> Result<Kind, String> {
    let element = operand_element(module, op, 0)?;
    let name = combining(module, op, element)?;
    Ok(Kind::Reduce { op: whole(module, op, name)?, element })
}

fn transfer(module: &Module, op: &Operation) -> Result<Kind, String> {
    let write = op.name == "vector.transfer_write";
    let groups = 4;
    let sizes = integers(module, op, "operandSegmentSizes")
        .filter(|sizes| sizes.len() == groups)
        .ok_or("its operandSegmentSizes are missing")?;
    let fits = sizes.iter().all(|size| (0..=op.operands.len() as i64).contains(size));
    if !fits || sizes.iter().sum::<i64>() != op.operands.len() as i64 || !matches!(sizes[3], 0 | 1) {
        return Err("its operandSegmentSizes do not fit its operands".to_owned());
    }
    let mask = (sizes[3] == 1).then(|| op.operands.len() - 1);
    let indices = usize::try_from(sizes[if write { 2 } else { 1 }]).unwrap_or(usize::MAX);
    let first = if write { 2 } else { 1 };
    if first + indices > op.operands.len() {
        return Err("its operandSegmentSizes do not fit its operands".to_owned());
    }
    let of = if write { op.operands.first().copied() } else { op.results.first().copied() };
    let shape = of.and_then(|value| vector(module, module.type_of(value))).ok_or("its vector has no known length")?;
    let Some(Attribute::AffineMap(map)) = module.attribute(op, "permutation_map") else {
        return Err("its map is missing".to_owned());
    };
    // A row is a dimension of the memory, or a constant for a broadcast.
    let rows: Option<Vec<i64>> = map
        .results
        .iter()
        .map(|row| match row.steps.as_slice() {
            [isotope_mlir::ir::Step::Dim(dim)] if (*dim as usize) < indices => Some(i64::from(*dim)),
            [isotope_mlir::ir::Step::Constant(0)] if !write => Some(-1),
            _ => None,
        })
        .collect();
    let rows = rows.filter(|rows| rows.len() == shape.len()).ok_or("its map is no choice of dimensions")?;
    let in_bounds = integers(module, op, "in_bounds").unwrap_or_default().iter().map(|flag| *flag != 0).collect();
    Ok(Kind::Transfer { write, rows, shape, in_bounds, segments: vec![first, first + indices], mask })
}
