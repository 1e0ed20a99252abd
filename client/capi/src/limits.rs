//! Every bound of this crate, by name.

/// Nodes of one graph, those that calls stand for included: a daemon's own bound.
pub const MAX_GRAPH_NODES: usize = 1 << 16;

/// Operands and lane indices of all nodes of one graph together, those that calls stand for included: a daemon's own bound.
pub const MAX_GRAPH_OPERANDS: usize = 1 << 20;

/// Bytes of an operation's name that an error repeats.
pub const SHOWN_NAME_BYTES: usize = 64;
