//! Windows of very many lanes, searched for at few of them.
//!
//! A function that is computed lane by lane in many registers is the same in each: the paper scales lanes down, and up again once a program
//! is found (Hydride, section 4.2). Here a window that fills [`limits::SCALED_FROM`] registers or more is searched for as one that
//! fills one, and what is found stands in the answer once for each register. That answer is priced and
//! proved as a whole, like any other; where it is no good, all lanes are searched for.

use crate::limits;
use isotope_ir::expr::{Graph, Leaf, LoadAddress, Node, Op};
use isotope_ir::types::Type;
use isotope_ir::window::Window;
use isotope_program::{Draft, Generic, Origin, Param, Program, Shape, Value};
use isotope_search::layout::Registers;
use std::collections::HashSet;

/// A window at fewer lanes.
pub(super) struct Scaled<'a> {
    whole: &'a Window,
    /// Its first lanes.
    pub(super) window: Window,
    /// How many lanes these are.
    lanes: u32,
}

impl<'a> Scaled<'a> {
    /// `None` for a window of few registers, for one whose lanes are not alike, and for one whose loads may overlap: what the lanes of
    /// one register share with those of the next is worth more than the time.
    pub(super) fn of(whole: &'a Window, registers: Registers) -> Option<Self> {
        let (graph, ty) = (&whole.graph, whole.ty());
        let lanes = registers.bits / ty.bits.max(1);
        let many = registers.bits > 0 && ty.total_bits() >= limits::SCALED_FROM * registers.bits;
        if !many || !ty.lanes.is_multiple_of(lanes) || !graph.nodes.iter().all(|node| is_alike(graph, node, ty.lanes)) {
            return None;
        }
        // Two loads from one array may read the same elements; that they do not is not looked into.
        let mut arrays = HashSet::new();
        let loads = graph.leaves.iter().filter_map(|leaf| leaf.load.as_ref());
        if !loads.into_iter().all(|load| arrays.insert((&load.buffer, &load.base))) {
            return None;
        }
        let fewer = |ty: Type| if ty.lanes == 1 { ty } else { ty.with_lanes(lanes) };
        let mut scaled = Graph::default();
        scaled.leaves = graph.leaves.iter().map(|leaf| Leaf { ty: fewer(leaf.ty), ..leaf.clone() }).collect();
        // Nodes stay apart and in their order, so that their numbers stay: nothing but lanes tells old and new types apart.
        for node in &graph.nodes {
            scaled.add(Node { ty: fewer(node.ty), ..node.clone() });
        }
        Some(Scaled { whole, window: Window { graph: scaled, root: whole.root }, lanes })
    }

    /// The program of the whole window: that of its first lanes for each part of them.
    pub(super) fn up(&self, program: &Program) -> Program {
        let ty = self.whole.ty();
        let mut draft = Draft::new(Param::leaves(&self.whole.graph), ty);
        let parts: Vec<Value> = (0..ty.lanes / self.lanes).map(|part| self.part(&mut draft, program, part)).collect();
        let all = Generic::Shuffle((0..ty.lanes).collect());
        let result = draft.generic(all, parts, Shape::new(ty.bits, ty.lanes));
        draft.finish(result)
    }

    /// The steps for one part of the lanes.
    fn part(&self, draft: &mut Draft, program: &Program, part: u32) -> Value {
        let value = draft.include(program, |draft, param, shape| self.read(draft, param, part, shape));
        draft.bitcast(value, program.ty.bits)
    }

    /// The part that a part of the lanes reads where the first one reads a parameter.
    fn read(&self, draft: &mut Draft, param: &Param, part: u32, shape: Shape) -> Value {
        let leaves = &self.whole.graph.leaves;
        let moved = |load: &LoadAddress| {
            let same =
                |leaf: &&Leaf| leaf.load.as_ref().is_some_and(|l| (&l.buffer, &l.base) == (&load.buffer, &load.base));
            let step = leaves.iter().find(same).filter(|leaf| leaf.ty.lanes > 1).and_then(|leaf| leaf.load.as_ref());
            // A scalar is the same for all parts.
            let by = step.map_or(0, |leaf| leaf.stride.wrapping_mul(i64::from(part * self.lanes)));
            LoadAddress { offset: load.offset.wrapping_add(by), ..load.clone() }
        };
        let leaf = match &param.origin {
            Origin::Load(load) => return draft.read(&Param::load(param.ty, moved(load)), shape),
            Origin::Leaf(leaf) => *leaf,
        };
        match &leaves[leaf.0 as usize] {
            Leaf { ty, .. } if ty.lanes == 1 => draft.read(param, shape),
            Leaf { load: Some(load), .. } => draft.read(&Param::load(param.ty, moved(load)), shape),
            Leaf { ty, .. } => {
                let whole = draft.read(&Param::leaf(&self.whole.graph, leaf), Shape::new(ty.bits, ty.lanes));
                let lanes = (part * self.lanes..(part + 1) * self.lanes).collect();
                draft.generic(Generic::Shuffle(lanes), vec![whole], shape)
            }
        }
    }
}

/// Whether a node computes each of so many lanes from the same lanes, or is one scalar for all of them.
fn is_alike(graph: &Graph, node: &Node, lanes: u32) -> bool {
    let args = |allowed: &[u32]| node.args.iter().all(|&arg| allowed.contains(&graph.ty(arg).lanes));
    match node.op {
        _ if node.ty.lanes == 1 => args(&[1]),
        _ if node.ty.lanes != lanes => false,
        Op::Broadcast => args(&[1]),
        Op::Shuffle(_) | Op::Reduce(_) | Op::Ramp => false,
        _ => args(&[1, lanes]),
    }
}
