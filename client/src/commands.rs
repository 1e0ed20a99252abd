//! The commands: read, ask, show.

use crate::arguments::{
    Arguments, Command, Doctor, Emit, Explain, Health, Input, LogLevel, Report, Select, Server, Stats,
};
use crate::auditing;
use crate::doctor;
use crate::input::{located, open, read};
use crate::terminal::shown;
use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use isotope_client::summary::Summary;
use isotope_client::{Client, ClientError, Settings, json, report, table};
use isotope_proto::v1;
use std::future::Future;
use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

/// The input cannot be read or is too large.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadInput(pub String);

/// Runs a command.
pub async fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command {
        Command::Select(command) => select(command).await,
        Command::Explain(command) => explain(command).await,
        Command::Report(command) => sum_up(&command),
        Command::Audit(command) => auditing::audit(command).await,
        Command::Warm(command) => crate::warming::warm(command).await,
        #[cfg(feature = "standalone")]
        Command::Tune(command) => crate::tuning::tune(command).await,
        Command::LogLevel(command) => log_level(command).await,
        Command::Memo(command) => crate::memo::run(command).await,
        Command::Stats(command) => stats(command).await,
        #[cfg(feature = "standalone")]
        Command::Census(command) => crate::census::count(&command),
        #[cfg(feature = "standalone")]
        Command::Dict(command) => crate::dict::dict(&command),
        Command::Health(command) => health(command).await,
        Command::Doctor(command) => examine(command).await,
    }
}

