//! Bounds of this crate.

/// The most pipes of a table: as many as a set of them (`Pipes`) has bits.
pub const MAX_PIPES: usize = 128;

/// Unions of sets of pipes that are looked at to price a block. Real blocks have a few dozen; one beyond this has a
/// bound that is too low.
pub const MAX_UNIONS: usize = 4096;
