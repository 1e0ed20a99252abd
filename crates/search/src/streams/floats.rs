//! Forms of operations with floats: what [`soft_float`] makes of them, over operations that are had and integers.
//!
//! The same definitions are the terms of a proof and the steps of the plain lowering, so that a program that is planned from these forms has the
//! operations that the proof knows.
//!
//! A value is a form together with the number of its bits that count: integers are read with a sign or without one, as each operation does, and a
//! form that fits either way stays as it is. So `uint8(int32(f))`, where f lies from 0 to 255, is the conversion itself, and no mask.

use crate::form::{Bitwise, Floating, Forms, Id, Test, type_range, within};
use isotope_ir::expr::Op;
use isotope_ir::soft_float::{self, Arithmetic};
use isotope_ir::term::BinOp;
use isotope_ir::types::Type;
use isotope_program::{FloatFormat, FloatOp};

/// Whether an operation with floats has a form.
pub(super) fn has_form(op: &Op) -> bool {
    use Op::{Abs, Absd, Add, Cast, Div, Eq, Ge, Gt, Le, Lt, Max, Min, Mul, Ne, SaturatingCast, Sub};
    use Op::{WidenRightAdd, WidenRightMul, WidenRightSub, WideningAdd, WideningMul, WideningSub};
    matches!(
        op,
        Abs | Absd
            | Add
            | Cast
            | Div
            | Eq
            | Ge
            | Gt
            | Le
            | Lt
            | Max
            | Min
            | Mul
            | Ne
            | SaturatingCast
            | Sub
            | WidenRightAdd
            | WidenRightMul
            | WidenRightSub
            | WideningAdd
            | WideningMul
            | WideningSub
    )
}

/// The form of an operation with a float operand or result; `None` where it has none.
pub(super) fn elementwise(forms: &mut Forms, op: &Op, ty: Type, args: &[Id], types: &[Type]) -> Option<Id> {
    let mut written = Written { forms, is_had: true };
    let values: Vec<Value> = args.iter().zip(types).map(|(&id, of)| (id, of.bits)).collect();
    let (id, bits) = soft_float::operation(&mut written, op, &values, types, ty);
    let is_had = written.is_had;
    is_had.then(|| forms.wrap(id, bits, ty.is_signed()))
}

/// A form, and how many of its bits count.
type Value = (Id, u32);

/// Definitions written down as forms.
struct Written<'a> {
    forms: &'a mut Forms,
    /// Whether every operation so far has a form.
    is_had: bool,
}

impl Written<'_> {
    /// A value as a number with a sign, or without one.
    ///
    /// A form that is in the range of such a type already is itself.
    fn read(&mut self, (id, bits): Value, signed: bool) -> Id {
        self.forms.wrap(id, bits, signed)
    }

    /// A shift to the right by a constant.
    fn shifted(&mut self, a: Value, by: Value, signed: bool) -> Id {
        let of = self.read(a, signed);
        match self.forms.as_const(by.0).and_then(|by| u32::try_from(by).ok()) {
            Some(by) => self.forms.shr(of, by),
            None => self.none(),
        }
    }

    /// The form of an operation that has none.
    fn none(&mut self) -> Id {
        self.is_had = false;
        self.forms.constant(0)
    }
}

impl Arithmetic for Written<'_> {
    type Value = Value;

    fn constant(&mut self, value: u64, bits: u32) -> Value {
        (self.forms.constant(value.into()), bits)
    }

    fn bin(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        let bits = a.1;
        let signed = matches!(op, BinOp::Slt | BinOp::Sle);
        let (x, y) = (self.read(a, signed), self.read(b, signed));
        let f = &mut *self.forms;
        let id = match op {
            BinOp::Add => f.add(x, y),
            BinOp::Sub => f.sub(x, y),
            BinOp::Mul => f.mul(x, y),
            BinOp::And => f.bits(Bitwise::And, x, y),
            BinOp::Or => f.bits(Bitwise::Or, x, y),
            BinOp::Xor => f.bits(Bitwise::Xor, x, y),
            BinOp::Eq => return (f.test(Test::Equal, x, y), 1),
            BinOp::Ult | BinOp::Slt => return (f.test(Test::Less, x, y), 1),
            BinOp::Ule | BinOp::Sle => {
                let more = f.test(Test::Less, y, x);
                return (f.not(more), 1);
            }
            BinOp::Shl => match f.as_const(y) {
                Some(by) if (0..64).contains(&by) => f.sum(&[(1 << by, x)], 0),
                _ => self.none(),
            },
            BinOp::LShr => self.shifted(a, b, false),
            BinOp::AShr => self.shifted(a, b, true),
            BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => self.none(),
        };
        (self.forms.wrap(id, bits, false), bits)
    }

    fn select(&mut self, condition: Value, then: Value, other: Value) -> Value {
        let bits = then.1;
        let range = |id: Id| self.forms.range(id);
        // A choice between floats has bounds by what is compared, whatever these forms were read as.
        // Numbers that both have a sign stay so; else they are read without one, as floats are.
        let signed = [then.0, other.0].iter().all(|&id| within(range(id), type_range(bits, true)));
        let (x, y) = (self.read(then, signed), self.read(other, signed));
        (self.forms.select_float(condition.0, x, y, Type::float(bits, 1)), bits)
    }

    fn resize(&mut self, value: Value, bits: u32) -> Value {
        if bits > value.1 {
            return (self.read(value, false), bits);
        }
        let range = self.forms.range(value.0);
        let is_short = [true, false].iter().any(|&signed| within(range, type_range(bits, signed)));
        (if is_short { value.0 } else { self.read((value.0, bits), false) }, bits)
    }

    fn float(&mut self, op: &Op, a: Value, b: Value, ty: Type) -> Value {
        let (op, to) = match op {
            Op::Add => (FloatOp::Add, ty),
            Op::Sub => (FloatOp::Sub, ty),
            Op::Mul => (FloatOp::Mul, ty),
            Op::Div => (FloatOp::Div, ty),
            Op::Eq => (FloatOp::Eq, Type::bool(1)),
            Op::Ne => (FloatOp::Ne, Type::bool(1)),
            Op::Lt => (FloatOp::Lt, Type::bool(1)),
            Op::Le => (FloatOp::Le, Type::bool(1)),
            Op::Gt => (FloatOp::Gt, Type::bool(1)),
            _ => (FloatOp::Ge, Type::bool(1)),
        };
        let args = [a, b].map(|value| self.read(value, false)).to_vec();
        (self.forms.float(Floating { op, from: ty, to }, args), to.bits)
    }

    fn sign_extend(&mut self, value: Value, bits: u32) -> Value {
        (self.read(value, true), bits)
    }

    fn convert(&mut self, value: Value, from: Type, to: Type) -> Value {
        if from == to {
            return value;
        }
        let op = match (from.is_float(), FloatFormat::of(to)) {
            (true, Some(format)) => FloatOp::Convert(format),
            (true, None) if to.is_signed() => FloatOp::ToSigned,
            (true, None) => FloatOp::ToUnsigned,
            (false, _) if from.is_signed() => FloatOp::FromSigned,
            (false, _) => FloatOp::FromUnsigned,
        };
        let of = self.read(value, from.is_signed());
        (self.forms.float(Floating { op, from, to }, vec![of]), to.bits)
    }

    fn has(&self, ty: Type) -> bool {
        FloatFormat::of(ty).is_some()
    }
}
