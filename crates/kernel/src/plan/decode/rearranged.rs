//! Operations on vectors that only move lanes.

use super::attributes::vector;
use super::shapes::{bounded, numbers};
use crate::plan::nodes::{Kind, Literal};
use crate::values::value::Element;
use isotope_mlir::ir::{Module, Operation};

type Lanes = Result<Vec<Vec<u32>>, String>;

/// Where the lanes of each result come from, among those of all operands side by side; `None`: it is no such operation.
pub fn kind(module: &Module, op: &Operation) -> Option<Result<Kind, String>> {
    let lanes = match op.name.as_str() {
        "vector.shape_cast" => shape_cast(module, op),
        "vector.from_elements" => from_elements(module, op),
        "vector.shuffle" => shuffle(module, op),
        "vector.transpose" => transpose(module, op),
        "vector.flat_transpose" => flat_transpose(module, op),
        "vector.interleave" => interleave(module, op),
        "vector.deinterleave" => deinterleave(module, op),
        "vector.extract_strided_slice" => extract_slice(module, op),
        "vector.insert_strided_slice" => insert_slice(module, op),
        _ => return None,
    };
    Some(lanes.map(Kind::Rearrange))
}

fn operand(module: &Module, op: &Operation, at: usize) -> Result<Vec<i64>, String> {
    let value = op.operands.get(at).ok_or("it has too few operands")?;
    let shape = vector(module, module.type_of(*value)).ok_or("its operand is no vector of known length")?;
    bounded(shape)
}

fn result(module: &Module, op: &Operation) -> Result<Vec<i64>, String> {
    let value = op.results.first().ok_or("it has no result")?;
    bounded(vector(module, module.type_of(*value)).ok_or("its result is no vector of known length")?)
}

/// A vector of `i1` whose first lanes in each dimension are true.
pub fn constant_mask(module: &Module, op: &Operation) -> Result<Kind, String> {
    let (shape, sizes) = (result(module, op)?, numbers(module, op, "mask_dim_sizes")?);
    // A vector without dimensions has one size, and is true where that is not 0.
    let is_true = |place: Vec<i64>| match place.as_slice() {
        [] => sizes.first().is_some_and(|size| *size > 0),
        place => place.iter().zip(&sizes).all(|(at, size)| at < size),
    };
    let values = places(&shape).map(|place| Literal::Int(-i64::from(is_true(place)))).collect();
    Ok(Kind::Constant { element: Element::Int(1), values, vector: true })
}

fn count(shape: &[i64]) -> i64 {
    shape.iter().product()
}

/// All places of a shape, in row-major order.
fn places(shape: &[i64]) -> impl Iterator<Item = Vec<i64>> + '_ {
    (0..count(shape)).map(|mut lane| {
        let mut place = vec![0; shape.len()];
        for dim in (0..shape.len()).rev() {
            place[dim] = lane % shape[dim];
            lane /= shape[dim];
        }
        place
    })
}

/// The lane at a place; `None`: it is outside.
fn lane(place: &[i64], shape: &[i64]) -> Option<u32> {
    if place.len() != shape.len() || place.iter().zip(shape).any(|(at, size)| at < &0 || at >= size) {
        return None;
    }
    u32::try_from(place.iter().zip(shape).fold(0, |lane, (at, size)| lane * size + at)).ok()
}

const OUTSIDE: &str = "it reads or writes lanes that are not there";

fn shape_cast(module: &Module, op: &Operation) -> Lanes {
    let (from, to) = (operand(module, op, 0)?, result(module, op)?);
    if count(&from) == count(&to) { Ok(vec![(0..count(&to) as u32).collect()]) } else { Err(OUTSIDE.to_owned()) }
}

/// A number for each lane.
fn from_elements(module: &Module, op: &Operation) -> Lanes {
    let to = result(module, op)?;
    let is_number = |value: &isotope_mlir::ir::ValueId| vector(module, module.type_of(*value)).is_none();
    match count(&to) == op.operands.len() as i64 && op.operands.iter().all(is_number) {
        true => Ok(vec![(0..count(&to) as u32).collect()]),
        false => Err(OUTSIDE.to_owned()),
    }
}

