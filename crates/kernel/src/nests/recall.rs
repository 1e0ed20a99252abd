//! Innermost loops that add products of two loads to one cell.

use crate::arrays::class::Class;
use crate::nests::code::{Block, Code, Recall, Reduction, Reg};

/// The recalled form of an innermost loop's codes, if they are of that kind.
pub fn recall(codes: &[Code], varies: &[bool], reductions: &[Reduction], block: &Block<'_>) -> Option<Recall> {
    let [Reduction { steps, load, store, .. }] = reductions else { return None };
    let ([step], Some((how, other))) = (steps.as_slice(), steps.first()?.value.1) else { return None };
    let (Class::Linear(sum), Class::Linear(product), true) = (step.how.class, how.class, step.is_left) else {
        return None;
    };
    let varying = || codes.iter().zip(varies).filter(|(_, varies)| **varies).map(|(code, _)| code);
    let of = |reg: Reg| {
        varying().find_map(|code| match code {
            Code::Load { to, access, .. } if *to == reg => Some((reg, *access)),
            _ => None,
        })
    };
    let operands = [of(step.value.0)?, of(other)?];
    let is_all = varying().count() == 2 && operands[0].0 != operands[1].0;
    let is_cell = block.accesses[*load].is_same(&block.accesses[*store]);
    (is_all && is_cell).then_some(Recall { codes: [sum, product], operands })
}
