//! Packets that the suite's kernels execute with answers, with scheduled loops and without: a table, and the same as a file of
//! `bench/results`.
//!
//!     cargo run -p isotope-bench --bin scheduled -- --target hexagon_aligned
//!
//! Both objects come from one daemon and one Halide, run on the emulator, and have to give the reference's output.

use anyhow::{Context, Result, bail};
use clap::Parser;
use comfy_table::{Table, presets::ASCII_MARKDOWN};
use isotope_bench::daemon::Daemon;
use isotope_bench::saved;
use isotope_bench::suite::build::{Programs, root};
use isotope_bench::suite::compile::Compiler;
use isotope_bench::suite::counted::CountedBench;
use isotope_bench::suite::emulated::Emulated;
use isotope_bench::suite::scheduled::Loops;
use isotope_bench::suite::target::{Counts, Measure, Target};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Parser)]
struct Arguments {
    /// The target: a file of bench/targets whose kernels are counted.
    #[arg(long, default_value = "hexagon")]
    target: String,
    /// The version of Halide in third_party.
    #[arg(long, default_value_t = 21)]
    halide: u32,
    /// Only these kernels; nothing is saved then.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// The cache of the daemon [default: an empty one]
    #[arg(long)]
    cache: Option<PathBuf>,
    /// Folder of results, with a folder for each CPU by LLVM's name.
    #[arg(long, default_value_os_t = root().join("bench/results"))]
    results: PathBuf,
}

/// One kernel.
#[derive(Serialize)]
struct Row {
    kernel: String,
    /// Hardware loops, and those of them that are scheduled.
    loops: u64,
    scheduled: u64,
    /// Packets and waits of one iteration of each loop in sum, by the model.
    model_before: f64,
    model_after: f64,
    /// Executed packets.
    packets_before: u64,
    packets_after: u64,
    /// Seconds of the compile with all answers known.
    seconds_before: f64,
    seconds_after: f64,
    equal: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let target = Target::read(&arguments.target)?;
    let Measure::Counts(counts) = &target.measure else {
        bail!("{} is measured by the clock: its code has no packets", arguments.target);
    };
    let cpu = counts.chosen(None)?.into_iter().next().context("the target has no CPU")?;
    let programs = Programs::build(target.clone(), arguments.halide)?.for_cpu(cpu);
    let listed = programs.suite(&["list"], &[])?;
    let names = listed.lines().filter(|name| arguments.only.is_empty() || arguments.only.iter().any(|own| own == name));
    let (folder, empty) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let daemon = Daemon::start(arguments.cache.as_deref().unwrap_or(empty.path())).await?;
    let set = isotope_grammars::embedded().get(target.arch.as_ref().unwrap_or(&arguments.target));
    let set = set.with_context(|| format!("no instruction set is for {}", arguments.target))?;
    let emulated = Emulated::build(counts, cpu, folder.path())?;
    let Counts { cycles, .. } = counts;
    let bench = CountedBench {
        programs: &programs,
        folder: folder.path(),
        emulated: &emulated,
        set,
        cpu: &cpu.name,
        cycles: *cycles,
    };
    let mut rows = Vec::new();
    for name in names {
        let compiler = Compiler { programs: &programs, folder: folder.path(), kernel: name };
        let row = row(name, &bench, compiler, &daemon.url).with_context(|| name.to_owned())?;
        eprintln!("{name}: {} packets, before {}", row.packets_after, row.packets_before);
        rows.push(row);
    }
    println!("{}", table(&rows));
    if arguments.only.is_empty() {
        save(&arguments, &cpu.name, &rows)?;
    }
    if rows.iter().all(|row| row.equal) { Ok(()) } else { bail!("some outputs differ") }
}

/// A kernel compiled without and with scheduled loops, and both executed.
fn row(kernel: &str, bench: &CountedBench<'_>, compiler: Compiler<'_>, url: &str) -> Result<Row> {
    let (input, expected) = bench.buffers(kernel)?;
    let mut sides = Vec::new();
    let mut loops = Loops::default();
    for schedule in ["0", "1"] {
        let variables = [("ISOTOPE_SCHEDULE", schedule), ("ISOTOPE_VERBOSE", "1")];
        // Both with the answers of the first, and scheduled loops that the daemon has already.
        compiler.compile_with("isotope", url, false, &variables)?;
        let (compiled, said) = compiler.compile_and_hear("isotope", url, &variables)?;
        let object = compiler.object("isotope", false);
        sides.push((bench.packets(&object, &input, &expected)?, compiled.seconds));
        loops = Loops::said(&said).unwrap_or(loops);
    }
    let [((packets_before, is_before), seconds_before), ((packets_after, is_after), seconds_after)] = sides[..] else {
        bail!("two sides are measured");
    };
    let Loops { loops, scheduled, model_before, model_after } = loops;
    let equal = is_before && is_after;
    let kernel = kernel.to_owned();
    Ok(Row {
        kernel,
        loops,
        scheduled,
        model_before,
        model_after,
        packets_before,
        packets_after,
        seconds_before,
        seconds_after,
        equal,
    })
}

fn table(rows: &[Row]) -> Table {
    let mut table = Table::new();
    table.load_preset(ASCII_MARKDOWN);
    table.set_header([
        "kernel",
        "loops",
        "scheduled",
        "packets",
        "before",
        "ratio",
        "packets and waits of loops",
        "before",
        "ratio",
        "compile, s",
        "before",
        "outputs",
    ]);
    let ratio = |after: f64, before: f64| format!("{:.3}", after / before);
    for row in rows {
        table.add_row([
            row.kernel.clone(),
            row.loops.to_string(),
            row.scheduled.to_string(),
            row.packets_after.to_string(),
            row.packets_before.to_string(),
            ratio(row.packets_after as f64, row.packets_before as f64),
            row.model_after.to_string(),
            row.model_before.to_string(),
            ratio(row.model_after, row.model_before),
            format!("{:.2}", row.seconds_after),
            format!("{:.2}", row.seconds_before),
            if row.equal { "equal" } else { "DIFFER" }.to_owned(),
        ]);
    }
    let sum = |of: fn(&Row) -> f64| rows.iter().map(of).sum::<f64>();
    let mean = |of: fn(&Row) -> f64| (sum(of) / rows.len().max(1) as f64).exp();
    let count = |of: fn(&Row) -> u64| rows.iter().map(of).sum::<u64>().to_string();
    let logs = mean(|row| (row.packets_after as f64 / row.packets_before as f64).ln());
    table.add_row([
        "geometric mean; sums".to_owned(),
        count(|row| row.loops),
        count(|row| row.scheduled),
        count(|row| row.packets_after),
        count(|row| row.packets_before),
        format!("{logs:.3}"),
        sum(|row| row.model_after).to_string(),
        sum(|row| row.model_before).to_string(),
        ratio(sum(|row| row.model_after), sum(|row| row.model_before)),
        format!("{:.1}", sum(|row| row.seconds_after)),
        format!("{:.1}", sum(|row| row.seconds_before)),
        format!("{} differ", rows.iter().filter(|row| !row.equal).count()),
    ]);
    table
}

fn save(arguments: &Arguments, cpu: &str, rows: &[Row]) -> Result<()> {
    let name = format!("scheduled_{}", arguments.target);
    saved::write(&saved::file(Path::new(&arguments.results), cpu, &name)?, rows)
}
