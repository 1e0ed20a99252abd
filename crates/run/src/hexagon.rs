//! Runs a program on QEMU's user-mode emulator of Hexagon, with HVX registers of 128 bytes.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::RunError;
use crate::limits::HEXAGON_BYTES;
use crate::program::{Language, Unit, checked, read, scratch, wait, write};

/// How messages call it.
const MACHINE: &str = "qemu-hexagon";

/// What it runs, in LLVM's names; QEMU 7.2 knows up to V67.
pub fn hexagon_features() -> Vec<&'static str> {
    vec!["hvxv60", "hvxv62", "hvxv65", "hvxv66"]
}

/// Compiles a unit of C for Hexagon.
pub fn compile_for_hexagon(unit: &Unit, folder: &Path) -> Result<PathBuf, RunError> {
    let (source, object) = (folder.join(format!("{}.c", unit.name)), folder.join(format!("{}.o", unit.name)));
    if unit.language != Language::C {
        return Err(RunError::Failed { machine: MACHINE, message: "its programs are written in C".to_owned() });
    }
    write(&source, unit.text.as_bytes())?;
    let mut clang = Command::new("clang-19");
    clang.args(["--target=hexagon-unknown-linux-musl", "-mcpu=hexagonv66", "-mhvx", "-mhvx-length=128b", "-O1"]);
    clang.args(["-w", "-c", "-ffreestanding", "-fno-stack-protector", "-fno-asynchronous-unwind-tables"]);
    clang.arg(format!("-DBYTES={HEXAGON_BYTES}u")).arg("-o").arg(&object).arg(&source);
    checked(&mut clang)?;
    Ok(object)
}

/// Links `objects` and runs them on `input`; at most `capacity` bytes come out.
pub fn run_on_hexagon(objects: &[PathBuf], input: &[u8], capacity: usize) -> Result<Vec<u8>, RunError> {
    for (what, bytes) in [("input", input.len()), ("output", capacity)] {
        if bytes > HEXAGON_BYTES {
            return Err(RunError::TooLarge { what, bytes, bound: HEXAGON_BYTES, name: "HEXAGON_BYTES" });
        }
    }
    let folder = scratch()?;
    let text = include_str!("../machine/hexagon.c").to_owned();
    let start = Unit { name: "isotope-hexagon".to_owned(), language: Language::C, text, features: Vec::new() };
    let start = compile_for_hexagon(&start, folder.path())?;
    let program = folder.path().join("program");
    checked(Command::new("ld.lld-19").arg("-o").arg(&program).arg(start).args(objects))?;
    let (input_file, output_file) = (folder.path().join("input"), folder.path().join("output"));
    write(&input_file, input)?;
    let file = |path: &Path, source| RunError::File { path: path.to_owned(), source };
    let from = File::open(&input_file).map_err(|source| file(&input_file, source))?;
    let to = File::create(&output_file).map_err(|source| file(&output_file, source))?;
    let mut child = Command::new(MACHINE)
        .arg(&program)
        .stdin(from)
        .stdout(to)
        .stderr(Stdio::null())
        .spawn()
        .map_err(|source| RunError::Tool { tool: MACHINE.to_owned(), source })?;
    let status = wait(&mut child, MACHINE)?;
    if !status.success() {
        return Err(RunError::Failed { machine: MACHINE, message: status.to_string() });
    }
    let output = read(&output_file)?;
    if output.len() > capacity {
        let message = format!("it made {} bytes where {capacity} were allowed", output.len());
        return Err(RunError::Failed { machine: MACHINE, message });
    }
    Ok(output)
}
