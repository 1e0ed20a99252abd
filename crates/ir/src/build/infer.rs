//! The type rules: what an operation gives on operands of some types, or which operand is at fault.
//!
//! The rules are those of Halide's IROperator.h and FindIntrinsics: operands have one type unless said otherwise,
//! amounts of shifts may be of the other signedness, and only what has a type of twice the bits can be widened (nothing
//! of 64 bits, no bfloat16, no truth values). Lanes must agree but for conditions and indices, of which one may serve
//! all lanes.

use super::error::TypeError;
use crate::expr::{Op, ReduceOp};
use crate::limits;
use crate::types::{Kind, Type};

/// The operands of one application, with the checks that most operations share.
struct Check<'a> {
    op: &'static str,
    args: &'a [Type],
}

impl Check<'_> {
    /// So many operands, up to three.
    fn arity(&self, count: usize) -> Result<(), TypeError> {
        let want = ["no operands", "one", "two", "three"][count];
        if self.args.len() == count {
            Ok(())
        } else {
            Err(TypeError::Arity { op: self.op, want, got: self.args.len() })
        }
    }

    /// Operand `index` is as it must be; `want` says how in words.
    fn operand(&self, index: usize, good: bool, want: impl Into<String>) -> Result<(), TypeError> {
        if good {
            return Ok(());
        }
        Err(TypeError::Operand { op: self.op, index: index + 1, ty: self.args[index], want: want.into() })
    }

    /// Operand `index` has exactly this type.
    fn is(&self, index: usize, ty: Type) -> Result<(), TypeError> {
        self.operand(index, self.args[index] == ty, ty.to_string())
    }

    /// Operand `index` is integers, truth values included.
    fn integer(&self, index: usize) -> Result<(), TypeError> {
        self.operand(index, self.args[index].is_integer(), "integers")
    }

    /// Operand `index` is integers of the shape of `like`, of either signedness.
    fn integer_like(&self, index: usize, like: Type) -> Result<(), TypeError> {
        let ty = self.args[index];
        let good = ty.is_integer() && (ty.bits, ty.lanes) == (like.bits, like.lanes);
        self.operand(index, good, format!("integers of {} bits in {} lanes", like.bits, like.lanes))
    }

    /// The type of twice the bits.
    fn widen(&self, index: usize) -> Result<Type, TypeError> {
        let ty = self.args[index];
        let wide = ty.widen();
        self.operand(index, ty.bits > 1 && wide.is_valid(), "of a type that has one of twice the bits")?;
        Ok(wide)
    }
}

/// The type of an operation on operands of these types. `stated` is what the front end says it is: needed where
/// the operation leaves it open (casts, reductions, broadcasts), checked elsewhere.
pub fn infer(op: &Op, args: &[Type], stated: Option<Type>) -> Result<Type, TypeError> {
    let check = Check { op: op.name(), args };
    if let Some(ty) = stated.filter(|ty| !ty.is_valid()) {
        return Err(TypeError::Shape { op: op.name(), ty, why: "there is no such type".into() });
    }
    // Where the operands tell the type, a stated one is only checked.
    let computed = match op {
        Op::Leaf(_) | Op::Const(_) | Op::Broadcast | Op::Ramp | Op::Reduce(_) => return open_shape(op, check, stated),
        Op::Cast | Op::SaturatingCast | Op::Reinterpret => return conversion(op, check, stated),
        Op::Shuffle(indices) => shuffle(check, indices)?,
        Op::Select | Op::Mux | Op::PromiseClamped => choice(op, check)?,
        _ => arithmetic(op, check)?,
    };
    match stated {
        Some(stated) if stated != computed => Err(TypeError::Result { op: op.name(), stated, computed }),
        _ => Ok(computed),
    }
}

