//! Kernels written in MLIR's vector dialect, lowered by mlir-opt with Isotope's pass before that and without, in turn: a table of ratios,
//! and the same as a file of `bench/results`.
//!
//! Both sides take the same passes of mlir-opt and the same `llc -O3`, in the same process. Kernels of which no window has a better answer
//! have the same code on both, and count as 1.00, whatever the clock says of them.

use anyhow::{Context, Result, bail};
use clap::Parser;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_bench::daemon::Daemon;
use isotope_bench::measure::geometric_mean;
use isotope_bench::saved;
use isotope_bench::turns::{self, Measured, Sides, run};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Measures what mlir-opt's own lowering gains by answers.
#[derive(Parser)]
struct Arguments {
    /// The MLIR whose mlir-opt lowers.
    #[arg(long, default_value_t = 19)]
    llvm: u32,
    /// The folder that `client/mlir/build.sh` was given.
    #[arg(long, value_name = "FOLDER")]
    prefix: PathBuf,
    /// For which processor, in LLVM's names [default: this one]
    #[arg(long)]
    mcpu: Option<String>,
    /// How often each kernel is measured on each side.
    #[arg(long, default_value_t = 21)]
    rounds: u32,
    /// A daemon that is there already, by its address. Without it one is started on an empty memo.
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Where results are written; the processor has a folder of its own in it.
    #[arg(long, value_name = "FOLDER", default_value = "bench/results")]
    results: PathBuf,
}

/// The times of one kernel.
#[derive(Serialize)]
struct Row {
    kernel: String,
    mlir_ns: f64,
    with_isotope_ns: f64,
    /// The median over all rounds; 1 where both are the same code.
    ratio: f64,
    /// Windows that answers take the place of.
    answers: usize,
}

/// The members of a report's line that count here.
#[derive(Deserialize)]
struct Line {
    place: String,
    used: bool,
}

/// The longest that the pass waits for answers, in milliseconds.
const PATIENCE_MS: &str = "1800000";

/// From vector operations to LLVM's dialect, by the passes that mlir-opt has for it, with their defaults. Buffers are plain pointers.
const LOWERING: &str = include_str!("../../../client/mlir/tests/lowering.txt").trim_ascii_end();

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
    let cpu = arguments.mcpu.clone().map_or_else(isotope_run::host_cpu, Ok)?;
    let [kernels, selected_kernels, report] =
        ["own.mlir", "selected.mlir", "report.json"].map(|name| folder.path().join(name));
    let names = write_kernels(&kernels)?;
    select(&arguments, &cpu, &kernels, &selected_kernels, (&server, &report))?;
    let own = library(&arguments, &cpu, &kernels, &names)?;
    let selected = library(&arguments, &cpu, &selected_kernels, &names)?;
    let lines = std::fs::read_to_string(&report).context("the plug-in wrote no report")?;
    let lines = lines.lines().map(serde_json::from_str::<Line>).collect::<Result<Vec<_>, _>>()?;
    let sides = Sides { own: &own, selected: &selected, other: None };
    let rows = measure(&arguments, folder.path(), sides, &names, &lines)?;
    print(&rows);
    write(&arguments, &rows)
}

/// All kernels in one module; their names.
fn write_kernels(to: &Path) -> Result<Vec<String>> {
    let files = std::fs::read_dir("tests/cases/mlir").context("this runs in the project's folder")?;
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    files.sort();
    let texts = files.iter().map(std::fs::read_to_string).collect::<Result<Vec<String>, _>>()?.concat();
    std::fs::write(to, &texts)?;
    let names = texts.lines().filter_map(|line| line.strip_prefix("func.func @")?.split_once('('));
    Ok(names.map(|(name, _)| name.to_owned()).collect())
}

/// A tool of LLVM or MLIR: one of two MLIRs is unpacked and not installed.
fn tool(arguments: &Arguments, name: &str) -> Command {
    let installed = PathBuf::from(format!("/usr/lib/llvm-{}/bin", arguments.llvm)).join(name);
    let unpacked = format!("third_party/mlir-{0}/usr/lib/llvm-{0}/bin", arguments.llvm);
    Command::new(if installed.exists() { installed } else { Path::new(&unpacked).join(name) })
}

