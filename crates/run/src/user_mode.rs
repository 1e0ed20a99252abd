//! Runs programs on QEMU's user-mode emulators: a processor that this one is not, Linux's calls passed through.

use std::fs::File;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::RunError;
use crate::limits::USER_MODE_BYTES;
use crate::native::SIGILL;
use crate::program::{Language, Unit, checked, read, scratch, wait, write};

/// A processor that QEMU emulates.
pub(crate) struct UserMode {
    /// The emulator, and how messages call it.
    pub machine: &'static str,
    /// The architecture in LLVM's triples.
    pub arch: &'static str,
    /// Its arguments besides the program.
    pub arguments: &'static [&'static str],
    /// Clang's flags for the processor.
    pub clang: &'static [&'static str],
    /// The text that begins and ends a program: input from standard input, output to standard output.
    pub start: &'static str,
    /// Its features, in LLVM's names.
    pub features: &'static [&'static str],
}

impl UserMode {
    /// Compiles a unit with `-O` of `level`. Functions in LLVM's text name their own features.
    pub fn compile_at(&self, unit: &Unit, level: u32, folder: &Path) -> Result<PathBuf, RunError> {
        let source = folder.join(format!("{}.{}", unit.name, unit.language.extension()));
        let object = folder.join(format!("{}.o", unit.name));
        write(&source, unit.text.as_bytes())?;
        let mut clang = Command::new("clang-19");
        clang.args(self.clang).arg(format!("-O{level}"));
        clang.args(["-w", "-c", "-ffreestanding", "-fno-stack-protector", "-fno-asynchronous-unwind-tables"]);
        clang.arg(format!("-DBYTES={USER_MODE_BYTES}u")).arg("-o").arg(&object).arg(&source);
        checked(&mut clang)?;
        Ok(object)
    }

    /// Links `objects` and runs them on the emulator, on `input`; at most `capacity` bytes come out.
    pub fn run(&self, objects: &[PathBuf], input: &[u8], capacity: usize) -> Result<Vec<u8>, RunError> {
        let emulated = |program: &Path| {
            let mut command = Command::new(self.machine);
            command.args(self.arguments).arg(program);
            command
        };
        self.run_by(emulated, self.machine, objects, input, capacity)
    }

    /// The same on this CPU, which has to be of that architecture.
    pub fn run_here(&self, objects: &[PathBuf], input: &[u8], capacity: usize) -> Result<Vec<u8>, RunError> {
        self.run_by(|program| Command::new(program), "this CPU", objects, input, capacity)
    }

    fn run_by(
        &self,
        started: impl Fn(&Path) -> Command,
        machine: &'static str,
        objects: &[PathBuf],
        input: &[u8],
        capacity: usize,
    ) -> Result<Vec<u8>, RunError> {
        for (what, bytes) in [("input", input.len()), ("output", capacity)] {
            if bytes > USER_MODE_BYTES {
                return Err(RunError::TooLarge { what, bytes, bound: USER_MODE_BYTES, name: "USER_MODE_BYTES" });
            }
        }
        let folder = scratch()?;
        let text = self.start.to_owned();
        let start = Unit { name: "isotope-start".to_owned(), language: Language::C, text, features: Vec::new() };
        let start = self.compile_at(&start, 1, folder.path())?;
        let program = folder.path().join("program");
        checked(Command::new("ld.lld-19").arg("--gc-sections").arg("-o").arg(&program).arg(start).args(objects))?;
        let (input_file, output_file) = (folder.path().join("input"), folder.path().join("output"));
        write(&input_file, input)?;
        let file = |path: &Path, source| RunError::File { path: path.to_owned(), source };
        let from = File::open(&input_file).map_err(|source| file(&input_file, source))?;
        let to = File::create(&output_file).map_err(|source| file(&output_file, source))?;
        let mut child = started(&program)
            .stdin(from)
            .stdout(to)
            .stderr(Stdio::null())
            .spawn()
            .map_err(|source| RunError::Tool { tool: machine.to_owned(), source })?;
        let status = wait(&mut child, machine)?;
        if status.signal() == Some(SIGILL) {
            return Err(RunError::IllegalInstruction { machine });
        }
        if !status.success() {
            return Err(RunError::Failed { machine, message: status.to_string() });
        }
        let output = read(&output_file)?;
        if output.len() > capacity {
            let message = format!("it made {} bytes where {capacity} were allowed", output.len());
            return Err(RunError::Failed { machine, message });
        }
        Ok(output)
    }
}
