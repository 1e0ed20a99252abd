//! Reading the files of the project: everything that is text and is ours.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Folders that are fetched, built, or git's own, which in a worktree is a file.
const SKIPPED: [&str; 3] = ["target", "third_party", ".git"];

/// A text file of the project.
pub struct File {
    /// Relative to the project's folder, with forward slashes.
    pub path: String,
    pub text: String,
}

impl File {
    /// The last component of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The text behind the last dot of the name, or nothing.
    pub fn extension(&self) -> &str {
        self.name().rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    pub fn is_rust(&self) -> bool {
        self.extension() == "rs"
    }

    /// Whether the whole file is tests: the tests crate, a crate's `tests/`, or a `tests.rs` beside what it tests.
    pub fn is_test(&self) -> bool {
        self.name() == "tests.rs" || self.path.split('/').rev().skip(1).any(|folder| folder == "tests")
    }
}

/// All text files under `root`, sorted by path. Files that are not UTF-8 are left out.
pub fn read(root: &Path) -> Result<Vec<File>> {
    let mut files = Vec::new();
    walk(root, "", &mut files)?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn walk(folder: &Path, prefix: &str, files: &mut Vec<File>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        let kind = entry.file_type()?;
        if SKIPPED.contains(&name.as_str()) {
            continue;
        }
        if kind.is_dir() {
            walk(&entry.path(), &format!("{path}/"), files)?;
        } else if kind.is_file()
            && let Ok(text) = fs::read_to_string(entry.path())
        {
            files.push(File { path, text });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_ours_and_skips_what_is_built() {
        let folder = tempfile::tempdir().unwrap();
        for path in ["src/lib.rs", "target/debug/out.rs", "third_party/z3.h", ".git", "README.md"] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        fs::write(folder.path().join("picture.bin"), [0xff, 0xfe]).unwrap();
        let paths: Vec<String> = read(folder.path()).unwrap().into_iter().map(|file| file.path).collect();
        assert_eq!(paths, ["README.md", "src/lib.rs"]);
    }

    #[test]
    fn knows_test_files() {
        let is_test = |path: &str| File { path: path.into(), text: String::new() }.is_test();
        assert!(is_test("tests/src/lib.rs") && is_test("crates/ir/src/tests.rs") && is_test("cache/tests/faults.rs"));
        assert!(!is_test("crates/ir/src/lib.rs") && !is_test("tests.md"));
    }
}
