//! The names of operations: Halide's names where it prints calls.

use crate::expr::{Op, ReduceOp};

impl Op {
    /// The name that Halide prints, or the nearest word for what it prints as an operator.
    pub fn name(&self) -> &'static str {
        match self {
            Op::Leaf(_) => "leaf",
            Op::Const(_) => "literal",
            Op::Broadcast => "broadcast",
            Op::Ramp => "ramp",
            Op::Shuffle(_) => "shuffle",
            Op::Cast => "cast",
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Mod => "%",
            Op::Eq => "==",
            Op::Ne => "!=",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Gt => ">",
            Op::Ge => ">=",
            _ => CALLS.iter().find(|(_, op)| op == self).map_or("operation", |(name, _)| name),
        }
    }

    /// The word for an operation, as rules and graphs on the wire name it: Halide's name of a call, or one for what Halide prints
    /// otherwise.
    pub fn word(&self) -> &'static str {
        match self {
            Op::Const(_) => "const",
            Op::Leaf(_) | Op::Broadcast | Op::Ramp | Op::Shuffle(_) => self.name(),
            _ => OPERATORS.iter().find(|(_, op)| op == self).map_or_else(|| self.name(), |(word, _)| word),
        }
    }

    /// The operation that Halide prints as a call of this name.
    pub fn by_name(name: &str) -> Option<Op> {
        CALLS.iter().find(|(n, _)| *n == name).map(|(_, op)| op.clone())
    }
}

/// Words for the operations that Halide prints as operators or by their type.
pub const OPERATORS: &[(&str, Op)] = &[
    ("cast", Op::Cast),
    ("add", Op::Add),
    ("sub", Op::Sub),
    ("mul", Op::Mul),
    ("div", Op::Div),
    ("mod", Op::Mod),
    ("eq", Op::Eq),
    ("ne", Op::Ne),
    ("lt", Op::Lt),
    ("le", Op::Le),
    ("gt", Op::Gt),
    ("ge", Op::Ge),
];

/// Halide's names of the operations that it prints as calls with plain operands.
pub const CALLS: &[(&str, Op)] = &[
    ("vector_reduce_add", Op::Reduce(ReduceOp::Add)),
    ("vector_reduce_saturating_add", Op::Reduce(ReduceOp::SaturatingAdd)),
    ("vector_reduce_mul", Op::Reduce(ReduceOp::Mul)),
    ("vector_reduce_min", Op::Reduce(ReduceOp::Min)),
    ("vector_reduce_max", Op::Reduce(ReduceOp::Max)),
    ("vector_reduce_and", Op::Reduce(ReduceOp::And)),
    ("vector_reduce_or", Op::Reduce(ReduceOp::Or)),
    ("saturating_cast", Op::SaturatingCast),
    ("reinterpret", Op::Reinterpret),
    ("div_round_to_zero", Op::DivRoundToZero),
    ("mod_round_to_zero", Op::ModRoundToZero),
    ("min", Op::Min),
    ("max", Op::Max),
    ("bitwise_and", Op::And),
    ("bitwise_or", Op::Or),
    ("bitwise_xor", Op::Xor),
    ("bitwise_not", Op::Not),
    ("select", Op::Select),
    ("shift_left", Op::ShiftLeft),
    ("shift_right", Op::ShiftRight),
    ("abs", Op::Abs),
    ("absd", Op::Absd),
    ("widening_add", Op::WideningAdd),
    ("widening_sub", Op::WideningSub),
    ("widening_mul", Op::WideningMul),
    ("widening_shift_left", Op::WideningShiftLeft),
    ("widening_shift_right", Op::WideningShiftRight),
    ("widen_right_add", Op::WidenRightAdd),
    ("widen_right_sub", Op::WidenRightSub),
    ("widen_right_mul", Op::WidenRightMul),
    ("saturating_add", Op::SaturatingAdd),
    ("saturating_sub", Op::SaturatingSub),
    ("halving_add", Op::HalvingAdd),
    ("halving_sub", Op::HalvingSub),
    ("rounding_halving_add", Op::RoundingHalvingAdd),
    ("rounding_shift_left", Op::RoundingShiftLeft),
    ("rounding_shift_right", Op::RoundingShiftRight),
    ("mul_shift_right", Op::MulShiftRight),
    ("rounding_mul_shift_right", Op::RoundingMulShiftRight),
    ("count_leading_zeros", Op::CountLeadingZeros),
    ("count_trailing_zeros", Op::CountTrailingZeros),
    ("popcount", Op::PopCount),
    ("mux", Op::Mux),
    ("strict_float", Op::StrictFloat),
    ("promise_clamped", Op::PromiseClamped),
];
