//! Golden diagnostics: each file of `tests/cases/ir` is a text, a line `---`, and what the parser says of it, or the
//! window printed back. `BLESS=1` rewrites the second part.

use isotope_ir::{parse, print};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};

const SEPARATOR: &str = "---\n";

fn main() {
    let args = Arguments::from_args();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/ir");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&root)
        .expect("the cases are in the project")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    assert!(files.len() >= 20, "golden cases are missing from {}", root.display());
    let trial = |path: PathBuf| {
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        Trial::test(name, move || check(&path))
    };
    libtest_mimic::run(&args, files.into_iter().map(trial).collect()).exit();
}

fn check(path: &Path) -> Result<(), Failed> {
    let case = std::fs::read_to_string(path)?;
    let (text, expected) = case.split_once(SEPARATOR).unwrap_or((&case, ""));
    let found = match parse::parse_file(text) {
        Ok(file) => print::print_file(&file),
        Err(diagnostic) => format!("{diagnostic}\n"),
    };
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, format!("{text}{SEPARATOR}{found}"))?;
    } else if found != expected {
        return Err(format!("expected:\n{expected}\nfound:\n{found}").into());
    }
    Ok(())
}
