//! Checks on Rust sources: headers, panics, named bounds, and the purity of the core.

use super::Finding;
use super::rules::Rules;
use super::source::{code_only, test_lines};
use super::tree::File;

pub fn check(file: &File, rules: &Rules, found: &mut Vec<Finding>) {
    if !file.is_rust() {
        return;
    }
    check_header(file, found);
    if file.is_test() {
        return;
    }
    let code = code_only(&file.text);
    let in_tests = test_lines(&code);
    let pure = rules.pure.crates.iter().any(|folder| file.path.starts_with(&format!("{folder}/src/")));
    for (index, line) in code.lines().enumerate() {
        if in_tests[index] {
            continue;
        }
        let line_number = index + 1;
        if line.contains(".unwrap()") {
            let message = "`unwrap` outside tests; return the error, or state the invariant in an `expect`";
            found.push(Finding::new(file, line_number, "unwrap", message));
        }
        if let Some(name) = bound_in(line)
            && file.name() != "limits.rs"
            && !file.path.contains("/src/limits/")
        {
            let message =
                format!("the bound `{name}` belongs in its crate's limits.rs, or in a file of its folder `limits`");
            found.push(Finding::new(file, line_number, "limits", message));
        }
    }
    if pure {
        check_purity(file, &code, &in_tests, rules, found);
    }
}

/// The module header: `//!` before any code; licence or attribute lines may come first. A `tests.rs` belongs to the
/// module beside it.
fn check_header(file: &File, found: &mut Vec<Finding>) {
    if file.name() == "tests.rs" {
        return;
    }
    let first = file.text.lines().find(|line| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with("#!") && (!line.starts_with("//") || line.starts_with("//!"))
    });
    if !first.is_some_and(|line| line.trim_start().starts_with("//!")) {
        found.push(Finding::new(file, 1, "header", "no `//!` header that says what belongs here"));
    }
}

/// The name of a constant that reads as a bound of the crate, where this line declares one. A private one is a
/// cut-off inside one algorithm.
fn bound_in(line: &str) -> Option<&str> {
    let declaration = line.trim_start();
    let declaration = declaration.strip_prefix("pub(crate) ").or(declaration.strip_prefix("pub "))?;
    let (name, kind) = declaration.strip_prefix("const ")?.split_once(':')?;
    let number = ["usize", "u64", "u32", "u16", "u8", "i64", "i32", "Duration"];
    let kind = kind.split('=').next().unwrap_or(kind).trim();
    let is_bound = name.starts_with("MAX_") || name.ends_with("_MAX") || name.ends_with("_LIMIT");
    (is_bound && number.contains(&kind)).then_some(name)
}

fn check_purity(file: &File, code: &str, in_tests: &[bool], rules: &Rules, found: &mut Vec<Finding>) {
    for (path, at) in paths_named(code) {
        let line = code[..at].matches('\n').count();
        let forbidden = rules.pure.forbidden.iter().find(|forbidden| is_within(&path, forbidden));
        if let Some(forbidden) = forbidden
            && !in_tests[line]
        {
            let message = format!("`{forbidden}` in a crate that computes only; I/O lives in server, client and cache");
            found.push(Finding::new(file, line + 1, "pure", message));
        }
    }
}

fn is_within(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Every path that starts with `std::` or `tokio`, with its place; groups such as `std::{env, fs}` are opened one level.
fn paths_named(code: &str) -> Vec<(String, usize)> {
    let mut paths = Vec::new();
    let is_path = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    for root in ["std", "tokio"] {
        for (at, _) in code.match_indices(root) {
            if code[..at].chars().next_back().is_some_and(is_path) {
                continue;
            }
            let path: String = code[at..].chars().take_while(|&c| is_path(c)).collect();
            let after = at + path.len();
            if path.ends_with("::") && code[after..].starts_with('{') {
                paths.extend(group_members(code, after).into_iter().map(|(name, at)| (format!("{path}{name}"), at)));
            } else {
                paths.push((path, at));
            }
        }
    }
    paths
}

/// The first words of the members of the brace group that opens at `open`.
fn group_members(code: &str, open: usize) -> Vec<(String, usize)> {
    let mut members = Vec::new();
    let mut depth = 0;
    let mut start = None;
    for (offset, c) in code[open..].char_indices() {
        let at = open + offset;
        match c {
            '{' => depth += 1,
            '}' | ',' => {
                if let Some(start) = start.take() {
                    members.push((code[start..at].trim_end().trim_end_matches(":").to_owned(), start));
                }
                if c == '}' {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
            }
            _ if depth == 1 && start.is_none() && !c.is_whitespace() => start = Some(at),
            _ => {}
        }
    }
    members
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
    fn finds_a_missing_header() {
        assert_eq!(lines(&found("a/src/lib.rs", "// Licence\nuse x;\n//! late\n"), "header"), [1]);
        assert_eq!(found("a/src/lib.rs", "// Licence\n\n//! What this is.\nuse x;\n"), []);
        assert_eq!(found("notes.md", "no header\n"), []);
    }

    #[test]
    fn finds_unwraps_in_code_only() {
        let text = "//! H.\nfn a() { b.unwrap(); }\n// c.unwrap()\nlet s = \".unwrap()\";\nd.unwrap_or(1);\n\
                    #[cfg(test)]\nmod tests {\n fn e() { f.unwrap(); }\n}\nfn g() { h.unwrap(); }\n";
        assert_eq!(lines(&found("a/src/lib.rs", text), "unwrap"), [2, 10]);
        assert_eq!(lines(&found("a/tests/x.rs", text), "unwrap"), [0usize; 0]);
    }

    #[test]
    fn finds_bounds_outside_limits() {
        let text = "//! H.\npub const MAX_LANES: usize = 4;\npub(crate) const QUEUE_LIMIT: u32 = 1;\n\
                    pub const MAX_NAME: &str = \"m\";\nconst MAX_TIES: usize = 3;\n";
        assert_eq!(lines(&found("crates/ir/src/lib.rs", text), "limits"), [2, 3]);
        assert_eq!(found("crates/ir/src/limits.rs", text), []);
        assert_eq!(found("crates/ir/src/limits/search.rs", text), []);
    }

    #[test]
    fn finds_what_is_not_pure() {
        let text = "//! H.\nuse std::time::Instant;\nuse std::{collections::BTreeMap, env,\n  fs::{self, File}};\n\
                    fn a() { tokio::spawn(b); std::environment(); }\n#[cfg(test)]\nmod tests { use std::fs; }\n";
        assert_eq!(lines(&found("crates/search/src/search.rs", text), "pure"), [2, 3, 4, 5]);
        assert_eq!(found("server/src/lib.rs", text), []);
    }
}
