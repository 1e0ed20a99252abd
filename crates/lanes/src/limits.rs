//! Every bound of this crate. Over one of them nothing is shown, and the error names the bound.

/// Operations of one program.
pub const MAX_OPERATIONS: usize = 1 << 16;

/// Blocks of one program.
pub const MAX_BLOCKS: usize = 1 << 12;

/// Lanes of one vector.
pub const MAX_LANES: u32 = 64;

/// Bytes of memory on the stack under one name.
pub const MAX_STACK: u64 = 1 << 20;

/// Pairs of places, one in each program, that are explored.
pub const MAX_STATES: usize = 1 << 12;

/// Terms of one comparison.
pub const MAX_TERMS: usize = 1 << 20;

/// Operations that are carried out on terms in one comparison, and terms that are rewritten.
pub const MAX_STEPS: usize = 1 << 20;

/// Operands of one term: the parts of a sum, the arguments of an intrinsic.
pub const MAX_OPERANDS: usize = 64;

/// Ways through one block of the second program.
pub const MAX_WAYS: usize = 256;

/// Blocks that the first program goes on by for one need of the second.
pub const MAX_AHEAD: usize = 256;
