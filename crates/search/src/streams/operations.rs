//! Integer forms of the operations of expressions.
//!
//! Each operation is exact arithmetic followed by what its type does to the result: nothing if it
//! is widening, a wrap or a saturation otherwise. A shift by a constant is a product or a floor.
//! Halide rounds halves up and divides towards minus infinity, and so do floors, so that nothing
//! here looks at signs.

use super::floats;
use crate::form::{Bitwise, Forms, Id, Test, type_range, within};
use isotope_ir::expr::{Op, ReduceOp};
use isotope_ir::types::Type;

/// The form of a reduction of parts; `None` where signed saturation after each of many steps would have to be written out.
pub(super) fn reduction(forms: &mut Forms, op: ReduceOp, ty: Type, parts: &[Id]) -> Option<Id> {
    // A step's effect on a result that leaves the type.
    let fit = |forms: &mut Forms, x: Id| forms.wrap(x, ty.bits, ty.is_signed());
    if matches!(op, ReduceOp::Add | ReduceOp::SaturatingAdd) {
        // One sum of all: the sums on the way to it are of no use, and as long as it is.
        let terms: Vec<_> = parts.iter().map(|&part| (1, part)).collect();
        let sum = forms.sum(&terms, 0);
        if op == ReduceOp::Add {
            return Some(fit(forms, sum));
        }
        // Without negative parts a clamp of the whole sum is that of each step; and where no step on the way can leave
        // the type there is none at all.
        let own = type_range(ty.bits, ty.is_signed());
        let sums =
            |bound: fn(&Forms, Id) -> i128| parts.iter().map(|&p| bound(forms, p)).fold(0i128, i128::saturating_add);
        let reached = (sums(|f, p| f.range(p).0.min(0)), sums(|f, p| f.range(p).1.max(0)));
        if reached.0 == 0 || within(reached, own) {
            return Some(forms.clamp(sum, own.0, own.1));
        }
        if parts.len() > STEPS {
            return None;
        }
    }
    let join = |total: Id, part: &Id| match op {
        ReduceOp::Mul => {
            let product = forms.mul(total, *part);
            fit(forms, product)
        }
        ReduceOp::Min => forms.min(total, *part),
        ReduceOp::Max => forms.max(total, *part),
        ReduceOp::And => forms.bits(Bitwise::And, total, *part),
        ReduceOp::Or => forms.bits(Bitwise::Or, total, *part),
        ReduceOp::Add | ReduceOp::SaturatingAdd => {
            let sum = forms.add(total, *part);
            let (low, high) = type_range(ty.bits, ty.is_signed());
            forms.clamp(sum, low, high)
        }
    };
    Some(parts[1..].iter().fold(parts[0], join))
}

/// Steps of a signed saturating reduction that are written out.
const STEPS: usize = 16;

/// The form of an elementwise operation on operand forms; `None` where it has none.
pub(super) fn elementwise(forms: &mut Forms, op: &Op, ty: Type, args: &[Id], types: &[Type]) -> Option<Id> {
    let moves = matches!(op, Op::Select | Op::Reinterpret);
    if !moves && types.iter().chain([&ty]).any(|of| of.is_float()) {
        return floats::elementwise(forms, op, ty, args, types);
    }
    let mut operation = Operation { f: forms, op, ty, args, types };
    match op {
        Op::Cast | Op::Reinterpret | Op::SaturatingCast => operation.cast(),
        Op::ShiftLeft
        | Op::WideningShiftLeft
        | Op::ShiftRight
        | Op::WideningShiftRight
        | Op::RoundingShiftRight
        | Op::RoundingShiftLeft
        | Op::MulShiftRight
        | Op::RoundingMulShiftRight => operation.shift(),
        Op::And | Op::Or | Op::Xor | Op::Not => operation.bitwise(),
        Op::Eq | Op::Ne | Op::Lt | Op::Gt | Op::Ge | Op::Le | Op::Select => operation.comparison(),
        _ => operation.arithmetic(),
    }
}

