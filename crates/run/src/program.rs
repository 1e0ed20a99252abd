//! From source to objects, and the little that every tool call shares.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::RunError;

/// The language of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C, freestanding.
    C,
    /// LLVM's text; functions carry their own features as attributes, or take the unit's.
    Llvm,
}

impl Language {
    /// The ending of its file's name.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Llvm => "ll",
        }
    }
}

/// One file of a program.
#[derive(Clone, Debug)]
pub struct Unit {
    /// A name for its object; unique in a program.
    pub name: String,
    /// Its language.
    pub language: Language,
    /// Its text.
    pub text: String,
    /// LLVM's names of the features that it may use.
    pub features: Vec<String>,
}

/// Compiles a unit for x86-64 into `folder`, and returns its object.
pub fn compile(unit: &Unit, folder: &Path) -> Result<PathBuf, RunError> {
    compile_at(unit, 1, folder)
}

/// The same with `-O` of another level.
pub(crate) fn compile_at(unit: &Unit, level: u32, folder: &Path) -> Result<PathBuf, RunError> {
    let source = folder.join(format!("{}.{}", unit.name, unit.language.extension()));
    let object = folder.join(format!("{}.o", unit.name));
    write(&source, unit.text.as_bytes())?;
    let mut clang = Command::new("clang-19");
    clang.arg(format!("-O{level}"));
    clang.args(["--target=x86_64-linux-gnu", "-w", "-c", "-fno-pic", "-mno-red-zone", "-fno-stack-protector"]);
    clang.args(["-fno-asynchronous-unwind-tables", "-ffreestanding"]);
    clang.args(unit.features.iter().map(|f| format!("-m{f}"))).arg("-o").arg(&object).arg(&source);
    checked(&mut clang)?;
    Ok(object)
}

/// Runs a tool to its end; its standard output.
pub(crate) fn checked(command: &mut Command) -> Result<Vec<u8>, RunError> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|source| RunError::Tool { tool: tool.clone(), source })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message: String = String::from_utf8_lossy(&output.stderr).chars().take(4000).collect();
    Err(RunError::Refused { tool, message: format!("{}: {message}", output.status) })
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    std::fs::write(path, bytes).map_err(|source| RunError::File { path: path.to_owned(), source })
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, RunError> {
    std::fs::read(path).map_err(|source| RunError::File { path: path.to_owned(), source })
}

/// A folder that goes away with its value.
pub(crate) fn scratch() -> Result<tempfile::TempDir, RunError> {
    tempfile::tempdir().map_err(|source| RunError::File { path: std::env::temp_dir(), source })
}

/// Waits for a child, up to [`crate::limits::RUN_SECONDS`].
pub(crate) fn wait(
    child: &mut std::process::Child,
    machine: &'static str,
) -> Result<std::process::ExitStatus, RunError> {
    let failed = |message: String| RunError::Failed { machine, message };
    // A poll a hundredth of a second apart: the emulator runs for seconds.
    for _ in 0..crate::limits::RUN_SECONDS * 100 {
        if let Some(status) = child.try_wait().map_err(|e| failed(e.to_string()))? {
            return Ok(status);
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    // Both may fail only because it ended meanwhile, which is what is wanted.
    let _ = child.kill();
    let _ = child.wait();
    Err(failed(format!("no end after {} s (RUN_SECONDS)", crate::limits::RUN_SECONDS)))
}

/// Refuses data over [`crate::limits::DATA_BYTES`].
pub(crate) fn check_size(what: &'static str, bytes: usize) -> Result<(), RunError> {
    let (bound, name) = (crate::limits::DATA_BYTES, "DATA_BYTES");
    if bytes > bound { Err(RunError::TooLarge { what, bytes, bound, name }) } else { Ok(()) }
}
