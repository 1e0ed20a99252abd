//! `lerp(a, b, w)` expanded through its definition, the one that Halide lowers it by: the result is
//! a * (1 - w/MAX) + b * w/MAX, rounded to nearest, for a weight that spans its whole unsigned type; a float weight
//! spans 0 to 1. Values and weights may be of different kinds.

use super::error::TypeError;
use crate::expr::{Graph, NodeId, Op};
use crate::interp::float;
use crate::types::{Kind, Type};

impl Graph {
    /// The kinds of values and weight decide between float arithmetic and integers of twice the bits.
    pub(super) fn lerp(&mut self, zero: NodeId, one: NodeId, weight: NodeId) -> Result<NodeId, TypeError> {
        let (ty, weight_ty) = (self.ty(zero), self.ty(weight));
        if self.ty(one) != ty || weight_ty.lanes != ty.lanes {
            let why = "takes two values of one type and a weight of as many lanes".to_owned();
            return Err(TypeError::Call { name: "lerp", why });
        }
        if ty.kind == Kind::Float {
            return self.float_lerp(zero, one, weight);
        }
        if !ty.is_integer() || !matches!(ty.bits, 8 | 16 | 32) {
            return self.unsupported(ty, weight_ty);
        }
        match weight_ty.kind {
            Kind::Float if weight_ty.bits >= 32 => {
                let weight = self.quantised(weight, ty.with_kind(Kind::UInt))?;
                self.integer_lerp(zero, one, weight)
            }
            Kind::UInt if weight_ty.bits > 1 => self.integer_lerp(zero, one, weight),
            _ => self.unsupported(ty, weight_ty),
        }
    }

    /// Combinations that the definition here does not cover.
    fn unsupported(&self, ty: Type, weight: Type) -> Result<NodeId, TypeError> {
        let why = format!("of values of {ty} with weights of {weight} is not supported; write out its sum");
        Err(TypeError::Call { name: "lerp", why })
    }

    /// A float weight counts as it is. One that counts steps of its unsigned type is divided by the last of them first,
    /// in binary32, or in binary64 where that cannot hold it.
    fn float_lerp(&mut self, zero: NodeId, one: NodeId, weight: NodeId) -> Result<NodeId, TypeError> {
        let (ty, weight_ty) = (self.ty(zero), self.ty(weight));
        let weight = match weight_ty.kind {
            Kind::Float if weight_ty == ty => weight,
            Kind::UInt if matches!(weight_ty.bits, 8 | 16 | 32) => {
                let bits = if weight_ty.bits == 32 { 64 } else { 32 };
                let through = Type { kind: Kind::Float, bits, ..ty };
                let steps = self.make(Op::Cast, &[weight], Some(through))?;
                let last = self.constant_float(through, f64::from(u32::MAX >> (32 - weight_ty.bits)))?;
                let part = self.make(Op::Div, &[steps, last], None)?;
                self.cast(ty, part)?
            }
            _ => return self.unsupported(ty, weight_ty),
        };
        let whole = self.constant_float(ty, 1.0)?;
        let rest = self.make(Op::Sub, &[whole, weight], None)?;
        self.weighted(zero, one, weight, rest)
    }

    /// A float weight of integers in steps of their unsigned type, rounded towards zero; in binary64 where binary32
    /// cannot count them. Weights outside of 0 to 1 are undefined.
    fn quantised(&mut self, weight: NodeId, to: Type) -> Result<NodeId, TypeError> {
        let from = self.ty(weight);
        let through = Type { bits: if to.bits == 32 { 64 } else { from.bits }, ..from };
        let weight = self.cast(through, weight)?;
        let last = self.constant_float(through, f64::from(u32::MAX >> (32 - to.bits)))?;
        let scaled = self.make(Op::Mul, &[last, weight], None)?;
        self.make(Op::Cast, &[scaled], Some(to))
    }

    /// Values counted from their type's least, weight and its rest in the values' bits, the sum in twice of them.
    fn integer_lerp(&mut self, zero: NodeId, one: NodeId, weight: NodeId) -> Result<NodeId, TypeError> {
        let ty = self.ty(zero);
        let plain = ty.with_kind(Kind::UInt);
        let (zero, one) = (self.unbiased(zero)?, self.unbiased(one)?);
        let weight = self.scaled_weight(weight, plain)?;
        let most = self.splat(plain, (1 << ty.bits) - 1)?;
        let rest = self.make(Op::Sub, &[most, weight], None)?;
        let wide = |graph: &mut Self, node| graph.make(Op::Cast, &[node], Some(plain.widen()));
        let (zero, one) = (wide(self, zero)?, wide(self, one)?);
        let (weight, rest) = (wide(self, weight)?, wide(self, rest)?);
        let sum = self.weighted(zero, one, weight, rest)?;
        // Division by 2^n - 1, rounded: the quotient by 2^n added once more.
        let bits = self.splat(plain.widen(), ty.bits.into())?;
        let high = self.make(Op::RoundingShiftRight, &[sum, bits], None)?;
        let sum = self.make(Op::Add, &[sum, high], None)?;
        let mean = self.make(Op::RoundingShiftRight, &[sum, bits], None)?;
        let mean = self.make(Op::Cast, &[mean], Some(ty))?;
        if !ty.is_signed() {
            return Ok(mean);
        }
        let bias = self.splat(ty, -1i128 << (ty.bits - 1))?;
        self.make(Op::Add, &[mean, bias], None)
    }

    /// zero * rest + one * weight
    fn weighted(&mut self, zero: NodeId, one: NodeId, weight: NodeId, rest: NodeId) -> Result<NodeId, TypeError> {
        let low = self.make(Op::Mul, &[zero, rest], None)?;
        let high = self.make(Op::Mul, &[one, weight], None)?;
        self.make(Op::Add, &[low, high], None)
    }

    /// A signed value counted from its type's least; an unsigned one as it is.
    fn unbiased(&mut self, node: NodeId) -> Result<NodeId, TypeError> {
        let ty = self.ty(node);
        if !ty.is_signed() {
            return Ok(node);
        }
        let least = self.splat(ty, -1i128 << (ty.bits - 1))?;
        let shifted = self.make(Op::Sub, &[node, least], None)?;
        self.make(Op::Cast, &[shifted], Some(ty.with_kind(Kind::UInt)))
    }

    /// The weight in the values' bits: 2^2n - 1 is 2^n - 1 times 2^n + 1, so that scaling is one factor or divisor.
    fn scaled_weight(&mut self, weight: NodeId, to: Type) -> Result<NodeId, TypeError> {
        let from = self.ty(weight);
        let full = |bits: u32| (1i128 << bits) - 1;
        if from.bits > to.bits {
            let divisor = self.splat(from, full(from.bits) / full(to.bits))?;
            let scaled = self.make(Op::Div, &[weight, divisor], None)?;
            return self.make(Op::Cast, &[scaled], Some(to));
        }
        if from.bits == to.bits {
            return Ok(weight);
        }
        let wide = self.make(Op::Cast, &[weight], Some(to))?;
        let factor = self.splat(to, full(to.bits) / full(from.bits))?;
        self.make(Op::Mul, &[wide, factor], None)
    }

    /// A float in every lane, rounded to the format.
    fn constant_float(&mut self, ty: Type, value: f64) -> Result<NodeId, TypeError> {
        self.splat_of_bits(ty, float::encode(value, ty))
    }
}
