//! The suite: every kernel compiled by Halide alone, with Isotope, with plain LLVM code and as plain C; the outputs compared,
//! the times taken in turn. Prints a table and saves it as JSON, CSV and a picture.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::Parser;
use isotope_bench::daemon::Daemon;
use isotope_bench::suite::build::{Programs, Target, root};
use isotope_bench::suite::groups::Groups;
use isotope_bench::suite::kernel::Bench;
use isotope_bench::suite::model;
use isotope_bench::suite::pages;
use isotope_bench::suite::results::{Results, means};
use isotope_pricer::LlvmPricer;

/// Measures whole kernels with Halide's own code and with Isotope's.
#[derive(Parser)]
struct Arguments {
    /// The target: a file of bench/targets.
    #[arg(long, default_value = std::env::consts::ARCH)]
    target: String,
    /// The version of Halide in third_party.
    #[arg(long, default_value_t = 21)]
    halide: u32,
    /// Only these kernels; nothing is saved then.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// How long each kernel's sides are run in turn.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Leave out what the model says of each kernel, for which it is stepped through; nothing is saved then.
    #[arg(long)]
    no_model: bool,
    /// Folder of results, with a folder for each CPU by LLVM's name.
    #[arg(long, default_value_os_t = root().join("bench/results"))]
    results: PathBuf,
    /// Measure nothing: write the tables and pictures of saved results again.
    #[arg(long)]
    pages: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if arguments.pages {
        return pages::write(&arguments.results, &arguments.target);
    }
    let target = Target::read(&arguments.target)?;
    let programs = Programs::build(target.clone(), arguments.halide)?;
    let listed = programs.suite(&["list"], &[])?;
    let mut names: Vec<&str> = listed.lines().collect();
    if let Some(unknown) = arguments.only.iter().find(|name| !names.contains(&name.as_str())) {
        bail!("no kernel is named {unknown}; there are: {}", names.join(" "));
    }
    let groups = Groups::read(&names)?;
    names.sort_by_key(|name| groups.turn(name));
    names.retain(|name| arguments.only.is_empty() || arguments.only.iter().any(|wanted| wanted == name));
    let (memo, objects) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let shared = Daemon::start(memo.path()).await?;
    let pricer = LlvmPricer::new(isotope_grammars::embedded());
    let (folder, seconds) = (objects.path(), arguments.seconds);
    let model = !arguments.no_model;
    let bench = Bench { programs: &programs, shared: &shared, folder, pricer: &pricer, seconds, model };
    let mut kernels = Vec::new();
    for name in names {
        let kernel = bench.kernel(name).await?;
        eprintln!(
            "{name}: {:.2} times Halide's speed, {:.2} times plain LLVM's{}",
            kernel.speedup_over_halide,
            kernel.speedup_over_llvm,
            if kernel.equal { "" } else { ", but the outputs DIFFER" }
        );
        kernels.push(kernel);
    }
    let means = means(&kernels, &groups);
    let (date, commit) = (printed("date", &["-u", "+%F"])?, printed("git", &["rev-parse", "--short", "HEAD"])?);
    let (name, cpu) = (isotope_run::processor(), cpu());
    let results = Results { name, date, commit, cpu, target: target.halide, halide: arguments.halide, means, kernels };
    println!("{} with Halide {} for {}", results.cpu, results.halide, results.target);
    println!("{}\n\nGeometric means\n{}", results.table(), results.means_table());
    if let Some(found) = model::agreement(&results.kernels) {
        println!(
            "Gains of kernels with answers, by the model and by the clock: rank correlation {:.2}, at most {:.2} times apart",
            found.rank_correlation, found.worst
        );
    }
    if arguments.only.is_empty() && !arguments.no_model {
        results.save(&arguments.results.join(isotope_run::host_cpu()?), &arguments.target)?;
        pages::write(&arguments.results, &arguments.target)?;
    }
    if results.kernels.iter().any(|kernel| !kernel.equal) {
        bail!("some outputs differ");
    }
    Ok(())
}

/// The line that a command prints.
fn printed(program: &str, arguments: &[&str]) -> Result<String> {
    let output = std::process::Command::new(program).args(arguments).current_dir(root()).output();
    let output = output.with_context(|| format!("cannot start {program}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// What the system calls the processor.
fn cpu() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or("unknown", |(_, name)| name.trim()).to_owned()
}
