//! Windows: a result with just the graph it needs, in one normal order.

use crate::build::TypeError;
use crate::expr::{Graph, LeafId, Node, NodeId, Op};
use crate::limits;
use crate::types::Type;
use serde::{Deserialize, Serialize};

/// A typed expression: the unit of evaluation, of synthesis and of memoisation.
///
/// The graph holds only what the root needs, operands in order of first use, so that two windows that were built in
/// different orders are equal exactly if they are the same expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// The nodes and leaves; the root is the last node.
    pub graph: Graph,
    /// The result.
    pub root: NodeId,
}

impl Window {
    /// Takes out of `graph` what `root` needs, and checks it against the crate's bounds.
    pub fn new(graph: &Graph, root: NodeId) -> Result<Self, TypeError> {
        let mut copy = Graph::default();
        let mut node_of: Vec<Option<NodeId>> = vec![None; graph.nodes.len()];
        let mut leaf_of: Vec<Option<LeafId>> = vec![None; graph.leaves.len()];
        // An explicit stack: the depth is known only when the copy is made.
        let mut stack = vec![(root, 0usize)];
        while let Some((id, next)) = stack.pop() {
            if node_of[id.0 as usize].is_some() {
                continue;
            }
            let node = graph.node(id);
            if let Some(&arg) = node.args.get(next) {
                stack.push((id, next + 1));
                stack.push((arg, 0));
                continue;
            }
            let op = match node.op {
                Op::Leaf(leaf) => {
                    let slot = &mut leaf_of[leaf.0 as usize];
                    Op::Leaf(*slot.get_or_insert_with(|| {
                        copy.leaves.push(graph.leaves[leaf.0 as usize].clone());
                        LeafId(copy.leaves.len() as u32 - 1)
                    }))
                }
                ref op => op.clone(),
            };
            let args = node.args.iter().filter_map(|a| node_of[a.0 as usize]).collect();
            node_of[id.0 as usize] = Some(copy.add(Node { op, args, ty: node.ty, no_wrap: node.no_wrap }));
            if copy.nodes.len() > limits::MAX_NODES {
                return Err(TypeError::Limit { what: "nodes", bound: limits::MAX_NODES as u64 });
            }
        }
        let root = NodeId(copy.nodes.len() as u32 - 1);
        let window = Window { graph: copy, root };
        window.check_bounds()?;
        Ok(window)
    }

    /// The type of the result.
    pub fn ty(&self) -> Type {
        self.graph.ty(self.root)
    }

    /// How many nodes use each node, the root once more.
    pub fn uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.graph.nodes.len()];
        for node in &self.graph.nodes {
            for arg in &node.args {
                uses[arg.0 as usize] += 1;
            }
        }
        uses[self.root.0 as usize] += 1;
        uses
    }

    /// Bounds are on the copy: what a graph has besides the root's needs costs its window nothing.
    fn check_bounds(&self) -> Result<(), TypeError> {
        let limit = |what, bound| Err(TypeError::Limit { what, bound });
        let mut depth: Vec<u32> = Vec::with_capacity(self.graph.nodes.len());
        for node in &self.graph.nodes {
            depth.push(1 + node.args.iter().map(|a| depth[a.0 as usize]).max().unwrap_or(0));
        }
        if depth.iter().any(|&d| d > limits::MAX_DEPTH) {
            return limit("nested operations", limits::MAX_DEPTH.into());
        }
        let lanes: u64 = self.graph.nodes.iter().map(|n| u64::from(n.ty.lanes)).sum();
        if lanes > limits::MAX_TOTAL_LANES {
            return limit("lanes in all operations together", limits::MAX_TOTAL_LANES);
        }
        let operands: usize = self.graph.nodes.iter().map(|n| n.args.len()).sum();
        if operands > limits::MAX_TOTAL_OPERANDS {
            return limit("operands of all operations together", limits::MAX_TOTAL_OPERANDS as u64);
        }
        if self.graph.leaves.len() > limits::MAX_LEAVES {
            return limit("leaves", limits::MAX_LEAVES as u64);
        }
        Ok(())
    }
}
