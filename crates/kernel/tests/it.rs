//! The crate's tests, one program.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod checking;
mod corpus;
mod integers;
mod integration;
#[path = "../../../tests/harness/mlir_opt.rs"]
mod mlir_opt;
mod nests;
mod passes;
mod polybench;
mod proving;
mod reported;
mod sizes;
mod vectors;

use std::path::{Path, PathBuf};

/// The project's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Files of one folder of cases, by name.
fn cases(folder: &str) -> Vec<(String, String)> {
    let folder = root().join("tests/cases/kernel").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} has no cases", folder.display());
    files
        .into_iter()
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap()))
        .collect()
}

/// The verdict on two texts, without a solver; `None`: the input is bad.
fn checking_of(before: &str, after: &str) -> Option<isotope_kernel::check::Verdict> {
    let [before, after] =
        [before, after].map(|text| isotope_mlir::read(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    let options = isotope_kernel::check::Options { executions: 3, ..Default::default() };
    isotope_kernel::check::check(&before, &after, &options).ok()
}
