//! From vendor pseudocode to bit-vector semantics.
//!
//! What belongs here: readers of vendor specifications ([`reader`], [`catalogue`], [`hvx`]), the pseudocode dialect ([`pseudo`]), the
//! meaning of an instruction as a program over registers with its loops kept ([`semantics`]), its two evaluators
//! (concrete [`interp`], symbolic [`lanes`]), the repairs of the vendor's text ([`errata`]) and the canonical form by
//! which instructions fall into classes ([`canonical`]). What does not: any single instruction's meaning written in
//! Rust, solvers, costs, LLVM names, I/O.
//!
//! Three dialects are read: Intel's guide, the manual of Hexagon's HVX, and Sail, in which Arm's instructions are specified. All end in one
//! language, [`semantics`], so that a class has members of any of them. Operations on floats are IEEE 754's, exact (`isotope_ir::ieee`);
//! which NaN comes out is the dialect's, and is written in its prelude or evaluated from its text.
//!
//! From a text to its meaning, and to its lanes as terms:
//!
//! ```
//! use isotope_ir::term::Terms;
//! use isotope_isa::{interp, lanes, semantics::Semantics};
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

pub mod arm;
pub mod bundle;
pub mod canonical;
pub mod catalogue;
pub mod errata;
mod exec;
pub mod hvx;
pub mod interp;
pub mod lanes;
pub mod limits;
mod memory;
pub mod pseudo;
pub mod reader;
pub mod sail;
pub mod scope;
pub mod semantics;
