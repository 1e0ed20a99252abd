//! Pieces side by side as one operation.
//!
//! A vector is asked for as a row of lanes: a node and one of its lanes for each, moved lanes followed to where they are computed. Where
//! several nodes do the same, the row is one node over rows of operands; a row of elements that lie side by side in memory is one load.
//! A piece that cannot be merged is a shuffle of its sources, as it was.
//!
//! This is how a plan reads a window as well ([`crate::streams`]), which wants one form for all lanes. Here a graph comes out, so that LLVM's own
//! lowering of the merged window is a candidate, and whatever looks at graphs sees operations of full width.

use super::with_leaves;
use crate::limits;
use ahash::{HashMap, HashMapExt as _};
use isotope_ir::expr::{Graph, Leaf, LeafId, Node, NodeId, Op};
use isotope_ir::memory::Memory;
use isotope_ir::types::Type;
use isotope_smt::effort::Effort;

/// For each lane of a vector: a node, and a lane of it.
pub(super) type Row = Vec<(NodeId, u32)>;

/// A graph that is written again.
pub(super) struct Merging<'a> {
    /// As it is written, with operands in order.
    pub(super) from: &'a Graph,
    /// The memory that its leaves read.
    memory: Memory,
    /// As it is written again; some of its nodes are tried and not needed.
    pub(super) to: Graph,
    /// Leaves that both have.
    given: usize,
    /// Rows that are made, and how many shuffles are in each.
    done: HashMap<Row, (NodeId, usize)>,
    effort: &'a Effort<'a>,
    /// Vectors that several nodes were merged to, loads and reductions among them.
    pub(super) merged: usize,
    /// Shuffles that had to be made of what could not be merged.
    pub(super) moves: usize,
    /// Nodes that are made one in the other.
    depth: usize,
}

impl<'a> Merging<'a> {
    /// Nothing is written yet. `given` is how many leaves the window has.
    pub(super) fn new(from: &'a Graph, given: usize, effort: &'a Effort<'a>) -> Self {
        let to = with_leaves(from);
        let memory = Memory::of(from);
        Merging { from, memory, to, given, done: HashMap::new(), effort, merged: 0, moves: 0, depth: 0 }
    }

    /// The graph, its root, and how many leaves it had before; `None` where nothing is merged, or a bound is met.
    pub(super) fn merged(mut self, root: NodeId) -> Option<(Graph, NodeId, usize)> {
        let root = self.whole(root)?;
        if self.merged == 0 {
            return None;
        }
        let (graph, root) = reached(&self.to, root);
        Some((graph, root, self.given))
    }

    /// All lanes of a node.
    pub(super) fn whole(&mut self, id: NodeId) -> Option<NodeId> {
        let lanes = self.from.ty(id).lanes;
        self.row((0..lanes).map(|lane| (id, lane)).collect())
    }

    /// A vector of these lanes; `None` over a bound.
    ///
    /// Lanes are resolved first, so that one row is known however many shuffles stand between it and who asks. Work is counted by lanes, as it
    /// is in reading: a few nodes may be asked for in many orders.
    pub(super) fn row(&mut self, row: Row) -> Option<NodeId> {
        self.effort.spend(row.len() as u64).ok()?;
        let row: Row = row.into_iter().map(|(node, lane)| self.resolved(node, lane)).collect();
        if let Some(&(known, moves)) = self.done.get(&row) {
            self.moves += moves;
            return Some(known);
        }
        if self.depth == limits::REPHRASED_DEPTH {
            return None;
        }
        let before = self.moves;
        self.depth += 1;
        let made = self.made(&row);
        self.depth -= 1;
        self.done.insert(row, (made?, self.moves - before));
        made
    }

    /// Through shuffles and broadcasts to the lane that is moved.
    fn resolved(&self, mut node: NodeId, mut lane: u32) -> (NodeId, u32) {
        loop {
            let Node { op, args, .. } = self.from.node(node);
            match op {
                Op::Broadcast => {
                    node = args[0];
                    lane %= self.from.ty(node).lanes;
                }
                Op::Shuffle(indices) => {
                    lane = indices[lane as usize];
                    let mut at = 0;
                    while lane >= self.from.ty(args[at]).lanes {
                        lane -= self.from.ty(args[at]).lanes;
                        at += 1;
                    }
                    node = args[at];
                }
                _ => return (node, lane),
            }
        }
    }

