//! The daemon as a process: its start, what it does on its own, and its end.

mod checkup;
pub mod loading;
pub mod notices;
pub mod prepared;
pub mod ready;
pub mod running;
mod scrubbing;
