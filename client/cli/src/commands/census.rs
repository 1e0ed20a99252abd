//! `isotope census`: what the search finds of an instruction set's own functions.

use super::print;
use crate::arguments::whole;
use crate::input::BadInput;
use clap::Args;
use isotope_cli::table;
use isotope_server::census::{CensusError, Count, Report, census};
use std::path::PathBuf;
use std::process::ExitCode;

/// The command line.
#[derive(Debug, Args)]
pub struct Census {
    /// Architecture, in LLVM's names [default: this host's]
    #[arg(long, value_name = "ARCH", default_value = "", hide_default_value = true)]
    pub target: String,
    /// CPU whose prices count, in LLVM's names, or `host`.
    #[arg(long, value_name = "CPU", default_value = "host")]
    pub mcpu: String,
    /// Only every Nth function.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = every)]
    pub every: u32,
    /// Folder with a folder of data for each further instruction set.
    #[arg(long, env = "ISOTOPE_INSTRUCTION_SETS", value_name = "DIR")]
    pub instruction_sets: Option<PathBuf>,
    /// Print JSON, function by function.
    #[arg(long)]
    pub json: bool,
}

/// Counts, and shows the counts.
pub fn run(command: &Census) -> anyhow::Result<ExitCode> {
    let counted = census(command.instruction_sets.as_deref(), &command.target, &command.mcpu, command.every as usize);
    let report = counted.map_err(|error| match error {
        CensusError::Target(error) => anyhow::Error::new(BadInput(error.to_string())),
        CensusError::Sets(error) => anyhow::Error::new(error),
    })?;
    let text = if command.json { serde_json::to_string_pretty(&report)? } else { shown(&report) };
    print(&(text + "\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn shown(report: &Report) -> String {
    let row = |count: &Count| (count.of.clone(), count.functions, count.found);
    let all = ("all".to_owned(), report.functions, report.found);
    let roles: Vec<_> = report.roles.iter().map(row).chain([all]).collect();
    let taking = |count: &Count| (format!("with {}", count.of), count.functions, count.found);
    let takes: Vec<_> = report.takes.iter().map(taking).collect();
    let mut text = format!(
        "{} by the prices of {}: {} of {} functions looked for\n{}\n{}",
        report.arch,
        report.cpu,
        report.functions,
        report.of,
        table::counts(&roles),
        table::counts(&takes)
    );
    for (reason, count) in &report.reasons {
        text += &format!("\n{count} not found: {reason}");
    }
    text
}

fn every(text: &str) -> Result<u32, String> {
    whole(text, 1..=u32::MAX)
}
