//! Windows as the wire has them.

use isotope_ir::Window;
use isotope_ir::expr::{Leaf, LeafId, Node, Op};
use isotope_ir::types::{Kind, Type};
use isotope_proto::v1;

/// A window as a graph with one root.
pub fn expression(window: &Window) -> v1::Expression {
    v1::Expression {
        leaves: window.graph.leaves.iter().map(leaf).collect(),
        nodes: window.graph.nodes.iter().map(node).collect(),
        roots: vec![window.root.0],
    }
}

fn leaf(leaf: &Leaf) -> v1::Leaf {
    // A fact that the wire has no room for is not sent.
    let range =
        leaf.range.and_then(|(min, max)| Some(v1::Range { min: min.try_into().ok()?, max: max.try_into().ok()? }));
    let load = leaf.load.as_ref().map(|load| v1::Load {
        buffer: load.buffer.clone(),
        base: load.base.clone(),
        offset: load.offset,
        stride: load.stride,
    });
    v1::Leaf { name: leaf.name.clone(), r#type: Some(ty(leaf.ty)), range, load }
}

fn node(node: &Node) -> v1::Node {
    let mut sent = v1::Node {
        op: node.op.word().to_owned(),
        args: node.args.iter().map(|id| id.0).collect(),
        r#type: Some(ty(node.ty)),
        no_wrap: node.no_wrap,
        ..v1::Node::default()
    };
    match &node.op {
        Op::Leaf(LeafId(at)) => sent.leaf = *at,
        Op::Const(bits) => sent.constant = *bits,
        Op::Shuffle(indices) => sent.indices.clone_from(indices),
        _ => {}
    }
    sent
}

fn ty(ty: Type) -> v1::Type {
    v1::Type { kind: kind(ty.kind).into(), bits: ty.bits, lanes: ty.lanes }
}

/// A kind as the wire has it, and by its number isotope.h.
pub fn kind(kind: Kind) -> v1::Kind {
    match kind {
        Kind::Int => v1::Kind::Int,
        Kind::UInt => v1::Kind::Uint,
        Kind::Float => v1::Kind::Float,
        Kind::BFloat => v1::Kind::Bfloat,
    }
}
