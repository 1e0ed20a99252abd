//! How long functions in assembly take on this CPU.
//!
//! A virtual machine's clock is noisy, and its neighbours come and go: of many short runs the quickest counts, and all functions
//! are run once in each of several passes, so that what disturbs one pass disturbs them alike. Time is in cycles of the core, by
//! a chain of multiplications of known latency beside each measurement.

use std::fmt::Write as _;
use std::fs::File;
use std::process::{Command, Stdio};

use crate::RunError;
use crate::features::is_emulated;
use crate::program::{checked, read, scratch, wait, write};

const HARNESS: &str = include_str!("../machine/timing.c");

/// A function that can be timed: it takes its number of iterations in `%rdi`, and writable memory in `%rsi`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timed {
    /// Its symbol.
    pub name: String,
    /// Iterations of a run.
    pub iterations: u64,
}

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Runs of a function in a pass, the quickest of which counts.
    pub runs: u32,
    /// Passes over all functions.
    pub passes: u32,
}

/// Times functions of an assembly file.
///
/// Gives for each the cycles of one iteration in every pass; `None` for one that has an instruction which this CPU lacks. The file
/// defines the functions; it may be in any syntax that clang reads.
pub fn times(assembly: &str, functions: &[Timed], effort: Effort) -> Result<Vec<Option<Vec<f64>>>, RunError> {
    clock()?;
    let folder = scratch()?;
    let path = |name: &str| folder.path().join(name);
    write(&path("functions.s"), assembly.as_bytes())?;
    write(&path("table.s"), table(functions).as_bytes())?;
    write(&path("harness.c"), HARNESS.as_bytes())?;
    let (runs, passes) = (format!("-DRUNS={}", effort.runs), format!("-DPASSES={}", effort.passes));
    let mut clang = Command::new("clang-19");
    clang.args(["-O1", &runs, &passes, "-o"]);
    clang.args(["program", "harness.c", "functions.s", "table.s"].map(path));
    checked(&mut clang)?;
    let said = path("times");
    let file = File::create(&said).map_err(|source| RunError::File { path: said.clone(), source })?;
    let child = Command::new(path("program")).stdin(Stdio::null()).stdout(file).spawn();
    let mut child = child.map_err(|source| RunError::Tool { tool: "the timed program".to_owned(), source })?;
    let status = wait(&mut child, "this CPU")?;
    let unreadable = |message: String| RunError::Failed { machine: "this CPU", message };
    if !status.success() {
        return Err(unreadable(status.to_string()));
    }
    let output = String::from_utf8_lossy(&read(&said)?).into_owned();
    let found: Vec<_> = output.lines().map(|line| cycles(line).map_err(unreadable)).collect::<Result<_, _>>()?;
    if found.len() != functions.len() {
        return Err(unreadable(format!("{} times for {} functions", found.len(), functions.len())));
    }
    Ok(found)
}

/// Whether there is a clock here that says something of a processor.
pub fn clock() -> Result<(), RunError> {
    let message = match std::env::consts::ARCH {
        _ if is_emulated() => {
            "this processor is emulated: how long an emulator takes says nothing of it; measure on the machine itself"
        }
        "x86_64" => return Ok(()),
        _ => "times are taken of x86's instructions alone, by the clock of an x86-64; measure on such a machine",
    };
    Err(RunError::NoClock { arch: std::env::consts::ARCH, message })
}

fn cycles(line: &str) -> Result<Option<Vec<f64>>, String> {
    if line == "illegal" {
        return Ok(None);
    }
    let number = |word: &str| word.parse::<f64>().map_err(|_| format!("{word} is no time"));
    line.split_whitespace().map(number).collect::<Result<_, _>>().map(Some)
}

/// The table by which the harness knows the functions.
fn table(functions: &[Timed]) -> String {
    let mut out = String::from(".data\n.globl functions\n.p2align 3\nfunctions:\n");
    // Writing to a string cannot fail.
    for function in functions {
        let _ = writeln!(out, "\t.quad {}", function.name);
    }
    out += ".globl iterations\niterations:\n";
    for function in functions {
        let _ = writeln!(out, "\t.quad {}", function.iterations);
    }
    let _ = writeln!(out, ".globl function_count\nfunction_count:\n\t.quad {}", functions.len());
    out + ".section .note.GNU-stack,\"\",@progbits\n"
}

/// The middle of times, and how far apart the middle half of them lies, as a part of it.
pub fn middle(times: &[f64]) -> (f64, f64) {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |part: usize| sorted.get((sorted.len().saturating_sub(1) * part).div_ceil(4)).copied().unwrap_or(0.0);
    let middle = at(2);
    (middle, if middle > 0.0 { (at(3) - at(1)) / middle } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_times_is_no_mean() {
        assert_eq!(middle(&[4.0, 1.0, 2.0, 3.0, 100.0]).0, 3.0);
        assert_eq!(middle(&[1.0, 2.0, 3.0, 4.0, 5.0]), (3.0, 2.0 / 3.0));
        assert_eq!(middle(&[2.0]), (2.0, 0.0));
        assert_eq!(middle(&[]), (0.0, 0.0));
    }

    #[test]
    fn there_is_a_clock_where_tests_run() {
        assert_eq!(clock().is_ok(), cfg!(target_arch = "x86_64"));
    }

    #[test]
    fn a_line_is_times_or_illegal() {
        assert_eq!(cycles("illegal"), Ok(None));
        assert_eq!(cycles("1.5 2"), Ok(Some(vec![1.5, 2.0])));
        assert!(cycles("1.5 x").is_err_and(|why| why.contains('x')));
    }
}
