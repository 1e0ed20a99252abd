//! Why there is no answer this time.

use crate::ClientError;
use isotope_proto::v1;
use tonic::Code;

/// Why a window has no answer this time. The numbers are those of the C interface; they are never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Reason {
    /// Switched off (`ISOTOPE_OFF`).
    Off = 1,
    /// A setting cannot be read; the detail says which.
    Misconfigured = 2,
    /// The server failed a short while ago and is left alone for now.
    CircuitOpen = 3,
    /// Nobody listens there, or the connection was lost.
    Unreachable = 4,
    /// The connection is there, but no sign of life came over it.
    Silent = 5,
    /// The time was over first.
    Deadline = 6,
    /// The server is starting, stopping or full.
    Busy = 7,
    /// The server cannot read this expression, or has no code for this target.
    Refused = 8,
    /// The answer comes from no Isotope server, or from one with another dictionary than asked for.
    Version = 9,
    /// The server failed on this window, or its answer lacks a part.
    Malformed = 10,
    /// This process is a fork of the one that made the handle.
    Forked = 11,
    /// A defect of this library.
    Internal = 12,
    /// The server does not know who calls, or the caller may not do this.
    Denied = 13,
}

impl Reason {
    /// All of them, in the order of their numbers.
    pub const ALL: [Reason; 13] = [
        Reason::Off,
        Reason::Misconfigured,
        Reason::CircuitOpen,
        Reason::Unreachable,
        Reason::Silent,
        Reason::Deadline,
        Reason::Busy,
        Reason::Refused,
        Reason::Version,
        Reason::Malformed,
        Reason::Forked,
        Reason::Internal,
        Reason::Denied,
    ];

    /// A word for reports: `circuit-open`.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Off => "off",
            Reason::Misconfigured => "misconfigured",
            Reason::CircuitOpen => "circuit-open",
            Reason::Unreachable => "unreachable",
            Reason::Silent => "silent",
            Reason::Deadline => "deadline",
            Reason::Busy => "busy",
            Reason::Refused => "refused",
            Reason::Version => "version",
            Reason::Malformed => "malformed",
            Reason::Forked => "forked",
            Reason::Internal => "internal",
            Reason::Denied => "denied",
        }
    }

    /// Whether it says that the server as a whole is not well, so that asking again at once would only cost time.
    pub fn is_about_the_server(self) -> bool {
        matches!(self, Reason::Unreachable | Reason::Silent | Reason::Version | Reason::Denied)
    }
}

/// Not this time: the compiler generates its own code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {detail}", reason.name())]
pub struct NotNow {
    /// Why, for counting.
    pub reason: Reason,
    /// Why, in a sentence.
    pub detail: String,
}

impl NotNow {
    /// With its sentence.
    pub fn new(reason: Reason, detail: impl Into<String>) -> Self {
        NotNow { reason, detail: detail.into() }
    }

    /// The reason why one item of a batch failed.
    pub(super) fn of_item(failure: v1::Failure) -> Self {
        NotNow::new(reason_of(Code::from(failure.code)), failure.message)
    }

    /// The reason why a whole call of the server at an address failed.
    pub(super) fn of_call(error: &ClientError, server: &str) -> Self {
        match error {
            ClientError::Address { .. } | ClientError::Port { .. } | ClientError::Credentials(_) => {
                NotNow::new(Reason::Misconfigured, error.to_string())
            }
            ClientError::Journal(_) | ClientError::Queue(_) | ClientError::QueueAway(_) | ClientError::Snapshot(_) => {
                NotNow::new(Reason::Misconfigured, error.to_string())
            }
            ClientError::Unreachable { why, .. } => NotNow::new(Reason::Unreachable, nobody(server, why)),
            ClientError::Failed(failure) => of_failed_call(failure, server),
        }
    }
}

fn nobody(server: &str, why: &str) -> String {
    format!("no server answers at {server}: {why}")
}

