//! Nests of loops as `isotope pack` and `isotope tile` leave them, timed beside what they were, beside what GPAT packs, and beside the tiles of
//! `mlir-opt`: a table, and the same as a file of `bench/results`.
//!
//! The kernels are those of PolyBench at LARGE sizes, and the contraction of GPAT's paper. Times are the processor's, of one thread, the
//! least of three. Every program is compared with the kernel before it is timed.

#[path = "../../../crates/kernel/tests/sizes.rs"]
mod sizes;

use anyhow::{Context, Result, bail};
use clap::Parser;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_bench::loops::{Passed, fast, output, seconds};
use isotope_kernel::check::{Options, Verdict, check, key};
use isotope_mlir::ir::Module;
use isotope_mlir::{print, read};
use isotope_nest::pack::{Way, pack};
use isotope_nest::tile::{Sizes, tile};
use isotope_nest::{Machine, Nests};
use isotope_smt::InProcess;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Measures packed and tiled nests.
#[derive(Parser)]
struct Arguments {
    /// Kernels, by the names of their files [default: those that GPAT packs]
    kernels: Vec<String>,
    /// The pass of mlir-opt before a kernel of PolyBench is packed; empty: none.
    #[arg(long, default_value = "affine-loop-tile{cache-size=256}")]
    before: String,
    /// The tiles of mlir-opt beside which ours are timed.
    #[arg(long, default_value = "affine-loop-tile{tile-size=32}")]
    tiles: String,
    /// Floats may be reordered.
    #[arg(long)]
    fast: bool,
    /// Only decisions and comparisons.
    #[arg(long)]
    untimed: bool,
    /// Where results are written; the processor has a folder of its own in it.
    #[arg(long, value_name = "FOLDER", default_value = "bench/results")]
    results: PathBuf,
}

/// Kernels that GPAT packs: those of its paper.
const PACKED: [&str; 6] = ["contraction", "doitgen", "2mm", "3mm", "trmm", "gramschmidt"];

/// The times of one kernel, in seconds; 0: not timed.
#[derive(Serialize, Default)]
struct Row {
    kernel: String,
    /// As the pass before leaves it.
    before_s: f64,
    /// With what GPAT packs, and how many arrays.
    gpat_s: f64,
    gpat: usize,
    /// With what is packed by counts.
    packed_s: f64,
    packed: usize,
    /// In the tiles of `mlir-opt`.
    other_tiles_s: f64,
    /// In our tiles, packed by counts then, and how many bands.
    tiled_s: f64,
    tiled: usize,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let cpu = isotope_run::host_cpu()?;
    let named =
        if arguments.kernels.is_empty() { PACKED.map(str::to_owned).to_vec() } else { arguments.kernels.clone() };
    let mut rows = Vec::new();
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header([
        "kernel",
        "before, s",
        "GPAT, s",
        "packs",
        "packed, s",
        "packs",
        "over GPAT",
        "mlir-opt's tiles, s",
        "tiled, s",
        "bands",
        "over these",
    ]);
    for name in named {
        let row = measured(&arguments, &name).with_context(|| name.clone())?;
        let [before, gpat, packed, other, tiled] =
            [row.before_s, row.gpat_s, row.packed_s, row.other_tiles_s, row.tiled_s].map(|time| format!("{time:.3}"));
        let ratio = |of: f64, over: f64| format!("{:.2}", of / over);
        let counts = [row.gpat, row.packed, row.tiled].map(|count| count.to_string());
        let [packs, ours, bands] = counts;
        let (over_gpat, over_other) = (ratio(row.gpat_s, row.packed_s), ratio(row.other_tiles_s, row.tiled_s));
        println!(
            "{name}: {before} {gpat} ({packs}) {packed} ({ours}) {over_gpat}; {other} {tiled} ({bands}) {over_other}"
        );
        table.add_row([name, before, gpat, packs, packed, ours, over_gpat, other, tiled, bands, over_other]);
        rows.push(row);
    }
    println!("{table}");
    if arguments.untimed {
        return Ok(());
    }
    let folder = arguments.results.join(&cpu);
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(if arguments.fast { "nests_fast.csv" } else { "nests.csv" });
    let mut writer = csv::Writer::from_path(&file)?;
    rows.iter().try_for_each(|row| writer.serialize(row))?;
    writer.flush()?;
    println!("{}", file.display());
    Ok(())
}

