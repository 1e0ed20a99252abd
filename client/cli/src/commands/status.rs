//! `isotope status` and `isotope stop`: the daemons that `isotope run` started.

use super::run::kept::Kept;
use super::{print, print_json};
use clap::Args;
use isotope_cli::{limits, table};
use isotope_client::{Client, Settings};
use serde_json::json;
use std::process::ExitCode;

/// The command line of `isotope status`.
#[derive(Debug, Args)]
pub struct Status {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The command line of `isotope stop`.
#[derive(Debug, Args)]
pub struct Stop {
    /// Address of the daemon that is ended [default: all that `isotope run` started]
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
}

/// Shows them.
pub async fn status(command: &Status) -> anyhow::Result<ExitCode> {
    let mut found = Vec::new();
    for kept in Kept::all() {
        let state = state(&kept).await;
        found.push((kept, state));
    }
    if command.json {
        let one = |(kept, state): &(Kept, &str)| json!({ "url": kept.url, "process": kept.process, "state": state, "log": kept.log });
        print_json(&json!({ "version": 1, "daemons": found.iter().map(one).collect::<Vec<_>>() }))?;
    } else if found.is_empty() {
        print("`isotope run` has no daemon running\n")?;
    } else {
        let row = |(kept, state): &(Kept, &str)| {
            vec![kept.url.clone(), kept.process.to_string(), (*state).to_owned(), kept.log.display().to_string()]
        };
        print(&(table::rows(&["address", "process", "state", "log"], found.iter().map(row), &[1]) + "\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether a daemon takes calls.
async fn state(kept: &Kept) -> &'static str {
    let settings = Settings {
        connect_timeout: limits::RUN_CONNECT,
        timeout: Some(limits::RUN_CONNECT),
        attempts: 1,
        ..Settings::default()
    };
    let Ok(client) = Client::connect(&kept.url, settings).await else { return "does not answer" };
    match client.serving().await {
        Ok(true) => "takes calls",
        Ok(false) => "is starting or stopping",
        Err(_) => "does not answer",
    }
}

/// Ends them.
pub async fn stop(command: &Stop) -> anyhow::Result<ExitCode> {
    let mut all = Kept::all();
    if let Some(url) = &command.server {
        all.retain(|kept| kept.url == *url);
        if all.is_empty() {
            anyhow::bail!("`isotope run` has no daemon at {url} running; `isotope status` shows those that it has");
        }
    }
    if all.is_empty() {
        print("`isotope run` has no daemon running\n")?;
    }
    for kept in all {
        let how = if kept.stop(limits::RUN_END).await { "ended" } else { "killed, for it did not end in time" };
        print(&format!("the daemon at {}, process {}, is {how}\n", kept.url, kept.process))?;
    }
    Ok(ExitCode::SUCCESS)
}
