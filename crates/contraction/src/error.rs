//! Why something is no contraction that can be compiled.

use isotope_mlir::Refusal as OfProgram;

/// A sentence with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// In a statement: a byte of it, from 0.
    #[error("{why}\n  {statement}\n  {:>width$}", "^", width = at + 1)]
    Statement {
        /// The statement.
        statement: String,
        /// Where, in characters from 0.
        at: usize,
        /// The fault, with a remedy.
        why: String,
    },
    /// In a program, or of the whole.
    #[error(transparent)]
    Program(#[from] OfProgram),
}

/// A refusal of the whole.
pub(crate) fn whole(why: impl Into<String>) -> Refusal {
    Refusal::Program(OfProgram::Whole(why.into()))
}
