//! Programs run on numbers.
//!
//! An undefined value of LLVM (a shift too far, a division by zero) is [`None`] in its lane and goes where it
//! is carried; a select or a shuffle that does not pick it is not touched by it. Instructions come through a trait:
//! this file knows what generic operations mean, the dictionary what instructions do.
//!
//! This is one of three definitions of a generic operation: `symbolic` has it as terms, for proofs,
//! and code generation as LLVM. They are written apart on purpose, and tests compare them: a mistake in
//! one is a difference, and not a belief that all three share.

use crate::program::{FloatFormat, FloatOp, Generic, Predicate, Program, Shape, Step, StepOp};
use crate::symbolic::InstructionLanes;
use isotope_ir::expr::Op;
use isotope_ir::interp::float::{decode, encode};
use isotope_ir::lanes::free_vars;
use isotope_ir::term::{BinOp, LaneVar, apply, mask, signed};
use isotope_ir::types::Type;
use thiserror::Error;

/// Elements of a value, lowest first; `None` where nothing is defined.
pub type Elements = Vec<Option<u128>>;

/// Why a program cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// The dictionary has no such instruction, or not with these operands.
    #[error("instruction {name} cannot be run: {message}")]
    Instruction {
        /// The vendor's intrinsic.
        name: String,
        /// The missing part.
        message: String,
    },
    /// A parameter has no input, or one of another shape.
    #[error("parameter {index} needs {lanes} lanes of input, not {got}")]
    Input {
        /// Its index.
        index: u32,
        /// Its lanes.
        lanes: u32,
        /// The number that was given.
        got: usize,
    },
    /// The step's operands do not fit its operation.
    #[error("step {step} is ill-formed: {message}")]
    Malformed {
        /// Its index.
        step: usize,
        /// The fault.
        message: String,
    },
}

/// The effects of instructions on numbers.
pub trait Instructions {
    /// The result's elements, as `shape` cuts them. Operands come with the shapes that they were made with; an
    /// instruction bitcasts them as its operands say.
    fn run(
        &self,
        name: &str,
        immediates: &[u64],
        operands: &[(Shape, Elements)],
        shape: Shape,
    ) -> Result<Elements, RunError>;
}

/// No instructions: for programs of generic operations only.
pub struct NoInstructions;

impl Instructions for NoInstructions {
    fn run(&self, name: &str, _: &[u64], _: &[(Shape, Elements)], _: Shape) -> Result<Elements, RunError> {
        Err(RunError::Instruction { name: name.to_owned(), message: "there is no dictionary here".to_owned() })
    }
}

/// Instructions run through the terms of their lanes.
///
/// Slow, one lane at a time: for tests and for checking answers. The search runs on evaluators.
pub struct ByTerms<'a>(pub &'a dyn InstructionLanes);

impl Instructions for ByTerms<'_> {
    fn run(
        &self,
        name: &str,
        immediates: &[u64],
        operands: &[(Shape, Elements)],
        shape: Shape,
    ) -> Result<Elements, RunError> {
        let failed = |message: &str| RunError::Instruction { name: name.to_owned(), message: message.to_owned() };
        let of =
            self.0.lanes(name, immediates).ok_or_else(|| failed("the dictionary has none with these immediates"))?;
        if operands.len() != of.element_bits.len() {
            return Err(failed("it takes another number of operands"));
        }
        // An operand may come as elements of another width than the instruction reads: its bits count.
        let cut = operands.iter().zip(of.element_bits).map(|((own, value), &bits)| bitcast(value, own.bits, bits));
        let cut: Vec<Elements> = cut.collect();
        let read = |n: u32| LaneVar::of(n).among(&cut).copied()?;
        let lanes = of.out.iter().map(|&lane| {
            // An instruction is defined where all that it reads is. Vendors define every bit
            // pattern, so there is no condition of its own.
            let defined = free_vars(of.terms, lane).into_iter().all(|n| read(n).is_some());
            if defined { of.terms.eval(lane, &|n| read(n).unwrap_or(0)) } else { None }
        });
        Ok(bitcast(&lanes.collect(), of.out_bits, shape.bits))
    }
}

/// The result's elements as the window's type cuts them; `inputs` are the parameters' elements, in their order.
pub fn run(program: &Program, inputs: &[Vec<u128>], of: &dyn Instructions) -> Result<Elements, RunError> {
    let mut values: Vec<Elements> = Vec::with_capacity(program.steps.len());
    for at in 0..program.steps.len() {
        let value = step(program, at, inputs, &values, of)?;
        values.push(value);
    }
    let result = values.swap_remove(program.result.0 as usize);
    Ok(bitcast(&result, program.shape(program.result).bits, program.ty.bits))
}

