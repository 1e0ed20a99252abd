//! Expressions: types, operations, text form, interpreter, lane terms, canonical form.
//!
//! What belongs here: everything that says what a Halide vector expression *is* and *means*, and the bit-vector
//! [`term`] language that expressions and instructions share. What does not: instructions, solvers, search, and
//! any I/O.

pub mod build;
pub mod canon;
pub mod expr;
pub mod facts;
mod file;
pub mod interp;
pub mod lanes;
pub mod limits;
pub mod memory;
pub mod parse;
pub mod print;
pub mod range;
pub mod soft_float;
pub mod term;
pub mod types;
pub mod window;

pub use window::Window;