fn of_failed_call(failure: &v1::Failure, server: &str) -> NotNow {
    let message = failure.message.clone();
    // The words of an unanswered ping: the transport has no code for it.
    if message.contains("operation timed out") || message.contains("keep-alive timed out") {
        return NotNow::new(Reason::Silent, format!("the server at {server} gives no sign of life"));
    }
    // The words of tonic's own clock, which runs out beside ours: nothing was lost.
    if message.ends_with("Timeout expired") {
        return NotNow::new(Reason::Deadline, "the time was over before the server had an answer");
    }
    let (reason, detail) = match Code::from(failure.code) {
        // A server that is alive says in its own words that it cannot; a transport does not.
        Code::Unavailable if message.starts_with("the server is ") => (Reason::Busy, message),
        Code::Unavailable | Code::Unknown | Code::Cancelled => (Reason::Unreachable, nobody(server, &message)),
        Code::Unimplemented | Code::Internal | Code::NotFound => {
            let own = env!("CARGO_PKG_VERSION");
            let what = format!("what answers at {server} does not speak as Isotope {own}, this client's version, does");
            (Reason::Version, if message.is_empty() { what } else { format!("{what}: {message}") })
        }
        code => (reason_of(code), message),
    };
    NotNow::new(reason, detail)
}

fn reason_of(code: Code) -> Reason {
    match code {
        Code::Unavailable | Code::ResourceExhausted => Reason::Busy,
        Code::DeadlineExceeded | Code::Cancelled => Reason::Deadline,
        Code::InvalidArgument | Code::OutOfRange => Reason::Refused,
        Code::FailedPrecondition | Code::Unimplemented => Reason::Version,
        Code::Unauthenticated | Code::PermissionDenied => Reason::Denied,
        _ => Reason::Malformed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn not_now(code: Code, message: &str) -> NotNow {
        let failure = v1::Failure { code: code as i32, message: message.to_owned(), ..Default::default() };
        NotNow::of_call(&ClientError::Failed(failure), "http://farm:1")
    }

    fn failed(code: Code, message: &str) -> Reason {
        not_now(code, message).reason
    }

    #[test]
    fn numbers_and_order_agree() {
        assert!(Reason::ALL.iter().enumerate().all(|(at, reason)| *reason as usize == at + 1));
    }

    #[test]
    fn what_a_living_server_says_is_told_from_a_lost_one() {
        assert_eq!(failed(Code::Unavailable, "the server is stopping; try again"), Reason::Busy);
        assert_eq!(failed(Code::Unavailable, "tcp connect error"), Reason::Unreachable);
        assert_eq!(failed(Code::Unavailable, "http2 error: operation timed out"), Reason::Silent);
        assert_eq!(failed(Code::Unimplemented, ""), Reason::Version);
        assert_eq!(failed(Code::DeadlineExceeded, ""), Reason::Deadline);
        assert_eq!(failed(Code::Cancelled, "Timeout expired: Timeout expired"), Reason::Deadline);
        assert_eq!(failed(Code::FailedPrecondition, "epoch"), Reason::Version);
        assert_eq!(failed(Code::Unauthenticated, "no such token"), Reason::Denied);
        assert_eq!(failed(Code::PermissionDenied, "no such role"), Reason::Denied);
    }

    #[test]
    fn a_reason_about_the_server_says_which_server_and_why() {
        let said = |code, message| not_now(code, message).to_string();
        let refused = said(Code::Unavailable, "tcp connect error: Connection refused (os error 111)");
        assert_eq!(
            refused,
            "unreachable: no server answers at http://farm:1: tcp connect error: Connection refused (os error 111)"
        );
        assert!(said(Code::Unavailable, "http2 error: operation timed out").contains("http://farm:1"));
        let other = said(Code::Unimplemented, "");
        assert!(other.contains("http://farm:1") && other.contains(env!("CARGO_PKG_VERSION")), "{other}");
        assert!(said(Code::NotFound, "grpc-status header missing").ends_with("header missing"));
    }
}
