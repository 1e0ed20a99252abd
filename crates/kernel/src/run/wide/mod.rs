//! Operations on vectors that do more than move lanes or compute one by one: products, sums over dimensions, masks and bits.

mod bits;
mod masked;
mod products;

use super::decode::{integers, operand_element, vector};
use super::machine::{Machine, Result};
use super::op::{Name, Op};
use super::plan::{Kind, Node};
use super::value::{Element, Scalar, Slot};
use super::vectors;
use crate::limits::MAX_LANES;
use isotope_mlir::ir::{Attribute, Module, Operation};
use std::sync::Arc;

pub use masked::Masked;

/// The action of such an operation.
#[derive(Debug)]
pub enum Wide {
    /// `vector.contract`, `vector.outerproduct`, `vector.matrix_multiply`
    Product(Box<products::Product>),
    /// `vector.multi_reduction`
    Fold(Box<products::Fold>),
    /// `vector.scan`
    Scan(Box<products::Scan>),
    /// `vector.create_mask`, with its shape.
    CreateMask(Vec<i64>),
    /// Loads and stores of some lanes.
    Masked(Masked),
    /// `vector.bitcast`, from and to these elements.
    Bits(Element, Element),
    /// Both halves of a sum or a product of integers: the operations that give each.
    Halves([Op; 2], Element, Element),
}

/// Decodes one; `None`: it is none of these.
pub fn kind(module: &Module, op: &Operation) -> Option<std::result::Result<Kind, String>> {
    let wide = match op.name.as_str() {
        "vector.contract" => products::contract(module, op),
        "vector.outerproduct" => products::outer(module, op),
        "vector.matrix_multiply" => products::matrices(module, op),
        "vector.multi_reduction" => products::fold(module, op),
        "vector.scan" => products::scan(module, op),
        "vector.create_mask" => result(module, op, 0).and_then(|shape| match op.operands.len() == shape.len().max(1) {
            true => Ok(Wide::CreateMask(shape)),
            false => Err("it has not as many sizes as dimensions".to_owned()),
        }),
        "vector.gather"
        | "vector.scatter"
        | "vector.maskedload"
        | "vector.maskedstore"
        | "vector.expandload"
        | "vector.compressstore" => masked::kind(module, op),
        "vector.bitcast" | "llvm.bitcast" => bits::bitcast(module, op),
        "arith.addui_extended" => halves(module, op, [Name::AddI, Name::AddUICarry]),
        "arith.mulsi_extended" => halves(module, op, [Name::MulI, Name::MulSIHigh]),
        "arith.mului_extended" => halves(module, op, [Name::MulI, Name::MulUIHigh]),
        _ => return None,
    };
    Some(wide.map(Kind::Wide))
}

type Decoded = std::result::Result<Wide, String>;

fn halves(module: &Module, op: &Operation, names: [Name; 2]) -> Decoded {
    let from = operand_element(module, op, 0)?;
    let [_, second] = op.results.as_slice() else { return Err("it has not two results".to_owned()) };
    let to =
        super::decode::element(module, module.type_of(*second)).ok_or("the type of its result is not supported")?;
    if op.operands.len() != 2 {
        return Err("it has not two operands".to_owned());
    }
    Ok(Wide::Halves(names.map(Op::plain), from, to))
}

/// The shape of an operand; a number has none.
fn operand(module: &Module, op: &Operation, at: usize) -> std::result::Result<Vec<i64>, String> {
    let value = op.operands.get(at).ok_or("it has too few operands")?;
    bounded(vector(module, module.type_of(*value)).unwrap_or_default())
}

/// The shape of a result.
fn result(module: &Module, op: &Operation, at: usize) -> std::result::Result<Vec<i64>, String> {
    let value = op.results.get(at).ok_or("it has too few results")?;
    bounded(vector(module, module.type_of(*value)).unwrap_or_default())
}

fn bounded(shape: Vec<i64>) -> std::result::Result<Vec<i64>, String> {
    let lanes = shape.iter().try_fold(1i64, |count, size| count.checked_mul(*size));
    match lanes.is_some_and(|lanes| lanes <= MAX_LANES as i64) {
        true => Ok(shape),
        false => Err(format!("a vector has more than {MAX_LANES} lanes (MAX_LANES)")),
    }
}

/// The operation that its `kind` names, on these elements.
fn combining(module: &Module, op: &Operation, element: Element) -> std::result::Result<Op, String> {
    let name = vectors::combining(module, op, element)?;
    Ok(Op { flags: super::flags::Flags::of(module, op)?, ..Op::plain(name) })
}

/// An attribute that is one number.
fn number(module: &Module, op: &Operation, name: &str) -> std::result::Result<i64, String> {
    match module.attribute(op, name) {
        Some(Attribute::Number { text, .. }) => text.parse().map_err(|_| format!("its {name} is no number")),
        _ => Err(format!("its {name} is missing")),
    }
}

fn numbers(module: &Module, op: &Operation, name: &str) -> std::result::Result<Vec<i64>, String> {
    integers(module, op, name).ok_or_else(|| format!("its {name} are missing"))
}

/// The lane at a place of a shape.
fn lane(place: impl IntoIterator<Item = i64>, shape: &[i64]) -> usize {
    place.into_iter().zip(shape).fold(0, |lane, (at, size)| lane * size + at) as usize
}

/// The next place of a shape in row-major order; false: there is none.
fn next(place: &mut [i64], shape: &[i64]) -> bool {
    for (at, size) in place.iter_mut().zip(shape).rev() {
        *at += 1;
        if *at < *size {
            return true;
        }
        *at = 0;
    }
    false
}

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