/// The text of a kernel.
fn kernel(arguments: &Arguments, name: &str) -> Result<String> {
    let text = match name {
        "contraction" => std::fs::read_to_string("tests/cases/nest/gpat/contraction.mlir")?,
        name => {
            let text = std::fs::read_to_string(format!("tests/cases/kernel/polybench/{name}.mlir"))?;
            sizes::sized(&text, "large", 0).context("it has no such sizes")?
        }
    };
    // One function is timed. Its arrays do not overlap.
    let text = text.replace("xf64>,", "xf64> {llvm.noalias},").replace("xf64>)", "xf64> {llvm.noalias})");
    let flags =
        |line: &str| line.contains("func.func") || line.trim_start().starts_with('%') && line.contains(": memref");
    let lines = text.lines().map(|line| match flags(line) && !line.contains(" = ") {
        true => line.to_owned(),
        false => line.replace(" {llvm.noalias}", ""),
    });
    let text = lines.collect::<Vec<_>>().join("\n") + "\n";
    Ok(if arguments.fast { fast(&text) } else { text })
}

fn measured(arguments: &Arguments, name: &str) -> Result<Row> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("kernel.mlir");
    std::fs::write(&source, kernel(arguments, name)?)?;
    let generic = |pass: &str| -> Result<Module> {
        let pass = if pass.is_empty() { String::new() } else { format!("func.func({pass})") };
        let text = output(
            "mlir-opt-19",
            &[&format!("--pass-pipeline=builtin.module({pass})"), "--mlir-print-op-generic"],
            &source,
        )?;
        Ok(read(&text)?)
    };
    // GPAT's paper tiles the kernels of PolyBench alone.
    let pass = if name == "contraction" { "" } else { &arguments.before };
    let (plain, before, other) = (generic("")?, generic(pass)?, generic(&arguments.tiles)?);
    let gpat = packed(&before, &Machine::of([32, 256, 9216], 64), Way::Gpat)?;
    let own = packed(&before, &usual(), Way::Counted)?;
    let nests = Nests::read(&plain, None)?;
    let tiles = tile(&plain, &nests, &usual(), &Sizes::Auto, &InProcess)?;
    let bands = tiles.tiled().count();
    let tiled = packed(&tiles.module, &usual(), Way::Counted)?;
    // Tiles of `mlir-opt` may add floats in another order, flags or not: what is packed is compared with what was packed.
    for (what, from, module) in
        [("GPAT's packs", &before, &gpat.0), ("packs", &before, &own.0), ("tiles", &plain, &tiled.0)]
    {
        is_equal(from, module).with_context(|| what.to_owned())?;
    }
    let mut row = Row { kernel: name.to_owned(), gpat: gpat.1, packed: own.1, tiled: bands, ..Row::default() };
    if !arguments.untimed {
        let time = |module: &Module| timed(folder.path(), module);
        row.before_s = time(&before)?;
        row.gpat_s = if gpat.1 == 0 { row.before_s } else { time(&gpat.0)? };
        row.packed_s = if own.1 == 0 { row.before_s } else { time(&own.0)? };
        row.other_tiles_s = time(&other)?;
        row.tiled_s = time(&tiled.0)?;
    }
    Ok(row)
}

/// The processor that the daemon assumes where prices say nothing of caches, with vectors of 512 bits.
fn usual() -> Machine {
    Machine { vector: 512, ..Machine::of([32, 512, 8192], 64) }
}

fn packed(module: &Module, machine: &Machine, way: Way) -> Result<(Module, usize)> {
    let nests = Nests::read(module, None)?;
    let packed = pack(module, &nests, machine, way)?;
    let count = packed.chosen().count();
    Ok((packed.module, count))
}

fn is_equal(before: &Module, after: &Module) -> Result<()> {
    let after = read(&print(after))?;
    let options = Options { key: key("", before, &after), executions: 0, ..Options::default() };
    match check(before, &after, &options)? {
        Verdict::Identity(_) => Ok(()),
        other => bail!("not shown equal: {other:?}"),
    }
}

fn timed(folder: &Path, module: &Module) -> Result<f64> {
    let source = folder.join("timed.mlir");
    std::fs::write(&source, print(module))?;
    seconds(folder, &source, module, Passed::Bare)
}
