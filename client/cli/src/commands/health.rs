//! `isotope health`: whether the daemon takes calls.

use super::{connect, print, print_json};
use crate::arguments::Server;
use clap::Args;
use serde_json::json;
use std::process::ExitCode;

/// The command line.
#[derive(Debug, Args)]
pub struct Health {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub server: Server,
}

/// Runs the command.
pub async fn run(command: Health) -> anyhow::Result<ExitCode> {
    let connected = connect(&command.server).await?;
    let serving = connected.client.serving().await?;
    match command.json {
        true => print_json(&json!({ "version": 1, "serving": serving }))?,
        false => print(if serving { "serving\n" } else { "not serving\n" })?,
    }
    connected.close().await;
    Ok(if serving { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
