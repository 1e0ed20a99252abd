//! Statistics of the windows of whole programs: how many get a better answer than plain LLVM, and why the others do not.
//!
//! The engine is asked in this process, as a worker of the daemon asks it: the canonical window under the daemon's default
//! budget, then the proof of the phrasing. `read` finds the windows, `ask` asks, `tally` counts.

pub mod ask;
pub mod read;
pub mod tally;

use serde::Serialize;

/// The outcome of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Proved, and cheaper than plain LLVM.
    Better,
    /// Proved, and what plain LLVM costs: nothing cheaper was found.
    Equal,
    /// Something cheaper was found and not proved, or plain LLVM was not, or the canonical form was not tied.
    Unproved,
    /// No input meets its facts, which the solver shows: nothing can be proved of it, and no compiler asks it.
    Contradictory,
    /// No answer.
    Refused,
}

impl Kind {
    /// All, in the order in which they are printed.
    pub const ALL: [Kind; 5] = [Kind::Better, Kind::Equal, Kind::Unproved, Kind::Contradictory, Kind::Refused];

    /// As it is printed.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Better => "better than plain LLVM",
            Kind::Equal => "equal to it",
            Kind::Unproved => "unproved",
            Kind::Contradictory => "facts no input meets",
            Kind::Refused => "refused",
        }
    }
}

/// One window that was asked.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Where it is from.
    pub name: String,
    /// How often it occurs.
    pub times: u64,
    /// Its text.
    pub window: String,
    /// Its outcome.
    pub kind: Kind,
    /// Whether the answer that would be served is proved.
    pub proved: bool,
    /// Why there is nothing better; empty where there is.
    pub reason: String,
    /// Hundredths of a cycle.
    pub cost: u64,
    /// The same of plain LLVM.
    pub baseline: u64,
    /// Mnemonics of the answer.
    pub instructions: Vec<String>,
    /// Units of work.
    pub work: u64,
    /// From the question to the answer, with an empty memo.
    pub milliseconds: f64,
}
