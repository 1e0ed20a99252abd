//! Proofs and constants over Z3, and the cheaper ways to the same verdict.
//!
//! Here belong: questions about bit-vector terms ([`Query`]), their serialised form, and everything that answers
//! them: concrete evaluation ([`concrete`]), intervals, a normal form, exhaustive evaluation and Z3 itself. This is the
//! only crate that names Z3. Elsewhere: expressions and instructions (both arrive as terms), search, processes and
//! clocks (`isotope-server` runs this crate in workers that can be killed), and anything that remembers an answer.
//!
//! A verdict is never better than its reason: `Proved` names every [`Method`] that it rests on; a model is returned
//! only after it was evaluated and found to be one.

pub mod concrete;
mod cut;
pub mod effort;
mod encode;
mod exhaustive;
pub mod interval;
pub mod limits;
mod method;
pub mod normal;
mod pieces;
pub mod query;
mod samples;
mod solver;
mod strategy;
mod sweep;
mod wire;

pub use method::{How, Method};
pub use query::{Answer, Bounded, Goal, Model, Outcome, Prover, Query, Ways};
pub use samples::hold_somewhere;
pub use solver::set_memory_limit;
pub use strategy::{Alone, Direct, InProcess, answer};
pub use wire::WireError;
