//! Contractions: one statement in, a kernel's text out.
//!
//! A contraction is a sum of products over a box of dimensions: `C[i,j] += A[i,k] * B[k,j]`, a convolution, a product of a matrix and a
//! vector. It is read from a statement or from a program of MLIR into one form ([`Contraction`]), and written from that form: as the loops
//! that define it ([`plain`]), and as a kernel by a [`Plan`] ([`kernel()`]), which packs operands, keeps sums in registers and multiplies
//! vectors. Nothing is transformed step by step, and nothing here shows that a kernel is right: its user compares both texts, with
//! `isotope_kernel::check`.
//!
//! This crate computes only: it reads no file, starts no tool and knows no processor.

pub mod cost;
pub mod error;
pub mod form;
mod header;
pub mod limits;
mod plan;
mod recognise;
mod statement;
mod text;
mod write;

pub use error::Refusal;
pub use form::{Access, Array, Contraction, Dim, Number, Row};
pub use header::header;
pub use plan::{Machine, Operand, Plan, candidates};
pub use recognise::{recognise, recognise_function};
pub use statement::statement;
pub use text::{Kernel, kernel, plain, tile};
