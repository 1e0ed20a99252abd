//! Executes answers on inputs that keep what their windows state, and compares what comes out with the interpreter.
//!
//! What belongs here: inputs, packing them, comparing. What does not: running (`isotope_run`), and what an answer is good for.

pub mod execution;
pub mod inputs;
