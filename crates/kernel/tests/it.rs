//! The crate's tests, one program.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod attributes;
mod checking;
mod corpus;
mod integers;
mod integration;
#[path = "../../../tests/harness/kernel_cases.rs"]
mod kernel_cases;
#[path = "../../../tests/harness/mlir_opt.rs"]
mod mlir_opt;
mod nests;
mod passes;
mod polybench;
mod proving;
mod reported;
mod sizes;
mod vectors;

use kernel_cases::{cases, root};

/// The verdict on two texts, without a solver; `None`: the input is bad.
fn checking_of(before: &str, after: &str) -> Option<isotope_kernel::check::Verdict> {
    let [before, after] =
        [before, after].map(|text| isotope_mlir::read(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let options = isotope_kernel::check::Options { executions: 3, ..Default::default() };
    isotope_kernel::check::check(&before, &after, &options).ok()
}
