//! What the suite found, as it is saved and printed.

use crate::measure::{geometric_mean, short};
use anyhow::Result;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use serde::Serialize;
use std::path::Path;

/// Seconds that one kernel takes to compile.
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
pub struct KernelResult {
    /// Its name.
    pub name: String,
    /// Halide's median time over that of Halide with Isotope.
    pub speedup_over_halide: f64,
    /// That of Halide with plain LLVM code for every vector expression over that of Halide with Isotope.
    pub speedup_over_llvm: f64,
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
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    /// The processor, as the system names it.
    pub cpu: String,
    /// As Halide names it.
    pub target: String,
    /// Its version.
    pub halide: u32,
    /// Geometric means over all kernels.
    pub speedup_over_halide: f64,
    /// The same, over plain LLVM code.
    pub speedup_over_llvm: f64,
    /// In the suite's order.
    pub kernels: Vec<KernelResult>,
}

/// The geometric mean of something of each kernel.
pub fn mean<T>(all: &[T], of: impl Fn(&T) -> f64) -> f64 {
    geometric_mean(&all.iter().map(of).collect::<Vec<_>>()).unwrap_or(0.0)
}

impl Results {
    /// Writes `<arch>.json` and `<arch>.csv` into a folder.
    pub fn save(&self, folder: &Path, arch: &str) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        let json = serde_json::to_string_pretty(self)? + "\n";
        std::fs::write(folder.join(format!("{arch}.json")), json)?;
        let mut csv = csv::Writer::from_path(folder.join(format!("{arch}.csv")))?;
        csv.write_record(HEADER)?;
        for kernel in &self.kernels {
            csv.write_record(row(kernel, |number| format!("{number:.4}")))?;
        }
        csv.flush()?;
        Ok(())
    }

    /// A line for each kernel, and the geometric means.
    pub fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_preset(NOTHING).set_header(HEADER);
        for kernel in &self.kernels {
            table.add_row(row(kernel, short));
        }
        let all = |of: fn(&KernelResult) -> f64| short(mean(&self.kernels, of));
        let mut means = vec!["geometric mean".to_owned(), all(|k| k.speedup_over_halide), all(|k| k.speedup_over_llvm)];
        means.extend([String::new(), all(|k| k.halide_us), all(|k| k.isotope_us), all(|k| k.llvm_us)]);
        means.extend([all(|k| k.clang_us), all(|k| k.gcc_us), String::new(), all(|k| k.compile.halide_s)]);
        means.extend([all(|k| k.compile.cold_s), all(|k| k.compile.cross_s), all(|k| k.compile.warm_s)]);
        means.extend([all(|k| k.compile.changed_s), all(|k| k.compile.changed_halide_s)]);
        table.add_row(means);
        table
    }
}

const HEADER: [&str; 16] = [
    "kernel",
    "over halide",
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

fn row(kernel: &KernelResult, number: impl Fn(f64) -> String) -> Vec<String> {
    let mut row = vec![kernel.name.clone(), number(kernel.speedup_over_halide), number(kernel.speedup_over_llvm)];
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
