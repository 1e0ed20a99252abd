//! The meaning of instructions: from pseudocode to bit vectors.
//!
//! Here belong: the pseudocode dialect ([`pseudo`]), the meaning of an instruction as a program over registers with its loops kept
//! ([`Semantics`]), its two evaluators (concrete [`interp`], symbolic [`lanes`]), and the canonical form by which instructions fall into
//! classes ([`canonical`]). Elsewhere: readers of vendors' specifications (`isotope_vendor`), any single instruction's meaning written
//! in Rust, solvers, costs, LLVM names, I/O.
//!
//! All dialects end in one language, so that a class has members of any of them. Operations on floats are IEEE 754's, exact
//! (`isotope_ir::ieee`).
//!
//! This crate is trusted: a mistake in it is a wrong answer. Its sources are in the prover digest (`server/build.rs`).
//!
//! From a text to its meaning, and to its lanes as terms:
//!
//! ```
//! use isotope_ir::term::Terms;
//! use isotope_semantics::{Semantics, interp, lanes};
//!
//! let text = "semantics 1
//! in a vector 16 u8
//! in b vector 16 u8
//! out dst vector 16 u8
//! FOR j := 0 to 1
//!     dst.byte[j] := (a.byte[j] + b.byte[j] + 1) >> 1
//! ENDFOR
//! ";
//! let average = Semantics::from_text(text)?;
//! let operands = [[255, 10], [254, 13]].map(|bytes| interp::Bits::from_bytes(&bytes, 16));
//! // The sum is exact: nothing wraps before the shift.
//! assert_eq!(interp::run(&average, &operands)?.to_bytes(), [255, 12]);
//!
//! let mut terms = Terms::new();
//! let found = lanes::lanes(&average, &[], &mut terms)?;
//! assert_eq!((found.out_bits, found.out.len()), (8, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod canonical;
mod exec;
pub mod interp;
pub mod lanes;
pub mod limits;
pub mod pseudo;
mod semantics;

pub use exec::FUSED;
pub use semantics::{Operand, OperandKind, Semantics, SemanticsError, element};
