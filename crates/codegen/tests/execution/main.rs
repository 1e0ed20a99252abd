//! Code for LLVM, compiled and executed: its result must be what the interpreter, the concrete evaluation and the terms
//! that are proved say. There are three definitions of a generic operation (`synth::concrete`, `synth::symbolic`,
//! `codegen::llvm`); this is what ties them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod floats;
mod generic;
mod machine;
mod random;