/// Operations whose number of lanes the front end states.
fn open_shape(op: &Op, check: Check<'_>, stated: Option<Type>) -> Result<Type, TypeError> {
    let ty = stated.ok_or(TypeError::Unstated { op: op.name() })?;
    let shape = |why: String| Err(TypeError::Shape { op: op.name(), ty, why });
    match op {
        Op::Leaf(_) => check.arity(0)?,
        Op::Const(bits) => {
            check.arity(0)?;
            if ty.lanes != 1 {
                return shape("a literal is one lane, broadcast it".into());
            }
            if u128::from(*bits) >> ty.bits != 0 {
                return Err(TypeError::Literal { value: (*bits).into(), ty });
            }
        }
        Op::Broadcast | Op::Ramp => {
            check.arity(if *op == Op::Ramp { 2 } else { 1 })?;
            // Repeated whole, or stepped as a whole: a vector of three lanes is no part of one of four.
            let from = check.args[0];
            if from.with_lanes(ty.lanes) != ty || !ty.lanes.is_multiple_of(from.lanes) {
                return shape(format!("its lanes come from {from}"));
            }
            if *op == Op::Ramp {
                check.integer(0)?;
                check.is(1, from)?;
            }
        }
        _ => {
            check.arity(1)?;
            let from = check.args[0];
            if from.with_lanes(ty.lanes) != ty || !from.lanes.is_multiple_of(ty.lanes) {
                return shape(format!("it combines adjacent lanes of {from}"));
            }
            // Bits of floats are not combined, and float sums do not saturate.
            let numeric_only = matches!(op, Op::Reduce(ReduceOp::And | ReduceOp::Or | ReduceOp::SaturatingAdd));
            check.operand(0, !numeric_only || from.is_integer(), "integers")?;
        }
    }
    Ok(ty)
}

/// Casts keep lanes, and reinterpretation keeps bits; both take any kind to any other.
fn conversion(op: &Op, check: Check<'_>, stated: Option<Type>) -> Result<Type, TypeError> {
    check.arity(1)?;
    let ty = stated.ok_or(TypeError::Unstated { op: op.name() })?;
    let from = check.args[0];
    let good = match op {
        Op::Reinterpret => ty.total_bits() == from.total_bits(),
        _ => ty.lanes == from.lanes,
    };
    let what = if *op == Op::Reinterpret { "bits" } else { "lanes" };
    if good { Ok(ty) } else { Err(TypeError::Shape { op: op.name(), ty, why: format!("{from} has other {what}") }) }
}

/// Any lanes of any vectors of one element type, in any order and as often as wanted.
fn shuffle(check: Check<'_>, indices: &[u32]) -> Result<Type, TypeError> {
    let &first = check.args.first().ok_or(TypeError::Arity { op: check.op, want: "vectors and indices", got: 0 })?;
    let mut lanes = 0u32;
    for (n, ty) in check.args.iter().enumerate() {
        check.operand(n, ty.with_lanes(1) == first.with_lanes(1), format!("vectors of {}", first.with_lanes(1)))?;
        lanes = lanes.saturating_add(ty.lanes);
    }
    let ty = first.with_lanes(indices.len() as u32);
    let shape = |why| Err(TypeError::Shape { op: check.op, ty, why });
    match indices.iter().find(|&&i| i >= lanes) {
        _ if !ty.is_valid() => shape(format!("vectors have 1 to {} lanes", limits::MAX_LANES)),
        Some(i) => shape(format!("there is no lane {i} in {lanes} lanes")),
        None => Ok(ty),
    }
}

