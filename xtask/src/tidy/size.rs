//! Checks on sizes: files and functions that are long, and how much of the tree is tests and comments.

use super::Finding;
use super::rules::Rules;
use super::source::{code_only, test_lines};
use super::tree::File;
use std::collections::BTreeMap;

/// Files and functions of a source.
pub fn check(file: &File, rules: &Rules, found: &mut Vec<Finding>) {
    if !file.is_rust() || file.is_test() {
        return;
    }
    let code = code_only(&file.text);
    let in_tests = test_lines(&code);
    let lines = in_tests.iter().filter(|is| !**is).count();
    if lines > rules.length.file {
        let message = format!("{lines} lines, over {}: is this two rooms?", rules.length.file);
        found.push(Finding::new(file, lines, "length", message));
    }
    for (line, name, lines) in functions(&code) {
        if lines > rules.length.function && !in_tests[line] {
            let message = format!("`{name}` has {lines} lines, over {}: take it apart", rules.length.function);
            found.push(Finding::new(file, line + 1, "length", message));
        }
    }
}

/// The share of tests and of comments by folder: what falls below its least is found.
pub fn check_shares(files: &[File], rules: &Rules, found: &mut Vec<Finding>) {
    let by_folder = counted(files, &rules.tests, &rules.comments);
    let mut below = |share: f64, least: f64, folder: &str, what: &'static str, of: &str| {
        if share < least {
            let path = if folder == ALL { "xtask/tidy.toml".to_owned() } else { folder.to_owned() };
            let message = format!("{of} are {share:.3} of it, less than {least:.3}");
            found.push(Finding { path, line: 1, check: what, message, warning: false });
        }
    };
    for (folder, least) in &rules.tests {
        let counts = by_folder.get(folder.as_str()).copied().unwrap_or_default();
        below(
            counts.tests as f64 / counts.source.max(1) as f64,
            *least,
            folder,
            "tests",
            "lines of tests beside the source",
        );
    }
    for (folder, least) in &rules.comments {
        let counts = by_folder.get(folder.as_str()).copied().unwrap_or_default();
        below(counts.comments as f64 / counts.written.max(1) as f64, *least, folder, "comments", "comments");
    }
}

/// The folder that is the whole tree.
const ALL: &str = "*";

/// Lines of a folder's Rust.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    source: usize,
    tests: usize,
    /// Lines of the source that are not empty, and those of them that are comments.
    written: usize,
    comments: usize,
}

fn counted<'a>(
    files: &[File],
    tests: &'a BTreeMap<String, f64>,
    comments: &'a BTreeMap<String, f64>,
) -> BTreeMap<&'a str, Counts> {
    let mut found: BTreeMap<&str, Counts> = BTreeMap::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        let (own, in_tests) = match file.is_test() {
            true => (Vec::new(), file.text.lines().count()),
            false => {
                let in_tests = test_lines(&code_only(&file.text));
                let lines = file.text.lines().zip(&in_tests).filter(|(_, is)| !**is).map(|(line, _)| line.trim());
                (lines.collect::<Vec<_>>(), in_tests.iter().filter(|is| **is).count())
            }
        };
        let is_of = |folder: &str| folder == ALL || file.path.starts_with(&format!("{folder}/"));
        let folders: std::collections::BTreeSet<&str> =
            tests.keys().chain(comments.keys()).map(String::as_str).collect();
        for folder in folders.into_iter().filter(|folder| is_of(folder)) {
            let counts = found.entry(folder).or_default();
            counts.source += own.len();
            counts.tests += in_tests;
            counts.written += own.iter().filter(|line| !line.is_empty()).count();
            counts.comments += own.iter().filter(|line| line.starts_with("//")).count();
        }
    }
    found
}

/// Every function with a body: the line that it begins on, from 0, its name, and its lines.
fn functions(code: &str) -> Vec<(usize, String, usize)> {
    let bytes = code.as_bytes();
    let mut found = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let name: String = code[at + 3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if name.is_empty() || at > 0 && is_word(bytes[at - 1]) {
            continue;
        }
        let Some(end) = end_of_function(bytes, at) else { continue };
        let first = code[..at].matches('\n').count();
        found.push((first, name, code[at..end].matches('\n').count() + 1));
    }
    found
}

/// Where the body that begins behind `from` ends; none for a declaration.
fn end_of_function(bytes: &[u8], from: usize) -> Option<usize> {
    let (mut braces, mut brackets) = (0, 0);
    for (at, &byte) in bytes.iter().enumerate().skip(from) {
        match byte {
            b'(' | b'[' => brackets += 1,
            b')' | b']' => brackets -= 1,
            b';' if braces == 0 && brackets == 0 => return None,
            b'{' => braces += 1,
            b'}' => {
                braces -= 1;
                if braces == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::samples::{file, lines, rules};
    use super::*;

    fn found(path: &str, text: &str) -> Vec<Finding> {
        let mut found = Vec::new();
        check(&file(path, text), &rules(), &mut found);
        found
    }

    #[test]
    fn finds_long_files_but_for_their_tests() {
        let of = |lines: usize| found("a/src/lib.rs", &format!("//! H.\n{}", "x\n".repeat(lines - 1)));
        assert_eq!(of(400), []);
        assert_eq!(lines(&of(401), "length"), [401]);
        let tests = format!("//! H.\n#[cfg(test)]\nmod tests {{\n{}}}\n", "x\n".repeat(500));
        assert_eq!(found("a/src/lib.rs", &tests), []);
        assert_eq!(found("a/tests/b.rs", &"x\n".repeat(500)), []);
    }

    #[test]
    fn finds_long_functions() {
        let of = |lines: usize| {
            let body = "    x({ 1 });\n".repeat(lines - 2);
            found("a/src/lib.rs", &format!("//! H.\ntrait A {{ fn b(c: [u8; 4]); }}\npub fn long() {{\n{body}}}\n"))
        };
        assert_eq!(of(70), []);
        let long = of(71);
        assert_eq!(lines(&long, "length"), [3]);
        assert!(long[0].message.starts_with("`long` has 71 lines"), "{}", long[0].message);
    }

    #[test]
    fn finds_shares_that_are_too_small() {
        let source = "//! H.\n// Why.\nfn a() {}\n\nfn b() {}\n#[cfg(test)]\nmod tests {\n}\n";
        let files = [file("a/src/lib.rs", source), file("a/tests/b.rs", "x\nx\n"), file("b/src/lib.rs", "fn c() {}\n")];
        let mut rules = rules();
        let mut shares = |tests: f64, comments: f64| {
            rules.tests = BTreeMap::from([("a".to_owned(), tests)]);
            rules.comments = BTreeMap::from([("a".to_owned(), comments)]);
            let mut found = Vec::new();
            check_shares(&files, &rules, &mut found);
            found.into_iter().map(|f| f.check).collect::<Vec<_>>()
        };
        // Five lines of source, five of tests; of four that are not empty two are comments.
        assert_eq!(shares(1.0, 0.5), [""; 0]);
        assert_eq!(shares(1.01, 0.51), ["tests", "comments"]);
    }
}
