//! The explanation of a window for whoever asks why: texts, candidates with their code, and why an instruction is not used.

use isotope_program::Program;
use isotope_program::pricer::Cost;
use serde::{Deserialize, Serialize};

/// The parts that are asked for besides the texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// All candidates, and not only the most promising ones.
    pub all: bool,
    /// An instruction, by intrinsic or mnemonic: why is it not used?
    pub why_not: Option<String>,
}

/// How a window is seen by what searches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// Titled texts.
    pub sections: Vec<(String, String)>,
    /// The plain lowering and the programs that were proposed, cheapest first.
    pub candidates: Vec<Candidate>,
    /// Programs that were proposed and are not among these.
    pub left_out: usize,
    /// About [`Wanted::why_not`].
    pub why_not: Option<WhyNot>,
}

/// A program with its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// Its proposer.
    pub by: String,
    /// The program; its parameters have the names of the window that was asked about.
    pub program: Program,
    /// Its price, with its code.
    pub cost: Cost,
    /// In AutoLLVM operations.
    pub autollvm: String,
    /// Which instruction computes what.
    pub parts: Vec<Computed>,
}

/// The proposer of the baseline.
pub const PLAIN: &str = "plain LLVM";

/// A value of a program that is one of the window's, as far as samples tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Computed {
    /// Index of the program's step.
    pub step: u32,
    /// Its intrinsic, or LLVM's operation.
    pub instruction: String,
    /// The part of the window, in the text form; empty where it is none.
    pub expression: String,
    /// Its values are in the low bits of wider elements.
    pub low_bits: bool,
}

/// The finding about an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Finding {
    /// The cheapest program uses it.
    Used,
    /// The cheapest proved program with it is dearer.
    Dearer,
    /// It costs the same.
    Equal,
    /// It is cheaper.
    Cheaper,
    /// Programs with it do not compute the window.
    Differs,
    /// A program with it has no proof and no counterexample.
    Unproved,
    /// There is no program with it.
    Unfit,
    /// The target, or its searches, do not have it.
    Unavailable,
}

/// Why the answer does not use an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhyNot {
    /// As it was asked for.
    pub instruction: String,
    /// The intrinsics that were looked at.
    pub intrinsics: Vec<String>,
    /// The finding.
    pub finding: Finding,
    /// In words.
    pub reason: String,
    /// The program that it is about.
    pub candidate: Option<Candidate>,
    /// The input on which that program differs, with both values.
    pub input: Option<String>,
}