/// Operations that give one of their operands.
fn choice(op: &Op, check: Check<'_>) -> Result<Type, TypeError> {
    let args = check.args;
    match op {
        Op::Select => {
            check.arity(3)?;
            let scalar_or_same = args[0].lanes == 1 || args[0].lanes == args[1].lanes;
            let want = format!("uint1 or uint1x{}", args[1].lanes);
            check.operand(0, args[0].with_lanes(1) == Type::bool(1) && scalar_or_same, want)?;
            check.is(2, args[1])?;
            Ok(args[1])
        }
        Op::Mux => {
            if args.len() < 2 {
                return Err(TypeError::Arity { op: check.op, want: "an index and values", got: args.len() });
            }
            let good = args[0].is_integer() && (args[0].lanes == 1 || args[0].lanes == args[1].lanes);
            check.operand(0, good, "an integer index, one or one for each lane")?;
            (2..args.len()).try_for_each(|n| check.is(n, args[1]))?;
            Ok(args[1])
        }
        _ => {
            check.arity(3)?;
            check.integer(0)?;
            check.is(1, args[0])?;
            check.is(2, args[0])?;
            Ok(args[0])
        }
    }
}

/// Lane by lane operations, whose result follows from their operands.
fn arithmetic(op: &Op, check: Check<'_>) -> Result<Type, TypeError> {
    let args = check.args;
    use Op::*;
    check.arity(match op {
        Not | Abs | CountLeadingZeros | CountTrailingZeros | PopCount | StrictFloat => 1,
        MulShiftRight | RoundingMulShiftRight => 3,
        _ => 2,
    })?;
    let a = args[0];
    Ok(match op {
        StrictFloat => a,
        Abs if a.is_float() => a,
        Abs => a.with_kind(Kind::UInt),
        Not | CountLeadingZeros | CountTrailingZeros | PopCount => {
            check.integer(0)?;
            a
        }
        Add | Sub | Mul | Div | Mod | Min | Max => {
            check.is(1, a)?;
            a
        }
        Eq | Ne | Lt | Le | Gt | Ge => {
            check.is(1, a)?;
            Type::bool(a.lanes)
        }
        Absd => {
            check.is(1, a)?;
            if a.is_float() { a } else { a.with_kind(Kind::UInt) }
        }
        And | Or | Xor | DivRoundToZero | ModRoundToZero | SaturatingAdd | SaturatingSub | HalvingAdd | HalvingSub
        | RoundingHalvingAdd => {
            check.integer(0)?;
            check.is(1, a)?;
            a
        }
        ShiftLeft | ShiftRight | RoundingShiftLeft | RoundingShiftRight => {
            check.integer(0)?;
            check.integer_like(1, a)?;
            a
        }
        MulShiftRight | RoundingMulShiftRight => {
            check.integer(0)?;
            check.integer_like(1, a)?;
            check.integer_like(2, a)?;
            check.operand(2, !args[2].is_signed(), "unsigned")?;
            if a.is_signed() { a } else { args[1] }
        }
        _ => widening(op, check)?,
    })
}

/// Operations that give twice the bits of an operand.
fn widening(op: &Op, check: Check<'_>) -> Result<Type, TypeError> {
    let a = check.args[0];
    use Op::*;
    Ok(match op {
        WideningShiftLeft | WideningShiftRight => {
            check.integer(0)?;
            check.integer_like(1, a)?;
            check.widen(0)?
        }
        WideningAdd | WideningSub => {
            check.is(1, a)?;
            let wide = check.widen(0)?;
            // A difference of unsigned values may be negative.
            if *op == WideningSub && a.is_integer() { wide.with_kind(Kind::Int) } else { wide }
        }
        WideningMul if a.is_float() => {
            check.is(1, a)?;
            check.widen(0)?
        }
        WideningMul => {
            check.integer_like(1, a)?;
            let either = if a.is_signed() { a } else { a.with_kind(check.args[1].kind) };
            check.widen(0)?.with_kind(either.kind)
        }
        // The wide operand is the first: it gives the result, of either signedness.
        _ => {
            let wide = check.widen(1)?;
            let good = wide == a || (a.is_integer() && wide.with_kind(a.kind) == a && wide.is_integer());
            check.operand(0, good, format!("{wide}, twice the bits of operand 2"))?;
            a
        }
    })
}
