//! Why there is no code.

use isotope_codegen::llvm::ModuleError;
use isotope_tools::ToolError;

/// Why there is no code.
#[derive(Debug, thiserror::Error)]
pub enum LoweringError {
    /// An answer's own module is none.
    #[error("window {window}: {why}")]
    Module {
        /// Which window, from 1.
        window: usize,
        /// The fault in it.
        why: ModuleError,
    },
    /// The answers are for several machines.
    #[error("the windows are for {0} and for {1}, which are two modules; ask for each by itself")]
    Targets(String, String),
    /// The tool is not there, takes too long, refuses the module, or must not get it.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// A tool of MLIR's does not take what it should.
    #[error("{0} does not take the program with its answers: {1}")]
    Refused(&'static str, String),
    /// MLIR's tools made something that cannot be read.
    #[error("the answers in MLIR's form: {0}")]
    Unread(String),
    /// A program is none: a sentence that begins with the place.
    #[error("{0}")]
    Program(String),
}
