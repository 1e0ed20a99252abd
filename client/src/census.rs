//! `isotope census`: what the search finds of an instruction set's own functions.

use crate::arguments::Census;
use crate::commands::{BadInput, print};
use isotope_client::table;
use isotope_server::census::{CensusError, Count, Report, census};
use std::process::ExitCode;

/// Counts, and shows the counts.
pub fn count(command: &Census) -> anyhow::Result<ExitCode> {
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
