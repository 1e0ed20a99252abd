//! Shifts: by constants and by variables of either sign, rounding, and of products.
//!
//! A signed amount shifts the other way when it is negative. An amount of the element's width or more is undefined in
//! Halide and in LLVM alike, so nothing guards against it; what this file's own formulas add stays in range.

use super::{Lowering, Part};
use crate::program::{Generic, Predicate, Value};
use isotope_ir::expr::{NodeId, Op};
use isotope_ir::types::Type;

/// By how much a value is shifted.
#[derive(Clone, Copy)]
enum Amount {
    /// The same known number in every lane.
    Known(i128),
    /// Never negative.
    Unsigned(Value),
    /// Of either sign.
    Signed(Value),
}

/// A value to be shifted to the right, by sign or by zeros, rounding or not.
#[derive(Clone, Copy)]
struct Shifted {
    value: Value,
    signed: bool,
    rounding: bool,
}

impl Lowering<'_> {
    /// A shift by a vector or by a constant.
    pub(super) fn shift(&mut self, op: &Op, args: &[NodeId], ty: Type) -> Value {
        let value = self.widened(args[0], ty.bits);
        let signed = self.ty(args[0]).is_signed();
        let mut amount = self.amount(args[1], ty.bits);
        let left = matches!(op, Op::ShiftLeft | Op::WideningShiftLeft | Op::RoundingShiftLeft);
        let rounding = matches!(op, Op::RoundingShiftLeft | Op::RoundingShiftRight);
        if self.way.part != Part::No && !rounding {
            amount = self.within(amount, ty.bits);
        }
        self.shift_by(Shifted { value, signed, rounding }, amount, left)
    }

    /// The facts about an amount: a constant, one that is never negative, or anything.
    fn amount(&mut self, id: NodeId, bits: u32) -> Amount {
        if let Some(known) = self.constant_number(id) {
            return Amount::Known(known);
        }
        let (value, signed) = (self.value(id), self.ty(id).is_signed());
        let value = self.b.resize(value, bits, signed);
        if signed { Amount::Signed(value) } else { Amount::Unsigned(value) }
    }

    /// An amount that is the same where the shift is defined, and below the width everywhere: of either sign it keeps its
    /// sign.
    fn within(&mut self, amount: Amount, bits: u32) -> Amount {
        // By a mask where there is no sign: an amount past the width may become any other.
        let most = i128::from(bits) - 1;
        match amount {
            Amount::Known(n) => Amount::Known(n),
            Amount::Unsigned(v) => Amount::Unsigned(self.b.by(Generic::And, v, most)),
            Amount::Signed(v) => {
                let raised = self.b.by(Generic::SMax, v, -most);
                Amount::Signed(self.b.by(Generic::SMin, raised, most))
            }
        }
    }

    /// The shift, in the direction that the amount's sign says.
    fn shift_by(&mut self, of: Shifted, amount: Amount, left: bool) -> Value {
        match amount {
            Amount::Known(n) => self.right_by_known(of, if left { -n } else { n }),
            Amount::Unsigned(v) if left => self.b.op(Generic::Shl, &[of.value, v]),
            Amount::Unsigned(v) => self.right_by_variable(of, v),
            Amount::Signed(v) => {
                let zero = self.b.same(0, v);
                let negative = self.b.compare(Predicate::Slt, v, zero);
                let magnitude = self.b.op(Generic::Abs, &[v]);
                let to_left = self.b.op(Generic::Shl, &[of.value, magnitude]);
                let to_right = self.right_by_variable(of, magnitude);
                let (then, other) = if left { (to_right, to_left) } else { (to_left, to_right) };
                self.b.select(negative, then, other)
            }
        }
    }

    /// Right by a known amount, left if it is negative.
    fn right_by_known(&mut self, of: Shifted, amount: i128) -> Value {
        let bits = self.b.shape(of.value).bits as i128;
        if amount == 0 {
            return of.value;
        }
        // Rounding is defined up to twice the width: half of an unsigned element's range rounds up to one.
        if of.rounding && !of.signed && amount == bits {
            return self.b.by(Generic::LShr, of.value, bits - 1);
        }
        if amount.abs() >= bits {
            return self.b.same(0, of.value);
        }
        if amount < 0 {
            return self.b.by(Generic::Shl, of.value, -amount);
        }
        let right = if of.signed { Generic::AShr } else { Generic::LShr };
        match (of.rounding, amount) {
            (false, _) => self.b.by(right, of.value, amount),
            (true, 1) => {
                // For n = 1 there is no such room: the half and the bit that it loses are added
                // instead.
                let half = self.b.by(right, of.value, 1);
                let odd = self.b.by(Generic::And, of.value, 1);
                self.b.op(Generic::Add, &[half, odd])
            }
            // After a shift of one or more, adding one cannot overflow.
            (true, _) => {
                // floor((x + 2^(n - 1)) / 2^n) = floor((floor(x / 2^(n - 1)) + 1) / 2): the sum is
                // made where there is room for it.
                let nearly = self.b.by(right.clone(), of.value, amount - 1);
                let up = self.b.by(Generic::Add, nearly, 1);
                self.b.by(right, up, 1)
            }
        }
    }

    /// Right by an amount that is not negative.
    fn right_by_variable(&mut self, of: Shifted, amount: Value) -> Value {
        let right = if of.signed { Generic::AShr } else { Generic::LShr };
        if !of.rounding {
            return self.b.op(right, &[of.value, amount]);
        }
        // All but the last place, then half of that rounded up; nothing of it where the amount is zero. Amounts up to twice
        // the width are defined, and give what the sign bit alone gives, or zero.
        let bits = self.b.shape(of.value).bits as i128;
        if bits == 1 {
            // Half of one rounds up to one.
            return of.value;
        }
        let any = self.b.by(Generic::UMin, amount, 1);
        let before = self.b.op(Generic::Sub, &[amount, any]);
        let before = self.b.by(Generic::UMin, before, bits - 1);
        let nearly = self.b.op(right.clone(), &[of.value, before]);
        let half = self.b.op(right, &[nearly, any]);
        let last = self.b.op(Generic::And, &[nearly, any]);
        let rounded = self.b.op(Generic::Add, &[half, last]);
        if of.signed {
            return rounded;
        }
        let limit = self.b.same(bits, amount);
        let near = self.b.compare(Predicate::Ule, amount, limit);
        let zero = self.b.same(0, rounded);
        self.b.select(near, rounded, zero)
    }

    /// `mul_shift_right` and its rounding form: the wide product, shifted, saturated.
    pub(super) fn mul_shift(&mut self, args: &[NodeId], rounding: bool) -> Value {
        let bits = self.ty(args[0]).bits;
        let signs = [0, 1].map(|i| self.ty(args[i]).is_signed());
        let signed = signs[0] || signs[1];
        let [a, b] = [0, 1].map(|i| self.widened(args[i], 2 * bits));
        let value = self.b.op(Generic::Mul, &[a, b]);
        let product = Shifted { value, signed, rounding };
        let both_signed = signs[0] && signs[1];
        let n = bits as i128;
        match self.amount(args[2], 2 * bits) {
            // With N bits gone the rest fits, and what is left to shift is done on narrow elements.
            Amount::Known(q) if q >= n && (q > n || !rounding) && q < 2 * n => {
                let high = self.b.by(if signed { Generic::AShr } else { Generic::LShr }, value, n);
                let high = self.b.truncate(high, bits);
                let rest = q - n;
                // A product of two signed numbers leaves room to add half before shifting.
                if rounding && both_signed && rest <= n - 2 {
                    let up = self.b.by(Generic::Add, high, 1 << (rest - 1));
                    return self.b.by(Generic::AShr, up, rest);
                }
                self.right_by_known(Shifted { value: high, ..product }, rest)
            }
            Amount::Known(q) if rounding && q > 0 && q <= n && q <= 63 => {
                let up = self.b.by(Generic::Add, value, 1 << (q - 1));
                let shifted = self.right_by_known(Shifted { value: up, signed, rounding: false }, q);
                self.saturated(shifted, signed, bits, signed)
            }
            amount => {
                let shifted = self.shift_by(product, amount, false);
                self.saturated(shifted, signed, bits, signed)
            }
        }
    }
}
