//! The tables of `xtask/tidy.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::Finding;

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    pub length: Length,
    /// From a folder (`*` is all) to the least lines of tests for one of its source.
    pub tests: BTreeMap<String, f64>,
    /// From a folder to the least share of comments in its source.
    pub comments: BTreeMap<String, f64>,
    pub names: Names,
    /// From a crate to those of our crates that it may name; `*` is any.
    pub edges: BTreeMap<String, Vec<String>>,
    /// The crates that a crate's tests may name besides.
    pub test_edges: BTreeMap<String, Vec<String>>,
    /// From an external crate to the only crates that may name it.
    pub only: BTreeMap<String, Vec<String>>,
    pub circles: Circles,
    pub pure: Pure,
    pub data: Data,
    pub pages: Pages,
    #[serde(default)]
    pub exception: Vec<Exception>,
}

/// The most lines of a source file without its tests, and of a function.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Length {
    pub file: usize,
    pub function: usize,
}

/// Words banned in paths.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    pub banned: Vec<String>,
}

/// Crates whose modules refer to each other one way.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Circles {
    /// Their folders.
    pub crates: Vec<String>,
}

/// Crates without clock, environment or I/O.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pure {
    pub crates: Vec<String>,
    pub forbidden: Vec<String>,
}

/// Folders of versioned formats.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    pub folders: Vec<String>,
}

/// Bounds of pages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pages {
    /// The most lines of a paragraph.
    pub paragraph: usize,
    /// The most columns of a line outside tables and code.
    pub width: usize,
    /// The most lines of a page.
    pub lines: BTreeMap<String, usize>,
    /// Pages whose sentences and paragraphs are not looked at.
    pub free: Vec<String>,
}

/// A file that one check passes over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    pub check: String,
    pub path: String,
    pub reason: String,
}

impl Rules {
    pub fn load(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("{} is not as tidy expects it", path.display()))
    }

    /// Takes out what an exception covers, and reports exceptions without a reason or a use.
    pub fn apply_exceptions(&self, mut found: Vec<Finding>) -> Vec<Finding> {
        let mut about_exceptions = Vec::new();
        for exception in &self.exception {
            let covered = |finding: &Finding| finding.check == exception.check && finding.path == exception.path;
            let before = found.len();
            found.retain(|finding| !covered(finding));
            let complaint = if exception.reason.trim().is_empty() {
                "has no reason"
            } else if found.len() == before {
                "is not needed any more"
            } else {
                continue;
            };
            about_exceptions.push(Finding {
                path: "xtask/tidy.toml".into(),
                line: 1,
                check: "exception",
                message: format!("the exception from `{}` for {} {complaint}", exception.check, exception.path),
                warning: false,
            });
        }
        found.extend(about_exceptions);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{file, rules};
    use super::*;

    fn exception(check: &str, path: &str, reason: &str) -> Exception {
        Exception { check: check.into(), path: path.into(), reason: reason.into() }
    }

    #[test]
    fn an_exception_covers_its_check_in_its_file_only() {
        let mut rules = rules();
        rules.exception = vec![exception("length", "a.rs", "a table")];
        let found = vec![
            Finding::new(&file("a.rs", ""), 1, "length", "long"),
            Finding::new(&file("a.rs", ""), 2, "unwrap", "unwrap"),
            Finding::new(&file("b.rs", ""), 1, "length", "long"),
        ];
        let left: Vec<String> = rules.apply_exceptions(found).into_iter().map(|f| f.path + f.check).collect();
        assert_eq!(left, ["a.rsunwrap", "b.rslength"]);
    }

    #[test]
    fn an_idle_or_unexplained_exception_is_found() {
        let mut rules = rules();
        rules.exception = vec![exception("length", "gone.rs", "was long"), exception("length", "a.rs", " ")];
        let found = rules.apply_exceptions(vec![Finding::new(&file("a.rs", ""), 1, "length", "long")]);
        let messages: Vec<&str> = found.iter().map(|f| f.message.as_str()).collect();
        assert_eq!(messages.len(), 2);
        assert!(messages[0].ends_with("is not needed any more") && messages[1].ends_with("has no reason"));
    }
}
