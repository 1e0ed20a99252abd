//! Every bound of this crate. Over one of them nothing is known, and everything is frozen.

/// Sources that the lanes and bytes of all values of an answer and of its window read, each counted as often as it is added to another.
pub const MAX_READS: usize = 1 << 24;

/// Values that an immediate of an intrinsic may have.
pub const MAX_VALUES: usize = 256;
