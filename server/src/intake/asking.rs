//! Who asks, and for what.

use super::question::Source;
use crate::access::Identity;
use crate::memory::Memory;
use crate::observed::RequestId;
use crate::search::flights::Caller;
use isotope_proto::v1;
use std::sync::Arc;
use tokio::time::Instant;

/// Who asks, and how long they wait.
#[derive(Clone, Debug)]
pub struct Asker {
    /// Whose turn it is when it is theirs.
    pub caller: Caller,
    /// Who they are.
    pub identity: Arc<Identity>,
    /// The part of the memory that their connection may take.
    pub share: Memory,
    /// The call's name, where it came through the edge.
    pub call: Option<RequestId>,
    /// When their time is up.
    pub deadline: Option<Instant>,
    /// When the request came.
    pub arrival: Instant,
}

/// A request's program, owned.
pub enum Program {
    /// Halide's printed form.
    Text(String),
    /// A graph.
    Graph(v1::Expression),
}

impl Program {
    /// The same, borrowed.
    pub fn source(&self) -> Source<'_> {
        match self {
            Program::Text(text) => Source::Text(text),
            Program::Graph(graph) => Source::Graph(graph),
        }
    }
}

/// Milliseconds from a request's arrival until now.
pub fn milliseconds_since(arrival: Instant) -> f64 {
    arrival.elapsed().as_secs_f64() * 1000.0
}
