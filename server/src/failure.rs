//! Why a request fails, as the caller gets it: a gRPC code, a sentence to act on, and the place.

use crate::access::Refused;
use crate::limits;
use isotope_dictionary::TargetError;
use isotope_pricer::ListingError;
use isotope_proto::v1;
use prost::Message as _;
use std::time::Duration;
use tonic::metadata::MetadataValue;
use tonic::{Code, Status};
use tonic_types::pb;

/// Why there is no selection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectError {
    /// The search was told to stop.
    #[error("the search was given up because nobody waits for its answer any more")]
    Cancelled,
    /// The engine has no lowering for something the text form allows.
    #[error("{0}")]
    Unsupported(String),
    /// The name that an explanation is asked about is no instruction.
    #[error("{0}")]
    Instruction(String),
    /// A tool that the engine needs is not there or fails.
    #[error("{0}")]
    Tool(String),
    /// An invariant of the engine does not hold.
    #[error("the search failed inside: {0}")]
    Internal(String),
}

/// Why a request, or one item of a batch, fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The daemon has not opened its memo and dictionary yet, or is stopping.
    #[error("the server is {0}; try again, or let the compiler generate this code itself")]
    Unavailable(&'static str),
    /// The bytes of the request are not its message.
    #[error("the request is not the message that isotope.v1 says it is: {0}")]
    Malformed(String),
    /// The header that says how long the caller waits cannot be read.
    #[error("grpc-timeout is {0:?}; it is at most eight digits and one of H, M, S, m, u, n")]
    Timeout(String),
    /// There is no room for what the request would hold.
    #[error(
        "this needs {asked} bytes beside the {used} in use, and --memory-total {total} leaves {limit} to requests; \
         try again later, ask for less, or raise it"
    )]
    Memory {
        /// The bytes that were to be charged.
        asked: usize,
        /// The bytes that are charged already.
        used: usize,
        /// The limit.
        limit: usize,
        /// The daemon's whole budget.
        total: usize,
    },
    /// The answers of one item or request are more than a message may hold.
    #[error("the answers take {bytes} bytes; the bound MAX_ANSWER_BYTES is {limit}; ask for fewer windows or outputs")]
    AnswerTooLarge {
        /// Their size.
        bytes: usize,
        /// The bound.
        limit: usize,
    },
    /// The request has no expression.
    #[error("the request holds no expression; set `text` or `expression`")]
    Empty,
    /// The text or the graph is not a well-typed expression.
    #[error("{message}")]
    Expression {
        /// The fault, with the line and a caret.
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
        /// Its text.
        text: String,
    },
    /// The target is not one.
    #[error("{0}")]
    Target(#[from] TargetError),
    /// A bound of [`limits`] is passed.
    #[error("{what} is {found}; the bound {bound} is {limit}")]
    OverLimit {
        /// The quantity that was measured.
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
    /// A filter for the log cannot be read.
    #[error("{0}; write `debug`, or `info,isotope_server=debug`")]
    Filter(String),
    /// A purge of everything.
    #[error("a purge names at least one condition; `not_epoch` with the epoch that is in use drops all others")]
    Unconditional,
    /// A snapshot is not used or not written.
    #[error("{0}")]
    Snapshot(String),
    /// Callers without an identity have their part of the connections.
    #[error(
        "{bound} connections of callers without an identity{} make calls already; show an identity, or try again later",
        if *of_address { " from this address" } else { "" }
    )]
    Seats {
        /// The bound is that of one address.
        of_address: bool,
        /// The bound.
        bound: usize,
    },
    /// The caller's time is over, and the search has nothing yet.
    #[error(
        "the deadline passed before the search had an answer; allow more time, or ask again: it may go on for others"
    )]
    Deadline,
    /// Another daemon searches for it. Callers wait for that one; none of them gets this.
    #[error("another daemon searches for this window; ask again")]
    Elsewhere,
    /// The search failed.
    #[error("{0}")]
    Search(#[from] SelectError),
    /// The caller may not do this, or not now.
    #[error("{0}")]
    Access(#[from] Refused),
}

impl Failure {
    /// A mistake of all of a program, which has no place.
    pub(crate) fn whole(message: impl Into<String>) -> Failure {
        Failure::Expression { message: message.into(), line: 0, column: 0 }
    }

    /// The gRPC code.
    pub fn code(&self) -> Code {
        match self {
            Failure::Unavailable(_) | Failure::Elsewhere => Code::Unavailable,
            Failure::Empty
            | Failure::Unconditional
            | Failure::Expression { .. }
            | Failure::Listing { .. }
            | Failure::Target(_) => Code::InvalidArgument,
            Failure::OverLimit { .. } | Failure::UnknownValue { .. } => Code::InvalidArgument,
            Failure::Malformed(_) | Failure::Timeout(_) | Failure::Filter(_) => Code::InvalidArgument,
            Failure::Memory { .. } | Failure::AnswerTooLarge { .. } => Code::ResourceExhausted,
            Failure::Epoch { .. } | Failure::Snapshot(_) => Code::FailedPrecondition,
            Failure::QueueFull { .. } | Failure::Seats { .. } => Code::ResourceExhausted,
            Failure::Access(refused) => match refused {
                Refused::Unauthenticated(_) => Code::Unauthenticated,
                Refused::Changed { .. } => Code::Unavailable,
                Refused::Forbidden { .. } => Code::PermissionDenied,
                Refused::Quota { .. } => Code::ResourceExhausted,
            },
            Failure::Deadline => Code::DeadlineExceeded,
            Failure::Search(error) => match error {
                SelectError::Cancelled => Code::Cancelled,
                SelectError::Unsupported(_) | SelectError::Instruction(_) => Code::InvalidArgument,
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

impl From<ListingError> for Failure {
    fn from(error: ListingError) -> Self {
        match error {
            ListingError::Line { line, text } => Failure::Listing { line, text },
            ListingError::OverLimit { what, found, bound, limit } => {
                Failure::OverLimit { what, found: found as u64, bound, limit: limit as u64 }
            }
        }
    }
}

impl Failure {
    /// When to ask again, for what passes by itself.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            // A request that needs more than there ever is will not fit later.
            Failure::Memory { asked, limit, .. } if asked > limit => None,
            Failure::Memory { .. } | Failure::QueueFull { .. } | Failure::Seats { .. } | Failure::Unavailable(_) => {
                Some(limits::RETRY_AFTER)
            }
            Failure::Access(Refused::Quota { after, .. }) => Some(*after),
            _ => None,
        }
    }

    /// `google.rpc.Status` with this failure, and when to ask again, among its details.
    fn details(&self, failure: &v1::Failure) -> pb::Status {
        let any = |type_url, value| prost_types::Any { type_url, value };
        let retry = self.retry_after().map(|after| {
            let retry_delay = prost_types::Duration::try_from(after).ok();
            any("type.googleapis.com/google.rpc.RetryInfo".to_owned(), pb::RetryInfo { retry_delay }.encode_to_vec())
        });
        pb::Status {
            code: failure.code,
            message: failure.message.clone(),
            details: [any(v1::Failure::type_url(), failure.encode_to_vec())].into_iter().chain(retry).collect(),
        }
    }
}

impl From<Failure> for Status {
    fn from(failure: Failure) -> Self {
        let mut proto = failure.to_proto();
        // Most clients bound headers at 8 or 16 KiB in all, and the sentence is in them three times.
        proto.message = fitting(proto.message);
        let details = failure.details(&proto).encode_to_vec();
        let mut status = Status::with_details(failure.code(), proto.message, details.into());
        if let Some(after) = failure.retry_after() {
            status.metadata_mut().insert("grpc-retry-pushback-ms", MetadataValue::from(after.as_millis() as u64));
        }
        status
    }
}

/// The sentence, cut where it would take more than [`limits::MAX_DETAIL_BYTES`] of a header: each byte that is no letter
/// or digit may take three there.
fn fitting(message: String) -> String {
    let in_a_header = |c: char| if c.is_ascii_alphanumeric() { 1 } else { 3 * c.len_utf8() };
    let mut taken = 0;
    let over = message.char_indices().find(|(_, c)| {
        taken += in_a_header(*c);
        taken > limits::MAX_DETAIL_BYTES
    });
    match over {
        Some((end, _)) => format!("{}...", &message[..end]),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_of_any_characters_fits_in_a_header() {
        for c in ['a', '%', '\n', 'é', '\u{1F600}', '"'] {
            let failure = Failure::Expression { message: c.to_string().repeat(100_000), line: 1, column: 1 };
            let status = Status::from(failure);
            let mut headers = http::HeaderMap::new();
            status.add_header(&mut headers).unwrap();
            let bytes: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
            assert!(bytes < 3 * limits::MAX_DETAIL_BYTES + 2000, "{c:?}: {bytes}");
            assert!(status.message().ends_with("..."));
        }
        assert_eq!(fitting("plain".to_owned()), "plain");
    }

    #[test]
    fn what_passes_by_itself_says_when_to_ask_again() {
        let status = Status::from(Failure::QueueFull { waiting: 5, bound: 5 });
        let details = pb::Status::decode(status.details()).unwrap();
        let retry = details.details.iter().find(|any| any.type_url.ends_with("/google.rpc.RetryInfo")).unwrap();
        let delay = pb::RetryInfo::decode(&retry.value[..]).unwrap().retry_delay.unwrap();
        assert_eq!(Duration::try_from(delay).unwrap(), limits::RETRY_AFTER);
        let pushback = status.metadata().get("grpc-retry-pushback-ms").unwrap();
        assert_eq!(pushback.to_str().unwrap(), limits::RETRY_AFTER.as_millis().to_string());
        assert!(Status::from(Failure::Empty).metadata().is_empty());
        let never = Failure::Memory { asked: 100, used: 0, limit: 99, total: 200 };
        assert_eq!(never.retry_after(), None);
    }
}
