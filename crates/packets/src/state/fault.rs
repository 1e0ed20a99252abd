//! Why a program is not followed.

use crate::terms::TooMany;

/// Why a program is not followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// An instruction that the processor's file does not have.
    #[error("`{0}` is no operation that is known")]
    Operation(String),
    /// A register that it does not have.
    #[error("`{0}` is no register that is known")]
    Register(String),
    /// A bound was passed.
    #[error("the comparison is larger than {0}")]
    Bound(&'static str),
    /// An access of the second program, by its line.
    #[error("line {0} says more of its access to memory than the first program does")]
    Statement(usize),
    /// An instruction of the second program with a word that the first has not, by that and its line.
    #[error("line {1} says `{0}` of its result, which the first program does not")]
    Flag(&'static str, usize),
    /// An instruction that stands before the one whose result it reads, by its line.
    #[error("line {0} reads a result of its packet that comes later")]
    Reader(usize),
    /// An instruction that writes what its packet has written, by its line.
    #[error("line {0} writes a register that its packet writes already")]
    Writer(usize),
}

impl From<TooMany> for Fault {
    fn from(_: TooMany) -> Fault {
        Fault::Bound("MAX_TERMS")
    }
}
