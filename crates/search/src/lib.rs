//! The fast engine: propose concretely, prove symbolically.
//!
//! Here belong: reading a window into integer forms over streams ([`streams`], [`form`]), sorting a target's
//! instructions by what their lanes do ([`instructions`]), the list of what proposes ([`proposers`]), cutting what cannot be read out of a window ([`parts`]) and
//! reductions to few lanes into partial results (`reductions`), writing a window again where it is one operation in pieces (`rephrasing`), choosing layouts ([`layout`]), finding instructions by
//! value ([`mod@matches`]), looking functions of one byte up (`tables`), planning ([`plan`]) and writing programs ([`emit`]). Nothing here is trusted: what comes out are
//! candidates. Proof and ranking are `isotope_select`'s.
//!
//! Why two engines: the reference engine asks a solver for each program and takes minutes; this one
//! runs instructions on sixty-odd samples and keeps what agrees. A guess that is wrong is refuted
//! by the proof, and its counterexample is a sample of the next round, so speed costs rounds and
//! never correctness.

mod derived;
pub mod emit;
pub mod form;
pub mod instructions;
#[doc(hidden)]
pub mod internals;
mod lanes;
pub mod layout;
pub mod limits;
pub mod matches;
mod partial;
pub mod parts;
pub mod placement;
pub mod plan;
pub mod proposer;
pub mod proposers;
mod reductions;
pub mod regrouping;
mod rephrasing;
pub mod scaling;
mod several;
pub mod share;
pub mod streams;
mod tables;

use instructions::TargetInstructions;
use isotope_ir::expr::{Graph, NodeId};
use isotope_program::Program;
use isotope_smt::effort::{Effort, Ended};
use layout::Split;
use plan::{Bias, Price};
use proposer::{Asked, Told};
use proposers::PROPOSERS;
use streams::Unsupported;

/// A program that agrees with the window on samples, by the planner's own costs worth `estimate`.
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
    fn unplanned(program: Program, estimate: Price) -> Self {
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
    fn unplanned(programs: impl IntoIterator<Item = (Program, Price)>) -> Self {
        let candidates = programs.into_iter().map(|(program, price)| Candidate::unplanned(program, price)).collect();
        Proposal { candidates, ..Proposal::default() }
    }

    /// Adds what another run proposes.
    fn join(&mut self, other: Proposal) {
        for candidate in other.candidates {
            if self.candidates.iter().all(|c| c.program != candidate.program) {
                self.candidates.push(candidate);
            }
        }
        self.tried += other.tried;
        self.ended = self.ended.or(other.ended);
    }
}

/// Candidate programs for a window, the most promising first.
///
/// Counterexamples are inputs on which an earlier proposal went wrong: a lane, and its leaf lanes' values. All work is
/// counted in `effort`, and once that ends, what was found by then is proposed.
pub fn propose(
    graph: &Graph,
    root: NodeId,
    target: &TargetInstructions,
    counterexamples: &[streams::Counterexample],
    effort: &Effort<'_>,
) -> Result<Proposal, Unsupported> {
    proposer::run(&PROPOSERS, &Asked { graph, root, target, counterexamples, proposers: &PROPOSERS }, effort)
}
