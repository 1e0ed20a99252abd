//! Exact integer arithmetic with the fewest bits that hold the result.
//!
//! `want` is the number of low bits the context keeps, when it is known to keep no more: addition, multiplication, left
//! shifts and bitwise operators are then computed modulo two to that width.
//!
//! The guide's arithmetic is on mathematical integers: `(a + b + 1) >> 1` of bytes needs nine bits, and
//! `Saturate16(a*b+c*d)` thirty-three. An operation is therefore computed in a width that holds its exact result, which
//! its operands' widths and signs decide; terms stay as narrow as that. A value over 128 bits is refused, unless the
//! context keeps less.
//!
//! Only addition, subtraction, multiplication, left shifts and bitwise operators are right modulo two to a width when
//! their operands are known only modulo two to it. Comparisons, right shifts, quotients and saturation look at the
//! exact value, so that no `want` goes through them (`Machine::binary` sees to that).

use super::domain::Domain;
use super::fault::{Done, Fault};
use super::value::*;
use crate::pseudo::ast::{BinOp as Op, UnOp as Minus};
use isotope_ir::term::{BinOp, UnOp};

/// `NOT x`, `-x`, `!x`. The complement of what has a width is that of its bits: of an unsigned byte it is a byte again,
/// as `(NOT a[7:0]) AND b[7:0]` means it. Of a known integer it is the integer's, `-x - 1`.
pub(super) fn unary<D: Domain>(d: &mut D, op: Minus, a: &Value<D::V>, want: Option<u32>) -> Done<Value<D::V>> {
    match op {
        Minus::LogicNot => {
            let t = truth(d, a)?;
            let v = d.un(UnOp::Not, t);
            Ok(Value::Word { v, signed_at: 0 })
        }
        Minus::Not => match a {
            Value::Int(c) => Ok(Value::Int(!c)),
            Value::Wide { parts, signed_at, .. } => {
                let parts = parts.iter().map(|p| d.un(UnOp::Not, *p)).collect();
                Ok(from_parts(d, parts, *signed_at))
            }
            other => {
                let s = scalar(d, other)?;
                let v = d.un(UnOp::Not, s.v);
                Ok(Scalar { v, ..s }.value())
            }
        },
        Minus::Neg => match a {
            Value::Int(c) => Ok(Value::Int(c.checked_neg().ok_or(Fault::ConstantOverflow)?)),
            other => {
                let s = scalar(d, other)?;
                // -(-128) is 128: a bit more than the operand has, which is where a negated byte gets its sign.
                let width = clip(s.width + 1, want)?;
                let v = fit(d, s, width);
                let v = d.un(UnOp::Neg, v);
                Ok(Scalar { v, width, signed: width == s.width + 1 }.value())
            }
        },
    }
}

/// The width to compute in: exact, or less when the context keeps less.
/// A text that passes 128 bits means a product or shift of whole registers, which no instruction computes.
fn clip(exact: u32, want: Option<u32>) -> Done<u32> {
    let width = want.map_or(exact, |w| exact.min(w));
    if width > 128 { Err(Fault::TooWide(width)) } else { Ok(width) }
}

/// An operator on values. Two known integers give a known integer, whatever the domain: indices and loop bounds are
/// never terms.
pub(super) fn binary<D: Domain>(
    d: &mut D,
    op: Op,
    a: &Value<D::V>,
    b: &Value<D::V>,
    want: Option<u32>,
) -> Done<Value<D::V>> {
    if let (Value::Int(x), Value::Int(y)) = (a, b)
        && let Some(v) = integers(op, *x, *y)?
    {
        return Ok(Value::Int(v));
    }
    match op {
        Op::And | Op::Or | Op::Xor => bitwise(d, op, a, b, want),
        Op::Shl | Op::Shr => shift(d, op, a, b, want),
        Op::LogicAnd | Op::LogicOr => {
            let (x, y) = (truth(d, a)?, truth(d, b)?);
            let v = d.bin(if op == Op::LogicAnd { BinOp::And } else { BinOp::Or }, x, y);
            Ok(Value::Word { v, signed_at: 0 })
        }
        // Registers of any width are compared for equality (`PTEST`), piece by piece.
        Op::Eq | Op::Ne if wide(d, a) || wide(d, b) => {
            let x = bitwise(d, Op::Xor, a, b, None)?;
            let differs = truth(d, &x)?;
            let v = if op == Op::Ne { differs } else { d.un(UnOp::Not, differs) };
            Ok(Value::Word { v, signed_at: 0 })
        }
        Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => compare(d, op, a, b),
        Op::Add | Op::Sub | Op::Mul => sum_or_product(d, op, a, b, want),
        Op::Div | Op::Rem => divide(d, op, a, b),
    }
}

