//! The suite's results, as they are saved and printed.

use super::groups::Groups;
use crate::measure::{geometric_mean, short};
use anyhow::Result;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Seconds that one kernel takes to compile.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CompileTimes {
    /// Halide alone: a median.
    pub halide_s: f64,
    /// With Isotope and an empty memo.
    pub cold_s: f64,
    /// With the memo of the kernels before it in the suite, and none of its own (the paper's column II).
    pub cross_s: f64,
    /// Once more: a median (column III).
    pub warm_s: f64,
    /// With another schedule of the same vector width, for the first time (column IV).
    pub changed_s: f64,
    /// That schedule by Halide alone: a median.
    pub changed_halide_s: f64,
}

/// One kernel.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct KernelResult {
    /// Its name.
    pub name: String,
    /// Halide's median time over that of Halide with Isotope.
    pub speedup_over_halide: f64,
    /// That of Halide with plain LLVM code for every vector expression over that of Halide with Isotope.
    pub speedup_over_llvm: f64,
    /// Halide's time over that of Halide with Isotope by the model, of what was executed; none where that was not asked for.
    pub gain_by_model: Option<f64>,
    /// Whether every side's output is the reference's.
    pub equal: bool,
    /// Median microseconds of one run.
    pub halide_us: f64,
    /// With Isotope's answers.
    pub isotope_us: f64,
    /// With plain LLVM code.
    pub llvm_us: f64,
    /// The reference in C, by clang.
    pub clang_us: f64,
    /// By gcc.
    pub gcc_us: f64,
    /// How often each side was measured, in turn with the others.
    pub rounds: u64,
    /// Vector expressions of the pipeline.
    pub expressions: u64,
    /// Those whose place an answer took.
    pub used: u64,
    /// Seconds to compile it.
    pub compile: CompileTimes,
}

/// All of them.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Results {
    /// The processor, as pages name it.
    pub name: String,
    /// The day of the run: `2026-11-25`.
    pub date: String,
    /// The commit that was measured, as git shortens it.
    pub commit: String,
    /// The processor, as the system names it.
    pub cpu: String,
    /// As Halide names it.
    pub target: String,
    /// Its version.
    pub halide: u32,
    /// Of all kernels, then of each group.
    pub means: Vec<Means>,
    /// In the suite's order.
    pub kernels: Vec<KernelResult>,
}

/// Geometric means over a group of kernels.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Means {
    /// The group's name.
    pub group: String,
    /// How many kernels were measured.
    pub kernels: usize,
    /// Times Halide's own speed.
    pub over_halide: f64,
    /// The least of them: no mean.
    pub least_over_halide: f64,
    /// Times plain LLVM code's.
    pub over_llvm: f64,
    /// Times that of the reference in C, by clang.
    pub over_clang: f64,
    /// By gcc.
    pub over_gcc: f64,
    /// Seconds to compile with an empty memo.
    pub cold_s: f64,
    /// The most of them: no mean.
    pub longest_cold_s: f64,
    /// Time to compile with a warm memo, over Halide alone.
    pub warm_over_halide: f64,
    /// Time to compile another schedule for the first time, over Halide alone.
    pub changed_over_halide: f64,
}

/// The means of all kernels and of the groups.
pub fn means(kernels: &[KernelResult], groups: &Groups) -> Vec<Means> {
    let sorted = groups.sorted(kernels, |kernel| &kernel.name);
    sorted.into_iter().map(|(group, kernels)| means_of(group, &kernels)).collect()
}

fn means_of(group: String, kernels: &[&KernelResult]) -> Means {
    let of = |of: fn(&KernelResult) -> f64| mean(kernels, |k| of(k));
    Means {
        group,
        kernels: kernels.len(),
        over_halide: of(|k| k.speedup_over_halide),
        least_over_halide: kernels.iter().map(|k| k.speedup_over_halide).fold(f64::INFINITY, f64::min),
        over_llvm: of(|k| k.speedup_over_llvm),
        over_clang: of(|k| k.clang_us / k.isotope_us),
        over_gcc: of(|k| k.gcc_us / k.isotope_us),
        cold_s: of(|k| k.compile.cold_s),
        longest_cold_s: kernels.iter().map(|k| k.compile.cold_s).fold(0.0, f64::max),
        warm_over_halide: of(|k| k.compile.warm_s / k.compile.halide_s),
        changed_over_halide: of(|k| k.compile.changed_s / k.compile.changed_halide_s),
    }
}

