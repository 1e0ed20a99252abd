//! Shifts of bytes by variables, as products with powers of two that are looked up.
//!
//! Few CPUs shift bytes, and by amounts of their own fewer still: LLVM shifts by one, two and four, and chooses. But a shift to
//! the left is a product with 2^n, and one to the right by n is the product with 2^(7 - n), seven bits down: a product is what
//! the engine lays out and chooses instructions for, and the power is a function of one byte. Rounding adds half before the
//! shift, which is the same half for every n.
//!
//! With rounding an amount may be the width and more: a byte without a sign is one half of 2^8 at most, and rounds up to one from there on,
//! which is what it gives seven bits down with no half added; by more, and with a sign, nothing is left.

use isotope_ir::expr::{Graph, Node, NodeId, Op};
use isotope_ir::range::ranges;
use isotope_ir::types::Type;
use isotope_ir::window::Window;
use std::collections::BTreeMap;

/// A window in which shifts are products.
pub(crate) struct Rewritten {
    pub(crate) graph: Graph,
    pub(crate) root: NodeId,
    /// The powers that are looked up.
    pub(crate) powers: Powers,
}

/// By node, what is known of a value that is looked up.
pub(crate) type Powers = BTreeMap<NodeId, Power>;

/// A function of an amount that is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Power {
    /// The amount.
    pub(crate) amount: NodeId,
    /// Its least and its greatest value.
    pub(crate) range: (i128, i128),
}

/// Bits of the elements that are shifted.
const BITS: u32 = 8;
/// By how much less than the width a product is shifted.
const DOWN: i128 = 7;

/// The window with its shifts of bytes by variables as products; `None` where it has none.
pub(crate) fn rewritten(graph: &Graph, root: NodeId) -> Option<Rewritten> {
    let nodes = &graph.nodes[..=root.0 as usize];
    if !nodes.iter().any(|node| is_shift(graph, node)) {
        return None;
    }
    let known = ranges(&Window { graph: graph.clone(), root });
    let mut leaves = Graph::default();
    leaves.leaves.clone_from(&graph.leaves);
    let mut out = Rewritten { graph: leaves, root, powers: Powers::new() };
    let mut moved: Vec<NodeId> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let args: Vec<NodeId> = node.args.iter().map(|a| moved[a.0 as usize]).collect();
        let amount = node.args.get(1).and_then(|by| known[by.0 as usize]).filter(|(low, _)| *low >= 0);
        let product = match amount {
            Some((_, most)) if is_shift(graph, node) => Some(out.product(node, args[0], args[1], most)?),
            _ => None,
        };
        moved.push(product.unwrap_or_else(|| out.graph.add(Node { args, ..node.clone() })));
    }
    out.root = moved[root.0 as usize];
    (!out.powers.is_empty()).then_some(out)
}

/// Whether a node shifts bytes by a vector of bytes.
fn is_shift(graph: &Graph, node: &Node) -> bool {
    let shifts = matches!(node.op, Op::ShiftLeft | Op::ShiftRight | Op::RoundingShiftRight);
    let bytes = |ty: Type| ty.is_integer() && ty.bits == BITS;
    shifts && bytes(node.ty) && bytes(graph.ty(node.args[1])) && graph.splat_bits(node.args[1]).is_none()
}

impl Rewritten {
    /// A shift of `a` by `n`, which is never negative and at most `most`.
    fn product(&mut self, node: &Node, a: NodeId, n: NodeId, most: i128) -> Option<NodeId> {
        let (graph, ty) = (&mut self.graph, node.ty);
        let bytes = Type::uint(BITS, ty.lanes);
        let n = graph.cast(bytes, n).ok()?;
        if node.op == Op::ShiftLeft {
            let one = graph.splat(bytes, 1).ok()?;
            let power = graph.op(Op::ShiftLeft, &[one, n]).ok()?;
            let a = graph.cast(bytes, a).ok()?;
            let product = graph.op(Op::Mul, &[a, power]).ok()?;
            self.powers.insert(power, Power { amount: n, range: (1, 1 << DOWN) });
            return self.graph.cast(ty, product).ok();
        }
        let rounds = node.op == Op::RoundingShiftRight;
        let power = power_down(graph, bytes, n, rounds && most > DOWN, ty.is_signed())?;
        self.powers.insert(power, Power { amount: n, range: (0, 1 << DOWN) });
        let mut product = self.graph.op(Op::WideningMul, &[a, power]).ok()?;
        let wide = self.graph.ty(product);
        if rounds {
            let half = self.half(bytes, n, most > DOWN && !ty.is_signed())?;
            let half = self.graph.cast(wide, half).ok()?;
            product = self.graph.op(Op::Add, &[product, half]).ok()?;
        }
        let by = self.graph.splat(wide, DOWN).ok()?;
        let shifted = self.graph.op(Op::ShiftRight, &[product, by]).ok()?;
        self.graph.cast(ty, shifted).ok()
    }

    /// The addend for rounding: half, but nothing where the amount is the width and that `matters`.
    fn half(&mut self, bytes: Type, n: NodeId, matters: bool) -> Option<NodeId> {
        let half = self.graph.splat(bytes, 1 << (DOWN - 1)).ok()?;
        if !matters {
            return Some(half);
        }
        let (width, zero) = (self.graph.splat(bytes, i128::from(BITS)).ok()?, self.graph.splat(bytes, 0).ok()?);
        let whole = self.graph.op(Op::Eq, &[n, width]).ok()?;
        let chosen = self.graph.op(Op::Select, &[whole, zero, half]).ok()?;
        self.powers.insert(chosen, Power { amount: n, range: (0, 1 << (DOWN - 1)) });
        Some(chosen)
    }
}

/// 2^(7 - n); `past` the width one where the amount is the width of an unsigned byte, else nothing.
fn power_down(graph: &mut Graph, bytes: Type, n: NodeId, past: bool, signed: bool) -> Option<NodeId> {
    let most = graph.splat(bytes, 1 << DOWN).ok()?;
    if !past {
        return graph.op(Op::ShiftRight, &[most, n]).ok();
    }
    let (down, width) = (graph.splat(bytes, DOWN).ok()?, graph.splat(bytes, i128::from(BITS)).ok()?);
    let near = graph.op(Op::Min, &[n, down]).ok()?;
    let power = graph.op(Op::ShiftRight, &[most, near]).ok()?;
    let [zero, one] = [0, 1].map(|value| graph.splat(bytes, value).ok());
    let mut beyond = zero?;
    if !signed {
        let whole = graph.op(Op::Eq, &[n, width]).ok()?;
        beyond = graph.op(Op::Select, &[whole, one?, beyond]).ok()?;
    }
    let inside = graph.op(Op::Lt, &[n, width]).ok()?;
    graph.op(Op::Select, &[inside, power, beyond]).ok()
}
