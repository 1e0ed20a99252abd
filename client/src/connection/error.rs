//! Why there is no answer, in sentences.

use crate::credentials;
use isotope_proto::v1;
use tonic::{Code, Status};

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Not an address.
    #[error("`{url}` is not a server's address; write http://HOST:PORT, https://HOST:PORT or unix:/PATH")]
    Address {
        /// The given address.
        url: String,
    },
    /// An address whose port is none.
    #[error("{url}: {port} is no port; a port is a number from 1 to 65535")]
    Port {
        /// The given address.
        url: String,
        /// Its port.
        port: String,
    },
    /// Nobody answers there.
    #[error("no server at {url} ({why}); start isotoped there, or name another with --server")]
    Unreachable {
        /// The address.
        url: String,
        /// The transport's reason.
        why: String,
    },
    /// The connection cannot be secured, or the caller's own certificate, key or token cannot be used.
    #[error("{0}")]
    Credentials(String),
    /// The file that notes what was done takes no more.
    #[error("the journal takes no more: {0}")]
    Journal(String),
    /// The queue of a warm-up job cannot be used.
    #[error("{0}")]
    Queue(String),
    /// The store of a warm-up job's queue was never there.
    #[error("the queue does not answer: {0}; start its Redis, or name another one with --queue-url")]
    QueueAway(String),
    /// The file of a snapshot cannot be read or written.
    #[error("{0}")]
    Snapshot(String),
    /// The server refused the call or failed.
    #[error("{}", .0.message)]
    Failed(v1::Failure),
}

impl ClientError {
    /// Whether no server answers at the address.
    pub fn is_nobody(&self) -> bool {
        matches!(self, ClientError::Unreachable { .. })
    }

    /// Whether it may be over soon: a server that starts, stops or is full, and a lost connection.
    pub fn may_pass(&self) -> bool {
        match self {
            ClientError::Unreachable { .. } => true,
            ClientError::Failed(failure) => may_pass(failure.code.into()),
            _ => false,
        }
    }

    /// Whether the input is to blame, and not the service.
    pub fn is_bad_input(&self) -> bool {
        match self {
            ClientError::Address { .. } | ClientError::Port { .. } | ClientError::Credentials(_) => true,
            ClientError::Unreachable { .. } | ClientError::Journal(_) | ClientError::Snapshot(_) => false,
            ClientError::QueueAway(_) => false,
            ClientError::Queue(_) => true,
            ClientError::Failed(failure) => {
                matches!(Code::from(failure.code), Code::InvalidArgument | Code::OutOfRange | Code::FailedPrecondition)
            }
        }
    }
}

impl From<Status> for ClientError {
    fn from(status: Status) -> Self {
        // The details hold the whole sentence and the place; a proxy may have dropped them.
        let failure = v1::Failure::of_status(status.details()).filter(|f| !f.message.is_empty());
        ClientError::Failed(failure.unwrap_or_else(|| v1::Failure {
            code: status.code() as i32,
            message: with_cause(&status),
            ..Default::default()
        }))
    }
}

/// The transport's words for a connection that ended before its time.
pub(super) const LOST: [&str; 3] = ["broken pipe", "reset by peer", "connection closed"];

/// The transport's own words are at the end of a chain of errors.
fn with_cause(status: &Status) -> String {
    if let Some(sentence) = credentials::sentence(status) {
        return sentence;
    }
    let causes = std::iter::successors(std::error::Error::source(status), |error| error.source());
    match causes.last() {
        // A daemon that was killed, and an alert of TLS that is lost because the server closes before it is read, look alike.
        Some(cause) if LOST.iter().any(|lost| cause.to_string().contains(lost)) => format!(
            "{}: {cause}; the server ended or closed the connection before it answered, and its log may say why; where it speaks TLS, \
             its address begins with https://, and it has to trust the client's certificate, if there is one",
            status.message()
        ),
        Some(cause) => {
            let words = cause.to_string();
            credentials::alert(&words).unwrap_or_else(|| format!("{}: {words}", status.message()))
        }
        None => status.message().to_owned(),
    }
}

/// The words of HTTP/2 for what is none: an answer of HTTP/1, or an alert of TLS.
pub(super) const NO_FRAME: &str = "frame with invalid size";

/// Whether a call failed with one of these words, at the end of its chain of errors.
pub(super) fn failed_with(status: &Status, words: &[&str]) -> bool {
    std::iter::successors(std::error::Error::source(status), |error| error.source())
        .any(|cause| words.iter().any(|word| cause.to_string().contains(word)))
}

/// Starting, stopping and full servers, and lost connections; selecting twice does no harm.
pub(super) fn may_pass(code: Code) -> bool {
    matches!(code, Code::Unavailable | Code::ResourceExhausted)
}
