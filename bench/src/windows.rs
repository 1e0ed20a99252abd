//! The windows to measure: those of the test cases, one text for each.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use isotope_ir::Window;
use isotope_ir::parse::parse_file;
use isotope_ir::print::print;

/// One window of the corpus.
pub struct Case {
    /// The kernel's name; the second and later windows of a kernel get a number: `demosaic.3`.
    pub name: String,
    /// Its text form, as sent.
    pub text: String,
    /// The window that the text denotes.
    pub window: Window,
}

/// The folder of the windows for one instruction set (`x86`, `arm`, `hvx`).
pub fn folder(set: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/windows").join(set)
}

/// Which text of a window is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Wording {
    /// As canonical lines have it: leaves have names only.
    Canonical,
    /// As Halide printed it: loads have their addresses.
    Printed,
}

/// All windows of a folder, in the order of their names.
pub fn read(folder: &Path, wording: Wording) -> Result<Vec<Case>> {
    let entries = fs::read_dir(folder).with_context(|| format!("no windows in {}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let kernel = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let text = if wording == Wording::Printed { as_printed(&text) } else { text };
        let file = parse_file(&text).with_context(|| format!("{} does not parse", path.display()))?;
        for (index, window) in file.windows.into_iter().enumerate() {
            let name = if index == 0 { kernel.clone() } else { format!("{kernel}.{index}") };
            cases.push(Case { name, text: print(&window), window });
        }
    }
    Ok(cases)
}

/// The commented expressions of a file, each with the type of the canonical line below it.
fn as_printed(text: &str) -> String {
    let (mut out, mut printed) = (String::new(), None);
    for line in text.lines() {
        if let Some(original) = line.strip_prefix("// as printed: ") {
            printed = Some(original);
        } else if !line.starts_with("//")
            && let (Some((ty, _)), Some(original)) = (line.split_once(' '), printed.take())
        {
            out += &format!("{ty} {original}\n");
        }
    }
    out
}
