//! Whole windows in one instruction for each register of the result.
//!
//! A plan computes all lanes alike in one layout, from forms. One instruction may do what no plan says: permutations, interleavings, sums
//! across lanes or of neighbours, leading signs, high products of 32 bits, shifts by a general register. So before anything is planned the
//! window itself is a goal, register by register, made from what it reads: leaves, pieces of them, scalars in all lanes or in a general
//! register, constants.
//!
//! Most ways of giving an instruction its operands leave out a leaf that the register is a function of: these are not tried.
//!
//! Of each register the first instruction that agrees is taken with the first of every other, then the second with the
//! second: all combinations would be programs of which most differ in what costs the same.
//!
//! Ranges of leaves are not looked at: what is found holds for every value, which is more than is needed and never wrong.
//! A program that agrees on the samples only is refuted by the proof, and its counterexample is one of the next round's samples.

use super::goal::{Goal, Input, Leaves, only, reads};
use super::place::{Placement, place_among};
use super::values::Value;
use crate::instructions::{Catalogue, Entry, Role, TargetInstructions};
use crate::limits;
use crate::plan::Price;
use crate::proposal::Proposal;
use crate::proposer::{self, Proposer};
use crate::streams::{Counterexample, Unsupported};
use isotope_dictionary::OperandKind;
use isotope_ir::expr::{Graph, LeafId, Node, NodeId, Op};
use isotope_ir::lanes::{lane_terms, leaf_var};
use isotope_ir::memory::Memory;
use isotope_ir::term::{LaneVar, Terms, mask};
use isotope_ir::window::Window;
use isotope_program::{Draft, Generic, Param, Program, Shape, StepOp};
use isotope_smt::effort::Effort;
use std::collections::BTreeSet;

/// The parts that a register may be made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Neighbouring elements of a leaf.
    Leaf { leaf: u32, first: u32, lanes: u32, bits: u32 },
    /// A leaf of one element, in all lanes.
    Splat { leaf: u32, lanes: u32, bits: u32 },
    /// A constant in all lanes.
    Constant { value: u64, lanes: u32, bits: u32 },
}

/// See the module.
pub(crate) struct WholeRegisters;

impl Proposer for WholeRegisters {
    fn name(&self) -> &'static str {
        "whole registers"
    }

    fn propose(&self, asked: &proposer::Asked<'_>, effort: &Effort<'_>) -> Result<Proposal, Unsupported> {
        Ok(Proposal::unplanned(whole(asked, effort)))
    }
}

/// Programs of one instruction for each register of a window's result, with what they cost; none for windows that are too
/// large to be one.
pub fn whole(asked: &proposer::Asked<'_>, effort: &Effort<'_>) -> Vec<(Program, Price)> {
    let &proposer::Asked { graph, root, target, counterexamples, .. } = asked;
    let ty = graph.ty(root);
    let registers = (ty.bits * ty.lanes).div_ceil(target.register_bits.max(1));
    let plain = ty.bits >= 8 && ty.lanes.is_multiple_of(registers.max(1));
    let small = graph.nodes.len() <= limits::WHOLE_NODES && registers <= limits::WHOLE_REGISTERS;
    if !plain || !small || target.register_bits == 0 || effort.spend(u64::from(ty.lanes) * 16).is_err() {
        return Vec::new();
    }
    let Some(asked) = Asked::of(graph, root, counterexamples) else { return Vec::new() };
    // Of what is the same on all samples nothing is known, and anything would do.
    if !asked.goal.varies() {
        return Vec::new();
    }
    let is_move =
        |node: &Node| matches!(node.op, Op::Leaf(_) | Op::Const(_) | Op::Broadcast | Op::Shuffle(_) | Op::Reinterpret);
    let only_moves = asked.graph.nodes.iter().all(is_move);
    // Register by register: two registers of one permutation may take different pieces, or different immediates.
    let mut rows: Vec<Vec<(Vec<Piece>, Placement)>> = Vec::new();
    for register in 0..registers {
        let pieces = asked.pieces(register, registers, target);
        let goal = asked.goal(&pieces, register, registers);
        // Of several constants most would be tried in vain, and a register that is made from many scalars is no single instruction.
        let most = limits::WHOLE_OPERANDS.min(goal.needed.count_ones() as usize + 1);
        let among = |moves: bool| {
            let admitted = |entry: &Entry| entry.registers().count() <= most && is_move_of_lanes(entry) == moves;
            place_among(&goal, &target.catalogue, &admitted, limits::WHOLE_WAYS, effort)
        };
        // Instructions that move lanes come first, and a window that only moves them has no others.
        let mut placed = among(true);
        if placed.is_empty() && !only_moves {
            placed = among(false);
        }
        if placed.is_empty() {
            return Vec::new();
        }
        rows.push(placed.into_iter().map(|p| (pieces.clone(), p)).collect());
    }
    // The first ways of all registers together, then the second.
    let ways = rows.iter().map(Vec::len).min().unwrap_or(0);
    (0..ways).map(|way| asked.program(target, rows.iter().map(|row| &row[way]))).collect()
}