/// Puts answers into the kernels.
fn select(arguments: &Arguments, cpu: &str, from: &Path, to: &Path, (server, report): (&str, &Path)) -> Result<()> {
    let plugin = arguments.prefix.join(format!("lib/libisotope_mlir-{}.so", arguments.llvm));
    if !plugin.exists() {
        bail!("{} is not there; client/mlir/build.sh {} makes it", plugin.display(), arguments.prefix.display());
    }
    let mut command = tool(arguments, "mlir-opt");
    command.arg(format!("--load-pass-plugin={}", plugin.canonicalize()?.display()));
    command.arg(format!("--pass-pipeline=builtin.module(isotope-select{{cpu={cpu}}})")).arg(from).arg("-o").arg(to);
    command.env("ISOTOPE_SERVER", server).env("ISOTOPE_REPORT", report);
    command.env("ISOTOPE_REQUIRE", "all").env("ISOTOPE_TIMEOUT_MS", PATIENCE_MS);
    run(&mut command).map(|_| ())
}

/// A library of a module of kernels, each with a second function that takes its buffers as one array.
fn library(arguments: &Arguments, cpu: &str, module: &Path, names: &[String]) -> Result<PathBuf> {
    let [lowered, ir, object, calls, library] =
        ["lowered.mlir", "ll", "o", "c", "so"].map(|end| module.with_extension(end));
    run(tool(arguments, "mlir-opt")
        .arg(format!("--pass-pipeline=builtin.module({LOWERING})"))
        .arg(module)
        .arg("-o")
        .arg(&lowered))?;
    run(tool(arguments, "mlir-translate").arg("--mlir-to-llvmir").arg(&lowered).arg("-o").arg(&ir))?;
    // Loops begin where lines of the cache do, so that the same code takes the same time.
    let mut llc = tool(arguments, "llc");
    llc.args(["-O3", "-align-loops=64", "-relocation-model=pic", "-filetype=obj"]).arg(format!("-mcpu={cpu}"));
    run(llc.arg(&ir).arg("-o").arg(&object))?;
    let mut text = String::new();
    for name in names {
        writeln!(text, "void {name}(const void *a, const void *b, const void *c, void *out);")?;
        writeln!(text, "void {name}_of(const void *const *in, void *out) {{ {name}(in[0], in[1], in[2], out); }}")?;
    }
    std::fs::write(&calls, text)?;
    run(tool(arguments, "clang").args(["-O2", "-fPIC", "-shared"]).arg(&calls).arg(&object).arg("-o").arg(&library))?;
    Ok(library)
}

fn measure(arguments: &Arguments, folder: &Path, sides: Sides, names: &[String], lines: &[Line]) -> Result<Vec<Row>> {
    let kernels: Vec<String> = names.iter().map(|name| format!("{name}_of")).collect();
    let measured = turns::measure(tool(arguments, "clang"), folder, arguments.rounds, sides, &kernels)?;
    let row = |(kernel, measured): (String, Measured)| {
        let kernel = kernel.trim_end_matches("_of").to_owned();
        let within = format!(" in {kernel} ");
        let answers = lines.iter().filter(|line| line.used && line.place.contains(&within)).count();
        Row {
            kernel,
            mlir_ns: measured.own_ns,
            with_isotope_ns: measured.selected_ns,
            ratio: if answers > 0 { measured.ratio } else { 1.0 },
            answers,
        }
    };
    Ok(measured.into_iter().map(row).collect())
}

fn print(rows: &[Row]) {
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(["kernel", "mlir-opt ns", "with isotope ns", "ratio", "answers"]);
    for row in rows {
        let [own, selected] = [row.mlir_ns, row.with_isotope_ns].map(|time| format!("{time:.0}"));
        table.add_row([row.kernel.clone(), own, selected, format!("{:.3}", row.ratio), row.answers.to_string()]);
    }
    println!("{table}");
    let ratios: Vec<f64> = rows.iter().map(|row| row.ratio).collect();
    let least = rows.iter().min_by(|a, b| a.ratio.total_cmp(&b.ratio));
    let faster = rows.iter().filter(|row| row.ratio >= 1.1).count();
    if let (Some(mean), Some(least)) = (geometric_mean(&ratios), least) {
        println!("{} kernels: geometric mean {mean:.3}, {faster} faster by 10 %", rows.len());
        println!("least: {} {:.3}; outputs are equal", least.kernel, least.ratio);
    }
}

fn write(arguments: &Arguments, rows: &[Row]) -> Result<()> {
    let file = saved::file(&arguments.results, &isotope_run::host_cpu()?, &format!("mlir_{}", arguments.llvm))?;
    saved::write(&file, rows)?;
    println!("written to {}", file.display());
    Ok(())
}
