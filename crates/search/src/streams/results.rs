//! The parts of a window that are computed alike: all lanes of its result, or those of several results that stand side by side.
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
    /// The parts are the values that lanes come from through shuffles and broadcasts, of which each has to compute something: what only moves is better
    /// seen as a whole. Neighbouring parts may be one result.
    pub fn several(graph: &Graph, root: NodeId) -> Vec<Results> {
        let ty = graph.ty(root);
        let is_there = |node| matches!(graph.node(node).op, Op::Leaf(_) | Op::Const(_));
        let mut parts: Vec<(NodeId, Vec<(u32, u32)>)> = Vec::new();
        for lane in 0..ty.lanes {
            let (node, from) = moved(graph, root, lane);
            match parts.iter().position(|part| part.0 == node) {
                Some(at) => parts[at].1.push((from, lane)),
                None if parts.len() == limits::RESULTS || is_there(node) => return vec![],
                None => parts.push((node, vec![(from, lane)])),
            }
        }
        let each = parts[0].1.len();
        if each < 2 || parts.iter().any(|part| part.1.len() != each) {
            return vec![];
        }
        // Lanes of a part in its own order, in which those of other parts are beside them, too.
        parts.iter_mut().for_each(|part| part.1.sort_unstable());
        let counts = (2..=parts.len()).filter(|count| parts.len().is_multiple_of(*count));
        counts
            .map(|count| {
                let of =
                    |group: &[(NodeId, Vec<(u32, u32)>)]| group.iter().flat_map(|part| &part.1).map(|l| l.1).collect();
                let lanes: Vec<Vec<u32>> = parts.chunks(parts.len() / count).map(of).collect();
                Results { ty: ty.with_lanes(lanes[0].len() as u32), lanes }
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

/// Where a lane comes from, through shuffles and broadcasts.
pub(super) fn moved(graph: &Graph, mut node: NodeId, mut lane: u32) -> (NodeId, u32) {
    loop {
        let n = graph.node(node);
        match &n.op {
            Op::Broadcast => lane %= graph.ty(n.args[0]).lanes,
            Op::Shuffle(indices) => {
                lane = indices[lane as usize];
                let mut at = 0;
                while lane >= graph.ty(n.args[at]).lanes {
                    lane -= graph.ty(n.args[at]).lanes;
                    at += 1;
                }
                node = n.args[at];
                continue;
            }
            Op::StrictFloat => {}
            _ => return (node, lane),
        }
        node = n.args[0];
    }
}