/// Whether an instruction reads other lanes than the one that it writes, in no form that plans have.
fn is_move_of_lanes(entry: &Entry) -> bool {
    entry.functions().first().is_some_and(|(_, f)| !matches!(f.role(), Role::Vertical | Role::Dot))
}

/// The sizes of the general registers that instructions take beside vectors. Elements fill one, or stand in it alone.
struct ScalarBits(BTreeSet<u32>);

impl ScalarBits {
    fn of(catalogue: &Catalogue) -> ScalarBits {
        let to_vectors = catalogue.entries().iter().filter(|entry| entry.member.result.kind == OperandKind::Vector);
        let operands = to_vectors.flat_map(|entry| &entry.member.operands);
        ScalarBits(operands.filter(|o| o.kind == OperandKind::Scalar && o.bits > 8).map(|o| o.bits).collect())
    }
}

/// A window as it is asked for.
pub(super) struct Asked<'a> {
    pub(super) graph: &'a Graph,
    root: NodeId,
    memory: Memory,
    /// All leaves, and the whole result.
    pub(super) goal: Goal,
    /// By lane of the result, the leaves that it is a function of. A place in memory is the leaf that stands for it.
    needs: Vec<Leaves>,
}

impl<'a> Asked<'a> {
    /// A window with its lanes as terms over all elements of its leaves. To its samples are added the inputs that earlier candidates
    /// got wrong; an element that a counterexample does not name is zero there. `None` where the goal cannot be sampled.
    pub(super) fn of(graph: &'a Graph, root: NodeId, counterexamples: &[Counterexample]) -> Option<Asked<'a>> {
        let window = Window { graph: graph.clone(), root };
        let mut terms = Terms::new();
        let lanes = lane_terms(&window, &mut terms).lanes;
        let leaves: Vec<(u32, u32)> = graph.leaves.iter().map(|leaf| (leaf.ty.bits, leaf.ty.lanes)).collect();
        let learned = |(_, known): &Counterexample| -> Input {
            let value = |n: u32| known.iter().find(|(var, _)| *var == n).map_or(0, |(_, value)| *value);
            let leaf = |(at, &(_, lanes)): (u32, &(u32, u32))| {
                (0..lanes).map(|lane| value(leaf_var(LeafId(at), lane))).collect()
            };
            (0..).zip(&leaves).map(leaf).collect()
        };
        let learned: Vec<Input> = counterexamples.iter().map(learned).collect();
        let goal = Goal::of(&terms, &lanes, &leaves, &learned)?;
        let memory = Memory::of(graph);
        let of = |var: LaneVar| only(memory.representative(LeafId(var.source.into()), var.element.into()).0.0 as usize);
        let needs = reads(&terms, &lanes, of);
        Some(Asked { graph, root, memory, goal, needs })
    }

    /// The parts that a register of the result may be made from.
    fn pieces(&self, register: u32, registers: u32, target: &TargetInstructions) -> Vec<Piece> {
        let (register_bits, scalars) = (target.register_bits, target.catalogue.index(ScalarBits::of));
        let ty = self.graph.ty(self.root);
        // The bound is on pieces, in the order of leaves: what a window reads first is what it reads most.
        let mut pieces = Vec::new();
        let mut add = |piece: Piece| {
            if pieces.len() < limits::WHOLE_PIECES && !pieces.contains(&piece) {
                pieces.push(piece);
            }
        };
        for (at, leaf) in (0..).zip(&self.graph.leaves) {
            let (bits, lanes) = (leaf.ty.bits, leaf.ty.lanes);
            // The part of the leaf that stands where the register does, then all of it in registers.
            let own = lanes / registers;
            if own > 0 && bits * own <= register_bits {
                add(Piece::Leaf { leaf: at, first: register * own, lanes: own, bits });
            }
            let full = (register_bits / bits).min(lanes);
            (0..lanes / full).for_each(|n| add(Piece::Leaf { leaf: at, first: n * full, lanes: full, bits }));
            // A scalar by itself is a piece already; instructions want it in a general register or in every lane.
            if lanes == 1 && bits >= 8 {
                add(Piece::Splat { leaf: at, lanes: ty.bits * ty.lanes / registers / bits, bits });
                // HVX multiplies bytes by the four of a general register.
                let filled = scalars.0.iter().filter(|&&scalar| scalar > bits);
                filled.for_each(|scalar| add(Piece::Splat { leaf: at, lanes: scalar / bits, bits }));
            }
        }
        for node in &self.graph.nodes {
            if let (Op::Const(value), bits @ 8..) = (&node.op, node.ty.bits) {
                let value = value & mask(bits) as u64;
                add(Piece::Constant { value, lanes: ty.bits * ty.lanes / registers / bits, bits });
                for &scalar in scalars.0.iter().filter(|&&scalar| scalar > bits) {
                    add(Piece::Constant { value, lanes: 1, bits: scalar });
                    add(Piece::Constant { value, lanes: scalar / bits, bits });
                }
            }
        }
        // Zeros are what half of all instructions with a second register want where a window has one.
        add(Piece::Constant { value: 0, lanes: ty.lanes / registers, bits: ty.bits });
        pieces
    }

    /// One register of the result over pieces.
    pub(super) fn goal(&self, pieces: &[Piece], register: u32, registers: u32) -> Goal {
        let ty = self.graph.ty(self.root);
        let samples = self.goal.result.samples();
        // Two loads of one place are one value, whichever of them a piece is cut from.
        let leaf = |leaf: u32, lane: u32, bits: u32, s: usize| {
            let (leaf, lane) = self.memory.representative(LeafId(leaf), lane);
            self.goal.pool[leaf.0 as usize].element(s, bits, lane)
        };
        let value = |piece: &Piece| {
            let (bits, lanes) = (piece.shape().bits, piece.shape().lanes);
            let element = |lane: u32, s: usize| match piece {
                Piece::Leaf { leaf: of, first, .. } => leaf(*of, first + lane, bits, s),
                Piece::Splat { leaf: of, .. } => leaf(*of, 0, bits, s),
                Piece::Constant { value, .. } => u128::from(*value),
            };
            let rows: Vec<Vec<u128>> =
                (0..samples).map(|s| (0..lanes).map(|lane| element(lane, s)).collect()).collect();
            Value::of(bits, &rows)
        };
        // The result is cut where the registers are, so that each is a goal of its own on the same samples.
        let own = ty.lanes / registers;
        let wanted =
            |s: usize| (0..own).map(|lane| self.goal.result.element(s, ty.bits, register * own + lane)).collect();
        let result = Value::of(ty.bits, &(0..samples).map(wanted).collect::<Vec<_>>());
        let needed = self.needs[(register * own) as usize..].iter().take(own as usize).fold(0, |all, lane| all | lane);
        let cut_from = pieces.iter().map(|piece| self.cut_from(piece)).collect();
        Goal { pool: pieces.iter().map(value).collect(), result, cut_from, needed }
    }

    /// The leaves that a piece is cut from.
    fn cut_from(&self, piece: &Piece) -> Leaves {
        let (leaf, lanes) = match *piece {
            Piece::Leaf { leaf, first, lanes, .. } => (leaf, first..first + lanes),
            Piece::Splat { leaf, .. } => (leaf, 0..1),
            Piece::Constant { .. } => return 0,
        };
        let place = |lane| only(self.memory.representative(LeafId(leaf), lane).0.0 as usize);
        lanes.fold(0, |all, lane| all | place(lane))
    }

    /// The program of a way for each register.
    pub(super) fn program<'p>(
        &self,
        target: &TargetInstructions,
        ways: impl Iterator<Item = &'p (Vec<Piece>, Placement)>,
    ) -> (Program, Price) {
        let ty = self.graph.ty(self.root);
        let mut draft = Draft::new(Param::leaves(self.graph), ty);
        // Equal pieces are one step: the draft finds them.
        let (mut made, mut price) = (Vec::new(), Price::default());
        for (pieces, placement) in ways {
            let entry = &target.entry(placement.entry);
            let args = placement.operands.iter().map(|&at| self.written(&mut draft, &pieces[at])).collect();
            let shape = Shape::new(ty.bits, entry.member.result.bits / ty.bits);
            let immediates = placement.immediates.clone();
            let op = StepOp::Instruction { name: entry.member.name.to_owned(), immediates };
            made.push(draft.push(op, args, shape));
            price = price + entry.cost;
        }
        // Registers side by side are what LLVM makes of one wide vector anyway.
        let result = match made[..] {
            [only] => only,
            _ => draft.generic(Generic::Shuffle((0..ty.lanes).collect()), made, Shape::new(ty.bits, ty.lanes)),
        };
        (draft.finish(result), price)
    }

