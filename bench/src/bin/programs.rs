//! How many windows of whole programs get a better answer than plain LLVM, and why the others do not.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Parser;
use isotope_bench::limits;
use isotope_bench::measure::short;
use isotope_bench::programs::Outcome;
use isotope_bench::programs::ask::Asking;
use isotope_bench::programs::read::Windows;
use isotope_bench::programs::tally::Tally;
use isotope_bench::windows::folder;
use isotope_dictionary::Host;
use isotope_pricer::Pricers;
use serde::Serialize;

/// Asks the engine for every window of some folders, with an empty memo, and counts what came of it.
#[derive(Parser)]
struct Arguments {
    /// Files or folders of windows, of golden cases, or of reports of Halide programs. Default: the windows of the project.
    paths: Vec<PathBuf>,
    /// CPUs that code is made for, in LLVM's names.
    #[arg(long, value_delimiter = ',', default_value = "znver5,skylake-avx512,haswell")]
    mcpu: Vec<String>,
    /// Their architecture, in LLVM's names.
    #[arg(long, default_value = "x86_64")]
    arch: String,
    /// Random integer windows besides.
    #[arg(long, default_value_t = 0)]
    random: u64,
    /// The seed of the first of those.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Units of work for each window; the default is the daemon's.
    #[arg(long, default_value_t = limits::BUDGET)]
    budget: u64,
    /// Seconds for each window.
    #[arg(long)]
    each: Option<u64>,
    /// Seconds for each CPU, after which no further window is begun.
    #[arg(long)]
    seconds: Option<u64>,
    /// Searches at once. Default: one for each core.
    #[arg(long)]
    threads: Option<usize>,
    /// Writes everything there as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
    /// Prints a line for each window.
    #[arg(long)]
    lines: bool,
}

/// One CPU's part of the JSON.
#[derive(Serialize)]
struct Report {
    tally: Tally,
    windows: Vec<Outcome>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let mut windows = Windows::default();
    for path in &arguments.paths {
        windows.add_path(path)?;
    }
    if arguments.paths.is_empty() && arguments.random == 0 {
        windows.add_path(&folder("x86"))?;
    }
    windows.add_random(arguments.seed, arguments.random);
    if windows.asked.is_empty() {
        bail!("there is no window in what was named");
    }
    for (name, why) in &windows.unread {
        println!("not read: {name}: {why}");
    }
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let threads = arguments.threads.unwrap_or(cores);
    let sets = isotope_grammars::embedded();
    let set = sets.get(&arguments.arch).with_context(|| format!("{} is not known", arguments.arch))?;
    let pricer = Pricers::new(sets, threads);
    let host = Host { arch: std::env::consts::ARCH.to_owned(), features: Default::default() };
    let mut reports = Vec::new();
    for mcpu in &arguments.mcpu {
        let target = sets.target(&arguments.arch, mcpu, "", &host)?;
        let mut asking = Asking::new(target, set, &pricer, arguments.budget);
        asking.each = arguments.each.map_or(asking.each, Duration::from_secs);
        asking.end = arguments.seconds.map_or(asking.end, |s| Instant::now() + Duration::from_secs(s));
        let tell = |outcome: &Outcome| {
            if arguments.lines {
                println!("{}", line(outcome));
            }
        };
        let outcomes = asking.all(&windows.asked, threads, &tell)?;
        let not_begun = windows.asked.len() - outcomes.len();
        let tally = Tally::of(mcpu, &outcomes, windows.unread.len(), not_begun);
        println!("{}", tally.lines().join("\n"));
        reports.push(Report { tally, windows: outcomes });
    }
    if let Some(path) = &arguments.json {
        let text = serde_json::to_string_pretty(&reports)?;
        std::fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

/// A window in a line.
fn line(o: &Outcome) -> String {
    let [cost, baseline] = [o.cost, o.baseline].map(|c| c as f64 / 100.0);
    let what = if o.reason.is_empty() { o.instructions.join(" ") } else { o.reason.clone() };
    format!("{} {:?} {cost:.2} of {baseline:.2} in {} s: {what}", o.name, o.kind, short(o.milliseconds / 1e3))
}
