//! Windows as terms: one bit-vector term for each lane of each node.
//!
//! The variable of a leaf's lane is the [`leaf_var`] of its representative ([`crate::memory`]): what two loads read is one value.
//! With every value comes its side condition, one bit: where it is 0 Halide leaves the lane open. Promises of the front
//! end (`promise_clamped`, no-wrap) are part of that condition; what it says of leaves is in [`assumptions`]. Data
//! movement costs nothing here: a shuffle only picks terms.

mod division;
mod exact;
mod float;
mod integer;
mod lane;

use crate::expr::{LeafId, NodeId, Op, ReduceOp};
use crate::interp::reduce_step;
use crate::memory::Memory;
use crate::term::{BinOp, LaneVar, Node as TermNode, TermId, Terms};
use crate::types::Type;
use crate::window::Window;
pub use float::floor;
pub use lane::Lane;
use lane::pick;
use std::collections::{BTreeSet, HashMap};

/// The variable that stands for lane `lane` of a leaf.
pub fn leaf_var(leaf: LeafId, lane: u32) -> u32 {
    LaneVar::new(leaf.0 as usize, lane as usize).number()
}

/// The leaf and the lane that a variable stands for.
pub fn var_leaf(var: u32) -> (LeafId, u32) {
    let LaneVar { source, element } = LaneVar::of(var);
    (LeafId(source.into()), element.into())
}

/// The lanes of a window's root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// The bits of each lane.
    pub lanes: Vec<TermId>,
    /// One bit for each lane: whether it is defined.
    pub defined: Vec<TermId>,
}

/// The terms of all lanes of the root.
pub fn lane_terms(window: &Window, terms: &mut Terms) -> Lanes {
    let mut all = LaneTerms::new(window);
    let lanes: Vec<Lane> = (0..window.ty().lanes).map(|lane| all.lane(terms, window.root, lane)).collect();
    Lanes { lanes: lanes.iter().map(|l| l.value).collect(), defined: lanes.iter().map(|l| l.defined).collect() }
}

/// The front end's facts about the given leaf lanes, as one-bit terms that hold: value ranges tighter than the type.
pub fn assumptions(window: &Window, terms: &mut Terms, vars: &BTreeSet<u32>) -> Vec<TermId> {
    let mut facts = Vec::new();
    for &var in vars {
        let Some(leaf) = window.graph.leaves.get(var_leaf(var).0.0 as usize) else { continue };
        let (Some((low, high)), Some((min, max))) = (leaf.range, leaf.ty.range()) else { continue };
        let bits = leaf.ty.bits;
        let value = terms.var(var, bits);
        let le = if leaf.ty.is_signed() { BinOp::Sle } else { BinOp::Ule };
        if low > min {
            let low = terms.constant(low as u128, bits);
            facts.push(terms.bin(le, low, value));
        }
        if high < max {
            let high = terms.constant(high as u128, bits);
            facts.push(terms.bin(le, value, high));
        }
    }
    facts
}

/// The variables of a term.
pub fn free_vars(terms: &Terms, term: TermId) -> BTreeSet<u32> {
    let (mut vars, mut seen, mut stack) = (BTreeSet::new(), BTreeSet::new(), vec![term]);
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let TermNode::Var(var) = terms.node(term) {
            vars.insert(*var);
        }
        stack.extend(terms.operands(term));
    }
    vars
}

/// The terms of every node's lanes, made when they are asked for and kept.
#[derive(Clone, Debug)]
pub struct LaneTerms<'w> {
    window: &'w Window,
    memory: Memory,
    made: HashMap<(NodeId, u32), Lane>,
}

impl<'w> LaneTerms<'w> {
    /// No terms yet. One arena must be used for all calls.
    pub fn new(window: &'w Window) -> Self {
        LaneTerms { window, memory: Memory::of(&window.graph), made: HashMap::new() }
    }

    /// The bits of a node's lane.
    pub fn term(&mut self, terms: &mut Terms, node: NodeId, lane: u32) -> TermId {
        self.lane(terms, node, lane).value
    }