    /// The first of these that there is: the node itself, a broadcast, a load, one operation, a shuffle.
    fn made(&mut self, row: &Row) -> Option<NodeId> {
        let first = row[0].0;
        let node = self.from.node(first).clone();
        let lanes = row.len() as u32;
        let is_one = row.iter().all(|(id, _)| *id == first);
        if is_one && lanes == node.ty.lanes && row.iter().zip(0..).all(|((_, lane), at)| *lane == at) {
            return self.as_it_is(first, &node);
        }
        if is_one && node.ty.lanes == 1 {
            let scalar = self.whole(first)?;
            return Some(self.add(Op::Broadcast, vec![scalar], node.ty.with_lanes(lanes)));
        }
        let constant = |id: NodeId| match self.from.node(id).op {
            Op::Const(bits) => Some(bits),
            _ => None,
        };
        if let Some(bits) = constant(first)
            && row.iter().all(|(id, _)| constant(*id) == Some(bits))
        {
            let scalar = self.whole(first)?;
            return Some(self.add(Op::Broadcast, vec![scalar], node.ty.with_lanes(lanes)));
        }
        // A load before operations: elements of leaves have no operands that could be merged.
        if let Some(load) = self.load(row) {
            return Some(load);
        }
        if !is_one && let Some(operands) = self.operands(row) {
            let args = operands.into_iter().map(|operand| self.row(operand)).collect::<Option<Vec<NodeId>>>()?;
            self.merged += 1;
            return Some(self.node(Node { op: node.op, args, ty: node.ty.with_lanes(lanes), no_wrap: false }));
        }
        self.shuffled(row, node.ty.with_lanes(lanes))
    }

    /// A node over its own operands, each written again; a sum may be a reduction.
    fn as_it_is(&mut self, id: NodeId, node: &Node) -> Option<NodeId> {
        if let Some(group) = self.reduction(id) {
            return Some(group);
        }
        let args = node.args.iter().map(|&arg| self.whole(arg)).collect::<Option<Vec<NodeId>>>()?;
        Some(self.node(Node { args, ..node.clone() }))
    }

    /// The rows of operands of lanes that all compute alike; `None` where they do not.
    fn operands(&self, row: &Row) -> Option<Vec<Row>> {
        let first = self.from.node(row[0].0);
        let element = |ty: Type| (ty.kind, ty.bits);
        let elements = |node: &Node| node.args.iter().map(|&arg| element(self.from.ty(arg))).collect::<Vec<_>>();
        let of_first = elements(first);
        let alike = row.iter().all(|(id, _)| {
            let node = self.from.node(*id);
            node.op == first.op && element(node.ty) == element(first.ty) && elements(node) == of_first
        });
        let arg = |id: NodeId, at: usize| self.from.node(id).args[at];
        // A node that moves lanes, or makes them from their number, is no function of the same lanes of its operands.
        let is_moved = match first.op {
            Op::Leaf(_) | Op::Const(_) | Op::Ramp | Op::Shuffle(_) | Op::Broadcast | Op::Mux => true,
            Op::Reinterpret => self.from.ty(arg(row[0].0, 0)).bits != first.ty.bits,
            _ => false,
        };
        if !alike || is_moved {
            return None;
        }
        if let Op::Reduce(_) = first.op {
            let factor = |id: NodeId| self.from.ty(arg(id, 0)).lanes / self.from.ty(id).lanes;
            let each = factor(row[0].0);
            let same = row.iter().all(|(id, _)| factor(*id) == each);
            let reduced = row.iter().flat_map(|&(id, lane)| (0..each).map(move |j| (arg(id, 0), each * lane + j)));
            return same.then(|| vec![reduced.collect()]);
        }
        let operand =
            |at| row.iter().map(|&(id, lane)| (arg(id, at), lane % self.from.ty(arg(id, at)).lanes)).collect();
        Some((0..first.args.len()).map(operand).collect())
    }

