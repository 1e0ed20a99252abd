//! `isotope select`: asks for the code of a file's expressions, and shows it.

use super::{BadInput, connect, print, target};
use crate::arguments::{Emit, Input, Server};
use crate::input::{Mistakes, located, read};
use crate::terminal::shown;
use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use isotope_cli::{assembly, table};
use isotope_client::json;
use isotope_client::{Client, ClientError};
use isotope_proto::v1;
use std::future::Future;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The command line.
#[derive(Debug, Args)]
pub struct Select {
    #[command(flatten)]
    pub input: Input,
    /// Further files; the answers of all are shown together.
    #[arg(value_name = "FILE")]
    pub more: Vec<PathBuf>,
    /// Form of the output.
    #[arg(long, value_enum, default_value_t = Emit::Table)]
    pub emit: Emit,
    /// File for what is printed, in place of standard output. Written over if it is there.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub server: Server,
}

/// Runs the command.
pub async fn run(command: Select) -> anyhow::Result<ExitCode> {
    // All are read before the first is asked for.
    let files = std::iter::once(&command.input.file).chain(&command.more);
    let texts = files.map(|file| Ok((file, read(file)?))).collect::<Result<Vec<_>, BadInput>>()?;
    let connected = connect(&command.server).await?;
    let (mut answers, mut mistakes) = (Vec::new(), Mistakes::default());
    for (file, text) in &texts {
        match asked(&command, &connected.client, text).await {
            Ok(found) => answers.extend(found),
            Err(error) => match error.downcast::<ClientError>().map(|error| located(file, text, error)) {
                // The mistakes of all files are said, and no answer beside them.
                Ok(error) => mistakes.0.extend(error.downcast::<Mistakes>()?.0),
                Err(error) => return Err(error),
            },
        }
    }
    if !mistakes.0.is_empty() {
        return Err(mistakes.into());
    }
    for note in answers.iter().flat_map(|a| &a.notes) {
        eprintln!("isotope: note: {}", shown(note));
    }
    let text = show(&command, &answers).await?;
    match &command.output {
        Some(file) => std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?,
        None => print(&text)?,
    }
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}

/// The answers to one file's expressions.
async fn asked(command: &Select, client: &Client, text: &str) -> anyhow::Result<Vec<v1::Answer>> {
    let request = v1::SelectRequest {
        target: target(&command.input, text)?,
        options: Some(command.input.options(command.emit.outputs())),
        expected_epoch: command.input.expected_epoch.clone(),
        program: Some(v1::select_request::Program::Text(text.to_owned())),
    };
    Ok(watched(client, client.select(request)).await?)
}

async fn show(command: &Select, answers: &[v1::Answer]) -> anyhow::Result<String> {
    let selections: Vec<&v1::Selection> = answers.iter().filter_map(|a| a.selection.as_ref()).collect();
    Ok(match command.emit {
        Emit::Table => table::answers(answers) + "\n",
        // Several programs in one text are told apart by their expressions.
        Emit::Autollvm => {
            let one = |s: &&v1::Selection| format!("// {}\n{}\n", s.expression, s.autollvm.trim_end());
            selections.iter().map(one).collect::<Vec<_>>().join("\n")
        }
        Emit::Json => serde_json::to_string_pretty(&json::report(answers))? + "\n",
        Emit::Llvm | Emit::Asm => code(command, &selections).await?,
    })
}

/// All answers as one module, or as its assembly.
async fn code(command: &Select, selections: &[&v1::Selection]) -> anyhow::Result<String> {
    let sets = isotope_server::sets::load(command.server.core.instruction_sets.as_deref())?;
    if command.emit == Emit::Llvm {
        return Ok(assembly::module(selections, sets)?);
    }
    if let Some(lacks) = assembly::lacks() {
        eprintln!("isotope: note: {}", shown(&lacks));
    }
    Ok(assembly::assemble(selections, sets).await?)
}

/// Waits for answers; on a terminal it shows that something happens, and what.
async fn watched(
    client: &Client,
    asking: impl Future<Output = Result<Vec<v1::Answer>, ClientError>>,
) -> Result<Vec<v1::Answer>, ClientError> {
    if !std::io::stderr().is_terminal() {
        return asking.await;
    }
    let spinner = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}") {
        spinner.set_style(style);
    }
    let watching = async {
        loop {
            // What is answered from the memo is over before anything need be shown.
            tokio::time::sleep(Duration::from_millis(200)).await;
            if let Ok(stats) = client.stats().await {
                let (running, queued) = (stats.searches_running, stats.searches_queued);
                spinner.set_message(format!("{running} searches running, {queued} waiting"));
            }
            spinner.tick();
        }
    };
    tokio::pin!(asking);
    let answers = tokio::select! {
        answers = &mut asking => answers,
        () = watching => unreachable!("watching does not end"),
    };
    spinner.finish_and_clear();
    answers
}
