//! Verdicts on two programs.

use crate::plan::exact::Assumption;
use isotope_mlir::error::Place;

/// One of the two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first.
    Before,
    /// The second.
    After,
}

/// There is nothing to check: the input is bad, or too large.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct CheckError {
    /// In which program.
    pub side: Side,
    /// Where.
    pub place: Place,
    /// One sentence.
    pub message: String,
}

/// The verdict on both programs.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Shown: equal for all inputs at these shapes, by identity testing, and by a solver where [`Evidence::proved`] says so.
    Identity(Evidence),
    /// Different, and an input shows it.
    Different(Counterexample),
    /// Neither is shown.
    Open {
        /// Why equality is not shown.
        why: String,
        /// Inputs on which both were executed and gave the same.
        executed: u32,
    },
}

/// The work of identity testing.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Two different programs would have passed with probability 2 to this power, over the choice of the key.
    pub error_bits: f64,
    /// The highest degree of a polynomial; of programs whose operations are all free terms, how deep those nest.
    pub degree: u32,
    /// Free terms and inputs, of both.
    pub terms: u64,
    /// Cells of memory and results that were compared.
    pub cells: u64,
    /// Cells whose terms differ, and which a solver showed to be equal.
    pub proved: u64,
    /// Operations carried out, by the first and by the second program.
    pub steps: [u64; 2],
    /// Ranges that elements of arguments are assumed to be in: the programs are equal for all inputs of these.
    pub assumed: Vec<Assumption>,
}

/// An input on which both differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Counterexample {
    /// Which cell, or which fault.
    pub cell: String,
    /// The value of the first program there, and of the second.
    pub values: [String; 2],
    /// The operations that wrote it last.
    pub stores: [Option<Place>; 2],
    /// The input, one argument a line.
    pub input: String,
}