async fn select(command: Select) -> anyhow::Result<ExitCode> {
    let text = read(&command.input)?;
    let request = v1::SelectRequest {
        target: target(&command.input, &text)?,
        options: Some(command.input.options(command.emit.outputs())),
        expected_epoch: command.input.expected_epoch.clone(),
        program: Some(v1::select_request::Program::Text(text)),
    };
    let connected = connect(&command.server).await?;
    let asked = watched(&connected.client, connected.client.select(request)).await;
    let answers = asked.map_err(|error| located(&command.input, error))?;
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
#[cfg(feature = "standalone")]
async fn code(command: &Select, selections: &[&v1::Selection]) -> anyhow::Result<String> {
    use isotope_client::assembly;
    let sets = isotope_server::sets::load(command.server.core.instruction_sets.as_deref())?;
    if command.emit == Emit::Llvm {
        return Ok(assembly::module(selections, sets)?);
    }
    if let Some(lacks) = assembly::lacks() {
        eprintln!("isotope: note: {}", shown(&lacks));
    }
    Ok(assembly::assemble(selections, sets).await?)
}

#[cfg(not(feature = "standalone"))]
async fn code(command: &Select, selections: &[&v1::Selection]) -> anyhow::Result<String> {
    match selections {
        [one] if command.emit == Emit::Llvm => Ok(format!("; {}\n{}\n", one.expression, one.llvm_ir.trim_end())),
        _ if command.emit == Emit::Llvm => {
            Err(BadInput("this build writes one window's module; ask for each window by itself".to_owned()).into())
        }
        _ => Err(BadInput("this build has no sandbox to run llc in; ask for --emit llvm".to_owned()).into()),
    }
}

async fn explain(command: Explain) -> anyhow::Result<ExitCode> {
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

/// Reads a line at a time: a report grows with every compile.
fn sum_up(command: &Report) -> anyhow::Result<ExitCode> {
    let name = command.file.display();
    let unreadable = |error: std::io::Error| BadInput(format!("cannot read {name}: {error}"));
    let mut file = std::io::BufReader::new(open(&command.file).map_err(unreadable)?);
    let begin = String::from_utf8_lossy(file.fill_buf().map_err(unreadable)?).into_owned();
    if !begin.trim().is_empty() && !report::is_report(&begin) {
        return Err(BadInput(format!(
            "{name} is no report, which ISOTOPE_REPORT=FILE has Halide programs write; `isotope select` and `isotope explain` \
             read files of expressions"
        ))
        .into());
    }
    let summary = Summary::read(file).map_err(|why| BadInput(format!("{name}: {why}")))?;
    let text = if command.json { serde_json::to_string_pretty(&summary)? } else { table::summary(&summary) };
    print(&(text + "\n"))?;
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

async fn log_level(command: LogLevel) -> anyhow::Result<ExitCode> {
    let connected = connect(&command.server).await?;
    let logged = connected.client.log_level(command.filter.unwrap_or_default()).await?;
    let was = if logged.before == logged.filter { String::new() } else { format!(" (was {})", logged.before) };
    print(&format!("{}{was}\n", logged.filter))?;
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn stats(command: Stats) -> anyhow::Result<ExitCode> {
    let connected = connect(&command.server).await?;
    print(&(table::stats(&connected.client.stats().await?) + "\n"))?;
    connected.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn health(command: Health) -> anyhow::Result<ExitCode> {
    let connected = connect(&command.server).await?;
    let serving = connected.client.serving().await?;
    print(if serving { "serving\n" } else { "not serving\n" })?;
    connected.close().await;
    Ok(if serving { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn examine(command: Doctor) -> anyhow::Result<ExitCode> {
    let epoch = command.expected_epoch.as_deref().filter(|epoch| !epoch.is_empty());
    let asked = doctor::Asked { url: &command.server, credentials: (&command.credentials).into(), epoch };
    let is_well = doctor::examine(&asked, |finding| print(&format!("{finding}\n"))).await?;
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A reader that closed the pipe has read enough.
pub fn print(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().lock().write_all(shown(text).as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

/// The flags' target, else the file's own (which the server reads), else this host.
pub fn target(input: &Input, text: &str) -> anyhow::Result<Option<v1::Target>> {
    let own_line = text.lines().any(|l| l.trim_start().starts_with("target "));
    match input.flagged_target() {
        None if own_line => Ok(None),
        None => Ok(Some(host()?)),
        Some(target) if target.mcpu == "host" => {
            let host = host()?;
            let mattr = [host.mattr, target.mattr].join(",");
            Ok(Some(v1::Target { mcpu: host.mcpu, mattr, ..target }))
        }
        Some(target) => Ok(Some(target)),
    }
}

/// This host, which the server need not share.
#[cfg(feature = "standalone")]
pub fn host() -> anyhow::Result<v1::Target> {
    let host = isotope_server::sets::target("", "host", "")?;
    let (arch, mcpu) = (host.arch().to_owned(), host.mcpu().to_owned());
    Ok(v1::Target { arch, mcpu, mattr: host.words().join(",") })
}

#[cfg(not(feature = "standalone"))]
pub fn host() -> anyhow::Result<v1::Target> {
    Err(BadInput("this build cannot tell what CPU it runs on; name one with --mcpu".to_owned()).into())
}

/// A client, and the service behind it where that is in this process.
pub struct Connected {
    pub client: Client,
    #[cfg(feature = "standalone")]
    standalone: Option<crate::standalone::Standalone>,
}

impl Connected {
    pub async fn close(self) {
        #[cfg(feature = "standalone")]
        if let Some(standalone) = self.standalone {
            drop(self.client);
            standalone.close().await;
        }
    }
}

pub async fn connect(server: &Server) -> anyhow::Result<Connected> {
    let settings =
        Settings { timeout: server.timeout, credentials: (&server.credentials).into(), ..Settings::default() };
    #[cfg(feature = "standalone")]
    if server.standalone {
        let (client, standalone) = crate::standalone::start(server.core.clone(), settings).await?;
        return Ok(Connected { client, standalone: Some(standalone) });
    }
    let client = Client::connect(&server.server, settings).await?;
    Ok(Connected {
        client,
        #[cfg(feature = "standalone")]
        standalone: None,
    })
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
