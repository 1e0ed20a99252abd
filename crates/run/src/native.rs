//! Runs a program on this CPU where it is an x86-64, in a process of its own.

use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::RunError;
use crate::program::{Language, Unit, check_size, checked, compile, read, scratch, wait, write};

/// The signal that a CPU's refusal of an instruction becomes, on Linux.
pub(crate) const SIGILL: i32 = 4;

/// Links `objects` with a C `main` and runs them on `input`; at most `capacity` bytes come out.
pub fn run_native(objects: &[PathBuf], input: &[u8], capacity: usize) -> Result<Vec<u8>, RunError> {
    check_size("input", input.len())?;
    check_size("output", capacity)?;
    let folder = scratch()?;
    let text = include_str!("../machine/native.c").to_owned();
    let main = Unit { name: "isotope-native".to_owned(), language: Language::C, text, features: Vec::new() };
    let main = compile(&main, folder.path())?;
    let program = folder.path().join("program");
    checked(Command::new("clang-19").args(["-no-pie", "-o"]).arg(&program).arg(main).args(objects))?;
    let (input_file, output_file) = (folder.path().join("input"), folder.path().join("output"));
    write(&input_file, input)?;
    let mut child = Command::new(&program)
        .arg(&input_file)
        .arg(&output_file)
        .arg(capacity.to_string())
        .stdin(Stdio::null())
        .spawn()
        .map_err(|source| RunError::Tool { tool: "the program".to_owned(), source })?;
    let status = wait(&mut child, "this CPU")?;
    if status.signal() == Some(SIGILL) {
        return Err(RunError::IllegalInstruction { machine: "this CPU" });
    }
    if !status.success() {
        return Err(RunError::Failed { machine: "this CPU", message: status.to_string() });
    }
    read(&output_file)
}
