//! Lane by lane arithmetic on integers.
//!
//! LLVM's operations wrap as Halide's do, so most are one to one. A widening operation extends first, each
//! operand by its own sign; after that nothing can wrap.

use super::Lowering;
use crate::program::{Generic, Predicate, Value};
use isotope_ir::expr::{NodeId, Op};
use isotope_ir::types::Type;

/// The comparison that an operation is; `signed` is the operands'.
fn predicate(op: &Op, signed: bool) -> Option<Predicate> {
    Some(match (op, signed) {
        (Op::Eq, _) => Predicate::Eq,
        (Op::Ne, _) => Predicate::Ne,
        (Op::Lt, true) => Predicate::Slt,
        (Op::Le, true) => Predicate::Sle,
        (Op::Gt, true) => Predicate::Sgt,
        (Op::Ge, true) => Predicate::Sge,
        (Op::Lt, false) => Predicate::Ult,
        (Op::Le, false) => Predicate::Ule,
        (Op::Gt, false) => Predicate::Ugt,
        (Op::Ge, false) => Predicate::Uge,
        _ => return None,
    })
}

/// The generic operation that is this operation on operands of this signedness.
fn same_operation(op: &Op, signed: bool) -> Option<Generic> {
    Some(match (op, signed) {
        (Op::Add, _) => Generic::Add,
        (Op::Sub, _) => Generic::Sub,
        (Op::Mul, _) => Generic::Mul,
        (Op::And, _) => Generic::And,
        (Op::Or, _) => Generic::Or,
        (Op::Xor, _) => Generic::Xor,
        (Op::Min, true) => Generic::SMin,
        (Op::Min, false) => Generic::UMin,
        (Op::Max, true) => Generic::SMax,
        (Op::Max, false) => Generic::UMax,
        (Op::SaturatingAdd, true) => Generic::SAddSat,
        (Op::SaturatingAdd, false) => Generic::UAddSat,
        (Op::SaturatingSub, true) => Generic::SSubSat,
        (Op::SaturatingSub, false) => Generic::USubSat,
        (Op::CountLeadingZeros, _) => Generic::Ctlz,
        (Op::CountTrailingZeros, _) => Generic::Cttz,
        (Op::PopCount, _) => Generic::Ctpop,
        _ => return None,
    })
}

impl Lowering<'_> {
    /// Everything on integers that is neither a shift, a division nor a conversion.
    pub(super) fn integer(&mut self, op: &Op, args: &[NodeId], ty: Type) -> Value {
        let signed = self.ty(args[0]).is_signed();
        let values: Vec<Value> = args.iter().map(|&a| self.value(a)).collect();
        if let Some(generic) = same_operation(op, signed) {
            return self.b.op(generic, &values);
        }
        if let Some(predicate) = predicate(op, signed) {
            return self.b.compare(predicate, values[0], values[1]);
        }
        match op {
            Op::Not => self.b.not(values[0]),
            Op::Abs if signed => self.b.op(Generic::Abs, &values),
            // The difference of the larger and the smaller is right as an unsigned number of the
            // same width, also where a signed difference overflows.
            Op::Absd => {
                let (low, high) = if signed { (Generic::SMin, Generic::SMax) } else { (Generic::UMin, Generic::UMax) };
                let high = self.b.op(high, &values);
                let low = self.b.op(low, &values);
                self.b.op(Generic::Sub, &[high, low])
            }
            Op::WideningAdd | Op::WideningSub | Op::WideningMul => self.widening(op, args, ty.bits),
            Op::WidenRightAdd | Op::WidenRightSub | Op::WidenRightMul => {
                let right = self.widened(args[1], ty.bits);
                self.b.op(widened_operation(op), &[values[0], right])
            }
            Op::HalvingAdd | Op::HalvingSub | Op::RoundingHalvingAdd => self.halving(op, values[0], values[1], signed),
            // abs of unsigned; a promise is the value that it is made of.
            _ => values[0],
        }
    }

    /// Operands extended by their own signs, then the operation.
    fn widening(&mut self, op: &Op, args: &[NodeId], bits: u32) -> Value {
        let [a, b] = [0, 1].map(|i| self.widened(args[i], bits));
        self.b.op(widened_operation(op), &[a, b])
    }

    /// Averages without widening: x + y = 2 (x & y) + (x ^ y) = 2 (x | y) - (x ^ y), x - y = (x ^ y) - 2 (!x & y).
    fn halving(&mut self, op: &Op, a: Value, b: Value, signed: bool) -> Value {
        let different = self.b.op(Generic::Xor, &[a, b]);
        let half = match self.b.shape(a).bits {
            // Half of a truth value is nothing, and shifting one out of one bit is undefined.
            1 => self.b.same(0, a),
            _ => self.b.by(if signed { Generic::AShr } else { Generic::LShr }, different, 1),
        };
        match op {
            Op::HalvingAdd => {
                let both = self.b.op(Generic::And, &[a, b]);
                self.b.op(Generic::Add, &[both, half])
            }
            Op::RoundingHalvingAdd => {
                let any = self.b.op(Generic::Or, &[a, b]);
                self.b.op(Generic::Sub, &[any, half])
            }
            _ => {
                let not_a = self.b.not(a);
                let borrow = self.b.op(Generic::And, &[not_a, b]);
                self.b.op(Generic::Sub, &[half, borrow])
            }
        }
    }
}

/// The operation on extended operands that a widening or a halving one is made of.
fn widened_operation(op: &Op) -> Generic {
    match op {
        Op::WideningAdd | Op::WidenRightAdd => Generic::Add,
        Op::WideningSub | Op::WidenRightSub => Generic::Sub,
        _ => Generic::Mul,
    }
}
