//! Casts: between integers, floats and truth values, plain and saturating.

use super::arithmetic::format;
use super::{Lowering, shape};
use crate::program::{FloatFormat, FloatOp, Generic, Shape, Value};
use isotope_ir::expr::NodeId;
use isotope_ir::interp::float::encode;
use isotope_ir::types::{Kind, Type};

impl Lowering<'_> {
    pub(super) fn cast(&mut self, arg: NodeId, ty: Type) -> Value {
        let (value, from) = (self.value(arg), self.ty(arg));
        match (from.is_float(), ty.is_float()) {
            (false, false) => self.b.resize(value, ty.bits, from.is_signed()),
            (true, true) => self.convert_float(value, format(from), format(ty)),
            (false, true) => self.integer_to_float(value, from, ty),
            (true, false) => {
                let op = if ty.is_signed() { FloatOp::ToSigned } else { FloatOp::ToUnsigned };
                self.b.program.generic(Generic::Float(op, format(from)), vec![value], shape(ty))
            }
        }
    }

    pub(super) fn saturating_cast(&mut self, arg: NodeId, ty: Type) -> Value {
        let (value, from) = (self.value(arg), self.ty(arg));
        match (from.is_float(), ty.is_float()) {
            (false, false) => self.saturated(value, from.is_signed(), ty.bits, ty.is_signed()),
            (true, false) => {
                let op = if ty.is_signed() { FloatOp::ToSignedSaturating } else { FloatOp::ToUnsignedSaturating };
                self.b.program.generic(Generic::Float(op, format(from)), vec![value], shape(ty))
            }
            _ => {
                let near = self.cast(arg, ty);
                self.pinned(near, ty)
            }
        }
    }

    fn integer_to_float(&mut self, value: Value, from: Type, ty: Type) -> Value {
        let op = if from.is_signed() { FloatOp::FromSigned } else { FloatOp::FromUnsigned };
        // LLVM goes through binary32 to bfloat16 and rounds twice; through binary64 it rounds once.
        let through = if ty.kind == Kind::BFloat && from.bits >= 32 { FloatFormat::Double } else { format(ty) };
        let shape = Shape::new(through.bits(), ty.lanes);
        let near = self.b.program.generic(Generic::Float(op, through), vec![value], shape);
        self.convert_float(near, through, format(ty))
    }

    /// Infinities become the largest finite values of the type.
    fn pinned(&mut self, value: Value, ty: Type) -> Value {
        let infinity = encode(f64::INFINITY, ty);
        let sign = 1u64 << (ty.bits - 1);
        let high = self.b.program.splat(infinity - 1, shape(ty));
        let low = self.b.program.splat(sign | (infinity - 1), shape(ty));
        let below = self.b.op(Generic::Float(FloatOp::Min, format(ty)), &[value, high]);
        self.b.op(Generic::Float(FloatOp::Max, format(ty)), &[below, low])
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

    pub(super) fn convert_float(&mut self, value: Value, from: FloatFormat, to: FloatFormat) -> Value {
        if from == to {
            return value;
        }
        let shape = Shape::new(to.bits(), self.b.shape(value).lanes);
        self.b.program.generic(Generic::Float(FloatOp::Convert(to), from), vec![value], shape)
    }
}
