//! One corner changed: what a slip of the pen in a rule, an instruction's meaning or a lowering would look like.

use super::{reachable, replaced};
use isotope_ir::term::{BinOp, Node, TermId, Terms};
use std::collections::HashMap;

/// The right side with one corner changed, in every way there is, with the corner's name. Some are still equal.
pub fn changed(terms: &mut Terms, rhs: TermId) -> Vec<(&'static str, TermId)> {
    let all = reachable(terms, rhs);
    let mut out = Vec::new();
    for &t in &all {
        for (corner, new) in of_node(terms, t, &all) {
            let whole = replaced(terms, rhs, &HashMap::from([(t, new)]));
            if whole != rhs {
                out.push((corner, whole));
            }
        }
    }
    out
}

fn of_node(terms: &mut Terms, t: TermId, all: &[TermId]) -> Vec<(&'static str, TermId)> {
    let width = terms.width(t);
    match *terms.node(t) {
        Node::Const(v) if width > 1 => {
            // A bound of a clamp, where a comparison reads it.
            let compared = all.iter().any(|&u| match *terms.node(u) {
                Node::Bin(op, a, b) => op.is_comparison() && (a == t || b == t),
                _ => false,
            });
            let corner = if compared { "saturation" } else { "constant" };
            [v.wrapping_add(1), v.wrapping_sub(1)].map(|v| (corner, terms.constant(v, width))).to_vec()
        }
        Node::Var(_) => {
            let alike = |u: &&TermId| **u != t && terms.width(**u) == width && matches!(terms.node(**u), Node::Var(_));
            all.iter().filter(alike).take(2).map(|&u| ("leaf", u)).collect()
        }
        Node::ZExt(a) => [vec![("sign", terms.sext(a, width))], unwrapped(terms, a, width, false)].concat(),
        Node::SExt(a) => [vec![("sign", terms.zext(a, width))], unwrapped(terms, a, width, true)].concat(),
        Node::Extract(lo, a) => {
            let full = terms.width(a);
            let starts = [lo + width, lo + 1, lo.wrapping_sub(1), lo.wrapping_sub(width)];
            let fits: Vec<u32> =
                starts.into_iter().filter(|s| s.checked_add(width).is_some_and(|e| e <= full)).collect();
            fits.into_iter().take(2).map(|s| ("lane", terms.extract(a, s, width))).collect()
        }
        Node::Concat(h, l) if terms.width(h) == terms.width(l) => vec![("lane", terms.concat(l, h))],
        Node::Ite(c, a, b) => vec![("order", terms.ite(c, b, a))],
        Node::Bin(op, a, b) => binary(terms, op, a, b),
        _ => vec![],
    }
}

/// An extension of a wrapped result as the result in more bits, which does not wrap.
fn unwrapped(terms: &mut Terms, inner: TermId, width: u32, signed: bool) -> Vec<(&'static str, TermId)> {
    let Node::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) = *terms.node(inner) else { return vec![] };
    let mut wide = |t| if signed { terms.sext(t, width) } else { terms.zext(t, width) };
    let (a, b) = (wide(a), wide(b));
    vec![("wrap", terms.bin(op, a, b))]
}

fn binary(terms: &mut Terms, op: BinOp, a: TermId, b: TermId) -> Vec<(&'static str, TermId)> {
    use BinOp::*;
    let other = match op {
        Ult => vec![("sign", Slt), ("boundary", Ule)],
        Slt => vec![("sign", Ult), ("boundary", Sle)],
        Ule => vec![("sign", Sle), ("boundary", Ult)],
        Sle => vec![("sign", Ule), ("boundary", Slt)],
        AShr => vec![("sign", LShr)],
        LShr => vec![("sign", AShr)],
        UDiv => vec![("sign", SDiv)],
        SDiv => vec![("sign", UDiv)],
        URem => vec![("sign", SRem)],
        SRem => vec![("sign", URem)],
        Add => vec![("operation", Sub), ("operation", Or)],
        Sub => vec![("operation", Add)],
        And => vec![("operation", Or)],
        Or => vec![("operation", And), ("operation", Xor)],
        Xor => vec![("operation", Or)],
        Mul | Shl | Eq => vec![],
    };
    let mut out: Vec<_> = other.into_iter().map(|(corner, op)| (corner, terms.bin(op, a, b))).collect();
    if matches!(op, Sub | UDiv | SDiv | URem | SRem | Ult | Ule | Slt | Sle) {
        out.push(("order", terms.bin(op, b, a)));
    }
    if matches!(op, Add | Sub | Mul) && terms.width(a).is_multiple_of(2) {
        // Half of the bits, as if the carry out of them were lost.
        let (width, half) = (terms.width(a), terms.width(a) / 2);
        let (x, y) = (terms.extract(a, 0, half), terms.extract(b, 0, half));
        let low = terms.bin(op, x, y);
        out.push(("wrap", terms.zext(low, width)));
    }
    out
}
