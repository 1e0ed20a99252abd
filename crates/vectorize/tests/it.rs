//! Kernels vectorized, compared with what they were.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../tests/harness/mlir_opt.rs"]
mod mlir_opt;

mod diospyros;
mod drawn;
mod goldens;
mod hostile;
mod large;
mod programs;
mod refusals;
mod rules;
mod texts;
mod wrong;

use isotope_kernel::check::{Options, Verdict, check};
use isotope_mlir::ir::Module;
use isotope_vectorize::{Bounds, Kernel, Machine, Model, Vectorized, vectorize};

fn module(text: &str) -> Module {
    isotope_mlir::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The verdict of the comparison, which knows nothing of this crate.
fn verdict(before: &Module, after: &Module) -> Verdict {
    // The checker reads texts, so that what is printed is what is compared.
    let after = module(&isotope_mlir::print(after));
    check(before, &after, &Options::default())
        .unwrap_or_else(|error| panic!("{error}\n{}", isotope_mlir::print(&after)))
}

fn is_equal(before: &Module, after: &Module) -> bool {
    let said = verdict(before, after);
    let equal = matches!(&said, Verdict::Identity(evidence) if evidence.error_bits < -40.0);
    if !equal {
        eprintln!("{said:?}");
    }
    equal
}

/// A kernel vectorized, and shown to be equal to what it was.
fn equal(text: &str, model: Model<'_>) -> Vectorized {
    let before = module(text);
    let kernel = Kernel::read(&before, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let made = vectorize(&before, &kernel, model, &Bounds::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(is_equal(&before, &made.module), "{text}\n{}", isotope_mlir::print(&made.module));
    made
}

fn pipes(bits: u32) -> Model<'static> {
    Model::Pipes(Machine::usual(bits))
}
