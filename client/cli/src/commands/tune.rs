//! `isotope tune`, as a command: asks, checks, measures, and keeps what it found.

use super as commands;
use super::warm::bar;
use crate::arguments::{Server, target, whole};
use crate::input::BadInput;
use crate::terminal::shown;
use clap::Args;
use isotope_cli::tune::asking::{Found, compared};
use isotope_cli::tune::measuring::{Code, measure};
use isotope_cli::tune::{data, table};
use isotope_cli::warm::reading;
use isotope_proto::v1;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// The command line.
#[derive(Debug, Args)]
pub struct Tune {
    /// Files of expressions, reports (ISOTOPE_REPORT), and folders of both; with --table files of measured data.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// File of measured data that is written; what it holds of other code and of other machines stays.
    #[arg(long, value_name = "FILE", conflicts_with = "table")]
    pub output: Option<PathBuf>,
    /// Measure also what compilers had compared with their own code since the daemon started. Asks for the role `admin`.
    #[arg(long, conflicts_with = "table")]
    pub compared: bool,
    /// A target in place of those that the files say: architecture, CPU and features, as `x86_64 haswell tune=znver3`. May be given
    /// several times.
    #[arg(long, value_name = "TARGET", value_parser = target)]
    pub target: Vec<v1::Target>,
    /// Passes over all loops, the middle one of which counts.
    #[arg(long, value_name = "N", default_value_t = isotope_cli::limits::TUNE_PASSES,
          value_parser = passes)]
    pub passes: u32,
    /// Measure also for another CPU than this machine's.
    #[arg(long)]
    pub anyway: bool,
    /// Measure nothing: show where the model and the measured data of files disagree, by window and by instruction.
    #[arg(long)]
    pub table: bool,
    #[command(flatten)]
    pub server: Server,
}

/// Measures what the paths' windows could be answered with.
pub async fn run(command: Tune) -> anyhow::Result<ExitCode> {
    if command.table {
        let mut rows = Vec::new();
        for path in &command.paths {
            rows.extend(data::rows(path).map_err(BadInput)?);
        }
        commands::print(&(table::shown(&rows) + "\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(output) = &command.output else {
        return Err(BadInput("name the file to keep what is measured in, with --output".to_owned()).into());
    };
    // Before an hour's work, not after it.
    let before = data::rows(output).map_err(BadInput)?;
    isotope_run::timing::clock()?;
    let own = isotope_run::host_cpu()?;
    let host = commands::host()?;
    let mut read = reading::read(&command.paths, &command.target, &host).map_err(BadInput)?;
    let kernels = read.asked.extract_if(.., |asked| asked.kernel.is_some()).count();
    if kernels > 0 {
        eprintln!("isotope: note: {kernels} kernels are not tuned: they have no candidates to measure");
    }
    if let Some(note) = read.note() {
        eprintln!("isotope: note: {}", shown(&note));
    }
    let connected = commands::connect(&command.server).await?;
    let (found, code) = collected(&command, &connected, &read.asked, &own).await?;
    connected.close().await;
    let checked = found.check()?;
    let progress = bar(code.len());
    let done = tokio::task::block_in_place(|| {
        measure(&code, &isotope_run::processor(), command.passes, &|more| progress.inc(more as u64))
    })?;
    progress.finish_and_clear();
    let rows = data::joined(before, &done.rows);
    data::save(output, &rows).map_err(anyhow::Error::msg)?;
    let mut text = table::shown(&done.rows);
    let _ = write!(
        text,
        "\n{checked} programs of {} windows executed, all as their windows say; {} loops measured, kept in {}",
        found.windows.len(),
        done.rows.len(),
        output.display()
    );
    if done.noisy > 0 {
        let _ =
            write!(text, "\n{:>6}  loops are noisier than the differences between them, and are left out", done.noisy);
    }
    for (why, count) in &done.untimed {
        let _ = write!(text, "\n{count:>6}  not timed: {why}");
    }
    if found.unknown > 0 {
        let _ =
            write!(text, "\n{:>6}  windows are not remembered; `isotope warm` has them searched for", found.unknown);
    }
    for (name, why) in found.refused.iter().chain(&read.unread) {
        let _ = write!(text, "\nnot read: {name}: {why}");
    }
    commands::print(&(text + "\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// The windows' programs, and all code that is to be measured. Code for another CPU than this machine's is an error.
async fn collected(
    command: &Tune,
    connected: &commands::Connected,
    asked: &[reading::Asked],
    own: &str,
) -> anyhow::Result<(Found, Vec<Code>)> {
    let mut found = Found::default();
    let progress = bar(asked.len());
    for one in asked {
        found.ask(&connected.client, one).await?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    if let Some(other) = found.cpus().into_iter().find(|cpu| *cpu != own)
        && !command.anyway
    {
        let why = format!(
            "this machine is a {own}, and what was asked for goes by the prices of {other}: its times would say nothing of \
             that. Name a target with tune={own}, as in --target 'x86_64 haswell tune={own}', or say --anyway"
        );
        return Err(BadInput(why).into());
    }
    let mut code = found.code();
    if command.compared {
        let mut cpus = found.cpus();
        cpus.insert(own);
        for cpu in cpus {
            code.extend(compared(&connected.client, cpu).await?);
        }
    }
    if code.is_empty() {
        let why = match found.unknown {
            0 => "there is nothing to measure in what was read".to_owned(),
            count => format!("the daemon remembers none of {count} windows; `isotope warm` has them searched for"),
        };
        return Err(BadInput(why).into());
    }
    Ok((found, code))
}

fn passes(text: &str) -> Result<u32, String> {
    whole(text, 3..=1001)
}
