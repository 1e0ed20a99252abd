//! Bounds of `Compile`.

/// Plans that an answer shows.
pub const MAX_PLANS: usize = 64;

/// Bytes that a program of `Compile` takes while it is read, for each of its text's.
pub const READING_PROGRAM_FACTOR: usize = 32;
