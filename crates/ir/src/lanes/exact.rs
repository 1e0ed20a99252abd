//! Exact results of floats: facts about conversions that uninterpreted functions do not show.
//!
//! **A quotient of integers, cut to an integer.** Let a and b be integers below 2^k, b not zero, q = floor(a / b), and p the bits of
//! the format's significand, k + 2 <= p. Then the rounded quotient r(a / b) lies in [q, q + 1), so that its integer part is q:
//! - a, b, q and q + 1 are floats, because they are below 2^p. Rounding keeps order, so r(a / b) >= r(q) = q.
//! - a / b <= q + 1 - 1 / b. The float before q + 1 is at least q + 1 - (q + 1) / 2^(p - 1), and 1 / b is not less than that
//!   distance: b (q + 1) <= a + b < 2^(k + 1) <= 2^(p - 1). So r(a / b) is at most that float.
//!
//! Nothing here is tiny or infinite: a / b is zero, or between 2^-k and 2^k. Only the text of a term is seen, so a divisor must show
//! that it is not zero, and operands that they are short.
//!
//! **A value between two bounds.** What comparisons, conversions and arithmetic keep between two floats ([`bounds`]) is no NaN, and its
//! integer part lies between theirs. So the conversion has no more bits than these:
//!
//! ```text
//! int64(max(min(x, 255), 0))        0 to 255: eight bits of the function, extended by zeros
//! ```
//!
//! An arena that simplifies nothing ([`Terms::raw`]) learns neither.

mod bounds;

use crate::range::Interval;
use crate::term::{BinOp, Node, TermId, Terms, UnOp};
use crate::types::Type;

/// Bits of a significand, the hidden one included.
fn precision(ty: Type) -> u32 {
    if ty.bits == 32 { 24 } else { 53 }
}

/// The integer that a float is which is a quotient of short integers.
pub(super) fn quotient(terms: &mut Terms, value: TermId, from: Type, to: Type) -> Option<TermId> {
    let (a, b, bits) = operands(terms, value, from, to)?;
    let [a, b] =
        [a, b].map(|term| if terms.width(term) > bits { terms.extract(term, 0, bits) } else { terms.zext(term, bits) });
    let quotient = terms.bin(BinOp::UDiv, a, b);
    Some(if bits < to.bits { terms.zext(quotient, to.bits) } else { quotient })
}

/// Whether the integer part of a float is known to fit an integer type.
pub(super) fn holds(terms: &Terms, value: TermId, from: Type, to: Type) -> bool {
    let within = |(low, high): Interval| to.range().is_some_and(|(least, most)| least <= low && high <= most);
    operands(terms, value, from, to).is_some() || bounds::whole(terms, value, from).is_some_and(within)
}

/// An integer that a float was converted to, of which no more bits are left than its bounds have.
pub(super) fn bounded(terms: &mut Terms, whole: TermId, value: TermId, from: Type) -> TermId {
    let width = terms.width(whole);
    let Some((low, high)) = bounds::whole(terms, value, from) else { return whole };
    let of = |v: i128| 128 - (if v < 0 { !v } else { v }).leading_zeros();
    let bits = of(low).max(of(high)) + u32::from(low < 0);
    if bits >= width {
        return whole;
    }
    let part = terms.extract(whole, 0, bits.max(1));
    if low < 0 { terms.sext(part, width) } else { terms.zext(part, width) }
}

/// The integers that are divided, none negative, and what both fit in; `None` where the fact does not apply.
fn operands(terms: &Terms, value: TermId, from: Type, to: Type) -> Option<(TermId, TermId, u32)> {
    let Node::Apply(name, args) = terms.node(value) else { return None };
    if terms.is_raw() || from.bits < 32 || *name != format!("fdiv.{from}") {
        return None;
    }
    let (a, b) = (converted(terms, args[0], from)?, converted(terms, args[1], from)?);
    let length = |term: TermId| terms.as_const(term).map_or(terms.width(term), |v| 128 - v.leading_zeros());
    let bits = length(a).max(length(b)).max(1);
    let fits = bits + u32::from(to.is_signed()) <= to.bits;
    (bits + 2 <= precision(from) && fits && never_zero(terms, b)).then_some((a, b, bits))
}

/// The integer that a float was converted from, if it is not negative: what it is an extension of, if it is one.
fn converted(terms: &Terms, value: TermId, to: Type) -> Option<TermId> {
    let Node::Apply(name, args) = terms.node(value) else { return None };
    let from = name.strip_prefix("fconvert.")?.strip_suffix(&format!(".{to}"))?;
    let inner = if let Node::ZExt(inner) = terms.node(args[0]) { *inner } else { args[0] };
    let positive = || terms.as_const(inner).is_some_and(|v| v >> (terms.width(inner) - 1) == 0);
    let positive = from.starts_with("uint") || from.starts_with("int") && (inner != args[0] || positive());
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

#[cfg(test)]
mod tests;
