//! What of a window is computed alike: all lanes of its result, or those of several results that stand side by side.
//!
//! A butterfly stores sums and differences. As one window it is `concat_vectors(a + b, a - b)`: no form stands for all of its lanes, but two
//! forms over the same lanes of `a` and `b` do.

use crate::limits;
use isotope_ir::expr::{Graph, NodeId, Op};
use isotope_ir::types::Type;

/// The results of a window, of one type: lane `i` of each is planned in the slot of lane `i` of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The type of each.
    pub ty: Type,
    /// For each, which lanes of the window are its lanes, in order.
    pub lanes: Vec<Vec<u32>>,
}

impl Results {
    /// All of a window as one.
    pub fn one(ty: Type) -> Results {
        Results { ty, lanes: vec![(0..ty.lanes).collect()] }
    }

    /// The ways to see a window as several results, the fewest first; none where it is no value that is put together from equal parts.
    ///
    /// The parts of a shuffle are its operands, of which each has to compute something: what only moves is better seen as a whole.
    /// Neighbouring operands may be parts of one result.
    pub fn several(graph: &Graph, root: NodeId) -> Vec<Results> {
        let node = graph.node(root);
        let Op::Shuffle(indices) = &node.op else { return vec![] };
        let ends: Vec<u32> = node.args.iter().scan(0, |end, &arg| Some(add(end, graph.ty(arg).lanes))).collect();
        let mut parts = vec![vec![]; ends.len()];
        for (lane, index) in indices.iter().enumerate() {
            parts[ends.partition_point(|end| end <= index)].push(lane as u32);
        }
        let each = parts[0].len();
        let is_even = parts.iter().all(|part| part.len() == each);
        if each < 2 || !is_even || node.args.iter().any(|&arg| !computes(graph, arg)) {
            return vec![];
        }
        let counts = (2..=parts.len().min(limits::RESULTS)).filter(|count| parts.len().is_multiple_of(*count));
        counts
            .map(|count| {
                let lanes: Vec<Vec<u32>> = parts.chunks(parts.len() / count).map(<[_]>::concat).collect();
                Results { ty: node.ty.with_lanes(lanes[0].len() as u32), lanes }
            })
            .collect()
    }

    /// The lane of its result that a lane of the window is.
    pub fn lane(&self, of_window: u32) -> u32 {
        let in_result = |lanes: &Vec<u32>| lanes.iter().position(|lane| *lane == of_window);
        self.lanes.iter().find_map(in_result).unwrap_or(0) as u32
    }

    /// Lanes of the window.
    pub fn all_lanes(&self) -> u32 {
        self.ty.lanes * self.lanes.len() as u32
    }
}

/// Whether a value is more than elements of leaves and constants in some order.
fn computes(graph: &Graph, of: NodeId) -> bool {
    let mut open = vec![of];
    while let Some(node) = open.pop().map(|id| graph.node(id)) {
        match node.op {
            Op::Leaf(_) | Op::Const(_) => {}
            Op::Shuffle(_) | Op::Broadcast => open.extend(&node.args),
            _ => return true,
        }
    }
    false
}

fn add(to: &mut u32, lanes: u32) -> u32 {
    *to += lanes;
    *to
}
