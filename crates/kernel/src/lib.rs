//! Kernels: programs with loops and memory, as modules of `isotope_mlir`.
//!
//! `check` compares two of them. It runs both with elements of prime fields in the place of data: `plan` makes a module ready, `run` runs
//! it, and loops that `nests` can compile run over the arrays of `arrays`. `values` has numbers, fields and memory. `execute` runs one
//! with numbers.
//!
//! A module here computes only: it reads no file and starts no tool. It knows nothing about LLVM, about a target or about a daemon.

mod arrays;
pub mod check;
pub mod execute;
pub mod limits;
mod nests;
mod plan;
mod rule;
mod run;
mod values;