    /// A node's lane with its side condition.
    pub fn lane(&mut self, terms: &mut Terms, id: NodeId, lane: u32) -> Lane {
        // A stack of its own: a window may be thousands of operations deep.
        let mut stack = vec![(id, lane, false)];
        while let Some((id, lane, ready)) = stack.pop() {
            if self.made.contains_key(&(id, lane)) {
                continue;
            }
            if ready {
                let made = self.make(terms, id, lane);
                self.made.insert((id, lane), made);
            } else {
                stack.push((id, lane, true));
                self.needs(id, lane, &mut stack);
            }
        }
        self.made[&(id, lane)]
    }

    /// The operands' lanes that a lane is made of, onto the stack.
    fn needs(&self, id: NodeId, lane: u32, stack: &mut Vec<(NodeId, u32, bool)>) {
        let node = self.window.graph.node(id);
        let arg_ty = |n: usize| self.window.graph.ty(node.args[n]);
        let mut push = |n: usize, lane: u32| stack.push((node.args[n], lane, false));
        match &node.op {
            Op::Leaf(_) | Op::Const(_) => {}
            Op::Broadcast => push(0, lane % arg_ty(0).lanes),
            Op::Ramp => (0..2).for_each(|n| push(n, lane % arg_ty(0).lanes)),
            Op::Shuffle(indices) => {
                let (arg, index) = self.shuffled(node, indices[lane as usize]);
                push(arg, index);
            }
            Op::Reduce(_) => {
                let factor = arg_ty(0).lanes / node.ty.lanes;
                (lane * factor..(lane + 1) * factor).for_each(|lane| push(0, lane));
            }
            Op::Reinterpret => {
                let (from, to) = (arg_ty(0).bits, node.ty.bits);
                let (first, parts) = if to <= from { (lane / (from / to), 1) } else { (lane * (to / from), to / from) };
                (first..first + parts).for_each(|lane| push(0, lane));
            }
            // A condition or an index may be one for all lanes.
            _ => (0..node.args.len()).for_each(|n| push(n, lane % arg_ty(n).lanes)),
        }
    }

    /// Which operand a lane of the concatenation of all is in, and which lane of it.
    fn shuffled(&self, node: &crate::expr::Node, mut index: u32) -> (usize, u32) {
        let mut arg = 0;
        while index >= self.window.graph.ty(node.args[arg]).lanes {
            index -= self.window.graph.ty(node.args[arg]).lanes;
            arg += 1;
        }
        (arg, index)
    }

    /// A lane that is there: what [`Self::needs`] says is made first.
    fn at(&self, id: NodeId, lane: u32) -> Lane {
        self.made[&(id, lane)]
    }

    /// One lane of a node, its operands' lanes being there.
    fn make(&self, terms: &mut Terms, id: NodeId, lane: u32) -> Lane {
        let node = self.window.graph.node(id);
        let always = |terms: &mut Terms, value| Lane { value, defined: terms.constant(1, 1) };
        let arg_ty = |n: usize| self.window.graph.ty(node.args[n]);
        match &node.op {
            Op::Leaf(leaf) => {
                let (leaf, lane) = self.memory.representative(*leaf, lane);
                let value = terms.var(leaf_var(leaf, lane), node.ty.bits);
                always(terms, value)
            }
            Op::Const(bits) => {
                let value = terms.constant((*bits).into(), node.ty.bits);
                always(terms, value)
            }
            Op::Broadcast => self.at(node.args[0], lane % arg_ty(0).lanes),
            Op::Ramp => {
                let (step, inner) = (lane / arg_ty(0).lanes, lane % arg_ty(0).lanes);
                let base = self.at(node.args[0], inner);
                let stride = self.at(node.args[1], inner);
                let step = terms.constant(step.into(), node.ty.bits);
                let offset = terms.bin(BinOp::Mul, stride.value, step);
                let value = terms.bin(BinOp::Add, base.value, offset);
                Lane { value, defined: terms.bin(BinOp::And, base.defined, stride.defined) }
            }
            Op::Shuffle(indices) => {
                let (arg, index) = self.shuffled(node, indices[lane as usize]);
                self.at(node.args[arg], index)
            }
            Op::Reduce(op) => self.reduce(terms, *op, id, lane),
            Op::Reinterpret => self.reinterpret(terms, id, lane),
            Op::Select => {
                let condition = self.at(node.args[0], lane % arg_ty(0).lanes);
                let yes = self.at(node.args[1], lane);
                let no = self.at(node.args[2], lane);
                pick(terms, condition, yes, no)
            }
            Op::Mux => self.mux(terms, id, lane),
            op => {
                let args: Vec<Lane> = node.args.iter().map(|&a| self.at(a, lane)).collect();
                let types: Vec<Type> = node.args.iter().map(|&a| self.window.graph.ty(a)).collect();
                apply(terms, op, &args, &types, node.ty, node.no_wrap)
            }
        }
    }

