//! Running programs: with numbers, or with elements of two prime fields in the place of data.
//!
//! Control and addresses must be known numbers; that is what an identity test needs, and an execution always has.

mod access;
mod allocation;
mod arity;
mod blocks;
mod canonical;
mod concrete;
mod control;
mod counted;
mod decode;
mod effects;
mod either;
mod exact;
mod field;
mod flags;
mod foreign;
mod globals;
mod leaves;
mod levels;
mod machine;
mod memory;
mod mersenne;
mod nest;
mod op;
mod output;
mod plan;
mod primes;
mod raced;
mod races;
mod rearranged;
mod record;
mod relayout;
mod runner;
mod scalar;
mod terms;
mod value;
mod vectors;
mod wide;
mod written;

pub use access::elements;
pub use counted::Counted;
pub use exact::{Assumption, find_exact};
pub use field::{Field, Method};
pub use flags::Flags;
pub use globals::Global;
pub use leaves::Leaves;
pub use machine::{Machine, Reason, RunError};
pub use memory::{Buffer, Origin};
pub use op::{Op, Permissions, Signs, divides};
pub use plan::{Function, Plan};
pub use record::{Definition, Name, Record, name};
pub use scalar::Numbers;
pub use terms::Terms;
pub use value::{Element, Scalar, Slot, Term, View};

pub(crate) use decode::element;
pub(crate) use op::Name as Operation;

/// Whether a type is a vector of known length.
pub(crate) fn is_vector(module: &isotope_mlir::ir::Module, ty: isotope_mlir::ir::TypeId) -> bool {
    matches!(module.pool.ty(ty), isotope_mlir::ir::Type::Vector { .. })
}
