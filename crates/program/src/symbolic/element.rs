//! Element-wise operations as terms, with the conditions under which LLVM defines them.
//!
//! LLVM's poison is a lane whose condition is false. An operation adds its own condition (a shift
//! below the width, a divisor that is not zero) to those of its operands, and selects take the
//! condition of the arm that is taken.

use crate::program::{FloatFormat, FloatOp, Generic, Predicate};
use isotope_ir::expr::Op;
use isotope_ir::lanes::{Lane, apply};
use isotope_ir::term::{BinOp, MAX_WIDTH, TermId, Terms, UnOp};
use isotope_ir::types::Type;

/// One element of an element-wise operation, from `bits` bits to `out` bits.
///
/// `None` where operands and operation do not fit, or where a term would be wider than terms can
/// be.
pub(super) fn element(terms: &mut Terms, op: &Generic, args: &[Lane], bits: u32, out: u32) -> Option<Lane> {
    if let Generic::Float(op, format) = op {
        return float(terms, *op, *format, args, bits, out);
    }
    let saturating = matches!(op, Generic::UAddSat | Generic::SAddSat | Generic::USubSat | Generic::SSubSat);
    if saturating && bits >= MAX_WIDTH {
        // The exact sum is wider than any term.
        return None;
    }
    // Poison of an operand is poison of the result: no operation here chooses between its operands.
    let mut defined = args.iter().fold(terms.constant(1, 1), |d, a| terms.bin(BinOp::And, d, a.defined));
    let a = args.first()?.value;
    // Programs have no signs; where an operation of Halide's is borrowed its types need one.
    let int = |signed: bool| {
        if signed { Type::int(bits, 1) } else { Type::uint(bits, 1) }
    };
    // An operation that Halide has too means the same here.
    let as_halide = |terms: &mut Terms, op: Op, signed: bool| {
        apply(terms, &op, args, &vec![int(signed); args.len()], int(signed), false).value
    };
    let value = match op {
        Generic::ZExt => terms.zext(a, out),
        Generic::SExt => terms.sext(a, out),
        Generic::Trunc => terms.extract(a, 0, out),
        // The least value stays what it is, as LLVM's has it where its second argument is false.
        Generic::Abs => {
            let zero = terms.constant(0, bits);
            let negative = terms.bin(BinOp::Slt, a, zero);
            let negated = terms.un(UnOp::Neg, a);
            terms.ite(negative, negated, a)
        }
        Generic::Ctlz => as_halide(terms, Op::CountLeadingZeros, false),
        Generic::Cttz => as_halide(terms, Op::CountTrailingZeros, false),
        Generic::Ctpop => as_halide(terms, Op::PopCount, false),
        Generic::UMin => as_halide(terms, Op::Min, false),
        Generic::SMin => as_halide(terms, Op::Min, true),
        Generic::UMax => as_halide(terms, Op::Max, false),
        Generic::SMax => as_halide(terms, Op::Max, true),
        Generic::UAddSat => as_halide(terms, Op::SaturatingAdd, false),
        Generic::SAddSat => as_halide(terms, Op::SaturatingAdd, true),
        Generic::USubSat => as_halide(terms, Op::SaturatingSub, false),
        Generic::SSubSat => as_halide(terms, Op::SaturatingSub, true),
        Generic::Compare(p) => compare(terms, *p, a, args.get(1)?.value),
        _ => {
            let b = args.get(1)?.value;
            let (op, fine) = binary(terms, op, a, b, bits)?;
            defined = terms.bin(BinOp::And, defined, fine);
            terms.bin(op, a, b)
        }
    };
    (terms.width(value) == out).then_some(Lane { value, defined })
}

