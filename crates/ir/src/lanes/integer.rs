//! One lane of integer operations as a term. Each is the interpreter's rule at the least width that holds it.
//!
//! Terms are what a solver sees, so that each is as small as its meaning allows: no width beyond the result's where the
//! result wraps anyhow, no clamp where the bound cannot be passed, divisions by powers of two as shifts.

use super::division;
use super::lane::Lane;
use crate::expr::Op;
use crate::term::{BinOp, TermId, Terms, UnOp};
use crate::types::Type;

/// An operand with its type.
#[derive(Clone, Copy)]
struct Arg {
    term: TermId,
    ty: Type,
}

impl Arg {
    /// Extended by its own signedness, or cut.
    fn to_width(self, terms: &mut Terms, width: u32) -> TermId {
        if width <= self.ty.bits {
            terms.extract(self.term, 0, width)
        } else if self.ty.is_signed() {
            terms.sext(self.term, width)
        } else {
            terms.zext(self.term, width)
        }
    }
}

/// A lane's value and side condition: shifts too far, divisions by zero, broken promises.
pub(super) fn apply(terms: &mut Terms, op: &Op, args: &[TermId], types: &[Type], ty: Type, no_wrap: bool) -> Lane {
    let arg = |n: usize| Arg { term: args[n], ty: types[n] };
    if let Some(lane) = shifts(terms, op, args, types, ty) {
        return lane;
    }
    let mut defined = terms.constant(1, 1);
    let value = match args.len() {
        1 => unary(terms, op, arg(0), ty),
        3 => {
            // PromiseClamped: the mul-shifts are among the shifts.
            let (_, le) = orders(ty);
            let low = terms.bin(le, args[1], args[0]);
            let high = terms.bin(le, args[0], args[2]);
            defined = terms.bin(BinOp::And, low, high);
            args[0]
        }
        _ => {
            if matches!(op, Op::DivRoundToZero | Op::ModRoundToZero) {
                let zero = terms.constant(0, ty.bits);
                let by_zero = terms.bin(BinOp::Eq, args[1], zero);
                defined = terms.un(UnOp::Not, by_zero);
            }
            binary(terms, op, arg(0), arg(1), ty)
        }
    };
    // The promise holds where the exact result, in twice the bits, is the one that was kept.
    if no_wrap {
        let exact_op = if *op == Op::Mul {
            BinOp::Mul
        } else if *op == Op::Add {
            BinOp::Add
        } else {
            BinOp::Sub
        };
        let (a, b) = (arg(0).to_width(terms, 2 * ty.bits), arg(1).to_width(terms, 2 * ty.bits));
        let exact = terms.bin(exact_op, a, b);
        let kept = Arg { term: value, ty }.to_width(terms, 2 * ty.bits);
        let fits = terms.bin(BinOp::Eq, exact, kept);
        defined = terms.bin(BinOp::And, defined, fits);
    }
    Lane { value, defined }
}

/// Less-than and at-most in the signedness of a type.
fn orders(ty: Type) -> (BinOp, BinOp) {
    if ty.is_signed() { (BinOp::Slt, BinOp::Sle) } else { (BinOp::Ult, BinOp::Ule) }
}

/// Operations of one operand.
fn unary(terms: &mut Terms, op: &Op, a: Arg, ty: Type) -> TermId {
    let bits = a.ty.bits;
    match op {
        Op::SaturatingCast => {
            let clamped = clamp(terms, a, ty);
            Arg { term: clamped, ty: a.ty }.to_width(terms, ty.bits)
        }
        Op::Not => terms.un(UnOp::Not, a.term),
        Op::Abs if a.ty.is_signed() => division::magnitude(terms, a.term),
        Op::CountLeadingZeros | Op::CountTrailingZeros => {
            // The last bit asked is the outermost choice.
            let leading = *op == Op::CountLeadingZeros;
            let mut count = terms.constant(bits.into(), bits);
            for zeros in (0..bits).rev() {
                let bit = terms.extract(a.term, if leading { bits - 1 - zeros } else { zeros }, 1);
                let zeros = terms.constant(zeros.into(), bits);
                count = terms.ite(bit, zeros, count);
            }
            count
        }
        Op::PopCount => {
            let bit = |terms: &mut Terms, n| {
                let bit = terms.extract(a.term, n, 1);
                terms.zext(bit, bits)
            };
            let mut sums: Vec<TermId> = (0..bits).map(|n| bit(terms, n)).collect();
            // In pairs, so that counts of counts stay shallow. One bit is its own count.
            while sums.len() > 1 {
                sums = sums.chunks(2).map(|pair| terms.bin(BinOp::Add, pair[0], pair[1])).collect();
            }
            sums[0]
        }
        _ => a.to_width(terms, ty.bits),
    }
}

