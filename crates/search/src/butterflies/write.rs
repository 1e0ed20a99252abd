//! Transforms as graphs.
//!
//! The front end's own lanes do not matter here. Elements are loaded in the order in which they lie in memory, extended to the width that
//! holds every number of the transform, and stay in two halves from the first stage to the last; magnitudes are then added up by halves, in
//! that width for as long as it holds the sum. Nothing is said of registers: halves of several are several instructions each.

use super::moves::Step;
use super::network::Network;
use super::numbers::{Number, Numbers, Shape, Total};
use crate::rephrasing::with_leaves;
use isotope_ir::expr::{Graph, Leaf, LeafId, NodeId, Op};
use isotope_ir::types::Type;

/// Elements that lie side by side and are loaded as one, at the least: fewer cost an instruction each to put together, and the window's own
/// leaves may have them in one register.
const LOADED: usize = 4;

/// The graph of a total in one way, and its root; it has further leaves behind those that it was given.
pub(super) fn written(
    numbers: &Numbers<'_>,
    network: &Network,
    total: &Total,
    steps: &[Step],
    root: Type,
) -> Option<(Graph, NodeId)> {
    let most = most(numbers, network);
    let bits = [16, 32].into_iter().find(|bits| most >> (bits - 1) == 0)?;
    let mut writing = Writing { numbers, graph: with_leaves(numbers.graph), ty: Type::int(bits, 1) };
    let half = network.lanes.len() / 2;
    let (lower, upper) = network.lanes.split_at(half);
    let mut halves = [writing.row(lower)?, writing.row(upper)?];
    for step in steps {
        halves = match step {
            Step::Stage => {
                let [sum, difference] = [Op::Add, Op::Sub].map(|op| writing.graph.op(op, &halves).ok());
                [sum?, difference?]
            }
            _ => {
                let moved = step.lanes(half as u32).map(|lanes| writing.graph.op(Op::Shuffle(lanes), &halves).ok());
                let [lower, upper] = moved;
                [lower?, upper?]
            }
        };
    }
    let mut sum = writing.added_up(halves, most)?;
    let graph = &mut writing.graph;
    if total.shift > 0 {
        let by = graph.splat(graph.ty(sum), total.shift.into()).ok()?;
        sum = graph.op(Op::ShiftRight, &[sum, by]).ok()?;
    }
    let root = graph.cast(root, sum).ok()?;
    Some((writing.graph, root))
}

/// The greatest magnitude that any sum and difference within a transform may have: that of all inputs together, at their greatest.
///
/// The terms' own bounds say no more, as each term has every input; sums of a few stages are smaller, and get no narrower lanes for it.
fn most(numbers: &Numbers<'_>, network: &Network) -> i128 {
    let magnitude = |&number: &Number| {
        let (lo, hi) = numbers.range(number);
        hi.max(-lo)
    };
    let inputs = 1 << network.stages.iter().filter(|stage| **stage).count();
    network.lanes.iter().map(magnitude).max().unwrap_or(0) * inputs
}

/// A graph that grows. It has the leaves of the window under their numbers, and nothing else of it: the numbers that it computes, and the leaves that they read.
struct Writing<'a, 'g> {
    numbers: &'a Numbers<'g>,
    graph: Graph,
    /// Of numbers, signed.
    ty: Type,
}

impl Writing<'_, '_> {
    /// A vector of numbers that are made alike.
    fn row(&mut self, row: &[Number]) -> Option<NodeId> {
        let shapes = row.iter().map(|&number| self.numbers.shape(number));
        if let Some(elements) = shapes.clone().map(element).collect::<Option<Vec<_>>>() {
            let read = self.elements(&elements)?;
            return self.graph.cast(self.ty.with_lanes(row.len() as u32), read).ok();
        }
        let op = if matches!(self.numbers.shape(row[0]), Shape::Sum(..)) { Op::Add } else { Op::Sub };
        let of = |shape: Shape| match (shape, &op) {
            (Shape::Sum(a, b), Op::Add) | (Shape::Difference(a, b), Op::Sub) => Some((a, b)),
            _ => None,
        };
        let (left, right): (Vec<Number>, Vec<Number>) = shapes.map(of).collect::<Option<Vec<_>>>()?.into_iter().unzip();
        let args = [self.row(&left)?, self.row(&right)?];
        self.graph.op(op, &args).ok()
    }

