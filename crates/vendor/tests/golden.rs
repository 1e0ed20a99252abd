//! Golden texts: each file of `tests/cases/isa` is semantics in the stored form, a line `---`, and what becomes of them:
//! the error with its place, or the text as it prints and its result on operands of all ones. `BLESS=1` rewrites the
//! second part.

use isotope_semantics::interp::{Bits, run};
use isotope_semantics::pseudo::parse;
use isotope_semantics::{Semantics, SemanticsError};
use isotope_vendor::errata::Errata;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};

const SEPARATOR: &str = "---\n";

fn main() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/isa");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&root)
        .expect("the cases are in the project")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    assert!(files.len() >= 30, "golden cases are missing from {}", root.display());
    let trial = |path: PathBuf| {
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        Trial::test(name, move || check(&path))
    };
    libtest_mimic::run(&Arguments::from_args(), files.into_iter().map(trial).collect()).exit();
}

/// The head of the stored form, then a text that may call the prelude.
fn read(text: &str) -> Result<Semantics, SemanticsError> {
    let errata = Errata::none().expect("the built-in data files are well-formed");
    let Some(at) = text.find("\nout ").and_then(|at| Some(at + 1 + text[at + 1..].find('\n')? + 1)) else {
        return Semantics::from_text(text);
    };
    let stub = Semantics::from_text(&format!("{}RETURN 0\n", &text[..at]))?;
    Semantics::link(stub.operands, stub.result, parse(&text[at..])?, errata.prelude())
}

fn outcome(text: &str) -> String {
    let semantics = match read(text) {
        Ok(semantics) => semantics,
        Err(error) => return format!("{error}\n"),
    };
    let ones: Vec<Bits> = semantics.operands.iter().map(|o| Bits::from_bytes(&[0xff; 64], o.bits)).collect();
    let result = match run(&semantics, &ones) {
        Ok(bits) => bits.to_bytes().iter().rev().map(|b| format!("{b:02x}")).collect(),
        Err(error) => error.to_string(),
    };
    format!("{semantics}result {result}\n")
}

fn check(path: &Path) -> Result<(), Failed> {
    let case = std::fs::read_to_string(path)?;
    let (text, expected) = case.split_once(SEPARATOR).unwrap_or((&case, ""));
    let found = outcome(text);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, format!("{text}{SEPARATOR}{found}"))?;
    } else if found != expected {
        return Err(format!("expected:\n{expected}\nfound:\n{found}").into());
    }
    Ok(())
}
