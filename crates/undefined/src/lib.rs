//! The freezing of an answer's parameters where they may be undefined, decided by who has the semantics, the program and its
//! LLVM form.
//!
//! LLVM's undefined values may be another value at each use, and poison in one lane makes whatever reads it poison. A window computes
//! on leaves that may hold either. An answer that reads a lane once, for a result whose window always reads it too, refines the window
//! as it is; every other parameter is frozen to one value first.
//!
//! Here belong: on which lanes and bytes of its operands each instruction of a form depends ([`Intrinsics`] for a target's own,
//! from the semantics), and what follows for an answer ([`freezing`]). Elsewhere: freezing itself, which callers do.

mod bytes;
mod code;
mod crossings;
mod decide;
mod intrinsics;
pub mod limits;
mod reads;
mod text;
mod window;

pub use decide::{Freeze, Freezing, Phrasing, freezing};
pub use intrinsics::{Choice, Instruction, Intrinsics, Operand, Place, Row};
pub use text::Shape;
