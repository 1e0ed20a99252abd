//! The daemon as a process: its flags, its start and its end, its log, and what an operator does to a memo at rest.

mod checkup;
pub mod config;
pub mod daemon;
pub mod file;
pub mod importing;
pub mod layers;
pub mod loading;
pub mod log;
pub mod measured;
pub mod mistakes;
pub mod notices;
pub mod operator;
pub mod prepared;
pub mod purging;
pub mod ready;
pub mod sandboxing;
mod scrubbing;
pub mod secured;
pub mod sockets;
pub mod tier;
