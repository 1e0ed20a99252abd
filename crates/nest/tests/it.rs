//! Nests packed and tiled, compared with what they were.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod forms;
mod gpat;
#[path = "../../../tests/harness/kernel_cases.rs"]
mod kernel_cases;
#[path = "../../../tests/harness/mlir_opt.rs"]
mod mlir_opt;
#[path = "../../kernel/tests/sizes.rs"]
mod sizes;

mod mutants;
mod polybench;
mod random;
mod refusals;
mod tiling;

use isotope_kernel::check::{Options, Verdict, check};
use isotope_mlir::ir::Module;
use std::path::PathBuf;

/// A file of `tests/cases/nest`.
fn case(name: &str) -> PathBuf {
    kernel_cases::root().join("tests/cases/nest").join(name)
}

fn module(text: &str) -> Module {
    isotope_mlir::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The output of `mlir-opt` for a program by passes of functions, in the generic form.
fn generic(text: &str, passes: &str) -> Module {
    let passes = if passes.is_empty() { String::new() } else { format!("func.func({passes})") };
    let pipeline = format!("--pass-pipeline=builtin.module({passes})");
    let arguments = [&pipeline, "--mlir-print-op-generic", "--mlir-print-debuginfo"];
    let made = mlir_opt::run(&arguments, text.as_bytes()).unwrap_or_else(|| panic!("mlir-opt refuses\n{text}"));
    let mut module = module(std::str::from_utf8(&made).unwrap());
    module.adopt_locations();
    module
}

/// The verdict of the comparison, which knows nothing of this crate.
fn verdict(before: &Module, after: &Module) -> Verdict {
    // The checker reads texts, so that what is printed is what is compared.
    let after = module(&isotope_mlir::print(after));
    check(before, &after, &Options::default())
        .unwrap_or_else(|error| panic!("{error}\n{}", isotope_mlir::print(&after)))
}

fn is_equal(before: &Module, after: &Module) -> bool {
    matches!(verdict(before, after), Verdict::Identity(evidence) if evidence.error_bits < -40.0)
}
