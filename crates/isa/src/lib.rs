//! From vendor pseudocode to bit-vector semantics.
//!
//! What belongs here: readers of vendor specifications ([`reader`], [`catalogue`]), the pseudocode dialect ([`pseudo`]), the
//! meaning of an instruction as a program over registers with its loops kept ([`semantics`]), its two evaluators (concrete
//! [`interp`], symbolic [`lanes`]), the repairs of the vendor's text ([`errata`]) and the canonical form by which
//! instructions fall into classes ([`canonical`]). What does not: any single instruction's meaning written in Rust,
//! solvers, costs, LLVM names, I/O.

pub mod canonical;
pub mod catalogue;
pub mod errata;
mod exec;
pub mod interp;
pub mod lanes;
pub mod limits;
pub mod pseudo;
pub mod reader;
pub mod scope;
pub mod semantics;
