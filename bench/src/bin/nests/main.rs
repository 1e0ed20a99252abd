//! Nests of loops as `isotope pack` and `isotope tile` leave them, timed beside what they were, beside what GPAT packs, and beside the tiles of
//! `mlir-opt`: a table, and the same as a file of `bench/results`.
//!
//! The kernels are those of PolyBench at LARGE sizes, and the contraction of GPAT's paper. Times are the processor's, of one thread, the
//! least of three. Every program is compared with the kernel before it is timed. With `--lattice` the chosen sizes of tiles are timed
//! beside others.

mod beside;
#[path = "../../../../crates/kernel/tests/sizes.rs"]
mod sizes;

use anyhow::{Context, Result, bail};
use clap::Parser;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_bench::loops::{Passed, fast, output, seconds};
use isotope_bench::saved;
use isotope_kernel::check::{Options, Verdict, check, key};
use isotope_mlir::ir::Module;
use isotope_mlir::{print, read};
use isotope_nest::pack::{Way, pack};
use isotope_nest::tile::{Sizes, tile};
use isotope_nest::{Machine, Nests};
use isotope_smt::InProcess;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

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
    /// Only decisions and comparisons, with what these take; a kernel for which one fails says why, and the others go on.
    #[arg(long)]
    untimed: bool,
    /// How good chosen sizes of tiles are, in place of the table of packs: beside the best of all combinations by the model, and, packed
    /// then, beside 9 or 27 combinations by the clock.
    #[arg(long)]
    lattice: bool,
    /// All kernels of PolyBench, or those that are named, in tiles and packed, beside the tiles of mlir-opt, in place of the table of packs.
    #[arg(long)]
    beside: bool,
    /// The folder with the command `isotope`, whose packs and tiles are measured [default: that of this command]
    #[arg(long, value_name = "FOLDER")]
    commands: Option<PathBuf>,
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

/// Kernels whose tiles are compared with others.
const TILED: [&str; 5] = ["gemm", "syrk", "syr2k", "doitgen", "trmm"];

/// The sizes of tiles of one kernel.
#[derive(Serialize)]
struct Tiles {
    kernel: String,
    /// Seconds by the wall clock for the choice, with dependences, prices of loops, and the start of a daemon.
    choice_s: f64,
    /// The cost of what is chosen over that of the cheapest of all combinations, by counts without prices: of the worst band.
    by_model: f64,
    /// Seconds in chosen sizes, packed then, and in the best of those that are timed, with these sizes and no packs.
    chosen_s: f64,
    best_s: f64,
    best: String,
    by_clock: f64,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if arguments.lattice {
        return lattice(&arguments);
    }
    if arguments.beside {
        return beside::beside(&arguments);
    }
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
        let row = match measured(&arguments, &name).with_context(|| name.clone()) {
            Err(why) if arguments.untimed => {
                println!("{why:#}");
                continue;
            }
            row => row?,
        };
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
    let file = saved::file(&arguments.results, &cpu, if arguments.fast { "nests_fast" } else { "nests" })?;
    saved::write(&file, &rows)?;
    println!("{}", file.display());
    Ok(())
}

/// How good the chosen sizes are.
fn lattice(arguments: &Arguments) -> Result<()> {
    let named =
        if arguments.kernels.is_empty() { TILED.map(str::to_owned).to_vec() } else { arguments.kernels.clone() };
    let mut table = Table::new();
    let header = ["kernel", "choice, s", "by the model", "chosen, s", "best, s", "its sizes", "by the clock"];
    table.load_preset(NOTHING).set_header(header);
    let name = if arguments.fast { "tiles_fast" } else { "tiles" };
    let file = saved::file(&arguments.results, &isotope_run::host_cpu()?, name)?;
    let mut rows = Vec::new();
    for name in named {
        let row = compared(arguments, &name).with_context(|| name.clone())?;
        let numbers = [row.choice_s, row.by_model, row.chosen_s, row.best_s, row.by_clock].map(|of| format!("{of:.3}"));
        let [choice, by_model, chosen, best, by_clock] = numbers;
        println!("{name}: {choice} {by_model} {chosen} {best} ({}) {by_clock}", row.best);
        table.add_row([name, choice, by_model, chosen, best, row.best.clone(), by_clock]);
        rows.push(row);
        // A run of hours that is ended keeps what it has measured.
        saved::write(&file, &rows)?;
    }
    println!("{table}\n{}", file.display());
    Ok(())
}

