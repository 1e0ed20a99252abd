//! The daemon: requests in, proven code out, remembered.
//!
//! What belongs here: everything with a clock, a socket, a thread or a process in it that serves selection: targets, the
//! queue, single flight, deadlines, the memo's use, health and stopping. What does not: expressions, search, proof and
//! code generation, which come through [`selector::Selector`].

pub mod answering;
mod audit;
mod batch;
mod behind;
mod compare;
pub mod config;
mod counters;
pub mod daemon;
mod deadline;
pub mod edge;
pub mod engine;
mod explain;
pub mod expression;
pub mod failure;
pub mod flights;
mod keeping;
mod key;
pub mod limits;
pub mod log;
mod measured;
pub mod memory;
pub mod operator;
pub mod provers;
mod question;
mod readiness;
mod remembered;
mod scrubbing;
pub mod selector;
mod service;
pub mod sets;
mod stats;
mod texts;
mod unkept;
