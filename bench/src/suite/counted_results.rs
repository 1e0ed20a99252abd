//! The suite's counts, as they are saved and printed.

use super::groups::Groups;
use super::mca::Cycles;
use super::results::{mean, write};
use crate::measure::short;
use anyhow::Result;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// One side of a kernel, run once.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Totals {
    /// Executed instructions, without the driver's, `memset`'s and `memcpy`'s.
    pub instructions: u64,
    /// The model's cycles for them.
    pub cycles: Cycles,
    /// FNV-1a of its output.
    pub hash: String,
}

/// Times the speed of other code.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Speeds {
    /// Halide's own.
    pub over_halide: Option<f64>,
    /// Halide's with plain LLVM code for every vector expression.
    pub over_llvm: Option<f64>,
    /// The reference in C.
    pub over_clang: Option<f64>,
}

/// The code of Halide's own that a kernel is compared with.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Baseline {
    /// Its output is the reference's.
    #[default]
    Right,
    /// It computes something else.
    Wrong,
    /// Halide refuses the kernel.
    #[serde(rename = "no code")]
    NoCode,
}

/// Seconds that one kernel takes to compile.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct ColdAndWarm {
    /// Halide alone: a median; none where it refuses the kernel.
    pub halide_s: Option<f64>,
    /// With Isotope and an empty memo.
    pub cold_s: f64,
    /// Once more: a median.
    pub warm_s: f64,
}

/// One kernel.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CountedKernel {
    /// Its name.
    pub name: String,
    /// Halide's own code.
    #[serde(default)]
    pub halide: Baseline,
    /// Simulated cycles of Halide's own code over those of Halide with Isotope; none of code that is not there or wrong.
    pub speedup_over_halide: Option<f64>,
    /// The same of Halide with plain LLVM code for every vector expression.
    pub speedup_over_llvm: Option<f64>,
    /// The same of the reference in C, by clang.
    pub speedup_over_clang: Option<f64>,
    /// The three by throughput in place of simulated cycles.
    pub by_throughput: Speeds,
    /// Whether the output of Halide with Isotope is the reference's, and that of clang's code as well.
    pub equal: bool,
    /// FNV-1a of the output of the reference on the machine that ran the suite.
    pub reference: String,
    /// Bytes of the output.
    pub output_bytes: usize,
    /// The sides: `halide`, `isotope`, `llvm`, `clang`.
    pub sides: BTreeMap<String, Totals>,
    /// Vector expressions of the pipeline.
    pub expressions: u64,
    /// Those whose place an answer took.
    pub used: u64,
    /// Seconds to compile it, on the machine that ran the suite.
    pub compile: ColdAndWarm,
}

/// All of them.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CountedResults {
    /// The processor, as pages name it.
    pub name: String,
    /// The day of the run: `2026-11-25`.
    pub date: String,
    /// The commit that was measured, as git shortens it.
    pub commit: String,
    /// The processor that compile times are of, as the system names it.
    pub compiled_on: String,
    /// As Halide names it.
    pub target: String,
    /// In LLVM's names.
    pub mcpu: String,
    /// Halide's version.
    pub halide: u32,
    /// The emulator's name and version.
    pub emulator: String,
    /// Of whose model the cycles are.
    pub model: String,
    /// The alignment that the kernels state of their buffers.
    pub alignment: String,
    /// Of all kernels, then of each group.
    pub means: Vec<CountedMeans>,
    /// In the suite's order.
    pub kernels: Vec<CountedKernel>,
}

/// Geometric means over a group of kernels.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CountedMeans {
    /// The group's name.
    pub group: String,
    /// How many kernels were measured.
    pub kernels: usize,
    /// Of how many Halide's own code computes what the reference does: those that it is compared on.
    #[serde(default)]
    pub halide_right: usize,
    /// Times Halide's own speed, by simulated cycles.
    pub over_halide: f64,
    /// The same by throughput.
    pub over_halide_by_throughput: f64,
    /// The least of the simulated ones: no mean.
    pub least_over_halide: f64,
    /// Times plain LLVM code's speed.
    pub over_llvm: f64,
    /// Times the speed of the reference in C.
    pub over_clang: f64,
    /// The least of them: no mean.
    pub least_over_clang: f64,
    /// Seconds to compile with an empty memo.
    pub cold_s: f64,
    /// The most of them: no mean.
    pub longest_cold_s: f64,
    /// Time to compile with a warm memo, over Halide alone.
    pub warm_over_halide: f64,
}

