//! Quotients and remainders of one lane, in the order of code that never traps: over magnitudes, by a divisor that is never zero.
//!
//! The plain lowering and the search divide the same way (`isotope_program::baseline`), so that a division is proved by being one term
//! with its code, or by what floats compute exactly (`exact`).

use crate::expr::Op;
use crate::term::{BinOp, TermId, Terms, UnOp};

/// Halide's quotient, whose remainder is never negative, and that remainder; both 0 for a divisor of 0.
pub(super) fn euclidean(terms: &mut Terms, op: &Op, signed: bool, x: TermId, y: TermId) -> TermId {
    let bits = terms.width(x);
    let part = if *op == Op::Div { Part::Quotient } else { Part::Remainder };
    let positive_power = terms.as_const(y).filter(|v| v.is_power_of_two() && !(signed && v >> (bits - 1) != 0));
    if let Some(power) = positive_power {
        let div = part == Part::Quotient;
        let by = terms.constant(if div { power.ilog2().into() } else { power - 1 }, bits);
        let shift = if signed { BinOp::AShr } else { BinOp::LShr };
        return terms.bin(if div { shift } else { BinOp::And }, x, by);
    }
    zero_by_zero(terms, y, |terms, nonzero| {
        if signed { euclidean_by_magnitudes(terms, part, x, y, nonzero) } else { divided(terms, part, x, y, nonzero).0 }
    })
}

/// C's quotient, rounded towards zero, and its remainder, with the sign of the dividend. By zero there is neither; where the divisor
/// is a variable both are 0 there, as in code that must not trap, so that the two are one term.
pub(super) fn truncating(terms: &mut Terms, op: &Op, signed: bool, x: TermId, y: TermId) -> TermId {
    let part = if *op == Op::DivRoundToZero { Part::Quotient } else { Part::Remainder };
    if terms.as_const(y).is_some() {
        let by = match (part, signed) {
            (Part::Quotient, true) => BinOp::SDiv,
            (Part::Remainder, true) => BinOp::SRem,
            (Part::Quotient, false) => BinOp::UDiv,
            (Part::Remainder, false) => BinOp::URem,
        };
        return terms.bin(by, x, y);
    }
    zero_by_zero(terms, y, |terms, nonzero| {
        if signed {
            truncating_by_magnitudes(terms, part, x, y, nonzero)
        } else {
            divided(terms, part, x, y, nonzero).0
        }
    })
}

/// The part of a division that is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Quotient,
    Remainder,
}

/// A value that is told where the divisor is not zero, and 0 where it is.
fn zero_by_zero(terms: &mut Terms, divisor: TermId, value: impl FnOnce(&mut Terms, TermId) -> TermId) -> TermId {
    let zero = terms.constant(0, terms.width(divisor));
    let by_zero = terms.bin(BinOp::Eq, divisor, zero);
    let nonzero = terms.un(UnOp::Not, by_zero);
    let value = value(terms, nonzero);
    terms.ite(nonzero, value, zero)
}

/// The unsigned quotient or remainder, and by what: 1 where the divisor is zero, as code has it that must not trap.
fn divided(terms: &mut Terms, part: Part, x: TermId, y: TermId, nonzero: TermId) -> (TermId, TermId) {
    let one = terms.constant(1, terms.width(y));
    let divisor = terms.ite(nonzero, y, one);
    let op = if part == Part::Quotient { BinOp::UDiv } else { BinOp::URem };
    (terms.bin(op, x, divisor), divisor)
}

/// The signed quotient or remainder over magnitudes, where the divisor is not zero: of a negative x, `!x` is -x - 1, and
/// floor(x / |y|) is -1 - floor((-x - 1) / |y|); a negative divisor negates the quotient, and the remainder is that by |y|. One
/// unsigned division, as code has it, is compared more easily than two signed ones.
fn euclidean_by_magnitudes(terms: &mut Terms, part: Part, x: TermId, y: TermId, nonzero: TermId) -> TermId {
    let sign_x = sign(terms, x);
    let folded = terms.bin(BinOp::Xor, x, sign_x);
    let size_y = magnitude(terms, y);
    let (raw, divisor) = divided(terms, part, folded, size_y, nonzero);
    let back = terms.bin(BinOp::Xor, raw, sign_x);
    if part == Part::Quotient {
        let sign_y = sign(terms, y);
        return negated_where(terms, back, sign_y);
    }
    let raised = terms.bin(BinOp::And, sign_x, divisor);
    terms.bin(BinOp::Add, back, raised)
}

/// The same rounded towards zero: the magnitudes' quotient is negative where one operand is, and their remainder where the dividend
/// is. The least value by -1 is the magnitude of the least value again, which wraps to it.
fn truncating_by_magnitudes(terms: &mut Terms, part: Part, x: TermId, y: TermId, nonzero: TermId) -> TermId {
    let sign_x = sign(terms, x);
    let (size_x, size_y) = (magnitude(terms, x), magnitude(terms, y));
    let (raw, _) = divided(terms, part, size_x, size_y, nonzero);
    let negative = if part == Part::Quotient {
        let sign_y = sign(terms, y);
        terms.bin(BinOp::Xor, sign_x, sign_y)
    } else {
        sign_x
    };
    negated_where(terms, raw, negative)
}

/// All ones where a signed value is negative, else zero.
fn sign(terms: &mut Terms, of: TermId) -> TermId {
    let bits = terms.width(of);
    let top = terms.constant((bits - 1).into(), bits);
    terms.bin(BinOp::AShr, of, top)
}

/// The magnitude of a signed value, as an unsigned one.
pub(super) fn magnitude(terms: &mut Terms, of: TermId) -> TermId {
    let zero = terms.constant(0, terms.width(of));
    let negative = terms.bin(BinOp::Slt, of, zero);
    let negated = terms.un(UnOp::Neg, of);
    terms.ite(negative, negated, of)
}

/// Negated where `sign` is all ones; elsewhere it is zero.
fn negated_where(terms: &mut Terms, value: TermId, sign: TermId) -> TermId {
    let flipped = terms.bin(BinOp::Xor, value, sign);
    terms.bin(BinOp::Sub, flipped, sign)
}

#[cfg(test)]
mod tests;
