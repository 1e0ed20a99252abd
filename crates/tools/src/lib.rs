//! Outside programs run within bounds and in a sandbox: LLVM's tools and MLIR's, and the daemon's own workers.
//!
//! This crate starts processes and holds them to a time, to memory and to what they may see. It does not know what a program's output
//! means: `isotope_pricer` reads prices, the command reads modules.

pub mod child;
pub mod limits;
mod llc;
mod prepared;
mod process;
pub mod refusal;
mod release;
pub mod sandbox;
mod under_way;

pub use isotope_program::pricer::{Payer, PriceError as ToolError};
pub use llc::compile;
pub use process::{Given, Output, Runs, Tool};
pub use release::{LLVM_RELEASE, Stamp};
