//! Sail, as far as Arm's specification of its instructions uses it: lexer, syntax tree, parser, and an evaluator that
//! specialises.
//!
//! What belongs here is the language: how a text reads ([`parse()`]), what its expressions, calls and loops are, and the
//! primitives that Sail's own library gives (arithmetic on integers and bits). What does not: any instruction, any encoding,
//! any name of a register file but through `eval::Registers`. Which functions are run, and on what, is [`crate::arm`].
//!
//! A text is read item by item. An item begins with a keyword in the first column, so that a fault in one (an unbalanced
//! brace, a typo) is reported with its place and the next is read as if nothing had been.

pub mod ast;
pub(crate) mod eval;
mod lex;
pub mod model;
mod parse;

pub use parse::{Items, parse};

/// A fault of a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}, in {item}: {message}")]
pub struct SailError {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The item that it is in: its keyword and its name.
    pub item: String,
    /// What is wrong.
    pub message: String,
}