/// Whether a value may have no room beside it in 128 bits for the sign that a comparison adds.
fn wide<D: Domain>(d: &D, v: &Value<D::V>) -> bool {
    width(d, v) > 127
}

/// An operator on known integers; what leaves 127 bits is an error, as nothing of it can be meant.
fn integers(op: Op, x: i128, y: i128) -> Done<Option<i128>> {
    let checked = |v: Option<i128>| v.ok_or(Fault::ConstantOverflow);
    Ok(Some(match op {
        Op::Add => checked(x.checked_add(y))?,
        Op::Sub => checked(x.checked_sub(y))?,
        Op::Mul => checked(x.checked_mul(y))?,
        Op::Div => x.checked_div(y).ok_or(Fault::DivisionByZero)?,
        Op::Rem => x.checked_rem(y).ok_or(Fault::DivisionByZero)?,
        Op::Shl => {
            // Shifted back it must be itself: no bit and no sign may be lost. Zero stays zero by any amount.
            let fits = (0..127).contains(&y) && (x << y) >> y == x;
            if !fits && x != 0 {
                return Err(Fault::ConstantOverflow);
            }
            if x == 0 { 0 } else { x << y }
        }
        // Beyond the last bit there is only the sign.
        Op::Shr => x >> y.clamp(0, 127),
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::LogicAnd => (x != 0 && y != 0) as i128,
        Op::LogicOr => (x != 0 || y != 0) as i128,
        Op::Eq => (x == y) as i128,
        Op::Ne => (x != y) as i128,
        Op::Lt => (x < y) as i128,
        Op::Le => (x <= y) as i128,
        Op::Gt => (x > y) as i128,
        Op::Ge => (x >= y) as i128,
    }))
}

/// AND, OR, XOR of the operands as infinite two's complement, in the bits that tell the result. They work piece by
/// piece, so that whole registers are combined without ever being one bit-vector.
fn bitwise<D: Domain>(d: &mut D, op: Op, a: &Value<D::V>, b: &Value<D::V>, want: Option<u32>) -> Done<Value<D::V>> {
    let (na, nb) = (has_sign(d, a), has_sign(d, b));
    let (wa, wb) = (width(d, a), width(d, b));
    // An AND with an unsigned value has no bits above it.
    // An unsigned operand beside a signed one needs a bit for the zeros above it.
    let (exact, signed) = match op {
        Op::And if !na && !nb => (wa.min(wb), false),
        Op::And if !na => (wa, false),
        Op::And if !nb => (wb, false),
        _ if na == nb => (wa.max(wb), na),
        _ => (if na { wa.max(wb + 1) } else { wb.max(wa + 1) }, true),
    };
    let total = want.map_or(exact, |w| exact.min(w));
    // Cut below its sign, a value has none.
    let kept = if signed && total == exact { total } else { 0 };
    let (pa, pb) = (pieces(d, a, total)?, pieces(d, b, total)?);
    let op = match op {
        Op::And => BinOp::And,
        Op::Or => BinOp::Or,
        _ => BinOp::Xor,
    };
    let parts = align(d, &pa, &pb).into_iter().map(|(x, y)| d.bin(op, x, y)).collect();
    Ok(from_parts(d, parts, kept))
}

