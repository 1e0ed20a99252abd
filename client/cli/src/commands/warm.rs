//! `isotope warm`, as a command: reads, asks with a bar of progress, and sums up.

use super as commands;
use crate::arguments::{Server, seconds, target, work};
use crate::input::BadInput;
use crate::terminal::shown;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use isotope_cli::table;
use isotope_cli::warm::asking::{Kind, Terms, WarmUp};
use isotope_cli::warm::journal::Journal;
use isotope_cli::warm::reading::{self, Asked};
use isotope_cli::warm::shared::SharedWarmUp;
use isotope_cli::warm::summary::Summary;
use isotope_client::{Client, ClientError};
use isotope_proto::v1;
use isotope_tier::warm_up::WarmUpQueue;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tokio::time::Instant;

/// The command line.
#[derive(Debug, Args)]
pub struct Warm {
    /// Files of expressions, reports (ISOTOPE_REPORT), lists of statements (.kernels), and folders of them; loops in MLIR.
    #[arg(required_unless_present = "misses")]
    pub paths: Vec<PathBuf>,
    /// Also the windows that compilers asked this daemon for and did not get in time, the most frequent first.
    #[arg(long)]
    pub misses: bool,
    /// A target in place of those that the files say: architecture, CPU and features, as `x86_64 znver4 -gfni`. May be given
    /// several times.
    #[arg(long, value_name = "TARGET", value_parser = target)]
    pub target: Vec<v1::Target>,
    /// Upper bound of each search, in units of work [default: the server's]
    #[arg(long, value_name = "WORK", value_parser = work)]
    pub budget: Option<u64>,
    /// Seconds after which nothing more is waited for; what is under way then ends.
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub seconds: Option<Duration>,
    /// File that notes what was answered; what it says is not asked again. Made if it is not there.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Redis whose queue daemons take from (`isotoped --worker`): everything is put there, instead of being asked of one daemon.
    #[arg(long, env = "ISOTOPE_QUEUE_URL", value_name = "URL", hide_env_values = true)]
    pub queue_url: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub server: Server,
}

/// The exit status of a warm-up job, or an audit, that was ended before all was done.
pub const NOT_ALL: u8 = 3;

/// Asks for everything that the paths hold.
pub async fn run(command: Warm) -> anyhow::Result<ExitCode> {
    let end = command.seconds.map(|seconds| Instant::now() + seconds);
    let host = commands::host()?;
    let mut read = reading::read(&command.paths, &command.target, &host).map_err(BadInput)?;
    if let Some(note) = read.note() {
        eprintln!("isotope: note: {}", shown(&note));
    }
    if read.asked.is_empty() && !command.misses {
        let first = read.unread.first().map(|(name, why)| format!("; {name}: {why}")).unwrap_or_default();
        return Err(BadInput(format!("there is nothing to ask for in what was read{first}")).into());
    }
    let connected = commands::connect(&command.server).await?;
    let epoch = epoch(&connected.client).await?;
    if command.misses {
        read.add_misses(connected.client.misses().await?, &command.target, command.budget);
    }
    let mut journal = match &command.journal {
        Some(path) => Some(Journal::open(path, &epoch).map_err(BadInput)?),
        None => None,
    };
    let terms = Terms {
        // Of the texts of an answer only one is sent: nobody reads it.
        options: v1::Options {
            budget: command.budget.unwrap_or_default(),
            outputs: vec![v1::Output::Autollvm as i32],
            ..v1::Options::default()
        },
        expected_epoch: Some(epoch),
        end,
    };
    let mut summary = Summary::new(read.asked.len(), read.unread);
    let bar = bar(read.asked.len());
    let mut tell = |asked: &Asked, outcomes: &[_]| {
        summary.add(asked, outcomes);
        let [better, failed] = [Kind::Better, Kind::Failed].map(|kind| summary.of(kind));
        bar.set_message(format!("{better} windows better, {failed} failed"));
        bar.inc(1);
    };
    let warm_up = WarmUp {
        client: &connected.client,
        asked: &read.asked,
        terms: &terms,
        journal: journal.as_mut(),
        tell: &mut tell,
    };
    let asked = ask(warm_up, &command, &bar).await;
    bar.finish_and_clear();
    let summary = summary.finished();
    let text = if command.json { serde_json::to_string_pretty(&summary)? } else { table::warm_up(&summary) };
    // Work that was done is reported also where the rest failed.
    commands::print(&(text + "\n"))?;
    let all = asked?;
    connected.close().await;
    Ok(match (all, summary.of(Kind::Failed)) {
        (true, 0) => ExitCode::SUCCESS,
        (true, _) => ExitCode::FAILURE,
        (false, _) => ExitCode::from(NOT_ALL),
    })
}

/// Asks one daemon, or whichever takes it from a queue.
async fn ask(mut warm_up: WarmUp<'_>, command: &Warm, bar: &ProgressBar) -> Result<bool, ClientError> {
    let Some(url) = &command.queue_url else { return warm_up.ask().await };
    let WarmUp { asked, terms, journal, tell, .. } = warm_up;
    let epoch = terms.expected_epoch.as_deref().unwrap_or_default();
    let queue = &WarmUpQueue::new(url, epoch).map_err(|error| ClientError::Queue(error.to_string()))?;
    let mut trouble = |sentence: &str| bar.suspend(|| eprintln!("isotope: {}", shown(sentence)));
    SharedWarmUp { queue, asked, terms, journal, tell, trouble: &mut trouble }.ask().await
}

/// The daemon's dictionary: a journal holds for one of them.
async fn epoch(client: &Client) -> anyhow::Result<String> {
    Ok(client.stats().await?.epoch)
}

pub fn bar(windows: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(windows as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed_precise}, {eta} left, {msg}") {
        bar.set_style(style);
    }
    bar
}
