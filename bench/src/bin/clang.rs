//! The suite's references in plain C, or sums of whole arrays, by clang with Isotope's plug-in and without, and by gcc, in turn: a table of
//! ratios, and the same as a file of `bench/results`.
//!
//! All sides are the same loops in the same process. Kernels of which no window has a better answer have the same code on both sides of
//! clang, and count as 1.00, whatever the clock says of them. gcc has the same options; its outputs are not compared, because it may
//! contract products and sums of floats where clang does not.

use anyhow::{Context, Result, bail};
use clap::Parser;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_bench::daemon::Daemon;
use isotope_bench::measure::geometric_mean;
use isotope_bench::saved;
use isotope_bench::turns::{self, Measured, Sides, run};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Measures what clang's own code gains by answers.
#[derive(Parser)]
struct Arguments {
    /// The LLVM whose clang compiles.
    #[arg(long, default_value_t = 19)]
    llvm: u32,
    /// The folder that `client/llvm/build.sh` was given.
    #[arg(long, value_name = "FOLDER")]
    prefix: PathBuf,
    /// For which processor, as clang's -march.
    #[arg(long, default_value = "native")]
    march: String,
    /// A further option of all sides, such as -mprefer-vector-width=512.
    #[arg(long, allow_hyphen_values = true)]
    option: Vec<String>,
    /// The command of a gcc that compiles the same loops; empty for none.
    #[arg(long, value_name = "COMMAND", default_value = "gcc")]
    gcc: String,
    /// How often each kernel is measured on each side in each of six processes.
    #[arg(long, default_value_t = 9)]
    rounds: u32,
    /// A daemon that is there already, by its address. Without it one is started on an empty memo.
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Which loops: the suite's references, sums of whole arrays, filters and blends by weights that are arguments, or loops with several
    /// results.
    #[arg(long, value_enum, default_value_t = Set::Suite)]
    set: Set,
    /// Where results are written; the processor has a folder of its own in it.
    #[arg(long, value_name = "FOLDER", default_value = "bench/results")]
    results: PathBuf,
}

/// Loops that are measured together.
#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Set {
    /// `bench/halide/references`.
    Suite,
    /// `bench/llvm/reductions.c`.
    Reductions,
    /// `bench/llvm/weights.c`.
    Weights,
    /// `bench/llvm/several.c`.
    Several,
}

impl Set {
    /// The end of its results' name; the suite has none. Its file is called so, too.
    fn name(self) -> Option<&'static str> {
        match self {
            Set::Suite => None,
            Set::Reductions => Some("reductions"),
            Set::Weights => Some("weights"),
            Set::Several => Some("several"),
        }
    }
}

/// The figures of one kernel.
#[derive(Serialize)]
struct Row {
    kernel: String,
    clang_ns: f64,
    /// Empty without a gcc.
    gcc_ns: Option<f64>,
    with_isotope_ns: f64,
    /// The median over all rounds; 1 where both are the same code.
    ratio: f64,
    /// The same of gcc's code over clang's with Isotope.
    gcc_ratio: Option<f64>,
    /// Windows that answers take the place of.
    answers: usize,
}

/// The fields of a report's line that count here.
#[derive(Deserialize)]
struct Line {
    place: String,
    used: bool,
}

/// The longest that the compile waits for answers, in milliseconds.
const PATIENCE_MS: &str = "1800000";

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let folder = tempfile::tempdir()?;
    let started = match &arguments.server {
        Some(_) => None,
        None => Some(Daemon::start(folder.path()).await?),
    };
    let server = arguments.server.clone().or_else(|| started.as_ref().map(|daemon| daemon.url.clone()));
    let server = server.context("there is no daemon")?;
    let [own, other, selected, report] =
        ["own.so", "gcc.so", "selected.so", "report.json"].map(|name| folder.path().join(name));
    compile(&arguments, &own, None)?;
    compile(&arguments, &selected, Some((&server, &report)))?;
    let lines = std::fs::read_to_string(&report).context("the plug-in wrote no report")?;
    let lines = lines.lines().map(serde_json::from_str::<Line>).collect::<Result<Vec<_>, _>>()?;
    let other = by_gcc(&arguments, &other)?.then_some(other.as_path());
    let rows = measure(&arguments, folder.path(), Sides { own: &own, selected: &selected, other }, &lines)?;
    print(&rows);
    write(&arguments, &rows)
}

fn sources(set: Set) -> Result<Vec<PathBuf>> {
    if let Some(name) = set.name() {
        return Ok(vec![format!("bench/llvm/{name}.c").into()]);
    }
    let files = std::fs::read_dir("bench/halide/references").context("this runs in the project's folder")?;
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "c"));
    files.sort();
    Ok(files)
}

