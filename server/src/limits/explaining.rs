//! Bounds of explanations.

/// Candidates that an explanation describes, and those of one that is asked for all: each is compiled.
pub const EXPLAINED: usize = 8;
/// See [`EXPLAINED`].
pub const MAX_EXPLAINED: usize = 128;
/// Candidates that are compiled by one run of the compiler.
pub const PRICED_TOGETHER: usize = 16;
/// Proofs that are tried of programs with an instruction that is asked about.
pub const WHY_NOT_PROOFS: usize = 4;
/// Operations of a program, and of a window, that are told which part they compute.
pub const MAX_PART_STEPS: usize = 96;
/// Lanes of such a part.
pub const MAX_PART_LANES: u32 = 256;
/// Samples on which a part and an instruction have to agree.
pub const PART_SAMPLES: usize = 8;
