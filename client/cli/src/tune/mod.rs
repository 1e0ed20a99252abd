//! Measuring what remembered windows could be answered with, on this machine: asking for the code, executing it against the
//! interpreter, timing it, and the data that come of it.

pub mod asking;
pub mod data;
pub mod measuring;
pub mod table;
