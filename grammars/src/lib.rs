//! The dictionary and the pruned grammars.
//!
//! What belongs here: the generated data files with their reader ([`Dictionary`]), what they say of an instruction (its
//! class, semantics, lanes, LLVM form, costs), the instructions of a target as the fast engine wants them ([`Instruction`]), and the
//! choice of instructions for a window ([`grammar`]). What does not: making the data (`cargo xtask dictionary`),
//! searching, proving.

mod body;
mod dictionary;
mod form;
mod format;
pub mod grammar;
mod instruction;
pub mod limits;
mod prices;

pub use body::{BodyError, Numbers, fill};
pub use dictionary::{Class, Dictionary, Immediate, Member, Sources, Text, Validation};
pub use form::{LlvmForm, ranges};
pub use format::{ClassBlock, DataError, MemberBlock, write};
pub use instruction::Instruction;
pub use prices::{Generic, PriceSources, Prices};