/// An operand clamped to the range of `ty`, still in its own width. Bounds that it cannot pass cost nothing.
fn clamp(terms: &mut Terms, a: Arg, ty: Type) -> TermId {
    let bits = a.ty.bits;
    let (lt, _) = orders(a.ty);
    let high = crate::term::mask(if ty.is_signed() { ty.bits - 1 } else { ty.bits });
    let own_high = crate::term::mask(if a.ty.is_signed() { bits - 1 } else { bits });
    let mut value = a.term;
    if high < own_high {
        let high = terms.constant(high, bits);
        let over = terms.bin(lt, high, a.term);
        value = terms.ite(over, high, value);
    }
    if a.ty.is_signed() && !(ty.is_signed() && ty.bits >= bits) {
        let low = if ty.is_signed() { (-1i128 << (ty.bits - 1)) as u128 } else { 0 };
        let low = terms.constant(low, bits);
        let under = terms.bin(lt, a.term, low);
        value = terms.ite(under, low, value);
    }
    value
}

/// Operations of two operands that are always defined, but for the divisions that the caller looks at.
fn binary(terms: &mut Terms, op: &Op, a: Arg, b: Arg, ty: Type) -> TermId {
    let (lt, le) = orders(a.ty);
    let (x, y) = (a.term, b.term);
    match op {
        Op::Add => terms.bin(BinOp::Add, x, y),
        Op::Sub => terms.bin(BinOp::Sub, x, y),
        Op::Mul => terms.bin(BinOp::Mul, x, y),
        Op::And => terms.bin(BinOp::And, x, y),
        Op::Or => terms.bin(BinOp::Or, x, y),
        Op::Xor => terms.bin(BinOp::Xor, x, y),
        Op::Eq => terms.bin(BinOp::Eq, x, y),
        Op::Ne => {
            let equal = terms.bin(BinOp::Eq, x, y);
            terms.un(UnOp::Not, equal)
        }
        Op::Lt => terms.bin(lt, x, y),
        Op::Le => terms.bin(le, x, y),
        Op::Gt => terms.bin(lt, y, x),
        Op::Ge => terms.bin(le, y, x),
        Op::Min | Op::Max => {
            let less = if *op == Op::Min { terms.bin(lt, x, y) } else { terms.bin(lt, y, x) };
            terms.ite(less, x, y)
        }
        // Both differences wrap; the one that is taken does not.
        Op::Absd => {
            let less = terms.bin(lt, x, y);
            let (up, down) = (terms.bin(BinOp::Sub, y, x), terms.bin(BinOp::Sub, x, y));
            terms.ite(less, up, down)
        }
        Op::Div | Op::Mod => division::euclidean(terms, op, a.ty.is_signed(), x, y),
        Op::DivRoundToZero | Op::ModRoundToZero => division::truncating(terms, op, a.ty.is_signed(), x, y),
        Op::HalvingAdd | Op::HalvingSub | Op::RoundingHalvingAdd => {
            let sum = in_width(terms, if *op == Op::HalvingSub { BinOp::Sub } else { BinOp::Add }, a, b, ty.bits + 1);
            let round = terms.constant((*op == Op::RoundingHalvingAdd).into(), ty.bits + 1);
            let sum = terms.bin(BinOp::Add, sum, round);
            terms.extract(sum, 1, ty.bits)
        }
        Op::SaturatingSub if !ty.is_signed() => {
            let less = terms.bin(BinOp::Ult, x, y);
            let difference = terms.bin(BinOp::Sub, x, y);
            let zero = terms.constant(0, ty.bits);
            terms.ite(less, zero, difference)
        }
        Op::SaturatingAdd | Op::SaturatingSub => {
            let bits = ty.bits + 1;
            let sum = in_width(terms, if *op == Op::SaturatingSub { BinOp::Sub } else { BinOp::Add }, a, b, bits);
            // One bit more holds the exact sum.
            let clamped = clamp(terms, Arg { term: sum, ty: Type { bits, ..ty } }, ty);
            terms.extract(clamped, 0, ty.bits)
        }
        Op::WideningAdd | Op::WidenRightAdd => in_width(terms, BinOp::Add, a, b, ty.bits),
        Op::WideningSub | Op::WidenRightSub => in_width(terms, BinOp::Sub, a, b, ty.bits),
        // The builder lets nothing else through with two operands.
        _ => in_width(terms, BinOp::Mul, a, b, ty.bits),
    }
}

/// Both operands extended by their own signedness, then combined.
fn in_width(terms: &mut Terms, op: BinOp, a: Arg, b: Arg, width: u32) -> TermId {
    let (x, y) = (a.to_width(terms, width), b.to_width(terms, width));
    terms.bin(op, x, y)
}

