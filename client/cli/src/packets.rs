//! Schedules of loops with LLVM's own tools at hand: `llc` makes machine code of LLVM IR, and packets of machine code, in its sandbox.

use isotope_packets::machine::{Machine, MachineError};
use isotope_packets::schedule::{Bound, Referee, Report, Scheduled, schedule};
use isotope_tools::sandbox::Confinement;
use isotope_tools::{Output, Runs, Tool, ToolError};
use std::sync::LazyLock;

static RUNS: LazyLock<Runs> = LazyLock::new(|| Runs::new(1, Confinement::of_this_machine()));

/// The pass before which the code is taken, and which makes packets of it.
const PASS: &str = "hexagon-packetizer";

/// Why nothing was scheduled.
#[derive(Debug, thiserror::Error)]
pub enum PacketsError {
    /// The tool is not there, takes too long, or refuses the text.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The text is neither machine code nor LLVM IR that the tool takes: its complaints.
    #[error("{0}")]
    Refused(String),
    /// The text is no machine code; the sentence begins with the line.
    #[error("{0}")]
    Text(String),
    /// The processor's file is damaged.
    #[error(transparent)]
    Machine(#[from] MachineError),
}

/// The CPU that a text is for: the one that its first function names.
pub fn cpu(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("\"target-cpu\"=\"")?;
    rest.split('"').next().map(str::to_owned)
}

/// Whether a text is machine code: LLVM IR has no such line.
pub fn is_machine_code(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("body:"))
}

/// Machine code before packets are made, of LLVM IR or of machine code.
///
/// # Errors
///
/// `llc` does not take the module, or is not there.
pub fn machine_code(machine: &Machine, text: String, options: &[String]) -> Result<String, PacketsError> {
    if is_machine_code(&text) {
        return Ok(text);
    }
    let last = [format!("-stop-before={PASS}"), "-O3".to_owned()];
    let output = run(machine, &[&last[..], options].concat(), text)?;
    if output.ok { Ok(output.text().into_owned()) } else { Err(PacketsError::Refused(output.stderr.clone())) }
}

/// Machine code with packets.
///
/// # Errors
///
/// `llc` does not take it.
pub fn packetised(machine: &Machine, text: &str) -> Result<String, PacketsError> {
    llc(machine, &["-x=mir".to_owned(), format!("-run-pass={PASS}"), "-O3".to_owned()], text.to_owned())
}

/// LLVM's tools in the sandbox.
struct Llvm<'a>(&'a Machine);

impl Referee for Llvm<'_> {
    fn packets(&mut self, text: &str) -> Result<String, String> {
        packetised(self.0, text).map_err(|error| error.to_string())
    }

    fn assembles(&mut self, text: &str) -> Result<(), String> {
        let arguments =
            ["-x=mir".to_owned(), format!("-start-before={PASS}"), "-O3".to_owned(), "-filetype=obj".to_owned()];
        let output = run(self.0, &arguments, text.to_owned()).map_err(|error| error.to_string())?;
        if output.ok { Ok(()) } else { Err(output.stderr.lines().next().unwrap_or_default().to_owned()) }
    }
}

fn run(machine: &Machine, arguments: &[String], text: String) -> Result<Output, ToolError> {
    let ends = ["-o", "-", "-"].map(str::to_owned);
    Tool::llc().run(&[&machine.llc[..], arguments, &ends].concat(), text, &RUNS, &|| false)
}

fn llc(machine: &Machine, arguments: &[String], text: String) -> Result<String, PacketsError> {
    let output = run(machine, arguments, text)?;
    if output.ok { Ok(output.text().into_owned()) } else { Err(Tool::llc().refused("the code", &output.stderr).into()) }
}

/// Schedules the loops of machine code.
///
/// # Errors
///
/// The text is none, or LLVM's packetiser does not take it.
pub fn scheduled(machine: &Machine, text: &str) -> Result<Scheduled, PacketsError> {
    schedule(machine, text, &mut Llvm(machine)).map_err(PacketsError::Text)
}

/// One loop as people read it.
pub fn explained(of: &Report) -> String {
    let mut out = format!("{} bb.{}: {} instructions", of.function, of.block, of.instructions);
    let of_iterations = |count: i64| if count == 1 { String::new() } else { format!(" for {count} iterations") };
    if let Some(Bound { least, iterations, why }) = &of.bound {
        out += &format!(", at least {least} packets and waits{} ({why})", of_iterations(i64::from(*iterations)));
    }
    if let Some(before) = of.before {
        out += &format!("\n  as it was: {} packets, {} waits", before.packets, before.stalls);
    }
    if let Some((_, stages, after)) = of.after {
        let together = match (stages, after.iterations) {
            (1, 1) => "one iteration at a time".to_owned(),
            (stages, iterations) => format!("{} iterations at once", stages * iterations),
        };
        let each = of_iterations(after.iterations);
        out += &format!("\n  scheduled: {} packets, {} waits{each}, {together}", after.packets, after.stalls);
    }
    if let Some(why) = &of.stayed {
        out += &format!("\n  stays as it was: {why}");
    }
    if of.is_least() {
        out += "\n  no schedule takes fewer under these dependences";
    }
    out + "\n"
}
