//! `cargo xtask validate`: every translated intrinsic against the real instruction, bit for bit.
//!
//! For each intrinsic a C function is generated that calls it on many inputs; clang compiles it, this CPU runs it where
//! it has the instruction, the Bochs emulator where not, and every result is compared with the interpreter of `isotope-isa`. What
//! neither machine has is counted by name and never called validated. The result is `grammars/data/x86/validation.txt`.

mod emulator_errata;
mod inputs;
mod plan;
mod report;
mod trial;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use isotope_isa::errata::Errata;
use isotope_isa::semantics::Semantics;

use crate::llvm_forms;
use emulator_errata::EmulatorErrata;
use report::{Outcome, Report};

/// Where the result lies, from the project's folder.
const VALIDATION: &str = "grammars/data/x86/validation.txt";

#[derive(Parser)]
#[command(name = "cargo xtask validate")]
struct Args {
    /// Intel's intrinsics guide, version 3.6.9, as XML.
    #[arg(long, default_value = "third_party/intel/intel-intrinsics-3.6.9.xml")]
    guide: PathBuf,
    /// Only intrinsics whose name contains this; the data file is then left alone.
    #[arg(long)]
    filter: Option<String>,
    /// Inputs for each intrinsic, at least; immediates share them.
    #[arg(long, default_value_t = 256)]
    cases: usize,
    /// Compiles and runs at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// Runs the validation; a mismatch is exit status 1.
pub fn run(root: &Path, args: &[String]) -> Result<ExitCode> {
    let args = Args::try_parse_from(std::iter::once("validate".to_owned()).chain(args.iter().cloned()))?;
    let guide_path = root.join(&args.guide);
    let xml = std::fs::read_to_string(&guide_path).with_context(|| {
        format!("reading Intel's guide {}; `--guide FILE` names another place", guide_path.display())
    })?;
    let catalogue = isotope_isa::catalogue::read(&xml)?;
    let forms_path = root.join(llvm_forms::FORMS);
    let forms = std::fs::read_to_string(&forms_path).with_context(|| format!("reading {}", forms_path.display()))?;
    let forms = llvm_forms::read_forms(&forms)?;
    let errata = Errata::builtin()?;
    let emulator_errata = EmulatorErrata::builtin()?;

    let mut report = Report::default();
    let mut trials = Vec::new();
    for intrinsic in &catalogue {
        if args.filter.as_ref().is_some_and(|part| !intrinsic.name.contains(part.as_str())) {
            continue;
        }
        plan::plan(intrinsic, &errata, &forms, &mut report, &mut trials);
    }
    for batch in plan::batches(trials) {
        for (name, outcome) in trial::run(&batch, args.cases, args.jobs)? {
            report.settle(&name, outcome.excused(&emulator_errata, &name, batch.machine));
        }
        eprint!(".");
    }
    eprintln!();
    let text = report.text(args.cases);
    println!("{}", report.table());
    let mismatched = report.mismatches();
    for (name, outcome) in &mismatched {
        println!("{name}: {outcome}");
    }
    if args.filter.is_none() {
        let path = root.join(VALIDATION);
        std::fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(if mismatched.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One intrinsic to try: what it should do, and how to call it.
pub struct Trial<'a> {
    /// The project's name.
    pub name: String,
    /// What the vendor's text says, errata applied.
    pub semantics: Semantics,
    /// How clang knows it.
    pub form: &'a llvm_forms::Block,
    /// The C types of the operands, immediates included.
    pub c_types: Vec<String>,
    /// The C type of the result.
    pub c_result: String,
}

/// What a trial came to.
pub type Settled = (String, Outcome);
