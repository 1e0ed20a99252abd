//! Schedules of loops with LLVM's own tools at hand: `llc` makes machine code of LLVM IR, and packets of machine code, in its sandbox.

mod executed;

pub use executed::Emulated;

use crate::assembly;
use isotope_lowering::{ObjectForm, Packetizer};
use isotope_packets::machine::{Machine, MachineError};
use isotope_packets::schedule::{Referee, Scheduled, schedule};
use isotope_tools::{Output, Tool, ToolError};

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

fn packetizer(machine: &Machine) -> Packetizer<'_> {
    Packetizer { processor: &machine.llc, tools: assembly::tools() }
}

/// Machine code before packets are made, of LLVM IR or of machine code.
///
/// # Errors
///
/// `llc` does not take the module, or is not there.
pub fn machine_code(machine: &Machine, text: String, options: &[String]) -> Result<String, PacketsError> {
    if isotope_packets::mir::is_machine_code(&text) {
        return Ok(text);
    }
    let output = packetizer(machine).machine_code(text, options)?;
    if output.ok { Ok(output.text().into_owned()) } else { Err(PacketsError::Refused(output.stderr.clone())) }
}

/// LLVM's tools in the sandbox.
struct Llvm<'a>(&'a Machine);

impl Referee for Llvm<'_> {
    fn packets(&mut self, text: &str) -> Result<String, String> {
        let output = packetizer(self.0).packets(text.to_owned()).and_then(taken).map_err(|error| error.to_string())?;
        Ok(output.text().into_owned())
    }

    fn assembles(&mut self, text: &str) -> Result<(), String> {
        refused(self.0, text).map_err(|error| error.to_string())?.map_or(Ok(()), Err)
    }
}

/// Why LLVM's assembler refuses the packets of machine code, if it does.
///
/// # Errors
///
/// A tool is missing or does not end in time.
pub fn refused(machine: &Machine, text: &str) -> Result<Option<String>, PacketsError> {
    let output = packetizer(machine).assembled(text.to_owned())?;
    Ok((!output.ok).then(|| output.stderr.lines().next().unwrap_or_default().to_owned()))
}

fn taken(output: Output) -> Result<Output, ToolError> {
    // The verifier prints the function before it says what is wrong with it.
    let is_verdict = |line: &&str| line.starts_with("*** Bad machine code");
    let said = output.stderr.lines().find(is_verdict).unwrap_or(&output.stderr);
    if output.ok { Ok(output) } else { Err(Tool::llc().refused("the code", said)) }
}

/// Schedules the loops of machine code; `iterations` are those of a loop whose count the code does not name.
///
/// # Errors
///
/// The text is none, or LLVM's packetiser does not take it.
pub fn scheduled(machine: &Machine, text: &str, iterations: Option<i64>) -> Result<Scheduled, PacketsError> {
    schedule(machine, text, iterations, &mut Llvm(machine)).map_err(PacketsError::Text)
}

/// An object file of machine code.
///
/// # Errors
///
/// `llc` does not take it, or is not there.
pub fn object(machine: &Machine, text: &str, form: ObjectForm) -> Result<Vec<u8>, PacketsError> {
    let text = isotope_packets::mir::readable(machine, text);
    Ok(packetizer(machine).object(text, form).and_then(taken)?.stdout)
}
