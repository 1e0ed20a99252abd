//! Every bound of this crate, so that hostile input ends in an error and never in a full stack or memory.

/// Cells of memory that one program has while it runs, freed ones included: 36 bytes each.
pub const MAX_CELLS: usize = 1 << 25;

/// Numbers of constants and moved lanes that all operations of one text hold together before it runs, 16 bytes each: a few bytes of text
/// write many of them.
pub const MAX_PLANNED: usize = 1 << 24;

/// Operations that one program carries out, unless the caller says otherwise.
pub const MAX_STEPS: u64 = 1 << 36;

/// Iterations of a parallel loop that has other parallel loops in it: each takes four bytes.
pub const MAX_NESTED_ITERATIONS: usize = 1 << 24;

/// Unknowns of all sets together that say what numbers were computed from, 8 bytes each.
pub const MAX_LEAVES: usize = 1 << 22;

/// Calls within calls.
pub const MAX_CALLS: u32 = 64;

/// Lanes of one vector while it runs.
pub const MAX_LANES: usize = 1 << 16;

/// Bytes that a program prints.
pub const MAX_OUTPUT: usize = 1 << 24;

/// Levels of free terms that are hashed by level, at 64 bytes each; one that is higher becomes a new unknown.
pub const MAX_LEVELS: u32 = 1 << 16;

/// Levels of linear free terms, at 16 bytes each.
pub const MAX_LINEAR_LEVELS: u32 = 1 << 22;

/// Terms of one run whose operations are taken down for a proof: about 100 bytes each.
pub const MAX_RECORDED: usize = 1 << 20;

/// Operations of one run for a proof: each is walked by itself.
pub const MAX_PROOF_STEPS: u64 = 1 << 24;

/// Cells that a proof compares, each with a term of its own.
pub const MAX_PROVED_CELLS: usize = 1 << 16;

/// Nodes of the terms of one proof, with those of the questions.
pub const MAX_PROOF_NODES: usize = 1 << 22;

/// Operations on the longest path to a cell that is proved: what looks at terms goes so deep.
pub const MAX_PROOF_DEPTH: u32 = 2_000;

/// Inputs of one question.
pub const MAX_PROOF_INPUTS: usize = 1 << 12;

/// Divisions of the first program that a proof takes to have a meaning.
pub const MAX_ASSUMED_DIVISIONS: usize = 16;

/// Work of one proof, in Z3's units.
pub const MAX_PROOF_WORK: u64 = 40_000_000;

/// Iterations of a loop that one pass over arrays carries out.
pub const STRIP: usize = 512;

/// Sums of rows that an identity test remembers, in numbers of 8 bytes; then it forgets all of them.
pub const MAX_REMEMBERED: usize = 1 << 20;

/// Sums of chains that it remembers, of about 100 bytes each.
pub const MAX_CHAINS: usize = 1 << 17;

/// Different lists of levels, or of factors, that these need.
pub const MAX_CHAIN_LISTS: usize = 64;

/// Operations in a row that the range of an integer is followed through.
pub const MAX_DEPTH: usize = 64;
