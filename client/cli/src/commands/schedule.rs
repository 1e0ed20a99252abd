//! `isotope schedule`: hardware loops of machine code with several iterations under way at once, and the comparison of two schedules.

use super::{print, print_json};
use crate::input::{BadInput, Located, text_within};
use clap::Args;
use isotope_cli::packets::{self, PacketsError};
use isotope_cli::source::mistakes;
use isotope_packets::check::{Verdict, check};
use isotope_packets::limits::MAX_BYTES;
use isotope_packets::machine::{Machine, MachineError};
use isotope_packets::mir;
use isotope_packets::schedule::{Report, Scheduled};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Exit status where it is not shown that two schedules are one program.
const OPEN: u8 = 2;

/// The command line.
#[derive(Debug, Args)]
pub struct Schedule {
    /// Machine code as `llc -stop-before=hexagon-packetizer` prints it, or LLVM IR; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// With --check, the other schedule.
    #[arg(value_name = "AFTER", requires = "check")]
    pub after: Option<PathBuf>,
    /// Compare two schedules, from whatever tool, and print what is shown.
    #[arg(long, requires = "after")]
    pub check: bool,
    /// Print what became of each loop, and no code.
    #[arg(long)]
    pub explain: bool,
    /// The CPU, in LLVM's names [default: the one that the file names]
    #[arg(long, value_name = "CPU")]
    pub mcpu: Option<String>,
    /// One more option for llc, where FILE is LLVM IR.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub llc: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Runs the command.
pub async fn run(command: Schedule) -> anyhow::Result<ExitCode> {
    // The runs wait for processes.
    tokio::task::spawn_blocking(move || if command.check { compared(&command) } else { scheduled(&command) }).await?
}

/// Machine code is long: its bound is the reader's.
fn code_of(file: &Path) -> Result<String, BadInput> {
    text_within(file, MAX_BYTES as u64, "MAX_BYTES")
}

fn machine(command: &Schedule, text: &str) -> Result<Machine, MachineError> {
    let named = command.mcpu.clone().or_else(|| packets::cpu(text));
    Machine::named(&named.unwrap_or_else(|| Machine::names().next().unwrap_or_default().to_owned()))
}

fn scheduled(command: &Schedule) -> anyhow::Result<ExitCode> {
    let text = code_of(&command.file)?;
    let machine = match machine(command, &text) {
        Ok(machine) => machine,
        Err(error @ MachineError::Unknown(_)) => {
            print(&if command.explain { format!("all stays as it was: {error}\n") } else { text })?;
            return Ok(ExitCode::SUCCESS);
        }
        Err(error) => return Err(error.into()),
    };
    let of_file = |error: PacketsError| match error {
        PacketsError::Refused(words) => {
            let name = isotope_tools::Tool::llc().name();
            Located(mistakes(&command.file.display().to_string(), &name, &words)).into()
        }
        PacketsError::Text(why) => Located(format!("{}:{why}", command.file.display())).into(),
        other => anyhow::Error::from(other),
    };
    let code = packets::machine_code(&machine, text, &command.llc).map_err(of_file)?;
    let Scheduled { text, loops } = packets::scheduled(&machine, &code).map_err(of_file)?;
    if command.json {
        print_json(
            &json!({ "version": 1, "cpu": machine.cpu, "loops": loops.iter().map(of_loop).collect::<Vec<_>>() }),
        )?;
    } else if command.explain {
        print(&loops.iter().map(packets::explained).collect::<String>())?;
    } else {
        print(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn of_loop(of: &Report) -> serde_json::Value {
    let cost = |cost: isotope_packets::schedule::Cost| json!({ "packets": cost.packets, "waits": cost.stalls, "iterations": cost.iterations });
    let bound = of.bound.as_ref();
    json!({
        "function": of.function, "block": of.block, "instructions": of.instructions,
        "bound": bound.map(|bound| f64::from(bound.least) / f64::from(bound.iterations)), "cause": bound.map(|bound| &bound.why),
        "before": of.before.map(cost), "after": of.after.map(|(_, _, after)| cost(after)),
        "iterations_at_once": of.after.map(|(_, stages, after)| stages * after.iterations), "stayed": of.stayed,
        "least": of.is_least(),
    })
}

fn compared(command: &Schedule) -> anyhow::Result<ExitCode> {
    let after = command.after.as_deref().unwrap_or(&command.file);
    let (first, second) = (code_of(&command.file)?, code_of(after)?);
    let machine = machine(command, &first).map_err(|error| BadInput(error.to_string()))?;
    let read =
        |file: &Path, text: &str| mir::read(text).map_err(|error| Located(format!("{}:{error}", file.display())));
    let (first, second) = (read(&command.file, &first)?, read(after, &second)?);
    let verdicts = check(&machine, &first, &second).map_err(BadInput)?;
    let is_shown = verdicts.iter().all(|(_, verdict)| matches!(verdict, Verdict::Equal { .. }));
    if command.json {
        let one = |(name, verdict): &(String, Verdict)| match verdict {
            Verdict::Equal { pairs, loops } => {
                json!({ "function": name, "verdict": "equal", "pairs": pairs, "loops": loops })
            }
            Verdict::Open { why } => json!({ "function": name, "verdict": "open", "why": why }),
        };
        print_json(&json!({ "version": 1, "functions": verdicts.iter().map(one).collect::<Vec<_>>() }))?;
    } else {
        for (name, verdict) in &verdicts {
            print(&match verdict {
                Verdict::Equal { pairs, loops } => {
                    let loops = if *loops == 1 { "1 loop".to_owned() } else { format!("{loops} loops") };
                    format!("{name}: equal: {pairs} pairs of places, {loops} with iterations scheduled together\n")
                }
                Verdict::Open { why } => format!("{name}: not shown: {why}\n"),
            })?;
        }
    }
    Ok(if is_shown { ExitCode::SUCCESS } else { ExitCode::from(OPEN) })
}
