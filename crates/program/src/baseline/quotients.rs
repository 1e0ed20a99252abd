//! Division by floats, where a CPU has none of integers in vectors: integers that are short against a significand have a quotient
//! whose integer part survives rounding. Why is written where the proof has it from (`isotope_ir::lanes`, `exact`).

use super::{Lowering, shape};
use crate::program::{FloatFormat, FloatOp, Generic, Value};
use isotope_ir::soft_float::{DOUBLE, SINGLE};
use isotope_ir::types::Type;

/// The widest elements that are divided by floats: binary64 tells quotients of 32 bits apart.
pub(super) const MAX_BITS: u32 = 32;

impl Lowering<'_> {
    /// Quotient or remainder of unsigned values of up to 32 bits whose divisor is not zero.
    ///
    /// The quotient is cut to an integer after one division. A remainder is what the quotient's product leaves, in the operands' own
    /// width: what wraps in the product wraps back in the difference.
    pub(super) fn by_floats(&mut self, quotient: bool, a: Value, b: Value) -> Value {
        let bits = self.b.shape(a).bits;
        // Of 16 bits and less zeros are put in front, so that signed conversions do, which every CPU has.
        let (float, signed) = if bits <= 16 { (SINGLE, true) } else { (DOUBLE, false) };
        let [a_float, b_float] = [a, b].map(|value| {
            let wide = self.b.extend(value, 32, false);
            self.float_step(if signed { FloatOp::FromSigned } else { FloatOp::FromUnsigned }, &[wide], float, float)
        });
        let divided = self.float_step(FloatOp::Div, &[a_float, b_float], float, float);
        let to_integer = if signed { FloatOp::ToSigned } else { FloatOp::ToUnsigned };
        let whole = self.float_step(to_integer, &[divided], float, Type::uint(32, 1));
        if quotient {
            return self.b.truncate(whole, bits);
        }
        // Few CPUs multiply bytes.
        let narrow = bits.max(16);
        let (whole, b) = (self.b.truncate(whole, narrow), self.b.extend(b, narrow, false));
        let product = self.b.op(Generic::Mul, &[whole, b]);
        let product = self.b.truncate(product, bits);
        self.b.op(Generic::Sub, &[a, product])
    }

    /// An operation in a format, with elements of a type.
    fn float_step(&mut self, op: FloatOp, args: &[Value], format: Type, element: Type) -> Value {
        let lanes = self.b.shape(args[0]).lanes;
        let format = FloatFormat::of(format).expect("binary32 and binary64 are formats");
        self.b.program.generic(Generic::Float(op, format), args.to_vec(), shape(element.with_lanes(lanes)))
    }
}
