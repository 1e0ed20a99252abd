//! Bounds of a selection.
//!
//! They bound work and memory, never time: what a bound ends, it ends at the same place every time.

/// Candidates that are priced in one round, cheapest estimates first: so many for a result of up to two registers, fewer for one of
/// more, which is the same work so many times, and never less than the least.
pub const SHORTLIST: usize = 16;
/// The least of it.
pub const SHORTLIST_LEAST: usize = 4;

/// Registers of a result from which on a window is searched for at the lanes of one register first.
pub const SCALED_FROM: u32 = 8;

/// Other programs that an answer carries along, for the day on which prices change.
pub const ALTERNATIVES: usize = 4;

/// Candidates of one round whose proofs may stay open; what is hard to prove of some is hard to prove of all.
pub const OPEN_PROOFS: usize = 2;

/// Work on the proof of the plain lowering when a search has spent its own, in the units of [`isotope_smt::Answer`].
pub const LAST_PROOF: u64 = 1 << 22;

/// Inputs that a window is run on to see which elements its result depends on.
pub const BASES: usize = 3;

/// Runs that look for such elements. An element that is not looked at counts as not needed, which makes the bound lower.
pub const WITNESSES: u32 = 512;

/// Lanes of a result that are looked at one by one to see whether a lane reads neighbours. One of more lanes may.
pub const LOOKED_AT: u32 = 256;
