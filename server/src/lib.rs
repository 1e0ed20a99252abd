//! The daemon: requests in, proven code out, remembered.
//!
//! What belongs here: everything with a clock, a socket, a thread or a process in it that serves selection: targets, the
//! queue, single flight, deadlines, the memo's use, health and stopping. What does not: expressions, search, proof and
//! code generation, which come through [`selector::Selector`].

mod deadline;
mod failure;
mod key;
pub mod limits;
pub mod provers;
pub mod selector;
pub mod target;
