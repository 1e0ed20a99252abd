//! The syntax tree to typed graphs, one for each result.
//!
//! `state` is what all share; `declarations`, `expression`, `loads` and `calls` each lower what their name says,
//! and `address` brings indices into one normal order.

mod address;
mod calls;
mod declarations;
mod expression;
mod loads;
mod state;

use super::diagnostic::Diagnostic;
use super::syntax::{Source, Syntax};
use crate::facts;
use crate::types::Type;
use crate::window::Window;
use state::{Expressions, Lower};

/// The windows of a file.
pub(super) fn windows(text: &str, source: &Source<'_>) -> Result<Vec<Window>, Diagnostic> {
    let mut lower = Lower::new(text, source);
    // Types first: an index may name a leaf that is declared below it.
    source.declarations.iter().try_for_each(|declaration| lower.declare(declaration))?;
    source.declarations.iter().try_for_each(|declaration| lower.place(declaration))?;
    source.results.iter().map(|(ty, result)| lower.window(*ty, result)).collect()
}

impl Lower<'_> {
    /// One result: its type must be as stated, and its facts must be possible.
    fn window(&mut self, ty: Type, result: &Syntax<'_>) -> Result<Window, Diagnostic> {
        self.start();
        let root = self.expression(result)?;
        if self.graph.ty(root) != ty {
            let found = self.graph.ty(root);
            return self.error(result.at, format!("the result is stated as {ty}, but the expression is {found}"));
        }
        let window = Window::new(&self.graph, root).and_then(|window| {
            facts::check(&window)?;
            Ok(window)
        });
        window.or_else(|error| self.error(result.at, error.to_string()))
    }
}