/// `<<` and `>>`. By a known amount nothing is computed, bits move; by data the amount is an operand of the term. `>>`
/// fills with the sign where there is one: whether a text means an arithmetic shift is said by its operand's element
/// type.
fn shift<D: Domain>(d: &mut D, op: Op, a: &Value<D::V>, b: &Value<D::V>, want: Option<u32>) -> Done<Value<D::V>> {
    let w = width(d, a);
    if let Some(by) = known(d, b) {
        let by = u32::try_from(by).unwrap_or(u32::MAX).min(crate::limits::MAX_REGISTER_BITS);
        if op == Op::Shl {
            let exact = w + by;
            let total = want.map_or(exact, |n| exact.min(n));
            let sign = if has_sign(d, a) && total == exact { total } else { 0 };
            // All bits that are kept are below the shifted ones.
            if by >= total {
                return Ok(Value::Int(0));
            }
            // Zeros below, the operand's low bits above.
            let mut parts = pieces(d, &Value::Int(0), by)?;
            parts.extend(pieces(d, a, total - by)?);
            if total <= 128 && !D::JOINS {
                // One piece keeps a later OR or shift from falling apart into slices.
                let v = join(d, &parts)?;
                return Ok(Value::Word { v, signed_at: sign });
            }
            return Ok(from_parts(d, parts, sign));
        }
        if let Value::Int(c) = a {
            return Ok(Value::Int(c >> by.min(127)));
        }
        return match (has_sign(d, a), by < w) {
            (true, true) => resign(d, a, by, w - by),
            (true, false) => resign(d, a, w - 1, 1),
            (false, true) => slice(d, a, by, w - by),
            (false, false) => Ok(Value::Int(0)),
        };
    }
    // From here on the amount is data, and the operand one bit-vector.
    let x = scalar(d, a)?;
    let by = scalar(d, b)?;
    // A negative amount reads as a huge one, which shifts everything out: no text relies on it.
    if op == Op::Shl {
        // The greatest amount that the operand's type can give; past 255 the exact width is over every bound anyhow,
        // and only a context that keeps less can be meant.
        let most = if by.width < 8 { (1u32 << by.width) - 1 } else { 255 };
        let exact = x.width + most;
        let total = clip(exact, want)?;
        let v = fit(d, x, total);
        let amount = clamp(d, by, total);
        let v = d.bin(BinOp::Shl, v, amount);
        return Ok(Scalar { v, width: total, signed: x.signed && total == exact }.value());
    }
    let amount = clamp(d, by, x.width);
    let v = d.bin(if x.signed { BinOp::AShr } else { BinOp::LShr }, x.v, amount);
    Ok(Scalar { v, ..x }.value())
}

/// A slice that reaches up to the sign bit, which it keeps as its own sign.
fn resign<D: Domain>(d: &mut D, a: &Value<D::V>, lo: u32, width: u32) -> Done<Value<D::V>> {
    Ok(match slice(d, a, lo, width)? {
        Value::Word { v, .. } => Value::Word { v, signed_at: width },
        Value::Wide { parts, .. } => Value::Wide { parts, width, signed_at: width },
        other => other,
    })
}

/// A shift amount in `width` bits: what does not fit becomes `width`, which shifts everything out.
/// An amount that is data may be wider than what it shifts, as in `PSLLW` by the low 64 bits of a register. Terms shift
/// by amounts of the operand's width, so that a large one must not be cut into a small one.
fn clamp<D: Domain>(d: &mut D, by: Scalar<D::V>, width: u32) -> D::V {
    if by.width <= width {
        return d.zext(by.v, width);
    }
    let limit = d.constant(u128::from(width), by.width);
    let small = d.bin(BinOp::Ult, by.v, limit);
    let low = d.extract(by.v, 0, width);
    // Texts test the amount before they shift: `IF count > 15`, `IF count < 16`.
    let last = d.constant(u128::from(width) - 1, by.width);
    let large = d.bin(BinOp::Ult, last, by.v);
    // On a path where the test was made, the choice is gone from the term.
    if d.decided(small) == Some(true) || d.decided(large) == Some(false) {
        return low;
    }
    let all = d.constant(u128::from(width), width);
    d.ite(small, low, all)
}

/// Both operands in one width that holds them exactly, and whether it has a sign.
fn common<D: Domain>(d: &mut D, a: Scalar<D::V>, b: Scalar<D::V>) -> Done<(D::V, D::V, bool)> {
    let signed = a.signed || b.signed;
    let width = if signed { signed_width(&a).max(signed_width(&b)) } else { a.width.max(b.width) };
    if width > 128 {
        return Err(Fault::TooWide(width));
    }
    Ok((fit(d, a, width), fit(d, b, width), signed))
}

