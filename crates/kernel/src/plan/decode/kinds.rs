//! The actions of operations, by their names.

use super::attributes::{element, operand_element, vector, whole};
use super::{known, typed, vectors, wide};
use crate::plan::nodes::{Choice, Kind, Row, Segments};
use crate::values::flags::Flags;
use crate::values::memory::Origin;
use crate::values::op::Name;
use isotope_mlir::ir::{AffineMap, Attribute, Module, Operation, Type};
use isotope_mlir::literals::{integers, literals, number, text};

fn map<'a>(module: &'a Module, op: &Operation, name: &str) -> Result<&'a AffineMap, String> {
    match module.attribute(op, name) {
        Some(Attribute::AffineMap(map)) => Ok(map),
        _ => Err(format!("its `{name}` is no affine map")),
    }
}

/// The rows of a map of which the operation has so many operands.
fn rows(map: &AffineMap, operands: usize) -> Result<Vec<Row>, String> {
    if (map.dims + map.symbols) as usize != operands {
        return Err(format!("its map takes {} operands, and {operands} are given", map.dims + map.symbols));
    }
    Ok(map.results.iter().map(|row| Row::new(row, map.dims)).collect())
}

/// Where each group of operands begins, by `operandSegmentSizes`.
fn segments(module: &Module, op: &Operation, groups: usize) -> Result<Segments, String> {
    let sizes = integers(module, op, "operandSegmentSizes").ok_or("its operandSegmentSizes are missing")?;
    if sizes.len() != groups {
        return Err(format!("its operandSegmentSizes are not {groups}"));
    }
    let mut begin = 0;
    let mut starts = vec![0];
    for size in sizes {
        begin += size as usize;
        starts.push(begin);
    }
    Ok(starts)
}

/// An error if the groups of operands that an operation states are not all of its operands.
fn grouped(module: &Module, op: &Operation) -> Result<(), String> {
    let Some(sizes) = integers(module, op, "operandSegmentSizes") else { return Ok(()) };
    let total = sizes.iter().try_fold(0i64, |sum, size| if *size < 0 { None } else { sum.checked_add(*size) });
    match total == Some(op.operands.len() as i64) {
        true => Ok(()),
        false => Err("its operandSegmentSizes do not fit its operands".to_owned()),
    }
}

/// The action of an operation; an error says why it cannot run.
pub fn kind(module: &Module, op: &Operation) -> Result<Kind, String> {
    grouped(module, op)?;
    let kind = by_name(module, op)?;
    known::attributes(module, op)?;
    typed::checked(module, op).map(|()| kind)
}

fn by_name(module: &Module, op: &Operation) -> Result<Kind, String> {
    if let Some(wide) = wide::kind(module, op) {
        return wide;
    }
    if let Some(name) = Name::of(&op.name) {
        return scalar(module, op, name);
    }
    let operands = op.operands.len();
    match op.name.as_str() {
        "arith.constant" => constant(module, op),
        "arith.select" => match Flags::of(module, op)? {
            Flags::NONE => Ok(Kind::Select(operand_element(module, op, 1)?)),
            _ => Err("it has flags, which are not supported".to_owned()),
        },
        "func.return" => Ok(Kind::Return),
        "affine.yield" | "scf.yield" | "scf.reduce" | "scf.reduce.return" if op.regions.is_empty() => Ok(Kind::Yield),
        "scf.reduce" if op.regions.len() == operands => Ok(Kind::ParallelReduce),
        "scf.condition" => Ok(Kind::Condition),
        "scf.for" => Ok(Kind::ScfFor),
        "scf.if" => Ok(Kind::ScfIf),
        "scf.while" => Ok(Kind::ScfWhile),
        "scf.parallel" => {
            let segments = segments(module, op, 4)?;
            match operands - segments[3] == op.results.len() {
                true => Ok(Kind::ScfParallel(segments)),
                false => Err("it has not as many initial values as results".to_owned()),
            }
        }
        "cf.br" => Ok(Kind::Branch(op.successors.iter().map(|block| block.index()).collect())),
        "cf.cond_br" if op.successors.len() == 2 => Ok(Kind::ConditionalBranch(
            op.successors.iter().map(|block| block.index()).collect(),
            segments(module, op, 3)?,
        )),
        "cf.assert" => Ok(Kind::Assert(text(module, op, "msg").unwrap_or_default())),
        "func.call" => match module.attribute(op, "callee") {
            Some(Attribute::Symbol(names)) if names.len() == 1 => Ok(Kind::Call(names[0].clone())),
            _ => Err("its callee is no function of this module".to_owned()),
        },
        name if name.starts_with("affine.") => affine(module, op),
        name if name.starts_with("memref.") => memref(module, op),
        name if name.starts_with("vector.") => vectors::kind(module, op),
        _ => Err("no meaning of it is known".to_owned()),
    }
}

