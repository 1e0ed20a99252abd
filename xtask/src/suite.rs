//! `cargo xtask test`: runs every test of the workspace and ends with one line that counts them.
//!
//! Cargo closes each test binary with a line of its own and has no total; a reader of a long log wants
//! the total, and the names of what was skipped.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result};

/// What the closing lines of all test binaries add up to.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: u64,
    failed: u64,
    /// Names of failed tests.
    failing: Vec<String>,
    /// Names of skipped tests, with the reason where the test gives one.
    skipped: Vec<String>,
    binaries: u64,
    /// The last test of a binary that has begun and not closed, empty before its first one.
    open: Option<String>,
}

impl Tally {
    /// Takes in one line of cargo's output; lines that say nothing about results change nothing.
    fn read(&mut self, line: &str) {
        if line.starts_with("running ") && line.trim_end_matches('s').ends_with(" test") {
            self.end();
            self.open = Some(String::new());
        } else if let Some(closing) = line.strip_prefix("test result: ") {
            self.open = None;
            self.binaries += 1;
            self.passed += count_before(closing, " passed");
            self.failed += count_before(closing, " failed");
        } else if let Some((name, how)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")) {
            let name = name.trim();
            if let Some(last) = &mut self.open {
                name.clone_into(last);
            }
            if how.starts_with("FAILED") {
                self.failing.push(name.to_string());
            }
            if let Some(reason) = how.strip_prefix("ignored") {
                // The standard harness writes `, reason`, libtest-mimic ` (reason)`.
                let reason = reason.trim_start_matches([',', ' ', '(']).trim_end_matches(')');
                let reason = if reason.is_empty() { "no reason given" } else { reason };
                self.skipped.push(format!("{name}: {reason}"));
            }
        }
    }

    /// Takes in that nothing more comes of a binary: one that died has no closing line and counts as a failed test.
    fn end(&mut self) {
        if let Some(last) = self.open.take() {
            let after = if last.is_empty() { "before its first test" } else { &format!("after {last}") };
            self.binaries += 1;
            self.failed += 1;
            self.failing.push(format!("a test binary died {after}"));
        }
    }

    fn report(&self) -> String {
        let mut text = String::new();
        for skipped in &self.skipped {
            text.push_str(&format!("skipped: {skipped}\n"));
        }
        for failing in &self.failing {
            text.push_str(&format!("failed: {failing}\n"));
        }
        text.push_str(&format!(
            "tests: {} passed, {} failed, {} skipped, in {} test binaries\n",
            self.passed,
            self.failed,
            self.skipped.len(),
            self.binaries
        ));
        text
    }
}

/// The number that stands right before `word`, or 0.
fn count_before(text: &str, word: &str) -> u64 {
    let end = match text.find(word) {
        Some(end) => end,
        None => return 0,
    };
    let start = text[..end].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
    text[start..end].parse().unwrap_or(0)
}

/// What the samples of the tests of properties start from.
const SEED: &str = "PROPTEST_RNG_SEED";

/// How the variables begin that cargo sets for a program that it runs.
const OWN: [&str; 2] = ["CARGO_MANIFEST_", "CARGO_PKG_"];

/// Runs the tests of the workspace found at `root`; `slow` adds those marked as ignored.
pub fn run(root: &Path, slow: bool) -> Result<ExitCode> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root).args(["test", "--workspace", "--no-fail-fast"]);
    // Programs are built with the tests, in their features; a test that asks cargo for one alone has it all compiled anew.
    command.env("ISOTOPE_BUILT", "1");
    // What cargo says of this program to it, and what dependencies' build scripts would take for a change.
    let is_own = |name: &OsString| OWN.iter().any(|own| name.as_encoded_bytes().starts_with(own.as_bytes()));
    for name in std::env::vars_os().map(|(name, _)| name).filter(is_own) {
        command.env_remove(name);
    }
    if slow {
        command.args(["--", "--include-ignored"]);
    } else if std::env::var_os(SEED).is_none() {
        // The same tree gives the same result; the slow tests take new samples each time.
        command.env(SEED, "1");
    }
    let mut child = command.stdout(Stdio::piped()).spawn().context("cargo test did not start")?;
    let output = child.stdout.take().expect("stdout was piped two lines above");
    let mut tally = Tally::default();
    let mut terminal = std::io::stdout().lock();
    for line in BufReader::new(output).lines() {
        let line = line.context("cargo test wrote something that is not text")?;
        tally.read(&line);
        writeln!(terminal, "{line}")?;
    }
    tally.end();
    let status = child.wait().context("cargo test did not end")?;
    write!(terminal, "{}", tally.report())?;
    Ok(if status.success() && tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(output: &str) -> Tally {
        let mut tally = Tally::default();
        output.lines().for_each(|line| tally.read(line));
        tally.end();
        tally
    }

    #[test]
    fn adds_up_binaries_and_names_what_was_skipped() {
        let tally = tally(
            "running 3 tests\n\
             test proofs::whole_vector ... ignored, slow: 40 s\n\
             test parse ... ok\n\
             test bare ... ignored\n\
             test guide ... ignored (not fetched)\n\
             test proofs::part ... FAILED\n\
             test result: ok. 1 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
             test result: FAILED. 12 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s\n",
        );
        assert_eq!((tally.passed, tally.failed, tally.binaries), (13, 1, 2));
        assert_eq!(tally.failing, ["proofs::part"]);
        assert_eq!(tally.skipped, ["proofs::whole_vector: slow: 40 s", "bare: no reason given", "guide: not fetched"]);
        assert!(
            tally
                .report()
                .ends_with("failed: proofs::part\ntests: 13 passed, 1 failed, 3 skipped, in 2 test binaries\n")
        );
    }

    #[test]
    fn a_binary_that_died_is_named_by_its_last_test() {
        let died = tally(
            "running 2 tests\n\
             test parse ... ok\n\
             running 1 test\n\
             test whole ... ok\n\
             test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
             running 3 tests\n",
        );
        assert_eq!((died.passed, died.failed, died.binaries), (1, 2, 3));
        assert_eq!(died.failing, ["a test binary died after parse", "a test binary died before its first test"]);
    }

    #[test]
    fn other_output_counts_nothing() {
        assert_eq!(tally("test results were 5 passed\nthe test ... ignored it\n"), Tally::default());
    }
}
