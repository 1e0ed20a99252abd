//! Typed construction: every node that enters a [`Graph`](crate::expr::Graph) here has the type that Halide gives it.
//!
//! `infer` holds the rules, `leaf` what a leaf may be, `graph` the constructors, `names` what Halide calls the
//! operations.

mod error;
mod graph;
mod infer;
mod leaf;
mod names;

pub use error::TypeError;
pub use infer::infer;
pub use names::CALLS;
