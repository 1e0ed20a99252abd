//! Expressions: types, operations, text form, interpreter, lane terms, canonical form.
//!
//! What belongs here: everything that says what a Halide vector expression *is* and *means*, and the bit-vector
//! [`term`] language that expressions and instructions share. What does not: instructions, solvers, search, and
//! any I/O.

pub mod expr;
pub mod term;
pub mod types;
