//! The values that flags choose among.

use clap::ValueEnum;
use isotope_proto::v1;

/// The output of `select`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// One row for each window.
    Table,
    /// Programs in AutoLLVM operations.
    Autollvm,
    /// One LLVM module with a function for each window: isotope_window, or isotope_window_1 and so on.
    Llvm,
    /// The assembly of that module, through llc.
    Asm,
    /// Everything, for other programs.
    Json,
    /// A program of MLIR with the answers that are cheaper in the places of their windows, in MLIR's own form.
    Mlir,
}

/// Which search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Concrete enumeration, then proof.
    Fast,
    /// Algorithm 2 of the Hydride paper, as written.
    Reference,
    /// No search: plain LLVM vector operations, what costs are compared with.
    Baseline,
}

impl Emit {
    /// The texts that this needs of an answer.
    pub fn outputs(self) -> Vec<i32> {
        use v1::Output::{Autollvm, Expression, Instructions, LlvmIr};
        let needed = match self {
            Emit::Table => vec![Expression, Instructions],
            Emit::Autollvm => vec![Expression, Autollvm],
            Emit::Llvm | Emit::Asm | Emit::Mlir => vec![Expression, LlvmIr],
            Emit::Json => vec![],
        };
        needed.into_iter().map(|o| o as i32).collect()
    }
}
