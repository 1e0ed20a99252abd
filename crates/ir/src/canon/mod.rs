//! The canonical form of a window: one form, and one hash, for all its names, operand orders and phrasings.
//!
//! An e-graph under the rules of `rules.txt` finds the plainest phrasing (`language`, `rules`, `plainest`); operands
//! that commute are put in an order that depends on structure alone (`order`); leaves, buffers and symbolic bases are
//! numbered by first use. Offsets count from the least one of their buffer and base, as only differences matter to an
//! answer. Everything is counted in e-graph nodes, nothing in time, and a phrasing that is missed costs a miss in the
//! memo, no more.

mod language;
mod order;
mod plainest;
pub mod rules;

use crate::expr::{Graph, LeafId, LoadAddress};
use crate::window::Window;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A window in canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Canonical {
    /// Leaves are `v0`, `v1`, ..., buffers `b0`, ..., symbolic bases `s0`, ...
    pub window: Window,
    /// blake3 of the window's printed text.
    pub hash: [u8; 32],
    /// The original leaf behind each canonical leaf.
    pub leaf_map: Vec<LeafId>,
}

/// The canonical form of a window.
pub fn canonicalise(window: &Window) -> Canonical {
    let plain = plainest::plainest(window).unwrap_or_else(|| window.clone());
    let ordered = order::ordered(&plain);
    let leaf_map = originals(window, &ordered);
    let window = renamed(&ordered);
    let hash = *blake3::hash(crate::print::print(&window).as_bytes()).as_bytes();
    Canonical { window, hash, leaf_map }
}

/// Where each leaf of `ordered` is in the original: names are still the same.
fn originals(original: &Window, ordered: &Window) -> Vec<LeafId> {
    let numbers: BTreeMap<&str, u32> =
        original.graph.leaves.iter().zip(0..).map(|(leaf, n)| (leaf.name.as_str(), n)).collect();
    ordered.graph.leaves.iter().map(|leaf| LeafId(numbers[leaf.name.as_str()])).collect()
}

/// Leaves, buffers and bases by number of first use; offsets from the least one of their buffer and base.
fn renamed(window: &Window) -> Window {
    let mut graph = Graph::default();
    let least = order::least_offsets(window);
    let mut buffers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut bases: BTreeMap<&str, usize> = BTreeMap::new();
    for (n, leaf) in window.graph.leaves.iter().enumerate() {
        let load = leaf.load.as_ref().map(|load| LoadAddress {
            buffer: format!("b{}", number(&mut buffers, load.buffer.as_str())),
            base: format!("s{}", number(&mut bases, load.base.as_str())),
            offset: order::relative(&least, load),
            stride: load.stride,
        });
        graph.leaves.push(crate::expr::Leaf { name: format!("v{n}"), ty: leaf.ty, range: leaf.range, load });
    }
    for node in &window.graph.nodes {
        graph.add(node.clone());
    }
    Window { graph, root: window.root }
}

/// The number of a name: names are counted as they come.
fn number<'n>(names: &mut BTreeMap<&'n str, usize>, name: &'n str) -> usize {
    let next = names.len();
    *names.entry(name).or_insert(next)
}
