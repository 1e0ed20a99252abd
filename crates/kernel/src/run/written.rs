//! Memory that a parallel loop's text may write.

use crate::plan::nodes::{Kind, Node, Plan};
use crate::plan::wide::Wide;
use crate::run::machine::Machine;
use crate::values::value::Slot;
use std::collections::{HashMap, HashSet};

/// The values of memrefs that an operation writes or frees; `None`: any.
fn destinations(node: &Node) -> Option<&[u32]> {
    match &node.kind {
        Kind::Store { .. } | Kind::Copy | Kind::Transfer { write: true, .. } => node.operands.get(1..2),
        Kind::Wide(Wide::Masked(of)) if of.is_store => node.operands.get(..1),
        Kind::Dealloc | Kind::Realloc { .. } => node.operands.get(..1),
        Kind::Call(_) => None,
        _ => Some(&[]),
    }
}

/// Nodes of all regions of one, those within regions too.
fn within<'p>(plan: &'p Plan, node: &'p Node) -> Vec<&'p Node> {
    let (mut all, mut open) = (Vec::new(), vec![node]);
    while let Some(node) = open.pop() {
        let blocks = node.regions.iter().flatten();
        let inner: Vec<&Node> = blocks.flat_map(|block| &plan.blocks[*block].nodes).collect();
        open.extend(&inner);
        all.extend(inner);
    }
    all
}

impl Machine<'_> {
    /// The buffers that exist and that this operation's regions may write, with the number of the next one that is made; `None`: any.
    pub(super) fn written_within(&self, node: &Node) -> Option<(HashSet<usize>, usize)> {
        let nodes = within(self.plan, node);
        let made: HashMap<u32, &Node> =
            nodes.iter().flat_map(|node| node.results.iter().map(move |result| (*result, *node))).collect();
        let blocks = || nodes.iter().copied().chain([node]).flat_map(|node| node.regions.iter().flatten());
        let passed: HashSet<u32> = blocks().flat_map(|block| &self.plan.blocks[*block].arguments).copied().collect();
        let mut found = HashSet::new();
        for node in &nodes {
            for destination in destinations(node)? {
                let mut value = *destination;
                // Through what gives another view of the same memory.
                while let Some(Node {
                    kind: Kind::Cast | Kind::Subview { .. } | Kind::Reinterpret { .. },
                    operands,
                    ..
                }) = made.get(&value)
                {
                    value = *operands.first()?;
                }
                match (made.get(&value).map(|node| &node.kind), &self.slots[value as usize]) {
                    // It does not exist yet.
                    (Some(Kind::Alloc { .. }), _) => {}
                    (Some(Kind::GetGlobal(name)), _) => {
                        found.extend(self.globals.get(name).map(|view| view.buffer));
                    }
                    (None, Slot::Memref(view)) if !passed.contains(&value) => {
                        found.insert(view.buffer);
                    }
                    _ => return None,
                }
            }
        }
        Some((found, self.buffers.len()))
    }
}
