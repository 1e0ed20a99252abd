//! Programs, what they mean, and whether they do what a window says: all that decides a verdict once a program is there.
//!
//! Here belong: programs and how they are put together ([`Draft`]), their meaning by values ([`concrete`]) and by terms ([`symbolic`]),
//! the proof that one is a window ([`proof`]), the lowering that needs no search ([`baseline`]), and what a price is ([`pricer`]). Not
//! here: how a program is found (`isotope_search`, `isotope_hydride`), instructions' meanings (`isotope_semantics`), solvers
//! (`isotope_smt`).
//!
//! This crate is trusted: a mistake in it is a wrong answer. Its sources are in the prover digest (`server/build.rs`), so a change here has
//! every record proved again.

pub mod baseline;
pub mod concrete;
pub mod limits;
pub mod pricer;
mod program;
pub mod proof;
pub mod stored;
pub mod symbolic;

pub use program::{
    Draft, FloatFormat, FloatOp, Generic, Origin, Param, Predicate, Program, Shape, Step, StepOp, Value,
};
