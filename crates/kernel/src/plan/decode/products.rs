//! Products of vectors, and sums over dimensions.

use super::attributes::{self, combining, operand_element};
use super::shapes::{Decoded, bounded, number, numbers, operand, result};
use crate::plan::wide::{Fold, Product, Scan, Wide};
use crate::values::flags::Flags;
use crate::values::op::{Name, Op};
use crate::values::value::Element;
use isotope_mlir::ir::{AffineMap, Attribute, Module, Operation, Step};

/// The operation that its `kind` names, on these elements.
fn combination(module: &Module, op: &Operation, element: Element) -> Result<Op, String> {
    let name = combining(module, op, element)?;
    Ok(Op { flags: Flags::of(module, op)?, ..Op::plain(name) })
}

/// The space of a product, from the shapes that follow it; an error where two of them differ.
fn space(dims: usize, parts: &[(Vec<i64>, Vec<usize>); 3]) -> Result<Vec<i64>, String> {
    let mut sizes = vec![None; dims];
    for (shape, map) in parts {
        if shape.len() != map.len() {
            return Err("a map has not as many rows as its vector has dimensions".to_owned());
        }
        for (size, dim) in shape.iter().zip(map) {
            let known = sizes.get_mut(*dim).ok_or("a map has too many dimensions")?;
            if known.is_some_and(|known| known != *size) {
                return Err("two vectors have different sizes in one dimension".to_owned());
            }
            *known = Some(*size);
        }
    }
    sizes.into_iter().collect::<Option<Vec<i64>>>().ok_or_else(|| "no vector has one of its dimensions".to_owned())
}

fn product(module: &Module, op: &Operation, dims: usize, parts: [(Vec<i64>, Vec<usize>); 3], kind: Op) -> Decoded {
    let element = |at| operand_element(module, op, at);
    let of_result = op.results.first().ok_or("it has no result")?;
    let to = attributes::element(module, module.type_of(*of_result)).ok_or("its type is not supported")?;
    let sizes = space(dims, &parts)?;
    let elements = [element(0)?, element(1)?, to];
    Ok(Wide::Product(Box::new(Product { sizes, parts, op: kind, elements, begins: op.operands.len() > 2 })))
}

/// The dimensions that rows of a map are; an error where one is anything else.
fn choice(map: &AffineMap) -> Result<Vec<usize>, String> {
    let rows = map.results.iter().map(|row| match row.steps.as_slice() {
        [Step::Dim(dim)] => Some(*dim as usize),
        _ => None,
    });
    rows.collect::<Option<Vec<_>>>().ok_or_else(|| "a map of it is no choice of dimensions".to_owned())
}

fn to_element(module: &Module, op: &Operation) -> Result<Element, String> {
    let value = op.results.first().ok_or("it has no result")?;
    attributes::element(module, module.type_of(*value))
        .ok_or_else(|| "the type of its result is not supported".to_owned())
}

pub fn contract(module: &Module, op: &Operation) -> Decoded {
    let Some(Attribute::Array(ids)) = module.attribute(op, "indexing_maps") else {
        return Err("its indexing_maps are missing".to_owned());
    };
    let maps = ids.iter().map(|id| match module.pool.attribute(*id) {
        Attribute::AffineMap(map) => choice(map).map(|rows| (map.dims as usize, rows)),
        _ => Err("one of its indexing_maps is no map".to_owned()),
    });
    let maps: [(usize, Vec<usize>); 3] =
        maps.collect::<Result<Vec<_>, _>>()?.try_into().map_err(|_| "it has not three indexing_maps".to_owned())?;
    if op.operands.len() != 3 || result(module, op, 0)? != operand(module, op, 2)? {
        return Err("its result does not fit its accumulator".to_owned());
    }
    let dims = maps[0].0;
    let [x, y, acc] = maps.map(|(_, rows)| rows);
    let parts = [(operand(module, op, 0)?, x), (operand(module, op, 1)?, y), (operand(module, op, 2)?, acc)];
    product(module, op, dims, parts, combination(module, op, to_element(module, op)?)?)
}

pub fn outer(module: &Module, op: &Operation) -> Decoded {
    let (x, y, all) = (operand(module, op, 0)?, operand(module, op, 1)?, result(module, op, 0)?);
    if x.len() != 1 || y.len() > 1 || all.len() != 1 + y.len() {
        return Err("its shapes are none of an outer product".to_owned());
    }
    if op.operands.len() > 2 && operand(module, op, 2)? != all {
        return Err("its result does not fit its accumulator".to_owned());
    }
    let second: Vec<usize> = (1..=y.len()).collect();
    let dims = all.len();
    let parts = [(x, vec![0]), (y, second), (all, (0..dims).collect())];
    product(module, op, dims, parts, combination(module, op, to_element(module, op)?)?)
}

/// Both matrices lie column after column, as LLVM has them by default.
pub fn matrices(module: &Module, op: &Operation) -> Decoded {
    let size = |name| number(module, op, name).and_then(|size| bounded(vec![size.max(0)]).map(|shape| shape[0]));
    let (rows, inner, columns) = (size("lhs_rows")?, size("lhs_columns")?, size("rhs_columns")?);
    let fits = |shape: Vec<i64>, count: i64| shape.len() == 1 && shape[0] == count;
    let all = [(operand(module, op, 0)?, rows * inner), (operand(module, op, 1)?, inner * columns)];
    if !all.into_iter().all(|(shape, count)| fits(shape, count)) || !fits(result(module, op, 0)?, rows * columns) {
        return Err("its vectors do not have the elements of its matrices".to_owned());
    }
    let parts =
        [(vec![inner, rows], vec![2, 0]), (vec![columns, inner], vec![1, 2]), (vec![columns, rows], vec![1, 0])];
    let name = if to_element(module, op)?.is_float() { Name::AddF } else { Name::AddI };
    product(module, op, 3, parts, Op::plain(name))
}

pub fn fold(module: &Module, op: &Operation) -> Decoded {
    let (shape, dims) = (operand(module, op, 0)?, numbers(module, op, "reduction_dims")?);
    let gone: Vec<bool> = (0..shape.len()).map(|dim| dims.contains(&(dim as i64))).collect();
    let kept = || shape.iter().zip(&gone).filter(|(_, gone)| !**gone).map(|(size, _)| *size);
    if op.operands.len() != 2 || !kept().eq(operand(module, op, 1)?) || !kept().eq(result(module, op, 0)?) {
        return Err("its result or its accumulator does not have the dimensions that are left".to_owned());
    }
    let element = to_element(module, op)?;
    let op = combination(module, op, element)?;
    Ok(Wide::Fold(Box::new(Fold { shape, gone, op, element })))
}

pub fn scan(module: &Module, op: &Operation) -> Decoded {
    let (shape, first) = (operand(module, op, 0)?, operand(module, op, 1)?);
    let dim = usize::try_from(number(module, op, "reduction_dim")?).ok().filter(|dim| *dim < shape.len());
    let dim = dim.ok_or("its reduction_dim is out of range")?;
    let rest = [&shape[..dim], &shape[dim + 1..]].concat();
    if rest != first || result(module, op, 0)? != shape || result(module, op, 1)? != first {
        return Err("its shapes do not fit".to_owned());
    }
    let inclusive = matches!(module.attribute(op, "inclusive"), Some(Attribute::Bool(true)));
    let element = to_element(module, op)?;
    Ok(Wide::Scan(Box::new(Scan { shape, dim, inclusive, op: combination(module, op, element)?, element })))
}
