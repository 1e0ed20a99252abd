//! `isotope audit`, as a command: what does not agree as it is found, how far it is, and the sum, also of an audit that is ended.

use super::warm::{NOT_ALL, bar};
use super::{self as commands, print, print_json};
use crate::arguments::{Server, whole};
use crate::terminal::shown;
use clap::Args;
use indicatif::ProgressBar;
use isotope_client::ClientError;
use isotope_proto::v1;
use serde_json::{Value, json};
use std::fmt;
use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::Instant;
use tonic::Streaming;

/// How often it says how far it is, where standard error is no terminal.
const SAID: Duration = Duration::from_secs(10);

/// The command line.
#[derive(Debug, Args)]
pub struct Audit {
    /// Every record of the cache.
    #[arg(long, conflicts_with = "sample")]
    pub all: bool,
    /// So many records, spread evenly over the cache.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = records)]
    pub sample: u64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub server: Server,
}

/// Counts over the records so far.
#[derive(Debug, Default)]
struct Sum {
    agree: u64,
    disagree: u64,
    unknown: u64,
    done: u64,
    total: u64,
    /// The disagreements, for other programs.
    found: Vec<Value>,
}

impl fmt::Display for Sum {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "agreement {}, disagreement {}, unknown {}", self.agree, self.disagree, self.unknown)
    }
}

impl Sum {
    /// Counts a result; what is to be said of it, if anything is.
    fn add(&mut self, result: &v1::AuditResponse) -> Option<String> {
        (self.done, self.total) = (result.done, result.total);
        let (count, word) = match result.agreement() {
            v1::Agreement::Agrees => (&mut self.agree, None),
            v1::Agreement::Disagrees => (&mut self.disagree, Some("disagrees")),
            v1::Agreement::Unknown | v1::Agreement::Unspecified => (&mut self.unknown, Some("unknown")),
        };
        *count += 1;
        if let Some(word) = word {
            self.found.push(json!({
                "key": result.key, "agreement": word, "reason": result.reason, "expression": result.expression,
            }));
        }
        let expression = result.expression.trim_end().replace('\n', "\n    ");
        word.map(|word| format!("{word} {}: {}\n    {expression}\n", result.key, result.reason))
    }

    /// How far an audit was that did not come to its end.
    fn cut_short(&self) -> String {
        match self.total {
            0 => "ended before the first record\n".to_owned(),
            total => format!("ended after {} of {total} records: {self}\n", self.done),
        }
    }
}

/// Where it says how far it is.
struct Progress {
    bar: ProgressBar,
    said: Instant,
}

impl Progress {
    fn new() -> Self {
        // Its length comes with the first result.
        Progress { bar: bar(0), said: Instant::now() }
    }

    fn tell(&mut self, sum: &Sum) {
        self.bar.set_length(sum.total);
        self.bar.set_position(sum.done);
        self.bar.set_message(sum.to_string());
        if !std::io::stderr().is_terminal() && self.said.elapsed() >= SAID {
            self.said = Instant::now();
            eprintln!("isotope: {} of {} records: {sum}", sum.done, sum.total);
        }
    }
}

/// Proves records again, until all are done or somebody ends it.
pub async fn run(command: Audit) -> anyhow::Result<ExitCode> {
    // From before the first record on: what is done is said also where it is ended at once.
    let (mut interrupted, mut ended) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let connected = commands::connect_to_folder(&command.server).await?;
    let sample = if command.all { 0 } else { command.sample };
    let mut results = connected.client.audit(sample).await?;
    let (mut sum, mut progress) = (Sum::default(), Progress::new());
    let stopped = tokio::select! {
        heard = hear(&mut results, &mut sum, &mut progress, command.json) => heard.err(),
        _ = interrupted.recv() => Some(anyhow::anyhow!("interrupted")),
        _ = ended.recv() => Some(anyhow::anyhow!("terminated")),
    };
    drop(results);
    progress.bar.finish_and_clear();
    match command.json {
        true => print_json(&json!({
            "version": 1, "agree": sum.agree, "disagree": sum.disagree, "unknown": sum.unknown, "done": sum.done,
            "total": sum.total, "whole": stopped.is_none(), "findings": sum.found,
        }))?,
        false => print(&if stopped.is_some() { sum.cut_short() } else { format!("{sum}\n") })?,
    }
    if let Some(why) = &stopped {
        eprintln!("isotope: {}", shown(&format!("the audit is not over: {why}")));
    }
    connected.close().await;
    Ok(match (sum.disagree, stopped) {
        (0, None) => ExitCode::SUCCESS,
        (0, Some(_)) => ExitCode::from(NOT_ALL),
        (_, _) => ExitCode::FAILURE,
    })
}

async fn hear(
    results: &mut Streaming<v1::AuditResponse>,
    sum: &mut Sum,
    progress: &mut Progress,
    silent: bool,
) -> anyhow::Result<()> {
    while let Some(result) = results.message().await.map_err(ClientError::from)? {
        if let Some(text) = sum.add(&result).filter(|_| !silent) {
            progress.bar.suspend(|| print(&text))?;
        }
        progress.tell(sum);
    }
    Ok(())
}

fn records(text: &str) -> Result<u64, String> {
    whole(text, 1..=u64::MAX)
}
