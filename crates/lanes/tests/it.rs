//! Bodies that the plug-in for clang made, shown; faults in them, refused; refusals of what is no such text.

#![allow(clippy::unwrap_used)]

#[path = "it/cases.rs"]
mod cases;
#[path = "it/faults.rs"]
mod faults;
#[path = "it/refusals.rs"]
mod refusals;
#[path = "it/run.rs"]
mod run;
