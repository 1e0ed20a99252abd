//! Windows in another phrasing: the same value with the pieces that stand side by side as one operation.
//!
//! A front end cuts what is one operation into pieces, and its own passes turn the operands of each piece as they like. Pieces that belong
//! together are then hidden: from plans, which want every lane to compute alike, and from LLVM, which computes each piece in registers of
//! its own. So the graph is written again:
//!
//! - *ordered* ([`order`]): the operands of what is commutative and associative in an order that does not depend on the piece;
//! - *merged* ([`pieces`]): lanes of several nodes that do the same are one node, and loads side by side are one load;
//! - *in groups* ([`groups`]): terms whose lanes interleave to neighbours in memory are a reduction of those;
//! - *narrow* ([`narrow`]): counts, squares and rotations are computed of what was extended for them.
//!
//! An example is the majority of three of which each half is written by itself, with operands in another order in the upper half:
//!
//! ```text
//! concat((a.lo & b.lo) | (c.lo & (a.lo | b.lo)), ((b.hi | a.hi) & c.hi) | (b.hi & a.hi))
//! ```
//!
//! Ordered, both halves are the same expression; merged, it is `(a & b) | (c & (a | b))` on whole vectors, which is one instruction.
//!
//! The other proposers are asked for that graph as well, and its plain lowering is a candidate of its own. Nothing here is trusted: what
//! comes out is proved against the window as it was asked for.

mod groups;
mod narrow;
mod order;
mod pieces;

use crate::limits;
use crate::proposal::{Candidate, Proposal};
use crate::proposer::{Asked, Proposer, Row, run};
use crate::streams::{Counterexample, Unsupported};
use isotope_ir::expr::{Graph, LeafId, NodeId};
use isotope_ir::lanes::leaf_var;
use isotope_ir::memory::Memory;
use isotope_program::{Origin, Param, Program, baseline};
use isotope_smt::effort::Effort;
use pieces::Merging;

/// See the module.
pub(crate) struct Rephrasing;

impl Proposer for Rephrasing {
    fn name(&self) -> &'static str {
        "another phrasing"
    }

    fn propose(&self, asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported> {
        let Some(Rephrased { graph, root, given }) = Rephrased::of(asked.graph, asked.root, effort) else {
            return Ok(Proposal::default());
        };
        let counterexamples: Vec<Counterexample> =
            asked.counterexamples.iter().map(|(lane, input)| (*lane, with_joined(&graph, given, input))).collect();
        let inner = Asked { graph: &graph, root, counterexamples: &counterexamples, ..*asked };
        let mut out = Proposal::unplanned([(baseline::lower(&graph, root), Default::default())]);
        // Everybody else, parts of windows among them: what is merged may still not be read as a whole.
        let others = asked.proposers.iter().filter(|row: &&Row| row.proposer.name() != self.name());
        if let Ok(found) = run(others, &inner, effort) {
            out.join(found);
        }
        // The shortlist has room for the candidates of both phrasings.
        out.candidates.truncate(limits::REPHRASED_PROGRAMS);
        out.candidates.iter_mut().for_each(|Candidate { program, .. }| read_as_given(program, &graph, given));
        out.told.clear();
        Ok(out)
    }
}

/// A window in another phrasing. It has the same leaves under the same numbers, so that counterexamples and programs are about either, but
/// for joined loads, which are added at the end.
pub struct Rephrased {
    /// The other phrasing.
    pub graph: Graph,
    /// Its result.
    pub root: NodeId,
    /// How many of the leaves are the window's own; the others are loads that several of these make together.
    given: usize,
}

impl Rephrased {
    /// `None` where nothing is merged, or a bound is met.
    ///
    /// A window that is one operation on whole vectors already is the common case: it costs a walk over its nodes, and no proposer is
    /// asked for it a second time.
    pub fn of(graph: &Graph, root: NodeId, effort: &Effort<'_>) -> Option<Rephrased> {
        let (ordered, root) = order::ordered(graph, root, effort)?;
        let (graph, root, given) = Merging::new(&ordered, graph.leaves.len(), effort).merged(root)?;
        Some(Rephrased { graph, root, given })
    }
}

/// A graph without nodes over another's leaves: their numbers stay, and so do the names by which inputs and parameters are known.
pub(crate) fn with_leaves(of: &Graph) -> Graph {
    let mut graph = Graph::default();
    graph.leaves.clone_from(&of.leaves);
    graph
}

/// A counterexample that also says what the joined loads read.
fn with_joined(graph: &Graph, given: usize, input: &[(u32, u128)]) -> Vec<(u32, u128)> {
    let memory = Memory::of(graph);
    let mut all = input.to_vec();
    for (at, leaf) in graph.leaves.iter().enumerate().skip(given) {
        for lane in 0..leaf.ty.lanes {
            let (of, element) = memory.representative(LeafId(at as u32), lane);
            let value = input.iter().find(|(var, _)| *var == leaf_var(of, element)).map_or(0, |(_, value)| *value);
            all.push((leaf_var(LeafId(at as u32), lane), value));
        }
    }
    all
}

/// Parameters that stand for joined loads become loads: the window has no such leaf.
pub(crate) fn read_as_given(program: &mut Program, graph: &Graph, given: usize) {
    for param in &mut program.params {
        let Origin::Leaf(LeafId(at)) = param.origin else { continue };
        let leaf = &graph.leaves[at as usize];
        if let Some(address) = leaf.load.clone().filter(|_| at as usize >= given) {
            *param = Param::load(leaf.ty, address);
        }
    }
}
