//! Kernels: programs with loops and memory, as modules of `isotope_mlir`.
//!
//! `run` runs programs, with numbers or with elements of prime fields; `check` compares two of them.
//!
//! A module here computes only: it reads no file and starts no tool. It knows nothing about LLVM, about a target or about a daemon.

pub mod check;
pub mod execute;
pub mod limits;
mod rule;
pub mod run;
