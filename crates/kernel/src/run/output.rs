//! What leaves the program: prints, and calls of functions without a body.

use super::machine::{Machine, Reason, Result};
use super::plan::Node;
use super::runner::shown;
use super::value::{Element, Scalar, Slot, Term};
use crate::ir::{Sign, Type};

impl Machine<'_> {
    /// Prints the operand, or a text.
    pub(super) fn print(&mut self, node: &Node, text: &str) -> Result<()> {
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
        operand.and_then(|value| super::decode::vector(self.module, self.module.type_of(*value))).unwrap_or_default()
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
                Slot::Memref(view) => {
                    for number in 0..view.count() {
                        self.step(node)?;
                        let cell = self.cell(node, &view, &view.indices(number))?;
                        let value = self.buffers[view.buffer].get(cell);
                        terms.push(self.numbers.term(value, self.buffers[view.buffer].element));
                    }
                }
                Slot::Empty => return Err(self.error(node, Reason::Unsupported, "an operand has no value")),
            }
        }
        Ok(terms)
    }

    /// Something outside sees the operands, in order.
    fn observed(&mut self, node: &Node, text: &str) -> Result<()> {
        let mut terms = self.visible(node)?;
        terms.extend(self.seen);
        let header: Vec<u32> = text.bytes().map(u32::from).collect();
        self.seen = Some(self.numbers.named(b"seen", &header, &terms));
        Ok(())
    }

    /// A call of a function that may read and write what it is given, and remembers what it saw before.
    pub(super) fn foreign(&mut self, node: &Node, callee: &str) -> Result<()> {
        if self.numbers.field.is_none() && self.models_foreign {
            return self.model(node, callee);
        }
        if self.numbers.field.is_none() && self.library(node, callee)? {
            return Ok(());
        }
        if self.numbers.field.is_none() {
            return Err(self.error(
                node,
                Reason::Unsupported,
                format!("@{} has no body: nothing of it can run", callee.escape_debug()),
            ));
        }
        self.observed(node, callee)?;
        let state: Vec<Term> = self.seen.into_iter().collect();
        for (argument, slot) in node.operands.iter().enumerate() {
            let Slot::Memref(view) = self.slots[*slot as usize].clone() else { continue };
            for number in 0..view.count() {
                let value = self.numbers.named(b"call", &[argument as u32, number as u32], &state);
                self.put(node, &view, &view.indices(number), Scalar::Term(value))?;
            }
        }
        let op = &self.module.operations[node.op as usize];
        let types: Vec<_> = op.results.iter().map(|value| self.module.type_of(*value)).collect();
        for (number, (slot, ty)) in node.results.iter().zip(types).enumerate() {
            let is_number =
                super::decode::element(self.module, ty).is_some() && super::decode::vector(self.module, ty).is_none();
            if !is_number {
                return Err(self.error(
                    node,
                    Reason::Unsupported,
                    "a function without a body gives something else than a number",
                ));
            }
            let value = self.numbers.named(b"gave", &[number as u32], &state);
            self.slots[*slot as usize] = Slot::Scalar(Scalar::Term(value));
        }
        Ok(())
    }

    /// Executes a function without a body as one that hashes what it sees.
    fn model(&mut self, node: &Node, callee: &str) -> Result<()> {
        let mut hash = blake3::Hasher::new_keyed(&self.state);
        hash.update(callee.as_bytes());
        let add = |hash: &mut blake3::Hasher, value: Scalar| {
            let bits = match value {
                Scalar::Int(value) => value as u64,
                Scalar::Float(value) => value.to_bits(),
                Scalar::Term(term) => term.a,
            };
            hash.update(&bits.to_le_bytes());
        };
        let slots: Vec<Slot> = node.operands.iter().map(|slot| self.slots[*slot as usize].clone()).collect();
        for slot in &slots {
            match slot {
                Slot::Scalar(value) => add(&mut hash, *value),
                Slot::Vector(lanes) => lanes.iter().for_each(|value| add(&mut hash, *value)),
                Slot::Memref(view) => {
                    for number in 0..view.count() {
                        self.step(node)?;
                        let cell = self.cell(node, view, &view.indices(number))?;
                        add(&mut hash, self.buffers[view.buffer].get(cell));
                    }
                }
                Slot::Empty => {}
            }
        }
        self.state = *hash.finalize().as_bytes();
        let state = self.state;
        let number = |argument: usize, at: i64, element: Element| {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&(argument as u64).to_le_bytes());
            bytes[8..].copy_from_slice(&at.to_le_bytes());
            let small = i64::from(blake3::keyed_hash(&state, &bytes).as_bytes()[0] % 8);
            if element.is_float() {
                Scalar::Float(small as f64)
            } else {
                Scalar::Int(super::concrete::wrap(small, element.width()))
            }
        };
        for (argument, slot) in slots.iter().enumerate() {
            let Slot::Memref(view) = slot else { continue };
            for at in 0..view.count() {
                let value = number(argument, at, self.buffers[view.buffer].element);
                self.put(node, view, &view.indices(at), value)?;
            }
        }
        for (result, slot) in node.results.iter().enumerate() {
            let ty = self.module.type_of(self.module.operations[node.op as usize].results[result]);
            let element =
                super::decode::element(self.module, ty).filter(|_| super::decode::vector(self.module, ty).is_none());
            let element = element
                .ok_or_else(|| self.error(node, Reason::Unsupported, "a function without a body gives no number"))?;
            self.slots[*slot as usize] = Slot::Scalar(number(node.operands.len() + result, 0, element));
        }
        let seen = u32::from_le_bytes([state[0], state[1], state[2], state[3]]);
        self.write(node, &format!("@{callee}#{seen:x} "))
    }

    /// What prints and foreign functions have seen, in an identity test.
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
