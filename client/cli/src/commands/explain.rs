//! `isotope explain`: how the service sees a file's expressions, or those of a report.

use super::{BadInput, connect, print, target};
use crate::arguments::{Input, Server};
use crate::input::{located, read};
use clap::Args;
use isotope_cli::explanation::{self, json::explanation};
use isotope_cli::report;
use isotope_client::{Client, ClientError};
use isotope_proto::v1;
use serde_json::{Value, json};
use std::process::ExitCode;

/// The command line.
#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    pub input: Input,
    /// FILE is a report (ISOTOPE_REPORT): those of its expressions whose place has this in it.
    #[arg(long, value_name = "PLACE")]
    pub place: Option<String>,
    /// Why answers do not use this instruction, by C intrinsic or mnemonic: what the best program with it costs, or the input on which it
    /// does not compute the window.
    #[arg(long, value_name = "INSTRUCTION")]
    pub why_not: Option<String>,
    /// All candidates, each with its price, its program and its code.
    #[arg(long)]
    pub all: bool,
    /// For other programs.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub server: Server,
}

/// Runs the command.
pub async fn run(command: Explain) -> anyhow::Result<ExitCode> {
    let text = read(&command.input.file)?;
    let is_report = report::is_report(&text);
    if command.place.is_some() && !is_report {
        return Err(BadInput("--place is for reports, and the file is none".to_owned()).into());
    }
    let place = command.place.as_deref();
    let found = if is_report { report::expressions(&text, place).map_err(BadInput)? } else { vec![] };
    let connected = connect(&command.server).await?;
    if !is_report {
        let target = target(&command.input, &text)?;
        let explained = explained(&connected.client, &command, target, text.clone()).await;
        let explained = explained.map_err(|error| located(&command.input.file, &text, error))?;
        match command.json {
            true => print(&(serde_json::to_string_pretty(&explanation(&explained))? + "\n"))?,
            false => print(&explanation::text(&explained, command.all))?,
        }
    }
    let mut values: Vec<Value> = Vec::new();
    for expression in found {
        let mut explanations = None;
        if !expression.asked.is_empty() {
            let asked = format!("target {}\n{}", expression.target, expression.asked);
            let target = target(&command.input, &asked)?;
            explanations = Some(explained(&connected.client, &command, target, asked).await?);
        }
        if command.json {
            let explanation = explanations.as_ref().map(explanation);
            values
                .push(json!({ "place": expression.place, "used": expression.used, "why_not_used": expression.why_not,
                "halide": expression.halide, "llvm": expression.llvm, "explanation": explanation }));
            continue;
        }
        print(&format!("{}\n\n", expression.outcome()))?;
        if let Some(explained) = explanations {
            print(&explanation::text(&explained, command.all))?;
        }
        print(&format!("{}\n", expression.own_code()))?;
    }
    if is_report && command.json {
        let all = json!({ "version": explanation::json::VERSION, "expressions": values });
        print(&(serde_json::to_string_pretty(&all)? + "\n"))?;
    }
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn explained(
    client: &Client,
    command: &Explain,
    target: Option<v1::Target>,
    text: String,
) -> Result<v1::ExplainResponse, ClientError> {
    let request = v1::ExplainRequest {
        target,
        options: Some(command.input.options(Vec::new())),
        expected_epoch: command.input.expected_epoch.clone(),
        program: Some(v1::explain_request::Program::Text(text)),
        all: command.all,
        why_not: command.why_not.clone().unwrap_or_default(),
    };
    client.explain(request).await
}