    /// A piece as steps of a program: a whole leaf is a parameter, and a part of one or a repeated scalar is a shuffle of it.
    fn written(&self, draft: &mut Draft, piece: &Piece) -> isotope_program::Value {
        let shape = piece.shape();
        let param = |draft: &mut Draft, leaf: u32| {
            let ty = self.graph.leaves[leaf as usize].ty;
            draft.push(StepOp::Param(leaf), vec![], Shape::new(ty.bits, ty.lanes))
        };
        match *piece {
            Piece::Leaf { leaf, first, lanes, .. } => {
                let whole = param(draft, leaf);
                if draft.shape(whole).lanes == lanes {
                    return whole;
                }
                draft.generic(Generic::Shuffle((first..first + lanes).collect()), vec![whole], shape)
            }
            Piece::Splat { leaf, lanes, .. } => {
                let scalar = param(draft, leaf);
                draft.generic(Generic::Shuffle(vec![0; lanes as usize]), vec![scalar], shape)
            }
            Piece::Constant { value, .. } => draft.splat(value, shape),
        }
    }
}

impl Piece {
    /// Its lanes and their width.
    pub(super) fn shape(&self) -> Shape {
        let (Piece::Leaf { lanes, bits, .. } | Piece::Splat { lanes, bits, .. } | Piece::Constant { lanes, bits, .. }) =
            self;
        Shape::new(*bits, *lanes)
    }
}