/// The geometric mean of something of each kernel.
pub fn mean<T>(all: &[T], of: impl Fn(&T) -> f64) -> f64 {
    geometric_mean(&all.iter().map(of).collect::<Vec<_>>()).unwrap_or(0.0)
}

/// Writes `<arch>.json`, all of the results, and `<arch>.csv`, a row for each kernel, into a folder.
///
/// # Errors
///
/// A file that cannot be written.
pub fn write(
    folder: &Path,
    arch: &str,
    results: &impl Serialize,
    header: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let json = serde_json::to_string_pretty(results)? + "\n";
    std::fs::write(folder.join(format!("{arch}.json")), json)?;
    let mut csv = csv::Writer::from_path(folder.join(format!("{arch}.csv")))?;
    csv.write_record(header)?;
    for row in rows {
        csv.write_record(row)?;
    }
    csv.flush()?;
    Ok(())
}

impl Results {
    /// The means of all kernels; none of no kernels.
    pub fn all(&self) -> Option<&Means> {
        self.means.first()
    }

    /// Writes `<arch>.json` and `<arch>.csv` into a folder.
    pub fn save(&self, folder: &Path, arch: &str) -> Result<()> {
        let rows = self.kernels.iter().map(|kernel| row(kernel, |number| format!("{number:.4}")));
        write(folder, arch, self, &HEADER, rows)
    }

    /// A line for each kernel.
    pub fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_preset(NOTHING).set_header(HEADER);
        for kernel in &self.kernels {
            table.add_row(row(kernel, short));
        }
        table
    }

    /// A line for each group of kernels.
    pub fn means_table(&self) -> Table {
        let mut table = Table::new();
        table.load_preset(NOTHING).set_header(MEANS_HEADER);
        for m in &self.means {
            let speeds = [m.over_halide, m.least_over_halide, m.over_llvm, m.over_clang, m.over_gcc];
            let compiling = [m.cold_s, m.longest_cold_s, m.warm_over_halide, m.changed_over_halide];
            let numbers = speeds.into_iter().chain(compiling).map(short);
            table.add_row([m.group.clone(), m.kernels.to_string()].into_iter().chain(numbers));
        }
        table
    }
}

const HEADER: [&str; 17] = [
    "kernel",
    "over halide",
    "by model",
    "over llvm",
    "equal",
    "halide us",
    "isotope us",
    "llvm us",
    "clang us",
    "gcc us",
    "used",
    "halide s",
    "cold s",
    "cross s",
    "warm s",
    "changed s",
    "changed halide s",
];

const MEANS_HEADER: [&str; 11] = [
    "kernels",
    "",
    "over halide",
    "least",
    "over llvm",
    "over clang",
    "over gcc",
    "cold s",
    "longest",
    "warm / halide",
    "changed / halide",
];

fn row(kernel: &KernelResult, number: impl Fn(f64) -> String) -> Vec<String> {
    let mut row = vec![kernel.name.clone()];
    row.push(number(kernel.speedup_over_halide));
    row.push(kernel.gain_by_model.map_or("-".to_owned(), &number));
    row.push(number(kernel.speedup_over_llvm));
    row.push(if kernel.equal { "equal" } else { "DIFFERENT" }.to_owned());
    let times = [kernel.halide_us, kernel.isotope_us, kernel.llvm_us, kernel.clang_us, kernel.gcc_us];
    row.extend(times.map(&number));
    row.push(format!("{}/{}", kernel.used, kernel.expressions));
    let compile = &kernel.compile;
    let times = [compile.halide_s, compile.cold_s, compile.cross_s, compile.warm_s, compile.changed_s];
    row.extend(times.map(&number));
    row.push(number(compile.changed_halide_s));
    row
}
