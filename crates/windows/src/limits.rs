//! Every bound of this crate. Code over one of them stays as it is, with a sentence that names the bound.

/// Nodes of a window's expression.
pub const MAX_NODES: usize = 400;

/// Operations above one another in a window.
pub const MAX_DEPTH: usize = 64;

/// Lanes of one value in a window.
pub const MAX_LANES: u64 = 512;

/// Places that one window loads from.
pub const MAX_BUFFERS: usize = 32;

/// Results of one window.
pub const MAX_RESULTS: usize = 8;

/// Bits of all results of one window.
pub const MAX_RESULT_BITS: u64 = 8 * 512;

/// Windows of one module.
pub const MAX_WINDOWS: usize = 2048;

/// Additions of constants to one index.
pub const MAX_STEPS: usize = 16;

/// Operations of one answer.
pub const MAX_ANSWER: usize = 4096;

/// The widest stride of a load that an answer asks for.
pub const MAX_STRIDE: i64 = 4;