    /// Elements of memory: runs of neighbours as loads, else lanes of the leaves that there are.
    fn elements(&mut self, elements: &[(LeafId, u32)]) -> Option<NodeId> {
        let memory = &self.numbers.memory;
        let (mut runs, mut rest) = (Vec::new(), elements);
        while !rest.is_empty() {
            let length = (1..=rest.len()).rev().find(|&length| memory.is_contiguous(rest[..length].iter().copied()))?;
            let (run, others) = rest.split_at(length);
            runs.push(run);
            rest = others;
        }
        let loads = runs.iter().map(|run| self.load(run)).collect::<Option<Vec<NodeId>>>();
        let (sources, indices) = match loads {
            Some(loads) => (loads, (0..elements.len() as u32).collect()),
            None => self.lanes_of_leaves(elements)?,
        };
        if sources.len() == 1 && self.graph.ty(sources[0]).lanes as usize == elements.len() {
            return Some(sources[0]);
        }
        self.graph.op(Op::Shuffle(indices), &sources).ok()
    }

    /// One load of a run; `None` of a short one, and of what has no address.
    fn load(&mut self, run: &[(LeafId, u32)]) -> Option<NodeId> {
        let memory = &self.numbers.memory;
        if run.len() < LOADED {
            return None;
        }
        let of = self.graph.leaves[run[0].0.0 as usize].clone();
        let address = memory.address(memory.place(run[0].0, run[0].1))?;
        let name = format!("{}.{}.{}", address.buffer, address.offset, run.len());
        let leaf = Leaf { name, ty: of.ty.with_lanes(run.len() as u32), range: None, load: Some(address) };
        self.graph.leaf(leaf).ok()
    }

    /// The leaves that elements are of, and which of their lanes side by side each is: as far apart as a front end gathered them.
    fn lanes_of_leaves(&mut self, elements: &[(LeafId, u32)]) -> Option<(Vec<NodeId>, Vec<u32>)> {
        let mut leaves: Vec<(LeafId, u32)> = Vec::new();
        let mut next = 0;
        let mut indices = Vec::new();
        for &(leaf, lane) in elements {
            let known = leaves.iter().find(|known| known.0 == leaf).map(|known| known.1);
            let begin = known.unwrap_or_else(|| {
                leaves.push((leaf, next));
                next
            });
            next = next.max(begin + self.graph.leaves[leaf.0 as usize].ty.lanes);
            indices.push(begin + lane);
        }
        let node = |&(leaf, _): &(LeafId, u32)| {
            let ty = self.graph.leaves[leaf.0 as usize].ty;
            self.graph.make(Op::Leaf(leaf), &[], Some(ty)).ok()
        };
        Some((leaves.iter().map(node).collect::<Option<_>>()?, indices))
    }

    /// The sum of all magnitudes, which are at most so much: in the width of the numbers for as long as it holds them.
    fn added_up(&mut self, halves: [NodeId; 2], mut most: i128) -> Option<NodeId> {
        let graph = &mut self.graph;
        let [lower, upper] = halves.map(|half| graph.op(Op::Abs, &[half]).ok());
        let mut parts = [lower?, upper?];
        loop {
            most *= 2;
            if most >> graph.ty(parts[0]).bits != 0 {
                let wide = Type { bits: 32, ..graph.ty(parts[0]) };
                let [lower, upper] = parts.map(|part| graph.cast(wide, part).ok());
                parts = [lower?, upper?];
            }
            if most >> 32 != 0 {
                return None;
            }
            let sum = graph.op(Op::Add, &parts).ok()?;
            let half = graph.ty(sum).lanes / 2;
            if half == 0 {
                return graph.cast(Type { bits: 32, ..graph.ty(sum) }, sum).ok();
            }
            let [lower, upper] = [0..half, half..2 * half].map(|of| graph.op(Op::Shuffle(of.collect()), &[sum]).ok());
            parts = [lower?, upper?];
        }
    }
}

/// The element of memory that a number is, if it is one as it was loaded.
fn element(shape: Shape) -> Option<(LeafId, u32)> {
    match shape {
        Shape::Element(leaf, lane) => Some((leaf, lane)),
        _ => None,
    }
}
