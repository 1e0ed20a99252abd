//! `isotope pack` and `isotope tile`: programs that come out, tables, and refusals.

#![allow(clippy::unwrap_used)]

use crate::command::{Shipped, stderr, stdout};
use crate::selecting::has_tools;
use std::path::{Path, PathBuf};
use std::process::Command;

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/nest").join(name)
}

/// A nest whose second array is read down its columns, in 64-bit integers.
const COLUMNS: &str = "func.func @columns(%A: memref<80x200xi64>, %B: memref<200x100xi64>, %C: memref<80x100xi64>) {\n\
    affine.for %i = 0 to 80 {\naffine.for %j = 0 to 100 {\naffine.for %k = 0 to 200 {\n\
    %a = affine.load %A[%i, %k] : memref<80x200xi64>\n%b = affine.load %B[%k, %j] : memref<200x100xi64>\n\
    %c = affine.load %C[%i, %j] : memref<80x100xi64>\n%p = arith.muli %a, %b : i64\n%s = arith.addi %c, %p : i64\n\
    affine.store %s, %C[%i, %j] : memref<80x100xi64>\n}\n}\n}\nreturn\n}\n";

#[test]
fn nests_are_packed_and_tiled_and_the_check_agrees() {
    if !has_tools() {
        return;
    }
    let (daemon, folder) = (Shipped::start(), tempfile::tempdir().unwrap());
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(file("columns.mlir"), COLUMNS).unwrap();
    let columns = file("columns.mlir");
    for (more, says) in [
        (&["pack", "--mcpu", "znver3"][..], "1 array is packed; the program is equal to what it was for all inputs"),
        (&["pack", "--like", "gpat"], "1 array is packed"),
        (&["pack", "--like", "gpat", "--caches", "32,256,512", "--generic"], "1 array is packed"),
        (&["tile", "--sizes", "8,48,256"], "1 band is tiled"),
        (&["tile", "--mcpu", "znver3", "--caches", "4,16,64", "--pages", "16"], "1 band is tiled"),
    ] {
        let made = file("made.mlir");
        // GPAT packs before no outermost loop.
        let contraction = case("gpat/contraction.mlir");
        let of = if more.contains(&"gpat") { contraction.to_str().unwrap() } else { &columns };
        let output = daemon.run(&[more, &[of, "-o", &made]].concat());
        assert!(output.status.success() && stderr(&output).contains(says), "{more:?}: {}", stderr(&output));
        let check = Command::new(env!("CARGO_BIN_EXE_isotope")).args(["check", of, &made]).output().unwrap();
        assert!(check.status.success(), "{more:?}: {}", stdout(&check));
        let text = std::fs::read_to_string(&made).unwrap();
        assert_eq!(text.contains("memref.alloc"), more[0] == "pack", "{text}");
        assert_eq!(text.contains("\"affine.for\"("), more.contains(&"--generic"), "{text}");
        let again = daemon.run(&[more, &[of]].concat());
        assert!(stderr(&again).contains("the daemon had this program already"), "{}", stderr(&again));
        assert_eq!(stdout(&again).trim(), text.trim());
    }
}

#[test]
fn tables_say_what_is_done_and_why_not() {
    if !has_tools() {
        return;
    }
    let daemon = Shipped::start();
    let contraction = case("gpat/contraction.mlir");
    let of = contraction.to_str().unwrap();
    let packed = stdout(&daemon.run(&["pack", of, "--like", "gpat", "--explain"]));
    assert!(packed.contains("line 11, depth 1\targ1\t2,0,1\t1x80x100\t64000\t782\t16\t0\t64000\tpacked\n"), "{packed}");
    assert!(packed.contains("\teach iteration accesses other elements\n"), "{packed}");
    let tiled = stdout(&daemon.run(&["tile", of, "--sizes", "4", "--explain"]));
    assert!(tiled.contains("lines 10,11,12\t4,4,4\t") && tiled.contains("tiles would turn them around"), "{tiled}");
    let left = daemon.run(&[
        "pack",
        case("gpat/gemm.mlir").to_str().unwrap(),
        "--like",
        "gpat",
        "--caches",
        "65536,131072,262144",
    ]);
    assert!(stderr(&left).contains("nothing is packed: --explain says why"), "{}", stderr(&left));
}

/// A product of 4 by 4 of 16-bit integers.
const SMALL: &str = "func.func @small(%A: memref<4x4xi16>, %B: memref<4x4xi16>, %C: memref<4x4xi32>) {\n\
    affine.for %i = 0 to 4 {\naffine.for %j = 0 to 4 {\naffine.for %k = 0 to 4 {\n\
    %a = affine.load %A[%i, %k] : memref<4x4xi16>\n%b = affine.load %B[%k, %j] : memref<4x4xi16>\n\
    %x = arith.extsi %a : i16 to i32\n%y = arith.extsi %b : i16 to i32\n\
    %c = affine.load %C[%i, %j] : memref<4x4xi32>\n%p = arith.muli %x, %y : i32\n%s = arith.addi %c, %p : i32\n\
    affine.store %s, %C[%i, %j] : memref<4x4xi32>\n}\n}\n}\nreturn\n}\n";

