//! Casts between integers and truth values, plain and saturating.
//!
//! A cast takes a value modulo the width of its new type; a saturating one clamps it to that type's range
//! first, in the old type, where only the bounds that a value can pass are written.

use super::Lowering;
use crate::program::{Generic, Value};
use isotope_ir::expr::NodeId;
use isotope_ir::types::Type;

impl Lowering<'_> {
    /// Modulo the new width, whatever the signs: extension by the sign of the old type, or
    /// truncation.
    pub(super) fn cast(&mut self, arg: NodeId, ty: Type) -> Value {
        let (value, from) = (self.value(arg), self.ty(arg));
        self.b.resize(value, ty.bits, from.is_signed())
    }

    /// Clamped to the range of the new type.
    pub(super) fn saturating_cast(&mut self, arg: NodeId, ty: Type) -> Value {
        let (value, from) = (self.value(arg), self.ty(arg));
        self.saturated(value, from.is_signed(), ty.bits, ty.is_signed())
    }

    /// Integers clamped to the range of elements of `bits` bits, then converted.
    pub(super) fn saturated(&mut self, value: Value, signed: bool, bits: u32, to_signed: bool) -> Value {
        let from = self.b.shape(value).bits;
        let magnitude = |bits: u32, signed: bool| bits - u32::from(signed);
        let mut clamped = value;
        if signed && (!to_signed || from > bits) {
            let low = if to_signed { -(1i128 << (bits - 1)) } else { 0 };
            clamped = self.b.by(Generic::SMax, clamped, low);
        }
        if magnitude(from, signed) > magnitude(bits, to_signed) {
            let high = (1i128 << magnitude(bits, to_signed)) - 1;
            clamped = self.b.by(if signed { Generic::SMin } else { Generic::UMin }, clamped, high);
        }
        self.b.resize(clamped, bits, signed)
    }
}
