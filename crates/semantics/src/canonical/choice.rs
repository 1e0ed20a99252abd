//! Choices that are something else: minima and maxima, clamps, comparisons in wide elements, bits that are extended, and shifts that
//! look at their amount first.

use super::view::{View, binary};
use isotope_ir::term::{BinOp, Node, TermId, Terms, mask};

/// How a choice `c ? a : b` is written, if it is not one for a reader.
pub(super) fn choice(terms: &Terms, t: TermId, [c, a, b]: [TermId; 3]) -> Option<View> {
    if let Some((head, signed)) = extreme(terms, c, a, b) {
        // An extreme is written as one, since its operands may change places and those of the choice may not. They may be bracketed in
        // any way as well, but solvers do not see it: a minimum of many would be in no class.
        return Some(View { commutes: true, ..View::plain(head, vec![u64::from(signed)], vec![a, b]) });
    }
    if let Some((value, numbers, high)) = clamp(terms, t) {
        return Some(View { high, ..View::plain("clamp", numbers, vec![value]) });
    }
    bits(terms, c, a, b).or_else(|| guarded(terms, c, a, b))
}

/// `c ? ones : 0`: a comparison of that width, or whatever bit it is with its sign extended. `c ? 1 : 0` is a bit with zeros above.
///
/// A comparison that is chosen in one bit, as what is cut out of a wider one, has the width 0; 2 in the number of an extension's sign
/// says that it is a choice.
fn bits(terms: &Terms, c: TermId, a: TermId, b: TermId) -> Option<View> {
    let width = terms.width(a);
    if terms.as_const(b) != Some(0) {
        return None;
    }
    // A choice by a bit that is not constant is a write mask's, or a choice.
    let chosen = terms.as_const(a)?;
    match terms.node(c) {
        Node::Bin(op @ (BinOp::Eq | BinOp::Ult | BinOp::Slt | BinOp::Ule | BinOp::Sle), x, y)
            if chosen == mask(width) =>
        {
            let (head, signed) = binary(*op);
            let numbers =
                signed.map(u64::from).into_iter().chain([if width == 1 { 0 } else { width.into() }]).collect();
            Some(View { commutes: op.commutes(), ..View::plain(head, numbers, vec![*x, *y]) })
        }
        _ if width > 1 && (chosen == mask(width) || chosen == 1) => {
            let sign = 2 + u64::from(chosen != 1);
            Some(View::plain("ext", vec![width.into(), sign], vec![c]))
        }
        _ => None,
    }
}

/// `n < bits ? x << n : 0` and its kin, for right shifts of signed numbers with as many signs: a shift of which nothing is left if it goes
/// further than all bits. The number is 1 for `n < bits`, 2 for `bits - 1 < n` and the branches the other way round. `n` may be wider
/// than what is shifted, or narrower; the shift itself is by its low bits.
fn guarded(terms: &Terms, c: TermId, a: TermId, b: TermId) -> Option<View> {
    let width = terms.width(a);
    let Node::Bin(BinOp::Ult, low, high) = terms.node(c) else { return None };
    let (amount, guard, shift, rest) = match (terms.as_const(*low), terms.as_const(*high)) {
        (None, Some(bound)) if bound == width.into() => (*low, 1, a, b),
        (Some(bound), None) if bound == u128::from(width) - 1 => (*high, 2, b, a),
        _ => return None,
    };
    // The shift's own amount may have another width than the one that is looked at.
    let Node::Bin(op @ (BinOp::Shl | BinOp::LShr | BinOp::AShr), x, by) = terms.node(shift) else { return None };
    // As many signs as there are bits: all ones or nothing, by the highest bit.
    let signs = |t: TermId| match terms.node(t) {
        Node::Ite(sign, ones, zero) => {
            let is_sign = matches!(terms.node(*sign), Node::Extract(at, of) if of == x && at + 1 == width);
            is_sign && terms.as_const(*ones) == Some(mask(width)) && terms.as_const(*zero) == Some(0)
        }
        _ => false,
    };
    let spent = if *op == BinOp::AShr { signs(rest) } else { terms.as_const(rest) == Some(0) };
    let (head, signed) = binary(*op);
    let numbers = signed.map(u64::from).into_iter().chain([guard]).collect();
    (spent && is_resized(terms, *by, amount)).then(|| View::plain(head, numbers, vec![*x, amount]))
}

/// Whether a term is another one with zeros above, or its low bits.
fn is_resized(terms: &Terms, by: TermId, amount: TermId) -> bool {
    let mut low = amount;
    // The low bits of a concatenation are those of its low part.
    while let Node::Concat(_, part) = terms.node(low)
        && terms.width(*part) >= terms.width(by)
    {
        low = *part;
    }
    let widened = matches!(terms.node(by), Node::ZExt(of) if *of == amount);
    let cut = matches!(terms.node(by), Node::Extract(0, of) if *of == low);
    by == low && terms.width(by) <= terms.width(amount) || widened || cut
}

