//! Bounds, each with what it bounds.

/// Expressions that are looked at for the ends of one row: a bound that is the least of two expressions doubles them for each loop.
pub const MAX_BOUNDED: usize = 256;
