//! Kernels: programs with loops and memory, as MLIR's generic form writes them.
//!
//! The reader and the printer know the syntax of every operation, because the generic form has one syntax for all of them. They keep
//! attributes and types of unknown dialects as text.
//!
//! `run` runs programs, with numbers or with elements of prime fields.
//!
//! A module here computes only: it reads no file and starts no tool. It knows nothing about LLVM, about a target or about a daemon.

pub mod check;
pub mod error;
pub mod execute;
pub mod ir;
pub mod limits;
mod print;
mod read;
mod rule;
pub mod run;

pub use error::{Place, ReadError};
pub use print::print;
pub use read::read;
