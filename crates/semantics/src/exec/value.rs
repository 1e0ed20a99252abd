//! The value of an expression.
//!
//! A value is a mathematical integer in two parts: bits, and whether the highest of them is a sign. `signed_at` is the
//! width at which the bits read as two's complement; it is a number and not a flag, because a slice of a signed
//! register has the register's element width, and is signed only if it has that very width itself.

use super::domain::Domain;
use super::fault::{Done, Fault};
use super::float::{format_of, format_of_bits, reading, real};
use crate::pseudo::ast::Sym;
use isotope_ir::term::{BinOp, UnOp};

/// A mathematical integer, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<V> {
    /// A known integer.
    Int(i128),
    /// Up to 128 bits; `signed_at` is the width at which they read as two's complement, 0 for never.
    Word { v: V, signed_at: u32 },
    /// Pieces, low first, for what is only moved.
    Wide { parts: Vec<V>, width: u32, signed_at: u32 },
    /// A real literal, as the bits of a binary64: it takes the format of what it meets.
    Real(u64),
    /// The name of a function.
    Function(Sym),
}

/// A value that can be computed with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scalar<V> {
    // At most 128 bits: what terms and words hold.
    pub v: V,
    pub width: u32,
    pub signed: bool,
}

impl<V: Copy> Scalar<V> {
    /// As a value again.
    pub fn value(self) -> Value<V> {
        Value::Word { v: self.v, signed_at: if self.signed { self.width } else { 0 } }
    }
}

/// Bits that an integer needs, and whether one of them is a sign.
pub(super) fn integer_width(c: i128) -> (u32, bool) {
    if c >= 0 { ((128 - c.leading_zeros()).max(1), false) } else { (129 - (!c).leading_zeros(), true) }
}

/// Signed when the integer is negative; one more bit for an unsigned value that joins signed ones.
pub(super) fn signed_width<V>(s: &Scalar<V>) -> u32 {
    if s.signed { s.width } else { s.width + 1 }
}

/// The width at which a value's bits read with a sign; 0 for never. Known integers have their own.
pub(super) fn signed_at<V>(value: &Value<V>) -> u32 {
    match value {
        Value::Word { signed_at, .. } | Value::Wide { signed_at, .. } => *signed_at,
        _ => 0,
    }
}

/// Whether a value has a sign: a negative constant, or bits of which the highest is one.
pub(super) fn has_sign<D: Domain>(d: &D, value: &Value<D::V>) -> bool {
    match value {
        Value::Int(c) => *c < 0,
        other => signed_at(other) != 0 && signed_at(other) == width(d, other),
    }
}

/// Bits that the value is kept in. Of a known integer, those that it needs.
pub(super) fn width<D: Domain>(d: &D, value: &Value<D::V>) -> u32 {
    match value {
        Value::Int(c) => integer_width(*c).0,
        Value::Word { v, .. } => d.width(*v),
        Value::Wide { width, .. } => *width,
        Value::Real(_) | Value::Function(_) => 0,
    }
}

/// Joins pieces, low first, into one bit-vector of at most 128 bits.
pub(super) fn join<D: Domain>(d: &mut D, parts: &[D::V]) -> Done<D::V> {
    let total: u32 = parts.iter().map(|p| d.width(*p)).sum();
    if total > 128 || parts.is_empty() {
        return Err(Fault::TooWide(total));
    }
    let mut out = parts[0];
    for part in &parts[1..] {
        out = d.concat(*part, out);
    }
    Ok(out)
}

/// Pieces as a value: one piece is a word.
pub(super) fn from_parts<D: Domain>(d: &mut D, mut parts: Vec<D::V>, signed_at: u32) -> Value<D::V> {
    let width: u32 = parts.iter().map(|p| d.width(*p)).sum();
    if parts.len() > 1
        // Concretely at once, as terms only when something is computed with them.
        && D::JOINS
        && width <= 128
        && let Ok(v) = join(d, &parts)
    {
        parts = vec![v];
    }
    match parts[..] {
        [] => Value::Int(0),
        [v] => Value::Word { v, signed_at },
        _ => Value::Wide { parts, width, signed_at },
    }
}

