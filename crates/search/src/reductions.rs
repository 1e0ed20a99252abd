//! Reductions to few lanes: partial results in whole registers, then a tail that joins them.
//!
//! Lane by lane a reduction of 64 elements to one is a sum of 64 values of one lane each, and registers stay empty. As
//! an expert writes it, a register of partial results is computed first, each from as many elements as the others, and
//! then halved by shuffles until one is left for each lane. So the window is cut: below the reduction, at more lanes, it
//! is a window like any other; above it, the reduction is a leaf. Only what may be combined in any order is cut.
//!
//! Which elements make one partial result is free as well. Neighbours are what instructions sum (`vpsadbw`, dot
//! products); elements that are far apart are slots of different registers, and are combined without a shuffle; a sum of several
//! registers wants both, a few neighbours of each register. All are tried, at as many partial results as fill a register of each
//! size, and the pricer decides.
//!
//! A minimum or a maximum may end in an instruction that gives it of a whole register ([`extrema`]).
//!
//! The tail is bounded: each step halves what is left, and a reduction in more registers than
//! [`limits::TAIL_REGISTERS`] is first combined to fewer by its parts.
//!
//! Nothing here is trusted: the parts are put together to one program, and that is proved against the whole window.

pub(super) mod extrema;

use super::instructions::TargetInstructions;
use super::layout::{Registers, WIDTHS};
use crate::limits;
use extrema::{Ending, Extremum};
use isotope_ir::expr::{Graph, Leaf, LeafId, NodeId, Op, ReduceOp};
use isotope_ir::types::Type;
use isotope_program::baseline;
use isotope_program::{Draft, Generic, Origin, Param, Program, Shape, Value};
use std::collections::BTreeSet;

/// A window cut at a reduction.
pub(super) struct Cut<'a> {
    graph: &'a Graph,
    root: NodeId,
    /// The reduction, what it reduces, and by what factor.
    node: NodeId,
    arg: NodeId,
    op: ReduceOp,
    ty: Type,
    factor: u32,
}

/// A way to compute partial results: so many for each lane, each of so many neighbours, and of as many again as far apart as the
/// neighbours of all partial results reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Partition {
    pub(super) parts: u32,
    together: u32,
}

impl<'a> Cut<'a> {
    /// The reduction nearest to the root that has few lanes; `None` where there is none.
    pub(super) fn of(graph: &'a Graph, root: NodeId) -> Option<Self> {
        (0..=root.0).rev().map(NodeId).find_map(|node| {
            let (Op::Reduce(op), ty) = (&graph.node(node).op, graph.ty(node)) else { return None };
            let arg = graph.node(node).args[0];
            let factor = graph.ty(arg).lanes / ty.lanes;
            // Halving ends at one slot a lane only where all numbers are powers of two. Products are left out: one slot
            // of them costs more than the shuffles that are saved.
            let even = factor.is_power_of_two() && ty.lanes.is_power_of_two();
            let few = ty.lanes <= limits::FEW_LANES && factor >= limits::CUT_FACTOR;
            let joins = even && op.is_free(ty) && *op != ReduceOp::Mul && WIDTHS.contains(&ty.bits);
            (few && joins).then_some(Cut { graph, root, node, arg, op: *op, ty, factor })
        })
    }

    /// Whether lane by lane nothing good is to be expected: no instruction combines so many elements of one lane.
    pub(super) fn is_long(&self) -> bool {
        self.factor > limits::CUT_FACTOR || self.ty.lanes == 1
    }

    /// The partitions that are tried: partial results that fill a register of each size, and all elements as they are where
    /// these are few registers.
    pub(super) fn partitions(&self, target: &TargetInstructions) -> Vec<Partition> {
        let registers = target.registers();
        let sizes = std::iter::successors(Some(registers.bits), |bits| Some(bits / 2));
        let parts = sizes.take_while(|bits| *bits >= registers.least).map(|bits| bits / self.ty.bits / self.ty.lanes);
        let whole = self.factor * self.ty.lanes * self.ty.bits <= limits::TAIL_REGISTERS * registers.bits;
        let all = parts.chain(whole.then_some(self.factor)).filter(|&parts| parts > 1 && parts <= self.factor);
        // As many neighbours as an instruction of the target sums; each by itself in any case.
        let mut few = BTreeSet::from([1]);
        if self.op == ReduceOp::Add {
            let dots = target.of_register_size(registers.bits).verticals.iter().filter_map(|v| v.dot.as_ref());
            few.extend(dots.map(|dot| dot.arity() as u32));
        }
        let ways = |parts: u32| {
            let each = self.factor / parts;
            // Those that divide the others leave no rest.
            let fewer = few.iter().copied().filter(move |&together| together < each && each.is_multiple_of(together));
            std::iter::once(each).chain(fewer).map(move |together| Partition { parts, together })
        };
        let mut partitions: Vec<Partition> = all.flat_map(ways).collect();
        partitions.sort_by_key(|p| (p.parts, std::cmp::Reverse(p.together)));
        partitions.dedup();
        partitions
    }

