//! `isotope check` of the kernels of PolyBench, LARGE, against what `mlir-opt` makes of them by tiling, over one run of the kernel as
//! floats: a table, and the same as a file of `bench/results`.
//!
//! Both are times of the processor, of one thread, so that other programs on the machine count little. The run as floats is that of the kernel before the pass: lowered by `mlir-opt`, `opt -O3` and
//! `llc -O3` for this processor, the best of three.

#[path = "../../../crates/kernel/tests/sizes.rs"]
mod sizes;

use anyhow::{Context, Result};
use clap::Parser;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_bench::loops::{Passed, fast, output, seconds};
use isotope_bench::saved;
use isotope_kernel::check::{Options, Verdict, check, key};
use isotope_mlir::ir::Module;
use isotope_mlir::read;
use serde::Serialize;
use std::path::PathBuf;

/// Measures what checks cost.
#[derive(Parser)]
struct Arguments {
    /// Kernels, by the names of their files [default: all but those that no check ends for in minutes]
    kernels: Vec<String>,
    /// The pass that is checked.
    #[arg(long, default_value = "affine-loop-tile{tile-size=32}")]
    pass: String,
    /// Which sizes: large or small.
    #[arg(long, default_value = "large")]
    sizes: String,
    /// Floats may be reordered.
    #[arg(long)]
    fast: bool,
    /// Where results are written; the processor has a folder of its own in it.
    #[arg(long, value_name = "FOLDER", default_value = "bench/results")]
    results: PathBuf,
}

/// Kernels whose checks take minutes: what an iteration needs is made by the one before it, or it makes free terms of several operands.
const SLOW: [&str; 6] = ["adi", "deriche", "floyd-warshall", "nussinov", "seidel-2d", "heat-3d"];

/// The times of one kernel, in seconds.
#[derive(Serialize)]
struct Row {
    kernel: String,
    verdict: String,
    float_s: f64,
    check_s: f64,
    ratio: f64,
}

const FOLDER: &str = "tests/cases/kernel/polybench";

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let cpu = isotope_run::host_cpu()?;
    let mut rows: Vec<Row> = Vec::new();
    for name in names(&arguments)? {
        let row = measured(&arguments, &name).with_context(|| name.clone())?;
        println!("{name}: {}, {:.2} s over {:.2} s: {:.1}", row.verdict, row.check_s, row.float_s, row.ratio);
        rows.push(row);
    }
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(["kernel", "verdict", "float, s", "check, s", "ratio"]);
    for row in &rows {
        let [float, check, ratio] = [row.float_s, row.check_s, row.ratio].map(|number| format!("{number:.2}"));
        table.add_row([&row.kernel, &row.verdict, &float, &check, &ratio]);
    }
    println!("{table}");
    let file = saved::file(&arguments.results, &cpu, if arguments.fast { "check_fast" } else { "check" })?;
    saved::write(&file, &rows)?;
    println!("{}", file.display());
    Ok(())
}

fn names(arguments: &Arguments) -> Result<Vec<String>> {
    if !arguments.kernels.is_empty() {
        return Ok(arguments.kernels.clone());
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(FOLDER)? {
        let path = entry?.path();
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        if !SLOW.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn measured(arguments: &Arguments, name: &str) -> Result<Row> {
    let text = std::fs::read_to_string(format!("{FOLDER}/{name}.mlir"))?;
    let mut text = sizes::sized(&text, &arguments.sizes, 0).context("it has no such sizes")?;
    if arguments.fast {
        text = fast(&text);
    }
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("kernel.mlir");
    std::fs::write(&source, text)?;
    let generic = |pass: &str| -> Result<Module> {
        let pipeline = format!("--pass-pipeline=builtin.module({pass})");
        let text = output("mlir-opt-19", &[&pipeline, "--mlir-print-op-generic"], &source)?;
        Ok(read(&text)?)
    };
    let (before, after) = (generic("")?, generic(&format!("func.func({})", arguments.pass))?);
    let began = processor_seconds()?;
    let options = Options { key: key("", &before, &after), executions: 0, ..Options::default() };
    let verdict = match check(&before, &after, &options) {
        Err(error) => format!("no verdict: {error}"),
        Ok(Verdict::Identity(of)) => format!("equal, error < 2^{:.0}", of.error_bits.ceil()),
        Ok(Verdict::Different(of)) => format!("different: {}", of.cell),
        Ok(Verdict::Open { why, .. }) => format!("not shown: {why}"),
    };
    let check_s = processor_seconds()? - began;
    let float_s = seconds(folder.path(), &source, &before, Passed::WithSizes)?;
    Ok(Row { kernel: name.to_owned(), verdict, float_s, check_s, ratio: check_s / float_s })
}

/// Seconds that this thread has had of the processor.
fn processor_seconds() -> Result<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = text.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds * 1e-9)
}
