//! Executes answers on inputs that keep what their windows state, and compares what comes out with the interpreter.
//!
//! Here belong: inputs, packing them, comparing. Elsewhere: running (`isotope_run`), and what an answer is good for.

pub mod execution;
pub mod inputs;
