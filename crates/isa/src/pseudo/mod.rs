//! The pseudocode dialect of vendor manuals: lexer, syntax tree, parser, printer, walks over the tree.
//!
//! What belongs here is syntax. What a text means is [`crate::semantics`] and its evaluators.

pub mod ast;
mod cursor;
mod error;
mod expression;
mod import;
mod lex;
mod parse;
mod print;
mod walk;

pub use error::SyntaxError;
pub(crate) use import::import;
pub use parse::parse;
pub use print::{print_expr, print_program};
pub(crate) use walk::{expressions, root, visit, visit_expr};