    /// The window of the partial results.
    pub(super) fn partial(&self, Partition { parts, together }: Partition) -> Option<(Graph, NodeId)> {
        let (mut graph, mut arg, lanes) = (self.graph.clone(), self.arg, self.ty.lanes);
        let each = self.factor / parts;
        if each == 1 {
            return Some((graph, arg));
        }
        if together < each {
            // Partial result `at` of a lane takes, of every `parts * together` elements of that lane, its own `together`.
            let part = |lane: u32, part: u32| {
                let run = move |i: u32| (0..together).map(move |j| (i * parts + part) * together + j);
                (0..each / together).flat_map(run).map(move |at| lane * self.factor + at)
            };
            let indices = (0..lanes).flat_map(|lane| (0..parts).flat_map(move |at| part(lane, at))).collect();
            arg = graph.make(Op::Shuffle(indices), &[arg], None).ok()?;
        }
        let ty = self.ty.with_lanes(lanes * parts);
        let node = graph.make(Op::Reduce(self.op), &[arg], Some(ty)).ok()?;
        Some((graph, node))
    }

    /// The lanes of the partial window that a lane of the window is made from.
    pub(super) fn lanes(&self, lane: u32, parts: u32) -> impl Iterator<Item = u32> + use<> {
        // Operations above the reduction may have moved its lanes: then this is a guess, and a round more.
        let lane = lane % self.ty.lanes;
        lane * parts..(lane + 1) * parts
    }

    /// The ways in which a tail may end: by its own halves, and by each instruction that there is for it.
    pub(super) fn endings<'t>(&self, target: &'t TargetInstructions) -> Vec<Option<Ending<'t>>> {
        let extremum = Extremum::of(self.op, self.ty.is_signed()).filter(|_| self.ty.lanes == 1);
        let by = extremum.map_or_else(Vec::new, |wanted| Ending::all(target, wanted, self.ty.bits));
        std::iter::once(None).chain(by.into_iter().map(Some)).collect()
    }

    /// The window's program from that of its partial results; `None` where the tail cannot join them.
    pub(super) fn whole(
        &self,
        partial: &Program,
        parts: u32,
        registers: Registers,
        ending: Option<&Ending<'_>>,
    ) -> Option<Program> {
        let mut draft = Draft::new(Param::leaves(self.graph), self.graph.ty(self.root));
        let value = draft.include(partial, Draft::read);
        let value = draft.bitcast(value, self.ty.bits);
        let combine = baseline::combination(self.op, self.ty.is_signed());
        let joined = tail(&mut draft, value, &combine, (self.ty.lanes, parts), registers, ending)?;
        // The reduction may be all there is.
        if self.node == self.root {
            return Some(draft.finish(joined));
        }
        // The operations above the reduction are few lanes of plain ones.
        let mut graph = self.graph.clone();
        let leaf = LeafId(graph.leaves.len() as u32);
        let name = format!("partial.{}", leaf.0);
        graph.leaves.push(Leaf { name, ty: self.ty, range: None, load: None });
        let node = &mut graph.nodes[self.node.0 as usize];
        (node.op, node.args) = (Op::Leaf(leaf), vec![]);
        let above = baseline::lower(&graph, self.root);
        let result = draft.include(&above, |draft, param, shape| match param.origin {
            Origin::Leaf(read) if read == leaf => joined,
            _ => draft.read(param, shape),
        });
        Some(draft.finish(result))
    }
}

/// A register of partial results, with the lane that each slot counts for.
#[derive(Clone, Debug)]
struct Labelled {
    value: Value,
    lanes: Vec<u32>,
}

impl Labelled {
    /// Whether slots that far apart count for the same lanes.
    fn joins(&self, apart: usize) -> bool {
        (0..self.lanes.len()).all(|slot| self.lanes[slot] == self.lanes[slot ^ apart])
    }
}

