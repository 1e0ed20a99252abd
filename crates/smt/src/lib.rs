//! Proofs and constants over Z3, and the cheaper ways to the same verdict.
//!
//! What belongs here: questions about bit-vector terms ([`Query`]), their serialised form, and everything that answers
//! them: concrete evaluation ([`concrete`]), intervals, a normal form, exhaustive evaluation and Z3 itself. This is the
//! only crate that names Z3. What does not: expressions and instructions (both arrive as terms), search, processes and
//! clocks (`isotope-server` runs this crate in workers that can be killed), and anything that remembers an answer.
//!
//! A verdict is never better than its reason: `Proved` is said only after `unsat` from Z3, equal normal forms, or every
//! input tried; a model is returned only after it was evaluated and found to be one.

pub mod concrete;
mod encode;
mod exhaustive;
pub mod interval;
pub mod limits;
pub mod normal;
mod pieces;
pub mod query;
mod solver;
mod strategy;
mod sweep;
mod wire;

pub use query::{Answer, Goal, How, Model, Outcome, Prover, Query};
pub use solver::set_memory_limit;
pub use strategy::{Direct, InProcess};
pub use wire::WireError;
