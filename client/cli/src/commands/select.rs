//! `isotope select`: asks for the code of a file's expressions, or of what a program in C, LLVM IR or MLIR computes, and shows it.

use super::source::{self, Compiling};
use super::{connect, print, target};
use crate::arguments::{Emit, Input, Server};
use crate::input::{BadInput, Located, Mistakes, located, read};
use crate::terminal::shown;
use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use isotope_cli::assembly;
use isotope_cli::mlir::{self, Selected, Terms};
use isotope_cli::table::{self, Form};
use isotope_client::json;
use isotope_client::{Client, ClientError};
use isotope_lowering::Program;
use isotope_proto::v1;
use std::future::Future;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
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
    pub compiling: Compiling,
    #[command(flatten)]
    pub server: Server,
}

/// The contents of a file.
enum Content {
    Expressions(String),
    Program(Box<Program>),
    Source(Box<source::Read>),
}

/// Answers in the order in which they are shown, each with the name of its window, where that is one of a program.
#[derive(Default)]
struct Answers {
    all: Vec<v1::Answer>,
    windows: Vec<Option<String>>,
}

impl Answers {
    /// Adds answers, each with the name of its window.
    fn add(&mut self, more: impl IntoIterator<Item = (Option<String>, v1::Answer)>) {
        for (window, answer) in more {
            self.windows.push(window);
            self.all.push(answer);
        }
    }
}

