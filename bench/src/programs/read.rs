//! Windows out of folders: files of windows, golden cases, and reports of Halide programs.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use isotope_cli::report::{expression, is_report};
use isotope_ir::Window;
use isotope_ir::canon::{Canonical, canonicalise};
use isotope_ir::parse::parse_file;
use isotope_tests::generator::{Elements, generate};

/// Ends the question of a golden case.
const SEPARATOR: &str = "\n---\n";

/// A window to ask.
pub struct Asked {
    /// The file, and the number in it after the first.
    pub name: String,
    /// As it was read.
    pub window: Window,
    /// The canonical form that is searched for.
    pub canonical: Canonical,
    /// How many windows have this canonical form.
    pub times: u64,
}

/// The windows that were read.
#[derive(Default)]
pub struct Windows {
    /// Each canonical form once, in the order of the first of each.
    pub asked: Vec<Asked>,
    /// Lines that do not read as a window, with the reason.
    pub unread: Vec<(String, String)>,
    known: HashMap<[u8; 32], usize>,
}

impl Windows {
    /// Adds a window, or one more occurrence of it.
    pub fn add(&mut self, name: String, window: Window) {
        let canonical = canonicalise(&window);
        let next = self.asked.len();
        let at = *self.known.entry(canonical.hash).or_insert(next);
        match self.asked.get_mut(at) {
            Some(known) => known.times += 1,
            None => self.asked.push(Asked { name, window, canonical, times: 1 }),
        }
    }

    /// Adds the windows of a file or of all files of a folder, by name.
    pub fn add_path(&mut self, path: &Path) -> Result<()> {
        let mut files = vec![path.to_owned()];
        if path.is_dir() {
            let entries = fs::read_dir(path).with_context(|| format!("{} cannot be read", path.display()))?;
            files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
            files.retain(|file| file.extension().is_some_and(|e| e == "txt" || e == "json" || e == "jsonl"));
            files.sort();
        }
        for file in files {
            let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
            self.add_text(&file.file_stem().unwrap_or_default().to_string_lossy(), &text);
        }
        Ok(())
    }

    /// Adds the windows of a text: a report, or expressions.
    pub fn add_text(&mut self, name: &str, text: &str) {
        if !is_report(text) {
            let text = text.split_once(SEPARATOR).map_or(text, |(question, _)| question);
            return self.add_expressions(name, text);
        }
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let name = format!("{name}:{}", at + 1);
            match expression(at + 1, line) {
                // A window that was not asked for is not counted: it is no vector expression of the language.
                Ok(line) if line.asked.is_empty() => {}
                Ok(line) => self.add_expressions(&name, &line.asked),
                Err(why) => self.unread.push((name, why)),
            }
        }
    }

    fn add_expressions(&mut self, name: &str, text: &str) {
        match parse_file(text) {
            Ok(file) => {
                for (at, window) in file.windows.into_iter().enumerate() {
                    let name = if at == 0 { name.to_owned() } else { format!("{name}.{at}") };
                    self.add(name, window);
                }
            }
            Err(error) => {
                let first = error.to_string().lines().next().unwrap_or_default().to_owned();
                self.unread.push((name.to_owned(), first));
            }
        }
    }

    /// Adds random integer windows of consecutive seeds.
    pub fn add_random(&mut self, seed: u64, count: u64) {
        for seed in seed..seed + count {
            self.add(format!("seed {seed}"), generate(seed, Elements::Integers).window);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUM: &str = "uint8x16 ((uint8x16)a + (uint8x16)b)\n";

    #[test]
    fn equal_windows_are_asked_once_and_counted_as_often_as_they_occur() {
        let mut windows = Windows::default();
        windows.add_text("one", SUM);
        windows
            .add_text("golden", &format!("// a case\ntarget x86_64 znver4\n{SUM}---\nproved search 1.0 of 2.0: x\n"));
        windows.add_text("two", "uint8x16 ((uint8x16)x + (uint8x16)y)\nuint8x16 ((uint8x16)x - (uint8x16)y)\n");
        let counted: Vec<(&str, u64)> = windows.asked.iter().map(|a| (a.name.as_str(), a.times)).collect();
        assert_eq!(counted, [("one", 3), ("two.1", 1)]);
        assert!(windows.unread.is_empty(), "{:?}", windows.unread);
    }

    #[test]
    fn reports_are_read_line_by_line_and_what_is_no_window_is_kept_with_its_reason() {
        let line = |asked: &str| {
            serde_json::json!({"place": "p", "target": "t", "used": false, "why_not": "", "asked": asked}).to_string()
        };
        let report = [line(SUM), line(""), line("uint8x16 nonsense("), "{}".to_owned()].join("\n");
        let mut windows = Windows::default();
        windows.add_text("report", &report);
        assert_eq!(windows.asked.len(), 1);
        let unread: Vec<&str> = windows.unread.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(unread, ["report:3", "report:4"]);
    }

    #[test]
    fn random_windows_are_the_same_each_time() {
        let names = |windows: &Windows| windows.asked.iter().map(|a| a.canonical.hash).collect::<Vec<_>>();
        let [mut one, mut two] = [Windows::default(), Windows::default()];
        one.add_random(7, 4);
        two.add_random(7, 4);
        assert_eq!(names(&one), names(&two));
        assert!(!one.asked.is_empty());
    }
}
