//! The cost of code: LLVM's tools compile it, the CPU's table prices the instructions that come out.
//!
//! This crate says what of an assembly file is priced. Others hold the prices (`isotope_cost`, and the data that `isotope_dictionary`
//! reads), run the tools within bounds (`isotope_tools`), and ask: the daemon prices candidates and compilers' own code, the suite what was
//! executed.

mod assembly;
pub mod limits;
pub mod listing;
mod llvm;
mod mca;
pub mod measured;
mod pricers;
mod table;
mod usages;

pub use listing::{Listing, ListingError};
pub use llvm::LlvmPricer;
pub use measured::Measured;
pub use pricers::Pricers;
pub use table::TablePricer;
