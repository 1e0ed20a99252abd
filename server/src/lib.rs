//! The daemon: requests in, proven code out, remembered.
//!
//! Here belong: everything with a clock, a socket, a thread or a process in it that serves selection: targets, the
//! queue, single flight, deadlines, the memo's use, health and stopping. Elsewhere: expressions, search, proof and
//! code generation, which come through [`search::selector::Selector`].

pub mod access;
pub mod allocator;
pub mod answers;
pub mod census;
pub mod core;
mod counters;
pub mod daemon;
pub mod edge;
pub mod failure;
pub mod intake;
mod jobs;
pub mod limits;
pub mod memory;
pub mod observed;
pub mod offline;
pub mod problem;
pub mod program;
pub mod search;
pub mod sets;
pub mod settings;
pub mod stored;
pub mod version;
mod warm_up;
mod wire;
