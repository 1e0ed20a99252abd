//! The error for a text that is not of the dialect: the place, and what was expected there.

/// A text that is not of the dialect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct SyntaxError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The text that was met and the one that was expected.
    pub message: String,
}
