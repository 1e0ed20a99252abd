//! One executor for two domains: concrete words ([`crate::interp`]) and terms ([`crate::lanes`]).
//!
//! Here belong: how the dialect is executed. Registers are lists of segments, so that moving data makes no
//! terms; integers that are known (loop counters, immediates) stay plain integers, so that control flow and indices are
//! decided here and only data reaches the domain.
//!
//! From the ground up: what bits are (`domain`, `concrete`, `symbolic`), values and registers of them (`value`,
//! `arith`, `register`), the variables of a run (`machine`), and on them expressions, calls, assignments, statements
//! and whole runs.

mod arith;
mod assign;
mod batch;
mod call;
mod concrete;
mod domain;
mod expression;
mod fault;
mod float;
mod machine;
mod memo;
mod place;
mod register;
mod run;
mod statement;
mod symbolic;
mod value;

pub(crate) use batch::Batch;
pub(crate) use concrete::{Concrete, Word};
pub(crate) use domain::Domain;
pub use fault::{Fault, RunError};
pub use float::FUSED;
pub(crate) use float::{BUILTIN, OPERATORS};
pub(crate) use register::Register;
pub(crate) use run::{Input, run};
pub(crate) use symbolic::Symbolic;
