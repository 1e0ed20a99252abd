//! `isotope stats`: the daemon's counters.

use super::{connect, print, print_json};
use crate::arguments::Server;
use clap::Args;
use isotope_cli::{counters, table};
use std::process::ExitCode;

/// The command line.
#[derive(Debug, Args)]
pub struct Stats {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub server: Server,
}

/// Runs the command.
pub async fn run(command: Stats) -> anyhow::Result<ExitCode> {
    let connected = connect(&command.server).await?;
    let stats = connected.client.stats().await?;
    match command.json {
        true => print_json(&counters::json(&stats))?,
        false => print(&(table::stats(&stats) + "\n"))?,
    }
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}
