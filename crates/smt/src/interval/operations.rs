//! Ranges of operations.
//!
//! Each bounds the reading in which it does not wrap, and drops what does: a range must hold every result, and a
//! wrapped one may be anywhere. `tests.rs` puts every range of three bits through every operation.

use super::range::Range;
use isotope_ir::term::{BinOp, Node, TermId, Terms, UnOp, mask};

/// Bounds of a node from the bounds of its operands.
pub(crate) fn transfer(terms: &Terms, t: TermId, of: &dyn Fn(TermId) -> Range) -> Range {
    let width = terms.width(t);
    match *terms.node(t) {
        Node::Const(v) => Range::exactly(v, width),
        Node::Var(_) | Node::Apply(..) => Range::full(width),
        // A complement turns the order around in both readings: ~x = 2^w - 1 - x and ~x = -1 - x. Neither wraps.
        Node::Un(UnOp::Not, a) => {
            let r = of(a);
            let (ulo, uhi) = (mask(width) - r.uhi, mask(width) - r.ulo);
            Range { ulo, uhi, slo: -1 - r.shi, shi: -1 - r.slo }
        }
        // The least signed number has no negative of its width: its range is then dropped.
        Node::Un(UnOp::Neg, a) => {
            let r = of(a);
            Range::signed(r.shi.checked_neg().zip(r.slo.checked_neg()), width)
        }
        Node::Bin(BinOp::Mul, a, b) if a == b => {
            // Only here it is seen that both are one: their ranges alone could be those of numbers of either sign.
            let r = of(a);
            let own = Range::signed(square((r.slo, r.shi)), width);
            binary(BinOp::Mul, r, r, width).meet(own, width)
        }
        Node::Bin(op, a, b) => binary(op, of(a), of(b), terms.width(a)),
        Node::Ite(c, a, b) => match of(c) {
            Range { ulo: 1, .. } => of(a),
            Range { uhi: 0, .. } => of(b),
            _ => of(a).hull(of(b)),
        },
        // The bits from `lo` up to the top are a floor, which keeps the order. Bits cut off above must be known to be
        // zero, or copies of the sign.
        Node::Extract(lo, a) => {
            let r = of(a);
            let u = if r.uhi >> lo <= mask(width) {
                Range::unsigned(r.ulo >> lo, r.uhi >> lo, width)
            } else {
                Range::full(width)
            };
            u.meet(Range::signed(Some((r.slo >> lo, r.shi >> lo)), width), width)
        }
        Node::ZExt(a) => {
            let r = of(a);
            Range::unsigned(r.ulo, r.uhi, width)
        }
        Node::SExt(a) => {
            let r = of(a);
            Range::signed(Some((r.slo, r.shi)), width)
        }
        Node::Concat(h, l) => {
            let (rh, rl, wl) = (of(h), of(l), terms.width(l));
            Range::unsigned(rh.ulo << wl | rl.ulo, rh.uhi << wl | rl.uhi, width)
        }
    }
}

/// The least and the greatest of a function of two intervals that is monotonic in each of both, upwards or downwards,
/// wherever the other stands: they are among the four corners.
fn corners(a: Range, b: Range, f: impl Fn(i128, i128) -> Option<i128>) -> Option<(i128, i128)> {
    let values = [f(a.slo, b.slo)?, f(a.slo, b.shi)?, f(a.shi, b.slo)?, f(a.shi, b.shi)?];
    Some((*values.iter().min()?, *values.iter().max()?))
}

/// Bounds of a square, which is not negative.
pub(crate) fn square((lo, hi): (i128, i128)) -> Option<(i128, i128)> {
    let (x, y) = (lo.checked_mul(lo)?, hi.checked_mul(hi)?);
    Some((if lo <= 0 && hi >= 0 { 0 } else { x.min(y) }, x.max(y)))
}

