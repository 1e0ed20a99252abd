//! Operations at the width that their operands have, and rotations as what LLVM knows for one.
//!
//! C computes in `int` whatever was loaded, and compilers keep the width where an operation of the narrow type is not the same by itself: bits
//! are counted in 32 or 64 bits, and differences of bytes are squared as words. Plans see ranges and need no help with sums and products;
//! these are operations without a form, or forms whose own width is the point.

use super::pieces::Merging;
use isotope_ir::expr::{Graph, Node, NodeId, Op};
use isotope_ir::types::Type;

impl Merging<'_> {
    /// A node of the new graph as one that computes the same at fewer bits; `None` where there is none. Its operands are written already, so that
    /// a chain of such operations is narrow from its leaves on.
    pub(super) fn narrowed(&mut self, node: &Node) -> Option<NodeId> {
        match (&node.op, &node.args[..]) {
            (Op::PopCount, [of]) => ones(self, node, *of),
            (Op::Mul | Op::WideningMul, [a, b]) if a == b => square(self, node, *a),
            (Op::Abs, [of]) => distance(self, node, *of),
            (Op::Or, [a, b]) => rotation(self, node, *a, *b).or_else(|| rotation(self, node, *b, *a)),
            (Op::Cast, [of]) => low_bits(self, node, *of).or_else(|| turned(self, node, *of)),
            _ => None,
        }
    }
}

/// A number that was cut and extended again, without a sign, is its lower bits: LLVM sees a mask there that it takes into other operations.
///
/// An example is `u16(u8(a)) | (b << 8)`: with a mask it is one `vpternlog` after the shift. With two conversions it is a permutation of the
/// bytes of two registers, which costs twice as much.
fn low_bits(merging: &mut Merging<'_>, node: &Node, cut: NodeId) -> Option<NodeId> {
    let of = unsigned_cast(&merging.to, node, cut)?;
    let bits = merging.to.ty(cut).bits;
    if merging.to.ty(of) != node.ty || bits >= node.ty.bits {
        return None;
    }
    merging.merged += 1;
    // A mask has the width of its register: nothing moves between lanes of two widths, as cutting and extending does.
    let mask = constant(merging, (1 << bits) - 1, node.ty);
    Some(merging.add(Op::And, vec![of, mask], node.ty))
}

/// (x * (2^n + 1)) >> s in 2n bits, cut to the n bits of x, is x rotated to the right by s: the product is x beside x.
///
/// C has no narrower product, so that a rotation of bytes by a product is written like that. In their own bits bytes are rotated by one
/// instruction (`vgf2p8affineqb`), which no plan finds for words of which only the lower half is kept.
fn turned(merging: &mut Merging<'_>, node: &Node, shifted: NodeId) -> Option<NodeId> {
    let graph = &merging.to;
    let of = |id: NodeId, ops: &[Op]| Some(&graph.node(id).args).filter(|_| ops.contains(&graph.node(id).op));
    let (ty, wide) = (node.ty, graph.ty(shifted));
    // A signed shift would fill with the sign, and a signed product is no two copies of x.
    let is_in_twice_the_bits = ty.is_integer() && wide.is_integer() && wide.bits == 2 * ty.bits && wide.bits <= 64;
    if !is_in_twice_the_bits || ty.is_signed() || wide.is_signed() {
        return None;
    }
    let shift = of(shifted, &[Op::ShiftRight])?;
    // At least one bit, and not all: a shift by all bits is x itself, and needs no rotation.
    let by = graph.splat_bits(shift[1]).filter(|by| (1..u64::from(ty.bits)).contains(by))?;
    let factors = of(shift[0], &[Op::Mul])?;
    let twice = factors.iter().position(|&factor| graph.splat_bits(factor) == Some((1 << ty.bits) + 1))?;
    let x = unsigned(graph, factors[1 - twice]).filter(|&x| graph.ty(x) == ty)?;
    merging.merged += 1;
    let [left, right] = [u64::from(ty.bits) - by, by].map(|by| constant(merging, by, ty));
    let left = merging.add(Op::ShiftLeft, vec![x, left], ty);
    let right = merging.add(Op::ShiftRight, vec![x, right], ty);
    Some(merging.add(Op::Or, vec![left, right], ty))
}

/// The same number in all lanes.
fn constant(merging: &mut Merging<'_>, bits: u64, ty: Type) -> NodeId {
    let scalar = merging.add(Op::Const(bits), vec![], ty.with_lanes(1));
    merging.add(Op::Broadcast, vec![scalar], ty)
}

