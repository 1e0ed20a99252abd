//! `isotope schedule`: hardware loops of machine code with several iterations under way at once, and the comparison of two schedules.

use super::{connect, print, print_json};
use crate::arguments::Server;
use crate::input::{BadInput, Located, text_within};
use crate::terminal::shown;
use anyhow::Context as _;
use clap::Args;
use isotope_cli::packets::{self, Emulated, PacketsError};
use isotope_cli::source::mistakes;
use isotope_client::ClientError;
use isotope_lowering::ObjectForm;
use isotope_packets::check::{Verdict, Witness, check, execute};
use isotope_packets::limits::MAX_BYTES;
use isotope_packets::machine::{Machine, MachineError};
use isotope_packets::mir;
use isotope_packets::schedule::Scheduled;
use isotope_proto::v1;
use isotope_server::search::worker::{told, told_of_blocks};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Exit status where two schedules do not the same.
const DIFFERENT: u8 = 1;

/// Exit status where neither is shown.
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
    /// Print what became of each loop and of the other blocks, and no code.
    #[arg(long)]
    pub explain: bool,
    /// The CPU, in LLVM's names [default: the one that the file names]
    #[arg(long, value_name = "CPU")]
    pub mcpu: Option<String>,
    /// Iterations of a loop whose count the code does not name: a loop is scheduled if the packets before and after it are worth that. [default:
    /// so many that these are nothing beside them]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub iterations: Option<u32>,
    /// One more option for llc, where FILE is LLVM IR.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub llc: Vec<String>,
    /// Write an object file of the scheduled code, and print no code.
    #[arg(long, value_name = "FILE.o", conflicts_with_all = ["check", "explain", "json"])]
    pub object: Option<PathBuf>,
    /// The object file may be loaded anywhere.
    #[arg(long, requires = "object")]
    pub pic: bool,
    /// Each function of the object file has a section of its own.
    #[arg(long, requires = "object")]
    pub function_sections: bool,
    /// Ask the daemon at --server, which remembers what it has scheduled.
    #[arg(long, conflicts_with = "check")]
    pub daemon: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub server: Server,
}

