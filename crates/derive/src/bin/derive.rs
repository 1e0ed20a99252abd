//! The steps from vendors' texts to dictionaries, run as `cargo xtask STEP`.

use anyhow::{Result, bail};
use isotope_derive::{calibrate, costs, dictionary, encodings, idef, llvm_forms, packing, validate};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    run(&args).unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        ExitCode::from(2)
    })
}

fn run(args: &[String]) -> Result<ExitCode> {
    let root = root();
    match args.split_first().map(|(step, rest)| (step.as_str(), rest)) {
        Some(("calibrate", [cpu])) => calibrate::run(&root, cpu),
        Some(("costs", rest)) => costs::run(&root, rest),
        Some(("dictionary", rest)) => dictionary::run(&root, rest),
        Some(("encodings", rest)) => encodings::run(&root, rest),
        Some(("idef", rest)) => idef::run(&root, rest),
        Some(("llvm-forms", rest)) => llvm_forms::run(&root, rest),
        Some(("packing", rest)) => packing::run(&root, rest),
        Some(("validate", rest)) => validate::run(&root, rest),
        _ => bail!("unknown arguments: {}; `cargo xtask help` says what there is", args.join(" ")),
    }
}

/// The project's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies two folders deep").to_path_buf()
}
