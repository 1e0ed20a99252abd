//! Products of bytes that are added in pairs, which 16 bits hold.

use super::{Operand, Plan};
use crate::form::Contraction;

/// Whether two products of bytes are at most what 16 bits hold, by the ranges of both factors.
pub fn pairs_fit(of: &Contraction, dot: u64) -> bool {
    let [x, y] = of.factors.each_ref().map(|factor| of.magnitude(factor));
    let most = x.zip(y).and_then(|(x, y)| x.checked_mul(y)?.checked_mul(2));
    let are_bytes = of.factors.iter().all(|factor| of.number(factor).bits() == 8);
    dot == 4 && are_bytes && of.sum().bits() == 32 && most.is_some_and(|most| most <= i64::from(i16::MAX))
}

/// Whether pairs are products of bytes as they are. Lanes come from panels: windows in which they are interleaved besides take minutes.
pub fn pairs_are_whole(of: &Contraction, plan: &Plan) -> bool {
    let is_fit = |at: usize| {
        let is_packed = matches!(plan.operands[at], Operand::Packed(_));
        of.zeros[at] == 0
            && plan.read(of, at) == of.number(&of.factors[at])
            && (is_packed || !of.factors[at].has(plan.lane))
    };
    (0..2).all(is_fit)
}
