//! Errors that show the place.

use std::fmt;

/// Bytes of the offending line shown before and after the place; Halide's lines are long.
const CONTEXT: usize = 60;

/// The fault in a text, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// One sentence.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The part of the line around the place.
    excerpt: String,
    /// Characters of the excerpt before the place.
    caret: usize,
}

impl Diagnostic {
    /// An error at a byte offset of `text`.
    pub fn new(text: &str, at: usize, message: impl Into<String>) -> Self {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
        let line_text = text[start..].lines().next().unwrap_or("");
        let before: Vec<char> = text[start..at].chars().collect();
        let skip = before.len().saturating_sub(CONTEXT);
        let mut excerpt = String::from(if skip > 0 { "..." } else { "" });
        let caret = excerpt.len() + before.len() - skip;
        // One character per column, so that the caret stands where it should.
        let shown = line_text.chars().skip(skip).take(2 * CONTEXT).map(|c| if c.is_control() { ' ' } else { c });
        excerpt.extend(shown);
        if line_text.chars().count() > skip + 2 * CONTEXT {
            excerpt.push_str("...");
        }
        let line = text[..start].matches('\n').count() + 1;
        Diagnostic { message: message.into(), line, column: before.len() + 1, excerpt, caret }
    }
}

impl fmt::Display for Diagnostic {
    /// The sentence with its place, the line's part, and a caret below the column.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnostic { message, line, column, excerpt, caret } = self;
        write!(f, "line {line}, column {column}: {message}\n  | {excerpt}\n  | {:caret$}^", "")
    }
}

impl std::error::Error for Diagnostic {}
