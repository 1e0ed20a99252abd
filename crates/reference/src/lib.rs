//! The dictionary for those who ask it directly: counts, a class, an instruction, and what an instruction computes.
//!
//! Here belong: calls of instructions as lines of text ([`call`]), running them ([`runner`]), and what the dictionary says in
//! counts ([`summary`]) and pages ([`pages`], as a browser has them [`html`]), and as operations of AutoLLVM ([`autollvm`]) for LLVM's and
//! MLIR's tools ([`tablegen`]); the operations of expressions in words ([`operations`]). Elsewhere: the data (`isotope_grammars`),
//! reading them (`isotope_dictionary`), meaning (`isotope_semantics`), files and terminals.

pub mod autollvm;
pub mod call;
pub mod html;
mod kinds;
pub mod limits;
pub mod operations;
pub mod pages;
pub mod runner;
pub mod summary;
pub mod tablegen;
