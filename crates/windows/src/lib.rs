//! Windows of MLIR functions: vectors of integers that a program computes, as expressions; and answers as operations in their places.
//!
//! Here belong: which operations of `vector`, `arith` and `math` mean what in the language of windows, where a window begins and
//! ends, loads beside one another, and when the code of an answer may stand for a window. Elsewhere: asking for answers, what of them has to be frozen, which they say,
//! tools, files.

mod code;
mod contraction;
mod effects;
mod find;
mod grow;
mod insert;
mod lanes;
pub mod limits;
mod memory;
mod operations;
mod shapes;
mod sharing;
mod values;

pub use code::{Code, HIDDEN};
pub use find::{Found, Left, Windows, find};
pub use insert::{Answer, Changes, Parameter, Source};
pub use sharing::Cost;
pub use values::Lanes;