fn shuffle(module: &Module, op: &Operation) -> Lanes {
    let (x, y, mask) = (operand(module, op, 0)?, operand(module, op, 1)?, numbers(module, op, "mask")?);
    // Whole rows move; a vector without dimensions is one row.
    let row = |shape: &[i64]| count(shape.get(1..).unwrap_or_default());
    let (each, all) = (row(&x), count(&x) + count(&y));
    if each != row(&y) || mask.iter().any(|at| *at < 0 || (at + 1).checked_mul(each).is_none_or(|end| end > all)) {
        return Err(OUTSIDE.to_owned());
    }
    Ok(vec![mask.iter().flat_map(|at| (at * each..(at + 1) * each).map(|lane| lane as u32)).collect()])
}

fn transpose(module: &Module, op: &Operation) -> Lanes {
    let (from, to, order) = (operand(module, op, 0)?, result(module, op)?, numbers(module, op, "permutation")?);
    let lanes = places(&to).map(|place| {
        let mut source = vec![0; from.len()];
        for (dim, of) in order.iter().enumerate() {
            *source.get_mut(usize::try_from(*of).ok()?)? = *place.get(dim)?;
        }
        lane(&source, &from)
    });
    Ok(vec![lanes.collect::<Option<_>>().ok_or(OUTSIDE)?])
}

/// A matrix that lies column after column.
fn flat_transpose(module: &Module, op: &Operation) -> Lanes {
    let number = |name| match module.attribute(op, name) {
        Some(isotope_mlir::ir::Attribute::Number { text, .. }) => text.parse::<i64>().ok().filter(|number| *number > 0),
        _ => None,
    };
    let (rows, columns) =
        (number("rows").ok_or("its rows are missing")?, number("columns").ok_or("its columns are missing")?);
    if rows.checked_mul(columns) != Some(count(&operand(module, op, 0)?)) {
        return Err(OUTSIDE.to_owned());
    }
    Ok(vec![(0..rows).flat_map(|row| (0..columns).map(move |column| (column * rows + row) as u32)).collect()])
}

fn interleave(module: &Module, op: &Operation) -> Lanes {
    let (x, y) = (count(&operand(module, op, 0)?), count(&operand(module, op, 1)?));
    if x == y {
        Ok(vec![(0..x).flat_map(|lane| [lane as u32, (x + lane) as u32]).collect()])
    } else {
        Err(OUTSIDE.to_owned())
    }
}

fn deinterleave(module: &Module, op: &Operation) -> Lanes {
    let all = count(&operand(module, op, 0)?);
    Ok([0, 1].map(|first| (first..all).step_by(2).map(|lane| lane as u32).collect()).to_vec())
}

fn extract_slice(module: &Module, op: &Operation) -> Lanes {
    let (from, to) = (operand(module, op, 0)?, result(module, op)?);
    let (offsets, strides) = (numbers(module, op, "offsets")?, numbers(module, op, "strides")?);
    let lanes = places(&to).map(|mut place| {
        for (dim, at) in place.iter_mut().enumerate() {
            *at = offsets.get(dim).unwrap_or(&0).checked_add(at.checked_mul(*strides.get(dim).unwrap_or(&1))?)?;
        }
        lane(&place, &from)
    });
    Ok(vec![lanes.collect::<Option<_>>().ok_or(OUTSIDE)?])
}

fn insert_slice(module: &Module, op: &Operation) -> Lanes {
    let (source, to) = (operand(module, op, 0)?, operand(module, op, 1)?);
    let (offsets, strides) = (numbers(module, op, "offsets")?, numbers(module, op, "strides")?);
    let missing = to.len().checked_sub(source.len()).ok_or(OUTSIDE)?;
    let mut lanes: Vec<u32> = (0..count(&to) as u32).map(|lane| lane + count(&source) as u32).collect();
    for (number, place) in places(&source).enumerate() {
        let mut target: Vec<i64> = offsets.clone();
        target.resize(to.len(), 0);
        for (dim, at) in place.iter().enumerate() {
            let stride = strides.get(dim).unwrap_or(&1);
            let moved = at.checked_mul(*stride).and_then(|moved| target[missing + dim].checked_add(moved));
            target[missing + dim] = moved.ok_or(OUTSIDE)?;
        }
        let at = lane(&target, &to).ok_or(OUTSIDE)?;
        lanes[at as usize] = number as u32;
    }
    Ok(vec![lanes])
}
