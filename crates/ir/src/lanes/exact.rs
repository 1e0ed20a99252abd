//! Exact results of floats: facts about conversions that uninterpreted functions do not show.
//!
//! **A quotient of integers, cut to an integer.** Let a and b be integers below 2^k, b not zero, q = floor(a / b), and p the bits of
//! the format's significand, k + 2 <= p. Then the rounded quotient r(a / b) lies in [q, q + 1), so that its integer part is q:
//! - a, b, q and q + 1 are floats, because they are below 2^p. Rounding keeps order, so r(a / b) >= r(q) = q.
//! - a / b <= q + 1 - 1 / b. The float before q + 1 is at least q + 1 - (q + 1) / 2^(p - 1), and 1 / b is not less than that
//!   distance: b (q + 1) <= a + b < 2^(k + 1) <= 2^(p - 1). So r(a / b) is at most that float.
//!
//! Nothing here is tiny or infinite: a / b is zero, or between 2^-k and 2^k. What is seen is the text of a term, so a divisor must show
//! that it is not zero, and operands that they are short.
//!
//! **A value between two bounds.** What is pinned by comparisons between two finite floats is no NaN and fits an integer type that holds
//! both.
//!
//! An arena that simplifies nothing ([`Terms::raw`]) learns neither.

use crate::term::{BinOp, Node, TermId, Terms, UnOp};
use crate::types::Type;

/// Bits of a significand, the hidden one included.
fn precision(ty: Type) -> u32 {
    if ty.bits == 32 { 24 } else { 53 }
}

/// The integer that a float is which is a quotient of short integers.
pub(super) fn quotient(terms: &mut Terms, value: TermId, from: Type, to: Type) -> Option<TermId> {
    let (a, b, bits) = operands(terms, value, from, to)?;
    let (a, b) = (terms.zext(a, bits), terms.zext(b, bits));
    let quotient = terms.bin(BinOp::UDiv, a, b);
    Some(if bits < to.bits { terms.zext(quotient, to.bits) } else { quotient })
}

/// Whether the integer part of a float is known to fit an integer type.
pub(super) fn holds(terms: &Terms, value: TermId, from: Type, to: Type) -> bool {
    operands(terms, value, from, to).is_some() || pinned(terms, value, from, to)
}

/// The integers that are divided, none negative, and what both fit in; `None` where the fact does not apply.
fn operands(terms: &Terms, value: TermId, from: Type, to: Type) -> Option<(TermId, TermId, u32)> {
    let Node::Apply(name, args) = terms.node(value) else { return None };
    if terms.is_raw() || from.bits < 32 || *name != format!("fdiv.{from}") {
        return None;
    }
    let (a, b) = (converted(terms, args[0], from)?, converted(terms, args[1], from)?);
    let bits = terms.width(a).max(terms.width(b));
    let fits = bits + u32::from(to.is_signed()) <= to.bits;
    (bits + 2 <= precision(from) && fits && never_zero(terms, b)).then_some((a, b, bits))
}

/// The integer that a float was converted from, if it is not negative: what it is an extension of, if it is one.
fn converted(terms: &Terms, value: TermId, to: Type) -> Option<TermId> {
    let Node::Apply(name, args) = terms.node(value) else { return None };
    let from = name.strip_prefix("fconvert.")?.strip_suffix(&format!(".{to}"))?;
    let inner = if let Node::ZExt(inner) = terms.node(args[0]) { *inner } else { args[0] };
    let positive = from.starts_with("uint") || from.starts_with("int") && inner != args[0];
    positive.then_some(inner)
}

/// Whether a term shows that it is not zero: a constant, or a choice of which one way is taken just where the other is zero.
fn never_zero(terms: &Terms, id: TermId) -> bool {
    let constant = |id: TermId| terms.as_const(id).is_some_and(|v| v != 0);
    let zero_where = |condition: TermId, of: TermId| matches!(*terms.node(condition), Node::Bin(BinOp::Eq, x, zero) if is_size_of(terms, of, x) && terms.as_const(zero) == Some(0));
    match *terms.node(id) {
        Node::ZExt(inner) => never_zero(terms, inner),
        Node::Ite(condition, then, other) => match *terms.node(condition) {
            Node::Un(UnOp::Not, condition) => zero_where(condition, then) && constant(other),
            _ => zero_where(condition, other) && constant(then),
        },
        _ => constant(id),
    }
}

/// Whether a term is another one or its magnitude, so that it is zero only where that is.
fn is_size_of(terms: &Terms, id: TermId, of: TermId) -> bool {
    let negated = |t: TermId| matches!(*terms.node(t), Node::Un(UnOp::Neg, x) if x == of);
    id == of || matches!(*terms.node(id), Node::Ite(_, a, b) if (a == of || negated(a)) && (b == of || negated(b)))
}

/// Whether a float is pinned from below and then from above by constants that an integer type holds.
fn pinned(terms: &Terms, value: TermId, from: Type, to: Type) -> bool {
    let less = format!("flt.{from}");
    // The other way of a choice whose condition is `flt(a, b)`: the value where it holds, else the constant.
    let choice = |id: TermId| match *terms.node(id) {
        Node::Ite(condition, then, other) => match terms.node(condition) {
            Node::Apply(name, args) if *name == less => Some((args[0], args[1], then, number(terms, other, from)?)),
            _ => None,
        },
        _ => None,
    };
    let Some((a, b, then, high)) = choice(value) else { return false };
    let under = a == then && number(terms, b, from) == Some(high);
    let Some((a, b, then, low)) = choice(then) else { return false };
    let over = b == then && number(terms, a, from) == Some(low);
    let Some((least, most)) = to.range() else { return false };
    !terms.is_raw() && under && over && least <= low && low <= high && high <= most
}

/// A constant float that is an integer. One past all types becomes an integer past them.
fn number(terms: &Terms, id: TermId, ty: Type) -> Option<i128> {
    let bits = terms.as_const(id)?;
    let number = if ty.bits == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits as u64) };
    (number.fract() == 0.0).then_some(number as i128)
}

#[cfg(test)]
mod tests;
