//! Every bound of this crate. Over one of them nothing is read, and the error names the bound.

/// Operations of the dialect `llvm` in one module.
pub const MAX_OPERATIONS: usize = 1 << 16;

/// Lanes of one vector.
pub const MAX_LANES: u64 = 1 << 12;

/// Lanes of all operations of the dialect `llvm` together, 8 bytes each.
pub const MAX_ALL_LANES: usize = 1 << 22;

/// Terms that are looked at to find what lanes read.
pub const MAX_LOOKS: u64 = 1 << 30;

/// Values that operations of the dialect `llvm` take from others; each has a number of 16 bits.
pub const MAX_LEAVES: usize = 1 << 15;

/// Terms of one module.
pub const MAX_TERMS: usize = 1 << 22;

/// Operations on top of each other in one lane of one value.
pub const MAX_HEIGHT: u32 = 256;
