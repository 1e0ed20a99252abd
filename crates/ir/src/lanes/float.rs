//! One lane of floating-point operations as a term: uninterpreted functions named by operation and format, with
//! commutativity made visible by ordering operands. What is exact on bits (absolute value, NaN tests) is bit-vector.
//!
//! Functions: `fadd fsub fmul fdiv fmod fmin fmax feq flt fle`, with the format after a dot (`fadd.float32`), and
//! conversions `fconvert.FROM.TO`, `fconvert_sat.FROM.TO` and `fconvert_ok.FROM.TO` (does the integer hold it).

use super::Lane;
use crate::expr::Op;
use crate::interp::float::encode;
use crate::term::{BinOp, TermId, Terms, UnOp, mask};
use crate::types::Type;

pub(super) fn apply(terms: &mut Terms, op: &Op, args: &[TermId], types: &[Type], ty: Type) -> Lane {
    let from = types[0].with_lanes(1);
    let to = ty.with_lanes(1);
    let mut defined = terms.constant(1, 1);
    let value = match op {
        Op::StrictFloat => args[0],
        Op::Abs => magnitude(terms, args[0]),
        Op::Cast => {
            if !from.is_integer() && to.is_integer() {
                defined = terms.apply(&format!("fconvert_ok.{from}.{to}"), vec![args[0]], 1);
            }
            convert(terms, args[0], from, to)
        }
        Op::SaturatingCast => {
            if from.is_float() {
                let nan = is_nan(terms, args[0], from);
                defined = terms.un(UnOp::Not, nan);
            }
            terms.apply(&format!("fconvert_sat.{from}.{to}"), vec![args[0]], to.bits)
        }
        Op::Min | Op::Max => {
            defined = ordered(terms, args[0], args[1], from);
            let name = if *op == Op::Min { "fmin" } else { "fmax" };
            terms.apply(&format!("{name}.{from}"), args.to_vec(), to.bits)
        }
        Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => compare(terms, op, args[0], args[1], from),
        _ => {
            let wide: Vec<TermId> =
                args.iter().zip(types).map(|(&a, t)| convert(terms, a, t.with_lanes(1), to)).collect();
            let name = match op {
                Op::Add | Op::WideningAdd | Op::WidenRightAdd => "fadd",
                Op::Sub | Op::WideningSub | Op::WidenRightSub | Op::Absd => "fsub",
                Op::Mul | Op::WideningMul | Op::WidenRightMul => "fmul",
                Op::Div => "fdiv",
                _ => "fmod",
            };
            let wide = if matches!(name, "fadd" | "fmul") { sorted(wide) } else { wide };
            let value = terms.apply(&format!("{name}.{to}"), wide, to.bits);
            if *op == Op::Absd { magnitude(terms, value) } else { value }
        }
    };
    Lane { value, defined }
}

/// One order for operands that commute bit by bit.
fn sorted(mut args: Vec<TermId>) -> Vec<TermId> {
    args.sort();
    args
}

fn convert(terms: &mut Terms, a: TermId, from: Type, to: Type) -> TermId {
    if from == to { a } else { terms.apply(&format!("fconvert.{from}.{to}"), vec![a], to.bits) }
}

fn compare(terms: &mut Terms, op: &Op, a: TermId, b: TermId, ty: Type) -> TermId {
    let (name, args) = match op {
        Op::Eq | Op::Ne => ("feq", sorted(vec![a, b])),
        Op::Lt => ("flt", vec![a, b]),
        Op::Le => ("fle", vec![a, b]),
        Op::Gt => ("flt", vec![b, a]),
        _ => ("fle", vec![b, a]),
    };
    let holds = terms.apply(&format!("{name}.{ty}"), args, 1);
    if *op == Op::Ne { terms.un(UnOp::Not, holds) } else { holds }
}

/// All bits but the sign.
fn magnitude(terms: &mut Terms, a: TermId) -> TermId {
    let width = terms.width(a);
    let keep = terms.constant(mask(width - 1), width);
    terms.bin(BinOp::And, a, keep)
}

fn is_nan(terms: &mut Terms, a: TermId, ty: Type) -> TermId {
    let infinity = terms.constant(encode(f64::INFINITY, ty).into(), ty.bits);
    let size = magnitude(terms, a);
    terms.bin(BinOp::Ult, infinity, size)
}

/// Neither is a NaN, and they are not zeros of both signs: min and max are the same on every target.
fn ordered(terms: &mut Terms, a: TermId, b: TermId, ty: Type) -> TermId {
    let (nan_a, nan_b) = (is_nan(terms, a, ty), is_nan(terms, b, ty));
    let (size_a, size_b) = (magnitude(terms, a), magnitude(terms, b));
    let zero = terms.constant(0, ty.bits);
    let sizes = terms.bin(BinOp::Or, size_a, size_b);
    let zeros = terms.bin(BinOp::Eq, sizes, zero);
    let same = terms.bin(BinOp::Eq, a, b);
    let differ = terms.un(UnOp::Not, same);
    let signs = terms.bin(BinOp::And, zeros, differ);
    let nan = terms.bin(BinOp::Or, nan_a, nan_b);
    let open = terms.bin(BinOp::Or, nan, signs);
    terms.un(UnOp::Not, open)
}
