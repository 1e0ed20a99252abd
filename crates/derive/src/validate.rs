//! `cargo xtask validate`: every translated instruction against the real one, bit for bit.
//!
//! For each C intrinsic a function is generated that calls it on many inputs; clang compiles it, the first executor of
//! `target.toml` that has the instruction runs it, and every result is compared with the interpreter of `isotope-semantics`. An intrinsic that none
//! of them has is counted by name and never called validated. Of an instruction set that nothing executes the interpreter is the
//! meaning, and what is checked is that the lanes of the search are the same. The result is `validation.txt`, to which the validations
//! of several machines add up ([`kept`]).

mod builtins;
mod emulator_errata;
mod fault;
mod header;
mod inputs;
mod interpreted;
mod judged;
mod kept;
mod plan;
mod report;
mod trial;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use isotope_dictionary::manifest::FormsBy;
use isotope_semantics::Semantics;

use crate::folder::{From, SetFolder};
use crate::llvm_forms;
use emulator_errata::EmulatorErrata;
use fault::Fault;
pub(crate) use inputs::Inputs;
pub use interpreted::validated as interpreted;
use kept::Kept;
use report::{Outcome, Report};

/// The result.
const VALIDATION: &str = "validation.txt";

#[derive(Parser)]
#[command(name = "cargo xtask validate")]
struct Args {
    #[command(flatten)]
    from: From,
    /// Only instructions whose name contains this; the data file is then left alone.
    #[arg(long)]
    filter: Option<String>,
    /// Inputs for each instruction, at least; immediates share them.
    #[arg(long, default_value_t = 256)]
    cases: usize,
    /// Run everything that can be run here, also what the data file has of better machines or of the same emulator.
    #[arg(long)]
    again: bool,
    /// Compiles and runs at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// Runs the validation; a mismatch is exit status 1.
pub fn run(root: &Path, args: &[String]) -> Result<ExitCode> {
    let args = Args::try_parse_from(std::iter::once("validate".to_owned()).chain(args.iter().cloned()))?;
    let (set, text) = args.from.open(root)?;
    let named = |name: &String| isotope_run::named(name).with_context(|| format!("no executor is called {name}"));
    let executors = set.manifest.vendor.executors.iter().map(named).collect::<Result<Vec<_>>>()?;
    if executors.is_empty() {
        set.write(VALIDATION, &interpreted(&set.manifest.title, &set.entries(&text)?, args.cases)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let FormsBy::Builtins(names) = &set.manifest.vendor.forms {
        let bench = builtins::Bench::of(&set, names, &executors)?.reading(&set, &text)?;
        return run_builtins(&args, &set, &text, &bench);
    }
    let catalogue = isotope_vendor::catalogue::read(&text)?;
    let forms = llvm_forms::read_forms(&set.read(llvm_forms::FORMS)?, &set.manifest.cpus.recorded)?;
    let scope = set.scope()?;
    let emulator_errata = EmulatorErrata::builtin()?;

    let mut report = Report::default();
    let kept = Kept::read(&set.read(VALIDATION).unwrap_or_default(), args.again);
    let mut planner = plan::Planner::new(&set, &scope, &forms)?;
    for intrinsic in &catalogue {
        if args.filter.as_ref().is_some_and(|part| !intrinsic.name.contains(part.as_str())) {
            continue;
        }
        planner.plan(intrinsic, &executors, &emulator_errata, &mut report)?;
    }
    let trials = planner.trials(&executors, &kept, &mut report)?;
    for batch in plan::batches(trials, &executors) {
        for (name, outcome) in trial::run(&batch, args.cases, args.jobs)? {
            report.settle(&name, outcome.excused(&emulator_errata, &name, &batch.machine));
        }
        eprint!(".");
    }
    eprintln!();
    let text = report.text(args.cases, &emulator_errata);
    println!("{}", report.table());
    let mismatched = report.mismatches();
    for (name, outcome) in &mismatched {
        println!("{name}: {outcome}");
    }
    if args.filter.is_none() {
        set.write(VALIDATION, &text)?;
    }
    Ok(if mismatched.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The same for a set whose instructions are builtins.
fn run_builtins(args: &Args, set: &SetFolder, text: &str, bench: &builtins::Bench) -> Result<ExitCode> {
    let mut entries = set.entries(text)?;
    if let Some(part) = &args.filter {
        entries.retain(|entry| entry.name.contains(part.as_str()));
    }
    let kept = Kept::read(&set.read(VALIDATION).unwrap_or_default(), args.again);
    let record = builtins::validated(set, &entries, bench, args.cases, &kept)?;
    println!("{}", record.summary);
    record.mismatches.iter().for_each(|line| println!("{line}"));
    if args.filter.is_none() {
        set.write(VALIDATION, &record.text)?;
    }
    Ok(if record.mismatches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One intrinsic to try: what it should do, and how to call it.
pub struct Trial {
    /// The project's name.
    pub name: String,
    /// The vendor's text, errata applied.
    pub semantics: Semantics,
    /// The name in clang's header.
    pub c_name: String,
    /// LLVM's names of the features that it needs, ascending.
    pub features: Vec<String>,
    /// The values of its immediate that the header accepts; `None` where it has none.
    pub immediates: Option<Vec<u32>>,
    /// The C types of the operands, immediates included.
    pub c_types: Vec<String>,
    /// The C type of the result.
    pub c_result: String,
    /// A fault of a machine here that is known to the bit.
    pub fault: Option<Fault>,
}

/// The outcome of a trial.
pub type Settled = (String, Outcome);
