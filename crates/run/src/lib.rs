//! Compiles C, LLVM IR or objects into a program and runs it: on this CPU, or on the Bochs emulator for what this CPU lacks.
//!
//! A program is freestanding: it defines
//! `unsigned long isotope_main(const unsigned char *input, unsigned long input_bytes, unsigned char *output)`,
//! writes its results to `output` and returns how many bytes they are. The same objects run on either machine; bytes
//! in, bytes out. Needs clang-19 and ld.lld-19, and for the emulator the packages `bochs` and `bochsbios`.
//!
//! What belongs here: compiling, linking, running. What is being checked is the caller's.

mod emulator;
mod error;
mod features;
mod jobs;
pub mod limits;
mod native;
mod program;

pub use emulator::{emulator_features, run_on_emulator};
pub use error::RunError;
pub use features::host_features;
pub use jobs::{Job, Outcome, Slot, run_jobs};
pub use native::run_native;
pub use program::{Language, Unit, compile};

/// Where a program ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Machine {
    /// This CPU.
    Native,
    /// Bochs, as a Tiger Lake.
    Emulator,
}

impl Machine {
    /// The machine that has all of `features` (LLVM's names), this CPU first; `Err` names what neither has.
    pub fn for_features<'a>(features: impl IntoIterator<Item = &'a str>) -> Result<Machine, String> {
        let (host, emulator) = (host_features(), emulator_features());
        let wanted: Vec<&str> = features.into_iter().collect();
        let lacks = |has: &[&str]| wanted.iter().find(|f| !has.contains(f)).copied();
        match (lacks(&host), lacks(emulator)) {
            (None, _) => Ok(Machine::Native),
            (_, None) => Ok(Machine::Emulator),
            (Some(_), Some(feature)) => Err(feature.to_owned()),
        }
    }

    /// Runs a program on this machine.
    pub fn run(self, objects: &[std::path::PathBuf], input: &[u8], capacity: usize) -> Result<Vec<u8>, RunError> {
        match self {
            Machine::Native => run_native(objects, input, capacity),
            Machine::Emulator => run_on_emulator(objects, input, capacity),
        }
    }
}
