//! Bounds of proofs.

/// Inputs of one lane that a proof can number; a lane with more is left unproved.
pub const MAX_LANE_INPUTS: usize = 1 << 16;
