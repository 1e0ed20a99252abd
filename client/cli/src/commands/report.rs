//! `isotope report`: sums up what a compiler reported: a Halide program, or clang.

use super::print;
use crate::input::{BadInput, open};
use clap::Args;
use isotope_cli::summary::Summary;
use isotope_cli::{report, table};
use std::io::BufRead as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// The command line.
#[derive(Debug, Args)]
pub struct Report {
    /// The report; `-` is standard input.
    pub file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Runs the command. Reads a line at a time: a report grows with every compile.
pub fn run(command: &Report) -> anyhow::Result<ExitCode> {
    let name = command.file.display();
    let unreadable = |error: std::io::Error| BadInput(format!("cannot read {name}: {error}"));
    let mut file = std::io::BufReader::new(open(&command.file).map_err(unreadable)?);
    let begin = String::from_utf8_lossy(file.fill_buf().map_err(unreadable)?).into_owned();
    if !begin.trim().is_empty() && !report::is_report(&begin) {
        return Err(BadInput(format!(
            "{name} is no report, which ISOTOPE_REPORT=FILE has Halide programs and clang write; `isotope select` and `isotope explain` \
             read files of expressions"
        ))
        .into());
    }
    let summary = Summary::read(file).map_err(|why| BadInput(format!("{name}: {why}")))?;
    let text = if command.json { serde_json::to_string_pretty(&summary)? } else { table::summary(&summary) };
    print(&(text + "\n"))?;
    Ok(ExitCode::SUCCESS)
}
