//! Products of vectors, and sums over dimensions.
//!
//! MLIR leaves the order of a sum open. Here it is that of the iteration space, row by row, the accumulator first.

use super::{Decoded, Wide, bounded, combining, lane, next, number, numbers, operand, result};
use crate::run::decode::operand_element;
use crate::run::machine::{Machine, Result};
use crate::run::op::{Name, Op};
use crate::run::plan::Node;
use crate::run::value::{Element, Scalar};
use isotope_mlir::ir::{AffineMap, Attribute, Module, Operation, Step};

/// `acc = acc op x * y` at each point of a space.
#[derive(Debug)]
pub struct Product {
    /// The space.
    sizes: Vec<i64>,
    /// For `x`, `y` and `acc`: its shape, and the dimension of the space that each of its dimensions follows.
    parts: [(Vec<i64>, Vec<usize>); 3],
    pub(in crate::run) op: Op,
    /// Elements of both factors, and of the result.
    pub(in crate::run) elements: [Element; 3],
    /// There is an accumulator to begin with.
    pub(in crate::run) begins: bool,
}

/// A sum over dimensions of a vector.
#[derive(Debug)]
pub struct Fold {
    shape: Vec<i64>,
    /// For each dimension, whether it goes.
    gone: Vec<bool>,
    pub(in crate::run) op: Op,
    pub(in crate::run) element: Element,
}

/// Sums of all that lies before along one dimension.
#[derive(Debug)]
pub struct Scan {
    shape: Vec<i64>,
    dim: usize,
    inclusive: bool,
    pub(in crate::run) op: Op,
    element: Element,
}

/// The space of a product, from the shapes that follow it; an error where two of them differ.
fn space(dims: usize, parts: &[(Vec<i64>, Vec<usize>); 3]) -> std::result::Result<Vec<i64>, String> {
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
    let to = crate::run::decode::element(module, module.type_of(*of_result)).ok_or("its type is not supported")?;
    let sizes = space(dims, &parts)?;
    let elements = [element(0)?, element(1)?, to];
    Ok(Wide::Product(Box::new(Product { sizes, parts, op: kind, elements, begins: op.operands.len() > 2 })))
}

/// The dimensions that rows of a map are; an error where one is anything else.
fn choice(map: &AffineMap) -> std::result::Result<Vec<usize>, String> {
    let rows = map.results.iter().map(|row| match row.steps.as_slice() {
        [Step::Dim(dim)] => Some(*dim as usize),
        _ => None,
    });
    rows.collect::<Option<Vec<_>>>().ok_or_else(|| "a map of it is no choice of dimensions".to_owned())
}

fn to_element(module: &Module, op: &Operation) -> std::result::Result<Element, String> {
    let value = op.results.first().ok_or("it has no result")?;
    crate::run::decode::element(module, module.type_of(*value))
        .ok_or_else(|| "the type of its result is not supported".to_owned())
}

pub(super) fn contract(module: &Module, op: &Operation) -> Decoded {
    let Some(Attribute::Array(ids)) = module.attribute(op, "indexing_maps") else {
        return Err("its indexing_maps are missing".to_owned());
    };
    let maps = ids.iter().map(|id| match module.pool.attribute(*id) {
        Attribute::AffineMap(map) => choice(map).map(|rows| (map.dims as usize, rows)),
        _ => Err("one of its indexing_maps is no map".to_owned()),
    });
    let maps: [(usize, Vec<usize>); 3] = maps
        .collect::<std::result::Result<Vec<_>, _>>()?
        .try_into()
        .map_err(|_| "it has not three indexing_maps".to_owned())?;
    if op.operands.len() != 3 || result(module, op, 0)? != operand(module, op, 2)? {
        return Err("its result does not fit its accumulator".to_owned());
    }
    let dims = maps[0].0;
    let [x, y, acc] = maps.map(|(_, rows)| rows);
    let parts = [(operand(module, op, 0)?, x), (operand(module, op, 1)?, y), (operand(module, op, 2)?, acc)];
    product(module, op, dims, parts, combining(module, op, to_element(module, op)?)?)
}

