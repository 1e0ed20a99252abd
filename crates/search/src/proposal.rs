//! Programs that a search of a window has found: they agree on samples, to be proved and ranked elsewhere.

use crate::layout::Split;
use crate::plan::{Bias, Price};
use isotope_program::Program;
use isotope_smt::effort::Ended;

/// A program that agrees with the window on samples, by the planner's own costs worth `estimate`.
///
/// The samples may have missed a value: whoever takes the program proves it first. The estimate leaves out what only compiled code shows,
/// such as spills and moves of constants out of a loop: candidates are compiled and priced before one is chosen.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The program.
    pub program: Program,
    /// The proposer's name.
    pub by: &'static str,
    /// Estimated cost.
    pub estimate: Price,
    /// The layout splits it was planned with.
    pub splits: Vec<Split>,
    /// The bias that it was planned under.
    pub bias: Bias,
}

impl Candidate {
    /// A program without a plan.
    pub(crate) fn unplanned(program: Program, estimate: Price) -> Self {
        Candidate { program, by: "", estimate, splits: Vec::new(), bias: Bias::ALL[0] }
    }
}

/// The proposal of a run.
#[derive(Clone, Debug, Default)]
pub struct Proposal {
    /// Proposer by proposer; of those that plan the cheapest under each bias, then the second of each, and so on; no two alike.
    pub candidates: Vec<Candidate>,
    /// Instruction applications tried.
    pub tried: u64,
    /// Why not everything was tried: these are the candidates that were found by then.
    pub ended: Option<Ended>,
    /// The account of each proposer of the list.
    pub told: Vec<Told>,
}

impl Proposal {
    /// Of programs that no plan was made for.
    pub(crate) fn unplanned(programs: impl IntoIterator<Item = (Program, Price)>) -> Self {
        let candidates = programs.into_iter().map(|(program, price)| Candidate::unplanned(program, price)).collect();
        Proposal { candidates, ..Proposal::default() }
    }

    /// Adds what another run proposes.
    pub(crate) fn join(&mut self, other: Proposal) {
        for candidate in other.candidates {
            if self.candidates.iter().all(|c| c.program != candidate.program) {
                self.candidates.push(candidate);
            }
        }
        self.tried += other.tried;
        self.ended = self.ended.or(other.ended);
    }
}

/// The account of a proposer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its name.
    pub name: &'static str,
    /// How many programs it proposed, or why it has none; `None` if it was not asked.
    pub found: Option<Result<usize, String>>,
    /// The work that it spent, in the units of [`Effort`](isotope_smt::effort::Effort).
    pub work: u64,
}
