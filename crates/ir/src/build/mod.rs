//! Typed construction: every node that enters a [`Graph`](crate::expr::Graph) here has the type that Halide gives it.
//!
//! `infer` holds the rules, `leaf` what a leaf may be, `graph` the constructors, `names` what Halide calls the
//! operations, `calls` which calls it has besides, and `lerp` the one of them that is a whole expression. `signless` gives integers
//! their signs where a language has none. Texts and graphs on the wire are both built here, so that both have the same calls.

mod calls;
mod error;
mod graph;
mod infer;
mod leaf;
mod lerp;
mod names;
pub mod signless;

pub use calls::Call;
pub use error::TypeError;
pub use infer::infer;
pub use names::{CALLS, OPERATORS};