/// An order or equality as one bit.
fn compare<D: Domain>(d: &mut D, op: Op, a: &Value<D::V>, b: &Value<D::V>) -> Done<Value<D::V>> {
    let (a, b) = (scalar(d, a)?, scalar(d, b)?);
    let (x, y, signed) = common(d, a, b)?;
    let (lt, le) = if signed { (BinOp::Slt, BinOp::Sle) } else { (BinOp::Ult, BinOp::Ule) };
    // Only two orders are terms: the others are these with operands or result turned round.
    let v = match op {
        Op::Lt => d.bin(lt, x, y),
        Op::Le => d.bin(le, x, y),
        Op::Gt => d.bin(lt, y, x),
        Op::Ge => d.bin(le, y, x),
        _ => d.bin(BinOp::Eq, x, y),
    };
    let v = if op == Op::Ne { d.un(UnOp::Not, v) } else { v };
    Ok(Value::Word { v, signed_at: 0 })
}

/// +, -, *. A sum has one bit more than the wider operand, a product as many as both; a difference has a sign, and so
/// has everything that a signed operand takes part in.
fn sum_or_product<D: Domain>(
    d: &mut D,
    op: Op,
    a: &Value<D::V>,
    b: &Value<D::V>,
    want: Option<u32>,
) -> Done<Value<D::V>> {
    let (a, b) = (scalar(d, a)?, scalar(d, b)?);
    let either = a.signed || b.signed;
    let (exact, signed, op) = match op {
        Op::Mul => (a.width + b.width, either, BinOp::Mul),
        // Of unsigned operands no bit is spent on a sign.
        Op::Add if !either => (a.width.max(b.width) + 1, false, BinOp::Add),
        Op::Sub if !either => (a.width.max(b.width) + 1, true, BinOp::Sub),
        op => {
            let width = signed_width(&a).max(signed_width(&b)) + 1;
            (width, true, if op == Op::Add { BinOp::Add } else { BinOp::Sub })
        }
    };
    let width = clip(exact, want)?;
    let (x, y) = (fit(d, a, width), fit(d, b, width));
    let v = d.bin(op, x, y);
    // Modulo two to a lesser width there is no sign: whoever asked for that keeps no more bits.
    Ok(Scalar { v, width, signed: signed && width == exact }.value())
}

/// / and %, which round to zero as in C. A known divisor that is a power of two, of an unsigned value, is a shift or a
/// slice: `count % 8` of rotations, `j / 2` of lanes.
fn divide<D: Domain>(d: &mut D, op: Op, a: &Value<D::V>, b: &Value<D::V>) -> Done<Value<D::V>> {
    if let Some(c) = known(d, b) {
        // Of a divisor that is data, zero is no error here: #DE is an effect that the text tests for itself, and a
        // term's quotient by zero has the value that SMT-LIB gives it.
        if c == 0 {
            return Err(Fault::DivisionByZero);
        }
        let unsigned = !matches!(a, Value::Int(_)) && !has_sign(d, a);
        if c > 0 && c & (c - 1) == 0 && unsigned {
            let log = c.trailing_zeros();
            let w = width(d, a);
            return match op {
                Op::Rem if log == 0 => Ok(Value::Int(0)),
                Op::Rem => slice(d, a, 0, log.min(w)),
                _ => shift(d, Op::Shr, a, &Value::Int(i128::from(log)), None),
            };
        }
    }
    let (a, b) = (scalar(d, a)?, scalar(d, b)?);
    let (x, y, signed) = common(d, a, b)?;
    // The quotient of the most negative value by -1 needs one bit more.
    let width = d.width(x) + signed as u32;
    if width > 128 {
        return Err(Fault::TooWide(width));
    }
    let (x, y) = if signed { (d.sext(x, width), d.sext(y, width)) } else { (x, y) };
    let op = match (op, signed) {
        (Op::Div, true) => BinOp::SDiv,
        (Op::Div, false) => BinOp::UDiv,
        (_, true) => BinOp::SRem,
        (_, false) => BinOp::URem,
    };
    let v = d.bin(op, x, y);
    Ok(Scalar { v, width, signed }.value())
}
