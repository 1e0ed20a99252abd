//! Pairs of programs in `tests/cases/check`, read by `mlir-opt-19`.

use super::{Module, Options, Sizes, read};
use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One file: two programs, and how they are checked.
pub struct Case {
    /// `KIND/NAME`.
    pub name: String,
    /// The first and the second program.
    pub modules: [Module; 2],
    /// Its comments' settings, by the word before the colon.
    pub settings: HashMap<String, String>,
}

impl Case {
    /// How it is checked, without executions, which show differences only.
    pub fn options(&self) -> Options {
        let all = self.settings.get("sizes").and_then(|size| size.parse().ok());
        Options {
            sizes: Sizes { all, ..Sizes::default() },
            entry: self.settings.get("entry").cloned(),
            max_steps: 1 << 16,
            executions: 0,
            ..Options::default()
        }
    }
}

/// The files of `wrong` or `right`, by name.
pub fn cases(folder: &str) -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/check").join(folder);
    let list = |of: &Path| -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> = std::fs::read_dir(of).unwrap().map(|entry| entry.unwrap().path()).collect();
        all.sort();
        all
    };
    let files: Vec<PathBuf> = list(&root).iter().flat_map(|kind| list(kind)).collect();
    assert!(!files.is_empty(), "{} has no cases", root.display());
    let texts: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let mut generic = generic(&texts.join("// -----\n")).into_iter();
    let mut cases = Vec::new();
    for (file, text) in files.iter().zip(&texts) {
        let name = file.strip_prefix(&root).unwrap().with_extension("").to_string_lossy().into_owned();
        assert_eq!(text.matches("// -----").count(), 1, "{name} has two programs");
        let mut next = || {
            let text = generic.next().unwrap_or_else(|| panic!("mlir-opt-19 prints too few programs: {name} has none"));
            read(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"))
        };
        let modules = [next(), next()];
        let lines = text.lines().filter_map(|line| line.strip_prefix("// ")?.split_once(": "));
        let settings = lines.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        cases.push(Case { name, modules, settings });
    }
    cases
}

/// The programs of a text in the generic form.
fn generic(text: &str) -> Vec<String> {
    let mut child = Command::new("mlir-opt-19")
        .args(["--split-input-file", "--mlir-print-op-generic"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, text) = (child.stdin.take().unwrap(), text.to_owned());
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "mlir-opt-19 refuses a program");
    String::from_utf8(output.stdout).unwrap().split("// -----").map(str::to_owned).collect()
}
