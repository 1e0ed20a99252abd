//! Operands in an order that is the same for every piece.
//!
//! Each node has a *kind*: what it computes, whichever elements of a leaf it reads. The operands of what is commutative are sorted by kind,
//! then by where the first element is that they read; what is associative as well is one row of operands, from the left. Two pieces of one
//! operation are then the same expression but for the elements.
//!
//! Constants are no part of the first kind: terms that differ only in a weight are sorted by where they read, so that weights stand in the
//! order of the elements that they belong to. They decide between terms that read the same.

use super::with_leaves;
use crate::limits;
use ahash::{HashMap, HashMapExt as _};
use isotope_ir::expr::{Graph, Node, NodeId, Op};
use isotope_ir::memory::Memory;
use isotope_ir::types::Type;
use isotope_smt::effort::Effort;
use std::hash::{DefaultHasher, Hash, Hasher as _};

/// The graph with its operands in order, and its root there; `None` over a bound.
pub(super) fn ordered(graph: &Graph, root: NodeId, effort: &Effort<'_>) -> Option<(Graph, NodeId)> {
    if graph.nodes.len() > limits::REPHRASED_NODES {
        return None;
    }
    let mut ordering = Ordering {
        memory: Memory::of(graph),
        to: with_leaves(graph),
        made: Vec::with_capacity(graph.nodes.len()),
        kinds: Vec::with_capacity(graph.nodes.len()),
        firsts: HashMap::new(),
    };
    // Operands stand before users, and so do their kinds.
    for node in &graph.nodes {
        effort.spend(1).ok()?;
        ordering.add(node)?;
    }
    Some((ordering.to, ordering.made[root.0 as usize]))
}

/// Whether operands of this operation may change places; only of integers, whose every bit is the same then. Floats may differ in the
/// sign of a zero and in which NaN it is.
fn is_commutative(op: &Op) -> bool {
    is_associative(op)
        || matches!(
            op,
            Op::WideningAdd
                | Op::WideningMul
                | Op::SaturatingAdd
                | Op::HalvingAdd
                | Op::RoundingHalvingAdd
                | Op::Absd
                | Op::Eq
                | Op::Ne
        )
}

/// Whether an operation may be computed in any order of its operands.
pub(super) fn is_associative(op: &Op) -> bool {
    matches!(op, Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Min | Op::Max)
}

/// A graph whose operands are put in order.
struct Ordering {
    memory: Memory,
    to: Graph,
    /// By node of the graph that is put in order: the one that stands for it.
    made: Vec<NodeId>,
    /// By node of `to`: whatever the constants are, and with them.
    kinds: Vec<[u64; 2]>,
    /// By node of `to`, and a lane of it.
    firsts: HashMap<(NodeId, u32), (u32, i64)>,
}

impl Ordering {
    /// The next node; `None` over a bound.
    fn add(&mut self, node: &Node) -> Option<()> {
        let mut args: Vec<NodeId> = node.args.iter().map(|arg| self.made[arg.0 as usize]).collect();
        let is_integer = args.iter().all(|&arg| self.to.ty(arg).is_integer());
        let alike = args.windows(2).all(|pair| self.to.ty(pair[0]) == self.to.ty(pair[1]));
        let id = if is_integer && alike && is_associative(&node.op) {
            let mut row = Vec::new();
            args.iter().for_each(|&arg| self.flatten(arg, &node.op, node.ty, &mut row));
            if row.len() > limits::REPHRASED_ROW {
                return None;
            }
            self.sort(&mut row);
            // A promise that one of the sums does not wrap is not one for sums in another order: it is dropped.
            let (first, others) = row.split_first()?;
            others.iter().fold(*first, |left, &right| {
                self.node(Node { op: node.op.clone(), args: vec![left, right], ty: node.ty, no_wrap: false })
            })
        } else {
            if is_integer && alike && is_commutative(&node.op) {
                self.sort(&mut args);
            }
            self.node(Node { args, ..node.clone() })
        };
        self.made.push(id);
        Some(())
    }

