//! `cargo xtask tidy`: the habits of this tree as checks, each finding with its file and line.
//!
//! The parts that may vary (tables, limits, exceptions with their reasons) are data in `xtask/tidy.toml`.
//! A check is one module below with a `check` function and tests that feed it bad samples.

mod circles;
mod cpp;
mod crates;
mod pages;
mod papers;
mod rules;
mod rust;
mod size;
mod source;
mod text;
pub mod tree;

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use rules::Rules;
use tree::File;

/// One thing that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    path: String,
    /// Counted from 1.
    line: usize,
    /// The name of the check, as an exception in `tidy.toml` gives it.
    check: &'static str,
    message: String,
    /// A warning is printed and fails nothing.
    warning: bool,
}

impl Finding {
    fn new(file: &File, line: usize, check: &'static str, message: impl Into<String>) -> Self {
        Finding { path: file.path.clone(), line, check, message: message.into(), warning: false }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.warning { "warning" } else { "error" };
        write!(f, "{}:{}: {kind}: {} [{}]", self.path, self.line, self.message, self.check)
    }
}

/// All findings on these files, sorted by place, exceptions applied.
fn findings(files: &[File], rules: &Rules) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in files {
        text::check(file, rules, &mut found);
        rust::check(file, rules, &mut found);
        cpp::check(file, rules, &mut found);
        size::check(file, rules, &mut found);
    }
    circles::check(files, rules, &mut found);
    crates::check(files, rules, &mut found);
    papers::check(files, rules, &mut found);
    pages::check(files, rules, &mut found);
    size::check_shares(files, rules, &mut found);
    let mut found = rules.apply_exceptions(found);
    found.sort();
    found
}

/// Checks the tree at `root` and prints what it finds.
pub fn run(root: &Path) -> Result<ExitCode> {
    let files = tree::read(root)?;
    let rules = Rules::load(&root.join("xtask/tidy.toml"))?;
    let found = findings(&files, &rules);
    for finding in &found {
        println!("{finding}");
    }
    let errors = found.iter().filter(|finding| !finding.warning).count();
    println!("tidy: {} files, {} errors, {} warnings", files.len(), errors, found.len() - errors);
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The helper of the checks' tests: one bad file in, its findings out.
#[cfg(test)]
mod samples {
    use super::*;

    pub fn rules() -> Rules {
        Rules::load(&crate::root().join("xtask/tidy.toml")).unwrap()
    }

    pub fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    /// The lines on which `check` reports something with this name.
    pub fn lines(found: &[Finding], name: &str) -> Vec<usize> {
        found.iter().filter(|finding| finding.check == name).map(|finding| finding.line).collect()
    }
}
