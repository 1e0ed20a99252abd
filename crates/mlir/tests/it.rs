//! The crate's tests, one program.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../tests/harness/mlir_opt.rs"]
mod mlir_opt;
mod reading;
mod sources;
mod upstream;

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
