//! Parts that the tests of this crate look into, which stand in a crate of their own; nothing else may name them.

pub use crate::butterflies::butterflies;
pub use crate::instructions::sorted;
pub use crate::lanes::{choices, widest};
pub use crate::placement::whole;
pub use crate::rephrasing::Rephrased;
pub use crate::scaling::average;
