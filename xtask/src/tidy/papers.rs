//! Checks on what is read rather than compiled: README, changelog, Dockerfile, and versioned data files.

use std::collections::BTreeSet;

use super::Finding;
use super::rules::Rules;
use super::tree::File;

pub fn check(files: &[File], rules: &Rules, found: &mut Vec<Finding>) {
    let targets = make_targets(files);
    for file in files {
        match file.path.as_str() {
            "CHANGELOG.md" => check_changelog(file, found),
            "Dockerfile" => check_dockerfile(file, found),
            _ => {}
        }
        if file.extension() == "md" {
            check_commands(file, &targets, found);
        }
        check_data_version(file, rules, found);
    }
}

fn check_changelog(file: &File, found: &mut Vec<Finding>) {
    if !file.text.lines().any(|line| line == "## [Unreleased]") {
        found.push(Finding::new(file, 1, "changelog", "no `## [Unreleased]` section"));
    }
}

/// A container engine is not always at hand; what can be read off the file is.
fn check_dockerfile(file: &File, found: &mut Vec<Finding>) {
    let words = |line: &str| -> Vec<String> { line.split_whitespace().map(str::to_owned).collect() };
    let last_of = |word: &str| file.text.lines().filter(|line| line.starts_with(word)).map(words).next_back();
    let mut need = |fine: bool, message: &str| {
        if !fine {
            found.push(Finding::new(file, 1, "dockerfile", message));
        }
    };
    let user = last_of("USER ").and_then(|words| words.get(1).cloned());
    need(user.as_deref().is_some_and(|user| user != "root" && user != "0"), "the last USER is root, or there is none");
    need(last_of("HEALTHCHECK ").is_some(), "no HEALTHCHECK");
    let floating = file.text.lines().filter(|line| line.starts_with("FROM ")).map(words).any(|words| {
        let image = words.get(1).map_or("", String::as_str);
        // `scratch` is no image, but nothing at all.
        (!image.contains(':') && image != "scratch" && !is_stage(file, image)) || image.ends_with(":latest")
    });
    need(!floating, "a FROM without a fixed tag");
}

fn is_stage(file: &File, name: &str) -> bool {
    file.text.lines().any(|line| line.starts_with("FROM ") && line.ends_with(&format!(" AS {name}")))
}

/// The targets that the Makefile has.
fn make_targets(files: &[File]) -> BTreeSet<String> {
    let makefile = files.iter().find(|file| file.path == "Makefile");
    let lines = makefile.map_or("", |file| file.text.as_str()).lines();
    lines
        .filter_map(|line| line.split_once(':'))
        .map(|(target, _)| target)
        .filter(|target| !target.is_empty() && target.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
        .map(str::to_owned)
        .collect()
}

/// Every `make X` that a page tells its reader to type is a target of the Makefile.
fn check_commands(file: &File, targets: &BTreeSet<String>, found: &mut Vec<Finding>) {
    let mut fenced = false;
    for (index, line) in file.text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        // Inside backticks, or at the start of a line of a fenced block, `make` is the command and not the verb.
        let typed: Vec<&str> =
            if fenced { vec![line.trim_start()] } else { line.split('`').skip(1).step_by(2).collect() };
        for command in typed {
            let Some(rest) = command.strip_prefix("make ") else { continue };
            let target = rest.split_whitespace().next().unwrap_or("");
            if !targets.contains(target) {
                let message = format!("`make {target}` is not a target of the Makefile");
                found.push(Finding::new(file, index + 1, "command", message));
            }
        }
    }
}

/// A format without a version cannot be changed. The first lines of a data file name theirs: `version 3`, or a line
/// `isotope FORMAT 3 ...`.
fn check_data_version(file: &File, rules: &Rules, found: &mut Vec<Finding>) {
    let in_data = file.path.split('/').rev().skip(1).any(|folder| rules.data.folders.iter().any(|data| data == folder));
    if in_data && !file.text.lines().take(5).any(names_version) && !file.is_rust() && file.extension() != "md" {
        found.push(Finding::new(file, 1, "version", "no `version N` in the first five lines of a data file"));
    }
}

fn names_version(line: &str) -> bool {
    let words: Vec<&str> = line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let after_word = words.windows(2).any(|pair| pair[0].eq_ignore_ascii_case("version") && is_number(&pair[1]));
    after_word || (words.first() == Some(&"isotope") && words.iter().any(is_number))
}

#[cfg(test)]
mod tests {
    use super::super::samples::{file, lines, rules};
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<Finding> {
        let files: Vec<File> = files.iter().map(|(path, text)| file(path, text)).collect();
        let mut found = Vec::new();
        check(&files, &rules(), &mut found);
        found
    }

    #[test]
    fn finds_a_changelog_without_unreleased() {
        assert_eq!(lines(&found(&[("CHANGELOG.md", "# Changelog\n## [0.1.0]\n")]), "changelog"), [1]);
        assert_eq!(found(&[("CHANGELOG.md", "# Changelog\n## [Unreleased]\n")]), []);
    }

    #[test]
    fn finds_a_careless_dockerfile() {
        let careless = "FROM debian\nUSER isotope\nUSER root\n";
        assert_eq!(lines(&found(&[("Dockerfile", careless)]), "dockerfile"), [1, 1, 1]);
        let careful = "FROM rust:1.95-bookworm AS build\nFROM build\nFROM scratch\nUSER isotope\nHEALTHCHECK CMD x\n";
        assert_eq!(found(&[("Dockerfile", careful)]), []);
    }

    #[test]
    fn finds_commands_that_do_not_exist() {
        let makefile = ("Makefile", "run: setup\n\ttrue\n");
        let page = "Type `make run`, we make things.\n```\nmake runn\n```\nand `make test`\n";
        assert_eq!(lines(&found(&[makefile, ("README.md", page)]), "command"), [3, 5]);
    }

    #[test]
    fn finds_data_without_a_version() {
        assert_eq!(lines(&found(&[("grammars/data/x86.txt", "class a\n")]), "version"), [1]);
        assert_eq!(found(&[("grammars/data/x86.txt", "# dictionary, version 3\n"), ("notes.txt", "x\n")]), []);
        assert_eq!(found(&[("grammars/data/forms.txt", "# isotope costs 1 znver4\n")]), []);
        assert_eq!(lines(&found(&[("grammars/data/forms.txt", "# isotope llvm-forms\n")]), "version"), [1]);
    }
}