/// The sizes of one kernel beside others.
fn compared(arguments: &Arguments, name: &str) -> Result<Tiles> {
    const SIZES: [u64; 3] = [16, 64, 256];
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("kernel.mlir");
    std::fs::write(&source, kernel(arguments, name)?)?;
    let plain = passed(&source, "")?;
    let nests = Nests::read(&plain, None)?;
    let machine = own()?;
    let of = |sizes: &Sizes| tile(&plain, &nests, &machine, sizes, &InProcess);
    let begun = Instant::now();
    asked(arguments, ["tile", "--explain"], &plain)?;
    let choice_s = begun.elapsed().as_secs_f64();
    let (chosen, cheapest) = (of(&Sizes::Auto)?, of(&Sizes::All)?);
    let ratios = chosen.bands.iter().zip(&cheapest.bands).filter_map(|(own, best)| {
        let ([_, own], [_, best]) = (own.costs?, best.costs?);
        Some(own / best)
    });
    let by_model = ratios.fold(1.0, f64::max);
    // Nests that cost less in packs than in tiles are left to these.
    let tiles = asked(arguments, ["tile", "--generic"], &plain)?.0;
    let own = asked(arguments, ["pack", "--generic"], &tiles)?.0;
    let mut chosen_s = timed(folder.path(), &own)?;
    let loops = chosen.bands.iter().map(|band| band.loops.len()).max().unwrap_or(0);
    let loops = u32::try_from(loops.clamp(1, 3))?;
    let mut others = Vec::new();
    for at in 0..SIZES.len().pow(loops) {
        let sizes: Vec<u64> = (0..loops).rev().map(|of| SIZES[at / SIZES.len().pow(of) % SIZES.len()]).collect();
        let seconds = timed(folder.path(), &of(&Sizes::Given(sizes.clone()))?.module)?;
        println!("{name}, {sizes:?}: {seconds:.3}");
        others.push((seconds, sizes));
    }
    // The machine is not the same all the time.
    chosen_s = chosen_s.min(timed(folder.path(), &own)?);
    println!("{name}, as chosen: {chosen_s:.3}");
    let best = others.into_iter().min_by(|x, y| x.0.total_cmp(&y.0)).filter(|best| best.0 < chosen_s);
    let (best_s, best) = match best {
        Some((seconds, sizes)) => (seconds, sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(",")),
        None => (chosen_s, "as chosen".to_owned()),
    };
    Ok(Tiles { kernel: name.to_owned(), choice_s, by_model, chosen_s, best_s, best, by_clock: chosen_s / best_s })
}

/// A program after a pass of `mlir-opt` over its functions; empty: as it is.
fn passed(source: &Path, pass: &str) -> Result<Module> {
    let pass = if pass.is_empty() { String::new() } else { format!("func.func({pass})") };
    let pipeline = format!("--pass-pipeline=builtin.module({pass})");
    Ok(read(&output("mlir-opt-19", &[&pipeline, "--mlir-print-op-generic"], source)?)?)
}

/// A kernel of PolyBench.
fn sized(name: &str, size: &str) -> Result<String> {
    let text = std::fs::read_to_string(format!("tests/cases/kernel/polybench/{name}.mlir"))?;
    sizes::sized(&text, size, 0).context("it has no such sizes")
}

