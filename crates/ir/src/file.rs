//! A file of windows, as the text form has it.

use crate::window::Window;

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The words behind `target` on its line: architecture, mcpu, features.
    pub target: Option<String>,
    /// One window for each result line.
    pub windows: Vec<Window>,
}
