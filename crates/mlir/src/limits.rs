//! Every bound of this crate, so that hostile input ends in an error and never in a full stack or memory.

/// Bytes of one text. The largest test of MLIR's own core dialects has 0.3 MB; constants with data are larger.
pub const MAX_TEXT: usize = 32 << 20;

/// Nesting of regions, attributes and types together, aliases included. Real programs nest 20 deep.
pub const MAX_NESTING: u32 = 128;

/// Operations of one text.
pub const MAX_OPERATIONS: usize = 1 << 20;

/// Results and block arguments of one text together, forward references included.
pub const MAX_VALUES: usize = 1 << 22;

/// Results of one operation: `%0:N` writes many in a few bytes.
pub const MAX_RESULTS: usize = 1 << 16;

/// Parts of one location that are looked at for a file, those that names stand for included.
pub const MAX_LOCATION_PARTS: u32 = 128;

/// Different attributes, and different types, of one text.
pub const MAX_POOL: usize = 1 << 22;

/// Dimensions of a shape, and dimensions and symbols of an affine map.
pub const MAX_RANK: usize = 64;

/// Steps of one affine expression in postfix order.
pub const MAX_AFFINE_STEPS: usize = 1 << 10;

/// Bytes of one type that is written without names for its parts.
pub const MAX_PRINTED_TYPE: usize = 1 << 14;

/// Bytes of an error's quotation.
pub const MAX_QUOTED: usize = 60;

/// Elements of one constant that are written out as numbers, 16 bytes each.
pub const MAX_LITERALS: u64 = 1 << 25;

/// Functions that a sentence names.
pub const MAX_NAMES: usize = 8;
