//! The errors.

use std::path::PathBuf;

/// Why a program could not be compiled or run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A tool is not there or could not be started.
    #[error("{tool} could not be started ({source}); `make` installs it")]
    Tool {
        /// The tool's command.
        tool: String,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A tool refused its input.
    #[error("{tool} failed: {message}")]
    Refused {
        /// The tool's command.
        tool: String,
        /// The message.
        message: String,
    },
    /// The program ended badly: a signal, a fault, an exit status.
    #[error("the program failed on {machine}: {message}")]
    Failed {
        /// Where it ran.
        machine: &'static str,
        /// The known programs.
        message: String,
    },
    /// The program has an instruction that this CPU does not.
    #[error("the program has an instruction that {machine} does not have")]
    IllegalInstruction {
        /// Where it ran.
        machine: &'static str,
    },
    /// Times of this machine would say nothing.
    #[error("nothing is timed on this {arch} machine: {message}")]
    NoClock {
        /// The architecture of this program.
        arch: &'static str,
        /// Why, and what to do.
        message: &'static str,
    },
    /// Over a bound of `limits`.
    #[error("{what} of {bytes} bytes is over the bound of {bound} bytes ({name})")]
    TooLarge {
        /// Which data.
        what: &'static str,
        /// Its size.
        bytes: usize,
        /// The bound.
        bound: usize,
        /// The bound's name.
        name: &'static str,
    },
    /// A scratch file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
}
