//! The kernels of PolyBench against what passes of `mlir-opt` make of them, right or wrong, and against programs with a mistake put in.
//!
//! The referee is execution: a program counts as right if it leaves the same bits on several random inputs.

use crate::cases;
use crate::mlir_opt::{is_there, run};
use crate::passes::{Numbers, module, mutated};
use crate::sizes::sized;
use isotope_kernel::check::{Options, Verdict, check, executed_difference};
use isotope_mlir::ir::Module;
use isotope_mlir::read;
use std::time::{Duration, Instant};

/// Added to each size, so that tiles of 32 have borders.
const LARGER: i64 = 20;

/// The kernels, with their small sizes and so much more for each; floats may be reordered if `fast`.
fn kernels(fast: bool, more: i64) -> Vec<(String, String)> {
    let flagged = |text: String| match fast {
        true => ["addf", "subf", "mulf"].iter().fold(text, |text, op| flags(&text, op)),
        false => text,
    };
    cases("polybench").into_iter().map(|(name, text)| (name, flagged(sized(&text, "small", more).unwrap()))).collect()
}

/// `arith.addf %x, %y : f64` with the flag.
fn flags(text: &str, op: &str) -> String {
    let lines = text.lines().map(|line| match line.contains(&format!("arith.{op} ")) {
        true => line.replace(" : f64", " fastmath<fast> : f64"),
        false => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

fn generic(text: &str, pass: &str) -> Option<String> {
    let pipeline = format!("--pass-pipeline=builtin.module({pass})");
    let output = run(&[&pipeline, "--mlir-print-op-generic"], text.as_bytes())?;
    Some(String::from_utf8(output).unwrap())
}

/// Whether execution finds a difference.
fn differs(before: &Module, after: &Module) -> bool {
    let referee = Options { key: [9; 32], executions: 6, ..Options::default() };
    executed_difference(before, after, &referee).unwrap().is_some()
}

/// How verdicts stand to what execution says.
#[derive(Default)]
struct Counts {
    accepted: usize,
    refused: usize,
    slowest: Duration,
}

/// Checks every `step`th kernel against what each pass makes of it.
fn compare(passes: &[&str], fast: bool, larger: i64, step: usize) -> Counts {
    let mut counts = Counts::default();
    for (name, text) in kernels(fast, larger).into_iter().step_by(step) {
        let before = module(generic(&text, "").unwrap().as_bytes());
        for pass in passes {
            let Some(after) = generic(&text, &format!("func.func({pass})")) else { panic!("{pass} fails on {name}") };
            let after = module(after.as_bytes());
            let began = Instant::now();
            let verdict =
                check(&before, &after, &Options::default()).unwrap_or_else(|error| panic!("{name}, {pass}: {error}"));
            counts.slowest = counts.slowest.max(began.elapsed());
            match (&verdict, differs(&before, &after)) {
                (Verdict::Identity(evidence), false) if evidence.error_bits < -40.0 => counts.accepted += 1,
                (Verdict::Different(_), true) => {
                    println!("{name}, {pass}: refused");
                    counts.refused += 1;
                }
                (other, differs) => panic!("{name}, {pass}, executed with a difference: {differs}: {other:?}"),
            }
        }
    }
    counts
}

fn report(what: &str, counts: &Counts) {
    println!("{what}: {} shown equal, {} refused; the slowest {:.1?}", counts.accepted, counts.refused, counts.slowest);
}

#[test]
fn tiled_kernels_of_polybench_are_accepted_where_they_are_right() {
    tiled("tiled_kernels_of_polybench_are_accepted_where_they_are_right", "affine-loop-tile{tile-size=8}", 0, 2);
}

#[test]
#[ignore = "slow: every kernel"]
fn all_tiled_kernels_of_polybench_are_accepted_where_they_are_right() {
    tiled("all_tiled_kernels_of_polybench_are_accepted_where_they_are_right", "affine-loop-tile{tile-size=8}", 0, 1);
}

#[test]
#[ignore = "slow: executes larger sizes"]
fn kernels_of_polybench_tiled_by_32_are_accepted_where_they_are_right() {
    tiled(
        "kernels_of_polybench_tiled_by_32_are_accepted_where_they_are_right",
        "affine-loop-tile{tile-size=32}",
        LARGER,
        1,
    );
}

fn tiled(test: &str, pass: &str, larger: i64, step: usize) {
    if !is_there(test) {
        return;
    }
    for fast in [false, true] {
        let counts = compare(&[pass], fast, larger, step);
        report(&format!("{pass}{}", if fast { ", fast" } else { "" }), &counts);
        assert!(counts.accepted + counts.refused == 30 / step && counts.accepted >= 25 / step);
    }
}

#[test]
fn some_unrolled_and_fused_kernels_of_polybench_are_all_decided() {
    unrolled_and_fused("some_unrolled_and_fused_kernels_of_polybench_are_all_decided", 6);
}

#[test]
#[ignore = "slow: every kernel"]
fn unrolled_and_fused_kernels_of_polybench_are_all_decided() {
    unrolled_and_fused("unrolled_and_fused_kernels_of_polybench_are_all_decided", 1);
}

fn unrolled_and_fused(test: &str, step: usize) {
    if !is_there(test) {
        return;
    }
    let passes = [
        "affine-loop-unroll{unroll-factor=2}",
        "affine-loop-unroll{unroll-factor=4}",
        "affine-loop-unroll{unroll-factor=8}",
        "affine-loop-fusion",
        "affine-loop-unroll-jam{unroll-jam-factor=4}",
        "affine-loop-tile{tile-size=8},affine-loop-unroll{unroll-factor=4}",
    ];
    let counts = compare(&passes, false, 0, step);
    report("unrolled, jammed, fused", &counts);
    assert_eq!(counts.accepted + counts.refused, 30 / step * passes.len());
}

#[test]
#[ignore = "slow: checks and executes 500 programs"]
fn no_wrong_polybench_program_of_five_hundred_is_accepted() {
    mutants("no_wrong_polybench_program_of_five_hundred_is_accepted", 500);
}

#[test]
fn no_wrong_polybench_program_of_twelve_is_accepted() {
    mutants("no_wrong_polybench_program_of_twelve_is_accepted", 12);
}

/// Programs with one mistake each, put into tiled kernels. Each must be refused, or be right when executed.
fn mutants(test: &str, count: usize) {
    if !is_there(test) {
        return;
    }
    let mut pairs = Vec::new();
    for (size, larger) in [(8, 0), (32, LARGER)] {
        // Of a few programs, each is of another kernel.
        for (name, text) in kernels(false, larger).into_iter().take(count / 2) {
            let before = module(generic(&text, "").unwrap().as_bytes());
            let tiled = generic(&text, &format!("func.func(affine-loop-tile{{tile-size={size}}})")).unwrap();
            pairs.push((format!("{name} by {size}"), before.clone(), tiled));
        }
    }
    let (mut all, mut equal, mut different, mut open, mut numbers) = (0, 0, 0, 0, Numbers(38));
    let began = Instant::now();
    while all < count {
        let (name, before, text) = &pairs[all % pairs.len()];
        let mutant = mutated(text, &mut numbers);
        // An exchange of values of different types is no program.
        let Ok(after) = read(&mutant) else { continue };
        all += 1;
        match check(before, &after, &Options { executions: 2, ..Options::default() }) {
            Ok(Verdict::Identity(_)) => {
                equal += 1;
                assert!(!differs(before, &after), "{name}: this was accepted\n{mutant}");
            }
            Ok(Verdict::Different(_)) => different += 1,
            Ok(Verdict::Open { .. }) | Err(_) => open += 1,
        }
    }
    println!(
        "{all} programs: {equal} shown equal, and equal when executed; {different} different, {open} not shown; {:.1?}",
        began.elapsed()
    );
    assert!(different * 2 > count);
}