/// Bounds of an operation, from those of its operands of `width` bits.
pub(super) fn binary(op: BinOp, a: Range, b: Range, width: u32) -> Range {
    let top = mask(width);
    // An unsigned interval of true results, if none of them wraps.
    let within = |bounds: Option<(u128, u128)>| match bounds {
        Some((lo, hi)) if hi <= top => Range::unsigned(lo, hi, width),
        _ => Range::full(width),
    };
    // A shift by one known amount within the width; all others are treated as unknown.
    let amount = (b.ulo == b.uhi && b.ulo < width as u128).then_some(b.ulo as u32);
    let full = Range::full(width);
    match op {
        BinOp::Add => within(a.ulo.checked_add(b.ulo).zip(a.uhi.checked_add(b.uhi)))
            .meet(Range::signed(a.slo.checked_add(b.slo).zip(a.shi.checked_add(b.shi)), width), width),
        BinOp::Sub => within(a.ulo.checked_sub(b.uhi).zip(a.uhi.checked_sub(b.ulo)))
            .meet(Range::signed(a.slo.checked_sub(b.shi).zip(a.shi.checked_sub(b.slo)), width), width),
        BinOp::Mul => within(a.ulo.checked_mul(b.ulo).zip(a.uhi.checked_mul(b.uhi)))
            .meet(Range::signed(corners(a, b, i128::checked_mul), width), width),
        // Where the divisor may be zero the quotient is all ones, and the remainder the dividend.
        BinOp::UDiv if b.ulo > 0 => Range::unsigned(a.ulo / b.uhi, a.uhi / b.ulo, width),
        BinOp::URem if b.ulo > 0 => Range::unsigned(0, a.uhi.min(b.uhi - 1), width),
        BinOp::URem => Range::unsigned(0, a.uhi, width),
        // Every bit of the result is one of either.
        BinOp::And => Range::unsigned(0, a.uhi.min(b.uhi), width),
        // No bit is set above the highest of both; and `or` keeps every bit of either.
        BinOp::Or | BinOp::Xor => {
            let bits = 128 - (a.uhi | b.uhi).leading_zeros();
            let lo = if op == BinOp::Or { a.ulo.max(b.ulo) } else { 0 };
            if bits == 0 { Range::exactly(0, width) } else { Range::unsigned(lo, mask(bits), width) }
        }
        BinOp::Shl => match amount {
            Some(k) if k < 127 => within(a.ulo.checked_mul(1 << k).zip(a.uhi.checked_mul(1 << k)))
                .meet(Range::signed(a.slo.checked_mul(1 << k).zip(a.shi.checked_mul(1 << k)), width), width),
            _ => full,
        },
        BinOp::LShr => match amount {
            Some(k) => Range::unsigned(a.ulo >> k, a.uhi >> k, width),
            // Whatever the amount, towards zero; with a sign, towards 0 or -1.
            None => Range::unsigned(0, a.uhi, width),
        },
        BinOp::AShr => match amount {
            Some(k) => Range::signed(Some((a.slo >> k, a.shi >> k)), width),
            None => Range::signed(Some((a.slo.min(0), a.shi.max(-1))), width),
        },
        BinOp::Eq if a.uhi < b.ulo || b.uhi < a.ulo || a.shi < b.slo || b.shi < a.slo => Range::exactly(0, 1),
        // Settled where the ranges do not overlap, the ends included or not as the comparison is strict.
        BinOp::Ult => decided(a.uhi < b.ulo, a.ulo >= b.uhi),
        BinOp::Ule => decided(a.uhi <= b.ulo, a.ulo > b.uhi),
        BinOp::Slt => decided(a.shi < b.slo, a.slo >= b.shi),
        BinOp::Sle => decided(a.shi <= b.slo, a.slo > b.shi),
        // Values of one range may differ, even if it is the same for both. Signed division rounds towards zero and has
        // corners at -1 and 0: nothing is said of it.
        BinOp::Eq => Range::full(1),
        BinOp::UDiv | BinOp::SDiv | BinOp::SRem => full,
    }
}

/// A truth value that bounds have settled, or not.
fn decided(yes: bool, no: bool) -> Range {
    match (yes, no) {
        (true, _) => Range::exactly(1, 1),
        (_, true) => Range::exactly(0, 1),
        _ => Range::full(1),
    }
}
