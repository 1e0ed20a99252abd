//! The daemon's edge: sockets, connections and calls, before a request is one.
//!
//! Here belong: accepting within a bound, TLS, closing what is silent, stalled or half open, the caller's clock, and
//! charging what is on its way in or out to the budget of memory. Elsewhere: anything that knows what a message says.

mod accepted;
mod bodies;
mod calls;
mod connections;
pub(crate) mod deadline;
mod held;
mod listener;
mod seats;
mod socket;
mod streams;
pub mod tls;

pub use accepted::{Accepted, Listening, SocketFile, UnixError, listen_unix};
pub use connections::serve;
pub use held::{Answering, Held, PREFIX_BYTES};
pub use listener::{Listener, raise_open_files};
pub use seats::Seats;

use crate::access::Access;
use crate::limits;
use crate::memory::Memory;
use crate::observed::Observed;
use std::time::Duration;
use tls::Tls;

/// The limits that a server grants its peers.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Time for calls under way when it is told to stop.
    pub drain: Duration,
    /// Connections at once.
    pub connections: usize,
    /// Time that a new connection has for HTTP/2's first bytes.
    pub handshake: Duration,
    /// Time that a connection without an admitted call has until there is one, while none is under way.
    pub first_call: Duration,
    /// Time after which a connection without a call is asked to close.
    pub idle: Duration,
    /// Time that a peer may leave what is sent to it unread, or a message half sent.
    pub stall: Duration,
    /// The account of messages under way.
    pub memory: Memory,
    /// Who may call, and what.
    pub access: Access,
    /// The TLS of connections; `None`: there is none.
    pub tls: Option<Tls>,
    /// Where calls are counted.
    pub observed: Observed,
}

impl Default for Edge {
    fn default() -> Self {
        Edge {
            drain: limits::DEFAULT_DRAIN,
            connections: limits::DEFAULT_CONNECTIONS,
            handshake: limits::HANDSHAKE,
            first_call: limits::FIRST_CALL,
            idle: limits::IDLE,
            stall: limits::STALL,
            memory: Memory::default(),
            access: Access::default(),
            tls: None,
            observed: Observed::default(),
        }
    }
}