/// The means of all kernels and of the groups.
pub fn means(kernels: &[CountedKernel], groups: &Groups) -> Vec<CountedMeans> {
    let sorted = groups.sorted(kernels, |kernel| &kernel.name);
    sorted.into_iter().map(|(group, kernels)| means_of(group, &kernels)).collect()
}

fn means_of(group: String, kernels: &[&CountedKernel]) -> CountedMeans {
    let some = |of: fn(&CountedKernel) -> Option<f64>| kernels.iter().filter_map(|k| of(k)).collect::<Vec<f64>>();
    let of = |of: fn(&CountedKernel) -> Option<f64>| mean(&some(of), |ratio| *ratio);
    let least = |of: fn(&CountedKernel) -> Option<f64>| some(of).into_iter().fold(f64::INFINITY, f64::min);
    CountedMeans {
        group,
        kernels: kernels.len(),
        halide_right: kernels.iter().filter(|k| k.halide == Baseline::Right).count(),
        over_halide: of(|k| k.speedup_over_halide),
        over_halide_by_throughput: of(|k| k.by_throughput.over_halide),
        least_over_halide: least(|k| k.speedup_over_halide),
        over_llvm: of(|k| k.speedup_over_llvm),
        over_clang: of(|k| k.speedup_over_clang),
        least_over_clang: least(|k| k.speedup_over_clang),
        cold_s: of(|k| Some(k.compile.cold_s)),
        longest_cold_s: kernels.iter().map(|k| k.compile.cold_s).fold(0.0, f64::max),
        warm_over_halide: of(|k| Some(k.compile.warm_s / k.compile.halide_s?)),
    }
}

impl CountedKernel {
    /// Simulated cycles of a side for 64 bytes of output.
    fn cycles(&self, side: &str) -> Option<f64> {
        Some(self.sides.get(side)?.cycles.simulated * 64.0 / self.output_bytes as f64)
    }
}

impl Baseline {
    /// As tables have it.
    pub fn word(self) -> &'static str {
        match self {
            Baseline::Right => "right",
            Baseline::Wrong => "WRONG",
            Baseline::NoCode => "no code",
        }
    }
}

impl CountedResults {
    /// Writes `<arch>.json` and `<arch>.csv` into a folder.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
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
            let speeds = [m.over_halide, m.over_halide_by_throughput, m.least_over_halide, m.over_llvm];
            let others = [m.over_clang, m.least_over_clang, m.cold_s, m.longest_cold_s, m.warm_over_halide];
            let numbers = speeds.into_iter().chain(others).map(short);
            table.add_row([m.group.clone(), m.kernels.to_string()].into_iter().chain(numbers));
        }
        table
    }
}

/// Cycles are simulated, for 64 bytes of output.
const HEADER: [&str; 15] = [
    "kernel",
    "over halide",
    "by throughput",
    "over llvm",
    "over clang",
    "equal",
    "halide",
    "halide cycles",
    "isotope cycles",
    "llvm cycles",
    "clang cycles",
    "used",
    "halide s",
    "cold s",
    "warm s",
];

const MEANS_HEADER: [&str; 11] = [
    "kernels",
    "",
    "over halide",
    "by throughput",
    "least",
    "over llvm",
    "over clang",
    "least",
    "cold s",
    "longest",
    "warm / halide",
];

fn row(kernel: &CountedKernel, number: impl Fn(f64) -> String) -> Vec<String> {
    let known = |ratio: Option<f64>| ratio.map_or(String::new(), &number);
    let mut row = vec![kernel.name.clone()];
    let speeds = [kernel.speedup_over_halide, kernel.by_throughput.over_halide, kernel.speedup_over_llvm];
    row.extend(speeds.map(known));
    row.push(known(kernel.speedup_over_clang));
    row.push(if kernel.equal { "equal" } else { "DIFFERENT" }.to_owned());
    row.push(kernel.halide.word().to_owned());
    row.extend(["halide", "isotope", "llvm", "clang"].map(|side| known(kernel.cycles(side))));
    row.push(format!("{}/{}", kernel.used, kernel.expressions));
    row.extend([kernel.compile.halide_s, Some(kernel.compile.cold_s), Some(kernel.compile.warm_s)].map(known));
    row
}