/// An operation on forms, with the type of its result and of its operands.
struct Operation<'a> {
    f: &'a mut Forms,
    op: &'a Op,
    ty: Type,
    args: &'a [Id],
    types: &'a [Type],
}

impl Operation<'_> {
    /// Modulo 2^bits, as the type has it: what fits is unchanged.
    fn wrapped(&mut self, x: Id) -> Id {
        self.f.wrap(x, self.ty.bits, self.ty.is_signed())
    }

    /// Clamped to the range of the type.
    fn saturated(&mut self, x: Id) -> Id {
        let (lo, hi) = type_range(self.ty.bits, self.ty.is_signed());
        self.f.clamp(x, lo, hi)
    }

    /// The amount of a shift by a constant.
    fn amount(&self, at: usize) -> Option<i128> {
        self.f.as_const(self.args[at]).filter(|k| k.abs() < 64)
    }

    /// Exact shift by a constant, left if positive.
    fn shifted(&mut self, x: Id, left: i128) -> Id {
        if left >= 0 { self.f.sum(&[(1 << left, x)], 0) } else { self.f.shr(x, -left as u32) }
    }

    /// floor((x + 2^(right - 1)) / 2^right); to the left nothing is rounded.
    fn rounded(&mut self, x: Id, right: i128) -> Id {
        if right <= 0 {
            return self.f.sum(&[(1 << -right, x)], 0);
        }
        let biased = self.f.sum(&[(1, x)], 1 << (right - 1));
        self.f.shr(biased, right as u32)
    }

    /// To another type: modulo its width, or clamped to its range. A truth value is whether it is
    /// not zero.
    fn cast(&mut self) -> Option<Id> {
        let (from, x) = (self.types[0], self.args[0]);
        match self.op {
            Op::Cast | Op::Reinterpret if self.ty.bits == 1 && from.bits != 1 => {
                let zero = self.f.constant(0);
                let is_zero = self.f.test(Test::Equal, x, zero);
                Some(self.f.not(is_zero))
            }
            Op::Reinterpret if from.bits != self.ty.bits => None,
            // Of a float, too: its form is its bits.
            Op::Reinterpret => Some(self.wrapped(x)),
            Op::SaturatingCast => Some(self.saturated(x)),
            _ => Some(self.wrapped(x)),
        }
    }

    /// Sums, products, averages, extrema, and division by positive constants.
    ///
    /// An average, an extremum or the absolute value of an exact result lies in its type by itself and is left alone. Not so half a
    /// difference: of unsigned operands it may be negative, and wraps.
    fn arithmetic(&mut self) -> Option<Id> {
        let (f, args) = (&mut *self.f, self.args);
        Some(match self.op {
            Op::Add | Op::WideningAdd | Op::WidenRightAdd => {
                let x = f.add(args[0], args[1]);
                self.wrapped(x)
            }
            Op::Sub | Op::WideningSub | Op::WidenRightSub => {
                let x = f.sub(args[0], args[1]);
                self.wrapped(x)
            }
            Op::Mul | Op::WideningMul | Op::WidenRightMul => {
                let x = f.mul(args[0], args[1]);
                self.wrapped(x)
            }
            Op::SaturatingAdd => {
                let x = f.add(args[0], args[1]);
                self.saturated(x)
            }
            Op::SaturatingSub => {
                let x = f.sub(args[0], args[1]);
                self.saturated(x)
            }
            Op::HalvingAdd => {
                let x = f.add(args[0], args[1]);
                f.shr(x, 1)
            }
            Op::RoundingHalvingAdd => {
                let x = f.sum(&[(1, args[0]), (1, args[1])], 1);
                f.shr(x, 1)
            }
            Op::HalvingSub => {
                let x = f.sub(args[0], args[1]);
                let x = f.shr(x, 1);
                self.wrapped(x)
            }
            Op::Min => f.min(args[0], args[1]),
            Op::Max => f.max(args[0], args[1]),
            Op::Abs => f.abs(args[0]),
            // The result is unsigned and has room for it, whatever the operands' signs.
            Op::Absd => {
                let x = f.sub(args[0], args[1]);
                f.abs(x)
            }
            Op::Div | Op::Mod => {
                let d = f.as_const(args[1]).filter(|d| *d > 0)?;
                let q = f.div(args[0], d);
                // x mod d = x - d floor(x / d), never negative: Halide's, for d positive.
                if *self.op == Op::Div { q } else { f.sum(&[(1, args[0]), (-d, q)], 0) }
            }
            _ => return None,
        })
    }

    /// Shifts by constants exactly; by variables only to the right, where the amount's range shows
    /// that it is one.
    fn shift(&mut self) -> Option<Id> {
        let args = self.args;
        Some(match self.op {
            Op::ShiftLeft | Op::WideningShiftLeft => {
                let k = self.amount(1)?;
                let x = self.shifted(args[0], k);
                self.wrapped(x)
            }
            Op::ShiftRight | Op::WideningShiftRight if self.f.as_const(args[1]).is_none() => {
                self.f.shr_by(args[0], args[1])?
            }
            Op::ShiftRight | Op::WideningShiftRight => {
                let k = self.amount(1)?;
                let x = self.shifted(args[0], -k);
                self.wrapped(x)
            }
            Op::RoundingShiftRight => {
                let k = self.amount(1)?;
                let x = self.rounded(args[0], k);
                // A rounding shift to the right cannot wrap but may round out of its type; to the
                // left it wraps.
                if k > 0 { self.saturated(x) } else { self.wrapped(x) }
            }
            Op::RoundingShiftLeft => {
                let k = self.amount(1)?;
                let x = self.rounded(args[0], -k);
                if k < 0 { self.saturated(x) } else { self.wrapped(x) }
            }
            Op::MulShiftRight => {
                let k = self.amount(2)?;
                // Exact: as a wide product it is never cut before the shift. Of two unsigned 64-bit values it may pass
                // what forms can hold; its range then says so, and no width is concluded from it.
                let x = self.f.mul(args[0], args[1]);
                let x = self.f.shr(x, k as u32);
                self.saturated(x)
            }
            Op::RoundingMulShiftRight => {
                let k = self.amount(2)?;
                let x = self.f.mul(args[0], args[1]);
                let x = self.rounded(x, k);
                self.saturated(x)
            }
            _ => return None,
        })
    }

    /// Bit by bit; of one-bit values a complement is a negation.
    fn bitwise(&mut self) -> Option<Id> {
        let args = self.args;
        let which = match self.op {
            Op::And => Bitwise::And,
            Op::Or => Bitwise::Or,
            Op::Xor => Bitwise::Xor,
            Op::Not if self.ty.bits == 1 => return Some(self.f.not(args[0])),
            // Complement is -x - 1, in either signedness modulo the width.
            Op::Not => {
                let x = self.f.sum(&[(-1, args[0])], -1);
                return Some(self.wrapped(x));
            }
            _ => return None,
        };
        Some(self.f.bits(which, args[0], args[1]))
    }

    /// All by two tests: a <= b is not (b < a), and a != b is not (a = b).
    fn comparison(&mut self) -> Option<Id> {
        let (f, args) = (&mut *self.f, self.args);
        let (test, a, b, negated) = match self.op {
            Op::Eq => (Test::Equal, args[0], args[1], false),
            Op::Ne => (Test::Equal, args[0], args[1], true),
            Op::Lt => (Test::Less, args[0], args[1], false),
            Op::Gt => (Test::Less, args[1], args[0], false),
            Op::Ge => (Test::Less, args[0], args[1], true),
            Op::Le => (Test::Less, args[1], args[0], true),
            Op::Select if self.ty.is_float() => {
                return Some(f.select_float(args[0], args[1], args[2], self.ty.with_lanes(1)));
            }
            Op::Select => return Some(f.select(args[0], args[1], args[2])),
            _ => return None,
        };
        let holds = f.test(test, a, b);
        Some(if negated { f.not(holds) } else { holds })
    }
}
