//! The time of a kernel before it is called: the first compile, a call of a daemon that has it, its comparisons.

use crate::contractions::Case;
use crate::daemon::Daemon;
use crate::measure::{median, milliseconds};
use crate::turns::run;
use anyhow::{Context as _, Result};
use isotope_proto::v1::{CompileRequest, Dimension, Target, compile_request::Program};
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Calls of a daemon that has the kernel.
const CALLS: usize = 51;

/// Seconds of a command.
///
/// # Errors
///
/// It fails.
pub fn cold(command: &mut Command) -> Result<f64> {
    let began = Instant::now();
    run(command)?;
    Ok(began.elapsed().as_secs_f64())
}

/// Seconds of processors that a program takes, with all that it starts: the shell says it.
///
/// # Errors
///
/// It fails, or the shell says something else.
pub fn processor_seconds(program: &Path, arguments: &[&OsStr]) -> Result<f64> {
    let mut command = Command::new("sh");
    command.args(["-c", "\"$@\" >/dev/null && times", "sh"]).arg(program).args(arguments);
    let said = run(&mut command)?;
    // The second line is of the shell's children: `0m6.586s 0m0.087s`.
    let seconds = |word: &str| {
        let (minutes, seconds) = word.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    let words: Option<Vec<f64>> =
        said.lines().nth(1).map(|line| line.split(' ').map(seconds).collect()).unwrap_or_default();
    Ok(words.with_context(|| format!("not what `times` prints: {said}"))?.iter().sum())
}

/// Milliseconds of a call of `Compile` to a daemon on the memo in a folder, which has the kernel: the median.
///
/// # Errors
///
/// There is no daemon, or it makes the kernel anew.
pub fn warm(folder: &Path, case: &Case, mcpu: &str) -> Result<f64> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(called(folder, case, mcpu))
}

async fn called(folder: &Path, case: &Case, mcpu: &str) -> Result<f64> {
    let dimensions = case.sizes.split(',').map(|one| {
        let (name, size) = one.split_once('=').context("a size is DIM=SIZE")?;
        Ok(Dimension { name: name.to_owned(), size: size.parse()? })
    });
    let cpu = if mcpu == "host" { isotope_run::host_cpu()? } else { mcpu.to_owned() };
    let request = CompileRequest {
        program: Some(Program::Statement(case.statement.clone())),
        dimensions: dimensions.collect::<Result<_>>()?,
        fast: case.fast,
        target: Some(Target { arch: std::env::consts::ARCH.to_owned(), mcpu: cpu, ..Default::default() }),
        ..Default::default()
    };
    let daemon = Daemon::start(folder).await?;
    let client = daemon.connect().await?;
    // The first one may read it from the disk.
    client.compile(request.clone()).await?;
    let mut samples = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let began = Instant::now();
        let compiled = client.compile(request.clone()).await?;
        samples.push(milliseconds(began.elapsed()));
        anyhow::ensure!(compiled.source() == isotope_proto::v1::Source::Memo, "the daemon did not have the kernel");
    }
    median(&samples).context("there is no sample")
}
