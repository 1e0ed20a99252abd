//! The baseline: any well-typed window as plain LLVM vector operations.
//!
//! It is the answer when nothing better is found, and the yardstick of what is: it must be what a competent
//! compiler front end would write, whole vectors that LLVM legalises, no slower and no cleverer. Every corner of
//! Halide's semantics is kept; where Halide leaves a lane undefined (a shift too far) so may the code, but it never
//! traps. Not here: target instructions, value ranges, layouts; those are the search's.
//!
//! Lowering goes node by node, in the graph's own order, and every node becomes one value: sharing
//! in the window is sharing in the program. Nothing is folded here beyond what a front end would
//! fold (a literal divisor, a literal shift): LLVM folds the rest, and a baseline that is cleverer
//! than LLVM's input would flatter nobody.

mod arithmetic;
mod builder;
mod convert;
mod division;
mod float;
mod movement;
mod phrase;
mod quotients;
mod shifts;
mod steps;

use crate::program::{Draft, Generic, Origin, Param, Program, Shape, StepOp, Value};
use builder::Builder;
use isotope_ir::expr::{Graph, LeafId, Node, NodeId, Op};
use isotope_ir::types::{Kind, Type};
pub use movement::combination;
pub use phrase::rephrased;

/// The window under `root` as generic operations. Parameters are the leaves it reads, in order of first use.
pub fn lower(graph: &Graph, root: NodeId) -> Program {
    lower_with(graph, root, Way::PLAIN)
}

/// The same by binary32 and binary64 arithmetic and integers alone, where that is another program: not every CPU
/// converts binary16 or rounds to integers, and LLVM calls a library on those that do not.
pub fn lower_without_calls(graph: &Graph, root: NodeId) -> Option<Program> {
    let half = |ty: Type| ty.is_float() && ty.bits == 16;
    let differs = |node: &Node| {
        node.args.iter().any(|a| half(graph.ty(*a))) || half(node.ty) || node.op == Op::Mod && node.ty.is_float()
    };
    graph.nodes.iter().any(differs).then(|| lower_with(graph, root, Way { cpu_floats: false, ..Way::PLAIN }))
}

/// The same with saturating casts of floats to 64 bits left to LLVM, where there are any. A CPU without such conversions of vectors goes
/// lane by lane either way, and LLVM's own way may cost less there.
pub fn lower_saturating(graph: &Graph, root: NodeId) -> Option<Program> {
    let differs = |node: &Node| node.op == Op::SaturatingCast && saturates_to_64_bits(graph.ty(node.args[0]), node.ty);
    graph.nodes.iter().any(differs).then(|| lower_with(graph, root, Way { saturates: true, ..Way::PLAIN }))
}

/// Whether a saturating cast goes from a float to 64 bits by a conversion to 64 bits. A finite number of binary16 needs none.
fn saturates_to_64_bits(from: Type, to: Type) -> bool {
    from.is_float() && (from.kind, from.bits) != (Kind::Float, 16) && to.is_integer() && to.bits == 64
}

/// The same with divisions by variables bit by bit or by floats, each way a program where they differ, and with shifts that are
/// defined for every amount, where there are any. No front end writes that, so it is what a search proposes and no baseline: LLVM
/// divides lane by lane, and what is undefined in a lane is undefined in all of a wider element that the lane becomes a part of.
pub fn lower_part(graph: &Graph, root: NodeId) -> Vec<Program> {
    let varies = |node: &Node| node.args.get(1).is_some_and(|by| graph.splat_bits(*by).is_none());
    let differs = |node: &Node| match node.op {
        Op::Div | Op::Mod | Op::DivRoundToZero | Op::ModRoundToZero => node.ty.bits <= quotients::MAX_BITS,
        Op::ShiftLeft | Op::ShiftRight | Op::WideningShiftLeft | Op::WideningShiftRight => true,
        _ => false,
    };
    let any = graph
        .nodes
        .iter()
        .zip(reachable(graph, root))
        .any(|(node, used)| used && node.ty.is_integer() && differs(node) && varies(node));
    if !any {
        return Vec::new();
    }
    let ways = [Part::Steps, Part::Floats].map(|part| lower_with(graph, root, Way { part, ..Way::PLAIN }));
    let mut programs = Vec::from(ways);
    programs.dedup();
    programs
}

/// The decision that a lowering leaves to LLVM.
#[derive(Clone, Copy)]
struct Way {
    /// binary16 and rounding to integers: see [`lower_without_calls`].
    cpu_floats: bool,
    /// Neither divisions by variables nor shifts past the width: see [`lower_part`].
    part: Part,
    /// Saturating casts to 64 bits: see [`lower_saturating`].
    saturates: bool,
}

impl Way {
    /// As a front end would write it.
    const PLAIN: Way = Way { cpu_floats: true, part: Part::No, saturates: false };
}

/// How what a part of a program may not leave to LLVM is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// It is left to LLVM.
    No,
    /// Short elements are divided bit by bit.
    Steps,
    /// All elements that floats tell apart are divided by them.
    Floats,
}

/// A step or a few for each node that the root needs, in the graph's order, which is a topological one.
fn lower_with(graph: &Graph, root: NodeId, way: Way) -> Program {
    let reached = reachable(graph, root);
    let params = graph.nodes.iter().zip(&reached).filter(|(_, used)| **used).filter_map(|(node, _)| match node.op {
        Op::Leaf(leaf) => Some(Param::leaf(graph, leaf)),
        _ => None,
    });
    let program = Draft::new(params.collect(), graph.ty(root));
    let mut lowering = Lowering { graph, b: Builder { program }, values: vec![None; graph.nodes.len()], way };
    for at in (0..graph.nodes.len()).filter(|&at| reached[at]) {
        let value = lowering.node(NodeId(at as u32));
        lowering.values[at] = Some(value);
    }
    let result = lowering.value(root);
    lowering.b.program.finish(result)
}

