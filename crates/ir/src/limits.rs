//! Every bound of this crate, so that hostile input ends in an error and never in a full stack or memory.

/// Lanes of one vector. HVX pairs of bytes have 256, whole loop bodies a few more.
pub const MAX_LANES: u32 = 4096;

/// Nodes on the longest path of a window: a long sum is a deep one. The corpus needs 22; nothing here recurses as deep.
pub const MAX_DEPTH: u32 = 1 << 12;

/// Nodes of one window.
pub const MAX_NODES: usize = 1 << 14;

/// Operands of one operation: a concatenation has as many as lanes.
pub const MAX_OPERANDS: usize = MAX_LANES as usize;

/// Operands of all operations of one window together.
pub const MAX_TOTAL_OPERANDS: usize = 1 << 16;

/// Lanes of all nodes of one window together: what one evaluation keeps in memory.
pub const MAX_TOTAL_LANES: u64 = 1 << 20;

/// Lanes of all operations of one file together.
pub const MAX_FILE_LANES: u64 = 1 << 23;

/// Leaves of one window; a lane variable keeps the leaf's number in 15 bits.
pub const MAX_LEAVES: usize = 1 << 15;

/// Bytes of one file of text.
pub const MAX_TEXT: usize = 1 << 20;

/// Nesting of the text, which is deeper than the graph it stands for: parentheses, lets, facts. Reading recurses as
/// deep, on a stack that grows with it, to some ten megabytes.
pub const MAX_NESTING: u32 = 2 * MAX_DEPTH;

/// Results in one file.
pub const MAX_WINDOWS: usize = 1 << 12;

/// Operations that one printed result may repeat before shared ones are named by `let`.
pub const MAX_PRINTED_TREE: u64 = 1 << 12;

/// Products in one symbolic index, and factors in one product.
pub const MAX_INDEX_TERMS: usize = 64;

/// Bytes of one symbolic index.
pub const MAX_INDEX_TEXT: usize = 1 << 10;

/// Elements that a load's offset, and its stride, may count: with any lane they add up without overflow.
pub const MAX_OFFSET: u64 = 1 << 48;

/// Bytes of one name.
pub const MAX_NAME: usize = 256;

/// Nodes of the e-graph in which a canonical form is sought.
pub const MAX_EGRAPH_NODES: usize = 20_000;

/// Rounds of rewriting for a canonical form.
pub const MAX_EGRAPH_ITERATIONS: usize = 16;

/// The widest term, in bits. Wider values are kept as slices by their makers.
pub const MAX_WIDTH: u32 = 128;
