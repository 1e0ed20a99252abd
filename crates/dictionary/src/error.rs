//! Why data files do not read.

use std::borrow::Cow;

/// A data file that does not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}: {message}")]
pub struct DataError {
    /// Which file.
    pub file: &'static str,
    /// Line, from 1.
    pub line: usize,
    /// The fault.
    pub message: Cow<'static, str>,
}

impl DataError {
    /// An error at a line counted from 0.
    pub(crate) fn at(file: &'static str, number: usize, message: &'static str) -> Self {
        DataError { file, line: number + 1, message: message.into() }
    }
}
