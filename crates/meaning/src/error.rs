//! Why a program is not read.

use isotope_mlir::Place;
use std::fmt;

/// An operation that has no meaning here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Unread {
    /// Where it stands in the text.
    pub place: Place,
    /// The rest of a sentence about it.
    pub why: String,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.why)
    }
}
