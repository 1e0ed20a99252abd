//! Windows, search, cost and proof.
//!
//! What belongs here: how a program for a window is found and shown to be right. What does not: instructions'
//! meanings (`isa`, `grammars`), solvers (`smt`), processes, files and clocks (`server`).

pub mod baseline;
pub mod concrete;
pub mod engine;
pub mod fast;
pub mod limits;
pub mod pricer;
pub mod program;
pub mod proof;
pub mod reference;
pub mod symbolic;
