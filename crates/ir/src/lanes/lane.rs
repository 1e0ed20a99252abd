//! A lane as a term, with its side condition.

use crate::term::{BinOp, TermId, Terms};

/// One lane: what it is, and when it is that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lane {
    /// The lane's bits.
    pub value: TermId,
    /// One bit: whether the value is defined. The constant 1 where it always is.
    pub defined: TermId,
}

/// If-then-else; the arm that is not taken need not be defined.
pub(super) fn pick(terms: &mut Terms, condition: Lane, yes: Lane, no: Lane) -> Lane {
    let value = terms.ite(condition.value, yes.value, no.value);
    let arm = terms.ite(condition.value, yes.defined, no.defined);
    Lane { value, defined: terms.bin(BinOp::And, condition.defined, arm) }
}