fn constant(module: &Module, op: &Operation) -> Result<Kind, String> {
    let result = module.type_of(*op.results.first().ok_or("it has no result")?);
    let element = element(module, result).ok_or("its type is not supported")?;
    let shape = vector(module, result);
    let count = shape.as_ref().map_or(Some(1), |shape| shape.iter().try_fold(1u64, |n, d| n.checked_mul(*d as u64)));
    let value = module.attribute(op, "value").ok_or("it has no value")?;
    let values = count.and_then(|count| literals(module, value, element, count)).ok_or("its value is not supported")?;
    Ok(Kind::Constant { element, values, vector: shape.is_some() })
}

fn scalar(module: &Module, op: &Operation, name: Name) -> Result<Kind, String> {
    let from = operand_element(module, op, 0)?;
    let result = op.results.first().ok_or("it has no result")?;
    let to = element(module, module.type_of(*result)).ok_or("the type of its result is not supported")?;
    Ok(Kind::Scalar { op: whole(module, op, name)?, from, to })
}

fn affine(module: &Module, op: &Operation) -> Result<Kind, String> {
    let operands = op.operands.len();
    match op.name.as_str() {
        "affine.for" => {
            let segments = segments(module, op, 3)?;
            let step = module
                .attribute(op, "step")
                .and_then(number)
                .filter(|step| *step > 0)
                .ok_or("its step is no positive number")?;
            let lower = rows(map(module, op, "lowerBoundMap")?, segments[1])?;
            let upper = rows(map(module, op, "upperBoundMap")?, segments[2] - segments[1])?;
            if lower.is_empty() || upper.is_empty() {
                return Err("it has a bound without a result".to_owned());
            }
            Ok(Kind::AffineFor { lower, upper, step, segments })
        }
        "affine.if" => match module.attribute(op, "condition") {
            Some(Attribute::IntegerSet(set)) if (set.dims + set.symbols) as usize == operands => {
                let rows = set.constraints.iter().map(|(row, equal)| (Row::new(row, set.dims), *equal)).collect();
                Ok(Kind::AffineIf { rows, results: !op.results.is_empty() })
            }
            _ => Err("its condition does not fit its operands".to_owned()),
        },
        "affine.parallel" => affine_parallel(module, op),
        "affine.apply" => Ok(Kind::Apply(rows(map(module, op, "map")?, operands)?, Choice::Only)),
        "affine.min" => Ok(Kind::Apply(rows(map(module, op, "map")?, operands)?, Choice::Min)),
        "affine.max" => Ok(Kind::Apply(rows(map(module, op, "map")?, operands)?, Choice::Max)),
        "affine.load" | "affine.vector_load" if operands >= 1 => {
            let result = op.results.first().ok_or("it has no result")?;
            let rows = rows(map(module, op, "map")?, operands - 1)?;
            Ok(Kind::Load { rows: Some(rows), vector: vector(module, module.type_of(*result)) })
        }
        "affine.store" | "affine.vector_store" if operands >= 2 => {
            let rows = rows(map(module, op, "map")?, operands - 2)?;
            Ok(Kind::Store { rows: Some(rows), vector: vector(module, module.type_of(op.operands[0])) })
        }
        _ => Err("no meaning of it is known".to_owned()),
    }
}

fn affine_parallel(module: &Module, op: &Operation) -> Result<Kind, String> {
    if !op.results.is_empty() {
        return Err("its reductions are not supported".to_owned());
    }
    let (lower, upper) = (map(module, op, "lowerBoundsMap")?, map(module, op, "upperBoundsMap")?);
    let inputs = (lower.dims + lower.symbols) as usize;
    let outputs = op.operands.len().checked_sub(inputs).ok_or("its maps do not fit its operands")?;
    let (lower, upper) = (rows(lower, inputs)?, rows(upper, outputs)?);
    let steps = integers(module, op, "steps")
        .filter(|steps| steps.iter().all(|step| *step > 0))
        .ok_or("its steps are no positive numbers")?;
    let group = |name: &str, rows: usize| {
        let sizes = integers(module, op, name).ok_or("its groups of bounds are missing")?;
        let sizes: Vec<usize> = sizes.iter().map(|size| usize::try_from(*size).unwrap_or(0)).collect();
        let fits =
            sizes.len() == steps.len() && sizes.iter().all(|size| *size > 0) && sizes.iter().sum::<usize>() == rows;
        if fits { Ok(sizes) } else { Err("its groups of bounds do not fit its maps".to_owned()) }
    };
    let groups = [group("lowerBoundsGroups", lower.len())?, group("upperBoundsGroups", upper.len())?];
    Ok(Kind::AffineParallel { lower, upper, groups, steps, first: inputs })
}

