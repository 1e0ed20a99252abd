//! Running programs: with numbers, or with elements of two prime fields in the place of data.
//!
//! Control and addresses must be known numbers; that is what an identity test needs, and an execution always has.

pub mod access;
mod allocation;
mod control;
mod either;
mod foreign;
mod globals;
pub mod machine;
mod nest;
mod output;
mod raced;
mod races;
mod relayout;
mod runner;
mod vectors;
pub mod wide;
mod written;