/// Runs the command.
pub async fn run(command: Schedule) -> anyhow::Result<ExitCode> {
    let command = Arc::new(command);
    let own = Arc::clone(&command);
    // The runs wait for processes.
    if command.check {
        return tokio::task::spawn_blocking(move || compared(&own)).await?;
    }
    let (machine, code) = match tokio::task::spawn_blocking(move || read(&own)).await?? {
        Ok(read) => read,
        Err((why, _)) if command.object.is_some() => return Err(BadInput(why).into()),
        // Code for another CPU stays as it is.
        Err((why, text)) => {
            print(&if command.explain { format!("all stays as it was: {why}\n") } else { text })?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    let asked = if command.daemon { Some(asked(&command, &machine.cpu, &code).await?) } else { None };
    let done = move || {
        let done = asked.map_or_else(|| scheduled(&command, &machine, &code), Ok)?;
        done.given(&command, &machine)
    };
    tokio::task::spawn_blocking(done).await??;
    Ok(ExitCode::SUCCESS)
}

/// Code whose loops were scheduled, here or by the daemon.
struct Done {
    code: String,
    /// Nothing where none was asked for, or no loop is scheduled.
    object: Vec<u8>,
    loops: Vec<v1::ScheduledLoop>,
    blocks: Vec<v1::ScheduledBlocks>,
    is_remembered: bool,
}

/// Machine code is long: its bound is the reader's.
fn code_of(file: &Path) -> Result<String, BadInput> {
    text_within(file, MAX_BYTES as u64, "MAX_BYTES")
}

fn machine(command: &Schedule, text: &str) -> Result<Machine, MachineError> {
    let named = command.mcpu.clone().or_else(|| mir::cpu(text).map(str::to_owned));
    Machine::named(&named.unwrap_or_else(|| Machine::names().next().unwrap_or_default().to_owned()))
}

/// The processor and the machine code of the file, or why there is no such processor, and the file's text.
fn read(command: &Schedule) -> anyhow::Result<Result<(Machine, String), (String, String)>> {
    let text = code_of(&command.file)?;
    let machine = match machine(command, &text) {
        Ok(machine) => machine,
        Err(error @ MachineError::Unknown(_)) => return Ok(Err((error.to_string(), text))),
        Err(error) => return Err(error.into()),
    };
    let code = packets::machine_code(&machine, text, &command.llc).map_err(|error| of_file(command, error))?;
    Ok(Ok((machine, code)))
}

fn of_file(command: &Schedule, error: PacketsError) -> anyhow::Error {
    match error {
        PacketsError::Refused(words) => {
            let name = isotope_tools::Tool::llc().name();
            Located(mistakes(&command.file.display().to_string(), &name, &words)).into()
        }
        PacketsError::Text(why) => Located(format!("{}:{why}", command.file.display())).into(),
        other => anyhow::Error::from(other),
    }
}

fn scheduled(command: &Schedule, machine: &Machine, code: &str) -> anyhow::Result<Done> {
    let Scheduled { text, loops, blocks } = packets::scheduled(machine, code, command.iterations.map(i64::from))
        .map_err(|error| of_file(command, error))?;
    let (loops, blocks) = (loops.iter().map(told).collect(), blocks.iter().map(told_of_blocks).collect());
    Ok(Done { code: text, object: Vec::new(), loops, blocks, is_remembered: false })
}

/// The same by the daemon.
async fn asked(command: &Schedule, cpu: &str, code: &str) -> anyhow::Result<Done> {
    let object = command
        .object
        .as_ref()
        .map(|_| v1::ObjectForm { position_independent: command.pic, function_sections: command.function_sections });
    let (code_of, iterations) = (code.to_owned(), command.iterations.unwrap_or_default());
    let request = v1::ScheduleRequest { code: code_of, mcpu: cpu.to_owned(), object, iterations };
    let connected = connect(&command.server).await?;
    let answered = connected.client.schedule(request).await;
    connected.close().await;
    let answered = answered.map_err(|error| match &error {
        ClientError::Failed(failure) if failure.line > 0 => {
            Located(format!("{}:{}", command.file.display(), failure.message)).into()
        }
        _ => anyhow::Error::from(error),
    })?;
    answered.notes.iter().for_each(|note| eprintln!("isotope: note: {}", shown(note)));
    let is_remembered = answered.source() == v1::Source::Memo;
    // Where nothing is scheduled the code stays as it is.
    let code = if answered.code.is_empty() { code.to_owned() } else { answered.code };
    let v1::ScheduleResponse { object, loops, blocks, .. } = answered;
    Ok(Done { code, object, loops, blocks, is_remembered })
}

impl Done {
    /// Gives what the command line wants of it.
    fn given(self, command: &Schedule, machine: &Machine) -> anyhow::Result<()> {
        if self.is_remembered {
            eprintln!("isotope: the daemon had this code already");
        }
        if command.json {
            let loops: Vec<_> = self.loops.iter().map(of_loop).collect();
            let blocks: Vec<_> = self.blocks.iter().map(of_blocks).collect();
            print_json(&json!({ "version": 1, "cpu": machine.cpu, "loops": loops, "blocks": blocks }))?;
        } else if command.explain {
            let texts = self.loops.iter().map(|of| &of.text).chain(self.blocks.iter().map(|of| &of.text));
            print(&texts.map(|text| format!("{text}\n")).collect::<String>())?;
        } else if let Some(file) = &command.object {
            let form = ObjectForm { position_independent: command.pic, function_sections: command.function_sections };
            let made = match self.object.is_empty() {
                true => packets::object(machine, &self.code, form).map_err(|error| of_file(command, error))?,
                false => self.object,
            };
            std::fs::write(file, made).with_context(|| format!("cannot write {}", file.display()))?;
        } else {
            print(&self.code)?;
        }
        Ok(())
    }
}

fn cost(cost: &v1::LoopCost) -> serde_json::Value {
    json!({ "packets": cost.packets, "waits": cost.waits, "iterations": cost.iterations })
}

fn of_blocks(of: &v1::ScheduledBlocks) -> serde_json::Value {
    let stayed = Some(&of.stayed).filter(|why| !why.is_empty());
    json!({
        "function": of.function, "blocks": of.blocks, "scheduled": of.scheduled,
        "before": of.before.as_ref().map(cost), "after": of.after.as_ref().map(cost), "stayed": stayed,
    })
}

fn of_loop(of: &v1::ScheduledLoop) -> serde_json::Value {
    let bound = of.bound.as_ref();
    let stayed = Some(&of.stayed).filter(|why| !why.is_empty());
    json!({
        "function": of.function, "block": of.block, "instructions": of.instructions,
        "bound": bound.map(|bound| bound.least as f64 / bound.iterations as f64), "cause": bound.map(|bound| &bound.why),
        "before": of.before.as_ref().map(cost), "after": of.after.as_ref().map(cost),
        "iterations_at_once": of.after.as_ref().map(|_| of.iterations_at_once), "stayed": stayed, "least": of.is_least,
    })
}

fn compared(command: &Schedule) -> anyhow::Result<ExitCode> {
    let after = command.after.as_deref().unwrap_or(&command.file);
    let (first, second) = (code_of(&command.file)?, code_of(after)?);
    let machine = machine(command, &first).map_err(|error| BadInput(error.to_string()))?;
    let read =
        |file: &Path, text: &str| mir::read(text).map_err(|error| Located(format!("{}:{error}", file.display())));
    let (before, after) = (read(&command.file, &first)?, read(after, &second)?);
    let mut verdicts = check(&machine, &before, &after).map_err(BadInput)?;
    let is_any = |verdicts: &[(String, Verdict)], of: fn(&Verdict) -> bool| verdicts.iter().any(|(_, one)| of(one));
    let blocks = || after.functions.iter().flat_map(|of| &of.blocks);
    let is_equal = |verdict: &Verdict| matches!(verdict, Verdict::Equal { .. });
    let is_open = |verdict: &Verdict| matches!(verdict, Verdict::Open { .. });
    if is_any(&verdicts, is_equal)
        && blocks().any(|block| block.packets.iter().any(|packet| packet.instructions.len() > 1))
    {
        assembled(&machine, &second, &mut verdicts);
    }
    if is_any(&verdicts, is_open) {
        match Emulated::new(&machine, [&first, &second]) {
            Ok(mut emulated) => execute(&mut verdicts, [&before, &after], &mut emulated),
            // A full disk takes no verdict away.
            Err(error) => eprintln!("isotope: note: nothing was executed: {error}"),
        }
    }
    if command.json {
        print_json(&json!({ "version": 1, "functions": verdicts.iter().map(of_verdict).collect::<Vec<_>>() }))?;
    } else {
        print(&verdicts.iter().map(|(name, verdict)| format!("{name}: {}\n", sentence(verdict))).collect::<String>())?;
    }
    Ok(if is_any(&verdicts, |verdict| matches!(verdict, Verdict::Different { .. })) {
        ExitCode::from(DIFFERENT)
    } else if is_any(&verdicts, is_open) {
        ExitCode::from(OPEN)
    } else {
        ExitCode::SUCCESS
    })
}

/// Packets that the processor does not know compute nothing, whatever their instructions do.
fn assembled(machine: &Machine, text: &str, verdicts: &mut [(String, Verdict)]) {
    match packets::refused(machine, &mir::readable(machine, text)) {
        Ok(None) => {}
        Ok(Some(why)) => {
            for (_, verdict) in verdicts.iter_mut().filter(|(_, verdict)| matches!(verdict, Verdict::Equal { .. })) {
                *verdict = Verdict::Open { why: format!("LLVM's assembler refuses a packet: {why}"), executed: 0 };
            }
        }
        Err(error) => eprintln!("isotope: note: no assembler has seen the packets: {error}"),
    }
}

fn of_verdict((name, verdict): &(String, Verdict)) -> serde_json::Value {
    match verdict {
        Verdict::Equal { pairs, loops } => {
            json!({ "function": name, "verdict": "equal", "pairs": pairs, "loops": loops })
        }
        Verdict::Different { witness, why } => json!({
            "function": name, "verdict": "different", "why": why,
            "arguments": witness.arguments, "place": witness.place, "values": witness.values,
        }),
        Verdict::Open { why, executed } => {
            json!({ "function": name, "verdict": "open", "why": why, "executed": executed })
        }
    }
}

fn sentence(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Equal { pairs, loops } => {
            let loops = if *loops == 1 { "1 loop".to_owned() } else { format!("{loops} loops") };
            format!("equal: {pairs} pairs of places, {loops} with iterations scheduled together")
        }
        Verdict::Different { witness: Witness { arguments, place, values: [first, second] }, why } => {
            let with = if arguments.is_empty() { String::new() } else { format!(", with {}", arguments.join(", ")) };
            format!("different: {place} is {first} before and {second} after{with}; {why}")
        }
        Verdict::Open { why, executed: 0 } => format!("not shown: {why}"),
        Verdict::Open { why, executed } => {
            format!("not shown: {why}; executed with {executed} drawn arguments, both do the same")
        }
    }
}
