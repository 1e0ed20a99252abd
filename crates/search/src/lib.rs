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

mod butterflies;
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
pub mod proposal;
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

pub use proposal::{Candidate, Proposal};

use instructions::TargetInstructions;
use isotope_ir::expr::{Graph, NodeId};
use isotope_smt::effort::Effort;
use proposer::Asked;
use proposers::PROPOSERS;
use streams::Unsupported;

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
