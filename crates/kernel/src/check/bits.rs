//! Operations on integers as bit vectors: their values, whether they have one, and whether they keep what they promise.

use crate::values::flags::Flags;
use crate::values::op::{Name as Operation, Op};
use isotope_ir::term::{BinOp, TermId, Terms, UnOp};

/// Whether a quotient has a meaning: nothing is divided by 0, nor the smallest number by -1.
pub fn is_meant(terms: &mut Terms, name: Operation, x: TermId, y: TermId) -> TermId {
    let width = terms.width(x);
    let zero = terms.constant(0, width);
    let is_zero = terms.bin(BinOp::Eq, y, zero);
    let meant = terms.un(UnOp::Not, is_zero);
    if matches!(name, Operation::DivUI | Operation::RemUI | Operation::CeilDivUI) {
        return meant;
    }
    let (smallest, minus) =
        (terms.constant(1 << (width - 1), width), terms.constant(isotope_ir::term::mask(width), width));
    let (is_smallest, is_minus) = (terms.bin(BinOp::Eq, x, smallest), terms.bin(BinOp::Eq, y, minus));
    let overflows = terms.bin(BinOp::And, is_smallest, is_minus);
    let fits = terms.un(UnOp::Not, overflows);
    terms.bin(BinOp::And, meant, fits)
}

/// Whether operands keep what an operation's flags promise; `None`: it promises nothing.
pub fn promised(terms: &mut Terms, op: Op, width: u32, values: &[TermId]) -> Option<TermId> {
    use Operation::*;
    let mut kept: Vec<TermId> = Vec::new();
    // An exact result is computed with so many bits that nothing is lost.
    let exact = match op.name {
        AddI => Some((BinOp::Add, 1)),
        SubI => Some((BinOp::Sub, 1)),
        MulI => Some((BinOp::Mul, width)),
        _ => None,
    };
    let wide = |terms: &mut Terms, x: TermId, width: u32, is_signed: bool| match is_signed {
        true => terms.sext(x, width),
        false => terms.zext(x, width),
    };
    for (flag, is_signed) in [(Flags::NSW, true), (Flags::NUW, false)] {
        if !op.flags.has(flag) {
            continue;
        }
        match (op.name, exact, values) {
            (_, Some((how, more)), [x, y]) => {
                let [x, y] = [*x, *y].map(|z| wide(terms, z, width + more, is_signed));
                let all = terms.bin(how, x, y);
                let low = terms.extract(all, 0, width);
                let again = wide(terms, low, width + more, is_signed);
                kept.push(terms.bin(BinOp::Eq, all, again));
            }
            (ShLI, _, [x, y]) => {
                let shifted = terms.bin(BinOp::Shl, *x, *y);
                let back = terms.bin(if is_signed { BinOp::AShr } else { BinOp::LShr }, shifted, *y);
                kept.push(terms.bin(BinOp::Eq, back, *x));
            }
            (TruncI, _, [x]) => {
                let (own, low) = (terms.width(*x), terms.extract(*x, 0, width));
                let again = wide(terms, low, own, is_signed);
                kept.push(terms.bin(BinOp::Eq, again, *x));
            }
            _ => kept.push(terms.constant(0, 1)),
        }
    }
    match (op.name, values) {
        (ShRSI | ShRUI, [x, y]) if op.flags.has(Flags::EXACT) => {
            let shifted = terms.bin(BinOp::LShr, *x, *y);
            let back = terms.bin(BinOp::Shl, shifted, *y);
            kept.push(terms.bin(BinOp::Eq, back, *x));
        }
        (DivUI | DivSI, [x, y]) if op.flags.has(Flags::EXACT) => {
            let rest = terms.bin(if op.name == DivUI { BinOp::URem } else { BinOp::SRem }, *x, *y);
            let zero = terms.constant(0, width);
            kept.push(terms.bin(BinOp::Eq, rest, zero));
        }
        (OrI, [x, y]) if op.flags.has(Flags::DISJOINT) => {
            let (both, zero) = (terms.bin(BinOp::And, *x, *y), terms.constant(0, width));
            kept.push(terms.bin(BinOp::Eq, both, zero));
        }
        (ExtUI | IndexCastUI, [x]) if op.flags.has(Flags::NNEG) => {
            let zero = terms.constant(0, terms.width(*x));
            kept.push(terms.bin(BinOp::Sle, zero, *x));
        }
        _ => {}
    }
    kept.into_iter().reduce(|x, y| terms.bin(BinOp::And, x, y))
}

