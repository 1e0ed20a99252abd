//! `lerp(a, b, w)` expanded through its definition, the one that Halide lowers it by: the result is
//! a * (1 - w/MAX) + b * w/MAX, rounded to nearest, for a weight that spans its whole unsigned type; a float weight
//! spans 0 to 1. Values and weights may be of different kinds.

use super::state::Lower;
use crate::expr::{NodeId, Op};
use crate::interp::float;
use crate::parse::diagnostic::Diagnostic;
use crate::types::{Kind, Type};

impl Lower<'_> {
    /// The kinds of values and weight decide between float arithmetic and integers of twice the bits.
    pub(super) fn lerp(&mut self, at: usize, zero: NodeId, one: NodeId, weight: NodeId) -> Result<NodeId, Diagnostic> {
        let (ty, weight_ty) = (self.graph.ty(zero), self.graph.ty(weight));
        if self.graph.ty(one) != ty || weight_ty.lanes != ty.lanes {
            return self.error(at, "lerp takes two values of one type and a weight of as many lanes");
        }
        if ty.kind == Kind::Float {
            return self.float_lerp(at, zero, one, weight);
        }
        if !ty.is_integer() || !matches!(ty.bits, 8 | 16 | 32) {
            return self.unsupported(at, ty, weight_ty);
        }
        match weight_ty.kind {
            Kind::Float if weight_ty.bits >= 32 => {
                let weight = self.quantised(at, weight, ty.with_kind(Kind::UInt))?;
                self.integer_lerp(at, zero, one, weight)
            }
            Kind::UInt if weight_ty.bits > 1 => self.integer_lerp(at, zero, one, weight),
            _ => self.unsupported(at, ty, weight_ty),
        }
    }

    /// Combinations that the definition here does not cover.
    fn unsupported(&self, at: usize, ty: Type, weight: Type) -> Result<NodeId, Diagnostic> {
        self.error(at, format!("lerp of values of {ty} with weights of {weight} is not supported; write out its sum"))
    }

    /// A float weight counts as it is. One that counts steps of its unsigned type is divided by the last of them first,
    /// in binary32, or in binary64 where that cannot hold it.
    fn float_lerp(&mut self, at: usize, zero: NodeId, one: NodeId, weight: NodeId) -> Result<NodeId, Diagnostic> {
        let (ty, weight_ty) = (self.graph.ty(zero), self.graph.ty(weight));
        let weight = match weight_ty.kind {
            Kind::Float if weight_ty == ty => weight,
            Kind::UInt if matches!(weight_ty.bits, 8 | 16 | 32) => {
                let bits = if weight_ty.bits == 32 { 64 } else { 32 };
                let through = Type { kind: Kind::Float, bits, ..ty };
                let steps = self.make(at, Op::Cast, &[weight], Some(through))?;
                let last = self.constant_float(at, through, f64::from(u32::MAX >> (32 - weight_ty.bits)))?;
                let part = self.make(at, Op::Div, &[steps, last], None)?;
                self.cast(at, ty, part)?
            }
            _ => return self.unsupported(at, ty, weight_ty),
        };
        let whole = self.constant_float(at, ty, 1.0)?;
        let rest = self.make(at, Op::Sub, &[whole, weight], None)?;
        self.weighted(at, zero, one, weight, rest)
    }

    /// A float weight of integers in steps of their unsigned type, rounded towards zero; in binary64 where binary32
    /// cannot count them. Weights outside of 0 to 1 are undefined.
    fn quantised(&mut self, at: usize, weight: NodeId, to: Type) -> Result<NodeId, Diagnostic> {
        let from = self.graph.ty(weight);
        let through = Type { bits: if to.bits == 32 { 64 } else { from.bits }, ..from };
        let weight = self.cast(at, through, weight)?;
        let last = self.constant_float(at, through, f64::from(u32::MAX >> (32 - to.bits)))?;
        let scaled = self.make(at, Op::Mul, &[last, weight], None)?;
        self.make(at, Op::Cast, &[scaled], Some(to))
    }

    /// A cast, none where the type is right already.
    fn cast(&mut self, at: usize, ty: Type, node: NodeId) -> Result<NodeId, Diagnostic> {
        let made = self.graph.cast(ty, node);
        self.made(at, made)
    }

    /// Values counted from their type's least, weight and its rest in the values' bits, the sum in twice of them.
    fn integer_lerp(&mut self, at: usize, zero: NodeId, one: NodeId, weight: NodeId) -> Result<NodeId, Diagnostic> {
        let ty = self.graph.ty(zero);
        let plain = ty.with_kind(Kind::UInt);
        let (zero, one) = (self.unbiased(at, zero)?, self.unbiased(at, one)?);
        let weight = self.scaled_weight(at, weight, plain)?;
        let most = self.constant(at, plain, (1 << ty.bits) - 1)?;
        let rest = self.make(at, Op::Sub, &[most, weight], None)?;
        let wide = |lower: &mut Self, node| lower.make(at, Op::Cast, &[node], Some(plain.widen()));
        let (zero, one) = (wide(self, zero)?, wide(self, one)?);
        let (weight, rest) = (wide(self, weight)?, wide(self, rest)?);
        let sum = self.weighted(at, zero, one, weight, rest)?;
        // Division by 2^n - 1, rounded: the quotient by 2^n added once more.
        let bits = self.constant(at, plain.widen(), ty.bits.into())?;
        let high = self.make(at, Op::RoundingShiftRight, &[sum, bits], None)?;
        let sum = self.make(at, Op::Add, &[sum, high], None)?;
        let mean = self.make(at, Op::RoundingShiftRight, &[sum, bits], None)?;
        let mean = self.make(at, Op::Cast, &[mean], Some(ty))?;
        if !ty.is_signed() {
            return Ok(mean);
        }
        let bias = self.constant(at, ty, -1i128 << (ty.bits - 1))?;
        self.make(at, Op::Add, &[mean, bias], None)
    }

    /// zero * rest + one * weight
    fn weighted(
        &mut self,
        at: usize,
        zero: NodeId,
        one: NodeId,
        weight: NodeId,
        rest: NodeId,
    ) -> Result<NodeId, Diagnostic> {
        let low = self.make(at, Op::Mul, &[zero, rest], None)?;
        let high = self.make(at, Op::Mul, &[one, weight], None)?;
        self.make(at, Op::Add, &[low, high], None)
    }

    /// A signed value counted from its type's least; an unsigned one as it is.
    fn unbiased(&mut self, at: usize, node: NodeId) -> Result<NodeId, Diagnostic> {
        let ty = self.graph.ty(node);
        if !ty.is_signed() {
            return Ok(node);
        }
        let least = self.constant(at, ty, -1i128 << (ty.bits - 1))?;
        let shifted = self.make(at, Op::Sub, &[node, least], None)?;
        self.make(at, Op::Cast, &[shifted], Some(ty.with_kind(Kind::UInt)))
    }

    /// The weight in the values' bits: 2^2n - 1 is 2^n - 1 times 2^n + 1, so that scaling is one factor or divisor.
    fn scaled_weight(&mut self, at: usize, weight: NodeId, to: Type) -> Result<NodeId, Diagnostic> {
        let from = self.graph.ty(weight);
        let full = |bits: u32| (1i128 << bits) - 1;
        if from.bits > to.bits {
            let divisor = self.constant(at, from, full(from.bits) / full(to.bits))?;
            let scaled = self.make(at, Op::Div, &[weight, divisor], None)?;
            return self.make(at, Op::Cast, &[scaled], Some(to));
        }
        if from.bits == to.bits {
            return Ok(weight);
        }
        let wide = self.make(at, Op::Cast, &[weight], Some(to))?;
        let factor = self.constant(at, to, full(to.bits) / full(from.bits))?;
        self.make(at, Op::Mul, &[wide, factor], None)
    }

    /// An integer in every lane.
    fn constant(&mut self, at: usize, ty: Type, value: i128) -> Result<NodeId, Diagnostic> {
        let made = self.graph.splat(ty, value);
        self.made(at, made)
    }

    /// A float in every lane, rounded to the format.
    fn constant_float(&mut self, at: usize, ty: Type, value: f64) -> Result<NodeId, Diagnostic> {
        let made = self.graph.splat_of_bits(ty, float::encode(value, ty));
        self.made(at, made)
    }
}
