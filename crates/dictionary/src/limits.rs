//! Every bound of this crate.

/// The deepest nesting of a class's text. Lookups in a table of 128 elements nest that deep.
pub const MAX_BODY_DEPTH: usize = 1000;

/// The longest list of features that a request may name, in bytes.
pub const MAX_MATTR_BYTES: usize = 4096;

/// Steps of one fold of a class's text: a table of 256 elements has as many.
pub const MAX_FOLD_STEPS: usize = 4096;

/// Elements of zero above a result.
pub const MAX_BODY_ZEROS: usize = 4096;

/// Elements of a result below its zeros: a register of 4,096 bits has as many.
pub const MAX_BODY_ELEMENTS: usize = 4096;

/// Neighbouring elements that one read of a class's text takes as one number: a mask register of 64 bits has as many, of 1 bit.
pub const MAX_READ: usize = 256;

/// Names that are offered for one that there is not.
pub const MAX_MEANT: usize = 4;

/// Bytes of a name that another one may have been meant by: twice the longest intrinsic's.
pub const MAX_MEANT_BYTES: usize = 128;