/// The operand of a cast to unsigned integers, if that is another one's result.
fn unsigned_cast(graph: &Graph, node: &Node, cut: NodeId) -> Option<NodeId> {
    let is_unsigned = |ty: Type| ty.is_integer() && !ty.is_signed() && ty.bits >= 8;
    let of = *graph.node(cut).args.first().filter(|_| graph.node(cut).op == Op::Cast)?;
    [node.ty, graph.ty(cut), graph.ty(of)].into_iter().all(is_unsigned).then_some(of)
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
fn square(merging: &mut Merging<'_>, node: &Node, of: NodeId) -> Option<NodeId> {
    let (a, b) = difference(&merging.to, of)?;
    let factor = magnitude(merging, a, b, merging.to.ty(of));
    Some(merging.add(node.op.clone(), vec![factor, factor], node.ty))
}

/// |a - b| of what was extended for it is an absolute difference. Sums of these are what compilers make of a loop over bytes whose
/// difference is an `int`.
fn distance(merging: &mut Merging<'_>, node: &Node, of: NodeId) -> Option<NodeId> {
    let (a, b) = difference(&merging.to, of)?;
    Some(magnitude(merging, a, b, node.ty))
}

/// An absolute difference, extended.
fn magnitude(merging: &mut Merging<'_>, a: NodeId, b: NodeId, ty: Type) -> NodeId {
    merging.merged += 1;
    let narrow = merging.to.ty(a);
    let magnitude = merging.add(Op::Absd, vec![a, b], narrow);
    merging.add(Op::Cast, vec![magnitude], ty)
}

/// The unsigned values whose exact difference a node is, extended or not, of more bits than they have. Only signed differences are exact: in an
/// unsigned type they wrap where b is greater, whatever the width.
fn difference(graph: &Graph, of: NodeId) -> Option<(NodeId, NodeId)> {
    let exact = |wide: &Node, of: &Node| {
        let (wide, of) = (wide.ty, of.ty);
        let is_within = |(w, o): ((i128, i128), (i128, i128))| w.0 <= o.0 && o.1 <= w.1;
        wide.is_integer() && of.is_integer() && wide.range().zip(of.range()).is_some_and(is_within)
    };
    // Through extensions that keep every value: what is asked of is then the difference itself.
    let mut of = of;
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
    let fits = narrow == graph.ty(b) && narrow.is_integer() && !narrow.is_signed() && narrow.bits >= 8;
    (fits && ty.is_signed() && narrow.bits < ty.bits).then_some((a, b))
}

/// (x << (n & m)) | ((x >> 1) >> (!n & m)), which never shifts by the width, as (x << (n & m)) | (x >> (-n & m)): of an n without those bits
/// both halves of that are x. LLVM takes it for a rotation, and not the first.
fn rotation(merging: &mut Merging<'_>, node: &Node, up: NodeId, down: NodeId) -> Option<NodeId> {
    let graph = &merging.to;
    let of = |id: NodeId, op: Op| Some(&graph.node(id).args).filter(|_| graph.node(id).op == op);
    let most = u64::from(node.ty.bits - 1);
    let masked = |id: NodeId| {
        let args = of(id, Op::And)?;
        let bits = args.iter().position(|&arg| graph.splat_bits(arg) == Some(most))?;
        Some((args[1 - bits], args[bits]))
    };
    // By name: the value that is rotated, its shift to the left, and both steps of that to the right.
    let (left, right) = (of(up, Op::ShiftLeft)?, of(down, Op::ShiftRight)?);
    let once = of(right[0], Op::ShiftRight)?;
    let ((by, mask), (rest, _)) = (masked(left[1])?, masked(right[1])?);
    let is_rotation = once[0] == left[0] && graph.splat_bits(once[1]) == Some(1) && of(rest, Op::Not)?[0] == by;
    let (x, ty) = (left[0], graph.ty(by));
    // Rotations are of bits: a signed value would be filled with its sign. Sums wrap, as the amount does.
    if !is_rotation
        || node.ty.is_signed()
        || ty.is_signed()
        || !node.ty.bits.is_power_of_two()
        || ty.lanes != node.ty.lanes
    {
        return None;
    }
    merging.merged += 1;
    let zero = constant(merging, 0, ty);
    let back = merging.add(Op::Sub, vec![zero, by], ty);
    let back = merging.add(Op::And, vec![back, mask], ty);
    let down = merging.add(Op::ShiftRight, vec![x, back], node.ty);
    Some(merging.add(Op::Or, vec![up, down], node.ty))
}

/// The operand of an extension without a sign.
fn unsigned(graph: &Graph, extended: NodeId) -> Option<NodeId> {
    let node = graph.node(extended);
    let of = *node.args.first().filter(|_| node.op == Op::Cast)?;
    let ty = graph.ty(of);
    (ty.is_integer() && !ty.is_signed() && ty.bits >= 8 && ty.bits < node.ty.bits).then_some(of)
}
