//! Running programs: with numbers, or with elements of two prime fields in the place of data.
//!
//! Control and addresses must be known numbers; that is what an identity test needs, and an execution always has.

mod access;
mod arity;
mod blocks;
mod concrete;
mod control;
mod decode;
mod field;
mod levels;
mod literals;
mod machine;
mod memory;
mod mersenne;
mod nest;
mod output;
mod plan;
mod primes;
mod rearranged;
mod record;
mod relayout;
mod runner;
mod scalar;
mod terms;
mod value;
mod vectors;
mod wide;

pub use decode::{flags, integers, text};
pub use field::{Field, Method};
pub use literals::literals;
pub use machine::{Machine, Reason, RunError};
pub use memory::Buffer;
pub use plan::{Function, Literal, Plan};
pub use record::{Definition, Name, Record, name};
pub use scalar::{Numbers, Op, Permissions};
pub use terms::Terms;
pub use value::{Element, Scalar, Slot, Term, View};

pub(crate) use decode::element;
pub(crate) use scalar::Name as Operation;

/// Whether a type is a vector of known length.
pub(crate) fn is_vector(module: &crate::ir::Module, ty: crate::ir::TypeId) -> bool {
    matches!(module.pool.ty(ty), crate::ir::Type::Vector { .. })
}
