//! Bounds, each with what it bounds.

/// Loops of a function.
pub const MAX_LOOPS: usize = 256;

/// Accesses of a function.
pub const MAX_ACCESSES: usize = 1024;

/// Dimensions of an array.
pub const MAX_RANK: usize = 8;

/// Elements of an array.
pub const MAX_ELEMENTS: u64 = 1 << 31;

/// Bytes of a buffer that a part of an array is copied into.
pub const MAX_BUFFER: u64 = 1 << 28;

/// Candidates of which all choices are compared.
pub const MAX_COMPARED: usize = 12;

/// Candidates of a nest whose cost is counted.
pub const MAX_WEIGHED: usize = 64;

/// Iterations of a tile in one loop.
pub const MAX_TILE: u64 = 1 << 20;

/// Tilings of a band whose cost is counted one by one; of a band with more, the loops' sizes are improved in turn.
pub const MAX_TILINGS: usize = 512;

/// Work of a question about a dependence, in Z3's units.
pub const MAX_WORK: u64 = 2_000_000;