    /// A load of elements that lie side by side, and that several leaves read.
    fn load(&mut self, row: &Row) -> Option<NodeId> {
        let leaf = |id: NodeId| match self.from.node(id).op {
            Op::Leaf(leaf) => Some(leaf),
            _ => None,
        };
        let elements: Vec<(LeafId, u32)> =
            row.iter().map(|&(id, lane)| Some((leaf(id)?, lane))).collect::<Option<_>>()?;
        let first = &self.from.leaves[elements[0].0.0 as usize];
        let (kind, bits) = (first.ty.kind, first.ty.bits);
        let leaves = || elements.iter().map(|(leaf, _)| &self.from.leaves[leaf.0 as usize]);
        let alike = leaves().all(|leaf| (leaf.ty.kind, leaf.ty.bits) == (kind, bits) && leaf.load.is_some());
        // A part of one load is a shuffle of it.
        let is_part = elements.iter().all(|(leaf, _)| *leaf == elements[0].0);
        if !alike || is_part || elements.len() < 2 || !self.memory.is_contiguous(elements.iter().copied()) {
            return None;
        }
        let address = self.memory.address(self.memory.place(elements[0].0, elements[0].1))?;
        let range = leaves().map(|leaf| leaf.range).reduce(|a, b| Some((a?.0.min(b?.0), a?.1.max(b?.1)))).flatten();
        let name = format!("{}.{}.{}", address.buffer, address.offset, elements.len());
        let wide = Leaf { name, ty: first.ty.with_lanes(elements.len() as u32), range, load: Some(address) };
        let known = self.to.leaf_loaded(&wide);
        let leaf = known.unwrap_or_else(|| {
            self.to.leaves.push(wide.clone());
            LeafId(self.to.leaves.len() as u32 - 1)
        });
        self.merged += 1;
        Some(self.add(Op::Leaf(leaf), vec![], wide.ty))
    }

    /// Lanes of what they are computed in. A shuffle that the window has already is one of these, too: it counts as a move, so that terms
    /// whose elements are shuffled for them are no group.
    fn shuffled(&mut self, row: &Row, ty: Type) -> Option<NodeId> {
        let mut nodes: Vec<NodeId> = Vec::new();
        row.iter().for_each(|(id, _)| {
            if !nodes.contains(id) {
                nodes.push(*id)
            }
        });
        let args = nodes.iter().map(|&id| self.whole(id)).collect::<Option<Vec<NodeId>>>()?;
        // Where each of them begins, side by side.
        let begins: Vec<u32> =
            nodes.iter().scan(0, |end, &id| Some(std::mem::replace(end, *end + self.from.ty(id).lanes))).collect();
        let begin = |id: NodeId| nodes.iter().position(|n| *n == id).map_or(0, |at| begins[at]);
        let indices = row.iter().map(|&(id, lane)| begin(id) + lane).collect();
        // Constants that differ from lane to lane are a constant.
        if nodes.iter().any(|&id| !matches!(self.from.node(id).op, Op::Const(_))) {
            self.moves += 1;
        }
        Some(self.add(Op::Shuffle(indices), args, ty))
    }

    /// A node, or what computes the same at fewer bits.
    fn node(&mut self, node: Node) -> NodeId {
        self.narrowed(&node).unwrap_or_else(|| self.to.add(node))
    }

    /// Adds a node without promises, or finds its equal.
    pub(super) fn add(&mut self, op: Op, args: Vec<NodeId>, ty: Type) -> NodeId {
        self.to.add(Node { op, args, ty, no_wrap: false })
    }
}

/// The part of a graph that a root needs, the root last; leaves keep their numbers.
///
/// A group that was tried and given up leaves nodes behind that nothing reads. They are harmless to a lowering, but bounds on the size of a
/// window count them, and whoever evaluates a window takes its last node for the root.
fn reached(graph: &Graph, root: NodeId) -> (Graph, NodeId) {
    let mut needed = vec![false; graph.nodes.len()];
    needed[root.0 as usize] = true;
    for at in (0..graph.nodes.len()).rev().filter(|&at| at <= root.0 as usize) {
        if needed[at] {
            graph.nodes[at].args.iter().for_each(|arg| needed[arg.0 as usize] = true);
        }
    }
    let mut to = with_leaves(graph);
    let mut moved = vec![NodeId(u32::MAX); graph.nodes.len()];
    for (at, node) in graph.nodes.iter().enumerate().filter(|(at, _)| needed[*at]) {
        let args = node.args.iter().map(|arg| moved[arg.0 as usize]).collect();
        moved[at] = to.add(Node { args, ..node.clone() });
    }
    (to, moved[root.0 as usize])
}
