//! The output of test binaries, counted.

/// The sum of the closing lines of test binaries.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: u64,
    pub failed: u64,
    /// Names of failed tests.
    failing: Vec<String>,
    /// Names of skipped tests, with the reason where the test gives one.
    skipped: Vec<String>,
    binaries: u64,
    /// The last test of a binary that has begun and not closed, empty before its first one.
    open: Option<String>,
    /// The test whose own words follow, after the lines that say how each ended, and whether it said that it skipped something.
    speaking: Option<(String, bool)>,
    /// Tests of this binary that the harness will count as passed, and which left something out.
    unfinished: u64,
}

/// How a test begins a line that says what it had to leave out. The standard harness takes any test for passed that returns.
const SKIPPED: &str = "skipped: ";

impl Tally {
    /// Takes in one line of cargo's output; lines that say nothing about results change nothing.
    pub fn read(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----")) {
            self.speaking = Some((name.to_owned(), false));
        } else if let Some(why) =
            line.strip_prefix(SKIPPED).or_else(|| line.split_once(" ... skipped: ").map(|(_, why)| why))
        {
            self.skip(why);
        } else if line.starts_with("running ") && line.trim_end_matches('s').ends_with(" test") {
            self.end();
            self.open = Some(String::new());
        } else if let Some(closing) = line.strip_prefix("test result: ") {
            self.open = None;
            self.binaries += 1;
            self.passed += count_before(closing, " passed").saturating_sub(std::mem::take(&mut self.unfinished));
            self.speaking = None;
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

    /// Takes in that a test left something out. One of the standard harness has not passed then, at most once.
    fn skip(&mut self, why: &str) {
        let skipped = match &mut self.speaking {
            Some((name, said)) => {
                self.unfinished += u64::from(!std::mem::replace(said, true));
                let short = why.strip_prefix(name.rsplit("::").next().unwrap_or(name)).unwrap_or(why);
                format!("{name}: {}", short.trim_start_matches([':', ' ']))
            }
            None => why.to_owned(),
        };
        // A test may leave the same out at several turns.
        if !self.skipped.contains(&skipped) {
            self.skipped.push(skipped);
        }
    }

    /// Takes in that nothing more comes of a binary: one that died has no closing line and counts as a failed test.
    pub fn end(&mut self) {
        if let Some(last) = self.open.take() {
            let after = if last.is_empty() { "before its first test" } else { &format!("after {last}") };
            self.binaries += 1;
            self.failed += 1;
            self.failing.push(format!("a test binary died {after}"));
        }
    }

    /// Counts a failure that no test tells of.
    pub fn fail(&mut self, what: String) {
        self.failed += 1;
        self.failing.push(what);
    }

    /// Adds another one's counts.
    pub fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.failing.extend(other.failing);
        self.skipped.extend(other.skipped);
        self.binaries += other.binaries;
    }

    /// The names of what was skipped and of what failed, and the counts.
    pub fn report(&self) -> String {
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
    fn a_test_that_leaves_something_out_has_not_passed() {
        let tally = tally(
            "running 2 tests\n\
             test manual::whole ... ok\n\
             test part ... ok\n\
             \n\
             successes:\n\
             \n\
             ---- manual::whole stdout ----\n\
             skipped: whole needs a manual\n\
             skipped: a second thing\n\
             skipped: a second thing\n\
             \n\
             ---- part stdout ----\n\
             words\n\
             \n\
             test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
             running 1 test\n\
             test suite ... skipped: sums on another CPU\n\
             ok\n\
             test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
        );
        assert_eq!((tally.passed, tally.failed), (2, 0));
        let skipped = ["manual::whole: needs a manual", "manual::whole: a second thing", "sums on another CPU"];
        assert_eq!(tally.skipped, skipped);
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
