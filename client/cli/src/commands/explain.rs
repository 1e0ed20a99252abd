//! `isotope explain`: how the service sees a file's expressions, or those of a report.

use super::{BadInput, connect, print, target};
use crate::arguments::{Input, Server};
use crate::input::{located, read};
use clap::Args;
use isotope_cli::{report, table};
use isotope_client::{Client, ClientError};
use isotope_proto::v1;
use std::process::ExitCode;

/// The command line.
#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    pub input: Input,
    /// FILE is a report (ISOTOPE_REPORT): those of its expressions whose place has this in it.
    #[arg(long, value_name = "PLACE")]
    pub place: Option<String>,
    #[command(flatten)]
    pub server: Server,
}

/// Runs the command.
pub async fn run(command: Explain) -> anyhow::Result<ExitCode> {
    let text = read(&command.input)?;
    let report = report::is_report(&text);
    if command.place.is_some() && !report {
        return Err(BadInput("--place is for reports, and the file is none".to_owned()).into());
    }
    let found = if report { report::expressions(&text, command.place.as_deref()).map_err(BadInput)? } else { vec![] };
    let connected = connect(&command.server).await?;
    if !report {
        let target = target(&command.input, &text)?;
        let explained = explained(&connected.client, &command.input, target, text).await;
        print(&explained.map_err(|error| located(&command.input, error))?)?;
    }
    for expression in found {
        print(&format!("{}\n\n", expression.outcome()))?;
        if !expression.asked.is_empty() {
            let asked = format!("target {}\n{}", expression.target, expression.asked);
            let target = target(&command.input, &asked)?;
            print(&explained(&connected.client, &command.input, target, asked).await?)?;
        }
        print(&format!("{}\n", expression.own_code()))?;
    }
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn explained(
    client: &Client,
    input: &Input,
    target: Option<v1::Target>,
    text: String,
) -> Result<String, ClientError> {
    let request = v1::ExplainRequest {
        target,
        options: Some(input.options(Vec::new())),
        expected_epoch: input.expected_epoch.clone(),
        program: Some(v1::explain_request::Program::Text(text)),
    };
    Ok(table::explanation(&client.explain(request).await?))
}
