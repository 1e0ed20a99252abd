//! How arrays of terms are combined.

/// How lanes of it are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Sum,
    Difference,
    Product,
    /// A free term by level, with this code; its operands may be exchanged.
    Commutes(u64),
    /// The same, in order.
    Ordered(u64),
    /// The same, in order, and linear in both operands.
    Linear(u64),
    /// One after the other, as outside of nests.
    Other,
}
