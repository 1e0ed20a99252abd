//! Why a request fails, as the caller gets it: a gRPC code, a sentence to act on, and the place.

use crate::limits;
use crate::selector::SelectError;
use crate::target::TargetError;
use isotope_proto::v1;
use prost::Message as _;
use tonic::{Code, Status};

/// Why a request, or one item of a batch, fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The daemon has not opened its memo and dictionary yet, or is stopping.
    #[error("the server is {0}; try again, or let the compiler generate this code itself")]
    Unavailable(&'static str),
    /// The request has no expression.
    #[error("the request holds no expression; set `text` or `expression`")]
    Empty,
    /// The text or the graph is not a well-typed expression.
    #[error("{message}")]
    Expression {
        /// What is wrong, with the line and a caret.
        message: String,
        /// The line, from 1; 0 when there is none.
        line: u32,
        /// The column, from 1.
        column: u32,
    },
    /// A listing has something else than labels and instructions.
    #[error("line {line} of a listing is neither a label nor an instruction: {text}")]
    Listing {
        /// The line, from 1.
        line: u32,
        /// What it says.
        text: String,
    },
    /// The target is not one.
    #[error("{0}")]
    Target(#[from] TargetError),
    /// A bound of [`limits`] is passed.
    #[error("{what} is {found}; the bound {bound} is {limit}")]
    OverLimit {
        /// What was measured.
        what: &'static str,
        /// Its size.
        found: u64,
        /// The name of the bound.
        bound: &'static str,
        /// Its value.
        limit: u64,
    },
    /// An enumeration has a number that this version does not know.
    #[error("{field} = {value} is not known to this server; see isotope.v1")]
    UnknownValue {
        /// The field.
        field: &'static str,
        /// Its value.
        value: i32,
    },
    /// The caller was built for another dictionary.
    #[error("the request expects epoch {expected}, but this server has epoch {actual}; update the older of the two")]
    Epoch {
        /// The request's.
        expected: String,
        /// The server's.
        actual: String,
    },
    /// Too many searches wait.
    #[error("{waiting} searches wait already, and the bound --queue is {bound}; try again later, or raise it")]
    QueueFull {
        /// Searches that wait.
        waiting: usize,
        /// The bound.
        bound: usize,
    },
    /// The caller's time is over, and the search has nothing yet.
    #[error(
        "the deadline passed before the search had an answer; allow more time, or ask again: it may go on for others"
    )]
    Deadline,
    /// The search failed.
    #[error("{0}")]
    Search(#[from] SelectError),
}

impl Failure {
    /// The gRPC code.
    pub fn code(&self) -> Code {
        match self {
            Failure::Unavailable(_) => Code::Unavailable,
            Failure::Empty | Failure::Expression { .. } | Failure::Listing { .. } | Failure::Target(_) => {
                Code::InvalidArgument
            }
            Failure::OverLimit { .. } | Failure::UnknownValue { .. } => Code::InvalidArgument,
            Failure::Epoch { .. } => Code::FailedPrecondition,
            Failure::QueueFull { .. } => Code::ResourceExhausted,
            Failure::Deadline => Code::DeadlineExceeded,
            Failure::Search(error) => match error {
                SelectError::Cancelled => Code::Cancelled,
                SelectError::Unsupported(_) => Code::InvalidArgument,
                SelectError::Tool(_) => Code::Unavailable,
                SelectError::Internal(_) => Code::Internal,
            },
        }
    }

    /// The failure as a message of the wire.
    pub fn to_proto(&self) -> v1::Failure {
        let (line, column) = match self {
            Failure::Expression { line, column, .. } => (*line, *column),
            Failure::Listing { line, .. } => (*line, 1),
            _ => (0, 0),
        };
        v1::Failure { code: self.code() as i32, message: self.to_string(), line, column }
    }

    /// Checks a size against a bound of [`limits`].
    pub fn check(what: &'static str, found: usize, bound: &'static str, limit: usize) -> Result<(), Self> {
        if found <= limit {
            return Ok(());
        }
        Err(Failure::OverLimit { what, found: found as u64, bound, limit: limit as u64 })
    }
}

impl From<Failure> for Status {
    fn from(failure: Failure) -> Self {
        let proto = failure.to_proto();
        // Headers have a bound of their own on most clients: a caret line of a long expression may not fit in them twice.
        let details = if proto.message.len() < limits::MAX_DETAIL_BYTES { proto.encode_to_vec() } else { Vec::new() };
        let mut message = proto.message;
        if message.len() > limits::MAX_DETAIL_BYTES {
            message = message.chars().take(limits::MAX_DETAIL_BYTES).collect::<String>() + "...";
        }
        Status::with_details(failure.code(), message, details.into())
    }
}
