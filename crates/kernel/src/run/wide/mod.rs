//! Operations on vectors that do more than move lanes or compute one by one: products, sums over dimensions, masks and bits.

mod bits;
mod masked;
mod products;

use crate::plan::decode::attributes::vector;
use crate::plan::nodes::Node;
use crate::plan::shapes::next;
use crate::plan::wide::Wide;
use crate::run::machine::{Machine, Result};
use crate::values::op::Op;
use crate::values::value::{Element, Scalar, Slot};
use std::sync::Arc;

impl Machine<'_> {
    pub(super) fn wide(&mut self, node: &Node, wide: &Wide) -> Result<()> {
        match wide {
            Wide::Product(of) => self.product(node, of),
            Wide::Fold(of) => self.fold(node, of),
            Wide::Scan(of) => self.scan(node, of),
            Wide::CreateMask(shape) => self.create_mask(node, shape),
            Wide::Masked(of) => self.masked(node, *of),
            Wide::Bits(from, to) => self.bitcast(node, *from, *to),
            Wide::Halves(halves, from, to) => self.halves(node, *halves, *from, *to),
        }
    }

    /// Lanes as a result whose type says whether it is a vector.
    fn set_lanes(&mut self, node: &Node, result: usize, lanes: Vec<Scalar>) {
        let id = self.module.operations[node.op as usize].results[result];
        let is_vector = vector(self.module, self.module.type_of(id)).is_some();
        let value = match lanes.as_slice() {
            [one] if !is_vector => Slot::Scalar(*one),
            _ => Slot::Vector(Arc::new(lanes)),
        };
        self.slots[node.results[result] as usize] = value;
    }

    /// One operation on numbers of this type.
    fn computed(&mut self, node: &Node, op: Op, element: Element, operands: &[Scalar]) -> Result<Scalar> {
        self.numbers.apply(op, element, element, operands).map_err(|why| self.fault(node, why))
    }

    fn create_mask(&mut self, node: &Node, shape: &[i64]) -> Result<()> {
        let sizes = node.operands.iter().map(|slot| self.known(node, *slot)).collect::<Result<Vec<_>>>()?;
        let mut place = vec![0; shape.len()];
        let mut lanes = Vec::new();
        // A vector without dimensions has one size, and is true where that is not 0.
        let is_true = |place: &[i64]| match place {
            [] => sizes[0] > 0,
            place => place.iter().zip(&sizes).all(|(at, size)| at < size),
        };
        if shape.iter().all(|size| *size > 0) {
            loop {
                lanes.push(Scalar::Int(-i64::from(is_true(&place))));
                if !next(&mut place, shape) {
                    break;
                }
            }
        }
        self.slots[node.results[0] as usize] = Slot::Vector(Arc::new(lanes));
        Ok(())
    }

    fn halves(&mut self, node: &Node, halves: [Op; 2], from: Element, to: Element) -> Result<()> {
        let (x, y) = (self.lanes(node, 0)?, self.lanes(node, 1)?);
        if x.len() != y.len() {
            return Err(self.fault(node, "its operands have different numbers of lanes"));
        }
        for (result, op) in halves.into_iter().enumerate() {
            let to = if result == 0 { from } else { to };
            let mut lanes = Vec::with_capacity(x.len());
            for (x, y) in x.iter().zip(y.iter()) {
                lanes.push(self.numbers.apply(op, from, to, &[*x, *y]).map_err(|why| self.fault(node, why))?);
            }
            self.set_lanes(node, result, lanes);
        }
        Ok(())
    }
}