/// A comparison by the four that the term language has: the others swap their operands or are
/// negations.
fn compare(terms: &mut Terms, p: Predicate, a: TermId, b: TermId) -> TermId {
    let (op, swap, negate) = match p {
        Predicate::Eq => (BinOp::Eq, false, false),
        Predicate::Ne => (BinOp::Eq, false, true),
        Predicate::Ult => (BinOp::Ult, false, false),
        Predicate::Ule => (BinOp::Ule, false, false),
        Predicate::Ugt => (BinOp::Ult, true, false),
        Predicate::Uge => (BinOp::Ule, true, false),
        Predicate::Slt => (BinOp::Slt, false, false),
        Predicate::Sle => (BinOp::Sle, false, false),
        Predicate::Sgt => (BinOp::Slt, true, false),
        Predicate::Sge => (BinOp::Sle, true, false),
    };
    let (a, b) = if swap { (b, a) } else { (a, b) };
    let holds = terms.bin(op, a, b);
    if negate { terms.un(UnOp::Not, holds) } else { holds }
}

/// The operator, and the condition under which LLVM defines its result; `None` for what has no operator of its own.
///
/// Terms give a value to a shift by the width and to a division by zero, LLVM gives none. The condition keeps a proof from building on it.
fn binary(terms: &mut Terms, op: &Generic, a: TermId, b: TermId, bits: u32) -> Option<(BinOp, TermId)> {
    let always = terms.constant(1, 1);
    let zero = terms.constant(0, bits);
    // An amount counts as unsigned.
    let mut in_range = || {
        let width = terms.constant(bits.into(), bits);
        terms.bin(BinOp::Ult, b, width)
    };
    Some(match op {
        Generic::Add => (BinOp::Add, always),
        Generic::Sub => (BinOp::Sub, always),
        Generic::Mul => (BinOp::Mul, always),
        Generic::And => (BinOp::And, always),
        Generic::Or => (BinOp::Or, always),
        Generic::Xor => (BinOp::Xor, always),
        Generic::Shl => (BinOp::Shl, in_range()),
        Generic::LShr => (BinOp::LShr, in_range()),
        Generic::AShr => (BinOp::AShr, in_range()),
        Generic::UDiv | Generic::URem | Generic::SDiv | Generic::SRem => {
            let by_zero = terms.bin(BinOp::Eq, b, zero);
            let mut fine = terms.un(UnOp::Not, by_zero);
            let op = match op {
                Generic::UDiv => BinOp::UDiv,
                Generic::URem => BinOp::URem,
                Generic::SDiv => BinOp::SDiv,
                _ => BinOp::SRem,
            };
            if matches!(op, BinOp::SDiv | BinOp::SRem) {
                // The least value by -1 overflows, which LLVM leaves undefined.
                let least = terms.constant(1 << (bits - 1), bits);
                let ones = terms.constant(u128::MAX, bits);
                let (l, r) = (terms.bin(BinOp::Eq, a, least), terms.bin(BinOp::Eq, b, ones));
                let both = terms.bin(BinOp::And, l, r);
                let safe = terms.un(UnOp::Not, both);
                fine = terms.bin(BinOp::And, fine, safe);
            }
            (op, fine)
        }
        _ => return None,
    })
}

/// Floating point as the expression's own lanes have it, so that equal operations are equal terms.
///
/// Sums and products are not rounded bit by bit: a proof knows of them what every function has, that equal operands give equal results,
/// and the symmetries that hold for all bits (`isotope_ir::lanes`).
fn float(terms: &mut Terms, op: FloatOp, format: FloatFormat, args: &[Lane], bits: u32, out: u32) -> Option<Lane> {
    let ty = format.scalar();
    let integer = |signed: bool, bits: u32| {
        if signed { Type::int(bits, 1) } else { Type::uint(bits, 1) }
    };
    // The operation of expressions, the type of all its operands, and that of its result.
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
        FloatOp::Floor => {
            let value = isotope_ir::lanes::floor(terms, args[0].value, ty);
            return Some(Lane { value, defined: args[0].defined });
        }
    };
    Some(apply(terms, &op, args, &vec![from; args.len()], to, false))
}
