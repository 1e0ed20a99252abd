//! Operations at the width that their operands have.
//!
//! C computes in `int` whatever was loaded, and compilers keep the width where an operation of the narrow type is not the same by itself: bits
//! are counted in 32 or 64 bits, and differences of bytes are squared as words. Plans see ranges and need no help with sums and products;
//! these are operations without a form, or forms whose own width is the point.

use super::pieces::Merging;
use isotope_ir::expr::{Graph, Node, NodeId, Op};

/// A node of the new graph as one that computes the same at fewer bits; `None` where there is none. Its operands are written already, so that
/// a chain of such operations is narrow from its leaves on.
pub(super) fn narrowed(merging: &mut Merging<'_>, node: &Node) -> Option<NodeId> {
    match (&node.op, &node.args[..]) {
        (Op::PopCount, [of]) => ones(merging, node, *of),
        (Op::Mul | Op::WideningMul, [a, b]) if a == b => square(merging, node, *a),
        _ => None,
    }
}

/// The ones of a number that was extended without a sign are those of the number.
fn ones(merging: &mut Merging<'_>, node: &Node, extended: NodeId) -> Option<NodeId> {
    let of = unsigned(&merging.to, extended)?;
    let ty = merging.to.ty(of);
    merging.merged += 1;
    let count = merging.add(Op::PopCount, vec![of], ty);
    Some(merging.add(Op::Cast, vec![count], node.ty))
}

/// The square of a difference is that of its magnitude, which has no more bits than what is subtracted.
fn square(merging: &mut Merging<'_>, node: &Node, difference: NodeId) -> Option<NodeId> {
    let graph = &merging.to;
    let exact = |wide: &Node, of: &Node| {
        let (wide, of) = (wide.ty, of.ty);
        wide.is_integer()
            && of.is_integer()
            && wide.range().zip(of.range()).is_some_and(|(w, o)| w.0 <= o.0 && o.1 <= w.1)
    };
    // Through extensions that keep every value: what is multiplied is then the difference itself.
    let mut of = difference;
    while graph.node(of).op == Op::Cast && exact(graph.node(of), graph.node(graph.node(of).args[0])) {
        of = graph.node(of).args[0];
    }
    let Node { op, args, ty, .. } = graph.node(of);
    let (a, b) = match op {
        Op::WideningSub => (args[0], args[1]),
        Op::Sub => (unsigned(graph, args[0])?, unsigned(graph, args[1])?),
        _ => return None,
    };
    let narrow = graph.ty(a);
    // Exact where it is written, and the magnitude is a number of the type that is multiplied.
    if narrow != graph.ty(b) || narrow.is_signed() || narrow.bits < 8 || narrow.bits >= ty.bits {
        return None;
    }
    let of_factor = graph.ty(difference);
    merging.merged += 1;
    let magnitude = merging.add(Op::Absd, vec![a, b], narrow);
    let factor = merging.add(Op::Cast, vec![magnitude], of_factor);
    Some(merging.add(node.op.clone(), vec![factor, factor], node.ty))
}

/// What was extended without a sign.
fn unsigned(graph: &Graph, extended: NodeId) -> Option<NodeId> {
    let node = graph.node(extended);
    let of = *node.args.first().filter(|_| node.op == Op::Cast)?;
    let ty = graph.ty(of);
    (ty.is_integer() && !ty.is_signed() && ty.bits >= 8 && ty.bits < node.ty.bits).then_some(of)
}
