//! The suite: every kernel compiled by Halide alone, with Isotope, with plain LLVM code and as plain C; the outputs compared,
//! the times taken in turn, or instructions counted on an emulator where the target says so. Prints a table and saves it as JSON,
//! CSV and a picture.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::Parser;
use isotope_bench::daemon::Daemon;
use isotope_bench::suite::build::{Programs, root};
use isotope_bench::suite::counted::CountedBench;
use isotope_bench::suite::counted_results::{self, CountedResults};
use isotope_bench::suite::emulated::Emulated;
use isotope_bench::suite::groups::Groups;
use isotope_bench::suite::kernel::Bench;
use isotope_bench::suite::model;
use isotope_bench::suite::pages;
use isotope_bench::suite::results::{Results, means};
use isotope_bench::suite::target::{Counts, Cpu, CyclesBy, Measure, Target};
use isotope_pricer::LlvmPricer;

/// Measures whole kernels with Halide's own code and with Isotope's.
#[derive(Parser)]
struct Arguments {
    /// The target: a file of bench/targets.
    #[arg(long, default_value = std::env::consts::ARCH)]
    target: String,
    /// The CPU, in LLVM's names, of a target that is measured by counts [default: each of the target's, in turn].
    #[arg(long)]
    mcpu: Option<String>,
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
        pages::regroup(&arguments.results)?;
        return pages::write(&arguments.results);
    }
    let target = Target::read(&arguments.target)?;
    // A target that cannot be measured is reported before anything is built.
    if let Measure::Counts(counts) = &target.measure {
        counts.chosen(arguments.mcpu.as_deref())?;
    } else if let Some(mcpu) = &arguments.mcpu {
        bail!(
            "{} is measured by the clock of this machine, which is no choice: leave out --mcpu {mcpu}",
            arguments.target
        );
    }
    let programs = Programs::build(target.clone(), arguments.halide)?;
    let listed = programs.suite(&["list"], &[])?;
    let mut names: Vec<&str> = listed.lines().collect();
    if let Some(unknown) = arguments.only.iter().find(|name| !names.contains(&name.as_str())) {
        bail!("no kernel is named {unknown}; there are: {}", names.join(" "));
    }
    let groups = Groups::read(&names, &arguments.target)?;
    names.sort_by_key(|name| groups.turn(name));
    names.retain(|name| arguments.only.is_empty() || arguments.only.iter().any(|wanted| wanted == name));
    let run = Run { arguments: &arguments, target: &target, programs: &programs, names: &names, groups: &groups };
    match &target.measure {
        Measure::Clock { .. } => run.by_clock().await,
        Measure::Counts(counts) => {
            let mut equal = true;
            for cpu in counts.chosen(arguments.mcpu.as_deref())? {
                equal &= run.by_counts(counts, cpu).await?;
            }
            if equal { Ok(()) } else { bail!("some outputs differ") }
        }
    }
}

/// One measurement.
struct Run<'a> {
    arguments: &'a Arguments,
    target: &'a Target,
    programs: &'a Programs,
    names: &'a [&'a str],
    groups: &'a Groups,
}

impl Run<'_> {
    /// By this machine's clock.
    async fn by_clock(&self) -> Result<()> {
        let Run { arguments, programs, names, groups, .. } = self;
        let (memo, objects) = (tempfile::tempdir()?, tempfile::tempdir()?);
        let shared = Daemon::start(memo.path()).await?;
        let pricer = LlvmPricer::new(isotope_grammars::embedded());
        let (folder, seconds) = (objects.path(), arguments.seconds);
        let model = !arguments.no_model;
        let bench = Bench { programs, shared: &shared, folder, pricer: &pricer, seconds, model };
        let mut kernels = Vec::new();
        for name in *names {
            let kernel = bench.kernel(name).await?;
            progress(name, Some(kernel.speedup_over_halide), Some(kernel.speedup_over_llvm), kernel.equal);
            kernels.push(kernel);
        }
        let (means, target) = (means(&kernels, groups), programs.halide_target().to_owned());
        let (name, cpu, date, commit) = (isotope_run::processor(), cpu(), date()?, commit()?);
        let results = Results { name, date, commit, cpu, target, halide: arguments.halide, means, kernels };
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
            pages::write(&arguments.results)?;
        }
        if results.kernels.iter().any(|kernel| !kernel.equal) {
            bail!("some outputs differ");
        }
        Ok(())
    }

    /// For a CPU, by what an emulator executes; whether all outputs are equal.
    async fn by_counts(&self, counts: &Counts, cpu: &Cpu) -> Result<bool> {
        let Run { arguments, programs, names, groups, .. } = self;
        let arch = self.target.arch.as_ref().unwrap_or(&arguments.target);
        let set = isotope_grammars::embedded().get(arch);
        let set = set.with_context(|| format!("no instruction set is for {arch}"))?;
        let objects = tempfile::tempdir()?;
        let (programs, folder) = (&programs.for_cpu(cpu), objects.path());
        let emulated = Emulated::build(counts, cpu, folder)?;
        let cycles = counts.cycles;
        let bench = CountedBench { programs, folder, emulated: &emulated, set, cpu: &cpu.name, cycles };
        let mut kernels = Vec::new();
        for name in *names {
            let kernel = bench.kernel(name).await?;
            progress(name, kernel.speedup_over_halide, kernel.speedup_over_llvm, kernel.equal);
            kernels.push(kernel);
        }
        let results = CountedResults {
            name: cpu.title.clone(),
            date: date()?,
            commit: commit()?,
            compiled_on: self::cpu(),
            target: programs.halide_target().to_owned(),
            mcpu: cpu.name.clone(),
            halide: arguments.halide,
            emulator: emulated.version()?,
            model: match cycles {
                CyclesBy::Model => {
                    format!("llvm-mca {}'s model of {}", printed("llvm-config-19", &["--version"])?, cpu.name)
                }
                CyclesBy::Packets => "packets that were executed".to_owned(),
            },
            alignment: if self.target.aligned { "stated" } else { "not stated" }.to_owned(),
            means: counted_results::means(&kernels, groups),
            kernels,
        };
        println!("{} with Halide {} for {}", results.name, results.halide, results.target);
        println!("{}\n\nGeometric means\n{}", results.table(), results.means_table());
        if arguments.only.is_empty() {
            results.save(&arguments.results.join(&cpu.name), &arguments.target)?;
            pages::write(&arguments.results)?;
        }
        Ok(results.kernels.iter().all(|kernel| kernel.equal))
    }
}

/// Speeds are `None` over code that is wrong or not there.
fn progress(name: &str, over_halide: Option<f64>, over_llvm: Option<f64>, equal: bool) {
    let differ = if equal { "" } else { ", but the outputs DIFFER" };
    let over = |speed: Option<f64>, other| match speed {
        Some(speed) => format!("{speed:.2} times {other}'s speed"),
        None => format!("no right code of {other}'s"),
    };
    eprintln!("{name}: {}, {}{differ}", over(over_halide, "Halide"), over(over_llvm, "plain LLVM"));
}

fn date() -> Result<String> {
    printed("date", &["-u", "+%F"])
}

fn commit() -> Result<String> {
    printed("git", &["rev-parse", "--short", "HEAD"])
}

/// The line that a command prints.
fn printed(program: &str, arguments: &[&str]) -> Result<String> {
    let output = std::process::Command::new(program).args(arguments).current_dir(root()).output();
    let output = output.with_context(|| format!("cannot start {program}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The system's name for the processor.
fn cpu() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or("unknown", |(_, name)| name.trim()).to_owned()
}
