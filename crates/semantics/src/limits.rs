//! Every bound of this crate.

/// The longest operation text, in bytes. Intel's longest is 30 kB (AMX and SSE4.2 aside).
pub const MAX_TEXT_BYTES: usize = 1 << 20;
/// The deepest nesting of statements or expressions.
pub const MAX_NESTING: u32 = 200;
/// Names that one text may use. Intel's busiest has some forty.
pub const MAX_NAMES: usize = 4096;
/// Tokens of one text once its macros are put in.
pub const MAX_TOKENS: usize = 1 << 17;
/// The widest register a text may touch, in bits.
pub const MAX_REGISTER_BITS: u32 = 4096;
/// Statements and expressions that one run may execute.
pub const MAX_STEPS: u64 = 4_000_000;
/// The deepest nesting of a run: expressions in expressions and blocks in blocks, over all calls that are open. Intel's
/// deepest is below 100; so many fit the two megabytes of a thread without optimisation.
pub const MAX_DEPTH: u32 = 600;
/// Operators on the longest path of a term that a run makes: slicing a term, and asking for its values, recurse as
/// deep. Intel's highest is that of compressing 64 bytes, 2,146.
pub const MAX_TERM_HEIGHT: u32 = 4000;
/// The deepest chain of calls: reductions call themselves once per halving.
pub const MAX_CALLS: usize = 64;
/// Iterations of one DO WHILE whose condition is symbolic: one per bit of the widest element, and some.
pub const MAX_WHILE_ITERATIONS: u32 = 140;
/// Values that a symbolic index may take before an access is refused.
pub const MAX_INDEX_VALUES: usize = 512;
/// Nodes of one element's term in a canonical form. An affine map of an inverse in GF(2^8) has the most.
pub const MAX_CANONICAL_NODES: usize = 16_000;

/// Inputs of one run of a text for several: as many as a path has bits for.
pub const MAX_BATCH_INPUTS: usize = 64;
