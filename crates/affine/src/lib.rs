//! Affine rows and the domains of loops.
//!
//! A [`Linear`] is a sum of loop counters times numbers, and a constant: an index of an access, or a bound of a loop. A [`Domain`] is
//! the loops of a function with such bounds. It says between which expressions a row lies ([`Domain::ends`]), how many iterations a loop has
//! ([`Domain::trips`]), and which box of an array several accesses touch ([`Domain::cover`]).
//!
//! This crate computes only. It knows neither operations nor memory: its users read them.

mod domain;
pub mod limits;
mod linear;

pub use domain::{Counter, Domain, End, Extent, Sample};
pub use linear::{Linear, constant, linear, without_symbols};