#[test]
fn small_kernels_become_vectors_and_the_check_agrees() {
    if !has_tools() {
        return;
    }
    let (daemon, folder) = (Shipped::start(), tempfile::tempdir().unwrap());
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (of, made) = (file("small.mlir"), file("made.mlir"));
    std::fs::write(&of, SMALL).unwrap();
    for (more, says, holds) in [
        (
            &["--mcpu", "sapphirerapids"][..],
            "1 vector is stored; the program is equal to what it was for all inputs",
            "vector<16xi32>",
        ),
        // A Zen 4 moves 512 bits as two registers of 256, and they cost no more.
        (&["--mcpu", "znver4"], "2 vectors are stored", "vector<8xi32>"),
        (&["--mcpu", "znver3"], "2 vectors are stored", "vector<8xi32>"),
        (&["--like", "diospyros", "--generic"], "4 vectors are stored", "\"vector.store\"("),
    ] {
        let output = daemon.run(&[&["vectorize", &of, "-o", &made], more].concat());
        assert!(output.status.success() && stderr(&output).contains(says), "{more:?}: {}", stderr(&output));
        let text = std::fs::read_to_string(&made).unwrap();
        assert!(text.contains(holds) && !text.contains("affine."), "{text}");
        let check = Command::new(env!("CARGO_BIN_EXE_isotope")).args(["check", &of, &made]).output().unwrap();
        assert!(check.status.success(), "{more:?}: {}", stdout(&check));
        let again = daemon.run(&[&["vectorize", &of], more].concat());
        assert!(stderr(&again).contains("the daemon had this program already"), "{}", stderr(&again));
    }
    let table = stdout(&daemon.run(&["vectorize", &of, "--mcpu", "znver4", "--explain"]));
    assert!(
        table.contains("elements written\t16\n") && table.contains("dot\t") && table.contains("its rules\n"),
        "{table}"
    );
    for (text, says) in [
        (
            SMALL.replace("0 to 4 {\naffine.for %j", "0 to %n {\naffine.for %j").replace("(%A", "(%n: index, %A"),
            "its iterations are not known",
        ),
        (
            SMALL.replace("arith.muli", "arith.ceildivsi"),
            "small.mlir:10:6: `arith.ceildivsi`: it has no vector form here",
        ),
        (SMALL.replace("4x4", "64x64").replace("0 to 4", "0 to 64"), "(MAX_STEPS)"),
        (
            SMALL.replacen("affine.for", "%v = memref.cast %A : memref<4x4xi16> to memref<?x4xi16>\naffine.for", 1),
            "it gives an array a second name",
        ),
    ] {
        std::fs::write(&of, text).unwrap();
        let output = daemon.run(&["vectorize", &of]);
        assert!(!output.status.success() && stderr(&output).contains(says), "{}", stderr(&output));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn mistakes_say_where_and_what_helps() {
    if !has_tools() {
        return;
    }
    let (daemon, folder) = (Shipped::start(), tempfile::tempdir().unwrap());
    let write = |text: &str| {
        let file = folder.path().join("nest.mlir");
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let calls =
        COLUMNS.replace("%a = affine.load", "func.call @g() : () -> ()\n%a = affine.load") + "func.func private @g()\n";
    let view =
        COLUMNS.replacen("affine.for", "%v = memref.cast %A : memref<80x200xi64> to memref<?x200xi64>\naffine.for", 1);
    let open = "func.func @f(%n: index, %A: memref<8xf32>) {\naffine.for %i = 0 to %n {\n}\nreturn\n}\n";
    let two = "func.func @f() {\nreturn\n}\nfunc.func @g() {\nreturn\n}\n";
    for (text, more, says) in [
        (calls.as_str(), &[][..], "nest.mlir:5:1: `func.call`: it may read and write anything: mlir-opt's --inline"),
        (&view, &[], "nest.mlir:2:6: `memref.cast`: it gives an array a second name"),
        (open, &[], "nest.mlir:2:1: `affine.for`: its iterations are not known"),
        (two, &[], "name one with --entry"),
        ("func.func @f(", &[], "nest.mlir:1:"),
        ("\"a.b\"() : () -> ()", &[], "there is no function with a body"),
        (COLUMNS, &["--entry", "nobody"], "there is no function @nobody with a body; there are @"),
        (COLUMNS, &["--caches", "1,2"], "--caches has three sizes"),
        (COLUMNS, &["--caches", "4,2,8"], "each larger than the one before"),
        (COLUMNS, &["--pages", "0"], "--pages"),
        (COLUMNS, &["--mcpu", "znver99"], "znver99"),
    ] {
        for command in ["pack", "tile"] {
            let output = daemon.run(&[&[command, &write(text)], more].concat());
            assert!(
                !output.status.success() && stderr(&output).contains(says),
                "{command} {text}: {}",
                stderr(&output)
            );
            assert!(output.stdout.is_empty());
        }
    }
    for sizes in ["0", "8,x", "", "8,,8", "-1"] {
        let output = daemon.run(&["tile", &write(COLUMNS), &format!("--sizes={sizes}")]);
        assert!(stderr(&output).contains("write 8,48,256"), "{sizes}: {}", stderr(&output));
    }
    let output = daemon.run(&["tile", &write(COLUMNS), "--sizes", "2000000"]);
    assert!(stderr(&output).contains("MAX_TILE"), "{}", stderr(&output));
}
