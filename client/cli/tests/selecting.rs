//! `isotope select FILE.mlir`: the windows that it finds, what it prints, and the program with answers in it.

#![allow(clippy::unwrap_used)]

use crate::command::daemon::daemon;
use crate::command::{Shipped, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const AVERAGES: &str = r#""func.func"() <{function_type = (memref<?xi8>, index) -> (), sym_name = "rows"}> ({
^bb0(%m: memref<?xi8>, %i: index):
  %c = "arith.constant"() <{value = 1 : index}> : () -> index
  %j = "arith.addi"(%i, %c) : (index, index) -> index
  %a = "vector.load"(%m, %i) : (memref<?xi8>, index) -> vector<32xi8>
  %b = "vector.load"(%m, %j) : (memref<?xi8>, index) -> vector<32xi8>
  %x = "arith.extui"(%a) : (vector<32xi8>) -> vector<32xi16>
  %y = "arith.extui"(%b) : (vector<32xi8>) -> vector<32xi16>
  %s = "arith.addi"(%x, %y) : (vector<32xi16>, vector<32xi16>) -> vector<32xi16>
  %t = "arith.trunci"(%s) : (vector<32xi16>) -> vector<32xi8>
  "vector.store"(%t, %m, %i) : (vector<32xi8>, memref<?xi8>, index) -> ()
  %u = "magic.wand"(%a) : (vector<32xi8>) -> vector<32xi8>
  %v = "arith.xori"(%u, %b) : (vector<32xi8>, vector<32xi8>) -> vector<32xi8>
  "vector.store"(%v, %m, %i) : (vector<32xi8>, memref<?xi8>, index) -> ()
  "func.return"() : () -> ()
}) : () -> ()
"#;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn written(folder: &Path, name: &str, text: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn windows_are_known_by_their_place_in_every_form_and_what_is_none_is_said() {
    let daemon = daemon();
    let file = written(daemon.folder.path(), "rows.mlir", AVERAGES.as_bytes());
    let window = format!("{file}:10:8: 32 lanes of i8 in rows");
    let asked = "uint8x32 uint8x32(uint16x32((uint8x32)d0) + uint16x32((uint8x32)d1))";
    for (emit, parts) in [
        ("table", &["lanes of i8 in rows", "vpavgb"][..]),
        ("autollvm", &["lanes of i8 in rows", "// uint8x32 uint8x32("]),
        ("llvm", &["lanes of i8 in rows", "; uint8x32 uint8x32(", "define"]),
        ("asm", &["lanes of i8 in rows", "retq"]),
        ("json", &["\"window\": \"", "uint8x32 uint8x32("]),
    ] {
        let output = daemon.run(&["select", &file, "--mcpu", "znver4", "--emit", emit], "");
        let printed = stdout(&output);
        parts.iter().for_each(|part| assert!(printed.contains(part), "{emit}: {part} is not in\n{printed}"));
        let left = format!("note: {file}:13:8: 32 lanes of i8 in rows: it is no more than one operation");
        assert!(stderr(&output).contains(&left), "{}", stderr(&output));
    }
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&daemon.run(&["select", &file, "--mcpu", "znver4", "--emit", "json"], "")))
            .unwrap();
    assert_eq!(json["results"].as_array().unwrap().len(), 1);
    assert_eq!(json["results"][0]["window"], window);
    assert_eq!(json["results"][0]["expression"], asked);
    // Expressions and programs are shown together; the former have no place.
    let both =
        stdout(&daemon.run(&["select", "-", &file, "--mcpu", "znver4", "--emit", "json"], crate::command::AVERAGE));
    let json: serde_json::Value = serde_json::from_str(&both).unwrap();
    assert!(json["results"][0].get("window").is_none() && json["results"][1]["window"] == window, "{both}");
}

#[test]
fn a_function_that_names_its_processor_is_asked_for_that_one() {
    let daemon = daemon();
    let named =
        AVERAGES.replace("sym_name = \"rows\"", "passthrough = [[\"target-cpu\", \"znver3\"]], sym_name = \"rows\"");
    let file = written(daemon.folder.path(), "named.mlir", named.as_bytes());
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&daemon.run(&["select", &file, "--mcpu", "znver4", "--emit", "json"], "")))
            .unwrap();
    assert_eq!(json["results"][0]["target"]["mcpu"], "znver3");
}

