//! Loops of `omp simd` that LLVM leaves: in groups of iterations they write what they write one by one.

use super::build::{Built, source};
use super::functions::{FLAGS, Program, REMARKS, each_drawn, files};
use libtest_mimic::Failed;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// Loops of one drawn file.
const LOOPS: usize = 20;

/// Files of the quick test, and of the slow one.
const FILES: Range<u64> = 0..2;
const MANY_FILES: Range<u64> = 2..102;

/// Compiles loops with bodies, as plain loops, and by clang alone, whose vectoriser takes some of them; and the program that compares. What
/// that and the compiler said.
fn run(built: &Built, loops: &Path, program: &Path) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name).display().to_string();
    let [loops, program] = [loops, program].map(|file| file.display().to_string());
    let [with, plain, alone, main] = ["with.o", "plain.o", "alone.o", "main.o"].map(at);
    let tests = source("").display().to_string();
    let linked = at("program");
    let common = [&FLAGS[..], &["-w", "-g1", "-I", &tests, "-c"]].concat();
    let ended = built.clang(&[&common[..], &REMARKS, &["-DSIDE(n)=n##_with", &loops, "-o", &with]].concat(), &[]);
    let said = ended.stderr();
    if !ended.output.status.success() {
        return Err(said.into());
    }
    let others: [Vec<&str>; 4] = [
        [&common[..], &["-fno-openmp-simd", "-DSIDE(n)=n##_plain", &loops, "-o", &plain]].concat(),
        [&common[..], &["-DSIDE(n)=n##_alone", &loops, "-o", &alone]].concat(),
        [&common[..], &[&program, "-o", &main]].concat(),
        vec![&main, &with, &plain, &alone, "-lm", "-o", &linked],
    ];
    for arguments in others {
        let ended = built.plain(&arguments);
        if !ended.output.status.success() {
            return Err(ended.stderr().into());
        }
    }
    let ran = Command::new(&linked).output()?;
    let printed = String::from_utf8_lossy(&ran.stdout);
    match ran.status.success() {
        true => Ok(format!("{printed}{said}")),
        false => Err(format!("{printed}{}\n{said}", ran.status).into()),
    }
}

/// Each kind of loop that has a driver, and for each that has none a line with the reason.
pub fn kinds(built: &Built) -> Result<(), Failed> {
    let file = source("loops.c");
    let said = run(built, &file, &source("loops_main.c"))?;
    let mut function = String::new();
    for (number, line) in std::fs::read_to_string(&file)?.lines().enumerate() {
        if let Some((_, rest)) = line.split_once("SIDE(") {
            function = rest.split(')').next().unwrap_or_default().to_owned();
        }
        // Later compilers do not say that such iterations may run side by side.
        let here = if built.version == 19 { "// LLVM 19 says: " } else { "// why: " };
        let Some((_, why)) = line.split_once("// why: ").or_else(|| line.split_once(here)) else { continue };
        let is_there = |text: &str| said.lines().any(|line| line.contains(text) && line.contains(why));
        if !is_there("no groups of iterations") {
            return Err(format!("{function}, line {}: no remark with {why:?}:\n{said}", number + 1).into());
        }
    }
    match said.matches("loop in groups of").count() {
        10 => Ok(()),
        in_groups => Err(format!("{in_groups} loops are carried out in groups, not 10:\n{said}").into()),
    }
}

/// Loops that nobody wrote.
pub fn some(built: &Built) -> Result<(), Failed> {
    drawn(built, FILES)
}

/// As many as the slow test takes.
pub fn many(built: &Built) -> Result<(), Failed> {
    drawn(built, files(MANY_FILES)?)
}

fn drawn(built: &Built, seeds: Range<u64>) -> Result<(), Failed> {
    let count = |said: &[String], text: &str| said.iter().map(|said| said.matches(text).count()).sum::<usize>();
    let both = |said: &[String]| (count(said, "loop in groups of"), count(said, "no groups of iterations"));
    let counted = |said: &[String]| {
        let (made, missed) = both(said);
        let all = LOOPS * said.len();
        let others = count(said, "clang alone: ");
        format!(
            "{made} of {all} drawn loops run in groups of iterations and write the same; {missed} have none; clang alone \
             compiles {others} to something else"
        )
    };
    let said = each_drawn(seeds, texts, |file, main| run(built, file, main), counted)?;
    println!("{}", counted(&said));
    let (made, missed) = both(&said);
    // docs/functions.md says how many.
    if made < 4 * missed || made == 0 { Err("too few loops run in groups".into()) } else { Ok(()) }
}

/// Loops over cells of their own, each with a function that writes such cells, and the program that compares both forms of each.
fn texts(seed: u64) -> (String, String) {
    let mut program = Program::of(1_000_000 + seed);
    let mut loops = "static __attribute__((noinline)) int helper(int x) { return x * 5 ^ x >> 3; }\n".to_owned();
    let (mut declared, mut calls) = (String::new(), String::new());
    for number in 0..LOOPS {
        if number % 4 == 0 {
            loops += &format!(
                "#pragma omp declare simd uniform(t)\nstatic int called_{number}(int *t, int a, int b, int i) {{\n{}\
                 return v0 ^ v1 * 3 ^ v2;\n}}\n",
                program.body(true)
            );
        }
        let call = match number % 4 {
            0 => format!("if (v0 & 1) v2 += called_{number}(t, v0, v1, i);\n"),
            _ => String::new(),
        };
        loops += &format!(
            "void SIDE(drawn_{number})(int *t, const int *x, const int *y, int *o, int count) {{\n\
             _Pragma(\"omp simd\")\nfor (int n = 0; n < count; n++) {{\nconst int a = x[n], b = y[n], i = 16 * n;\n{}{call}\
             o[n] = v0 ^ v1 * 3 ^ v2;\n}}\n}}\n",
            program.body(false)
        );
        declared += &format!("SIDES(drawn_{number})\n");
        calls += &format!("EACH(drawn_{number});\n");
    }
    let main = format!("#include \"drawn_loops.h\"\n{declared}CALLS(\n{calls})\n");
    (loops, main)
}
