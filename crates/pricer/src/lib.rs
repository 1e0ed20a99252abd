//! What code costs: LLVM's tools compile it, the CPU's table prices the instructions that come out.
//!
//! What belongs here: running those tools within bounds and in a sandbox, and what of an assembly file is priced. What does not: the prices
//! (`isotope_cost`, and the data that `isotope_dictionary` reads), and who asks: the daemon prices candidates and compilers' own code, the
//! suite prices what was executed.

mod assembly;
pub mod child;
pub mod limits;
pub mod listing;
mod llvm;
mod mca;
pub mod measured;
mod prepared;
mod pricers;
mod process;
mod refusal;
pub mod sandbox;
mod table;
mod tools;
mod under_way;
mod usages;

pub use isotope_program::pricer::PriceError as ToolError;
pub use listing::{Listing, ListingError};
pub use llvm::{LlvmPricer, compile};
pub use measured::Measured;
pub use pricers::Pricers;
pub use process::{Output, Runs, Tool};
pub use table::TablePricer;
pub use tools::{LLVM_RELEASE, Stamp};
