//! MLIR's own integration tests of Vector and Arith, executed by the interpreter: what it prints has to pass their checks.

use crate::mlir_opt::{generic, is_there, run};
use crate::root;
use isotope_kernel::execute::{Execution, execute};
use isotope_mlir::read;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Of LLVM 19.
const FILE_CHECK: &str = "/usr/lib/llvm-19/bin/FileCheck";

/// Files that are not executed as their checks say, each with the reason. All others pass.
const OTHERS: [(&str, &str); 3] = [
    ("flat-transpose-row.mlir", "LLVM is told that matrices lie row after row, of which the program says nothing"),
    ("matrix-multiply-row.mlir", "the same"),
    ("transfer-read-3d.mlir", "it reads out of range, and says that it is in bounds"),
];

/// The checks of one file are of what a test pass of MLIR makes of it, and are marked so.
const EMULATED: [&str; 2] = ["--check-prefix=EMULATED", "--test-arith-emulate-wide-int=widest-int-supported=8"];

/// Whether the checks of a file hold for an output.
fn passes(file: &Path, output: &str, is_emulated: bool) -> bool {
    let prefix = if is_emulated { EMULATED[0] } else { "--check-prefix=CHECK" };
    let mut child =
        Command::new(FILE_CHECK).arg(prefix).arg(file).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
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
        let source = std::fs::read_to_string(path).unwrap();
        let is_emulated = source.contains(EMULATED[0]);
        let text = match is_emulated {
            true => run(&[EMULATED[1], "--mlir-print-op-generic"], source.as_bytes()),
            false => generic(source.as_bytes()),
        };
        let Some(text) = text else {
            *reasons.entry("mlir-opt-19 refuses it".to_owned()).or_default() += 1;
            continue;
        };
        let module = read(std::str::from_utf8(&text).unwrap()).unwrap();
        match execute(&module, &Execution::default()) {
            Ok(ended) if passes(path, &ended.output, is_emulated) => passed += 1,
            Ok(_) => wrong.push(name),
            Err(error) => *reasons.entry(error.message).or_default() += 1,
        }
    }
    println!("{passed} of {} pass; wrong: {wrong:?}", paths.len());
    reasons.iter().for_each(|(reason, count)| println!("{count} do not run: {reason}"));
    OTHERS.iter().for_each(|(name, why)| println!("{name}: {why}"));
    wrong.retain(|name| !OTHERS.iter().any(|(other, _)| other == name));
    assert!(wrong.is_empty() && passed + OTHERS.len() == paths.len(), "{wrong:?}");
}
