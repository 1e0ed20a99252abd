//! Vertical instructions: every output slot is the same function of its own slot of each operand.
//!
//! The lanes of all slots must have one body, and bodies are compared as terms: an instruction that is vertical only up to a
//! rewriting that terms do not make is missed, and costs a candidate, not an answer.

use super::dot::{Dot, SlotShape, as_dot};
use super::function::{Function, Lane};
use isotope_dictionary::OperandKind;

/// An instruction that maps slots to slots of the same number.
#[derive(Clone, Debug)]
pub struct Vertical {
    /// Index into [`super::Catalogue::entries`].
    pub entry: usize,
    /// Bits of an output slot.
    pub bits: u32,
    /// How each operand's slot is cut.
    pub operands: Vec<SlotShape>,
    /// The lanes of a slot, elements numbered from the slot's first; most slots have one.
    pub slot: Vec<Lane>,
    /// The dot product, if it sums products.
    pub dot: Option<Dot>,
}

impl Vertical {
    /// Whether its slots are single elements, of itself and of every operand.
    pub fn is_plain(&self) -> bool {
        self.slot.len() == 1 && self.operands.iter().all(|o| o.parts == 1)
    }
}

/// A function as a vertical instruction, with the size of its registers.
pub(super) fn view(function: &Function, entry: usize) -> Option<(u32, Vertical)> {
    let size = function.result_bits();
    let is_scalar = |o: &super::Operand| o.kind == OperandKind::Scalar;
    if !function.operands.iter().all(|o| is_scalar(o) || o.bits == size) {
        return None;
    }
    // A sum over eight bytes is written as one word and three zero words: the slot may be wider than an element.
    let vertical = [1, 2, 4, 8].into_iter().find_map(|join| joined(function, entry, join))?;
    Some((size, vertical))
}

/// A function with slots of `join` output elements each.
fn joined(function: &Function, entry: usize, join: usize) -> Option<Vertical> {
    let bits = function.out_bits * join as u32;
    // A scalar is as wide as a slot: one element, or as many as a slot of a vector has.
    let shape = |o: &super::Operand| match o.kind {
        OperandKind::Scalar => {
            let parts = bits / o.element_bits;
            (o.bits == bits && parts > 0).then_some(SlotShape { parts, bits: o.element_bits, scalar: true })
        }
        _ => {
            let parts = bits / o.element_bits;
            (parts > 0).then_some(SlotShape { parts, bits: o.element_bits, scalar: false })
        }
    };
    if !matches!(bits, 8 | 16 | 32 | 64) {
        return None;
    }
    let operands: Vec<SlotShape> = function.operands.iter().map(shape).collect::<Option<_>>()?;
    let parts: Vec<u32> = operands.iter().map(|o| o.parts).collect();
    let slot = function.slot(join, &parts)?;
    let dot = as_dot(function, &slot, bits, &operands).filter(|dot| dot.acc.is_none_or(|acc| !operands[acc].scalar));
    Some(Vertical { entry, bits, operands, slot, dot })
}
