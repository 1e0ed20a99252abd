//! Saved results as a page: a table for each CPU, the newest first, and its picture.

use super::plot;
use super::results::Results;
use anyhow::{Context as _, Result};
use std::fs;
use std::path::{Path, PathBuf};

const HEAD: &str = "# Results of the suite, by CPU

`make bench` measures whole Halide kernels and writes this page (`suite --pages` writes it again). Each CPU has a folder by LLVM's
name, with the numbers kernel by kernel. [docs/benchmarks.md](../../docs/benchmarks.md) has the other figures.
";

/// The results of each CPU's folder, the newest first.
///
/// # Errors
///
/// A file that cannot be read, or is none of results.
pub fn saved(results: &Path, arch: &str) -> Result<Vec<(String, Results)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(results).with_context(|| format!("cannot list {}", results.display()))? {
        let folder = entry?;
        let path = folder.path().join(format!("{arch}.json"));
        if path.exists() {
            let text = fs::read_to_string(&path)?;
            let read = serde_json::from_str(&text).with_context(|| format!("{} holds no results", path.display()))?;
            found.push((folder.file_name().to_string_lossy().into_owned(), read));
        }
    }
    found.sort_by(|(a, x), (b, y): &(String, Results)| y.date.cmp(&x.date).then(a.cmp(b)));
    Ok(found)
}

/// Every file that is made from the saved results, with its text: the page, and a picture for each CPU.
///
/// # Errors
///
/// As [`saved`].
pub fn files(results: &Path, arch: &str) -> Result<Vec<(PathBuf, String)>> {
    let (mut page, mut files) = (HEAD.to_owned(), Vec::new());
    for (folder, of_cpu) in saved(results, arch)? {
        page += &section(&folder, &of_cpu, arch);
        files.push((results.join(&folder).join(format!("{arch}.svg")), plot::picture(&of_cpu)?));
    }
    files.push((results.join("README.md"), page));
    Ok(files)
}

/// Writes them.
///
/// # Errors
///
/// As [`saved`], and a file that cannot be written.
pub fn write(results: &Path, arch: &str) -> Result<()> {
    for (path, text) in files(results, arch)? {
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn section(folder: &str, results: &Results, arch: &str) -> String {
    let Results { name, date, commit, halide, .. } = results;
    let mut text = format!(
        "\n## {name}\n\n{date}, commit {commit}, Halide {halide}. Kernel by kernel: [{arch}.csv]({folder}/{arch}.csv).\n\n\
         | kernels | speed over Halide | the slowest | over plain LLVM code | over clang's C | over gcc's C | cold compile | \
         compile over Halide alone: remembered; another schedule |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n"
    );
    for m in &results.means {
        text += &format!(
            "| {}: {} | {:.2} | {:.3} | {:.2} | {:.2} | {:.2} | {:.2} s, at most {:.1} s | {:.2}; {:.2} |\n",
            m.group,
            m.kernels,
            m.over_halide,
            m.least_over_halide,
            m.over_llvm,
            m.over_clang,
            m.over_gcc,
            m.cold_s,
            m.longest_cold_s,
            m.warm_over_halide,
            m.changed_over_halide
        );
    }
    text + &format!("\n![Speed of each kernel on {name}]({folder}/{arch}.svg)\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::build::root;

    /// `BLESS=1` writes them.
    #[test]
    fn the_page_and_the_pictures_are_of_the_saved_results() {
        let folder = root().join("bench/results");
        let found = files(&folder, "x86_64").unwrap();
        assert!(found.len() >= 4, "there are results of three CPUs");
        for (path, text) in found {
            if std::env::var_os("BLESS").is_some() {
                fs::write(&path, &text).unwrap();
            }
            let same = fs::read_to_string(&path).is_ok_and(|there| there == text);
            assert!(same, "{} is not of the saved results; BLESS=1 writes it", path.display());
        }
    }
}
