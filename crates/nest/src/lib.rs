//! Nests of affine loops, packed and tiled.
//!
//! [`Nests`] are the loops, arrays and accesses of one function. [`pack`] copies parts of arrays into buffers before loops that read them
//! again and again, [`tile`] parts the iterations of bands of loops. Both return another program. Neither shows that it is right: its
//! user compares both programs, with `isotope_kernel::check`.
//!
//! This crate computes only: it reads no file, starts no tool and knows no processor. A [`Machine`] is numbers that its caller has.

mod copies;
mod error;
mod forms;
pub mod limits;
mod machine;
mod model;
pub mod pack;
mod read;
mod sums;
pub mod tile;
mod working_set;

pub use isotope_mlir::Refusal;
pub use machine::Machine;
pub use read::{Access, Array, Loop, Nests};
