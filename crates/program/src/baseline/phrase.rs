//! Another phrasing of a window, for its lowering: as a front end would have phrased it.
//!
//! The canonical form spells everything out in casts and plain arithmetic, which is right for keys and wrong for code. Two
//! of Halide's own operations are put back here: a saturated sum of widened operands is a saturating addition, and
//! a value that fits a narrower type is saturated there. Both lowerings are priced, the cheaper is the baseline.

use isotope_ir::expr::{Graph, Node, NodeId, Op};
use isotope_ir::types::Type;
use isotope_ir::window::Window;

/// The window rephrased; `None` where nothing is phrased differently.
pub fn rephrased(window: &Window) -> Option<Window> {
    // Ranges of the nodes as they were: a rephrased node has the same values.
    let ranges = isotope_ir::range::ranges(window);
    let mut to = Graph::default();
    to.leaves.clone_from(&window.graph.leaves);
    let mut made: Vec<NodeId> = Vec::with_capacity(window.graph.nodes.len());
    let mut changed = false;
    for node in &window.graph.nodes {
        let args: Vec<NodeId> = node.args.iter().map(|a| made[a.0 as usize]).collect();
        let rephrased = match node.op {
            Op::SaturatingCast => saturated_sum(&mut to, args[0], node.ty).or_else(|| {
                let range = ranges[node.args[0].0 as usize]?;
                saturated_narrow(&mut to, args[0], range, node.ty)
            }),
            _ => None,
        };
        changed |= rephrased.is_some();
        made.push(rephrased.unwrap_or_else(|| to.add(Node { args, ..node.clone() })));
    }
    let rephrased = changed.then(|| Window::new(&to, made[window.root.0 as usize]).ok()).flatten();
    // Leaves are numbered by first use: a program's parameters must mean the same leaves.
    rephrased.filter(|w| w.graph.leaves == window.graph.leaves)
}

/// `saturating_cast<T>(wide(a) ± wide(b))` with a and b of type T.
fn saturated_sum(graph: &mut Graph, sum: NodeId, ty: Type) -> Option<NodeId> {
    let node = graph.node(sum).clone();
    let op = match node.op {
        Op::Add => Op::SaturatingAdd,
        // A difference of unsigned operands wraps before it is saturated.
        Op::Sub if node.ty.is_signed() => Op::SaturatingSub,
        _ => return None,
    };
    // A value that was cast up from the result's own type.
    let narrow = |graph: &Graph, arg: NodeId| {
        let cast = graph.node(arg);
        (cast.op == Op::Cast && graph.ty(cast.args[0]) == ty).then(|| cast.args[0])
    };
    let (a, b) = (narrow(graph, node.args[0])?, narrow(graph, node.args[1])?);
    (node.ty.bits > ty.bits).then(|| graph.make(op, &[a, b], Some(ty)).ok()).flatten()
}

/// A saturation of what fits half the bits, from there.
fn saturated_narrow(graph: &mut Graph, arg: NodeId, range: (i128, i128), ty: Type) -> Option<NodeId> {
    let from = graph.ty(arg);
    // One step down, not all the way: the saturation itself is LLVM's to narrow.
    let half = Type { bits: from.bits / 2, ..from };
    let (lo, hi) = half.range()?;
    if half.bits < 2 * ty.bits || range.0 < lo || range.1 > hi {
        return None;
    }
    let cut = graph.cast(half, arg).ok()?;
    graph.make(Op::SaturatingCast, &[cut], Some(ty)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rephrased_text(text: &str) -> Option<String> {
        let file = isotope_ir::parse::parse_file(text).unwrap();
        rephrased(&file.windows[0]).map(|w| isotope_ir::print::expression(&w))
    }

    #[test]
    fn a_saturated_sum_is_a_saturating_addition() {
        let text =
            rephrased_text("uint8x64 (uint8x64)saturating_cast(uint16x64((uint8x64)a) + uint16x64((uint8x64)b))");
        assert!(text.unwrap().contains("saturating_add((uint8x64)a, (uint8x64)b)"));
    }

    #[test]
    fn an_unsigned_difference_that_wraps_first_stays() {
        let text = "uint8x64 (uint8x64)saturating_cast(uint16x64((uint8x64)a) - uint16x64((uint8x64)b))";
        assert_eq!(rephrased_text(text), None);
    }

    #[test]
    fn what_fits_half_the_bits_is_saturated_there() {
        let text = "uint8x8 (uint8x8)saturating_cast(int64x8((int32x8)a))";
        assert!(rephrased_text(text).unwrap().contains("saturating_cast(int32x8(int64x8("));
    }
}
