//! Pages as they are printed: their commands, and what their comments say of them.

use crate::building::root;
use std::path::Path;

/// Lines of README before its first command, and of the whole page, at most.
pub const README_COMMAND: usize = 25;
pub const README_LINES: usize = 150;

/// Stands before the block of README's first lines.
const FIRST_LINES: &str = "<!-- first lines -->";

/// Commands of a page.
#[derive(Default)]
pub struct Page {
    /// Programs and the like without which the commands cannot be run.
    pub needs: Vec<String>,
    /// Texts that they print.
    pub prints: Vec<String>,
    /// How many answers they use at least.
    pub uses: usize,
    /// The commands of all blocks of `sh`.
    pub script: String,
    /// Lines of the page.
    pub lines: usize,
}

impl Page {
    /// The page of a folder.
    pub fn read(folder: &Path) -> Self {
        let text = std::fs::read_to_string(folder.join("README.md")).unwrap();
        let comments = |name: &str| -> Vec<String> {
            let begin = format!("<!-- {name}: ");
            let found = text.lines().filter_map(|line| line.strip_prefix(&begin)?.strip_suffix(" -->"));
            found.map(str::to_owned).collect()
        };
        let needs = comments("needs").iter().flat_map(|names| names.split(' ')).map(str::to_owned).collect();
        let uses = comments("uses").first().map_or(0, |count| count.parse().unwrap());
        Page { needs, prints: comments("prints"), uses, script: blocks(&text).join("\n"), lines: text.lines().count() }
    }

    /// The needs and uses of a line of README, by the programs that it starts.
    pub fn of_line(line: &str) -> Self {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let (needs, uses, prints) = match line {
            line if line.contains("clang-19") => (words(&["clang-19", "avx2"]), 1, Vec::new()),
            line if line.contains("pip install") => (words(&["halide", "wheel", "avx2"]), 1, words(&["equal"])),
            line if line.contains("mlir-opt-19") => (words(&["mlir-opt-19"]), 0, words(&["pavg"])),
            _ => Default::default(),
        };
        Page { needs, prints, uses, ..Page::default() }
    }
}

/// The blocks of `sh` of a page.
fn blocks(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for block in text.split("```sh\n").skip(1) {
        found.push(block.split("```").next().unwrap_or_default().to_owned());
    }
    found
}

/// The lines of README's first screen, each for one kind of user.
pub fn first_lines() -> Vec<String> {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let Some((_, rest)) = readme.split_once(FIRST_LINES) else { return Vec::new() };
    let block = blocks(rest).swap_remove(0);
    block.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}