/// `a < b ? a : b` and its kin: which it is, and whether numbers have signs.
fn extreme(terms: &Terms, c: TermId, a: TermId, b: TermId) -> Option<(&'static str, bool)> {
    let Node::Bin(op, x, y) = terms.node(c) else { return None };
    let signed = match op {
        BinOp::Slt | BinOp::Sle => true,
        BinOp::Ult | BinOp::Ule => false,
        _ => return None,
    };
    // `a < b ? a : b` is the smaller one, `b < a ? a : b` the larger one; at a tie both are the same.
    match (*x == a && *y == b, *x == b && *y == a) {
        (true, _) => Some(("min", signed)),
        (_, true) => Some(("max", signed)),
        _ => None,
    }
}

/// How deep the arithmetic of a clamped value is compared with that of its low bits: each level doubles the work at worst.
const MAX_DEPTH: u32 = 10;

/// A bound of a value, and what it is chosen for otherwise.
struct Bound {
    value: TermId,
    signed: bool,
    upper: bool,
    at: u128,
    otherwise: TermId,
}

/// `high < v ? high : v < low ? low : v` in fewer bits than `v` has, or with one bound: `v`, and sign, low bound, high bound and bits.
/// Of a value of more than 64 bits the sign has 2 added to it, and the bounds' high halves come last.
fn clamp(terms: &Terms, t: TermId) -> Option<(TermId, Vec<u64>, Vec<u64>)> {
    let outer = bound(terms, t)?;
    let width = terms.width(outer.value);
    // The other bound, in whichever order the text asks for them.
    let inner = bound(terms, outer.otherwise)
        .filter(|inner| inner.value == outer.value && inner.signed == outer.signed && inner.upper != outer.upper);
    let rest = inner.as_ref().map_or(outer.otherwise, |inner| inner.otherwise);
    if !is_low(terms, rest, outer.value, MAX_DEPTH) {
        return None;
    }
    // A bound that is not asked for is the type's own.
    let all = mask(width);
    let (mut low, mut high) = if outer.signed { (all ^ all >> 1, all >> 1) } else { (0, all) };
    for bound in [Some(&outer), inner.as_ref()].into_iter().flatten() {
        *(if bound.upper { &mut high } else { &mut low }) = bound.at;
    }
    let wide = width > 64;
    let halves = if wide { vec![(low >> 64) as u64, (high >> 64) as u64] } else { Vec::new() };
    let sign = u64::from(outer.signed) | u64::from(wide) << 1;
    Some((outer.value, vec![sign, low as u64, high as u64, terms.width(t).into()], halves))
}

/// `high < v ? high : otherwise`, or `v < low ? low : otherwise`.
fn bound(terms: &Terms, t: TermId) -> Option<Bound> {
    let Node::Ite(c, chosen, otherwise) = terms.node(t) else { return None };
    let Node::Bin(op @ (BinOp::Slt | BinOp::Ult), a, b) = terms.node(*c) else { return None };
    let (value, at, upper) = match (terms.as_const(*a), terms.as_const(*b)) {
        (Some(at), None) => (*b, at, true),
        (None, Some(at)) => (*a, at, false),
        _ => return None,
    };
    // The chosen value must be the bound itself, as the narrow type holds it.
    let low = mask(terms.width(t));
    (terms.width(t) <= terms.width(value) && terms.as_const(*chosen) == Some(at & low)).then_some(Bound {
        value,
        signed: *op == BinOp::Slt,
        upper,
        at,
        otherwise: *otherwise,
    })
}

/// Whether a term is the low bits of a wider one, as terms are written: the arithmetic of low bits needs no high ones.
fn is_low(terms: &Terms, low: TermId, wide: TermId, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    if low == wide {
        return true;
    }
    match (terms.node(low), terms.node(wide)) {
        (Node::Extract(0, of), _) if *of == wide => true,
        (_, Node::ZExt(of) | Node::SExt(of)) if *of == low => true,
        (Node::Const(a), Node::Const(b)) => *a == b & mask(terms.width(low)),
        (Node::Bin(op, a, b), Node::Bin(wide_op, x, y)) => {
            // Sums, differences and products: a carry goes up and never down.
            let ring = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) && op == wide_op;
            let straight = || is_low(terms, *a, *x, depth) && is_low(terms, *b, *y, depth);
            let crossed = || op.commutes() && is_low(terms, *a, *y, depth) && is_low(terms, *b, *x, depth);
            ring && (straight() || crossed())
        }
        _ => false,
    }
}

/// Whether a term is the low bits of another one, or all of it.
pub(super) fn is_low_part(terms: &Terms, low: TermId, wide: TermId) -> bool {
    is_low(terms, low, wide, MAX_DEPTH)
}
