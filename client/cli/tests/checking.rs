//! `isotope check` and `isotope run FILE.mlir`: what they print, and their exit status. Programs are in generic form, so that no tool of LLVM is needed.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/kernel/generic").join(name)
}

fn check(before: &Path, after: &Path, more: &[&str]) -> (i32, String, String) {
    let output: Output =
        Command::new(env!("CARGO_BIN_EXE_isotope")).arg("check").arg(before).arg(after).args(more).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A changed copy of the tiled product.
fn changed(folder: &Path, from: &str, to: &str) -> PathBuf {
    let text = std::fs::read_to_string(case("gemm_tiled.mlir")).unwrap();
    assert!(text.contains(from));
    let path = folder.join("changed.mlir");
    std::fs::write(&path, text.replace(from, to)).unwrap();
    path
}

#[test]
fn a_right_tiling_is_shown_equal_with_its_error() {
    let (code, out, _) = check(&case("gemm.mlir"), &case("gemm_tiled.mlir"), &[]);
    assert_eq!(code, 0);
    assert!(out.starts_with("equal for all inputs at these shapes: identity, error < 2^-"), "{out}");
    let (code, out, _) = check(&case("gemm.mlir"), &case("gemm_tiled.mlir"), &["--json", "--entry", "@gemm"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(code == 0 && json["verdict"] == "equal" && json["error_log2"].as_f64().unwrap() < -40.0, "{out}");
}

#[test]
fn a_lost_iteration_is_a_difference_with_cell_store_and_input() {
    let folder = tempfile::tempdir().unwrap();
    let after = changed(folder.path(), "(d0 + 5, 12)", "(d0 + 5, 11)");
    let (code, out, _) = check(&case("gemm.mlir"), &after, &[]);
    assert_eq!(code, 1);
    assert!(
        out.starts_with("different: arg3[0, 0]\n") && out.contains("changed.mlir:31:17") && out.contains("  arg1 = ["),
        "{out}"
    );
}

#[test]
fn bad_input_has_its_place_first_and_status_2() {
    let folder = tempfile::tempdir().unwrap();
    let after = changed(folder.path(), "affine.load", "affine.magic");
    let (code, _, error) = check(&case("gemm.mlir"), &after, &[]);
    assert_eq!(code, 2);
    let wanted = format!("{}:25:22: `affine.magic`: no meaning of it is known", after.display());
    assert!(error.starts_with(&wanted), "{error}");
    let after = changed(folder.path(), "arith.addf", "arith.addf\"(%5) : (");
    let (code, _, error) = check(&case("gemm.mlir"), &after, &[]);
    assert!(code == 2 && error.starts_with(&format!("{}:30:", after.display())), "{error}");
    let (code, _, error) = check(&case("gemm.mlir"), &case("gemm_tiled.mlir"), &["--sizes", "n=4"]);
    assert!(code == 2 && error.contains("--sizes n=4: write 64, arg0=64 or arg1.0=64"), "{error}");
    let (code, _, error) = check(&case("nothing.mlir"), &case("gemm.mlir"), &[]);
    assert!(code == 2 && error.contains("nothing.mlir: cannot be read"), "{error}");
}

/// Bad input of the issues' kinds, for `check` by itself and by a daemon: a sentence with the place, and little memory.
#[test]
fn hostile_programs_end_in_a_sentence_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let memo = folder.path().join("memo");
    let bad = |name: &str, text: &[u8], wanted: &[&str]| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        for (code, _, error) in
            [check(&file, &case("gemm.mlir"), &[]), by_daemon(&memo, &file, &case("gemm.mlir"), &[])]
        {
            let names = error.contains(&file.display().to_string());
            assert!(code == 2 && names && wanted.iter().all(|part| error.contains(part)), "{name}: {code} {error}");
            assert!(!error.contains("panicked"), "{error}");
        }
    };
    bad("large.mlir", &b"// x\n".repeat(20 << 20), &["larger than"]);
    bad("deep.mlir", "\"a.b\"() ({\n".repeat(10_000).as_bytes(), &[":129:", "nests deeper than 128 (MAX_NESTING)"]);
    bad("bomb.mlir", format!("\"a.b\"() {{x = {}", "[".repeat(1 << 20)).as_bytes(), &[":1:", "MAX_NESTING"]);
    let aliases = (1..200).map(|n| format!("#a{n} = [#a{}, #a{}]\n", n - 1, n - 1)).collect::<String>();
    bad("aliases.mlir", format!("#a0 = [1]\n{aliases}").as_bytes(), &[":128:", "through aliases (MAX_NESTING)"]);
    let function = |ty: &str, argument: &str| {
        format!(
            "\"func.func\"() <{{function_type = ({ty}) -> (), sym_name = \"gemm\"}}> ({{\n^bb0({argument}):\n\
             \"func.return\"() : () -> ()\n}}) : () -> ()\n"
        )
    };
    let other = function("memref<4xf32>", "%m: memref<4xf32>");
    std::fs::write(folder.path().join("other.mlir"), other).unwrap();
    for (code, _, error) in [
        check(&folder.path().join("other.mlir"), &case("gemm.mlir"), &[]),
        by_daemon(&memo, &folder.path().join("other.mlir"), &case("gemm.mlir"), &[]),
    ] {
        assert!(code == 2 && error.contains("gemm.mlir:7:3: the signature of @gemm is"), "{error}");
    }
    // Sizes that are open: the same program on both sides.
    let open = folder.path().join("open.mlir");
    std::fs::write(&open, function("memref<?xf32>", "%m: memref<?xf32>")).unwrap();
    for (code, _, error) in [check(&open, &open, &[]), by_daemon(&memo, &open, &open, &[])] {
        assert!(code == 2 && error.contains(":1:1: a size is open: give it by --sizes arg0.0=64"), "{error}");
    }
    let (code, out, _) = check(&open, &open, &["--sizes", "8"]);
    assert!(
        code == 0 && out.contains("assumed: memrefs that are arguments do not overlap, and no input is poison"),
        "{out}"
    );
}

/// The service inside the command, with a memo that lasts from one run to the next.
fn by_daemon(memo: &Path, before: &Path, after: &Path, more: &[&str]) -> (i32, String, String) {
    let memo = memo.display().to_string();
    let daemon = ["--daemon", "--standalone", "--cache", &memo, "--threads", "1"];
    check(before, after, &[&daemon, more].concat())
}

const REMEMBERED: &str = "the daemon had this verdict already\n";

#[test]
fn a_daemon_gives_the_same_verdict_and_remembers_what_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let memo = folder.path().join("memo");
    let lost = changed(folder.path(), "(d0 + 5, 12)", "(d0 + 5, 11)");
    for after in [case("gemm_tiled.mlir"), lost] {
        let (own, printed, _) = check(&case("gemm.mlir"), &after, &[]);
        let first = by_daemon(&memo, &case("gemm.mlir"), &after, &[]);
        assert_eq!((first.0, &first.1), (own, &printed), "{}", first.2);
        let again = by_daemon(&memo, &case("gemm.mlir"), &after, &[]);
        assert_eq!((again.0, &again.1), (own, &(printed + REMEMBERED)), "{}", again.2);
        // Other random numbers are another question.
        let other = by_daemon(&memo, &case("gemm.mlir"), &after, &["--key", "other"]);
        assert!(other.0 == own && !other.1.contains(REMEMBERED), "{} {}", other.1, other.2);
    }
    // Equality that is not shown is compared each time.
    let open = changed(folder.path(), "arith.addf", "arith.maximumf");
    for _ in 0..2 {
        let (code, out, error) = by_daemon(&memo, &open, &case("gemm.mlir"), &[]);
        assert!(code > 0 && !out.contains("equal for all"), "{code} {out} {error}");
    }
}

