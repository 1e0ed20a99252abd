//! Golden files: each holds a text, a line `---`, and what is made of the text. `BLESS=1` rewrites the second part.
//!
//! A test binary without a harness takes this as a module and is `fn main() { golden::run(..) }`.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};

const SEPARATOR: &str = "---\n";

/// A test for each file `*.txt` of a folder of `tests/cases`, of which there are `least` or more; `make` gives the second part.
pub fn run(folder: &str, least: usize, make: fn(&str) -> Result<String, Failed>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&root)
        .expect("the cases are in the project")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    assert!(files.len() >= least, "golden cases are missing from {}", root.display());
    let trial = |path: PathBuf| {
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        Trial::test(name, move || check(&path, make))
    };
    libtest_mimic::run(&Arguments::from_args(), files.into_iter().map(trial).collect()).exit();
}

fn check(path: &Path, make: fn(&str) -> Result<String, Failed>) -> Result<(), Failed> {
    let case = std::fs::read_to_string(path)?;
    let (text, expected) = case.split_once(SEPARATOR).unwrap_or((&case, ""));
    let found = make(text)?;
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, format!("{text}{SEPARATOR}{found}"))?;
    } else if found != expected {
        return Err(format!("expected:\n{expected}\nfound:\n{found}").into());
    }
    Ok(())
}