/// The value of an operation that is known, for operands of equal width.
pub fn operation(terms: &mut Terms, op: Op, width: u32, values: &[TermId]) -> Option<TermId> {
    use Operation::*;
    let resized = |terms: &mut Terms, x: TermId, is_signed: bool| match terms.width(x) {
        own if own > width => terms.extract(x, 0, width),
        own if own == width => x,
        _ if is_signed => terms.sext(x, width),
        _ => terms.zext(x, width),
    };
    let [x, rest @ ..] = values else { return None };
    let (x, own) = (*x, terms.width(*x));
    if rest.is_empty() {
        return match op.name {
            IndexCast | ExtSI | TruncI | Bitcast => Some(resized(terms, x, true)),
            IndexCastUI | ExtUI => Some(resized(terms, x, false)),
            AbsI => {
                let (zero, minus) = (terms.constant(0, own), terms.un(UnOp::Neg, x));
                let is_negative = terms.bin(BinOp::Slt, x, zero);
                Some(terms.ite(is_negative, minus, x))
            }
            _ => None,
        };
    }
    let [y] = *rest else { return None };
    let chosen = |terms: &mut Terms, compare, swapped: bool| {
        let is_less = terms.bin(compare, x, y);
        if swapped { terms.ite(is_less, y, x) } else { terms.ite(is_less, x, y) }
    };
    let wide = |terms: &mut Terms, op: BinOp, is_signed: bool| {
        let [x, y] = [x, y].map(|z| if is_signed { terms.sext(z, 2 * own) } else { terms.zext(z, 2 * own) });
        let all = terms.bin(op, x, y);
        terms.extract(all, own, width)
    };
    Some(match op.name {
        AddI => terms.bin(BinOp::Add, x, y),
        SubI => terms.bin(BinOp::Sub, x, y),
        MulI => terms.bin(BinOp::Mul, x, y),
        AndI => terms.bin(BinOp::And, x, y),
        OrI => terms.bin(BinOp::Or, x, y),
        XOrI => terms.bin(BinOp::Xor, x, y),
        ShLI => terms.bin(BinOp::Shl, x, y),
        ShRSI => terms.bin(BinOp::AShr, x, y),
        ShRUI => terms.bin(BinOp::LShr, x, y),
        DivUI => terms.bin(BinOp::UDiv, x, y),
        RemUI => terms.bin(BinOp::URem, x, y),
        DivSI => terms.bin(BinOp::SDiv, x, y),
        RemSI => terms.bin(BinOp::SRem, x, y),
        CeilDivUI | CeilDivSI | FloorDivSI => rounded(terms, op.name, x, y),
        MinSI => chosen(terms, BinOp::Slt, false),
        MaxSI => chosen(terms, BinOp::Slt, true),
        MinUI => chosen(terms, BinOp::Ult, false),
        MaxUI => chosen(terms, BinOp::Ult, true),
        CmpI => compared(terms, op.predicate, x, y)?,
        AddUICarry => wide(terms, BinOp::Add, false),
        MulSIHigh => wide(terms, BinOp::Mul, true),
        MulUIHigh => wide(terms, BinOp::Mul, false),
        _ => return None,
    })
}

/// A quotient that is not rounded to zero: one more or less than that where something remains on this side of zero.
fn rounded(terms: &mut Terms, name: Operation, x: TermId, y: TermId) -> TermId {
    let width = terms.width(x);
    let [zero, one] = [0, 1].map(|value| terms.constant(value, width));
    if name == Operation::CeilDivUI {
        let (quotient, rest) = (terms.bin(BinOp::UDiv, x, y), terms.bin(BinOp::URem, x, y));
        let (is_exact, more) = (terms.bin(BinOp::Eq, rest, zero), terms.bin(BinOp::Add, quotient, one));
        return terms.ite(is_exact, quotient, more);
    }
    let (quotient, rest) = (terms.bin(BinOp::SDiv, x, y), terms.bin(BinOp::SRem, x, y));
    let [x_is_negative, y_is_negative] = [x, y].map(|of| terms.bin(BinOp::Slt, of, zero));
    let has_one_sign = terms.bin(BinOp::Eq, x_is_negative, y_is_negative);
    let is_exact = terms.bin(BinOp::Eq, rest, zero);
    let (how, is_as_rounded) = match name {
        Operation::CeilDivSI => (BinOp::Add, terms.un(UnOp::Not, has_one_sign)),
        _ => (BinOp::Sub, has_one_sign),
    };
    let other = terms.bin(how, quotient, one);
    let stays = terms.bin(BinOp::Or, is_exact, is_as_rounded);
    terms.ite(stays, quotient, other)
}

/// `arith.cmpi`, by the number of its predicate.
fn compared(terms: &mut Terms, predicate: u8, x: TermId, y: TermId) -> Option<TermId> {
    let (op, is_swapped) = match predicate {
        0 => (BinOp::Eq, false),
        1 => {
            let is_equal = terms.bin(BinOp::Eq, x, y);
            return Some(terms.un(UnOp::Not, is_equal));
        }
        2 => (BinOp::Slt, false),
        3 => (BinOp::Sle, false),
        4 => (BinOp::Slt, true),
        5 => (BinOp::Sle, true),
        6 => (BinOp::Ult, false),
        7 => (BinOp::Ule, false),
        8 => (BinOp::Ult, true),
        9 => (BinOp::Ule, true),
        _ => return None,
    };
    Some(if is_swapped { terms.bin(op, y, x) } else { terms.bin(op, x, y) })
}
