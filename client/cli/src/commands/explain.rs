//! `isotope explain`: how the service sees a file's expressions, or those of a source or of a report.

use super::source::{self, Compiling};
use super::{connect, print, target};
use crate::arguments::{Input, Server};
use crate::input::{BadInput, Located, located, read};
use crate::terminal::shown;
use clap::Args;
use isotope_cli::explanation::{self, json::explanation};
use isotope_cli::report::{self, Expression};
use isotope_client::{Client, ClientError};
use isotope_proto::v1;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// The command line.
#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    pub input: Input,
    /// Further files, explained one after the other.
    #[arg(value_name = "FILE")]
    pub more: Vec<PathBuf>,
    /// FILE is a report: expressions whose place has this in it.
    #[arg(long, value_name = "PLACE")]
    pub place: Option<String>,
    /// FILE is a source: the expressions of this line, beside clang's code.
    #[arg(long, value_name = "LINE")]
    pub line: Option<u32>,
    /// Why answers do not use this instruction (C intrinsic or mnemonic).
    #[arg(long, value_name = "INSTRUCTION")]
    pub why_not: Option<String>,
    /// All candidates, each with its price, its program and its code.
    #[arg(long)]
    pub all: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub compiling: Compiling,
    #[command(flatten)]
    pub server: Server,
}

/// A file that is explained.
struct File<'a> {
    path: &'a PathBuf,
    text: String,
    content: Content,
}

/// The contents of a file.
enum Content {
    Expressions,
    Report(Vec<Expression>),
    Source(Box<source::Read>),
}

impl File<'_> {
    async fn read<'a>(path: &'a PathBuf, command: &Explain) -> anyhow::Result<File<'a>> {
        let place = command.place.as_deref();
        if source::is_source(path) {
            let read = source::read(path, &command.input.processor, &command.compiling).await?;
            return Ok(File { path, text: String::new(), content: Content::Source(Box::new(read)) });
        }
        if command.line.is_some() {
            return Err(
                BadInput(format!("--line is for sources (.c, .cpp, .ll), and {} is none", path.display())).into()
            );
        }
        let text = read(path)?;
        let is_report = report::is_report(&text);
        if place.is_some() && !is_report {
            return Err(BadInput(format!("--place is for reports, and {} is none", path.display())).into());
        }
        let unread = |why| BadInput(format!("{}: {why}", path.display()));
        let content = if is_report {
            Content::Report(report::expressions(&text, place).map_err(unread)?)
        } else {
            Content::Expressions
        };
        Ok(File { path, text, content })
    }
}

/// Runs the command.
pub async fn run(command: Explain) -> anyhow::Result<ExitCode> {
    // All are read before the first is asked for.
    let mut files = Vec::new();
    for path in std::iter::once(&command.input.file).chain(&command.more) {
        files.push(File::read(path, &command).await?);
    }
    let connected = connect(&command.server).await?;
    let mut values: Vec<Value> = Vec::new();
    for file in &files {
        if files.len() > 1 && !command.json {
            print(&format!("{}\n\n", shown(&file.path.display().to_string())))?;
        }
        values.push(match &file.content {
            Content::Report(expressions) => of_report(&connected.client, &command, expressions).await?,
            Content::Source(read) => of_source(&connected.client, &command, read).await?,
            Content::Expressions => of_expressions(&connected.client, &command, file).await?,
        });
    }
    if command.json {
        let all = if values.len() == 1 { values.remove(0) } else { Value::Array(values) };
        print(&(serde_json::to_string_pretty(&all)? + "\n"))?;
    }
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Explains a file's expressions: prints that, or gives it as JSON.
async fn of_expressions(client: &Client, command: &Explain, file: &File<'_>) -> anyhow::Result<Value> {
    let target = target(&command.input.processor, &file.text)?;
    let explained = explained(client, command, target, file.text.clone()).await;
    let explained = explained.map_err(|error| located(file.path, &file.text, error))?;
    if !command.json {
        print(&explanation::text(&explained, command.all))?;
    }
    Ok(explanation(&explained))
}

/// The same of a source's, line by line, with the compiler's own code beside.
async fn of_source(client: &Client, command: &Explain, read: &source::Read) -> anyhow::Result<Value> {
    read.compiled.notes.iter().for_each(|note| eprintln!("isotope: note: {}", shown(note)));
    let asked: Vec<_> =
        read.compiled.windows.iter().filter(|w| command.line.is_none_or(|line| line == w.line)).collect();
    if let (Some(line), true) = (command.line, asked.is_empty()) {
        let mut lines: Vec<String> = read.compiled.windows.iter().map(|window| window.line.to_string()).collect();
        lines.dedup();
        let there = if lines.is_empty() { "none".to_owned() } else { lines.join(", ") };
        let why = format!("{}:{line}: no expression is asked for there; lines with some: {there}", read.source.name);
        return Err(Located(why).into());
    }
    let mut values: Vec<Value> = Vec::new();
    for window in asked {
        let response = explained(client, command, Some(window.target.clone()), window.text.clone()).await?;
        let own = read.compiled.listing.of_line(window.line);
        let place = format!("{}:{}: {}", read.source.name, window.line, window.title);
        if !command.json {
            let line = isotope_cli::source::quoted(&read.source.text, window.line);
            let code = own.join("\n  ");
            print(&format!("{place}\n{line}\n\n{}", explanation::text(&response, command.all)))?;
            print(&format!("\nCode that the compiler makes of the line, without Isotope\n  {code}\n\n"))?;
        }
        values.push(
            json!({ "place": place, "line": window.line, "compiler": own, "explanation": explanation(&response) }),
        );
    }
    Ok(json!({ "version": explanation::json::VERSION, "expressions": values }))
}

/// The same of a report's.
async fn of_report(client: &Client, command: &Explain, expressions: &[Expression]) -> anyhow::Result<Value> {
    let mut values: Vec<Value> = Vec::new();
    for expression in expressions {
        let mut explanations = None;
        if !expression.asked.is_empty() {
            let asked = format!("target {}\n{}", expression.target, expression.asked);
            let target = target(&command.input.processor, &asked)?;
            explanations = Some(explained(client, command, target, asked).await?);
        }
        let explanation = explanations.as_ref().map(explanation);
        values.push(json!({ "place": expression.place, "used": expression.used, "why_not_used": expression.why_not,
            "halide": expression.halide, "llvm": expression.llvm, "explanation": explanation }));
        if !command.json {
            print(&format!("{}\n\n", expression.outcome()))?;
            if let Some(explained) = explanations {
                print(&explanation::text(&explained, command.all))?;
            }
            print(&format!("{}\n", expression.own_code()))?;
        }
    }
    Ok(json!({ "version": explanation::json::VERSION, "expressions": values }))
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
