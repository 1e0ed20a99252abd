//! Reductions whose terms are computed by themselves.
//!
//! An instruction that sums neighbours wants them side by side in a register, as the elements of a load are. A value computed of such
//! elements at their own width lies there as well, but a plan of the whole reads each neighbour as a value of its own. So the terms are
//! a part, with a plan of their own, and the reduction is planned over what they leave.
//!
//! Absolute differences of bytes, summed by four, are an example: maximum, minimum and subtraction of whole registers of bytes, and a dot
//! product of what is left with ones.

use super::Parts;
use crate::limits;
use crate::proposal::Proposal;
use crate::proposer::{Asked, Proposer};
use crate::streams::Unsupported;
use crate::tables::powers::Powers;
use isotope_ir::expr::{Graph, NodeId, Op};
use isotope_smt::effort::Effort;
use std::collections::BTreeSet;

/// See the module.
pub(crate) struct TermsApart;

impl Proposer for TermsApart {
    fn name(&self) -> &'static str {
        "terms apart"
    }

    fn propose(&self, asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported> {
        let &Asked { graph, root, .. } = asked;
        let cuts = terms(graph, root);
        if cuts.is_empty() {
            return Ok(Proposal::default());
        }
        let mut parts = Parts::new(graph, Powers::new(), asked, effort);
        parts.apart = cuts;
        let mut found = parts.proposal(root);
        found.candidates.truncate(limits::TERMS_APART);
        Ok(found)
    }
}

/// The addends of reductions of wider elements, where they are computed and not only read. An addend that is only read needs no part: a load's elements
/// stand side by side, and the plan of the whole knows that.
fn terms(graph: &Graph, root: NodeId) -> BTreeSet<NodeId> {
    let reduced = |node: &isotope_ir::expr::Node| match node.op {
        Op::Reduce(_) => Some(node.args[0]),
        _ => None,
    };
    let is_computed = |id: NodeId| {
        let node = graph.node(id);
        let moves = matches!(node.op, Op::Leaf(_) | Op::Const(_) | Op::Broadcast | Op::Shuffle(_) | Op::Ramp);
        // Products are what dot products take themselves, with the sum: apart they would be computed twice as wide as their factors.
        let multiplies = matches!(node.op, Op::Mul | Op::WideningMul);
        !moves && !multiplies && node.ty.is_integer() && node.ty.bits >= 8
    };
    // Through extensions to what was extended: the instruction extends as it sums.
    let narrow = |wide: NodeId| {
        let mut of = wide;
        while graph.node(of).op == Op::Cast && graph.ty(graph.node(of).args[0]).bits <= graph.ty(of).bits {
            of = graph.node(of).args[0];
        }
        Some(of).filter(|&of| of != root && graph.ty(of).bits < graph.ty(wide).bits && is_computed(of))
    };
    graph.nodes.iter().filter_map(reduced).filter_map(narrow).collect()
}
