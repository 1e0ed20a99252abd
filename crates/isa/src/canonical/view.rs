//! Terms as a class's text has them: signedness is a number there, a choice between two by their order is their minimum or maximum,
//! and one between a value's low bits and its bounds is a clamp, whether it has two bounds or one.
//!
//! Nothing else of a term's meaning is looked at. Two terms that are written alike need not be the same: the text filled with a
//! member's numbers is compared with the member before it joins a class, and proved equal where it is not the same term.

use isotope_ir::ieee::Operation;
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp};

/// One node.
pub(super) struct View {
    /// What it is; `const` and `var` are written otherwise.
    pub head: &'static str,
    /// Its numbers, in the order of the text; a constant's value and a variable's element are not among them.
    pub numbers: Vec<u64>,
    /// Numbers behind those, which the text has no mark for: high halves of bounds of more than 64 bits.
    pub high: Vec<u64>,
    /// What it is of, in the term's order.
    pub operands: Vec<TermId>,
    /// Whether two operands may change places.
    pub commutes: bool,
    /// Whether it is the same however it is bracketed.
    pub associates: bool,
}

/// How a node is written.
pub(super) fn view(terms: &Terms, t: TermId) -> View {
    let node = terms.node(t);
    let width = u64::from(terms.width(t));
    let plain = |head, numbers: Vec<u64>| View {
        head,
        numbers,
        high: Vec::new(),
        operands: terms.operands(t).collect(),
        commutes: false,
        associates: false,
    };
    match node {
        Node::Const(_) => plain("const", vec![]),
        Node::Var(_) => plain("var", vec![]),
        Node::Un(UnOp::Not, _) => plain("not", vec![]),
        Node::Un(UnOp::Neg, _) => plain("neg", vec![]),
        Node::Extract(lo, _) => plain("extract", vec![u64::from(*lo), width]),
        // Bits, then whether the sign is what comes in above.
        Node::ZExt(_) => plain("ext", vec![width, 0]),
        Node::SExt(_) => plain("ext", vec![width, 1]),
        Node::Concat(..) => plain("concat", vec![]),
        // A format is a number, as a width is: sums of binary32 and binary64 are one class.
        Node::Apply(name, _) => match Operation::named(name) {
            Some(operation) => {
                let (head, numbers) = operation.parts();
                let view = plain(head, numbers);
                View { commutes: operation.commutes() && view.operands.len() == 2, ..view }
            }
            None => plain("apply", vec![]),
        },
        Node::Bin(op, ..) => {
            let (head, signed) = binary(*op);
            let associates = matches!(op, BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor);
            View { commutes: op.commutes(), associates, ..plain(head, signed.map(u64::from).into_iter().collect()) }
        }
        Node::Ite(c, a, b) => match extreme(terms, *c, *a, *b) {
            // An extreme is written as one, since its operands may change places and those of the choice may not.
            Some((head, signed)) => View {
                head,
                numbers: vec![u64::from(signed)],
                high: Vec::new(),
                operands: vec![*a, *b],
                commutes: true,
                // They do, but solvers do not see it: a minimum of many would be in no class.
                associates: false,
            },
            None => match clamp(terms, t) {
                Some((value, numbers, high)) => View { operands: vec![value], high, ..plain("clamp", numbers) },
                None => plain("ite", vec![]),
            },
        },
    }
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

/// The name of an operator, and its sign where it has one.
fn binary(op: BinOp) -> (&'static str, Option<bool>) {
    match op {
        BinOp::Add => ("add", None),
        BinOp::Sub => ("sub", None),
        BinOp::Mul => ("mul", None),
        BinOp::UDiv => ("div", Some(false)),
        BinOp::SDiv => ("div", Some(true)),
        BinOp::URem => ("rem", Some(false)),
        BinOp::SRem => ("rem", Some(true)),
        BinOp::And => ("and", None),
        BinOp::Or => ("or", None),
        BinOp::Xor => ("xor", None),
        BinOp::Shl => ("shl", None),
        BinOp::LShr => ("shr", Some(false)),
        BinOp::AShr => ("shr", Some(true)),
        BinOp::Eq => ("eq", None),
        BinOp::Ult => ("lt", Some(false)),
        BinOp::Slt => ("lt", Some(true)),
        BinOp::Ule => ("le", Some(false)),
        BinOp::Sle => ("le", Some(true)),
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
    let all = isotope_ir::term::mask(width);
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
    // What is chosen must be the bound itself, as the narrow type holds it.
    let low = isotope_ir::term::mask(terms.width(t));
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
        (Node::Const(a), Node::Const(b)) => *a == b & isotope_ir::term::mask(terms.width(low)),
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
