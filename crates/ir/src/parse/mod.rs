//! The text form: Halide's own printed expressions with typed leaves.
//!
//! Text becomes tokens (`lex`), tokens a syntax tree (`syntax`, read by `grammar`), the tree a typed graph (`lower`).
//! The syntax that Halide 19 and 21 print for vector expressions is accepted; anything else ends in a [`Diagnostic`] with its
//! place. Depth, size and lanes are bounded by [`crate::limits`], so that any bytes may come in.
//!
//! The grammar; a type is Halide's (`uint8x64`), and names of types, counts and intrinsics are told from leaves by what
//! follows:
//!
//! ```text
//! file    = (target | leaf | result)*                       each at the start of a line
//! target  = target words-to-the-end-of-the-line
//! leaf    = let name : type (in [ low , high ])? (= load buffer [ index (, stride n)? ])?
//! result  = type expr
//! expr    = expr || expr | && | == != < <= > >= | + - | * / %        loosest first, all to the left
//!         | ! expr | ( expr ) | (type)name | (type)name[index] | (type)name(expr, ..) | (type)number
//!         | name | name[index] | name(expr, ..) | number | - number  of int32, or of the type that is known
//!         | let name = expr in expr
//! ```

mod diagnostic;
mod grammar;
mod lex;
mod literal;
mod lower;
mod stack;
mod syntax;

pub use crate::file::File;
pub use diagnostic::Diagnostic;

use crate::window::Window;

/// Reads a file of declarations and results.
pub fn parse_file(text: &str) -> Result<File, Diagnostic> {
    let source = grammar::source(text)?;
    let windows = lower::windows(text, &source)?;
    Ok(File { target: source.target.map(str::to_owned), windows })
}

/// Reads a file that holds exactly one result.
pub fn parse_window(text: &str) -> Result<Window, Diagnostic> {
    let mut windows = parse_file(text)?.windows;
    match (windows.pop(), windows.len()) {
        (Some(window), 0) => Ok(window),
        (None, _) => Err(Diagnostic::new(text, text.len(), "expected a result, as in `uint8x64 (uint8x64)a`")),
        (Some(_), more) => Err(Diagnostic::new(text, text.len(), format!("expected one result, found {}", more + 1))),
    }
}
