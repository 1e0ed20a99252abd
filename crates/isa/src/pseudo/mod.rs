//! The pseudocode dialect of vendor manuals: lexer, syntax tree, parser, printer.
//!
//! What belongs here is syntax. What a text means is [`crate::semantics`] and its evaluators.

pub mod ast;
mod expression;
mod lex;
mod parse;
mod print;

pub use parse::parse;
pub use print::{print_expr, print_program};

/// A text that is not of the dialect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct SyntaxError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What was met and what was expected.
    pub message: String,
}
