//! Pipelines by Halide alone and with Isotope, in turn: small ones, written when the engine was done, or Halide's own
//! applications. Prints a table and saves it as CSV.

use std::ffi::OsStr;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Parser;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_bench::daemon::Daemon;
use isotope_bench::suite::build::{Programs, root};
use isotope_bench::suite::results::mean;
use isotope_bench::suite::target::Target;
use serde::Deserialize;

/// Measures pipelines that were written when the engine was done.
///
/// With ISOTOPE_REPORT=FILE their windows are told of there, which `programs FILE` counts.
#[derive(Parser)]
struct Arguments {
    /// Halide's own applications instead.
    #[arg(long)]
    apps: bool,
    /// The version of Halide in third_party.
    #[arg(long, default_value_t = 21)]
    halide: u32,
    /// Folder of results, with a folder for each CPU by LLVM's name.
    #[arg(long, default_value_os_t = root().join("bench/results"))]
    results: PathBuf,
}

/// A line of `bench/halide/pipelines.py` or `apps.py`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Measured(Measured),
    /// It was compiled for both sides and did not run.
    NotRun {
        name: String,
        why: String,
    },
}

/// A pipeline that ran.
#[derive(Deserialize)]
struct Measured {
    name: String,
    /// Median of the rounds' ratios.
    ratio: f64,
    /// Median microseconds by Halide alone, and with Isotope.
    us: [f64; 2],
    equal: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let set = if arguments.apps { "apps" } else { "pipelines" };
    let programs = Programs::build(Target::read(std::env::consts::ARCH)?, arguments.halide)?;
    let (memo, objects) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let daemon = Daemon::start(memo.path()).await?;
    let python = |command: &str, sides: &[&str], url: Option<&str>| {
        let words = [OsStr::new(command), objects.path().as_os_str()];
        let words: Vec<&OsStr> = words.into_iter().chain(sides.iter().map(OsStr::new)).collect();
        programs.python(&format!("{set}.py"), &words, url)
    };
    python("build", &["halide"], None)?;
    python("build", &["isotope"], Some(&daemon.url))?;
    let printed = python("run", &["halide", "isotope"], None)?;
    let mut lines = Vec::new();
    for line in printed.lines() {
        match serde_json::from_str(line)? {
            Line::Measured(measured) => lines.push(measured),
            Line::NotRun { name, why } => println!("not run: {name}: {why}"),
        }
    }
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(HEADER);
    let folder = arguments.results.join(isotope_run::host_cpu()?);
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{set}_{}.csv", std::env::consts::ARCH));
    let mut csv = csv::Writer::from_path(&path)?;
    csv.write_record(HEADER)?;
    for line in &lines {
        let row = [
            line.name.clone(),
            format!("{:.3}", line.ratio),
            if line.equal { "equal" } else { "DIFFERENT" }.to_owned(),
            format!("{:.3}", line.us[0]),
            format!("{:.3}", line.us[1]),
        ];
        csv.write_record(&row)?;
        table.add_row(row);
    }
    csv.flush()?;
    let least = lines.iter().map(|line| line.ratio).fold(f64::INFINITY, f64::min);
    println!(
        "{table}\n{} pipelines, geometric mean {:.2}, least {least:.3}",
        lines.len(),
        mean(&lines, |line| line.ratio)
    );
    if lines.iter().any(|line| !line.equal) {
        bail!("some outputs differ");
    }
    Ok(())
}

const HEADER: [&str; 5] = ["pipeline", "over halide", "equal", "halide us", "isotope us"];