/// Combines `parts` neighbours for each of `lanes` lanes: registers first, pairs of them into one, then halves of the last.
///
/// Two registers whose slots count for the same lanes are combined as they are. Two that do not are transposed: one shuffle
/// of both takes every other slot, another the rest, so that each operation combines as many as there are slots.
fn tail(
    draft: &mut Draft,
    value: Value,
    combine: &Generic,
    (lanes, parts): (u32, u32),
    registers: Registers,
    ending: Option<&Ending<'_>>,
) -> Option<Value> {
    let bits = draft.shape(value).bits;
    let all = lanes * parts;
    let slots = (registers.bits / bits).min(all);
    let in_part = (registers.part / bits).max(1) as usize;
    // The partial results of a lane stand side by side, so that a slot's lane is its number over theirs.
    let mut now: Vec<Labelled> = (0..all / slots)
        .map(|r| {
            let slots = r * slots..(r + 1) * slots;
            let value = picked(draft, slots.clone().collect(), &[value]);
            Labelled { value, lanes: slots.map(|slot| slot / parts).collect() }
        })
        .collect();
    while now.len() > 1 {
        let pairs = now.chunks(2).map(|pair| paired(draft, combine, &pair[0], pair.get(1)?, in_part));
        now = pairs.collect::<Option<_>>()?;
    }
    let mut last = now.pop()?;
    while last.lanes.len() > lanes as usize {
        if let Some(ending) = ending.filter(|by| by.lanes() == last.lanes.len()) {
            return Some(ending.of(draft, last.value));
        }
        // The upper half is the cheapest to bring down, and leaves a narrower register; where it counts for other lanes,
        // the widest distance at which two slots count for the same.
        let halves = std::iter::successors(Some(last.lanes.len() / 2), |apart| Some(apart / 2));
        let apart = halves.take_while(|apart| *apart > 0).find(|&apart| last.joins(apart))?;
        let slots = |set: bool| (0..last.lanes.len()).filter(move |slot| (slot & apart != 0) == set);
        let sides = [false, true].map(|set| slots(set).map(|slot| slot as u32).collect());
        let lanes = slots(false).map(|slot| last.lanes[slot]).collect();
        last = combined(draft, combine, sides, &[last.value], lanes);
    }
    let slot = |lane: u32| last.lanes.iter().position(|&l| l == lane).map(|slot| slot as u32);
    let order: Option<Vec<u32>> = (0..lanes).map(slot).collect();
    Some(picked(draft, order?, &[last.value]))
}

/// Two registers of partial results as one.
fn paired(draft: &mut Draft, combine: &Generic, a: &Labelled, b: &Labelled, in_part: usize) -> Option<Labelled> {
    // Where a lane's partial results fill several registers, these are combined as they are.
    if a.lanes == b.lanes {
        let shape = draft.shape(a.value);
        let value = draft.generic(combine.clone(), vec![a.value, b.value], shape);
        return Some(Labelled { value, lanes: a.lanes.clone() });
    }
    let slots = a.lanes.len();
    // Within parts of registers, as far apart as possible: that is one shuffle of two registers. Else next to one another.
    let within = std::iter::successors(Some(in_part.min(slots) / 2), |apart| Some(apart / 2)).take_while(|a| *a > 0);
    let across = std::iter::successors(Some(in_part), |apart| Some(2 * apart)).take_while(|apart| *apart < slots);
    let apart = within.chain(across).find(|&apart| a.joins(apart) && b.joins(apart))?;
    // A shuffle within parts takes of each part the first register's slots and then the second's.
    let block = if 2 * apart <= in_part { in_part.min(slots) } else { slots };
    let side = |set: bool| -> Vec<u32> {
        let of = |first: usize, block_at: usize| {
            let slots = block_at..block_at + block;
            slots.filter(move |slot| (slot & apart != 0) == set).map(move |slot| (first + slot) as u32)
        };
        (0..slots).step_by(block).flat_map(|at| of(0, at).chain(of(slots, at))).collect()
    };
    let all = [a.lanes.as_slice(), b.lanes.as_slice()].concat();
    let lanes = side(false).into_iter().map(|slot| all[slot as usize]).collect();
    Some(combined(draft, combine, [side(false), side(true)], &[a.value, b.value], lanes))
}

/// Two selections of slots, combined.
fn combined(draft: &mut Draft, combine: &Generic, sides: [Vec<u32>; 2], from: &[Value], lanes: Vec<u32>) -> Labelled {
    let sides = sides.map(|indices| picked(draft, indices, from));
    let shape = draft.shape(sides[0]);
    Labelled { value: draft.generic(combine.clone(), sides.to_vec(), shape), lanes }
}

/// A shuffle, or its operand where it changes nothing.
fn picked(draft: &mut Draft, indices: Vec<u32>, from: &[Value]) -> Value {
    let shape = Shape::new(draft.shape(from[0]).bits, indices.len() as u32);
    if from.len() == 1 && draft.shape(from[0]) == shape && indices.iter().zip(0..).all(|(&i, n)| i == n) {
        return from[0];
    }
    draft.generic(Generic::Shuffle(indices), from.to_vec(), shape)
}
