//! The dictionary of an instruction set: its instructions in classes of one meaning, and what they cost.
//!
//! Here belong: reading the data files of `grammars/data` ([`Dictionary`]), what they say of an instruction (its class,
//! semantics, lanes, LLVM form, cost), and of members that compute the same the cheapest ([`Dictionary::representatives`]). Elsewhere: the
//! data (`isotope_grammars` carries it), making it (`isotope_derive`), choosing instructions for a window, searching, proving.

mod accumulating;
mod body;
mod dictionary;
mod error;
mod facts;
mod folder;
mod form;
mod format;
mod gather;
mod indented;
pub mod limits;
pub mod manifest;
mod member;
mod nearest;
mod prices;
pub mod program;
mod reason;
mod representatives;
mod set;
mod target;

pub use body::{Body, BodyError, Mask, Numbers, Once, Place, SlotPlace, Source, fill, once, places};
pub use dictionary::{Dictionary, Sources};
pub use error::DataError;
pub use facts::{Facts, Operation, operations};
pub use folder::{FileText, Folder};
pub use form::{LlvmForm, fill_line, ranges};
pub use format::{ClassBlock, MemberBlock, write, write_beside};
pub use gather::{Bank, Gather, Lookup};
/// Operands, as members have them.
pub use isotope_semantics::{Operand, OperandKind};
pub use member::{Class, Immediate, Member, Text, Validation};
pub use nearest::{meant, nearest};
pub use prices::{GenericCosts, Prices};
pub use reason::reason;
pub use set::{InstructionSet, InstructionSets};
pub use target::{Cpus, Host, Target, TargetError};
