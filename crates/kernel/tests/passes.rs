//! Passes of `mlir-opt` on our loops, right and wrong ones, and programs with a mistake put in.

use crate::cases;
use crate::mlir_opt::{generic, is_there, run};
use isotope_kernel::check::{Options, Verdict, check, executed_difference};
use isotope_mlir::ir::Module;
use isotope_mlir::read;
use std::time::Instant;

const PASSES: [&str; 10] = [
    "affine-loop-tile{tile-size=8}",
    "affine-loop-tile{tile-size=32}",
    "affine-loop-fusion",
    "affine-scalrep",
    "affine-loop-unroll{unroll-factor=4}",
    "affine-loop-unroll-jam",
    "affine-super-vectorize{virtual-vector-size=4}",
    "affine-parallelize",
    "lower-affine",
    "affine-loop-invariant-code-motion",
];

/// Loops of ours that `mlir-opt-19` makes wrong: the tiled ones ignore a dependence with a negative distance, the fused one lets an
/// array be written that is still read.
const WRONG: [(&str, &str); 4] = [
    ("doitgen.mlir", "affine-loop-fusion"),
    ("floyd.mlir", "affine-loop-tile{tile-size=8}"),
    ("floyd.mlir", "affine-loop-unroll-jam"),
    ("seidel.mlir", "affine-loop-tile{tile-size=8}"),
];

pub fn module(text: &[u8]) -> Module {
    read(std::str::from_utf8(text).unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn right_passes_are_accepted_and_wrong_ones_refused() {
    if !is_there("right_passes_are_accepted_and_wrong_ones_refused") {
        return;
    }
    let (mut accepted, mut refused) = (0, 0);
    for (name, text) in cases("loops") {
        let before = module(&generic(text.as_bytes()).unwrap());
        for pass in PASSES {
            let pipeline = format!("--pass-pipeline=builtin.module(func.func({pass}))");
            let Some(after) = run(&[&pipeline, "--mlir-print-op-generic"], text.as_bytes()) else {
                panic!("{pass} fails on {name}")
            };
            let verdict = check(&before, &module(&after), &Options::default())
                .unwrap_or_else(|error| panic!("{name}, {pass}: {error}"));
            let is_wrong = WRONG.contains(&(name.as_str(), pass));
            match &verdict {
                Verdict::Identity(_) if !is_wrong => accepted += 1,
                Verdict::Different(_) if is_wrong => refused += 1,
                other => panic!("{name}, {pass}: {other:?}"),
            }
        }
    }
    println!("{accepted} right ones are accepted, {refused} wrong ones refused");
    assert_eq!(refused, WRONG.len());
}

/// A stream of numbers that is the same each time.
pub struct Numbers(pub u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }
}

/// One mistake: a number of a map changed, two operands of an operation exchanged, or a store left out.
pub fn mutated(text: &str, numbers: &mut Numbers) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..200 {
        let at = numbers.below(lines.len());
        let line = lines[at].clone();
        let new = match numbers.below(3) {
            0 if line.starts_with("#map") => number_changed(&line, numbers),
            1 if line.contains("\"affine.load\"(")
                || line.contains("\"affine.store\"(")
                || line.contains("\"arith.") =>
            {
                exchanged(&line, numbers)
            }
            2 if line.contains("\"affine.store\"(") => Some(String::new()),
            _ => None,
        };
        if let Some(new) = new.filter(|new| *new != line) {
            lines[at] = new;
            return lines.join("\n");
        }
    }
    panic!("nothing can be changed in\n{text}");
}

fn number_changed(line: &str, numbers: &mut Numbers) -> Option<String> {
    let body = line.find("->")?;
    let bytes = line.as_bytes();
    // Numbers, not those of names.
    let begins = |at: &usize| bytes[*at].is_ascii_digit() && !bytes[*at - 1].is_ascii_alphanumeric();
    let found: Vec<usize> = (body..line.len()).filter(begins).collect();
    let at = *found.get(numbers.below(found.len()))?;
    let end = (at..line.len()).find(|end| !bytes[*end].is_ascii_digit())?;
    let value: i64 = line[at..end].parse().ok()?;
    let new = if numbers.below(2) == 0 { value + 1 } else { (value - 1).max(0) };
    Some(format!("{}{new}{}", &line[..at], &line[end..]))
}

fn exchanged(line: &str, numbers: &mut Numbers) -> Option<String> {
    let begin = line.find("\"(")? + 2;
    let end = begin + line[begin..].find(')')?;
    let mut operands: Vec<&str> = line[begin..end].split(", ").collect();
    let (x, y) = (numbers.below(operands.len()), numbers.below(operands.len()));
    operands.swap(x, y);
    Some(format!("{}{}{}", &line[..begin], operands.join(", "), &line[end..]))
}

#[test]
fn no_wrong_program_of_forty_is_accepted() {
    mutants("no_wrong_program_of_forty_is_accepted", 40);
}

#[test]
#[ignore = "slow: checks and executes 500 programs"]
fn no_wrong_program_of_five_hundred_is_accepted() {
    mutants("no_wrong_program_of_five_hundred_is_accepted", 500);
}

fn mutants(test: &str, count: usize) {
    if !is_there(test) {
        return;
    }
    let (mut all, mut equal, mut refused, mut numbers) = (0, 0, 0, Numbers(7));
    let mut pairs = Vec::new();
    for (name, text) in cases("loops") {
        let before = generic(text.as_bytes()).unwrap();
        let tiled = run(&["--affine-loop-tile=tile-size=32", "--mlir-print-op-generic"], text.as_bytes()).unwrap();
        pairs.push((name, module(&before), String::from_utf8(tiled).unwrap()));
    }
    let began = Instant::now();
    while all < count {
        let (name, before, text) = &pairs[all % pairs.len()];
        let mutant = mutated(text, &mut numbers);
        // An exchange of values of different types is no program.
        let Ok(after) = read(&mutant) else { continue };
        all += 1;
        let Ok(verdict) = check(before, &after, &Options { executions: 2, ..Options::default() }) else {
            refused += 1;
            continue;
        };
        if !matches!(verdict, Verdict::Identity(_)) {
            refused += 1;
            continue;
        }
        equal += 1;
        let referee = Options { key: [9; 32], executions: 6, ..Options::default() };
        let difference = executed_difference(before, &after, &referee).unwrap();
        assert_eq!(difference, None, "{name}: this was accepted\n{mutant}");
    }
    println!("{all} programs: {equal} accepted and equal when executed, {refused} refused; {:.1?}", began.elapsed());
    assert!(refused * 2 > count && equal > 0);
}
