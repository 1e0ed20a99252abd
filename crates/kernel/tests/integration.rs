//! MLIR's own integration tests of Vector and Arith, executed by the interpreter: what it prints has to pass their checks.

use crate::root;
use crate::upstream::{generic, is_there};
use isotope_kernel::execute::{Execution, execute};
use isotope_kernel::read;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Of LLVM 19.
const FILE_CHECK: &str = "/usr/lib/llvm-19/bin/FileCheck";

/// At least so many pass; the others have operations that the interpreter does not know yet.
const LEAST: usize = 29;

/// Whether the checks of a file hold for an output.
fn passes(file: &Path, output: &str) -> bool {
    let mut child = Command::new(FILE_CHECK).arg(file).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(output.as_bytes()).unwrap();
    child.wait().unwrap().success()
}

#[test]
#[ignore = "slow: calls mlir-opt-19 some hundred times"]
fn mlirs_integration_tests_print_what_they_should() {
    let test = "mlirs_integration_tests_print_what_they_should";
    let folder = root().join("third_party/mlir-source/mlir/test/Integration/Dialect");
    if !is_there(test) {
        return;
    }
    if !folder.is_dir() || !Path::new(FILE_CHECK).exists() {
        println!("skipped: {test}: it needs MLIR's tests (scripts/setup mlir-source) and FileCheck (llvm-19-tools)");
        return;
    }
    let mut paths: Vec<PathBuf> = Vec::new();
    for dialect in ["Vector", "Arith"] {
        let entries = std::fs::read_dir(folder.join(dialect).join("CPU")).unwrap().map(|entry| entry.unwrap().path());
        paths.extend(entries.filter(|path| path.extension().is_some_and(|extension| extension == "mlir")));
    }
    paths.sort();
    let (mut passed, mut wrong, mut reasons): (usize, Vec<String>, BTreeMap<String, usize>) = Default::default();
    for path in &paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(text) = generic(&std::fs::read(path).unwrap()) else {
            *reasons.entry("mlir-opt-19 refuses it".to_owned()).or_default() += 1;
            continue;
        };
        let module = read(std::str::from_utf8(&text).unwrap()).unwrap();
        match execute(&module, &Execution::default()) {
            Ok(ended) if passes(path, &ended.output) => passed += 1,
            Ok(_) => wrong.push(name),
            Err(error) => *reasons.entry(error.message).or_default() += 1,
        }
    }
    println!("{passed} of {} pass; wrong: {wrong:?}", paths.len());
    reasons.iter().for_each(|(reason, count)| println!("{count} do not run: {reason}"));
    assert!(passed >= LEAST);
}
