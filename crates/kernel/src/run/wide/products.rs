//! Products of vectors, and sums over dimensions.
//!
//! MLIR leaves the order of a sum open. Here it is that of the iteration space, row by row, the accumulator first.

use crate::plan::nodes::Node;
use crate::plan::shapes::{lane, next};
use crate::plan::wide::{Fold, Product, Scan};
use crate::run::machine::{Machine, Result};
use crate::values::op::{Name, Op};
use crate::values::value::{Element, Scalar};

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
