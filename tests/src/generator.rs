//! Random typed windows: ranges, overlapping and strided loads, saturation, rounding, reductions, shuffles, any lane count,
//! floats, shared subexpressions; as text, as text with loads in place, and as a graph.

use crate::indices::Index;
use isotope_ir::Window;
use isotope_ir::build::CALLS;
use isotope_ir::expr::{Graph, Leaf, LeafId, LoadAddress, NodeId, Op, ReduceOp};
use isotope_ir::print;
use isotope_ir::types::{Kind, Type};
use isotope_proto::v1;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};

/// How a window is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text with declared leaves.
    Text,
    /// Text whose loads stand where they are used, with indices of their own.
    InPlace,
    /// A graph.
    Graph,
    /// A graph whose leaves share names.
    NamedAlike,
}

/// A window and how it is sent.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Its seed.
    pub seed: u64,
    /// Its meaning; every leaf has a name of its own.
    pub window: Window,
    /// How it is sent.
    pub form: Form,
    /// The index of each leaf that stands in place; by leaf.
    pub indices: Vec<Option<Index>>,
}

/// Constants of floats: bounds of integers are among them.
const NUMBERS: [f64; 10] = [0.5, 1.0, -2.0, 3.25, 1e-40, 0.0, 255.0, -128.0, 32767.0, 2147483648.0];

/// Elements that a window may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elements {
    /// Of integers alone.
    Integers,
    /// Of floats alone.
    Floats,
    /// Of both, with casts from each to the other.
    Both,
}

/// The window of a seed.
pub fn generate(seed: u64, elements: Elements) -> Generated {
    let mut random = StdRng::seed_from_u64(seed);
    let form = [Form::Text, Form::InPlace, Form::Graph, Form::NamedAlike][random.random_range(0..4)];
    loop {
        let mut making = Making { graph: Graph::default(), random: &mut random, nodes: Vec::new(), elements };
        if let Some(window) = making.window(form) {
            let mut indices = vec![None; window.graph.leaves.len()];
            if form == Form::InPlace {
                let first = Index::random(&mut random);
                let mut alike = |index: &Index| match random.random_range(0..3) {
                    0 => Index::random(&mut random),
                    _ => index.like(&mut random),
                };
                indices = window.graph.leaves.iter().map(|leaf| leaf.load.is_some().then(|| alike(&first))).collect();
            }
            return Generated { seed, window, form, indices };
        }
    }
}

struct Making<'a> {
    graph: Graph,
    random: &'a mut StdRng,
    nodes: Vec<NodeId>,
    elements: Elements,
}

