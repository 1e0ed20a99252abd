//! Ends of a run: faults of the text, and the line at which they were met.
//!
//! A fault is of the text, or of the bounds of this crate: texts in scope have a meaning on every input. It names what
//! a person needs to find the place in the vendor's text, in the words of that text.

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// At a statement.
    #[error("line {line}: {fault}")]
    At {
        /// Line of the statement.
        line: u32,
        /// The fault.
        fault: Fault,
    },
    /// Operands given do not fit the semantics.
    #[error("{0}")]
    Operands(String),
}

/// The faults inside a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // fields are named in the messages
pub enum Fault {
    /// Bits of a register that no statement before has written: a typing error of the text, or an element that it
    /// leaves out.
    #[error("{name} is read before it is written (bits {lo}..{hi})")]
    Unwritten { name: String, lo: u32, hi: u32 },
    /// A name that is no variable here and no function.
    #[error("{name} has no value here")]
    Unknown { name: String },
    /// A slice, member or bit beyond the register, or before its first bit.
    #[error("bits {lo}..{hi} are outside {name} of {bits} bits")]
    OutOfRange { name: String, lo: i128, hi: i128, bits: u32 },
    /// The exact result of an operation passes 128 bits, and the context does not say that it keeps less.
    #[error("{0} bits are too wide to compute with (128 at most)")]
    TooWide(u32),
    /// Both ends of a slice are data, and their distance as well; or a place inside a place is.
    #[error("the width of a slice depends on data")]
    DataWidth,
    /// Too many places for one access: a choice of so many sides would be no instruction any more.
    #[error("an index depends on data in more than {0} ways")]
    DataIndex(usize),
    /// A FOR loop that runs as often as data say; DO WHILE may.
    #[error("a loop bound depends on data")]
    DataLoop,
    /// By a divisor that is known. Texts that divide by data test it first, and name the exception.
    #[error("division by zero")]
    DivisionByZero,
    /// A function's name in arithmetic.
    #[error("{0} is no integer")]
    NotInteger(String),
    /// A call with other arguments than the function has parameters.
    #[error("{name} takes {expected} arguments, not {given}")]
    Arity { name: String, expected: usize, given: usize },
    /// A call through a variable that holds no function.
    #[error("no function {0}")]
    NoFunction(String),
    /// A function that ends without RETURN, or returns on one side only of a choice that is data.
    #[error("{0} does not return a value")]
    NoReturn(String),
    /// A target that is no part of a variable.
    #[error("this cannot be assigned to")]
    Target,
    /// Of [`crate::limits::MAX_STEPS`].
    #[error("more than MAX_STEPS ({0}) steps")]
    Steps(u64),
    /// Of [`crate::limits::MAX_DEPTH`].
    #[error("statements and expressions nest deeper than MAX_DEPTH ({0})")]
    Depth(u32),
    /// Of [`crate::limits::MAX_TERM_HEIGHT`]; only where values are terms.
    #[error("a term is higher than MAX_TERM_HEIGHT ({0})")]
    TermHeight(u32),
    /// Of [`crate::limits::MAX_CALLS`].
    #[error("calls nest deeper than MAX_CALLS ({0})")]
    Calls(usize),
    /// Of [`crate::limits::MAX_WHILE_ITERATIONS`].
    #[error("a DO WHILE has more than MAX_WHILE_ITERATIONS ({0}) iterations")]
    WhileIterations(u32),
    /// A known integer leaves 127 bits. Of registers no text computes known integers of that size.
    #[error("an integer constant overflows 127 bits")]
    ConstantOverflow,
    /// A construct that [`crate::semantics`] would have refused.
    #[error("{0} is outside integer register semantics")]
    Unsupported(String),
}

/// The result of a step of a run.
pub(crate) type Done<T> = Result<T, Fault>;
