//! Schedules of loops on processors that execute packets, and the check that two schedules are one program.
//!
//! Here belong: a processor's file ([`machine`]), LLVM's machine code ([`mir`]). Elsewhere: running LLVM's tools
//! (`isotope_tools`), making the file (`isotope_derive`).

pub mod check;
pub mod limits;
pub mod live;
pub mod machine;
pub mod memory;
pub mod mir;
pub mod schedule;
pub mod state;
pub mod terms;