/// One step from the values before it.
fn step(
    program: &Program,
    at: usize,
    inputs: &[Vec<u128>],
    values: &[Elements],
    of: &dyn Instructions,
) -> Result<Elements, RunError> {
    let step = &program.steps[at];
    let args = || step.args.iter().map(|a| &values[a.0 as usize]);
    match &step.op {
        StepOp::Param(index) => match inputs.get(*index as usize) {
            Some(input) if input.len() == step.shape.lanes as usize => {
                Ok(input.iter().map(|v| Some(v & mask(step.shape.bits))).collect())
            }
            other => {
                let got = other.map_or(0, Vec::len);
                Err(RunError::Input { index: *index, lanes: step.shape.lanes, got })
            }
        },
        StepOp::Constant(elements) => Ok(elements.iter().map(|&e| Some(u128::from(e))).collect()),
        StepOp::Instruction { name, immediates } => {
            let operands: Vec<_> = step.args.iter().map(|a| program.shape(*a)).zip(args().cloned()).collect();
            of.run(name, immediates, &operands, step.shape)
        }
        StepOp::Generic(op) => {
            let shapes: Vec<Shape> = step.args.iter().map(|a| program.shape(*a)).collect();
            let operands: Vec<&Elements> = args().collect();
            generic(op, step, &shapes, &operands)
                .ok_or_else(|| RunError::Malformed { step: at, message: format!("{op:?} on {shapes:?}") })
        }
    }
}

/// A generic operation on whole vectors. Shuffles, bitcasts and selects look at which element is
/// taken, so that an undefined one spoils only what picks it; everything else is element by
/// element. `None` where operands and operation do not fit.
fn generic(op: &Generic, step: &Step, shapes: &[Shape], args: &[&Elements]) -> Option<Elements> {
    let lanes = step.shape.lanes as usize;
    match op {
        Generic::Shuffle(indices) => {
            let all: Elements = args.iter().flat_map(|a| a.iter().copied()).collect();
            indices.iter().map(|&i| all.get(i as usize).copied()).collect()
        }
        Generic::Bitcast => Some(bitcast(args.first()?, shapes.first()?.bits, step.shape.bits)),
        Generic::Select => (0..lanes)
            .map(|i| {
                let mask = args.first()?;
                let chosen = if mask.len() == 1 { mask[0] } else { *mask.get(i)? };
                let (then, other) = (*args.get(1)?.get(i)?, *args.get(2)?.get(i)?);
                Some(chosen.and_then(|c| if c == 1 { then } else { other }))
            })
            .collect(),
        _ => {
            let bits = shapes.first()?.bits;
            (0..lanes)
                .map(|i| {
                    let operands: Option<Elements> = args.iter().map(|a| a.get(i).copied()).collect();
                    // An undefined operand makes an undefined element.
                    let defined: Option<Vec<u128>> = operands?.into_iter().collect();
                    Some(defined.and_then(|d| element(op, &d, bits, step.shape.bits)))
                })
                .collect()
        }
    }
}

/// The same bits in elements of another width; an element with an undefined part is undefined.
///
/// Element 0 is in the lowest bits, as LLVM has it on little-endian targets.
pub fn bitcast(elements: &Elements, from: u32, to: u32) -> Elements {
    // From wide to narrow, lowest part first; one undefined element is several.
    if from >= to {
        let parts = from / to;
        let part = |e: &Option<u128>, k: u32| e.map(|v| v >> (k * to) & mask(to));
        return elements.iter().flat_map(|e| (0..parts).map(move |k| part(e, k))).collect();
    }
    let join = |parts: &[Option<u128>]| {
        parts.iter().rev().try_fold(0u128, |high, part| Some(if from < 128 { high << from } else { 0 } | (*part)?))
    };
    elements.chunks((to / from) as usize).map(join).collect()
}

/// One element of an element-wise operation, from `bits` bits to `out` bits.
pub fn element(op: &Generic, args: &[u128], bits: u32, out: u32) -> Option<u128> {
    let a = *args.first()?;
    let sa = signed(a, bits);
    if let Generic::Float(op, format) = op {
        return float(*op, *format, args, bits, out);
    }
    let unary = match op {
        Generic::ZExt => Some(a),
        Generic::SExt => Some(sa as u128),
        Generic::Trunc => Some(a),
        Generic::Abs => Some(sa.unsigned_abs()),
        Generic::Ctlz => Some(u128::from(a.leading_zeros()) - u128::from(128 - bits)),
        Generic::Cttz => Some(u128::from(a.trailing_zeros().min(bits))),
        Generic::Ctpop => Some(u128::from(a.count_ones())),
        _ => None,
    };
    if let Some(value) = unary {
        return Some(value & mask(out));
    }
    let b = *args.get(1)?;
    let sb = signed(b, bits);
    Some(
        mask(out)
            & match op {
                Generic::Compare(p) => u128::from(compare(*p, a, b, bits)),
                Generic::UMin => a.min(b),
                Generic::UMax => a.max(b),
                Generic::SMin => sa.min(sb) as u128,
                Generic::SMax => sa.max(sb) as u128,
                Generic::UAddSat => a.saturating_add(b).min(mask(bits)),
                Generic::USubSat => a.saturating_sub(b),
                Generic::SAddSat => clamp(sa.saturating_add(sb), bits),
                Generic::SSubSat => clamp(sa.saturating_sub(sb), bits),
                _ => apply(binary(op, a, b, bits)?, a, b, bits),
            },
    )
}