impl Making<'_> {
    fn window(&mut self, form: Form) -> Option<Window> {
        let lanes = match self.random.random_range(0..3) {
            0 => *[4, 8, 16, 32, 64].choose(self.random)?,
            _ => self.random.random_range(1..=40),
        };
        let elements = self.elements(lanes);
        for at in 0..self.random.random_range(1..=4) {
            let ty = if at > 0 && self.random.random_bool(0.7) {
                self.graph.leaves[0].ty
            } else {
                *elements.choose(self.random)?
            };
            let leaf = self.leaf(at, ty, form);
            let node = self.graph.leaf(leaf).ok()?;
            self.nodes.push(node);
        }
        let leaves = self.nodes.len();
        let wanted = leaves + self.random.random_range(1..=7);
        for _ in 0..200 {
            if self.nodes.len() >= wanted {
                break;
            }
            if let Some(node) = self.node(lanes) {
                self.nodes.push(node);
            }
        }
        let root = *self.nodes.last()?;
        let window = Window::new(&self.graph, root).ok()?;
        (self.nodes.len() > leaves && !window.graph.leaves.is_empty()).then_some(window)
    }

    fn elements(&self, lanes: u32) -> Vec<Type> {
        let of = |bits: u32| [Type::uint(bits, lanes), Type::int(bits, lanes)];
        let [half, single, double] = [16, 32, 64].map(|bits| Type::float(bits, lanes));
        match self.elements {
            Elements::Integers => {}
            Elements::Floats => {
                let bfloat = Type { kind: Kind::BFloat, bits: 16, lanes };
                return vec![half, bfloat, bfloat, single, double];
            }
            // As many of one kind as of the other, so that most casts change it.
            Elements::Both => {
                let integers = [8, 8, 16, 32].into_iter().flat_map(of);
                return integers.chain([half, single, single, single, single, single, double]).collect();
            }
        }
        // Narrow ones twice: that is where instructions are.
        [8, 8, 16, 16, 32, 64].into_iter().filter(|bits| bits * lanes <= 1024).flat_map(of).collect()
    }

    fn leaf(&mut self, at: usize, ty: Type, form: Form) -> Leaf {
        let mut leaf = Leaf { name: format!("g{at}"), ty, range: None, load: None };
        let loads = if form == Form::InPlace { 0.9 } else { 0.4 };
        if ty.lanes > 1 && self.random.random_bool(loads) {
            let stride = *[1, 1, 1, 1, 2, 3].choose(self.random).unwrap_or(&1);
            let base = if self.random.random_bool(0.8) { "t" } else { "u" };
            let load = LoadAddress {
                buffer: format!("B_{}", ty.with_lanes(1)),
                base: base.to_owned(),
                offset: self.random.random_range(-3..=8),
                stride: if form == Form::InPlace { 1 } else { stride },
            };
            leaf.load = Some(load);
        }
        if let Some((low, high)) = ty.range()
            && form != Form::InPlace
            && leaf.load.is_none()
            && self.random.random_bool(0.4)
        {
            let (a, b) = (self.random.random_range(low..=high), self.random.random_range(low..=high));
            leaf.range = Some((a.min(b), a.max(b)));
        }
        leaf
    }

    fn pick(&mut self) -> NodeId {
        let newest = self.random.random_bool(0.5);
        let from = if newest { self.nodes.len().saturating_sub(3) } else { 0 };
        self.nodes[self.random.random_range(from..self.nodes.len())]
    }

    /// A node of the same type, or a constant.
    fn like(&mut self, ty: Type) -> Option<NodeId> {
        let all: Vec<NodeId> = self.nodes.iter().copied().filter(|&n| self.graph.ty(n) == ty).collect();
        if !all.is_empty() && self.random.random_bool(0.75) {
            return all.choose(self.random).copied();
        }
        let constant = match ty.range() {
            Some((low, high)) if self.random.random_bool(0.5) => self.random.random_range(low..=high) as u64,
            Some((low, high)) => *[1, 2, 3, 7, low, high].choose(self.random)? as u64,
            None => isotope_ir::interp::float::encode(*NUMBERS.choose(self.random)?, ty),
        };
        self.graph.splat_of_bits(ty, constant & (u64::MAX >> (64 - ty.bits))).ok()
    }

    fn node(&mut self, lanes: u32) -> Option<NodeId> {
        let a = self.pick();
        let ty = self.graph.ty(a);
        let first = if self.elements == Elements::Both && self.random.random_bool(0.3) { 0 } else { 12 };
        match self.random.random_range(0..12).min(first) {
            0 | 1 => {
                // A cast, plain or saturating; what a float is reinterpreted as depends on which NaN it is.
                let to = self.elements(lanes).choose(self.random)?.with_lanes(ty.lanes);
                let op = if self.random.random_bool(0.5) { Op::Cast } else { Op::SaturatingCast };
                self.graph.make(op, &[a], Some(to)).ok()
            }
            2 => {
                let factor = *[2, 3, 4].choose(self.random)?;
                let to = ty.lanes.is_multiple_of(factor).then(|| ty.with_lanes(ty.lanes / factor))?;
                let ops = [ReduceOp::Add, ReduceOp::Add, ReduceOp::Max, ReduceOp::Min, ReduceOp::SaturatingAdd];
                self.graph.make(Op::Reduce(*ops.choose(self.random)?), &[a], Some(to)).ok()
            }
            3 => {
                let b = self.like(ty)?;
                let all = 2 * ty.lanes;
                let indices: Vec<u32> = match self.random.random_range(0..3) {
                    0 => (0..all).map(|i| i / 2 + i % 2 * ty.lanes).collect(),
                    1 => (0..ty.lanes).map(|i| i * 2 % all).collect(),
                    _ => (0..ty.lanes).map(|_| self.random.random_range(0..all)).collect(),
                };
                (indices.len() <= 64).then(|| self.graph.make(Op::Shuffle(indices), &[a, b], None).ok())?
            }
            4 => {
                let b = self.like(ty)?;
                let compare = [Op::Lt, Op::Le, Op::Eq, Op::Ne].choose(self.random)?.clone();
                let mask = self.graph.make(compare, &[a, b], None).ok()?;
                let (x, y) = (self.like(ty)?, self.like(ty)?);
                self.graph.make(Op::Select, &[mask, x, y], None).ok()
            }
            5 if ty.is_integer() && ty.bits > 1 => {
                let by = self.random.random_range(0..ty.bits).into();
                let by = self.graph.splat_of_bits(ty.with_kind(Kind::UInt), by).ok()?;
                let ops = [Op::ShiftRight, Op::ShiftLeft, Op::RoundingShiftRight, Op::WideningShiftLeft];
                self.graph.make(ops.choose(self.random)?.clone(), &[a, by], None).ok()
            }
            _ => {
                let plain = [Op::Add, Op::Sub, Op::Mul, Op::Add, Op::Sub];
                let op = if self.random.random_bool(0.4) {
                    plain.choose(self.random)?.clone()
                } else {
                    CALLS.choose(self.random)?.1.clone()
                };
                if matches!(op, Op::Reinterpret | Op::PromiseClamped | Op::Reduce(_) | Op::Mux) {
                    return None;
                }
                let b = self.like(ty)?;
                let one =
                    self.graph.make(op.clone(), &[a, b], None).or_else(|_| self.graph.make(op.clone(), &[a], None));
                one.ok().or_else(|| {
                    let by = self.graph.splat_of_bits(ty.with_kind(Kind::UInt), ty.bits.into()).ok()?;
                    self.graph.make(op, &[a, b, by], None).ok()
                })
            }
        }
    }
}

