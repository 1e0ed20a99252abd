//! `make run`: the whole path once. A daemon with an empty memo, all windows cold and warm, every answer executed.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Parser;
use isotope_bench::assembly::instructions;
use isotope_bench::chosen::Chosen;
use isotope_bench::daemon::Daemon;
use isotope_bench::growth;
use isotope_bench::limits;
use isotope_bench::measure::short;
use isotope_bench::passes::{Timed, cold, same_bytes, throughput, warm};
use isotope_bench::report::{Row, Totals, figure_table, figures, table};
use isotope_bench::windows::{Case, Wording, read};
use isotope_proto::v1::Selection;
use isotope_trial::execution::{Checked, check};

/// Sends all windows to a daemon of its own, prints the answers and what they cost, and executes each of them.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    chosen: Chosen,
    /// The window that is shown in full.
    #[arg(long, default_value = "conv3x3a32")]
    show: String,
    /// Whether windows say where their loads are.
    #[arg(long, value_enum, default_value_t = Wording::Canonical)]
    wording: Wording,
    /// Only the windows whose name begins so.
    #[arg(long, default_value = "")]
    only: String,
    /// Requests under way at once in the cold pass. Default: one for each core.
    #[arg(long)]
    callers: Option<usize>,
    /// Skip the second cold run, which compares the answers byte for byte.
    #[arg(long)]
    once: bool,
    /// Only how the cold time grows with terms and with lanes, as two ratios.
    #[arg(long)]
    growth: bool,
    /// Inputs that each answer is executed on.
    #[arg(long, default_value_t = 256)]
    trials: usize,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Runtime::new().context("no threads for the client")?;
    if arguments.growth {
        let within = runtime.block_on(growth::measure(&arguments.chosen.target()?))?;
        return Ok(if within { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    runtime.block_on(tour(&arguments))
}

async fn tour(arguments: &Arguments) -> Result<ExitCode> {
    let mut cases = read(&arguments.chosen.folder(), arguments.wording)?;
    cases.retain(|case| case.name.starts_with(&arguments.only));
    if cases.is_empty() {
        bail!("no window is called `{}...`", arguments.only);
    }
    let cases = Arc::new(cases);
    let target = arguments.chosen.target()?;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let callers = arguments.callers.unwrap_or(cores);

    println!(
        "{} windows for {}, an empty memo, {callers} requests at a time on {cores} cores",
        cases.len(),
        target.mcpu
    );
    let cache = tempfile::tempdir().context("no temporary folder for the memo")?;
    let daemon = Daemon::start(cache.path()).await?;
    let begin = Instant::now();
    let answers = cold(&daemon, &cases, &target, callers, progress(cases.len())).await?;
    let cold_s = begin.elapsed().as_secs_f64();
    let warm = warm(&daemon, &cases, &target, limits::WARM_ROUNDS).await?;
    let remembered: Vec<&Case> =
        cases.iter().zip(&warm).filter(|(_, warm)| warm.remembered).map(|(case, _)| case).collect();
    let hits_per_s = if remembered.is_empty() {
        0.0
    } else {
        throughput(&daemon, remembered.iter().copied(), &target, limits::THROUGHPUT_SPAN).await?
    };
    drop(daemon);

    let repeatable = if arguments.once {
        None
    } else {
        println!("once more with another empty memo, to compare");
        let cache = tempfile::tempdir().context("no temporary folder for the memo")?;
        let daemon = Daemon::start(cache.path()).await?;
        let again = cold(&daemon, &cases, &target, callers, |_, _| ()).await?;
        Some(same_bytes(&answers, &again))
    };

    let checks = execute(&cases, &answers, arguments.trials)?;
    let mut rows = Vec::new();
    for (((case, timed), warm), check) in cases.iter().zip(answers).zip(warm).zip(&checks) {
        let equal = check.as_ref().map(|check| check.difference.is_none());
        rows.push(Row { name: case.name.clone(), answer: timed.answer, cold_ms: timed.ms, warm_ms: warm.ms, equal });
    }
    println!("\n{}\n", table(&rows));
    show(&cases, &rows, &arguments.show).await?;
    let wrong = tell_checks(&rows, &checks, arguments.trials);
    println!("\n{}", figure_table(&figures(&rows, &Totals { cold_s, hits_per_s, repeatable })));
    let fine = wrong == 0 && rows.iter().all(|row| row.equal == Some(true)) && repeatable != Some(false);
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Tells of each window as it comes.
fn progress(all: usize) -> impl FnMut(&Case, &Timed) {
    let mut count = 0;
    move |case, timed| {
        count += 1;
        println!("  {count:2} of {all}: {} in {} ms", case.name, short(timed.ms));
    }
}

/// Executes every answer that has code.
fn execute(cases: &[Case], answers: &[Timed], trials: usize) -> Result<Vec<Option<Checked>>> {
    let selections: Vec<Option<&Selection>> = answers.iter().map(|timed| timed.answer.selection.as_ref()).collect();
    let with_code: Vec<_> =
        cases.iter().zip(&selections).filter_map(|(case, selection)| Some((&case.window, (*selection)?))).collect();
    let mut checked = check(&with_code, trials)?.into_iter();
    Ok(selections.iter().map(|selection| selection.and_then(|_| checked.next())).collect())
}

/// Says what was executed where, and each difference. Gives the number of wrong answers.
fn tell_checks(rows: &[Row], checks: &[Option<Checked>], trials: usize) -> usize {
    let ran: Vec<&Checked> = checks.iter().flatten().collect();
    let native = ran.iter().filter(|check| check.machine == Some("native")).count();
    let emulated = ran.iter().filter(|check| check.machine.is_some()).count() - native;
    let lanes: usize = ran.iter().map(|check| check.lanes).sum();
    println!(
        "executed on {trials} random and corner inputs each: {native} answers on this CPU, {emulated} on an emulator (they \
         need instructions that this CPU lacks); {lanes} lanes compared with the interpreter"
    );
    let mut wrong = 0;
    for (row, check) in rows.iter().zip(checks) {
        if let Some(Checked { difference: Some(difference), .. }) = check {
            println!("WRONG: {}: {difference}", row.name);
            wrong += 1;
        }
    }
    wrong
}

/// One window in full.
async fn show(cases: &[Case], rows: &[Row], name: &str) -> Result<()> {
    let Some((case, row)) = cases.iter().zip(rows).find(|(case, _)| case.name == name) else {
        return Ok(());
    };
    let selection = row.selection();
    println!("{name}, the expression:\n{}\n", case.text.trim_end());
    println!("the answer in AutoLLVM:\n{}\n", selection.autollvm.trim_end());
    println!(
        "its assembly for {}:\n{}",
        selection.target.clone().unwrap_or_default().mcpu,
        instructions(&selection).await?
    );
    Ok(())
}
