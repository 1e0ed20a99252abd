//! Which values read a variable of the pseudocode, and which are as easily read as one.

use super::output::mentions;
use super::value::{Kind, Linear, Value, Word};
use isotope_semantics::pseudo::ast::{Expr as Out, Sym};

/// Whether an integer is read as easily as a variable.
pub(super) fn cheap(linear: &Linear) -> bool {
    linear.terms.len() <= 2 && linear.terms.iter().all(|(expr, _)| matches!(expr, Out::Var(_)))
}

/// Whether a value reads a variable of the pseudocode.
pub(super) fn reads(value: &Value, var: Sym) -> bool {
    match value {
        Value::Int(linear) => linear.terms.iter().any(|(expr, _)| mentions(expr, var)),
        Value::Truth(expr) => mentions(expr, var),
        Value::Bits(word) => word_reads(word, var),
        Value::Pick(pick) => pick.any(&|expr| mentions(expr, var)),
        Value::Real(real) => real.any(&mut |expr| mentions(expr, var)),
        Value::Tuple(parts) => parts.iter().any(|part| reads(part, var)),
        _ => false,
    }
}

/// Whether bits read a variable: as a part of it, at a position that it gives, or in what computes them.
pub(super) fn word_reads(word: &Word, var: Sym) -> bool {
    word.pieces.iter().any(|piece| match &piece.kind {
        Kind::Part(of, lo) => *of == var || lo.terms.iter().any(|(expr, _)| mentions(expr, var)),
        Kind::Computed(expr) => mentions(expr, var),
        Kind::Known(_) | Kind::Nothing => false,
    })
}
