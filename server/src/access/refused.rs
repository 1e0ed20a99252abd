//! Why somebody may not do something, or not now.

use super::roles::{Role, Roles};
use std::fmt;
use std::time::Duration;

/// The rule that refuses a call.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Nobody knows who calls.
    #[error("{0}")]
    Unauthenticated(String),
    /// The rules say something else of the caller than when its call began.
    #[error("what `{identity}` may do here was changed while this call was under way; call again")]
    Changed {
        /// Who calls.
        identity: String,
    },
    /// The caller is somebody who may not do this.
    #[error("{method} takes the role `{role}`, and `{identity}` has {roles}; ask the server's operator for it")]
    Forbidden {
        /// Who calls.
        identity: String,
        /// The method that is called.
        method: &'static str,
        /// The role that it takes.
        role: Role,
        /// The roles of the caller.
        roles: Roles,
    },
    /// The caller has had its share.
    #[error(
        "`{identity}` has {limit} {what} {} already, which is its quota; try again later",
        if *a_second { "in a second" } else { "at once" }
    )]
    Quota {
        /// Who calls.
        identity: String,
        /// Of what.
        what: Kind,
        /// Its share.
        limit: u64,
        /// In a second, or at once.
        a_second: bool,
        /// When there is more.
        after: Duration,
    },
}

/// The quantities that are counted against a quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Calls of any method.
    Calls,
    /// Windows that are searched for, or wait for it.
    Searches,
    /// Bytes of requests.
    Bytes,
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Kind::Calls => "calls",
            Kind::Searches => "searches",
            Kind::Bytes => "bytes",
        })
    }
}
