//! `isotope log-level`: what the daemon logs.

use super::{connect, print};
use crate::arguments::Server;
use clap::Args;
use std::process::ExitCode;

/// The command line.
#[derive(Debug, Args)]
pub struct LogLevel {
    /// The new filter of the log, in the syntax of the daemon's --log: `debug`, or `info,isotope_server=debug`.
    pub filter: Option<String>,
    #[command(flatten)]
    pub server: Server,
}

/// Runs the command.
pub async fn run(command: LogLevel) -> anyhow::Result<ExitCode> {
    let connected = connect(&command.server).await?;
    let logged = connected.client.log_level(command.filter.unwrap_or_default()).await?;
    let was = if logged.before == logged.filter { String::new() } else { format!(" (was {})", logged.before) };
    print(&format!("{}{was}\n", logged.filter))?;
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}
