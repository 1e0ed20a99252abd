//! Expressions: types, operations, text form, interpreter, lane terms, canonical form.
//!
//! Here belong: everything that says what a Halide vector expression *is* and *means*, and the bit-vector
//! [`term`] language that expressions and instructions share. Elsewhere: instructions, solvers, search, and
//! any I/O.
//!
//! From a text to values and terms:
//!
//! ```
//! use isotope_ir::interp::{LaneValue, eval};
//! use isotope_ir::{canon, parse};
//!
//! let text = "uint8x2 (uint8x2)rounding_halving_add((uint8x2)a, (uint8x2)b)";
//! let window = parse::parse_window(text)?;
//! // Inputs come in the order of the window's leaves, one vector each.
//! let values = eval(&window, &[vec![255, 0], vec![254, 1]])?;
//! assert_eq!(values, [LaneValue::Defined(255), LaneValue::Defined(1)]);
//!
//! // Names and phrasing are no part of the canonical form.
//! let other = "uint8x2 uint8x2(((uint16x2)widening_add((uint8x2)y, (uint8x2)x) + x2((uint16)1))/x2((uint16)2))";
//! let same = canon::canonicalise(&parse::parse_window(other)?);
//! assert_eq!(canon::canonicalise(&window).hash, same.hash);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod build;
pub mod canon;
pub mod expr;
pub mod facts;
mod file;
pub mod ieee;
pub mod interp;
pub mod lanes;
pub mod limits;
pub mod memory;
pub mod parse;
pub mod print;
pub mod range;
pub mod soft_float;
pub mod term;
pub mod types;
pub mod window;

pub use window::Window;