/// The value as something to compute with.
pub(super) fn scalar<D: Domain>(d: &mut D, value: &Value<D::V>) -> Done<Scalar<D::V>> {
    match value {
        Value::Int(c) => {
            let (width, signed) = integer_width(*c);
            if width > 128 {
                return Err(Fault::TooWide(width));
            }
            Ok(Scalar { v: d.constant(*c as u128, width), width, signed })
        }
        Value::Word { v, signed_at } => {
            let width = d.width(*v);
            Ok(Scalar { v: *v, width, signed: *signed_at == width })
        }
        Value::Wide { parts, width, signed_at } => {
            Ok(Scalar { v: join(d, parts)?, width: *width, signed: signed_at == width })
        }
        // A comparison's name where a number should be.
        Value::Function(_) => Err(Fault::NotInteger("a function".into())),
        Value::Real(_) => Err(Fault::NotInteger("a real literal".into())),
    }
}

/// The low `to` bits of a scalar, extended by its own sign.
pub(super) fn fit<D: Domain>(d: &mut D, s: Scalar<D::V>, to: u32) -> D::V {
    if to <= s.width {
        d.extract(s.v, 0, to)
    } else if s.signed {
        d.sext(s.v, to)
    } else {
        d.zext(s.v, to)
    }
}

/// The known integer behind a value.
/// Unsigned words over 127 bits are no integers of this kind; they count as data.
pub(super) fn known<D: Domain>(d: &D, value: &Value<D::V>) -> Option<i128> {
    match value {
        Value::Int(c) => Some(*c),
        Value::Word { v, signed_at } => {
            let width = d.width(*v);
            let bits = d.as_const(*v)?;
            Some(if *signed_at == width { isotope_ir::term::signed(bits, width) } else { i128::try_from(bits).ok()? })
        }
        _ => None,
    }
}

/// A value's bits `0 .. width` in pieces, low first, extended by its own sign.
pub(super) fn pieces<D: Domain>(d: &mut D, value: &Value<D::V>, width: u32) -> Done<Vec<D::V>> {
    let mut out = Vec::new();
    if width == 0 {
        return Ok(out);
    }
    // Bits so far; the integer's sign, or zeros, fill what is missing.
    let mut have = 0;
    let (parts, sign): (Vec<D::V>, bool) = match value {
        Value::Int(c) => {
            let chunk = width.min(128);
            out.push(d.constant(*c as u128, chunk));
            let fill = if *c < 0 { u128::MAX } else { 0 };
            fill_pieces(d, &mut out, width - chunk, fill);
            return Ok(out);
        }
        Value::Word { v, signed_at } => (vec![*v], *signed_at == d.width(*v)),
        Value::Wide { parts, width, signed_at } => (parts.clone(), signed_at == width),
        // Stored, it has the format of so many bits.
        Value::Real(bits) => {
            let format = format_of_bits(width).ok_or(Fault::DataWidth)?;
            return Ok(vec![d.constant(real(*bits, format)?.into(), width)]);
        }
        Value::Function(_) => return Err(Fault::NotInteger("a function".into())),
    };
    if parts.len() == 1 && width <= 128 {
        let s = Scalar { v: parts[0], width: d.width(parts[0]), signed: sign };
        return Ok(vec![fit(d, s, width)]);
    }
    for part in &parts {
        let w = d.width(*part).min(width - have);
        if w == 0 {
            break;
        }
        out.push(d.extract(*part, 0, w));
        have += w;
    }
    if have < width {
        if sign {
            let top = parts[parts.len() - 1];
            let bit = d.width(top) - 1;
            let bit = d.extract(top, bit, 1);
            while have < width {
                let w = (width - have).min(128);
                out.push(d.sext(bit, w));
                have += w;
            }
        } else {
            fill_pieces(d, &mut out, width - have, 0);
        }
    }
    Ok(out)
}

/// `width` bits that are all alike, in pieces of at most 128.
fn fill_pieces<D: Domain>(d: &mut D, out: &mut Vec<D::V>, mut width: u32, fill: u128) {
    while width > 0 {
        let w = width.min(128);
        out.push(d.constant(fill, w));
        width -= w;
    }
}

