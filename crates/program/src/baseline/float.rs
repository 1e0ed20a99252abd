//! Floats: what [`soft_float`] makes of them, as steps of a program.
//!
//! The meaning of the operations is written down once, in `isotope_ir::soft_float`, over an abstract
//! arithmetic. Here that arithmetic is steps of a program; in the lanes that are proved it is
//! terms. So both are one text, and a lowering is proved by being the same term.

use super::{Lowering, saturates_to_64_bits, shape};
use crate::program::{FloatFormat, FloatOp, Generic, Predicate, Shape, Value};
use isotope_ir::expr::{NodeId, Op};
use isotope_ir::soft_float::{self, Arithmetic, SINGLE};
use isotope_ir::term::BinOp;
use isotope_ir::types::Type;

impl Lowering<'_> {
    /// An operation with a float operand or result.
    pub(super) fn float(&mut self, op: &Op, args: &[NodeId], ty: Type) -> Value {
        let values: Vec<Value> = args.iter().map(|&a| self.value(a)).collect();
        let types: Vec<Type> = args.iter().map(|&a| self.ty(a)).collect();
        let saturates = self.way.saturates && *op == Op::SaturatingCast && saturates_to_64_bits(types[0], ty);
        let mut steps = Steps { lowering: self, lanes: ty.lanes };
        if saturates {
            return steps.saturated(values[0], types[0].with_lanes(1), ty.with_lanes(1));
        }
        soft_float::operation(&mut steps, op, &values, &types, ty)
    }

    /// An operation of two values of one float type.
    pub(super) fn float_values(&mut self, op: &Op, values: &[Value; 2], ty: Type) -> Value {
        let lanes = self.b.shape(values[0]).lanes;
        soft_float::operation(&mut Steps { lowering: self, lanes }, op, values, &[ty, ty], ty)
    }
}

/// Definitions written down as steps on vectors.
struct Steps<'a, 'g> {
    lowering: &'a mut Lowering<'g>,
    lanes: u32,
}

impl Steps<'_, '_> {
    /// A step in a format that LLVM has; whoever asks has made sure of that.
    fn step(&mut self, op: FloatOp, format: Option<FloatFormat>, args: Vec<Value>, ty: Type) -> Value {
        let format = format.expect("only formats that are had are asked for");
        self.lowering.b.program.generic(Generic::Float(op, format), args, shape(ty.with_lanes(self.lanes)))
    }

    /// A saturating cast to integers by LLVM's conversion, whose lanes are those of the cast.
    fn saturated(&mut self, value: Value, from: Type, to: Type) -> Value {
        let wide = if from.bits == 16 { SINGLE } else { from };
        let value = soft_float::cast(self, value, from, wide);
        let op = if to.is_signed() { FloatOp::ToSignedSaturating } else { FloatOp::ToUnsignedSaturating };
        self.step(op, FloatFormat::of(wide), vec![value], to)
    }
}

impl Arithmetic for Steps<'_, '_> {
    type Value = Value;

    /// A constant in every lane, at the shape of the operation.
    fn constant(&mut self, value: u64, bits: u32) -> Value {
        self.lowering.b.program.splat(value, Shape::new(bits, self.lanes))
    }

    /// An operation of the term language as the step that it is.
    fn bin(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        let b_ = &mut self.lowering.b;
        match op {
            BinOp::Eq => b_.compare(Predicate::Eq, a, b),
            BinOp::Ult => b_.compare(Predicate::Ult, a, b),
            BinOp::Ule => b_.compare(Predicate::Ule, a, b),
            BinOp::Slt => b_.compare(Predicate::Slt, a, b),
            BinOp::Sle => b_.compare(Predicate::Sle, a, b),
            BinOp::Add => b_.op(Generic::Add, &[a, b]),
            BinOp::Sub => b_.op(Generic::Sub, &[a, b]),
            BinOp::Mul => b_.op(Generic::Mul, &[a, b]),
            BinOp::UDiv => b_.op(Generic::UDiv, &[a, b]),
            BinOp::URem => b_.op(Generic::URem, &[a, b]),
            BinOp::SDiv => b_.op(Generic::SDiv, &[a, b]),
            BinOp::SRem => b_.op(Generic::SRem, &[a, b]),
            BinOp::And => b_.op(Generic::And, &[a, b]),
            BinOp::Or => b_.op(Generic::Or, &[a, b]),
            BinOp::Xor => b_.op(Generic::Xor, &[a, b]),
            BinOp::Shl => b_.op(Generic::Shl, &[a, b]),
            BinOp::LShr => b_.op(Generic::LShr, &[a, b]),
            BinOp::AShr => b_.op(Generic::AShr, &[a, b]),
        }
    }

    /// Lane by lane, on a mask.
    fn select(&mut self, condition: Value, then: Value, other: Value) -> Value {
        self.lowering.b.select(condition, then, other)
    }

    /// Zero-extended or truncated: bit patterns have no sign.
    fn resize(&mut self, value: Value, bits: u32) -> Value {
        self.lowering.b.resize(value, bits, false)
    }

    /// An operation of the CPU, where the format has one.
    fn float(&mut self, op: &Op, a: Value, b: Value, ty: Type) -> Value {
        let (op, to) = match op {
            Op::Add => (FloatOp::Add, ty),
            Op::Sub => (FloatOp::Sub, ty),
            Op::Mul => (FloatOp::Mul, ty),
            Op::Div => (FloatOp::Div, ty),
            Op::Eq => (FloatOp::Eq, Type::bool(1)),
            Op::Ne => (FloatOp::Ne, Type::bool(1)),
            Op::Lt => (FloatOp::Lt, Type::bool(1)),
            Op::Le => (FloatOp::Le, Type::bool(1)),
            Op::Gt => (FloatOp::Gt, Type::bool(1)),
            _ => (FloatOp::Ge, Type::bool(1)),
        };
        self.step(op, FloatFormat::of(ty), vec![a, b], to)
    }

    /// By sign, as bit patterns of integers that have one.
    fn sign_extend(&mut self, value: Value, bits: u32) -> Value {
        self.lowering.b.extend(value, bits, true)
    }

    /// A conversion in one step, where LLVM has it for both types.
    fn convert(&mut self, value: Value, from: Type, to: Type) -> Value {
        let (op, of) = match (from.is_float(), to.is_float()) {
            (true, true) => {
                if from == to {
                    return value;
                }
                let to = FloatFormat::of(to).expect("only formats that are had are asked for");
                (FloatOp::Convert(to), from)
            }
            (false, _) if from.is_signed() => (FloatOp::FromSigned, to),
            (false, _) => (FloatOp::FromUnsigned, to),
            (true, false) if to.is_signed() => (FloatOp::ToSigned, from),
            (true, false) => (FloatOp::ToUnsigned, from),
        };
        self.step(op, FloatFormat::of(of), vec![value], to)
    }

    /// Whether the CPU computes in a format. Binary32 and binary64 are had everywhere; binary16 and
    /// rounding only where the lowering may rely on them, because LLVM calls a library where the
    /// CPU has none.
    fn has(&self, ty: Type) -> bool {
        ty.bits >= 32 || (self.lowering.way.cpu_floats && FloatFormat::of(ty).is_some())
    }

    /// Rounding down in one step, where it may be relied on.
    fn floor(&mut self, value: Value, ty: Type) -> Option<Value> {
        let has = self.lowering.way.cpu_floats && ty.bits >= 32;
        has.then(|| self.step(FloatOp::Floor, FloatFormat::of(ty), vec![value], ty))
    }
}