fn memref(module: &Module, op: &Operation) -> Result<Kind, String> {
    let result = op.results.first().map(|value| module.type_of(*value));
    match (op.name.as_str(), op.operands.len()) {
        ("memref.load", 1..) => Ok(Kind::Load { rows: None, vector: result.and_then(|ty| vector(module, ty)) }),
        ("memref.store", 2..) => Ok(Kind::Store { rows: None, vector: vector(module, module.type_of(op.operands[0])) }),
        ("memref.assume_alignment", 1) => match module.attribute(op, "alignment") {
            Some(Attribute::Number { text, .. }) if op.results.is_empty() => {
                text.parse().map(Kind::Assume).map_err(|_| "its alignment is no number".to_owned())
            }
            _ => Err("its alignment is missing".to_owned()),
        },
        ("memref.dealloc", 1) => Ok(Kind::Dealloc),
        ("memref.copy", 2) => Ok(Kind::Copy),
        ("memref.cast" | "memref.memory_space_cast", 1) => Ok(Kind::Cast),
        ("memref.dim", 2) => Ok(Kind::Dim),
        ("memref.alloc" | "memref.alloca", _) => {
            let Some(Type::Memref { shape: Some(shape), element: of, parameters }) =
                result.map(|ty| module.pool.ty(ty))
            else {
                return Err("its type has no shape".to_owned());
            };
            if parameters
                .iter()
                .any(|id| matches!(module.pool.attribute(*id), Attribute::AffineMap(_) | Attribute::Strided { .. }))
            {
                return Err("it has a layout: only row-major memory is allocated".to_owned());
            }
            let element = element(module, *of).ok_or("its elements are not supported")?;
            // Vectors in memory are dimensions of their own.
            let lanes = vector(module, *of).unwrap_or_default();
            let shape = shape.iter().copied().chain(lanes.iter().map(|size| Some(*size as u64))).collect();
            let origin = if op.name == "memref.alloca" { Origin::Stack } else { Origin::Heap };
            Ok(Kind::Alloc { shape, element, origin })
        }
        ("memref.get_global", 0) => match module.attribute(op, "name") {
            Some(Attribute::Symbol(names)) if names.len() == 1 => Ok(Kind::GetGlobal(names[0].clone())),
            _ => Err("its name is no symbol".to_owned()),
        },
        ("memref.subview", 1..) => subview(module, op),
        ("memref.reinterpret_cast", 1..) => {
            Ok(Kind::Reinterpret { segments: segments(module, op, 4)?, statics: statics(module, op)? })
        }
        ("memref.realloc", 1..) => realloc(module, op),
        _ => Err("no meaning of it is known".to_owned()),
    }
}

fn realloc(module: &Module, op: &Operation) -> Result<Kind, String> {
    match op.results.first().map(|value| module.pool.ty(module.type_of(*value))) {
        Some(Type::Memref { shape: Some(shape), element: of, .. }) if shape.len() == 1 => {
            let element = element(module, *of).filter(|_| vector(module, *of).is_none());
            Ok(Kind::Realloc { size: shape[0], element: element.ok_or("its elements are not supported")? })
        }
        _ => Err("its type has not one dimension".to_owned()),
    }
}

/// Offsets, sizes and strides.
fn statics(module: &Module, op: &Operation) -> Result<[Vec<i64>; 3], String> {
    let statics = ["static_offsets", "static_sizes", "static_strides"];
    let statics = statics.map(|name| integers(module, op, name).unwrap_or_default());
    // One offset is of all dimensions together.
    let is_whole = op.name == "memref.reinterpret_cast" && statics[0].len() == 1;
    if (statics[0].len() != statics[1].len() && !is_whole) || statics[1].len() != statics[2].len() {
        return Err("its offsets, sizes and strides are not as many".to_owned());
    }
    Ok(statics)
}

fn subview(module: &Module, op: &Operation) -> Result<Kind, String> {
    let statics = statics(module, op)?;
    let sizes = &statics[1];
    let shape = match op.results.first().map(|value| module.pool.ty(module.type_of(*value))) {
        Some(Type::Memref { shape: Some(shape), .. }) => shape,
        _ => return Err("its type has no shape".to_owned()),
    };
    // A result of lower rank leaves out dimensions of size 1, from the front where there is a choice.
    let mut kept = Vec::new();
    let mut dropped = sizes.len().checked_sub(shape.len()).ok_or("its result has a higher rank")?;
    for (at, size) in sizes.iter().enumerate() {
        let wanted = shape.get(kept.len()).copied();
        let matches =
            wanted.is_some_and(|size| size.map(|size| size as i64) == (sizes[at] != i64::MIN).then_some(sizes[at]));
        if *size == 1 && dropped > 0 && (!matches || dropped >= sizes.len() - at) {
            dropped -= 1;
        } else {
            kept.push(at);
        }
    }
    if dropped > 0 || kept.len() != shape.len() {
        return Err("the dimensions that its result leaves out are not clear".to_owned());
    }
    Ok(Kind::Subview { segments: segments(module, op, 4)?, statics, kept })
}