/// Shifts and multiply-shifts, with their side conditions; `None` for other operations.
fn shifts(terms: &mut Terms, op: &Op, args: &[TermId], types: &[Type], ty: Type) -> Option<Lane> {
    use Op::*;
    if !matches!(
        op,
        ShiftLeft
            | ShiftRight
            | WideningShiftLeft
            | WideningShiftRight
            | RoundingShiftLeft
            | RoundingShiftRight
            | MulShiftRight
            | RoundingMulShiftRight
    ) {
        return None;
    }
    let bits = types[0].bits;
    if args.len() == 3 {
        return Some(mul_shift_right(terms, op, args, types, ty));
    }
    let width = ty.bits;
    let a = Arg { term: args[0], ty: types[0] }.to_width(terms, width);
    let amount = Arg { term: args[1], ty: types[1] };
    let rounding = matches!(op, RoundingShiftLeft | RoundingShiftRight);
    let to_right = matches!(op, ShiftRight | WideningShiftRight | RoundingShiftRight);
    let right = if rounding { Right::Rounding } else { Right::Plain };
    // Rounding to the right is computed in twice the bits, and is defined as far.
    let right_bound = if rounding { 2 * bits } else { width };
    let b = amount.to_width(terms, width);
    let negative = if types[1].is_signed() {
        let zero = terms.constant(0, width);
        terms.bin(BinOp::Slt, b, zero)
    } else {
        terms.constant(0, 1)
    };
    let far = terms.un(UnOp::Neg, b);
    let far = terms.ite(negative, far, b);
    // `far` is read as unsigned: the negated minimum stays itself, and is too far anyway.
    let rightward = if to_right { terms.un(UnOp::Not, negative) } else { negative };
    let left_value = terms.bin(BinOp::Shl, a, far);
    let right_value = right.shift(terms, a, far, types[0].is_signed());
    let value = terms.ite(rightward, right_value, left_value);
    let left_ok = below(terms, far, width);
    let right_ok = below(terms, far, right_bound);
    // Rounding by nothing counts as a shift left, which is defined just the same.
    let defined = terms.ite(rightward, right_ok, left_ok);
    Some(Lane { value, defined })
}

/// Whether a term read as unsigned is below a bound.
fn below(terms: &mut Terms, term: TermId, bound: u32) -> TermId {
    let width = terms.width(term);
    if u128::from(bound) > crate::term::mask(width) {
        return terms.constant(1, 1);
    }
    let bound = terms.constant(bound.into(), width);
    terms.bin(BinOp::Ult, term, bound)
}

/// How a shift to the right treats the bits it drops.
#[derive(Clone, Copy, PartialEq)]
enum Right {
    Plain,
    Rounding,
}

impl Right {
    /// (a + 2^(n-1)) >> n is (a >> n) plus the last bit dropped, which cannot overflow; n = 0 drops none.
    fn shift(self, terms: &mut Terms, a: TermId, far: TermId, signed: bool) -> TermId {
        let width = terms.width(a);
        let op = if signed { BinOp::AShr } else { BinOp::LShr };
        let floor = terms.bin(op, a, far);
        if self == Right::Plain {
            return floor;
        }
        let (zero, one) = (terms.constant(0, width), terms.constant(1, width));
        let before = terms.bin(BinOp::Sub, far, one);
        let last = terms.bin(op, a, before);
        let last = terms.bin(BinOp::And, last, one);
        let none = terms.bin(BinOp::Eq, far, zero);
        let last = terms.ite(none, zero, last);
        terms.bin(BinOp::Add, floor, last)
    }
}

/// The product is exact in twice the bits; only what is left of it after the shift may pass the type, and is clamped.
/// The amount is unsigned, of the operands' bits: an 8-bit one may well be over the product's width, and is then
/// undefined.
fn mul_shift_right(terms: &mut Terms, op: &Op, args: &[TermId], types: &[Type], ty: Type) -> Lane {
    let width = 2 * ty.bits;
    let (a, b) = (Arg { term: args[0], ty: types[0] }, Arg { term: args[1], ty: types[1] });
    let product = in_width(terms, BinOp::Mul, a, b, width);
    let q = terms.zext(args[2], width);
    let rounding = *op == Op::RoundingMulShiftRight;
    let right = if rounding { Right::Rounding } else { Right::Plain };
    let shifted = right.shift(terms, product, q, ty.is_signed());
    let clamped = clamp(terms, Arg { term: shifted, ty: Type { bits: width, ..ty } }, ty);
    let value = terms.extract(clamped, 0, ty.bits);
    let defined = below(terms, args[2], if rounding { 2 * width } else { width });
    Lane { value, defined }
}