/// The loops as a library, with the plug-in where there are a server and a place for its report.
fn compile(arguments: &Arguments, to: &Path, with: Option<(&str, &Path)>) -> Result<()> {
    let mut command = Command::new(format!("clang-{}", arguments.llvm));
    common(&mut command, arguments, to)?;
    if let Some((server, report)) = with {
        let plugin = arguments.prefix.join(format!("lib/libisotope_llvm-{}.so", arguments.llvm));
        if !plugin.exists() {
            bail!("{} is not there; client/llvm/build.sh {} makes it", plugin.display(), arguments.prefix.display());
        }
        command.arg(format!("-fpass-plugin={}", plugin.canonicalize()?.display()));
        command.env("ISOTOPE_SERVER", server).env("ISOTOPE_REPORT", report);
        command.env("ISOTOPE_REQUIRE", "all").env("ISOTOPE_TIMEOUT_MS", PATIENCE_MS);
    }
    run(&mut command).map(|_| ())
}

/// Options that are the same for all compilers.
fn common(command: &mut Command, arguments: &Arguments, to: &Path) -> Result<()> {
    // Loops begin where lines of the cache do, so that the same code takes the same time.
    command.args(["-std=c11", "-O3", "-fno-math-errno", "-falign-loops=64", "-fPIC", "-shared", "-o"]).arg(to);
    command.arg(format!("-march={}", arguments.march)).args(&arguments.option).args(sources(arguments.set)?).arg("-lm");
    Ok(())
}

/// The loops as a library by gcc; false where there is none, which is said.
fn by_gcc(arguments: &Arguments, to: &Path) -> Result<bool> {
    let gcc = &arguments.gcc;
    if gcc.is_empty() || Command::new(gcc).arg("--version").output().is_err() {
        eprintln!(
            "clang: without gcc: {}",
            if gcc.is_empty() { "it was not asked for" } else { "the command is not there" }
        );
        return Ok(false);
    }
    let mut command = Command::new(gcc);
    common(&mut command, arguments, to)?;
    run(&mut command).map(|_| true)
}

fn measure(arguments: &Arguments, folder: &Path, sides: Sides, lines: &[Line]) -> Result<Vec<Row>> {
    let defined = run(Command::new("nm").args(["-D", "--defined-only"]).arg(sides.own))?;
    let kernels = defined.lines().filter_map(|line| line.split_once(" T ").map(|(_, name)| name.to_owned()));
    let clang = Command::new(format!("clang-{}", arguments.llvm));
    let measured = turns::measure(clang, folder, arguments.rounds, sides, &kernels.collect::<Vec<_>>())?;
    let row = |(kernel, measured): (String, Measured)| {
        let worker = format!(" in {kernel}_worker");
        let answers = lines.iter().filter(|line| line.used && line.place.ends_with(&worker)).count();
        Row {
            kernel,
            clang_ns: measured.own_ns,
            gcc_ns: measured.other.map(|(time, _)| time),
            with_isotope_ns: measured.selected_ns,
            ratio: if answers > 0 { measured.ratio } else { 1.0 },
            gcc_ratio: measured.other.map(|(_, over)| over),
            answers,
        }
    };
    Ok(measured.into_iter().map(row).collect())
}

fn print(rows: &[Row]) {
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header([
        "kernel",
        "clang us",
        "gcc us",
        "with isotope us",
        "ratio",
        "gcc",
        "answers",
    ]);
    for row in rows {
        table.add_row([
            row.kernel.clone(),
            format!("{:.1}", row.clang_ns / 1000.0),
            row.gcc_ns.map_or_else(String::new, |gcc| format!("{:.1}", gcc / 1000.0)),
            format!("{:.1}", row.with_isotope_ns / 1000.0),
            format!("{:.3}", row.ratio),
            row.gcc_ratio.map_or_else(String::new, |gcc| format!("{gcc:.3}")),
            row.answers.to_string(),
        ]);
    }
    println!("{table}");
    let ratios: Vec<f64> = rows.iter().map(|row| row.ratio).collect();
    let least = rows.iter().min_by(|a, b| a.ratio.total_cmp(&b.ratio));
    let faster = rows.iter().filter(|row| row.ratio >= 1.1).count();
    if let (Some(mean), Some(least)) = (geometric_mean(&ratios), least) {
        println!("{} kernels: geometric mean {mean:.3}, {faster} faster by 10 %", rows.len());
        println!("least: {} {:.3}; outputs are equal", least.kernel, least.ratio);
    }
    let by_gcc: Vec<f64> = rows.iter().filter_map(|row| row.gcc_ratio).collect();
    if let Some(mean) = geometric_mean(&by_gcc) {
        let ahead = rows.iter().filter(|row| row.gcc_ratio.is_some_and(|ratio| ratio < 1.0));
        let names: Vec<&str> = ahead.map(|row| row.kernel.as_str()).collect();
        println!("over gcc: geometric mean {mean:.3}; gcc is ahead on {}: {}", names.len(), names.join(" "));
    }
}

fn write(arguments: &Arguments, rows: &[Row]) -> Result<()> {
    let widths = arguments.option.iter().filter_map(|option| option.strip_prefix("-mprefer-vector-width="));
    let width: String = widths.map(|width| format!("_{width}")).collect();
    let set = arguments.set.name().map(|name| format!("_{name}")).unwrap_or_default();
    let name = format!("clang_{}{width}{set}", arguments.llvm);
    let file = saved::file(&arguments.results, &isotope_run::host_cpu()?, &name)?;
    saved::write(&file, rows)?;
    println!("written to {}", file.display());
    Ok(())
}
