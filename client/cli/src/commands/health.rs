//! `isotope health`: whether the daemon takes calls.

use super::{connect, print};
use crate::arguments::Server;
use clap::Args;
use std::process::ExitCode;

/// The command line.
#[derive(Debug, Args)]
pub struct Health {
    #[command(flatten)]
    pub server: Server,
}

/// Runs the command.
pub async fn run(command: Health) -> anyhow::Result<ExitCode> {
    let connected = connect(&command.server).await?;
    let serving = connected.client.serving().await?;
    print(if serving { "serving\n" } else { "not serving\n" })?;
    connected.close().await;
    Ok(if serving { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
