//! Compiles C, LLVM IR or objects into a program and runs it: on this CPU, or on the Bochs emulator for what this CPU lacks.
//!
//! A program is freestanding: it defines
//! `unsigned long isotope_main(const unsigned char *input, unsigned long input_bytes, unsigned char *output)`,
//! writes its results to `output` and returns how many bytes they are. The same objects run on either machine; bytes
//! in, bytes out. Needs clang-19 and ld.lld-19, and for the emulator the packages `bochs` and `bochsbios`, or a newer
//! Bochs (`scripts/setup bochs`). Programs of other
//! architectures are compiled by the executor that runs them ([`Executor::compile`]); QEMU's emulator of Hexagon is in `qemu-user`.
//!
//! Loops of a listing can also be timed ([`loops`], [`timing`]).
//!
//! Here belong: compiling, linking, running. The claim to check is the caller's.

mod aarch64;
mod bochs;
mod emulator;
mod error;
mod executor;
mod features;
mod hexagon;
mod jobs;
pub mod limits;
pub mod loops;
mod native;
mod program;
pub mod programs;
mod sampling;
pub mod timing;
mod user_mode;

pub use error::RunError;
pub use executor::{BOCHS, EXECUTORS, Executor, QEMU_AARCH64, QEMU_HEXAGON, THIS_CPU, named, of_arch, with_features};
pub use features::{host_cpu, host_features, processor};
pub use jobs::{Job, Outcome, Slot, run_jobs};
pub use program::{Language, Unit, compile};
pub use sampling::sampling_ends;