    /// The operands of a row of one operation; what is longer than the bound is cut there. An operand that is shared is in the row as often
    /// as it is read, so that a row may be much longer than the graph.
    fn flatten(&self, id: NodeId, op: &Op, ty: Type, row: &mut Vec<NodeId>) {
        let node = self.to.node(id);
        if node.op == *op && node.ty == ty && row.len() <= limits::REPHRASED_ROW {
            node.args.iter().for_each(|&arg| self.flatten(arg, op, ty, row));
        } else {
            row.push(id);
        }
    }

    /// Adds a node with its kinds, or finds its equal.
    fn node(&mut self, node: Node) -> NodeId {
        let kind = [false, true].map(|with_constants| self.kind(&node, with_constants));
        let id = self.to.add(node);
        if self.kinds.len() == id.0 as usize {
            self.kinds.push(kind);
        }
        id
    }

    /// By kind, then by place, then by constants. The node itself decides between equals, which may stand in any order. Kinds are sorted as
    /// numbers, which says nothing of what they are: the order only has to be the same for every piece.
    fn sort(&mut self, row: &mut [NodeId]) {
        row.sort_by_cached_key(|&id| {
            let [kind, exact] = self.kinds[id.0 as usize];
            (kind, self.first(id, 0), exact, id)
        });
    }

    /// A number for the operation of a node, whichever elements it reads: pieces of one operation share it.
    fn kind(&self, node: &Node, with_constants: bool) -> u64 {
        let of = |arg: &NodeId| self.kinds[arg.0 as usize][usize::from(with_constants)];
        let mut args: Vec<u64> = node.args.iter().map(of).collect();
        let mut hasher = DefaultHasher::new();
        match &node.op {
            // A node that only moves is its source.
            Op::Shuffle(_) | Op::Broadcast => {
                args.sort_unstable();
                args.dedup();
                if let [only] = args[..] {
                    return only;
                }
                args.hash(&mut hasher);
            }
            Op::Const(_) if !with_constants => (node.ty.kind, node.ty.bits).hash(&mut hasher),
            Op::Leaf(leaf) => {
                let leaf = &self.to.leaves[leaf.0 as usize];
                match &leaf.load {
                    Some(load) => (&load.buffer, &load.base).hash(&mut hasher),
                    None => leaf.name.hash(&mut hasher),
                }
                (leaf.ty.kind, leaf.ty.bits).hash(&mut hasher);
            }
            op => {
                if is_commutative(op) {
                    args.sort_unstable();
                }
                (op, args, node.ty.kind, node.ty.bits).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// Where the first element is that a lane reads: array and index. Of several operands it is the least, so that a product has the place of
    /// the array that was read first.
    fn first(&mut self, id: NodeId, lane: u32) -> (u32, i64) {
        if let Some(&known) = self.firsts.get(&(id, lane)) {
            return known;
        }
        let node = self.to.node(id).clone();
        let lanes = |arg: NodeId| self.to.ty(arg).lanes;
        let found = match &node.op {
            Op::Leaf(leaf) => {
                let place = self.memory.place(*leaf, lane);
                (place.array, place.index)
            }
            Op::Shuffle(indices) => {
                let (mut at, mut lane) = (0, indices[lane as usize]);
                while lane >= lanes(node.args[at]) {
                    lane -= lanes(node.args[at]);
                    at += 1;
                }
                self.first(node.args[at], lane)
            }
            Op::Reduce(_) => {
                let factor = lanes(node.args[0]) / node.ty.lanes;
                self.first(node.args[0], lane * factor)
            }
            _ => {
                let args: Vec<(NodeId, u32)> = node.args.iter().map(|&arg| (arg, lane % lanes(arg))).collect();
                args.into_iter().map(|(arg, lane)| self.first(arg, lane)).min().unwrap_or((u32::MAX, 0))
            }
        };
        self.firsts.insert((id, lane), found);
        found
    }
}
