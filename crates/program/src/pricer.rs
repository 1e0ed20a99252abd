//! The cost of a program on a target CPU: the question, not the answer.
//!
//! The search asks through [`Pricer`]; the service answers by compiling the program and reading LLVM's scheduling
//! model. Baseline and candidates go through the same pricer, so their costs are in one unit.
//!
//! A trait, because the core starts no processes: tests price by counting steps, the daemon by
//! compiling.

use crate::program::Program;
use isotope_dictionary::Target;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use thiserror::Error;

/// The cost of one program, loads of its leaves and the store of its result included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Block reciprocal throughput in hundredths of a cycle: integers, so that equal runs compare equal.
    pub centicycles: u64,
    /// The source of that number.
    #[serde(default)]
    pub basis: Basis,
    /// Micro-operations of the block.
    pub uops: u32,
    /// The mnemonics that the compiler chose, in order, loads and stores included.
    pub instructions: Vec<String>,
    /// The assembly of the block, one instruction a line.
    pub asm: String,
}

/// Where a cost is from. Costs of one question are of one scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Basis {
    /// The model of the CPU.
    #[default]
    Model,
    /// The CPU itself, where the model says something else.
    Measured {
        /// The model's own price, in hundredths of a cycle.
        model: u64,
    },
    /// The model, times the ratio of measured to modelled cost of programs that it was asked for with.
    Scaled {
        /// The model's own price, in hundredths of a cycle.
        model: u64,
    },
}

impl Cost {
    /// The order of programs by their costs, the better first. Of equal prices the one with fewer micro-operations is better, and of those
    /// the one with fewer instructions: what surrounds a program in its loop finds more of the front end and of the pipes free, which the
    /// price of the program alone does not count. Prices are compared as they are: one that is higher by a hundredth is worse, however
    /// many instructions it saves, so that no order of comparisons adds up to a dearer answer.
    pub fn rank(&self) -> (u64, u32, usize) {
        (self.centicycles, self.uops, self.instructions.len())
    }

    /// The model's cost, in hundredths of a cycle.
    pub fn model(&self) -> u64 {
        match self.basis {
            Basis::Model => self.centicycles,
            Basis::Measured { model } | Basis::Scaled { model } => model,
        }
    }

    /// The measured cost, in hundredths of a cycle.
    pub fn measured(&self) -> Option<u64> {
        matches!(self.basis, Basis::Measured { .. }).then_some(self.centicycles)
    }
}

/// Why a program has no cost.
#[derive(Clone, Debug, Error, PartialEq, Eq, Serialize, Deserialize)]
pub enum PriceError {
    /// A tool is not installed.
    #[error("{tool} was not found: install it with `apt-get install {package}`")]
    Missing {
        /// The program that was looked for.
        tool: String,
        /// Debian's package that has it.
        package: String,
    },
    /// A tool ran longer than it may.
    #[error("{tool} did not finish within {limit_ms} ms and was killed")]
    Timeout {
        /// The program that was killed.
        tool: String,
        /// How long it was given, in milliseconds.
        limit_ms: u64,
    },
    /// A tool needs more memory for its input than it may take.
    #[error("{tool} needs more than the {mebibytes} MiB that one of LLVM's tools may take; raise --memory-total")]
    TooLarge {
        /// The program that was refused memory.
        tool: String,
        /// The memory that it may take.
        mebibytes: u64,
    },
    /// A tool refused its input, or crashed.
    #[error("{tool} failed on {name}: {message}")]
    Refused {
        /// The program that failed.
        tool: String,
        /// The function that it was given.
        name: String,
        /// The first lines that it said.
        message: String,
    },
    /// A program has no LLVM form.
    #[error("{name} cannot be written as LLVM IR: {message}")]
    NoCode {
        /// The function.
        name: String,
        /// The missing part.
        message: String,
    },
    /// A tool's output was not understood.
    #[error("the output of {tool} was not understood: {message}")]
    Unreadable {
        /// The program whose output it is.
        tool: String,
        /// The thing that was expected and not found.
        message: String,
    },
}

/// Who waits for a price, and has it made at their expense. A closure that says whether nobody waits any more is one that keeps no account.
pub trait Payer {
    /// Nobody waits for the price any more.
    fn stopped(&self) -> bool;

    /// Hears the CPU time that a process used for the price, however it ended.
    fn used(&self, cpu: Duration);
}

impl<F: Fn() -> bool> Payer for F {
    fn stopped(&self) -> bool {
        self()
    }

    fn used(&self, _: Duration) {}
}

/// Prices programs. An implementation answers in the order of the question, and a program that fails costs no
/// other its answer.
pub trait Pricer: Send + Sync {
    /// The costs of several programs, priced together: one compiler run for all of them. When told to stop it answers at once,
    /// whatever it has.
    fn costs(&self, programs: &[&Program], target: &Target, payer: &dyn Payer) -> Vec<Result<Cost, PriceError>>;

    /// The cost of one program.
    fn cost(&self, program: &Program, target: &Target) -> Result<Cost, PriceError> {
        self.costs(&[program], target, &|| false).pop().unwrap_or_else(|| {
            Err(PriceError::Unreadable { tool: "the pricer".to_owned(), message: "no answer".to_owned() })
        })
    }
}