    /// Adjacent lanes combined. Where any grouping gives the same, in pairs, so that the term is as flat as can be;
    /// else from the lowest up, as the interpreter does.
    fn reduce(&self, terms: &mut Terms, op: ReduceOp, id: NodeId, lane: u32) -> Lane {
        let node = self.window.graph.node(id);
        let factor = self.window.graph.ty(node.args[0]).lanes / node.ty.lanes;
        let ty = node.ty.with_lanes(1);
        let mut parts: Vec<Lane> = (lane * factor..(lane + 1) * factor).map(|l| self.at(node.args[0], l)).collect();
        let mut step = |parts: &[Lane]| match parts {
            [one] => *one,
            parts => apply(terms, &reduce_step(op), parts, &[ty; 2], ty, false),
        };
        if !op.is_free(ty) {
            let first = parts[0];
            return parts[1..].iter().fold(first, |sum, &next| step(&[sum, next]));
        }
        while parts.len() > 1 {
            parts = parts.chunks(2).map(&mut step).collect();
        }
        parts[0]
    }

    /// Narrower lanes are slices of a wider one, a wider lane is narrower ones side by side, lowest first.
    fn reinterpret(&self, terms: &mut Terms, id: NodeId, lane: u32) -> Lane {
        let node = self.window.graph.node(id);
        let (from, to) = (self.window.graph.ty(node.args[0]).bits, node.ty.bits);
        if to <= from {
            let whole = self.at(node.args[0], lane / (from / to));
            let value = terms.extract(whole.value, lane % (from / to) * to, to);
            return Lane { value, defined: whole.defined };
        }
        let parts = to / from;
        let mut joined = self.at(node.args[0], lane * parts);
        for part in 1..parts {
            let next = self.at(node.args[0], lane * parts + part);
            joined.value = terms.concat(next.value, joined.value);
            joined.defined = terms.bin(BinOp::And, joined.defined, next.defined);
        }
        joined
    }

    /// A chain of choices, tested from the last value to the first, so that index 0 is the outermost.
    fn mux(&self, terms: &mut Terms, id: NodeId, lane: u32) -> Lane {
        let node = self.window.graph.node(id);
        let index_ty = self.window.graph.ty(node.args[0]);
        let index = self.at(node.args[0], lane % index_ty.lanes);
        let values = &node.args[1..];
        let mut result = self.at(values[values.len() - 1], lane);
        for (n, &value) in values[..values.len() - 1].iter().enumerate().rev() {
            // An index that its type cannot have needs no test.
            if index_ty.range().is_none_or(|(_, high)| n as i128 > high) {
                continue;
            }
            let number = terms.constant(n as u128, index_ty.bits);
            let here = terms.bin(BinOp::Eq, index.value, number);
            let value = self.at(value, lane);
            result = pick(terms, Lane { value: here, defined: index.defined }, value, result);
        }
        Lane { value: result.value, defined: terms.bin(BinOp::And, result.defined, index.defined) }
    }
}

/// One lane of an operation that works lane by lane.
pub fn apply(terms: &mut Terms, op: &Op, args: &[Lane], types: &[Type], ty: Type, no_wrap: bool) -> Lane {
    let values: Vec<TermId> = args.iter().map(|a| a.value).collect();
    let made = if ty.is_float() || types.iter().any(|t| t.is_float()) {
        float::apply(terms, op, &values, types, ty)
    } else {
        integer::apply(terms, op, &values, types, ty, no_wrap)
    };
    let defined = args.iter().fold(made.defined, |all, arg| terms.bin(BinOp::And, all, arg.defined));
    Lane { value: made.value, defined }
}
