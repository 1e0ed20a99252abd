//! MLIR's generic form: read, changed and printed.
//!
//! The reader and the printer know the syntax of every operation, because the generic form has one syntax for all of them. They keep
//! attributes and types of unknown dialects as text.
//!
//! This crate computes only: it reads no file and starts no tool. It does not know how an operation is carried out, which windows it may
//! be part of, or a solver.

pub mod error;
pub mod fixed;
pub mod ir;
pub mod limits;
pub mod literals;
mod print;
pub mod ranges;
mod read;
mod refusal;
pub mod structure;
pub mod target;

pub use error::{Place, ReadError};
pub use print::{attribute_text, print, print_type, whole_type};
pub use read::read;
pub use refusal::Refusal;
