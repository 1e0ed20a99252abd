//! The proposer of sums of magnitudes of Hadamard transforms, as encoders of video compare blocks of pixels by them.
//!
//! Compilers vectorise such a sum in the order in which a program has its stages: each stage is a shuffle, a sum, a difference and a
//! choice of both for each register, and numbers stand in lanes twice as wide as they need, or two in one. Here lanes are read as the
//! exact [`numbers`] that they are, terms are recognised as those of a transform ([`network`]), and stages are put in an order in which
//! they are sums and differences of whole registers with few shuffles between them ([`moves`]).
//!
//! Of `|a + b| + |a - b|` with a and b in lanes of one register LLVM's vectoriser makes the first of these, and this proposer the second:
//!
//! ```text
//! t = shuffle(v, 1, 0, 3, 2)              x = shuffle(v, w, 0, 2, 4, 6)
//! s = v + t                               y = shuffle(v, w, 1, 3, 5, 7)
//! d = v - t                               |x + y| + |x - y|
//! |shuffle(s, d, 0, 5, 2, 7)|
//! ```
//!
//! The first takes four instructions and a magnitude for each register of terms, whose lanes have 32 bits. The second takes two and a
//! magnitude, of lanes that may have 16.
//!
//! Nothing here is trusted. The prover sees each term as a polynomial of the elements, whatever the order of the stages, so that such a
//! program needs no solver: its normal form is the window's.

mod moves;
mod network;
mod numbers;
mod write;

use crate::limits;
use crate::proposal::Proposal;
use crate::proposer::{Asked, Proposer};
use crate::rephrasing::read_as_given;
use crate::streams::Unsupported;
use isotope_ir::expr::{Graph, NodeId};
use isotope_program::baseline;
use isotope_smt::effort::Effort;
use network::Network;
use numbers::Numbers;

/// See the module.
pub(crate) struct Butterflies;

impl Proposer for Butterflies {
    fn name(&self) -> &'static str {
        "butterflies"
    }

    fn propose(&self, asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported> {
        let written = butterflies(asked.graph, asked.root, effort).unwrap_or_default();
        let lowered = written.into_iter().map(|(graph, root)| {
            let mut program = baseline::lower(&graph, root);
            read_as_given(&mut program, &graph, asked.graph.leaves.len());
            (program, Default::default())
        });
        Ok(Proposal::unplanned(lowered))
    }
}

/// Bits of the blocks within which one instruction moves lanes of two registers.
const BLOCK_BITS: u32 = 128;

/// A sum of magnitudes as transforms, in several orders of their stages; `None` where it is none.
///
/// The leaves have the same numbers, so that a counterexample and a parameter are about either graph; joined loads are added behind them.
/// The window's own order of lanes is forgotten, as a sum allows. Of several graphs none is said to be the best: that depends on the
/// shuffles that LLVM finds for each, which only compiled code shows.
pub fn butterflies(graph: &Graph, root: NodeId, effort: &Effort<'_>) -> Option<Vec<(Graph, NodeId)>> {
    let ty = graph.ty(root);
    if ty.lanes != 1 || !ty.is_integer() {
        return None;
    }
    let numbers = Numbers::of(graph, root, effort)?;
    let total = numbers.total(root)?;
    let network = Network::of(&numbers, &total.terms)?;
    let half = network.lanes.len() as u32 / 2;
    let block = half.min(BLOCK_BITS / 16).ilog2();
    let ways = moves::ways(&network.stages, block, limits::BUTTERFLY_WAYS, effort);
    Some(ways.iter().filter_map(|steps| write::written(&numbers, &network, &total, steps, ty)).collect())
}
