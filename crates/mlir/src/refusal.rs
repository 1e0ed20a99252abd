//! Why a program is not changed, for whoever changes programs.

use crate::error::Place;
use crate::ir::Operation;

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

impl Refusal {
    /// The refusal of an operation, which the sentence names first.
    pub fn at(op: &Operation, why: impl Into<String>) -> Self {
        Refusal::Program { place: op.place, why: format!("`{}`: {}", op.name.escape_debug(), why.into()) }
    }
}
