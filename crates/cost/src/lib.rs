//! Costs of instructions: one table for each CPU, which the planner and the pricer both read.
//!
//! A table is LLVM's scheduling model of a CPU with rows over it, each with its evidence: what was measured, what a
//! vendor's manual says. An instruction is work for sets of pipes; a block of them takes as long as the set of pipes
//! that is busiest with what nobody else can do ([`pipes`]), longer where a CPU is known to spread work less well, or as the
//! front end. Prices order programs and never
//! decide what a program means: a table has a digest of its own, and no proof depends on it.
//!
//! Throughput, and of a compiler's loop also how long its iterations wait for each other ([`Table::looped`]). The time that caches take for
//! data that do not lie in the nearest one is said apart ([`Table::memory`]).

mod chain;
pub mod instruction;
pub mod limits;
mod llvm;
pub mod pipes;
mod read;
mod syntax;
mod table;

pub use instruction::Instruction;
pub use llvm::{Usage, resource_name};
pub use syntax::{ResultPlace, Syntax};
pub use table::{Cost, Moves, Table, TableError};
