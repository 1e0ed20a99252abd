//! Checks on the C++ of the clients: files and functions that are long, and lines that are wide.
//!
//! Where functions begin and end is read from how `make fmt` indents them, and not by a parser: a body ends at the first `}` that is as deep
//! as the line on which the function begins.

use super::Finding;
use super::rules::Rules;
use super::tree::File;

/// The beginnings of a line that begins a block of another kind.
const OTHERS: [&str; 10] = ["}", "if ", "for ", "while ", "switch ", "else", "do ", "class ", "struct ", "namespace "];

/// One source or header.
pub fn check(file: &File, rules: &Rules, found: &mut Vec<Finding>) {
    if !file.path.starts_with("client/") || !matches!(file.extension(), "cpp" | "h") {
        return;
    }
    let lines: Vec<&str> = file.text.lines().collect();
    // The C interface is one file, which most programs include by name.
    if lines.len() > rules.length.file && !file.path.contains("/include/") {
        let message = format!("{} lines, over {}: is this two rooms?", lines.len(), rules.length.file);
        found.push(Finding::new(file, lines.len(), "length", message));
    }
    for (at, line) in lines.iter().enumerate() {
        let columns = line.chars().count();
        if columns > rules.pages.width {
            let message = format!("{columns} columns, over {}", rules.pages.width);
            found.push(Finding::new(file, at + 1, "columns", message));
        }
        if let Some(begin) = begin_of_function(&lines, at)
            && at - begin >= rules.length.function
        {
            let message =
                format!("a function of {} lines, over {}: take it apart", at - begin + 1, rules.length.function);
            found.push(Finding::new(file, begin + 1, "length", message));
        }
    }
}

/// The first line of the function that ends at a line; `None` where none ends there.
fn begin_of_function(lines: &[&str], end: usize) -> Option<usize> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    if lines[end].trim() != "}" {
        return None;
    }
    let of = depth(lines[end]);
    let is_outer = |line: &&str| !line.trim().is_empty() && !line.starts_with('#') && depth(line) <= of;
    let begin = (0..end).rev().find(|&at| is_outer(&lines[at]))?;
    let first = lines[begin].trim_start();
    let is_function =
        depth(lines[begin]) == of && first.contains('(') && !OTHERS.iter().any(|other| first.starts_with(other));
    is_function.then_some(begin)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{file, lines, rules};
    use super::*;

    fn found(text: &str) -> Vec<Finding> {
        let mut found = Vec::new();
        check(&file("client/llvm/src/a.cpp", text), &rules(), &mut found);
        found
    }

    /// A function and a member function of so many lines.
    fn functions(lines: usize) -> String {
        let body = |indent: &str| format!("{indent}    if (x) {{\n{indent}    }}\n").repeat(lines / 2 - 1);
        let (own, member) = (body(""), body("    "));
        format!(
            "namespace a {{\n\nint f(int x,\n      int y) {{\n#ifdef B\n#endif\n{own}}}\n\nclass C {{\n  public:\n    C(int x) {{\n{member}    }}\n}};\n}}\n"
        )
    }

    #[test]
    fn finds_long_functions_and_members() {
        assert_eq!(found(&functions(66)), []);
        assert_eq!(lines(&found(&functions(72)), "length"), [3, 81]);
    }

    #[test]
    fn finds_long_files_and_wide_lines() {
        assert_eq!(found(&"x;\n".repeat(400)), []);
        assert_eq!(lines(&found(&"x;\n".repeat(401)), "length"), [401]);
        assert_eq!(lines(&found(&format!("y;\n// {}\n", "é".repeat(138))), "columns"), [2]);
        assert_eq!(found(&format!("// {}\n", "é".repeat(137))), []);
    }

    #[test]
    fn passes_over_blocks_that_are_no_functions() {
        let long = "    x();\n".repeat(90);
        for begin in ["struct S {", "namespace {", "constexpr int kAll[] = {"] {
            assert_eq!(found(&format!("{begin}\n{long}}}\n")), [], "{begin}");
        }
    }
}
