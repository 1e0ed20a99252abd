//! Why a kernel stays as it is.

use isotope_mlir::Place;
use isotope_mlir::ir::Operation;

/// A sentence with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// At an operation.
    #[error("{place}: {why}")]
    Program {
        /// The operation.
        place: Place,
        /// Why, with a remedy.
        why: String,
    },
    /// Of the whole.
    #[error("{0}")]
    Whole(String),
}

pub(crate) type Result<T> = std::result::Result<T, Refusal>;

pub(crate) fn refused<T>(op: &Operation, why: impl Into<String>) -> Result<T> {
    Err(Refusal::Program { place: op.place, why: format!("`{}`: {}", op.name.escape_debug(), why.into()) })
}

pub(crate) fn full() -> Refusal {
    let why = "the program has too many different attributes (MAX_POOL): vectorize its functions one by one";
    Refusal::Whole(why.to_owned())
}