#[test]
fn bad_programs_are_status_2_with_the_place() {
    let daemon = daemon();
    let folder = daemon.folder.path();
    let bad = |name: &str, text: &[u8], says: &[&str]| {
        let file = written(folder, name, text);
        let output = daemon.run(&["select", &file, "--mcpu", "znver4"], "");
        assert_eq!(output.status.code(), Some(2), "{name}: {}", stderr(&output));
        says.iter().for_each(|part| assert!(stderr(&output).contains(part), "{part}: {}", stderr(&output)));
        assert!(stderr(&output).starts_with(&file), "{}", stderr(&output));
    };
    bad("large.mlir", &b"// x\n".repeat(20 << 20), &["larger than 33554432 bytes (MAX_MLIR_BYTES)"]);
    bad("deep.mlir", "\"a.b\"() ({\n".repeat(10_000).as_bytes(), &[":129:", "nests deeper than 128 (MAX_NESTING)"]);
    bad("custom.mlir", "scf.execute_region {\n".repeat(10_000).as_bytes(), &[":129:20: regions nest deeper than 128"]);
    bad("bomb.mlir", format!("\"a.b\"() {{x = {}", "[".repeat(1 << 20)).as_bytes(), &[":1:", "MAX_NESTING"]);
    bad("cut.mlir", &AVERAGES.as_bytes()[..400], &[":7:26: the text ends"]);
    bad("none.mlir", &[0xff], &["no text in UTF-8"]);
    let file = written(folder, "rows.mlir", AVERAGES.as_bytes());
    let two = daemon.run(&["select", &file, &file, "--mcpu", "znver4", "--emit", "mlir"], "");
    assert_eq!(two.status.code(), Some(2));
    assert!(stderr(&two).contains("--emit mlir prints one program"), "{}", stderr(&two));
    let empty = written(folder, "empty.mlir", b"");
    let nothing = daemon.run(&["select", &empty, "--mcpu", "znver4"], "");
    assert!(
        nothing.status.success() && stderr(&nothing).contains("no function computes a vector"),
        "{}",
        stderr(&nothing)
    );
    assert_eq!(daemon.double.searched(), 0);
}

/// Whether MLIR's tools are there; what needs them is skipped otherwise.
pub fn has_tools() -> bool {
    let lacking = isotope_run::programs::lacking(&["mlir-opt-19", "mlir-translate-19", "llc-19", "clang-19"]);
    lacking.iter().for_each(|why| eprintln!("skipped: {why}"));
    lacking.is_none()
}

/// The double's answers are proved and cheap, and their code is nonsense.
#[test]
fn an_answer_that_does_not_fit_leaves_the_program_as_it_was() {
    if !has_tools() {
        return;
    }
    let daemon = daemon();
    let file = written(daemon.folder.path(), "rows.mlir", AVERAGES.as_bytes());
    let output = daemon.run(&["select", &file, "--mcpu", "znver4", "--emit", "mlir"], "");
    let printed = stdout(&output);
    assert!(stderr(&output).contains("32 lanes of i8 in rows: the answer is not used: "), "{}", stderr(&output));
    assert!(
        printed.contains("arith.trunci") && printed.contains("\"magic.wand\"") && !printed.contains("llvm."),
        "{printed}"
    );
}

fn ended(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// A library of a program of kernels, lowered as MLIR does it by itself.
fn library(folder: &Path, program: &Path, name: &str) -> PathBuf {
    let lowering = std::fs::read_to_string(root().join("client/mlir/tests/lowering.txt")).unwrap();
    let [lowered, llvm, object, library] = ["mlir", "ll", "o", "so"].map(|end| folder.join(name).with_extension(end));
    let pipeline = format!("--pass-pipeline=builtin.module({})", lowering.trim());
    ended(Command::new("mlir-opt-19").args([&pipeline, "-o"]).arg(&lowered).arg(program));
    ended(Command::new("mlir-translate-19").args(["--mlir-to-llvmir", "-o"]).arg(&llvm).arg(&lowered));
    let machine = ["-O2", "-mcpu=haswell", "-relocation-model=pic", "-filetype=obj", "-o"];
    ended(Command::new("llc-19").args(machine).arg(&object).arg(&llvm));
    ended(Command::new("clang-19").args(["-shared", "-o"]).arg(&library).arg(&object));
    library
}

/// Real searches: loads that are joined, dot products, bytes of pixels, and a loop that carries a sum.
#[test]
fn programs_with_answers_compute_the_same_bytes() {
    if !has_tools() || !std::arch::is_x86_feature_detected!("avx2") {
        return;
    }
    let (daemon, folder) = (Shipped::start(), tempfile::tempdir().unwrap());
    let equal = folder.path().join("equal");
    ended(
        Command::new("clang-19")
            .args(["-O1", "-o"])
            .arg(&equal)
            .arg(root().join("client/mlir/tests/equal.c"))
            .arg("-ldl"),
    );
    for kernel in ["average", "scale_rounded", "pair_sums", "sum_of_differences", "narrow_i32_u8", "box3x3"] {
        let own = root().join(format!("tests/cases/mlir/{kernel}.mlir"));
        let selected = folder.path().join(format!("{kernel}.selected.mlir"));
        let [from, to] = [&own, &selected].map(|file| file.to_str().unwrap());
        stdout(&daemon.run(&["select", from, "--mcpu", "haswell", "--emit", "mlir", "-o", to]));
        let text = std::fs::read_to_string(&selected).unwrap();
        assert!(
            text.contains("llvm.call_intrinsic \"llvm.x86.") && text.contains("[\"target-cpu\", \"haswell\"]"),
            "{text}"
        );
        let libraries = [library(folder.path(), &own, "own"), library(folder.path(), &selected, "selected")];
        let output = ended(Command::new(&equal).args(libraries).arg(kernel));
        assert!(output.stdout.is_empty());
    }
    // LLVM's tools do not know a processor of that name.
    let average = root().join("tests/cases/mlir/average.mlir");
    let output = daemon.run(&["select", average.to_str().unwrap(), "--mcpu", "native", "--emit", "mlir"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("[\"target-cpu\", \"") && !text.contains("\"native\""), "{text}");
}
