//! Bounds of this crate.

/// The most pipes of a table: as many as a set of them (`Pipes`) has bits.
pub const MAX_PIPES: usize = 128;

/// Unions of sets of pipes that are looked at to price a block. Real blocks have a few dozen; one beyond this has a
/// bound that is too low.
pub const MAX_UNIONS: usize = 4096;

/// Loads, and stores, that the least price of a loop is reckoned for; a loop with more of them costs at least as much.
pub const MAX_MOVES: u32 = 24;