pub(super) fn outer(module: &Module, op: &Operation) -> Decoded {
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
    product(module, op, dims, parts, combining(module, op, to_element(module, op)?)?)
}

/// Both matrices lie column after column, as LLVM has them by default.
pub(super) fn matrices(module: &Module, op: &Operation) -> Decoded {
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

pub(super) fn fold(module: &Module, op: &Operation) -> Decoded {
    let (shape, dims) = (operand(module, op, 0)?, numbers(module, op, "reduction_dims")?);
    let gone: Vec<bool> = (0..shape.len()).map(|dim| dims.contains(&(dim as i64))).collect();
    let kept = || shape.iter().zip(&gone).filter(|(_, gone)| !**gone).map(|(size, _)| *size);
    if op.operands.len() != 2 || !kept().eq(operand(module, op, 1)?) || !kept().eq(result(module, op, 0)?) {
        return Err("its result or its accumulator does not have the dimensions that are left".to_owned());
    }
    let element = to_element(module, op)?;
    let op = combining(module, op, element)?;
    Ok(Wide::Fold(Box::new(Fold { shape, gone, op, element })))
}

pub(super) fn scan(module: &Module, op: &Operation) -> Decoded {
    let (shape, first) = (operand(module, op, 0)?, operand(module, op, 1)?);
    let dim = usize::try_from(number(module, op, "reduction_dim")?).ok().filter(|dim| *dim < shape.len());
    let dim = dim.ok_or("its reduction_dim is out of range")?;
    let rest = [&shape[..dim], &shape[dim + 1..]].concat();
    if rest != first || result(module, op, 0)? != shape || result(module, op, 1)? != first {
        return Err("its shapes do not fit".to_owned());
    }
    let inclusive = matches!(module.attribute(op, "inclusive"), Some(Attribute::Bool(true)));
    let element = to_element(module, op)?;
    Ok(Wide::Scan(Box::new(Scan { shape, dim, inclusive, op: combining(module, op, element)?, element })))
}

impl Fold {
    /// Lanes that each result is folded of.
    pub(in crate::run) fn count(&self) -> i128 {
        let gone = self.shape.iter().zip(&self.gone).filter(|(_, gone)| **gone);
        gone.fold(1, |count, (size, _)| count * i128::from(*size))
    }
}

impl Product {
    /// The lanes of both factors and of the sum, at each point of the space.
    pub(in crate::run) fn places(&self) -> impl Iterator<Item = [usize; 3]> {
        let first = self.sizes.iter().all(|size| *size > 0).then(|| vec![0; self.sizes.len()]);
        let after = |place: &Vec<i64>| {
            let mut place = place.clone();
            next(&mut place, &self.sizes).then_some(place)
        };
        std::iter::successors(first, after).map(|place| {
            [0, 1, 2].map(|part| {
                let (shape, rows) = &self.parts[part];
                lane(rows.iter().map(|dim| place[*dim]), shape)
            })
        })
    }

    /// Points of the space.
    pub(in crate::run) fn points(&self) -> u64 {
        self.sizes.iter().fold(1, |count, size| count.saturating_mul(*size as u64))
    }

    /// The operation that multiplies.
    pub(in crate::run) fn times(&self) -> Op {
        Op { name: if self.elements[2].is_float() { Name::MulF } else { Name::MulI }, ..self.op }
    }
}

impl Fold {
    /// For each lane of the vector the lane of the sum that it is added to.
    pub(in crate::run) fn places(&self) -> Vec<usize> {
        let kept = |all: &[i64]| -> Vec<i64> {
            all.iter().zip(&self.gone).filter(|(_, gone)| !**gone).map(|(value, _)| *value).collect()
        };
        let (shape, mut place) = (kept(&self.shape), vec![0; self.shape.len()]);
        let count: i64 = self.shape.iter().product();
        let mut all = Vec::with_capacity(count as usize);
        for _ in 0..count {
            all.push(lane(kept(&place), &shape));
            next(&mut place, &self.shape);
        }
        all
    }
}

impl Machine<'_> {
    /// A factor in the type of the result.
    fn widened(&mut self, node: &Node, at: usize, value: Scalar, from: Element, to: Element) -> Result<Scalar> {
        if from == to || self.plan.exact_factors.contains(&node.operands[at]) {
            return Ok(value);
        }
        let name = if to.is_float() { Name::ExtF } else { Name::ExtSI };
        let op = Op::plain(name);
        self.numbers.apply(op, from, to, &[value]).map_err(|why| self.fault(node, why))
    }

    pub(super) fn product(&mut self, node: &Node, of: &Product) -> Result<()> {
        let (x, y) = (self.lanes(node, 0)?, self.lanes(node, 1)?);
        let count: i64 = of.parts[2].0.iter().product();
        let mut acc: Vec<Option<Scalar>> = match of.begins {
            true => self.lanes(node, 2)?.iter().map(|one| Some(*one)).collect(),
            false => vec![None; count as usize],
        };
        let to = of.elements[2];
        for [from_x, from_y, at] in of.places() {
            self.step(node)?;
            let (Some(left), Some(right)) = (x.get(from_x).copied(), y.get(from_y).copied()) else {
                return Err(self.fault(node, "the shapes do not fit"));
            };
            let left = self.widened(node, 0, left, of.elements[0], to)?;
            let right = self.widened(node, 1, right, of.elements[1], to)?;
            let value = self.computed(node, of.times(), to, &[left, right])?;
            let so_far = acc.get(at).copied().ok_or_else(|| self.fault(node, "the shapes do not fit"))?;
            acc[at] = Some(match so_far {
                Some(so_far) => self.computed(node, of.op, to, &[so_far, value])?,
                None => value,
            });
        }
        let lanes: Option<Vec<Scalar>> = acc.into_iter().collect();
        let lanes = lanes.ok_or_else(|| self.fault(node, "a sum of no products has no value"))?;
        self.set_lanes(node, 0, lanes);
        Ok(())
    }

    pub(super) fn fold(&mut self, node: &Node, of: &Fold) -> Result<()> {
        let (source, mut acc) = (self.lanes(node, 0)?, self.lanes(node, 1)?.to_vec());
        for (value, at) in source.iter().zip(of.places()) {
            self.step(node)?;
            let so_far = acc.get(at).copied().ok_or_else(|| self.fault(node, "the shapes do not fit"))?;
            acc[at] = self.computed(node, of.op, of.element, &[so_far, *value])?;
        }
        self.set_lanes(node, 0, acc);
        Ok(())
    }

    /// With its own lane, or without: then the first is the value that is given, which the other kind does not read.
    pub(super) fn scan(&mut self, node: &Node, of: &Scan) -> Result<()> {
        let (source, first) = (self.lanes(node, 0)?, self.lanes(node, 1)?);
        let rest = |place: &[i64]| [&place[..of.dim], &place[of.dim + 1..]].concat();
        let (shape, mut place) = (rest(&of.shape), vec![0; of.shape.len()]);
        let stride: i64 = of.shape[of.dim + 1..].iter().product();
        let mut lanes: Vec<Scalar> = Vec::with_capacity(source.len());
        let mut last = first.to_vec();
        for at in 0..source.len() {
            self.step(node)?;
            let of_rest = lane(rest(&place), &shape);
            let before = at.wrapping_sub(stride as usize);
            let value = match (place[of.dim] == 0, of.inclusive) {
                (true, true) => source[at],
                (true, false) => *first.get(of_rest).ok_or_else(|| self.fault(node, "the shapes do not fit"))?,
                (false, inclusive) => {
                    let operands = [lanes[before], source[if inclusive { at } else { before }]];
                    self.computed(node, of.op, of.element, &operands)?
                }
            };
            lanes.push(value);
            *last.get_mut(of_rest).ok_or_else(|| self.fault(node, "the shapes do not fit"))? = value;
            next(&mut place, &of.shape);
        }
        self.set_lanes(node, 0, lanes);
        self.set_lanes(node, 1, last);
        Ok(())
    }
}
