//! Programs of MLIR on their way to code: brought into the generic form, answers put in the places of their windows, lowered to LLVM's
//! form, compiled.
//!
//! This crate runs MLIR's and LLVM's tools on texts, where and on whose account its caller says. It neither finds windows nor asks for
//! them: `isotope_windows` finds them, and a caller has the answers.

mod answers;
mod code;
mod error;
mod generic;
mod machine_code;
mod tools;

pub use answers::{Placed, Program, flags, module, name, place};
pub use code::{ANYWHERE, OBJECT, compiled, llvm};
pub use error::LoweringError;
pub use generic::{generic, read_program, without_linalg};
pub use machine_code::{ObjectForm, Packetizer};
pub use tools::Tools;
