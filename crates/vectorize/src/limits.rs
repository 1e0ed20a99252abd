//! Bounds, each with what it bounds. A kernel at all of them takes seconds.

/// Operations that a kernel carries out once its loops are unrolled.
pub const MAX_STEPS: usize = 1 << 18;

/// Elements that a kernel writes.
pub const MAX_OUTPUTS: usize = 2048;

/// Elements of an array.
pub const MAX_ELEMENTS: u64 = 1 << 20;

/// Different values that an unrolled kernel computes.
pub const MAX_TERMS: usize = 1 << 17;

/// Loops within one another.
pub const MAX_DEPTH: usize = 24;

/// Lanes of a vector.
pub const MAX_LANES: usize = 64;

/// Addends of one sum: a longer one is added in the program's order.
pub const MAX_ADDENDS: usize = 512;

/// Values of a kernel whose elements are also computed one by one, to see whether that is cheaper.
pub const MAX_SINGLES: usize = 1024;

/// Nodes of an e-graph.
pub const MAX_NODES: usize = 1 << 17;

/// Rounds in which all rules are applied.
pub const MAX_ITERATIONS: usize = 64;

/// Forms that rules are applied to, in all rounds of an e-graph.
pub const MAX_MATCHES: usize = 1 << 20;

/// Programs that are taken out of an e-graph, each by other weights of its instructions.
pub const MAX_EXTRACTIONS: usize = 8;
