//! The text that a program prints.

use crate::plan::decode::attributes;
use crate::plan::nodes::Node;
use crate::rule::Rule;
use crate::run::machine::{Machine, Reason, Result};
use crate::run::runner::shown;
use crate::values::value::{Element, Scalar, Slot, Term};
use isotope_mlir::ir::{Sign, Type};

impl Machine<'_> {
    /// Prints the operand, or a text.
    pub(super) fn print(&mut self, node: &Node, text: &str) -> Result<()> {
        self.observe(node)?;
        if self.numbers.field.is_some() {
            return self.observed(node, text);
        }
        let mut out = text.to_owned();
        if let Some(slot) = node.operands.first() {
            let shape = self.type_shape(node);
            out.clear();
            let mask = self.unsigned_bits(node);
            let plain = |value: &Scalar| match (value, mask) {
                (Scalar::Int(value), Some(mask)) => Some(value & mask),
                _ => None,
            };
            match &self.slots[*slot as usize] {
                Slot::Scalar(value) => number(*value, plain(value), &mut out),
                Slot::Vector(lanes) => {
                    let plain: Vec<_> = lanes.iter().map(|value| (*value, plain(value))).collect();
                    // A vector without dimensions is printed as one of one lane.
                    nested(&plain, if shape.is_empty() { &[1] } else { &shape }, &mut out);
                }
                Slot::Memref(_) | Slot::Empty => {
                    return Err(self.error(node, Reason::Unsupported, "only numbers and vectors are printed"));
                }
            }
            out.push_str(text);
        }
        self.write(node, &out)
    }

    /// The bits of a number that is printed without a sign: of one bit, whose true is 1 and not -1, or of a type such as `ui8`.
    fn unsigned_bits(&self, node: &Node) -> Option<i64> {
        let operand = self.module.operations[node.op as usize].operands.first()?;
        let mut ty = self.module.pool.ty(self.module.type_of(*operand));
        if let Type::Vector { element, .. } = ty {
            ty = self.module.pool.ty(*element);
        }
        match ty {
            Type::Integer { width, sign } if *width == 1 || *sign == Sign::Unsigned => {
                Some((u64::MAX >> (64 - (*width).clamp(1, 64))) as i64)
            }
            _ => None,
        }
    }

    fn type_shape(&self, node: &Node) -> Vec<i64> {
        let operand = self.module.operations[node.op as usize].operands.first();
        operand.and_then(|value| attributes::vector(self.module, self.module.type_of(*value))).unwrap_or_default()
    }

    /// Everything that the operands show, as terms.
    fn visible(&mut self, node: &Node) -> Result<Vec<Term>> {
        let mut terms = Vec::new();
        for slot in &node.operands {
            match self.slots[*slot as usize].clone() {
                Slot::Scalar(value) => terms.push(self.numbers.term(value, Element::F64)),
                Slot::Vector(lanes) => {
                    for lane in lanes.iter() {
                        terms.push(self.numbers.term(*lane, Element::F64));
                    }
                }
                Slot::Memref(_) | Slot::Empty => {
                    return Err(self.error(node, Reason::Unsupported, "only numbers and vectors are printed"));
                }
            }
        }
        Ok(terms)
    }

    /// Somebody sees the operands, in order.
    pub(super) fn observed(&mut self, node: &Node, text: &str) -> Result<()> {
        let mut terms = self.visible(node)?;
        terms.extend(self.seen);
        let mut header: Vec<u32> = text.bytes().map(u32::from).collect();
        header.extend(node.operands.iter().flat_map(|slot| self.type_words(*slot)));
        self.seen = Some(self.numbers.named(b"seen", &header, &terms));
        Ok(())
    }

    /// The type of a number or a vector that somebody sees, as words: its elements and its shape.
    pub(super) fn type_words(&self, slot: u32) -> Vec<u32> {
        let Some(value) = self.module.values.get(slot as usize).filter(|_| Rule::SeenTypes.holds()) else {
            return Vec::new();
        };
        let element = attributes::element(self.module, value.ty).map_or(0, Element::code);
        let shape = attributes::vector(self.module, value.ty).unwrap_or_default();
        [u32::MAX, element].into_iter().chain(shape.iter().map(|size| *size as u32)).collect()
    }

    /// The trace of prints and foreign functions, in an identity test.
    pub fn seen(&self) -> Option<Term> {
        self.seen
    }
}

/// A number, or its bits without a sign.
fn number(value: Scalar, bits: Option<i64>, out: &mut String) {
    match bits {
        Some(bits) => out.push_str(&(bits as u64).to_string()),
        None => shown(value, out),
    }
}

/// `( ( 1, 2 ), ( 3, 4 ) )`, as MLIR's runner prints vectors.
fn nested(lanes: &[(Scalar, Option<i64>)], shape: &[i64], out: &mut String) {
    let Some((first, rest)) = shape.split_first() else {
        return lanes.first().map_or((), |(value, bits)| number(*value, *bits, out));
    };
    let each = lanes.len() / (*first).max(1) as usize;
    out.push_str("( ");
    for (at, part) in lanes.chunks(each.max(1)).enumerate() {
        out.push_str(if at > 0 { ", " } else { "" });
        nested(part, rest, out);
    }
    out.push_str(" )");
}
