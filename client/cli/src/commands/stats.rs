//! `isotope stats`: the daemon's counters.

use super::{connect, print};
use crate::arguments::Server;
use clap::Args;
use isotope_cli::table;
use std::process::ExitCode;

/// The command line.
#[derive(Debug, Args)]
pub struct Stats {
    #[command(flatten)]
    pub server: Server,
}

/// Runs the command.
pub async fn run(command: Stats) -> anyhow::Result<ExitCode> {
    let connected = connect(&command.server).await?;
    print(&(table::stats(&connected.client.stats().await?) + "\n"))?;
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}