impl Generated {
    /// The text as it is sent; of a graph, the same window as text.
    pub fn text(&self) -> String {
        if self.form != Form::InPlace {
            return print::print(&self.window);
        }
        let mut text = format!("{} {}", self.window.ty(), print::expression(&self.window));
        for (leaf, index) in self.window.graph.leaves.iter().zip(&self.indices) {
            let (Some(load), Some(index)) = (&leaf.load, index) else { continue };
            let at = format!("{}[ramp({} + {}, 1, {})]", load.buffer, index.text(), load.offset, leaf.ty.lanes);
            text = text.replace(&format!("({}){}", leaf.ty, leaf.name), &format!("({}){at}", leaf.ty));
        }
        text
    }

    /// The graph as it is sent. Leaves that are named alike have the name of the first of their type.
    pub fn graph(&self) -> v1::Expression {
        let leaves = &self.window.graph.leaves;
        let leaf = |leaf: &Leaf| {
            let alike = leaves.iter().find(|other| other.ty == leaf.ty).filter(|_| self.form == Form::NamedAlike);
            v1::Leaf {
                name: alike.unwrap_or(leaf).name.clone(),
                r#type: Some(wire(leaf.ty)),
                // A bound over what the wire has is not said.
                range: leaf
                    .range
                    .and_then(|(low, high)| Some(v1::Range { min: low.try_into().ok()?, max: high.try_into().ok()? })),
                load: leaf.load.as_ref().map(|load| v1::Load {
                    buffer: load.buffer.clone(),
                    base: load.base.clone(),
                    offset: load.offset,
                    stride: load.stride,
                }),
            }
        };
        let node = |node: &isotope_ir::expr::Node| {
            let mut sent = v1::Node {
                args: node.args.iter().map(|a| a.0).collect(),
                r#type: Some(wire(node.ty)),
                no_wrap: node.no_wrap,
                ..v1::Node::default()
            };
            match &node.op {
                Op::Leaf(LeafId(at)) => sent.leaf = *at,
                Op::Const(bits) => sent.constant = *bits,
                Op::Shuffle(indices) => sent.indices.clone_from(indices),
                _ => {}
            }
            sent.op = node.op.word().to_owned();
            sent
        };
        v1::Expression {
            leaves: leaves.iter().map(leaf).collect(),
            nodes: self.window.graph.nodes.iter().map(node).collect(),
            roots: vec![self.window.root.0],
        }
    }

    /// The window with leaves of which the wire says the same as one leaf: one name has one meaning.
    pub fn meant(&self) -> Window {
        let (mut window, said) = (self.window.clone(), self.graph().leaves);
        for node in &mut window.graph.nodes {
            if let Op::Leaf(LeafId(at)) = &mut node.op {
                let first = said.iter().position(|leaf| *leaf == said[*at as usize]);
                *at = first.map_or(*at, |first| first as u32);
            }
        }
        window
    }

    /// Whether leaves of this window share a name on the wire.
    pub fn is_named_alike(&self) -> bool {
        let mut names: Vec<String> = self.graph().leaves.into_iter().map(|leaf| leaf.name).collect();
        names.sort();
        let all = names.len();
        names.dedup();
        self.form == Form::NamedAlike && names.len() < all
    }

    /// The same window cut off at each operand of its root.
    pub fn smaller(&self) -> Vec<Generated> {
        let graph = &self.window.graph;
        let operands = &graph.node(self.window.root).args;
        let cut = operands.iter().filter(|a| !graph.node(**a).args.is_empty());
        let windows = cut.filter_map(|&a| Window::new(graph, a).ok());
        let kept = |window: Window| {
            let index = |leaf: &Leaf| graph.leaves.iter().position(|l| l.name == leaf.name);
            let indices =
                window.graph.leaves.iter().map(|l| index(l).and_then(|at| self.indices[at].clone())).collect();
            Generated { window, indices, ..*self }
        };
        windows.map(kept).collect()
    }
}

fn wire(ty: Type) -> v1::Type {
    let kind = match ty.kind {
        Kind::Int => v1::Kind::Int,
        Kind::UInt => v1::Kind::Uint,
        Kind::Float => v1::Kind::Float,
        Kind::BFloat => v1::Kind::Bfloat,
    };
    v1::Type { kind: kind.into(), bits: ty.bits, lanes: ty.lanes }
}