#[test]
fn a_daemon_refuses_what_is_bad_or_too_large_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let memo = folder.path().join("memo");
    let unknown = changed(folder.path(), "affine.load", "affine.magic");
    let (code, _, error) = by_daemon(&memo, &case("gemm.mlir"), &unknown, &[]);
    let wanted = format!("{}:25:22: `affine.magic`: no meaning of it is known", unknown.display());
    assert!(code == 2 && error.starts_with(&wanted), "{error}");

    let large = folder.path().join("large.mlir");
    let text = std::fs::read_to_string(case("gemm.mlir")).unwrap();
    std::fs::write(&large, format!("{text}// {}\n", "x".repeat(5 << 20))).unwrap();
    let (code, _, error) = by_daemon(&memo, &large, &case("gemm.mlir"), &[]);
    assert!(code == 2 && error.contains("MAX_CHECK_TEXT"), "{error}");

    let wide = folder.path().join("wide.mlir");
    std::fs::write(
        &wide,
        "\"builtin.module\"() ({\n  \"func.func\"() <{function_type = (memref<33554432xf32>) -> (), sym_name = \"f\"}> ({\n  \
         ^bb0(%arg0: memref<33554432xf32>):\n    \"func.return\"() : () -> ()\n  }) : () -> ()\n}) : () -> ()\n",
    )
    .unwrap();
    let (code, _, error) = by_daemon(&memo, &wide, &wide, &[]);
    assert!(code == 2 && error.starts_with(&wide.display().to_string()) && error.contains("25165824"), "{error}");
}

fn run(file: &Path, more: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_isotope")).arg("run").arg(file).args(more).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_program_of_mlir_is_executed_on_given_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scale.mlir");
    std::fs::write(
        &file,
        "\"func.func\"() <{function_type = (memref<2x2xf32>, f32) -> i8, sym_name = \"f\"}> ({\n\
         ^bb0(%m: memref<2x2xf32>, %x: f32):\n\
         %z = \"arith.constant\"() <{value = 0 : index}> : () -> index\n\
         %o = \"arith.constant\"() <{value = 1 : index}> : () -> index\n\
         %c = \"memref.load\"(%m, %z, %o) : (memref<2x2xf32>, index, index) -> f32\n\
         %p = \"arith.mulf\"(%c, %x) : (f32, f32) -> f32\n\
         \"memref.store\"(%p, %m, %o, %z) : (f32, memref<2x2xf32>, index, index) -> ()\n\
         \"vector.print\"(%p) <{punctuation = #vector.punctuation<newline>}> : (f32) -> ()\n\
         %r = \"arith.constant\"() <{value = -7 : i8}> : () -> i8\n\
         \"func.return\"(%r) : (i8) -> ()\n}) : () -> ()\n",
    )
    .unwrap();
    let (code, out, error) = run(&file, &["--input", "arg0=1,2.5,3,4", "--input", "arg1=2"]);
    assert_eq!((code, out.as_str()), (0, "5\narg0 = [[1, 2.5], [5, 4]]\nresult 0 = -7\n"), "{error}");
    for (more, wanted) in [
        (&["--input", "arg0=1"][..], "argument 1 has no input: give it by --input arg1=1,2,3"),
        (&["--input", "arg0=1", "--input", "arg1=x"], "--input arg1: `x` is no number of its type"),
        (&["--input", "m=1"], "--input m=1: write arg0=1,2,3"),
        (&["--entry", "g"], "there is no function @g with a body; there are @f"),
    ] {
        let (code, _, error) = run(&file, more);
        assert!(code == 2 && error.contains(wanted), "{code} {error}");
    }
}
