//! Constants, and numbers of one type as those of another.

use crate::form::Number;
use crate::write::{Value, Writer, ty};

/// A value as wider numbers, or as bytes of the other sign: `a + 128` is `a` without a sign, and nothing of it is lost.
pub fn converted(writer: &mut Writer, value: Value, shape: &[u64], (from, to): (Number, Number)) -> Value {
    let extended = |writer: &mut Writer, value: Value, to: Number| {
        let op = if matches!(from, Number::Unsigned(_)) { "arith.extui" } else { "arith.extsi" };
        writer.op(op, &[&value], "", ty(shape, to))
    };
    if from.bits() != to.bits() {
        return extended(writer, value, to);
    }
    if from == to || from.is_float() {
        return value;
    }
    let wide = Number::Signed(2 * from.bits());
    let turn = 1 << (from.bits() - 1);
    let value = extended(writer, value, wide);
    let turn = constant(writer, if matches!(to, Number::Unsigned(_)) { turn } else { -turn }, shape, wide);
    let value = writer.op("arith.addi", &[&value, &turn], "", ty(shape, wide));
    writer.op("arith.trunci", &[&value], "", ty(shape, to))
}

/// The bits of a value that count, where these are not all.
pub fn masked(writer: &mut Writer, value: Value, shape: &[u64], (used, of): (Option<u32>, Number)) -> Value {
    let Some(used) = used else { return value };
    let mask = constant(writer, (1 << used) - 1, shape, of);
    writer.op("arith.andi", &[&value, &mask], "", ty(shape, of))
}

/// A value less an offset, which may be none.
pub fn less(writer: &mut Writer, value: Value, shape: &[u64], (offset, of): (i64, Number)) -> Value {
    if offset == 0 {
        return value;
    }
    let offset = constant(writer, offset, shape, of);
    writer.op("arith.subi", &[&value, &offset], "", ty(shape, of))
}

/// A number, or a vector of it.
pub fn constant(writer: &mut Writer, value: i64, shape: &[u64], of: Number) -> Value {
    let (text, ty) = (if of.is_float() { format!("{value}.000000e+00") } else { value.to_string() }, ty(shape, of));
    let value = if shape.is_empty() { text.to_owned() } else { format!("dense<{text}>") };
    writer.op("arith.constant", &[], &format!(" <{{value = {value} : {ty}}}>"), ty)
}