/// Runs the command.
pub async fn run(command: Select) -> anyhow::Result<ExitCode> {
    let files: Vec<&PathBuf> = std::iter::once(&command.input.file).chain(&command.more).collect();
    if command.emit == Emit::Mlir && files.len() > 1 {
        return Err(BadInput("--emit mlir prints one program; give one file".to_owned()).into());
    }
    // All are read before the first is asked for.
    let mut contents = Vec::new();
    for file in files {
        contents.push((file, content(&command, file).await?));
    }
    let connected = connect(&command.server).await?;
    let (mut answers, mut mistakes, mut module) = (Answers::default(), Mistakes::default(), None);
    for (file, content) in contents {
        match content {
            Content::Source(read) => answers.add(of_source(&command, &connected.client, &read).await?),
            Content::Program(program) => {
                let mut selected = of_program(&command, &connected.client, file, *program).await?;
                selected.left().iter().for_each(|why| eprintln!("isotope: note: {}", shown(why)));
                for window in selected.shown() {
                    answers.add([(Some(format!("{}: {}", window.place, window.title)), window.answer.clone())]);
                }
                if command.emit == Emit::Mlir {
                    module = Some(put(&command, &mut selected)?);
                }
            }
            Content::Expressions(text) => match asked(&command, &connected.client, &text).await {
                Ok(found) => answers.add(found.into_iter().map(|answer| (None, answer))),
                Err(error) => match error.downcast::<ClientError>().map(|error| located(file, &text, error)) {
                    // The mistakes of all files are said, and no answer beside them.
                    Ok(error) => mistakes.0.extend(error.downcast::<Mistakes>()?.0),
                    Err(error) => return Err(error),
                },
            },
        }
    }
    if !mistakes.0.is_empty() {
        return Err(mistakes.into());
    }
    for note in answers.all.iter().flat_map(|a| &a.notes) {
        eprintln!("isotope: note: {}", shown(note));
    }
    let is_useful = answers.all.iter().all(is_priced);
    let text = match module {
        Some(module) => module,
        None => show(&command, answers).await?,
    };
    match &command.output {
        Some(file) => std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?,
        None => print(&text)?,
    }
    connected.close().await;
    Ok(if is_useful { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether an answer is one that was chosen: without LLVM's tools nothing is searched for, and no cost is known.
fn is_priced(answer: &v1::Answer) -> bool {
    !answer.truncated || answer.selection.as_ref().is_none_or(|selection| selection.cost > 0)
}

/// Reads a file: a source or a program of MLIR by its name's end, or because one is to be printed.
async fn content(command: &Select, file: &Path) -> anyhow::Result<Content> {
    if source::is_source(file) && command.emit != Emit::Mlir {
        let read = source::read(file, &command.input.processor, &command.compiling).await?;
        return Ok(Content::Source(Box::new(read)));
    }
    if file.extension().is_some_and(|end| end == "mlir") || command.emit == Emit::Mlir {
        return Ok(Content::Program(Box::new(mlir::program(file).map_err(Located)?)));
    }
    Ok(Content::Expressions(read(file)?))
}

/// The answers to one file's expressions.
async fn asked(command: &Select, client: &Client, text: &str) -> anyhow::Result<Vec<v1::Answer>> {
    let request = v1::SelectRequest {
        target: target(&command.input.processor, text)?,
        options: Some(command.input.options(command.emit.outputs())),
        expected_epoch: command.input.expected_epoch.clone(),
        program: Some(v1::select_request::Program::Text(text.to_owned())),
    };
    Ok(watched(client, client.select(request)).await?)
}

/// The answers to the windows of one source, each with its place; those that have none are notes.
async fn of_source(
    command: &Select,
    client: &Client,
    read: &source::Read,
) -> anyhow::Result<Vec<(Option<String>, v1::Answer)>> {
    read.compiled.notes.iter().for_each(|note| eprintln!("isotope: note: {}", shown(note)));
    let options = command.input.options(command.emit.outputs());
    let windows = &read.compiled.windows;
    let asking = isotope_cli::source::ask(windows, client, &options, command.input.expected_epoch.as_deref());
    let mut found = Vec::new();
    for (window, answer) in windows.iter().zip(watched(client, asking).await?) {
        let place = format!("{}:{}: {}", read.source.name, window.line, window.title);
        match answer {
            Ok(answer) => found.push((Some(place), answer)),
            Err(why) => eprintln!("isotope: note: {}: no answer: {}", shown(&place), shown(&why)),
        }
    }
    Ok(found)
}

/// The answers to the windows of one program.
async fn of_program(command: &Select, client: &Client, file: &Path, program: Program) -> anyhow::Result<Selected> {
    let terms = Terms {
        options: command.input.options(command.emit.outputs()),
        expected_epoch: command.input.expected_epoch.clone(),
        target: target(&command.input.processor, "")?.unwrap_or_default(),
    };
    Ok(watched(client, Selected::ask(mlir::name(file), program, client, &terms)).await?)
}

/// The program with its answers; answers that it cannot use are said.
fn put(command: &Select, selected: &mut Selected) -> anyhow::Result<String> {
    let sets = isotope_server::sets::load(command.server.core.instruction_sets.as_deref())?;
    let placed = selected.module(&target(&command.input.processor, "")?.unwrap_or_default(), sets)?;
    placed.notes.iter().for_each(|why| eprintln!("isotope: note: {}", shown(why)));
    Ok(placed.text)
}

async fn show(command: &Select, mut answers: Answers) -> anyhow::Result<String> {
    if command.emit == Emit::Json {
        let mut report = json::report(&answers.all);
        report.results.iter_mut().zip(answers.windows).for_each(|(result, window)| result.window = window);
        return Ok(serde_json::to_string_pretty(&report)? + "\n");
    }
    // A window of a program is known by its place; several programs in one text are told apart by their expressions.
    for (answer, window) in answers.all.iter_mut().zip(answers.windows) {
        let Some((selection, window)) = answer.selection.as_mut().zip(window) else { continue };
        selection.expression = match command.emit {
            Emit::Table => window,
            _ => format!("{window}\n{}", selection.expression),
        };
    }
    let form = if command.output.is_some() { Form::Tabs } else { Form::of_output() };
    let selections: Vec<&v1::Selection> = answers.all.iter().filter_map(|a| a.selection.as_ref()).collect();
    Ok(match command.emit {
        Emit::Table => table::answers(&answers.all, form) + "\n",
        Emit::Autollvm => {
            let one = |s: &&v1::Selection| {
                format!("// {}\n{}\n", s.expression.trim_end().replace('\n', "\n// "), s.autollvm.trim_end())
            };
            selections.iter().map(one).collect::<Vec<_>>().join("\n")
        }
        _ => code(command, &selections).await?,
    })
}

/// All answers as one module, or as its assembly.
async fn code(command: &Select, selections: &[&v1::Selection]) -> anyhow::Result<String> {
    let sets = isotope_server::sets::load(command.server.core.instruction_sets.as_deref())?;
    if command.emit == Emit::Llvm {
        return Ok(isotope_lowering::module(selections, sets)?);
    }
    if let Some(lacks) = assembly::lacks() {
        eprintln!("isotope: note: {}", shown(&lacks));
    }
    Ok(assembly::assemble(selections, sets).await?)
}

/// Waits for answers; on a terminal it shows that something happens, and what.
async fn watched<T>(client: &Client, asking: impl Future<Output = Result<T, ClientError>>) -> Result<T, ClientError> {
    if !std::io::stderr().is_terminal() {
        return asking.await;
    }
    let spinner = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}") {
        spinner.set_style(style);
    }
    let watching = async {
        loop {
            // Answers from the cache are there before anything need be shown.
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