/// Bits `lo .. lo + width` of a value, as its bits: unsigned unless elements of that width are signed.
pub(super) fn slice<D: Domain>(d: &mut D, value: &Value<D::V>, lo: u32, width: u32) -> Done<Value<D::V>> {
    // A slice of a known integer is known: `imm8[3:2]`.
    if let Value::Int(c) = value {
        let shifted = if lo >= 127 { if *c < 0 { -1 } else { 0 } } else { *c >> lo };
        if width < 127 {
            return Ok(Value::Int(shifted & ((1i128 << width) - 1)));
        }
    }
    let all = pieces(d, value, lo + width)?;
    let mut out = Vec::new();
    let mut at = 0;
    for piece in all {
        let w = d.width(piece);
        let (from, to) = (lo.max(at), (lo + width).min(at + w));
        if from < to {
            out.push(d.extract(piece, from - at, to - from));
        }
        at += w;
    }
    Ok(from_parts(d, out, signed_at(value)))
}

/// Pieces cut so that both lists have the same widths.
/// Both have the same total, so that nothing is left over.
pub(super) fn align<D: Domain>(d: &mut D, a: &[D::V], b: &[D::V]) -> Vec<(D::V, D::V)> {
    let mut out = Vec::new();
    let (mut i, mut j, mut ai, mut bj) = (0, 0, 0, 0);
    while i < a.len() && j < b.len() {
        let (wa, wb) = (d.width(a[i]) - ai, d.width(b[j]) - bj);
        let w = wa.min(wb);
        out.push((d.extract(a[i], ai, w), d.extract(b[j], bj, w)));
        ai += w;
        bj += w;
        if ai == d.width(a[i]) {
            i += 1;
            ai = 0;
        }
        if bj == d.width(b[j]) {
            j += 1;
            bj = 0;
        }
    }
    out
}

/// Whether a value is not zero, as one bit.
/// A text may test a whole register (`IF mask`), piece by piece.
pub(super) fn truth<D: Domain>(d: &mut D, value: &Value<D::V>) -> Done<D::V> {
    if let Some(c) = known(d, value) {
        return Ok(d.constant((c != 0) as u128, 1));
    }
    let parts = match value {
        Value::Wide { parts, .. } => parts.clone(),
        other => vec![scalar(d, other)?.v],
    };
    let mut any = d.constant(0, 1);
    for part in parts {
        let w = d.width(part);
        let bit = if w == 1 {
            part
        } else {
            let zero = d.constant(0, w);
            let eq = d.bin(BinOp::Eq, part, zero);
            d.un(UnOp::Not, eq)
        };
        any = d.bin(BinOp::Or, any, bit);
    }
    Ok(any)
}

/// `c ? a : b`.
pub(super) fn choose<D: Domain>(d: &mut D, c: D::V, a: &Value<D::V>, b: &Value<D::V>) -> Done<Value<D::V>> {
    if a == b {
        return Ok(a.clone());
    }
    if let Some(c) = d.as_const(c) {
        return Ok(if c != 0 { a.clone() } else { b.clone() });
    }
    // Beside a float a literal is one.
    if let (Value::Real(bits), other) | (other, Value::Real(bits)) = (a, b)
        && let Some(format) = format_of(d, other)
    {
        let v = d.constant(real(*bits, format)?.into(), format.bits());
        let literal = Value::Word { v, signed_at: reading(format) };
        let (a, b) = if matches!(a, Value::Real(_)) { (&literal, b) } else { (a, &literal) };
        return choose(d, c, a, b);
    }
    let signed = has_sign(d, a) || has_sign(d, b);
    // A value without a sign needs a bit more beside one that has a sign.
    let need = |d: &D, v: &Value<D::V>| width(d, v) + (signed && !has_sign(d, v)) as u32;
    let total = need(d, a).max(need(d, b));
    let (pa, pb) = (pieces(d, a, total)?, pieces(d, b, total)?);
    let parts = align(d, &pa, &pb).into_iter().map(|(x, y)| d.ite(c, x, y)).collect();
    // Without a sign of its own the join reads as its sides did, but not with a sign at its whole width: neither side
    // had one there.
    let inherited = signed_at(a).max(signed_at(b));
    Ok(from_parts(
        d,
        parts,
        if signed {
            total
        } else if inherited == total {
            0
        } else {
            inherited
        },
    ))
}
