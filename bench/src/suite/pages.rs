//! Saved results as a page: a table for each CPU, the newest first, and its picture.

use super::counted_results::{Baseline, CountedMeans, CountedResults, means};
use super::groups::Groups;
use super::plot::{self, Bars};
use super::results::Results;
use super::target::{Measure, Target};
use anyhow::{Context as _, Result};
use serde::de::DeserializeOwned;
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
fn saved<T: DeserializeOwned>(results: &Path, arch: &str, date: impl Fn(&T) -> &str) -> Result<Vec<(String, T)>> {
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
    found.sort_by(|(a, x), (b, y): &(String, T)| date(y).cmp(date(x)).then(a.cmp(b)));
    Ok(found)
}

/// Every file that is made from the saved results, with its text: the page, and a picture for each CPU. Measurements by the
/// clock come first.
///
/// # Errors
///
/// A folder or a file that cannot be read, or one that is none of results.
pub fn files(results: &Path) -> Result<Vec<(PathBuf, String)>> {
    let (mut clocked, mut counted, mut files) = (String::new(), String::new(), Vec::new());
    for arch in Target::known()? {
        let picture = |folder: &str| results.join(folder).join(format!("{arch}.svg"));
        match Target::read(&arch)?.measure {
            Measure::Clock { .. } => {
                for (folder, of_cpu) in saved(results, &arch, |r: &Results| &r.date)? {
                    clocked += &section(&folder, &of_cpu, &arch);
                    files.push((picture(&folder), plot::picture(bars(&of_cpu))?));
                }
            }
            Measure::Counts(_) => {
                for (folder, of_cpu) in saved(results, &arch, |r: &CountedResults| &r.date)? {
                    counted += &counted_section(&folder, &of_cpu, &arch);
                    files.push((picture(&folder), plot::picture(counted_bars(&of_cpu))?));
                }
            }
        }
    }
    files.push((results.join("README.md"), format!("{HEAD}{clocked}{counted}")));
    Ok(files)
}

/// Takes the means of saved counts again where the groups are others now; what is of today's groups stays as it was written.
///
/// # Errors
///
/// As [`files`], groups that cannot be read, and a file that cannot be written.
pub fn regroup(results: &Path) -> Result<()> {
    for arch in Target::known()? {
        if let Measure::Counts(_) = Target::read(&arch)?.measure {
            for (folder, mut of_cpu) in saved(results, &arch, |r: &CountedResults| &r.date)? {
                let names: Vec<&str> = of_cpu.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
                let means = means(&of_cpu.kernels, &Groups::read(&names, &arch)?);
                if !same(&of_cpu.means, &means) {
                    of_cpu.means = means;
                    of_cpu.save(&results.join(folder), &arch)?;
                }
            }
        }
    }
    Ok(())
}

/// Whether means are of the same kernels in the same groups, the last digits apart.
fn same(a: &[CountedMeans], b: &[CountedMeans]) -> bool {
    let close = |x: f64, y: f64| (x - y).abs() <= 1e-9 * x.abs();
    let alike = |(a, b): (&CountedMeans, &CountedMeans)| {
        let named = (&a.group, a.kernels) == (&b.group, b.kernels);
        named && close(a.over_halide, b.over_halide) && close(a.over_llvm, b.over_llvm)
    };
    a.len() == b.len() && a.iter().zip(b).all(alike)
}

/// Writes them.
///
/// # Errors
///
/// As [`files`], and a file that cannot be written.
pub fn write(results: &Path) -> Result<()> {
    for (path, text) in files(results)? {
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn bars(of: &Results) -> Bars<'_> {
    let kernels = of.kernels.iter().map(|k| (k.name.as_str(), k.speedup_over_halide)).collect();
    Bars { name: &of.name, halide: of.halide, mean: of.all().map_or(1.0, |means| means.over_halide), kernels }
}

fn counted_bars(of: &CountedResults) -> Bars<'_> {
    let kernels = of.kernels.iter().filter_map(|k| Some((k.name.as_str(), k.speedup_over_halide?))).collect();
    Bars { name: &of.name, halide: of.halide, mean: of.means.first().map_or(1.0, |means| means.over_halide), kernels }
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

fn counted_section(folder: &str, results: &CountedResults, arch: &str) -> String {
    let CountedResults { name, date, commit, halide, target, emulator, model, alignment, .. } = results;
    let equal = results.kernels.iter().filter(|kernel| kernel.equal).count();
    let of = results.kernels.len();
    let count = |baseline| results.kernels.iter().filter(|kernel| kernel.halide == baseline).count();
    let (wrong, none) = (count(Baseline::Wrong), count(Baseline::NoCode));
    let lacking = match wrong + none {
        0 => String::new(),
        _ => format!(
            "Halide alone refuses {none} of the kernels and computes {wrong} wrongly: it is compared on the others.\n"
        ),
    };
    let mut text = format!(
        "\n## {name}\n\n{date}, commit {commit}, Halide {halide} for `{target}`, alignment of buffers {alignment}.\n\
         Executed on {emulator}; cycles by {model}.\n\
         Speeds are ratios of simulated cycles; outputs of {equal} of {of} kernels equal the references. Compile times are this\n\
         machine's, beside whatever else it did. {lacking}Kernel by kernel: [{arch}.csv]({folder}/{arch}.csv).\n\n\
         | kernels | speed over Halide | by throughput | the slowest | over plain LLVM code | over clang's C | the slowest over \
         clang's C | cold compile | compile over Halide alone, remembered |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for m in &results.means {
        text += &format!(
            "| {}: {} | {:.2} | {:.2} | {:.3} | {:.2} | {:.2} | {:.3} | {:.2} s, at most {:.1} s | {:.2} |\n",
            m.group,
            m.kernels,
            m.over_halide,
            m.over_halide_by_throughput,
            m.least_over_halide,
            m.over_llvm,
            m.over_clang,
            m.least_over_clang,
            m.cold_s,
            m.longest_cold_s,
            m.warm_over_halide
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
        let found = files(&folder).unwrap();
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
