//! Sail, as far as Arm's specification of its instructions uses it: lexer, syntax tree, parser, and an evaluator that
//! specialises.
//!
//! The language belongs here: how a text reads ([`parse()`]), what its expressions, calls and loops are, and the
//! primitives that Sail's own library gives (arithmetic on integers and bits). Not here: any instruction, any encoding,
//! any name of a register file but through `eval::Registers`. Which functions are run, and on what, is [`crate::arm`].
//!
//! A text is read item by item. An item begins with a keyword in the first column, so that a fault in one (an unbalanced
//! brace, a typo) is reported with its place and the next is read as if nothing had been.
//!
//! The forms of the language that are read, `*` for any number and `?` for at most one; `|` separates forms. Names are letters, digits and
//! `_`; comments are `/* .. */` and `// ..`; of `$ifdef .. $else .. $endif` the second part is read.
//!
//! ```text
//! file      = item*                                       each begins in the first column
//! item      = function clause? name params = expr         a guard of the parameters, (p if guard), is read and not kept
//!           | val name : quantifier? types -> type        sizes of operands and results
//!           | enum name = { name, .. }
//!           | let pattern = expr
//!           | bitfield name : type = { name : bit (.. bit)?, .. }
//!           | register | type | struct | union | overload | ..         met, and not needed
//! params    = pattern
//! pattern   = _ | name | 'n | literal | (pattern, ..) | [pattern, ..] | Name(..) | pattern : type | pattern as name
//! type      = bits(size) | int(size) | int | bool | implicit(size) | (type, ..) | anything else, which says no size
//! expr      = expr operator expr | - expr | place = expr
//!           | if expr then expr (else expr)?
//!           | match expr { pattern (if expr)? => expr, .. }
//!           | foreach (name from expr to expr (by expr)? (in inc|dec)?) expr
//!           | while expr do expr
//!           | let pattern = expr in expr
//!           | { statement; .. }                           its value is the last expression's, if no semicolon follows
//!           | return expr | throw expr | undefined | name(expr, ..) | name | 'n | literal | (expr, ..) | [expr, ..]
//!           | expr[expr] | expr[expr .. expr] | expr.name
//!           | struct { .. } | [expr with ..] | ref name   read, and no value
//! place     = name | (place, ..) | place @ place | name[expr] | name[expr .. expr] | name(expr, ..)
//! statement = expr | let pattern = expr | name : type = expr
//! ```
//!
//! Operators bind, from loosest to tightest: `-->`; `|`; `&`; comparisons; `++` and `@`; `+` and `-`; `*`, `/`, `%` and shifts; `^`.
//! Constraints (`constraint(..)`, `'n in {8, 16}`) are the type checker's and hold.

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
    /// The fault.
    pub message: String,
}
