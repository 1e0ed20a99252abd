//! The crate's tests, one program.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../tests/harness/kernel_cases.rs"]
mod kernel_cases;
#[path = "../../../tests/harness/mlir_opt.rs"]
mod mlir_opt;
mod reading;
mod sources;
mod upstream;

use kernel_cases::{cases, root};
