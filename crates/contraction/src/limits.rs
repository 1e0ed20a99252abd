//! Bounds, each with what it bounds.

/// Dimensions of a contraction.
pub const MAX_DIMS: usize = 12;

/// Dimensions of an array.
pub const MAX_RANK: usize = 8;

/// Elements of an array, and of what a kernel keeps of it in another order.
pub const MAX_ELEMENTS: u64 = 1 << 31;

/// Bytes of a statement.
pub const MAX_STATEMENT: usize = 4096;

/// Products that a contraction adds.
pub const MAX_PRODUCTS: u64 = 1 << 40;

/// Characters of a function's name.
pub const MAX_NAME: usize = 128;
