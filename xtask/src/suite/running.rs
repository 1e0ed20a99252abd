//! Runs test binaries side by side, the longest first, each one's output whole.

use super::executables::Executable;
use super::tally::Tally;
use crate::cargo::program;
use anyhow::{Context, Result};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::io::{Read, Write as _};
use std::process::Stdio;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use wait4::Wait4 as _;

/// The longest ones, first on a machine that has run none: begun last, one of them keeps a single core busy for minutes.
const LONGEST: [&str; 8] = [
    "capi::halide",
    "capi::llvm",
    "capi::mlir",
    "tests::it",
    "tests::patterns",
    "tests::answers",
    "cli::it",
    "server::serving",
];

/// How one test binary ended.
pub struct Ran {
    /// Its name.
    pub name: String,
    /// Its output, counted.
    pub tally: Tally,
    /// On the clock.
    pub wall: Duration,
    /// Of all cores, its own processes with it.
    pub cpu: Duration,
}

/// Runs all of `executables` with these variables, `at_once` of them side by side: those that took longest the last time first, and those of
/// which nothing is known before them. Each one's output is printed when it has ended.
pub fn run(
    mut executables: Vec<Executable>,
    took: &BTreeMap<String, f64>,
    variables: &[(&str, OsString)],
    at_once: usize,
) -> Result<Vec<Ran>> {
    let expected = |e: &Executable| took.get(&e.name).copied().unwrap_or(f64::INFINITY);
    let place = |e: &Executable| LONGEST.iter().position(|name| *name == e.name).unwrap_or(LONGEST.len());
    let by_name = |a: &Executable, b: &Executable| place(a).cmp(&place(b)).then_with(|| a.name.cmp(&b.name));
    executables.sort_by(|a, b| expected(b).total_cmp(&expected(a)).then_with(|| by_name(a, b)));
    let waiting = Mutex::new(VecDeque::from(executables));
    let ran = Mutex::new(Vec::new());
    let next = || waiting.lock().unwrap_or_else(|e| e.into_inner()).pop_front();
    std::thread::scope(|scope| {
        let work = || -> Result<()> {
            while let Some(executable) = next() {
                let one = one(&executable, variables)?;
                ran.lock().unwrap_or_else(|e| e.into_inner()).push(one);
            }
            Ok(())
        };
        let workers: Vec<_> = (0..at_once.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a runner of tests does not panic"))
    })?;
    Ok(ran.into_inner().unwrap_or_else(|e| e.into_inner()))
}

fn one(executable: &Executable, variables: &[(&str, OsString)]) -> Result<Ran> {
    let begun = Instant::now();
    let mut command = program(&executable.program, &executable.folder);
    command.args(&executable.args).envs(variables.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("{} does not start", executable.name))?;
    // Apart: a test's own words would stand in the middle of a line that says how it ended.
    let (text, words) = (child.stdout.take(), child.stderr.take());
    let (text, words) = std::thread::scope(|scope| {
        let words = scope.spawn(|| all(words));
        (all(text), words.join().expect("a reader does not panic"))
    });
    let (text, words) = (text?, words?);
    let used = child.wait4().context("a test binary does not end")?;
    let wall = begun.elapsed();
    let cpu = used.rusage.utime + used.rusage.stime;
    let mut tally = Tally::default();
    text.lines().for_each(|line| tally.read(line));
    tally.end();
    if !used.status.success() && tally.failed == 0 {
        tally.fail(format!("{} ended with {}", executable.name, used.status));
    }
    let mut terminal = std::io::stdout().lock();
    writeln!(terminal, "== {}: {:.1} s, {:.1} s of CPU", executable.name, wall.as_secs_f64(), cpu.as_secs_f64())?;
    terminal.write_all(without_successes(&text).trim_start_matches('\n').as_bytes())?;
    terminal.write_all(words.as_bytes())?;
    Ok(Ran { name: executable.name.clone(), tally, wall, cpu })
}

/// The output of a test binary, without the words of tests that passed.
fn without_successes(text: &str) -> String {
    let Some((before, successes)) = text.split_once("\nsuccesses:\n") else { return text.to_owned() };
    let after = ["\nfailures:\n", "\ntest result: "].iter().find_map(|begin| successes.find(begin));
    format!("{before}{}", after.map_or("", |at| &successes[at..]))
}

/// All that comes out of a pipe.
fn all(pipe: Option<impl Read>) -> Result<String> {
    let mut bytes = Vec::new();
    pipe.context("a pipe is missing")?.read_to_end(&mut bytes).context("a test binary cannot be read")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_tests_that_failed_are_kept() {
        let words = |name: &str| format!("---- {name} stdout ----\nits words\n");
        let [good, bad] = ["good", "bad"].map(words);
        let begin = "running 2 tests\ntest good ... ok\ntest bad ... FAILED\n";
        let end = format!("\nfailures:\n\n{bad}\nfailures:\n    bad\n\ntest result: FAILED. 1 passed\n");
        let text = format!("{begin}\nsuccesses:\n\n{good}\nsuccesses:\n    good\n{end}");
        assert_eq!(without_successes(&text), format!("{begin}{end}"));
        assert_eq!(without_successes("test result: ok. 1 passed\n"), "test result: ok. 1 passed\n");
    }
}
