//! Readers of vendors' specifications: from a text to the meaning of each instruction.
//!
//! Here belong: the dialects ([`reader`] has the list of them: Intel's guide by [`catalogue`], Hexagon's manual by [`hvx`], Arm's
//! specification by [`arm`] and the language that it is in, [`sail`]), what of them is read ([`scope`]), and the repairs of their texts
//! ([`errata`]). Elsewhere: the language of meanings that all of them end in (`isotope_semantics`), what is made of it
//! (`isotope_derive`), I/O. Nothing that answers links this crate.
//!
//! Which NaN comes out of an operation is the dialect's, and is written in its prelude or evaluated from its text.

pub mod arm;
pub mod bundle;
pub mod catalogue;
pub mod errata;
pub mod hvx;
pub mod limits;
mod memory;
pub mod reader;
pub mod sail;
pub mod scope;
