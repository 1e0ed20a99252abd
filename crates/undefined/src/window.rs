//! The sources of poison in a lane of a window's value.

use crate::reads::{Budget, Lanes, Reads};
use isotope_ir::Window;
use isotope_ir::expr::{LeafId, Node, Op};

/// The reads of groups of lanes, for a value with fewer lanes, and the other way round.
fn regrouped(from: &[Reads], lanes: usize, budget: &mut Budget) -> Option<Lanes> {
    let more = lanes.max(from.len());
    let mut parts: Vec<Vec<&Reads>> = vec![Vec::new(); lanes];
    for i in 0..more {
        parts[i * lanes / more].push(&from[i * from.len() / more]);
    }
    parts.into_iter().map(|parts| budget.sum(parts.into_iter())).collect()
}

fn of(node: &Node, all: &[Lanes], source: &impl Fn(LeafId, i64) -> u32, budget: &mut Budget) -> Option<Lanes> {
    let lanes = node.ty.lanes as usize;
    let args: Vec<&[Reads]> = node.args.iter().map(|id| all[id.0 as usize].as_slice()).collect();
    let lane_of = |arg: usize, lane: usize| args.get(arg).and_then(|arg| arg.get(lane % arg.len().max(1)));
    Some(match &node.op {
        Op::Leaf(leaf) => (0..lanes).map(|lane| Reads::one(source(*leaf, lane as i64))).collect(),
        Op::Const(_) => vec![Reads::default(); lanes],
        Op::Shuffle(indices) => {
            let side_by_side: Vec<&Reads> = args.iter().copied().flatten().collect();
            let lane = |lane: &u32| budget.sum(side_by_side.get(*lane as usize).copied().into_iter());
            indices.iter().map(lane).collect::<Option<_>>()?
        }
        Op::Reinterpret | Op::Reduce(_) => regrouped(args.first()?, lanes, budget)?,
        Op::Select => {
            let lane = |lane: usize| {
                let either = lane_of(1, lane)?.in_common(lane_of(2, lane)?);
                budget.sum([&either, lane_of(0, lane)?].into_iter())
            };
            (0..lanes).map(lane).collect::<Option<_>>()?
        }
        _ => {
            let lane = |lane: usize| budget.sum((0..args.len()).filter_map(|arg| lane_of(arg, lane)));
            (0..lanes).map(lane).collect::<Option<_>>()?
        }
    })
}

/// For each lane of a window's value, whatever is chosen in it and whatever is not. Nothing over a bound.
pub(crate) fn always_read(window: &Window, source: impl Fn(LeafId, i64) -> u32, budget: &mut Budget) -> Option<Lanes> {
    let mut all: Vec<Lanes> = Vec::with_capacity(window.graph.nodes.len());
    for node in &window.graph.nodes {
        let own = of(node, &all, &source, budget)?;
        all.push(own);
    }
    all.into_iter().nth(window.root.0 as usize)
}
