//! The errors of a tier, told to the person who can do something about them.

use crate::limits::MAX_SAID_CHARACTERS;
use std::time::Duration;

/// The result of every call to a tier.
pub type Result<T> = std::result::Result<T, TierError>;

/// Why a tier did not do what was asked. No caller of the daemon ever sees one: it costs time, not an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TierError {
    /// No answer in time.
    #[error("the tier did not answer within {} ms", .0.as_millis())]
    TimedOut(Duration),
    /// It is not there, or does not let us in.
    #[error("the tier cannot be reached: {0}")]
    Unreachable(String),
    /// The place of its records is not there: a bucket that nobody made, a folder that is no longer mounted.
    #[error("the tier has no place for records: {0}")]
    Missing(String),
    /// It is there and does not do this: it is full, say, or read-only.
    #[error("the tier refuses: {0}")]
    Refused(String),
    /// It failed too often and is not asked at all for a while.
    #[error("the tier is left alone for a while, because {0}")]
    Resting(String),
    /// Its answer is longer than any envelope.
    #[error("the tier's answer has {found} bytes, over the bound MAX_BLOB_BYTES = {limit}")]
    TooLarge {
        /// Bytes.
        found: u64,
        /// The bound.
        limit: usize,
    },
    /// This kind of tier has no leases.
    #[error("this kind of tier has no leases; a Redis has")]
    NoLeases,
}

impl TierError {
    /// Whether asking again right away would cost as much and bring as little.
    pub fn is_outage(&self) -> bool {
        matches!(self, TierError::TimedOut(_) | TierError::Unreachable(_) | TierError::Missing(_))
    }
}

/// Why a tier, a keyring or a snapshot cannot be used as it was configured.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The address is none that is known.
    #[error(
        "the tier {url} is none that can be used: {why}; there are redis://HOST:PORT, rediss://HOST:PORT with TLS, s3://BUCKET/PREFIX and file:///FOLDER"
    )]
    Url {
        /// As it was given, without its password.
        url: String,
        /// The fault.
        why: String,
    },
    /// The root of the tier's certificate cannot be used.
    #[error("{why}")]
    Ca {
        /// The fault, with the file.
        why: String,
    },
    /// A tier or a snapshot needs keys.
    #[error(
        "a tier or a snapshot needs keys, so that records can be told from forged ones: name a file with --tier-keys; `isotoped new-key NAME` makes a key"
    )]
    NoKeys,
    /// A file cannot be read.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The file.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// Others could sign in our name.
    #[error("other users have rights on {path} (mode {mode:04o}), which holds a secret key; run chmod 600 on it")]
    Exposed {
        /// The file.
        path: String,
        /// Its rights.
        mode: u32,
    },
    /// The key file does not say what it should.
    #[error("the key file {path} cannot be used: {why}")]
    Keys {
        /// The file.
        path: String,
        /// The fault, with the line where there is one.
        why: String,
    },
    /// A setting is out of its bounds.
    #[error("{what} is {found}; it is between {least} and {most}")]
    Bound {
        /// The setting.
        what: &'static str,
        /// As it was given.
        found: String,
        /// The least.
        least: String,
        /// The most.
        most: String,
    },
}

/// A store's message, as an error repeats it: on one line, and within a bound.
pub(crate) fn said(text: &impl std::fmt::Display) -> String {
    let text = text.to_string();
    let mut said: String =
        text.chars().take(MAX_SAID_CHARACTERS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MAX_SAID_CHARACTERS).is_some() {
        said.push_str(" ...");
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_store_says_is_repeated_within_a_bound() {
        assert_eq!(said(&"NOAUTH\r\n\u{1b}[31m"), "NOAUTH   [31m");
        assert_eq!(said(&"x".repeat(1 << 20)).len(), MAX_SAID_CHARACTERS + " ...".len());
    }
}
