//! Bounds of a search.
//!
//! They bound work and memory, never time: what a bound ends, it ends at the same place every time.

use crate::share::Share;

/// Rounds after the first that counterexamples may start.
pub const ROUNDS: u32 = 6;

/// Counterexamples add samples to those that a window starts with.
pub const SAMPLES: usize = 64;

/// Plans in a row for the same layouts, each of which knows what the one before it computes anyway.
pub const PLANS: usize = 2;

/// Rewritings of a form one in the other; what is deeper stays as it is written.
pub const REWRITINGS: u32 = 32;

/// Forms of which a condition may be a function, of those that are tried.
pub const VARIABLES: usize = 6;

/// Forms that are followed as functions of one.
pub const FOLLOWED: usize = 64;

/// Forms that are looked at for values that the terms of a sum share.
pub const FACTORS: usize = 128;

/// Values that are taken at both ends of their ranges, each with each end of the others.
pub const SHARED: usize = 4;

/// Straight lines that such a function is made of.
pub const PIECES: usize = 8;

/// Bits below those that a test of upper bits looks at.
pub const UNTESTED_BITS: u32 = 64;

/// Forms that are planned for the sake of another's plan, one in the other; what is deeper is not planned for it.
pub const DERIVED: usize = 24;

/// Parts that a window which cannot be read as a whole is cut into; what is left over is lowered plainly.
pub const PARTS: u32 = 16;

/// Programs with the terms of a reduction as a part that are proposed.
pub const TERMS_APART: usize = 3;

/// Magnitudes in a sum that are looked at as terms of transforms.
pub const BUTTERFLY_TERMS: usize = 128;

/// Orders of a transform's stages that are proposed.
pub const BUTTERFLY_WAYS: usize = 4;

/// The part of the rest that such a window may take.
pub const TERMS: Share = Share::new(1, 3);

/// Parts of parts, one in the other.
pub const PART_DEPTH: u32 = 6;

/// Lanes of a reduction that partial results are computed for; what has more fills registers by itself.
pub const FEW_LANES: u32 = 8;

/// Elements for each lane from which on a reduction to few lanes is cut.
pub const CUT_FACTOR: u32 = 8;

/// Registers that a reduction's elements may be in to be joined as they are.
pub const TAIL_REGISTERS: u32 = 8;

/// Programs for the partial results of a reduction that are tried for each way to divide it.
pub const PARTIAL_PROGRAMS: usize = 2;

/// Lanes of partial results in which a counterexample of one lane is looked at.
pub const PARTS_OF_COUNTEREXAMPLES: usize = 8;

/// Ways of giving an instruction its operands that are tried on one goal.
pub const ASSIGNMENTS: usize = 1 << 14;

/// Nodes of a window that is looked for as one instruction for each register.
pub const WHOLE_NODES: usize = 24;

/// Work on looking for it so, in the units of [`isotope_smt::effort::Effort`].
pub const WHOLE_WORK: u64 = 1 << 16;

/// The work that may be spent to find it, of that of a window.
pub const WHOLE: Share = Share::new(1, 4).at_most(WHOLE_WORK);

/// The part of the rest that each order of lanes may take to find instructions by value: a window with very many forms still has something
/// to plan with.
pub const MATCHES: Share = Share::new(1, 2);

/// The part of the rest that planning may take: the cheapest of many plans is no answer without a proof.
pub const PLANNING: Share = Share::new(3, 4);

/// Where shifts of bytes are planned as products and as they are: what the first way may take.
pub const PRODUCTS: Share = Share::new(1, 2);

/// Each way to divide a reduction has one part of so many of the work that is left, at most.
pub const PARTITIONS: usize = 4;

/// Registers of its result.
pub const WHOLE_REGISTERS: u32 = 8;

/// Pieces of what a window reads that a register of its result may be made from.
pub const WHOLE_PIECES: usize = 24;

/// Registers that such an instruction takes.
pub const WHOLE_OPERANDS: usize = 4;

/// Programs of one instruction for each register that are proposed for a window.
pub const WHOLE_WAYS: usize = 2;

/// Sets of operands that are looked at for one form that an instruction of three operands may give.
pub const CUTS: usize = 8;

/// Lanes from which on a function of one byte is looked up.
pub const TABLE_LANES: u32 = 8;

/// Operations that a function of one byte has at least to be looked up; division and counting count as so many.
pub const TABLE_OPERATIONS: u32 = 4;

/// The part of all that a window in another phrasing may take.
pub const REPHRASING: Share = Share::new(1, 2);

/// Programs that are proposed for a window in another phrasing: its plain lowering, and the most promising of the others. The window as it
/// is written has the rest of the shortlist.
pub const REPHRASED_PROGRAMS: usize = 6;

/// Operands of one operation that are put in order; a window with more in a row keeps its phrasing.
pub const REPHRASED_ROW: usize = 256;

/// Terms of a row that are taken together as one reduction. Sixteen bytes are what instructions sum at the most, and longer rows are summed
/// in several.
pub const REPHRASED_GROUP: usize = 16;

/// Nodes one in the other that are written again; a window that is deeper keeps its phrasing.
pub const REPHRASED_DEPTH: usize = 256;

/// Nodes of a window that is written again in another phrasing.
pub const REPHRASED_NODES: usize = 512;

/// Results that one window has side by side.
pub const RESULTS: usize = 16;

/// The part of the rest that planning them together may take.
pub const SEVERAL: Share = Share::new(1, 2);

/// Ways to give one instruction what a window reads that are tried for whoever asks why the instruction is not used.
pub const NEAREST_WAYS: usize = 128;
/// Values of its immediate, of each way.
pub const NEAREST_IMMEDIATES: usize = 16;
