//! Errors with a place in the text.

use crate::limits::MAX_QUOTED;
use std::fmt;

/// A place in a text. Lines and columns count from 1, columns in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// From 1.
    pub line: u32,
    /// From 1, in bytes.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The text cannot be read. The message says what is wrong and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// One sentence.
    pub message: String,
    /// An operation stands here in its dialect's own form, which `mlir-opt` can turn into the generic one.
    pub is_custom_form: bool,
}

/// Shortens a piece of the text for a message, and escapes what a terminal must not see.
pub fn quoted(text: &str) -> String {
    let mut end = text.len().min(MAX_QUOTED);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let dots = if end < text.len() { "..." } else { "" };
    format!("`{}{dots}`", text[..end].escape_debug())
}
