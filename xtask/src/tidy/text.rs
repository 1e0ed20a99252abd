//! Checks on any text file: its path, its white space, paths of one machine inside it, and how comments begin.

use super::Finding;
use super::rules::Rules;
use super::tree::File;

/// Folders that exist on somebody's machine and mean nothing on another.
const MACHINE_FOLDERS: [&str; 4] = ["/work", "/root", "/home", "/tmp"];

/// Formats that people write here; a vendor's text and generated assembly may hold tabs.
const WITHOUT_TABS: [&str; 4] = ["rs", "toml", "md", "proto"];

/// Languages whose comments begin with two slashes.
const WITH_SLASHES: [&str; 5] = ["rs", "cpp", "h", "c", "proto"];

pub fn check(file: &File, rules: &Rules, found: &mut Vec<Finding>) {
    check_name(file, rules, found);
    // A table may end a row with an empty column.
    let table = file.path.split('/').any(|folder| rules.data.folders.iter().any(|data| data == folder));
    for (index, line) in file.text.lines().enumerate() {
        let line_number = index + 1;
        if line.trim_end() != line && !table {
            found.push(Finding::new(file, line_number, "space", "white space at the end of the line"));
        }
        if WITHOUT_TABS.contains(&file.extension()) && line.contains('\t') {
            found.push(Finding::new(file, line_number, "tab", "a tab; use spaces"));
        }
        if WITH_SLASHES.contains(&file.extension()) && has_no_noun(line) {
            let message = "a sentence of the comment begins with `What`; name its subject: \"The result of a step\"";
            found.push(Finding::new(file, line_number, "comment", message));
        }
        if let Some(folder) = MACHINE_FOLDERS.into_iter().find(|folder| names_folder(line, folder)) {
            let message = format!("`{folder}` is a folder of one machine; use a relative path or a temporary folder");
            found.push(Finding::new(file, line_number, "machine-path", message));
        }
    }
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        let last = file.text.lines().count();
        found.push(Finding::new(file, last, "newline", "no newline at the end of the file"));
    }
}

fn check_name(file: &File, rules: &Rules, found: &mut Vec<Finding>) {
    let words = file.path.split(|c: char| !c.is_ascii_alphanumeric());
    if let Some(word) = words.into_iter().find(|word| rules.names.banned.iter().any(|banned| banned == word)) {
        let message = format!("`{word}` says nothing about what this is; name it in the field's words");
        found.push(Finding::new(file, 1, "name", message));
    }
}

/// Whether a line is a comment with a sentence that begins with a relative clause, which says nothing without the code behind it:
/// `/// What it is.`
fn has_no_noun(line: &str) -> bool {
    let Some(comment) = line.trim_start().strip_prefix("//") else { return false };
    let text = comment.trim_start_matches(['/', '!']).trim_start();
    text.starts_with("What ") || [". What ", ": What ", "; What ", ") What "].iter().any(|begin| text.contains(begin))
}

/// Whether `folder` stands in `line` as an absolute path, not as the tail of a longer one.
fn names_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + folder.len()..].chars().next();
        let continues = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        !before.is_some_and(|c| continues(c) || matches!(c, '/' | '}' | ')' | '~' | '*'))
            && !after.is_some_and(continues)
    })
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
    fn finds_white_space_and_tabs() {
        let found = found("a.rs", "fine\nbad \n\tbad");
        assert_eq!(
            (lines(&found, "space"), lines(&found, "tab"), lines(&found, "newline")),
            (vec![2], vec![3], vec![3])
        );
    }

    #[test]
    fn tabs_are_allowed_in_makefiles_and_assembly() {
        assert_eq!(found("Makefile", "all:\n\ttrue\n"), []);
        assert_eq!(found("conv.s", "\tvpaddd\n"), []);
    }

    #[test]
    fn finds_comments_without_a_subject() {
        let bad = "//! What this is.\n/// What a step gives.\nlet x = 1;\n    // What follows.\n/// A row. What it has is read.\n";
        assert_eq!(lines(&found("a.rs", bad), "comment"), [1, 2, 4, 5]);
        assert_eq!(found("a.rs", "/// The result: what a step gives.\nlet what = \"What\"; // What it is.\n"), []);
    }

    #[test]
    fn finds_banned_names() {
        assert_eq!(lines(&found("crates/ir/src/bit_utils.rs", "\n"), "name"), [1]);
        assert_eq!(lines(&found("crates/common/src/lib.rs", "\n"), "name"), [1]);
        assert_eq!(found("crates/commonality/src/helpersome.rs", "\n"), []);
    }

    #[test]
    fn finds_paths_of_one_machine() {
        let bad = "let a = \"/tmp/x\";\nlet b = `/work`;\n// see /home/me\ncd /root\n";
        assert_eq!(lines(&found("a.rs", bad), "machine-path"), [1, 2, 3, 4]);
        let good = "src/work\n./tmp/x\n/workspace\n{folder}/tmp\n/temporary\n";
        assert_eq!(found("a.rs", good), []);
    }
}
