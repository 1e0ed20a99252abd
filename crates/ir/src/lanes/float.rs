//! One lane of floating-point operations as a term: what [`soft_float`] makes of them, over uninterpreted functions for
//! what a CPU does in binary32 and binary64, with operands that commute in one order.
//!
//! Functions: `fadd fsub fmul fdiv feq flt fle`, with the format after a dot (`fadd.float32`), and conversions
//! `fconvert.FROM.TO` and `fconvert_ok.FROM.TO` (does the integer hold it). Rounding to 16 bits, saturation, min, max,
//! floor and absolute value are bit-vector arithmetic and comparisons.
//!
//! **Integers of up to 32 bits are converted as those of 64.** A conversion rounds the integer that its operand is, and cuts a float to an
//! integer, whatever the type: `float(x)` of a byte is that of the byte extended to any width, and `uint8(f)` is the low byte of `int64(f)`,
//! defined where that lies from 0 to 255. So one function stands for all widths, and a program that converts bytes as words, and packs them,
//! has the terms of its window:
//!
//! ```text
//! float32((uint8)x)     fconvert.int64.float32(zext x)
//! (uint8)f              the low 8 bits of fconvert.float32.int64(f), where these are all
//! ```

use super::exact;
use super::lane::Lane;
use crate::expr::Op;
use crate::ieee::{Format, Operation, Rounding};
use crate::soft_float::{self, Arithmetic, SINGLE, infinity};
use crate::term::{BinOp, TermId, Terms, UnOp, mask};
use crate::types::Type;

/// The value that is written down, and where Halide gives one.
pub(super) fn apply(terms: &mut Terms, op: &Op, args: &[TermId], types: &[Type], ty: Type) -> Lane {
    let (from, to) = (types[0].with_lanes(1), ty.with_lanes(1));
    let value = soft_float::operation(&mut Written(terms), op, args, types, ty);
    let defined = match op {
        // Whether an integer holds the truncated value is a function of its own: a term cannot ask a float for its
        // size.
        Op::Cast if from.is_float() && to.is_integer() => {
            let wide = if from.bits == 16 { SINGLE } else { from };
            let value = soft_float::cast(&mut Written(terms), args[0], from, wide);
            if exact::holds(terms, value, wide, to) { terms.constant(1, 1) } else { fits(terms, value, wide, to) }
        }
        Op::SaturatingCast if from.is_float() => {
            let nan = is_nan(terms, args[0], from);
            terms.un(UnOp::Not, nan)
        }
        Op::Min | Op::Max => ordered(terms, args[0], args[1], from),
        _ => terms.constant(1, 1),
    };
    Lane { value, defined }
}

/// The greatest integer not above a float.
pub fn floor(terms: &mut Terms, value: TermId, ty: Type) -> TermId {
    soft_float::floor(&mut Written(terms), value, ty.with_lanes(1))
}

/// Definitions written down as terms.
struct Written<'a>(&'a mut Terms);

impl Arithmetic for Written<'_> {
    type Value = TermId;

    fn constant(&mut self, value: u64, bits: u32) -> TermId {
        self.0.constant(value.into(), bits)
    }

    fn bin(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        self.0.bin(op, a, b)
    }

    fn select(&mut self, condition: TermId, then: TermId, other: TermId) -> TermId {
        self.0.ite(condition, then, other)
    }

    fn resize(&mut self, value: TermId, bits: u32) -> TermId {
        if self.0.width(value) < bits { self.0.zext(value, bits) } else { self.0.extract(value, 0, bits) }
    }

    fn float(&mut self, op: &Op, a: TermId, b: TermId, ty: Type) -> TermId {
        let format = Format::of(ty).unwrap_or_else(|| unreachable!("{ty} is no float that is had"));
        let nearest = Rounding::Nearest;
        // Greater is less with its operands exchanged, so that one function serves both.
        let (operation, args) = match op {
            Op::Add => (Operation::Add(format, nearest), [a, b]),
            Op::Mul => (Operation::Mul(format, nearest), [a, b]),
            Op::Sub => (Operation::Sub(format, nearest), [a, b]),
            Op::Div => (Operation::Div(format, nearest), [a, b]),
            Op::Eq | Op::Ne => (Operation::Equal(format), [a, b]),
            Op::Lt => (Operation::Less(format), [a, b]),
            Op::Le => (Operation::LessOrEqual(format), [a, b]),
            Op::Gt => (Operation::Less(format), [b, a]),
            _ => (Operation::LessOrEqual(format), [b, a]),
        };
        let mut value = self.0.ieee(operation, &args);
        // Of literals it is a number. Which NaN comes out is open.
        if self.0.as_const(value).is_some_and(|bits| format.is_nan(bits as u64)) {
            value = self.0.apply(&operation.name(), args.to_vec(), operation.result_bits());
        }
        if *op == Op::Ne { self.0.un(UnOp::Not, value) } else { value }
    }

    fn sign_extend(&mut self, value: TermId, bits: u32) -> TermId {
        self.0.sext(value, bits)
    }

    fn convert(&mut self, value: TermId, from: Type, to: Type) -> TermId {
        if from == to {
            return value;
        }
        if from.is_float() && to.is_float() {
            return self.0.apply(&format!("fconvert.{from}.{to}"), vec![value], to.bits);
        }
        if to.is_float() {
            let through = through(from);
            let wide =
                if from.is_signed() { self.0.sext(value, through.bits) } else { self.0.zext(value, through.bits) };
            return self.0.apply(&format!("fconvert.{through}.{to}"), vec![wide], to.bits);
        }
        if let Some(quotient) = exact::quotient(self.0, value, from, to) {
            return quotient;
        }
        let whole = whole(self.0, value, from, through(to));
        self.0.extract(whole, 0, to.bits)
    }
}

/// The integer type by which one is converted from floats and to them: one of 64 bits that holds all of it.
fn through(integer: Type) -> Type {
    if integer.bits < 64 { Type::int(64, 1) } else { integer }
}

/// The integer part of a float.
fn whole(terms: &mut Terms, value: TermId, from: Type, to: Type) -> TermId {
    let whole = terms.apply(&format!("fconvert.{from}.{to}"), vec![value], to.bits);
    exact::bounded(terms, whole, value, from)
}

/// Whether an integer type holds the integer part of a float: one of 64 bits does, and no bit of that is lost.
fn fits(terms: &mut Terms, value: TermId, from: Type, to: Type) -> TermId {
    let through = through(to);
    let fits = terms.apply(&format!("fconvert_ok.{from}.{through}"), vec![value], 1);
    if to == through {
        return fits;
    }
    let whole = whole(terms, value, from, through);
    let part = terms.extract(whole, 0, to.bits);
    let back = if to.is_signed() { terms.sext(part, through.bits) } else { terms.zext(part, through.bits) };
    let same = terms.bin(BinOp::Eq, back, whole);
    terms.bin(BinOp::And, fits, same)
}

/// All bits but the sign.
fn magnitude(terms: &mut Terms, a: TermId) -> TermId {
    let width = terms.width(a);
    let keep = terms.constant(mask(width - 1), width);
    terms.bin(BinOp::And, a, keep)
}

/// An exponent of all ones with a fraction: above the infinity in magnitude.
fn is_nan(terms: &mut Terms, a: TermId, ty: Type) -> TermId {
    let infinity = terms.constant(infinity(ty).into(), ty.bits);
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
