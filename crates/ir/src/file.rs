//! A file of windows, as the text form has it.

use crate::window::Window;

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// What follows `target` on its line: architecture, mcpu, features.
    pub target: Option<String>,
    /// One window for each result line.
    pub windows: Vec<Window>,
}
