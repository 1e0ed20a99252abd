//! The executors of programs: this CPU, and an emulator for features that this CPU lacks.

use crate::RunError;
use crate::aarch64::AARCH64;
use crate::bochs;
use crate::emulator::run_on_emulator;
use crate::features::{host_cpu, host_features};
use crate::hexagon::HEXAGON;
#[cfg(doc)]
use crate::limits;
use crate::native::run_native;
use crate::program::{Unit, compile_at};
use crate::user_mode::UserMode;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs programs of an instruction set, and says what it has of it.
pub trait Executor: Sync {
    /// Its name in `target.toml`.
    fn name(&self) -> &'static str;

    /// Whether it is installed.
    fn is_there(&self) -> bool {
        true
    }

    /// The architecture of its programs, as LLVM's triples have it.
    fn arch(&self) -> &'static str {
        "x86_64"
    }

    /// Its name in records of validation.
    fn record(&self) -> &'static str {
        self.name()
    }

    /// Which it is, in a word, for records of validation: a CPU in LLVM's name, an emulator with its version.
    fn machine(&self) -> String {
        self.name().to_owned()
    }

    /// Its features, in LLVM's names.
    fn features(&self) -> Vec<&'static str>;

    /// Clang's flags for the processor; nothing where units name their own features.
    fn clang(&self) -> &'static [&'static str] {
        &[]
    }

    /// Compiles a unit into `folder`, with `-O` of `level`; the object's path.
    fn compile_at(&self, unit: &Unit, level: u32, folder: &Path) -> Result<PathBuf, RunError> {
        compile_at(unit, level, folder)
    }

    /// The same with `-O1`.
    fn compile(&self, unit: &Unit, folder: &Path) -> Result<PathBuf, RunError> {
        self.compile_at(unit, 1, folder)
    }

    /// Links objects and runs them on `input`; at most `capacity` bytes come out, and [`limits::DATA_BYTES`] go either way.
    fn run(&self, objects: &[PathBuf], input: &[u8], capacity: usize) -> Result<Vec<u8>, RunError>;

    /// A feature that it lacks of these.
    fn lacks(&self, wanted: &[&str]) -> Option<String> {
        let features = self.features();
        wanted.iter().find(|feature| !features.contains(feature)).map(|feature| (*feature).to_owned())
    }
}

/// This CPU.
pub static THIS_CPU: &dyn Executor = &ThisCpu;

/// The Bochs emulator, as the latest processor that it knows.
pub static BOCHS: &dyn Executor = &Bochs;

/// QEMU's emulator of Hexagon with HVX.
pub static QEMU_HEXAGON: &dyn Executor = &HEXAGON;

/// QEMU's emulator of AArch64.
pub static QEMU_AARCH64: &dyn Executor = &AARCH64;

/// The executors of x86, the quickest first.
pub static EXECUTORS: &[&dyn Executor] = if cfg!(target_arch = "x86_64") { &[&ThisCpu, &Bochs] } else { &[&Bochs] };

fn all() -> impl Iterator<Item = &'static dyn Executor> {
    [THIS_CPU, BOCHS, QEMU_HEXAGON, QEMU_AARCH64].into_iter()
}

/// The executor of a name.
pub fn named(name: &str) -> Option<&'static dyn Executor> {
    all().find(|executor| executor.name() == name)
}

/// The executors of an architecture, the quickest first.
pub fn of_arch(arch: &str) -> Vec<&'static dyn Executor> {
    all().filter(|executor| executor.arch() == arch).collect()
}

/// The first of some executors that has all of `features` (LLVM's names); `Err` names what the last one lacks.
pub fn with_features(executors: &[&'static dyn Executor], features: &[&str]) -> Result<&'static dyn Executor, String> {
    let mut lacking = String::new();
    for executor in executors {
        match executor.lacks(features) {
            None => return Ok(*executor),
            Some(feature) => lacking = feature,
        }
    }
    Err(lacking)
}

struct ThisCpu;

/// How programs of this machine are made where they are made as for its emulator.
const MADE_AS: Option<&UserMode> = if cfg!(target_arch = "aarch64") { Some(&AARCH64) } else { None };

impl Executor for ThisCpu {
    fn name(&self) -> &'static str {
        "native"
    }

    fn arch(&self) -> &'static str {
        std::env::consts::ARCH
    }

    fn clang(&self) -> &'static [&'static str] {
        MADE_AS.map_or(&[], |mode| mode.clang)
    }

    fn compile_at(&self, unit: &Unit, level: u32, folder: &Path) -> Result<PathBuf, RunError> {
        match MADE_AS {
            Some(mode) => mode.compile_at(unit, level, folder),
            None => compile_at(unit, level, folder),
        }
    }

    fn machine(&self) -> String {
        host_cpu().unwrap_or_else(|_| "unknown".to_owned())
    }

    fn features(&self) -> Vec<&'static str> {
        host_features()
    }

    fn run(&self, objects: &[PathBuf], input: &[u8], capacity: usize) -> Result<Vec<u8>, RunError> {
        match MADE_AS {
            Some(mode) => mode.run_here(objects, input, capacity),
            None => run_native(objects, input, capacity),
        }
    }
}

struct Bochs;

impl Executor for Bochs {
    fn name(&self) -> &'static str {
        "emulator"
    }

    fn machine(&self) -> String {
        bochs::found().machine()
    }

    fn features(&self) -> Vec<&'static str> {
        bochs::found().features()
    }

    fn run(&self, objects: &[PathBuf], input: &[u8], capacity: usize) -> Result<Vec<u8>, RunError> {
        run_on_emulator(objects, input, capacity)
    }
}

impl Executor for UserMode {
    fn name(&self) -> &'static str {
        self.machine
    }

    fn is_there(&self) -> bool {
        Command::new(self.machine).arg("--version").output().is_ok()
    }

    fn arch(&self) -> &'static str {
        self.arch
    }

    fn clang(&self) -> &'static [&'static str] {
        self.clang
    }

    fn record(&self) -> &'static str {
        "emulator"
    }

    fn features(&self) -> Vec<&'static str> {
        self.features.to_vec()
    }

    fn compile_at(&self, unit: &Unit, level: u32, folder: &Path) -> Result<PathBuf, RunError> {
        UserMode::compile_at(self, unit, level, folder)
    }

    fn run(&self, objects: &[PathBuf], input: &[u8], capacity: usize) -> Result<Vec<u8>, RunError> {
        UserMode::run(self, objects, input, capacity)
    }
}