/// Clamped to the signed range of a width.
fn clamp(value: i128, bits: u32) -> u128 {
    let high = (mask(bits) >> 1) as i128;
    value.clamp(-high - 1, high) as u128
}

/// A comparison of bit patterns, read as the predicate reads them.
fn compare(p: Predicate, a: u128, b: u128, bits: u32) -> bool {
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    match p {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Ult => a < b,
        Predicate::Ule => a <= b,
        Predicate::Ugt => a > b,
        Predicate::Uge => a >= b,
        Predicate::Slt => sa < sb,
        Predicate::Sle => sa <= sb,
        Predicate::Sgt => sa > sb,
        Predicate::Sge => sa >= sb,
    }
}

/// The term language's operator for an operation, where LLVM defines its result.
///
/// Where the two languages differ is at the edges alone, so an operation outside of them is the
/// term language's own.
fn binary(op: &Generic, a: u128, b: u128, bits: u32) -> Option<BinOp> {
    let in_range = b < u128::from(bits);
    let overflows = a == 1 << (bits - 1) && b == mask(bits) && bits > 1;
    Some(match op {
        Generic::Add => BinOp::Add,
        Generic::Sub => BinOp::Sub,
        Generic::Mul => BinOp::Mul,
        Generic::And => BinOp::And,
        Generic::Or => BinOp::Or,
        Generic::Xor => BinOp::Xor,
        Generic::Shl if in_range => BinOp::Shl,
        Generic::LShr if in_range => BinOp::LShr,
        Generic::AShr if in_range => BinOp::AShr,
        Generic::UDiv if b != 0 => BinOp::UDiv,
        Generic::URem if b != 0 => BinOp::URem,
        Generic::SDiv if b != 0 && !overflows => BinOp::SDiv,
        Generic::SRem if b != 0 && !overflows => BinOp::SRem,
        _ => return None,
    })
}

/// Floats as the interpreter computes them; a NaN has the default payload.
fn float(op: FloatOp, format: FloatFormat, args: &[u128], bits: u32, out: u32) -> Option<u128> {
    let ty = format.scalar();
    let integer = |signed: bool, bits: u32| if signed { Type::int(bits, 1) } else { Type::uint(bits, 1) };
    let lanes: Vec<u64> = args.iter().map(|&a| a as u64).collect();
    let (op, from, to) = match op {
        FloatOp::Add => (Op::Add, ty, ty),
        FloatOp::Sub => (Op::Sub, ty, ty),
        FloatOp::Mul => (Op::Mul, ty, ty),
        FloatOp::Div => (Op::Div, ty, ty),
        FloatOp::Eq => (Op::Eq, ty, Type::bool(1)),
        FloatOp::Ne => (Op::Ne, ty, Type::bool(1)),
        FloatOp::Lt => (Op::Lt, ty, Type::bool(1)),
        FloatOp::Le => (Op::Le, ty, Type::bool(1)),
        FloatOp::Gt => (Op::Gt, ty, Type::bool(1)),
        FloatOp::Ge => (Op::Ge, ty, Type::bool(1)),
        FloatOp::Convert(to) => (Op::Cast, ty, to.scalar()),
        FloatOp::FromSigned => (Op::Cast, integer(true, bits), ty),
        FloatOp::FromUnsigned => (Op::Cast, integer(false, bits), ty),
        FloatOp::ToSigned => (Op::Cast, ty, integer(true, out)),
        FloatOp::ToUnsigned => (Op::Cast, ty, integer(false, out)),
        FloatOp::ToSignedSaturating => (Op::SaturatingCast, ty, integer(true, out)),
        FloatOp::ToUnsignedSaturating => (Op::SaturatingCast, ty, integer(false, out)),
        FloatOp::Floor => return Some(encode(decode(lanes[0], ty).floor(), ty).into()),
    };
    isotope_ir::interp::scalar(&op, &lanes, &vec![from; lanes.len()], to, false).map(u128::from)
}

#[cfg(test)]
mod tests;