/// The text of a kernel, large.
fn kernel(arguments: &Arguments, name: &str) -> Result<String> {
    let text = match name {
        "contraction" => std::fs::read_to_string("tests/cases/nest/gpat/contraction.mlir")?,
        name => sized(name, "large")?,
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
    // GPAT's paper tiles the kernels of PolyBench alone.
    let pass = if name == "contraction" { "" } else { &arguments.before };
    let [plain, before, other] = ["", pass, &arguments.tiles].map(|pass| passed(&source, pass));
    let (plain, before, other) = (plain?, before?, other?);
    let gpat = packed(&before, &Machine::of([32, 256, 9216], 64), Way::Gpat)?;
    let own = asked(arguments, ["pack", "--generic"], &before)?;
    let (tiles, bands) = asked(arguments, ["tile", "--generic"], &plain)?;
    let tiled = asked(arguments, ["pack", "--generic"], &tiles)?;
    // Tiles of `mlir-opt` may add floats in another order, flags or not: what is packed is compared with what was packed.
    for (what, from, module) in
        [("GPAT's packs", &before, &gpat.0), ("packs", &before, &own.0), ("tiles", &plain, &tiled.0)]
    {
        let begun = Instant::now();
        is_equal(from, module).with_context(|| format!("{what}, after {:.1} s", begun.elapsed().as_secs_f64()))?;
        if arguments.untimed {
            println!("{name}: {what} are equal, {:.1} s", begun.elapsed().as_secs_f64());
        }
    }
    let mut row = Row { kernel: name.to_owned(), gpat: gpat.1, packed: own.1, tiled: bands, ..Row::default() };
    if !arguments.untimed {
        let time = |module: &Module| timed(folder.path(), module);
        row.before_s = time(&before)?;
        row.gpat_s = if gpat.1 == 0 { row.before_s } else { time(&gpat.0)? };
        // Two runs of one program differ by noise alone.
        row.packed_s = match own.1 {
            0 => row.before_s,
            _ if print(&own.0) == print(&gpat.0) => row.gpat_s,
            _ => time(&own.0)?,
        };
        row.other_tiles_s = time(&other)?;
        row.tiled_s = time(&tiled.0)?;
    }
    Ok(row)
}

/// The program as the command leaves it, and how many packs or tiled bands that has.
fn asked(arguments: &Arguments, [verb, output]: [&str; 2], module: &Module) -> Result<(Module, usize)> {
    let program = std::env::current_exe()?;
    let commands = arguments.commands.as_deref().or_else(|| program.parent()).context("no folder")?;
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("asked.mlir");
    std::fs::write(&source, print(module))?;
    let caches = caches()?.map(|kib| kib.to_string()).join(",");
    let mut command = Command::new(commands.join("isotope"));
    command.args([verb, output, "--standalone", "--caches", &caches, "--mcpu", &isotope_run::host_cpu()?]);
    let done = command.arg("--cache").arg(folder.path().join("cache")).arg(&source).output()?;
    let said = String::from_utf8_lossy(&done.stderr);
    if !done.status.success() {
        bail!("isotope {verb} fails: {said}");
    }
    if output == "--explain" {
        return Ok((module.clone(), 0));
    }
    // `isotope: 2 arrays are packed; the program is equal ...`
    let counts =
        said.lines().filter_map(|line| line.strip_prefix("isotope: ")?.split(' ').next()?.parse::<usize>().ok());
    Ok((read(std::str::from_utf8(&done.stdout)?)?, counts.sum()))
}

/// This machine, with vectors of 512 bits.
fn own() -> Result<Machine> {
    Ok(Machine { vector: 512, ..Machine::of(caches()?, 64) })
}

/// KiB of this machine's caches for data.
fn caches() -> Result<[u64; 3]> {
    let of = |level: usize, index: usize| -> Result<u64> {
        let file = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/size");
        let size = std::fs::read_to_string(&file).with_context(|| format!("cache {level}: {file}"))?;
        size.trim().strip_suffix('K').and_then(|kib| kib.parse().ok()).with_context(|| format!("{file}: {size}"))
    };
    // The second one is for code.
    Ok([of(1, 0)?, of(2, 2)?, of(3, 3)?])
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
