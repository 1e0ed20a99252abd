//! Quotients and remainders.
//!
//! Halide's remainder is never negative, x / 0 and x % 0 are 0, and nothing may trap. All signed forms go through
//! magnitudes: with s the sign mask of a, `(a ^ s)` is a or -a - 1, never negative, and floor(a / b) is
//! `((a ^ s) / b) ^ s` for positive b. Constant divisors stay divisions: LLVM makes multiplications of them.
//!
//! Magnitudes also keep the one signed division that overflows, the least value by -1, out of the code: as
//! an unsigned number that magnitude is there.

use super::{Lowering, Part, quotients, steps};
use crate::program::{Generic, Predicate, Value};
use isotope_ir::expr::{NodeId, Op};

/// A divisor that cannot trap, and where it was zero.
struct Divisor {
    /// Its magnitude; 1 where it was zero.
    magnitude: Value,
    /// Where it was not zero; `None` when that is known.
    nonzero: Option<Value>,
    /// All ones where it is negative; `None` when it never is.
    sign: Option<Value>,
}

impl Lowering<'_> {
    /// Quotient or remainder, rounded towards minus infinity or towards zero.
    pub(super) fn division(&mut self, op: &Op, args: &[NodeId]) -> Value {
        let (a, ty) = (self.value(args[0]), self.ty(args[0]));
        let constant = self.constant_number(args[1]);
        if constant == Some(0) {
            return self.b.same(0, a);
        }
        let quotient = matches!(op, Op::Div | Op::DivRoundToZero);
        let truncating = matches!(op, Op::DivRoundToZero | Op::ModRoundToZero);
        if !ty.is_signed() {
            let by = self.divisor(args[1], false);
            let raw = self.divided(quotient, a, &by);
            return self.zero_where_undefined(raw, &by);
        }
        match constant {
            // C's own division by a constant that cannot overflow is LLVM's.
            Some(c) if truncating && c != -1 => self.b.by(if quotient { Generic::SDiv } else { Generic::SRem }, a, c),
            Some(c) if !truncating && c > 0 && (c & (c - 1)) == 0 && quotient => {
                self.b.by(Generic::AShr, a, c.trailing_zeros() as i128)
            }
            Some(c) if !truncating && (c & (c - 1)) == 0 && c > 0 => self.b.by(Generic::And, a, c - 1),
            _ => {
                let by = self.divisor(args[1], true);
                match (quotient, truncating) {
                    (true, false) => self.euclidean_quotient(a, &by),
                    (false, false) => self.euclidean_remainder(a, &by),
                    (true, true) => self.truncated_quotient(a, &by),
                    (false, true) => self.truncated_remainder(a, &by),
                }
            }
        }
    }

    /// The divisor with what is known of it, made safe to divide by.
    fn divisor(&mut self, node: NodeId, signed: bool) -> Divisor {
        let value = self.value(node);
        if let Some(c) = self.constant_number(node) {
            let magnitude = self.b.same(c.abs(), value);
            let sign = (c < 0).then(|| self.b.same(-1, value));
            return Divisor { magnitude, nonzero: None, sign };
        }
        let zero = self.b.same(0, value);
        let one = self.b.same(1, value);
        let nonzero = self.b.compare(Predicate::Ne, value, zero);
        let magnitude = if signed { self.b.op(Generic::Abs, &[value]) } else { value };
        let magnitude = self.b.select(nonzero, magnitude, one);
        let sign = signed.then(|| self.b.sign(value));
        Divisor { magnitude, nonzero: Some(nonzero), sign }
    }

    /// The unsigned quotient or remainder of magnitudes.
    fn divided(&mut self, quotient: bool, a: Value, by: &Divisor) -> Value {
        if self.way.part != Part::No && by.nonzero.is_some() {
            let bits = self.b.shape(a).bits;
            if bits <= steps::MAX_BITS && self.way.part == Part::Steps {
                return self.by_steps(quotient, a, by.magnitude);
            }
            if bits <= quotients::MAX_BITS {
                return self.by_floats(quotient, a, by.magnitude);
            }
        }
        self.b.op(if quotient { Generic::UDiv } else { Generic::URem }, &[a, by.magnitude])
    }

    /// Zero where the divisor was zero, which quotient and remainder are in Halide.
    fn zero_where_undefined(&mut self, value: Value, by: &Divisor) -> Value {
        let Some(nonzero) = by.nonzero else { return value };
        let zero = self.b.same(0, value);
        self.b.select(nonzero, value, zero)
    }

    /// Negated where `sign` is all ones.
    fn signed_by(&mut self, value: Value, sign: Value) -> Value {
        let flipped = self.b.op(Generic::Xor, &[value, sign]);
        self.b.op(Generic::Sub, &[flipped, sign])
    }

    /// The quotient whose remainder is never negative: Halide's `/`.
    fn euclidean_quotient(&mut self, a: Value, by: &Divisor) -> Value {
        let sign = self.b.sign(a);
        let flipped = self.b.op(Generic::Xor, &[a, sign]);
        let raw = self.divided(true, flipped, by);
        // For a < 0, -1 - floor((-a - 1) / b) is floor(a / b): the exclusive or takes the
        // complement twice.
        let floor = self.b.op(Generic::Xor, &[raw, sign]);
        let quotient = match by.sign {
            Some(divisor_sign) => self.signed_by(floor, divisor_sign),
            None => floor,
        };
        self.zero_where_undefined(quotient, by)
    }

    /// The remainder that is never negative: Halide's `%`.
    fn euclidean_remainder(&mut self, a: Value, by: &Divisor) -> Value {
        let sign = self.b.sign(a);
        let flipped = self.b.op(Generic::Xor, &[a, sign]);
        let raw = self.divided(false, flipped, by);
        // Where a < 0 the remainder is |b| - 1 - raw.
        let back = self.b.op(Generic::Xor, &[raw, sign]);
        let base = self.b.op(Generic::And, &[sign, by.magnitude]);
        let remainder = self.b.op(Generic::Add, &[back, base]);
        self.zero_where_undefined(remainder, by)
    }

    /// The quotient rounded towards zero, as C has it.
    fn truncated_quotient(&mut self, a: Value, by: &Divisor) -> Value {
        let sign = self.b.sign(a);
        let magnitude = self.b.op(Generic::Abs, &[a]);
        let raw = self.divided(true, magnitude, by);
        let sign = match by.sign {
            Some(divisor_sign) => self.b.op(Generic::Xor, &[sign, divisor_sign]),
            None => sign,
        };
        let quotient = self.signed_by(raw, sign);
        self.zero_where_undefined(quotient, by)
    }

    /// The remainder with the sign of the dividend, as C has it.
    fn truncated_remainder(&mut self, a: Value, by: &Divisor) -> Value {
        let sign = self.b.sign(a);
        let magnitude = self.b.op(Generic::Abs, &[a]);
        let raw = self.divided(false, magnitude, by);
        let remainder = self.signed_by(raw, sign);
        self.zero_where_undefined(remainder, by)
    }
}