/// Which nodes the root needs. A canonical window has no others, but a lowering is also asked for
/// windows that were rephrased or cut out of a larger graph, and a parameter that nothing reads
/// would be loaded for nothing.
fn reachable(graph: &Graph, root: NodeId) -> Vec<bool> {
    let mut reached = vec![false; graph.nodes.len()];
    reached[root.0 as usize] = true;
    for at in (0..graph.nodes.len()).rev().filter(|&at| at <= root.0 as usize) {
        if reached[at] {
            graph.nodes[at].args.iter().for_each(|a| reached[a.0 as usize] = true);
        }
    }
    reached
}

/// The shape that a value of a type has.
pub fn shape(ty: Type) -> Shape {
    Shape::new(ty.bits, ty.lanes)
}

/// The window with the values of the nodes so far.
struct Lowering<'a> {
    graph: &'a Graph,
    b: Builder,
    /// By node: its value, once it is lowered. Nodes that the root does not need have none.
    values: Vec<Option<Value>>,
    way: Way,
}

impl Lowering<'_> {
    /// The value of an operand.
    fn value(&self, id: NodeId) -> Value {
        self.values[id.0 as usize].expect("operands are lowered before their users")
    }

    /// The type of a node.
    fn ty(&self, id: NodeId) -> Type {
        self.graph.ty(id)
    }

    /// The element that every lane of a node has, when it is a literal or a broadcast of one.
    fn constant(&self, id: NodeId) -> Option<u64> {
        let node = self.graph.node(id);
        match node.op {
            Op::Const(bits) => Some(bits),
            Op::Broadcast => self.constant(node.args[0]),
            _ => None,
        }
    }

    /// The same, as the number that the node's type makes of it.
    fn constant_number(&self, id: NodeId) -> Option<i128> {
        let (bits, ty) = (self.constant(id)?, self.ty(id));
        Some(if ty.is_signed() { isotope_ir::term::signed(bits as u128, ty.bits) } else { bits as i128 })
    }

    /// The operand as elements of a wider type, extended by its own signedness.
    fn widened(&mut self, id: NodeId, bits: u32) -> Value {
        let (value, ty) = (self.value(id), self.ty(id));
        self.b.extend(value, bits, ty.is_signed())
    }

    /// One node as steps. The operations of the files beside this one are told apart by operation
    /// first and by type second: a float operand makes it float arithmetic whatever the operation,
    /// but for moving bits about.
    fn node(&mut self, id: NodeId) -> Value {
        let node = self.graph.node(id).clone();
        let args = &node.args;
        match &node.op {
            Op::Leaf(leaf) => self.leaf(*leaf, node.ty),
            Op::Const(bits) => self.b.program.splat(*bits, shape(node.ty)),
            Op::Broadcast => self.broadcast(args[0], node.ty),
            Op::Ramp => self.ramp(args[0], args[1], node.ty),
            Op::Shuffle(indices) => self.shuffle(args, indices),
            Op::Reduce(op) => self.reduce(*op, args[0], node.ty),
            Op::Mux => self.mux(args),
            Op::Select => self.select(args),
            Op::Reinterpret => self.reinterpret(args[0], node.ty),
            op if node.ty.is_float() || self.ty(args[0]).is_float() => self.float(op, args, node.ty),
            Op::Cast => self.cast(args[0], node.ty),
            Op::SaturatingCast => self.saturating_cast(args[0], node.ty),
            Op::Div | Op::Mod | Op::DivRoundToZero | Op::ModRoundToZero => self.division(&node.op, args),
            Op::ShiftLeft
            | Op::ShiftRight
            | Op::WideningShiftLeft
            | Op::WideningShiftRight
            | Op::RoundingShiftLeft
            | Op::RoundingShiftRight => self.shift(&node.op, args, node.ty),
            Op::MulShiftRight => self.mul_shift(args, false),
            Op::RoundingMulShiftRight => self.mul_shift(args, true),
            op => self.integer(op, args, node.ty),
        }
    }

    /// The parameter of a leaf. Parameters are numbered by first use, not by leaf: a leaf that
    /// nothing reads is no parameter.
    fn leaf(&mut self, leaf: LeafId, ty: Type) -> Value {
        let params = &self.b.program.params;
        let at = params.iter().position(|p| p.origin == Origin::Leaf(leaf)).expect("every leaf reached is a parameter");
        self.b.program.push(StepOp::Param(at as u32), vec![], shape(ty))
    }

    /// LLVM takes one bit for all lanes as it takes one for each, which is what Halide means by
    /// either.
    fn select(&mut self, args: &[NodeId]) -> Value {
        let [mask, then, other] = [0, 1, 2].map(|i| self.value(args[i]));
        self.b.select(mask, then, other)
    }

    /// The same bits; between types of equal shape that is the value itself.
    fn reinterpret(&mut self, arg: NodeId, ty: Type) -> Value {
        let value = self.value(arg);
        if self.b.program.shape(value) == shape(ty) {
            return value;
        }
        self.b.program.generic(Generic::Bitcast, vec![value], shape(ty))
    }
}

#[cfg(test)]
mod tests;
