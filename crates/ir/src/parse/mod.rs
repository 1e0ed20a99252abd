//! The text form: Halide's own printed expressions with typed leaves.
//!
//! Text becomes tokens (`lex`), tokens a syntax tree (`syntax`), the tree a typed graph (`lower`). What Halide 19 and
//! 21 print for vector expressions is accepted; anything else ends in a [`Diagnostic`] with its place. Depth, size and
//! lanes are bounded by [`crate::limits`], so that any bytes may come in.

mod address;
mod calls;
mod diagnostic;
mod lerp;
mod lex;
mod literal;
mod lower;
mod syntax;

pub use diagnostic::Diagnostic;

use crate::window::Window;

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// What follows `target` on its line: architecture, mcpu, features.
    pub target: Option<String>,
    /// One window for each result line.
    pub windows: Vec<Window>,
}

/// Reads a file of declarations and results.
pub fn parse_file(text: &str) -> Result<File, Diagnostic> {
    let source = syntax::source(text)?;
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

/// Bytes of stack that one level of recursion may need, with the calls that it makes.
const LEVEL_BYTES: usize = 64 << 10;

/// Bytes by which the stack grows.
const GROWTH_BYTES: usize = 1 << 20;

/// Runs one level of a recursion that [`crate::limits::MAX_NESTING`] bounds, on more stack if this one is nearly full.
fn on_a_stack<T>(level: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(LEVEL_BYTES, GROWTH_BYTES, level)
}
