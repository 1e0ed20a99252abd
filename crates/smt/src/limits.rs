//! The bounds of this crate, each with its unit.

/// Solver work when a caller names none, in Z3's `rlimit` units; about a quarter of a second.
pub const DEFAULT_RLIMIT: u64 = 2_000_000;

/// Work on one question besides the solver's, in units of [`crate::effort::Effort`]; some seconds. A question that it ends is
/// still put to the solver as it is.
pub const MAX_EFFORT: u64 = 1 << 25;

/// Inputs times steps that are evaluated for one unit of [`crate::effort::Effort`]: rows of samples are vector code.
pub const EVALUATIONS_PER_UNIT: u64 = 32;

/// The largest budget Z3 takes, in `rlimit` units.
pub const MAX_RLIMIT: u64 = u32::MAX as u64;

/// Term nodes in one query; more is refused by the decoder.
pub const MAX_QUERY_NODES: usize = 200_000;

/// Free input bits up to which every input is tried, when the solver does not settle it first.
pub const MAX_EXHAUSTIVE_BITS: u32 = 24;

/// Free input bits up to which every input is tried before the solver is asked.
pub const EAGER_EXHAUSTIVE_BITS: u32 = 16;

/// Term nodes evaluated over all inputs in one exhaustive proof: nodes times inputs.
pub const MAX_EXHAUSTIVE_WORK: u64 = 4 << 30;

/// Concrete samples tried before any proof.
pub const REFUTATION_SAMPLES: usize = 256;

/// Samples evaluated together; sized so that a lane's registers stay in the second-level cache. A power of two, like
/// the number of inputs, so that blocks fill them exactly.
pub const BLOCK_SAMPLES: usize = 256;

/// Monomials that a sum in normal form may have: one of 256 elements, and what comes with it.
pub const MAX_MONOMIALS: usize = 272;

/// Monomials that a product in normal form may have; one that would have more stays a product.
pub const MAX_PRODUCT_MONOMIALS: usize = 96;

/// Factors of one monomial in a normal form.
pub const MAX_DEGREE: usize = 4;

/// The widest term, in bits, that the normal form reads as an integer.
pub const MAX_NORMAL_WIDTH: u32 = 100;

/// Terms that the normal form reads as integers before it gives up on a question and leaves it as it is.
pub const MAX_NORMAL_READINGS: usize = 60_000;

/// Depth, in nodes, of a term beyond which the normal form leaves it as it is: the walk is recursive.
pub const MAX_NORMAL_DEPTH: u32 = 600;

/// The most values whose minimum or maximum is brought into one order: each further one makes the chain anew.
pub const MAX_EXTREMUM: usize = 64;

/// Choices in each other of which the normal form looks for numbers whose low bits they take: two make a saturation.
pub const MAX_UNCUT_CHOICES: u32 = 3;

/// Sums that the normal form remembers as being one value, where it writes a value in several ways.
pub const MAX_WRITINGS: usize = 4;

/// Runs of ones in a mask beyond which the normal form keeps it as a bitwise operation.
pub const MAX_MASK_RUNS: usize = 3;

/// Levels of nested conditions whose bounds refine an interval.
pub const MAX_REFINEMENT_DEPTH: u32 = 4;

/// Share of the budget that a query with cut points may spend before the whole query is asked, as a divisor.
pub const CUT_BUDGET_DIVISOR: u64 = 2;

/// Assumptions of a question from which on it is not split into cases: each split adds one.
pub const MAX_CASE_ASSUMPTIONS: usize = 3;

/// Samples on which a sweep compares inner terms.
pub const SWEEP_SAMPLES: usize = 1024;

/// Samples drawn for that: most may be none for which the assumptions hold.
pub const SWEEP_DRAWN: usize = 1 << 14;

/// Values of an input that something is shifted by, up to which each is a case.
pub const MAX_AMOUNTS: u128 = 128;

/// Pairs of inner terms that a sweep cannot prove equal, after which it tries no further ones.
pub const MAX_FAILED_SWEEPS: usize = 48;

/// Pairs of a sweep times the terms of its question: in a large one fewer are tried.
pub const MAX_SWEEP_NODES: usize = 1_000_000;

/// Terms visited while subterms are looked for that gather all uses of their variables.
pub const MAX_GATHER_VISITS: usize = 10_000_000;

/// The part of what is left of the budget that one pair of a sweep may spend.
pub const SWEEP_BUDGET_DIVISOR: u64 = 16;

/// The least that one pair of a sweep may spend, as long as there is so much: a shift by a variable takes it.
pub const MIN_SWEEP_BUDGET: u64 = 100_000;

/// Pieces of one input's range that are looked at before the solver is asked.
pub const MAX_PIECES: u32 = 1 << 14;
