//! Golden code: each file of `tests/cases/codegen` is a window, a line `---`, its baseline as AutoLLVM text, another
//! `---`, and the same as LLVM IR. `BLESS=1` rewrites what follows the window.

use isotope_codegen::autollvm::{self, NoClasses};
use isotope_codegen::llvm::{self, NoForms};
use isotope_ir::parse::parse_window;
use isotope_program::baseline;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};

const SEPARATOR: &str = "---\n";

fn main() {
    let args = Arguments::from_args();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/codegen");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&root)
        .expect("the cases are in the project")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    assert!(files.len() >= 8, "golden cases are missing from {}", root.display());
    let trial = |path: PathBuf| {
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        Trial::test(name, move || check(&path))
    };
    libtest_mimic::run(&args, files.into_iter().map(trial).collect()).exit();
}

fn check(path: &Path) -> Result<(), Failed> {
    let case = std::fs::read_to_string(path)?;
    let (text, expected) = case.split_once(SEPARATOR).unwrap_or((&case, ""));
    let window = parse_window(text).map_err(|e| e.to_string())?;
    let program = baseline::lower(&window.graph, window.root);
    let target = isotope_dictionary::Target::cpu("x86_64", "znver4");
    let function = llvm::function(&program, "window", &NoForms).map_err(|e| e.to_string())?;
    let found = format!("{}{SEPARATOR}{}", autollvm::print(&program, &NoClasses), function.module(&target));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, format!("{text}{SEPARATOR}{found}"))?;
    } else if found != expected {
        return Err(format!("expected:\n{expected}\nfound:\n{found}").into());
    }
    Ok(())
}
