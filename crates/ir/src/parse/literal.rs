//! Numbers as Halide prints them.
//!
//! The type of a number depends on the text around it: a type in front, a suffix, a point. A number that does not fit its type is
//! an error and never wrapped, since Halide prints no such literals, and a wrapped one would be another expression.

use crate::interp::float;
use crate::types::{Kind, Type};

/// A decimal or hexadecimal integer without a sign, at most 64 bits.
pub(super) fn integer(text: &str) -> Option<i128> {
    let value = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None if text.bytes().all(|c| c.is_ascii_digit()) => text.parse().ok()?,
        None => return None,
    };
    Some(value.into())
}

/// A literal's bits and type. `stated` is the type in front of it; without one an integer is int32, a fraction is
/// float64, or what its suffix says: `f` float32, `h` float16. The error is one sentence.
pub(super) fn bits(text: &str, negative: bool, stated: Option<Type>) -> Result<(Type, u64), String> {
    if let Some(value) = integer(text) {
        let ty = stated.unwrap_or(Type::int(32, 1));
        let value = if negative { -value } else { value };
        if ty.is_float() && text.starts_with("0x") {
            // The bits themselves: what has no decimal, infinities and NaNs.
            let fits = !negative && value <= crate::term::mask(ty.bits) as i128;
            return if fits { Ok((ty, value as u64)) } else { Err(format!("{text} is not {} bits", ty.bits)) };
        }
        if let Some((low, high)) = ty.range() {
            let fits = (low..=high).contains(&value);
            let mask = crate::term::mask(ty.bits) as u64;
            return if fits { Ok((ty, value as u64 & mask)) } else { Err(format!("{value} does not fit in {ty}")) };
        }
    }
    let (digits, by_suffix) = match text.as_bytes() {
        [.., b'f'] => (&text[..text.len() - 1], Some(Type { kind: Kind::Float, bits: 32, lanes: 1 })),
        [.., b'h'] => (&text[..text.len() - 1], Some(Type { kind: Kind::Float, bits: 16, lanes: 1 })),
        _ => (text, None),
    };
    let ty = stated.or(by_suffix).unwrap_or(Type { kind: Kind::Float, bits: 64, lanes: 1 });
    let plain = digits.bytes().all(|c| c.is_ascii_digit() || matches!(c, b'.' | b'e' | b'E' | b'+' | b'-'));
    if !plain || !ty.is_float() {
        return Err(format!("`{text}` is no literal of {ty}"));
    }
    // binary32 is read directly: through binary64 it would be rounded twice.
    let parsed = match ty.bits {
        32 => digits.parse::<f32>().ok().map(|v| u64::from(v.to_bits())),
        _ => digits.parse::<f64>().ok().map(|v| float::encode(v, ty)),
    };
    let bits = parsed.ok_or(format!("`{text}` is no number"))?;
    Ok((ty, if negative { bits | 1 << (ty.bits - 1) } else { bits }))
}
