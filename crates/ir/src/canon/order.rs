//! One order for operands that commute, from structure alone.
//!
//! Nodes get colours from what they are made of and from what uses them, refined until leaves that can be told apart
//! are (the Weisfeiler-Leman method); a tie is broken by taking the first of the tied leaves on the way down from the
//! root and refining again. Ties that are symmetries give the same order whichever is taken.

use crate::expr::{LoadAddress, Node, NodeId, Op};
use crate::window::Window;
use std::collections::BTreeMap;

/// Rounds of colouring before a tie is broken; each carries a leaf's colour up and down once.
const ROUNDS: usize = 3;

/// Leaves beyond which ties are no longer broken: the work grows with their square.
const MAX_TIES: usize = 128;

/// The window with commuting operands in canonical order.
pub(super) fn ordered(window: &Window) -> Window {
    let least = least_offsets(window);
    let mut leaf_colour: Vec<u64> = window
        .graph
        .leaves
        .iter()
        .map(|leaf| {
            let load = leaf.load.as_ref().map(|load| (load.stride, relative(&least, load)));
            text_hash(&format!("{} {:?} {load:?}", leaf.ty, leaf.range))
        })
        .collect();
    let own: Vec<u64> = window.graph.nodes.iter().map(|n| own_colour(window, n)).collect();
    let mut colours = refine(window, &own, &mut leaf_colour);
    // Each round tells at least one leaf from another, so that there are no more rounds than leaves.
    for round in 0..leaf_colour.len().min(MAX_TIES) {
        let mut count: BTreeMap<u64, u32> = BTreeMap::new();
        for colour in &leaf_colour {
            *count.entry(*colour).or_default() += 1;
        }
        if count.len() == leaf_colour.len() {
            break;
        }
        let walk = leaves_in_order(window, &colours);
        let tied = walk.iter().find(|&&l| count[&leaf_colour[l]] > 1);
        let Some(&tied) = tied else { break };
        leaf_colour[tied] = mix(leaf_colour[tied], 0x5eed + round as u64);
        colours = refine(window, &own, &mut leaf_colour);
    }
    // Nodes are rebuilt in the old order, which is topological; the window brings them into the new one.
    let mut rebuilt = crate::expr::Graph::default();
    rebuilt.leaves.clone_from(&window.graph.leaves);
    let mut ids: Vec<NodeId> = Vec::with_capacity(window.graph.nodes.len());
    for node in &window.graph.nodes {
        let mut args: Vec<NodeId> = sorted_args(window, node, &colours);
        args.iter_mut().for_each(|a| *a = ids[a.0 as usize]);
        ids.push(rebuilt.add(Node { args, ..node.clone() }));
    }
    // The same nodes with swapped operands: within every bound that the window is within.
    Window::new(&rebuilt, ids[window.root.0 as usize]).unwrap_or_else(|_| window.clone())
}

/// Whether the first two operands may be swapped without any change of a bit.
pub(super) fn commutes(op: &Op, float: bool) -> bool {
    use Op::*;
    match op {
        Add | Mul | Eq | Ne | WideningAdd | WideningMul => true,
        Absd | Min | Max | And | Or | Xor | SaturatingAdd | HalvingAdd | RoundingHalvingAdd => !float,
        _ => false,
    }
}

/// The least offset of each buffer and base.
pub(super) fn least_offsets(window: &Window) -> BTreeMap<(&str, &str), i64> {
    let mut least = BTreeMap::new();
    for load in window.graph.leaves.iter().filter_map(|leaf| leaf.load.as_ref()) {
        let first = least.entry((load.buffer.as_str(), load.base.as_str())).or_insert(load.offset);
        *first = load.offset.min(*first);
    }
    least
}

/// The offset from the least one of the same buffer and base.
pub(super) fn relative(least: &BTreeMap<(&str, &str), i64>, load: &LoadAddress) -> i64 {
    load.offset.wrapping_sub(least[&(load.buffer.as_str(), load.base.as_str())])
}

/// Whether a node's operands may change places.
fn swaps(window: &Window, node: &Node) -> bool {
    let float = |id: &NodeId| window.graph.ty(*id).is_float();
    !node.args.is_empty() && commutes(&node.op, node.args.iter().any(float))
}

/// Operands in canonical order; constants stay to the right.
fn sorted_args(window: &Window, node: &Node, colours: &[u64]) -> Vec<NodeId> {
    let mut args = node.args.clone();
    if swaps(window, node) {
        args.sort_by_key(|&a| (window.graph.splat_bits(a).is_some(), colours[a.0 as usize]));
    }
    args
}

/// The leaves as a walk from the root meets them.
fn leaves_in_order(window: &Window, colours: &[u64]) -> Vec<usize> {
    let mut seen = vec![false; window.graph.nodes.len()];
    let mut leaves = Vec::new();
    let mut stack = vec![window.root];
    while let Some(id) = stack.pop() {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        let node = window.graph.node(id);
        if let Op::Leaf(leaf) = node.op {
            leaves.push(leaf.0 as usize);
        }
        if !node.args.is_empty() {
            stack.extend(sorted_args(window, node, colours).into_iter().rev());
        }
    }
    leaves
}

/// Colours of all nodes, and finer ones of the leaves.
fn refine(window: &Window, own: &[u64], leaf_colour: &mut [u64]) -> Vec<u64> {
    let nodes = &window.graph.nodes;
    let swaps: Vec<bool> = nodes.iter().map(|n| swaps(window, n)).collect();
    let mut up = vec![0u64; nodes.len()];
    for _ in 0..ROUNDS {
        for (id, node) in nodes.iter().enumerate() {
            let mut below: Vec<u64> = node.args.iter().map(|a| up[a.0 as usize]).collect();
            if swaps[id] {
                below.sort_unstable();
            }
            let start = if let Op::Leaf(leaf) = node.op { leaf_colour[leaf.0 as usize] } else { own[id] };
            up[id] = below.into_iter().fold(start, mix);
        }
        // From users to operands: a sum of what each use says, so that the order of users does not matter.
        let mut down = vec![0u64; nodes.len()];
        for (id, node) in nodes.iter().enumerate().rev() {
            let here = mix(up[id], down[id]);
            for (place, arg) in node.args.iter().enumerate() {
                let place = if swaps[id] { 0 } else { place as u64 + 1 };
                let slot = &mut down[arg.0 as usize];
                *slot = slot.wrapping_add(mix(here, place));
            }
        }
        for (id, node) in nodes.iter().enumerate() {
            if let Op::Leaf(leaf) = node.op {
                let colour = &mut leaf_colour[leaf.0 as usize];
                *colour = mix(*colour, down[id]);
            }
        }
    }
    up
}

/// The operation and type; a leaf's number says nothing.
fn own_colour(window: &Window, node: &Node) -> u64 {
    match node.op {
        Op::Leaf(leaf) => text_hash(&window.graph.leaves[leaf.0 as usize].ty.to_string()),
        ref op => text_hash(&format!("{op:?} {} {}", node.ty, node.no_wrap)),
    }
}

/// FNV-1a, fixed here because stored keys depend on it.
fn text_hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Both words spread over one (the finaliser of splitmix64).
fn mix(a: u64, b: u64) -> u64 {
    let mut z = a.rotate_left(23).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
