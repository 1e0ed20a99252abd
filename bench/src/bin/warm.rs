//! The memo's speed alone: how long one remembered window takes over loopback gRPC, and how many a `SelectBatch` answers in
//! a second. Against a daemon of its own, or one that runs already.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use isotope_bench::chosen::Chosen;
use isotope_bench::daemon::Daemon;
use isotope_bench::measure::{median, short};
use isotope_bench::passes::{cold, throughput, warm};
use isotope_bench::windows::{Wording, read};

/// Measures memo hits: median latency of `Select`, and windows a second through `SelectBatch`.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    chosen: Chosen,
    /// Only the windows whose name begins so.
    #[arg(long, default_value = "")]
    only: String,
    /// Requests for each window, one after the other.
    #[arg(long, default_value_t = 200)]
    rounds: usize,
    /// Seconds of the stream.
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let mut cases = read(&arguments.chosen.folder(), Wording::Canonical)?;
    cases.retain(|case| case.name.starts_with(&arguments.only));
    if cases.is_empty() {
        bail!("no window is called `{}...`", arguments.only);
    }
    let cases = Arc::new(cases);
    let target = arguments.chosen.target()?;
    let cache = tempfile::tempdir().context("no temporary folder for the memo")?;
    let daemon = Daemon::start(cache.path()).await?;
    println!("{} windows, searched once first", cases.len());
    cold(&daemon, &cases, &target, 2, |_, _| ()).await?;
    let again = warm(&daemon, &cases, &target, arguments.rounds).await?;
    // Answers that are not remembered (unproved) would measure the search.
    let kept: Vec<_> = cases.iter().zip(&again).filter(|(_, warm)| warm.remembered).collect();
    println!("{} of them are remembered", kept.len());
    let medians: Vec<f64> = kept.iter().map(|(_, warm)| warm.ms).collect();
    let middle = median(&medians).context("no window is remembered")?;
    println!("warm Select over loopback: {} ms, the median of the windows' medians", short(middle));
    let rate =
        throughput(&daemon, kept.iter().map(|(case, _)| *case), &target, Duration::from_secs_f64(arguments.seconds))
            .await?;
    println!("SelectBatch: {rate:.0} windows/s, client included");
    Ok(())
}
