//! Shares of the work that is left.

use isotope_smt::effort::Effort;

/// A part of the work that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// So many
    pub parts: u64,
    /// of so many,
    pub of: u64,
    /// and never more than this, in the units of [`Effort`].
    pub most: u64,
}

impl Share {
    /// All that is left.
    pub const ALL: Share = Share::new(1, 1);

    /// So many parts of so many.
    pub const fn new(parts: u64, of: u64) -> Self {
        Share { parts, of, most: u64::MAX }
    }

    /// The same, and never more than so much.
    pub const fn at_most(self, most: u64) -> Self {
        Share { most, ..self }
    }

    /// That part of the work that is left of `effort`; what is spent of it is to be [joined](Effort::joined).
    pub fn of<'a>(self, effort: &Effort<'a>) -> Effort<'a> {
        effort.part(self.most.min(effort.left() / self.of * self.parts))
    }
}
