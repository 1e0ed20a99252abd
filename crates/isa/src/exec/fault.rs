//! What ends a run: faults of the text, and the line at which they were met.

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// At a statement.
    #[error("line {line}: {fault}")]
    At {
        /// Line of the statement.
        line: u32,
        /// What went wrong.
        fault: Fault,
    },
    /// Operands given do not fit the semantics.
    #[error("{0}")]
    Operands(String),
}

/// What can go wrong inside a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Fault {
    #[error("{name} is read before it is written (bits {lo}..{hi})")]
    Unwritten { name: String, lo: u32, hi: u32 },
    #[error("{name} has no value here")]
    Unknown { name: String },
    #[error("bits {lo}..{hi} are outside {name} of {bits} bits")]
    OutOfRange { name: String, lo: i128, hi: i128, bits: u32 },
    #[error("{0} bits are too wide to compute with (128 at most)")]
    TooWide(u32),
    #[error("the width of a slice depends on data")]
    DataWidth,
    #[error("an index depends on data in more than {0} ways")]
    DataIndex(usize),
    #[error("a loop bound depends on data")]
    DataLoop,
    #[error("division by zero")]
    DivisionByZero,
    #[error("{0} is no integer")]
    NotInteger(String),
    #[error("{name} takes {expected} arguments, not {given}")]
    Arity { name: String, expected: usize, given: usize },
    #[error("no function {0}")]
    NoFunction(String),
    #[error("{0} does not return a value")]
    NoReturn(String),
    #[error("this cannot be assigned to")]
    Target,
    #[error("more than MAX_STEPS ({0}) steps")]
    Steps(u64),
    #[error("statements and expressions nest deeper than MAX_DEPTH ({0})")]
    Depth(u32),
    #[error("a term is higher than MAX_TERM_HEIGHT ({0})")]
    TermHeight(u32),
    #[error("calls nest deeper than MAX_CALLS ({0})")]
    Calls(usize),
    #[error("a DO WHILE turns more than MAX_WHILE_TURNS ({0}) times")]
    WhileTurns(u32),
    #[error("an integer constant overflows 127 bits")]
    ConstantOverflow,
    #[error("{0} is outside integer register semantics")]
    Unsupported(String),
}

/// What a step of a run gives.
pub(crate) type Done<T> = Result<T, Fault>;
