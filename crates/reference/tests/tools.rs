//! Files that the dictionary generates, given to the tools that read it: LLVM's and MLIR's TableGen, and MLIR itself.

#![allow(clippy::unwrap_used)]

use isotope_grammars::embedded;
use isotope_reference::autollvm::operations;
use isotope_reference::tablegen::{dialect, intrinsics, lowering};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where LLVM's own TableGen files are; `None` where a tool or they are not installed, which is said.
fn include(test: &str, tool: &str, needed: &str) -> Option<String> {
    let found = Command::new("llvm-config-19").arg("--includedir").output().ok();
    let include = found.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let include = include.filter(|folder| Path::new(folder).join(needed).exists());
    if include.is_none() || Command::new(tool).arg("--version").output().is_err() {
        eprintln!("skipped: {test}: scripts/setup mlir installs {tool} and what it includes");
        return None;
    }
    include
}

/// Runs a tool on a text; what it prints. It is an error if the tool does not accept the text.
fn run(tool: &str, arguments: &[&str], text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("input");
    std::fs::write(&file, text).unwrap();
    let output = Command::new(tool).args(arguments).arg(&file).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{tool} {arguments:?}: {errors:.3000}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn llvm_reads_the_intrinsics() {
    let Some(include) = include("llvm_reads_the_intrinsics", "llvm-tblgen-19", "llvm/IR/Intrinsics.td") else { return };
    let operations = operations(embedded());
    let text = intrinsics(&operations);
    let arguments = ["-intrinsic-prefix=autollvm", "-I", &include];
    let enums = run("llvm-tblgen-19", &[&["-gen-intrinsic-enums"], &arguments[..]].concat(), &text);
    for operation in &operations {
        let name = format!("llvm.autollvm.{}\n", operation.name.replace('_', "."));
        assert!(enums.contains(&name), "{name} is no intrinsic");
    }
    let table = run("llvm-tblgen-19", &[&["-gen-intrinsic-impl"], &arguments[..]].concat(), &text);
    assert!(table.contains("llvm.autollvm.add"));
}

#[test]
fn mlir_reads_a_part_of_the_dialect() {
    dialect_is_read("mlir_reads_a_part_of_the_dialect", 10);
}

#[test]
#[ignore = "slow: every operation of the dialect"]
fn mlir_reads_the_dialect() {
    dialect_is_read("mlir_reads_the_dialect", 1);
}

/// Gives TableGen each `step`-th operation, and that of sums.
fn dialect_is_read(test: &str, step: usize) {
    let Some(include) = include(test, "mlir-tblgen-19", "mlir/IR/OpBase.td") else { return };
    let all = operations(embedded()).into_iter().enumerate();
    let operations: Vec<_> = all.filter(|(at, of)| at % step == 0 || of.name == "add").map(|(_, of)| of).collect();
    let text = dialect(&operations);
    let classes = run("mlir-tblgen-19", &["-gen-op-decls", "-I", &include], &text);
    for operation in &operations {
        assert!(classes.contains(&format!("\"autollvm.{}\"", operation.name)), "{}", operation.name);
    }
    assert!(run("mlir-tblgen-19", &["-gen-op-defs", "-I", &include], &text).contains("AddOp::verifyInvariants"));
}

/// A file with one operation, as the dialect has it at a row's types and parameters.
fn program(parameters: &str) -> String {
    format!(
        "func.func @f(%a: vector<16xi8>, %b: vector<16xi8>) -> vector<16xi8> {{\n  %0 = \"autollvm.add\"(%a, %b) \
         <{{parameters = array<i64{parameters}>}}> : (vector<16xi8>, vector<16xi8>) -> vector<16xi8>\n  \
         return %0 : vector<16xi8>\n}}\n"
    )
}

#[test]
#[ignore = "slow: compiles a part of MLIR's dialect with clang"]
fn mlir_parses_and_verifies_operations() {
    let test = "mlir_parses_and_verifies_operations";
    if include(test, "mlir-tblgen-19", "mlir/IR/OpBase.td").is_none() {
        return;
    }
    let operations = operations(embedded());
    let folder = tempfile::tempdir().unwrap();
    let ops = folder.path().join("ops.td");
    std::fs::write(&ops, dialect(&operations)).unwrap();
    let build = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../client/mlir/build");
    let status =
        Command::new(build).arg(&ops).arg(folder.path()).arg("^autollvm\\.(add|dot_product.*)$").status().unwrap();
    assert!(status.success());
    let tool = folder.path().join("autollvm-opt");
    let tool = tool.to_str().unwrap();
    let add = operations.iter().find(|o| o.name == "add").unwrap();
    let numbers: Vec<String> = (0..add.parameters).map(|n| n.to_string()).collect();
    let right = program(&format!(": {}", numbers.join(", ")));
    let printed = run(tool, &[], &right);
    assert!(printed.contains("autollvm.add"), "{printed}");
    // One parameter more, and none: the operation's count is verified.
    for wrong in [program(&format!(": {}, 7", numbers.join(", "))), program("")] {
        let file = folder.path().join("wrong.mlir");
        std::fs::write(&file, wrong).unwrap();
        let output = Command::new(tool).arg(&file).output().unwrap();
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains("parameters"), "{output:?}");
    }
}

#[test]
fn every_instruction_is_lowered_from_one_operation() {
    let sets = embedded();
    let operations = operations(sets);
    let names: BTreeSet<&str> = operations.iter().map(|o| o.name.as_str()).collect();
    assert_eq!(names.len(), operations.len(), "names of operations are unique");
    for set in sets.iter() {
        let title = &set.manifest().title;
        let text = lowering(&operations, title);
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(rows.len(), set.dictionary().members().len(), "{title}");
        // Two instructions of one operation, types and parameters are one where they were told apart by nothing else.
        let mut by_key: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for row in rows {
            let (key, instruction) = row.split_once("]: ").unwrap();
            by_key.entry(key).or_default().push(instruction.split(' ').next().unwrap());
        }
        for members in by_key.values().filter(|members| members.len() > 1) {
            let orders: BTreeSet<Vec<_>> = members
                .iter()
                .map(|m| set.dictionary().member(m).unwrap().numbers())
                .map(|n| n.into_iter().map(|n| n.values).collect())
                .collect();
            assert_eq!(orders.len(), 1, "{members:?} have one lowering");
        }
    }
}
