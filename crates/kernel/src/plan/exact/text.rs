//! The facts that the text of one program states of its integers and its memory.

use crate::limits::MAX_DEPTH;
use crate::plan::decode::attributes;
use crate::plan::nodes::{Kind, Node, Plan};
use crate::plan::wide::Wide;
use crate::values::op::Name;
use crate::values::value::Element;
use isotope_mlir::ir::{Module, Type};
use std::collections::{HashMap, HashSet};

/// Copies from memory to memory that are followed.
const MAX_COPIES: usize = 4;

/// Memory, as the text tells it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// The function's argument of this number.
    Argument(usize),
    /// The result of this operation.
    Made(u32),
}

/// One program.
#[derive(Debug)]
pub struct Text<'a> {
    /// Its operations and types.
    pub module: &'a Module,
    plan: &'a Plan,
    /// The operation that makes each value.
    pub definitions: HashMap<u32, &'a Node>,
    /// Arguments of the function that runs, by their names.
    pub arguments: HashMap<u32, usize>,
}

impl<'a> Text<'a> {
    /// A program where this function runs.
    pub fn new(module: &'a Module, plan: &'a Plan, entry: &str) -> Self {
        let nodes = plan.blocks.iter().flat_map(|block| &block.nodes);
        let definitions = nodes.flat_map(|node| node.results.iter().map(move |result| (*result, node)));
        let first = plan.functions.get(entry).and_then(|function| function.body.first());
        let arguments = first.map(|block| plan.blocks[*block].arguments.as_slice()).unwrap_or_default();
        let arguments = arguments.iter().enumerate().map(|(number, name)| (*name, number));
        Text { module, plan, definitions: definitions.collect(), arguments: arguments.collect() }
    }

    /// All operations.
    pub fn nodes(&self) -> impl Iterator<Item = &'a Node> + use<'a> {
        self.plan.blocks.iter().flat_map(|block| &block.nodes)
    }

    /// The bits of an integer, or of a vector's; `None`: it is something else.
    pub fn bits(&self, value: u32) -> Option<u32> {
        match attributes::element(self.module, self.module.values.get(value as usize)?.ty)? {
            Element::Int(bits) => Some(bits),
            _ => None,
        }
    }

    /// The bits of the integers in memory.
    pub fn bits_in(&self, memory: u32) -> Option<u32> {
        let Type::Memref { element, .. } = self.module.pool.ty(self.module.values.get(memory as usize)?.ty) else {
            return None;
        };
        match attributes::element(self.module, *element)? {
            Element::Int(bits) => Some(bits),
            _ => None,
        }
    }

    /// Whether a value is a memref.
    pub fn is_memory(&self, value: u32) -> bool {
        let value = self.module.values.get(value as usize);
        value.is_some_and(|value| matches!(self.module.pool.ty(value.ty), Type::Memref { .. }))
    }

    /// Which memory a name stands for; `None`: any.
    pub fn root(&self, mut memory: u32) -> Option<Root> {
        for _ in 0..MAX_DEPTH {
            if let Some(number) = self.arguments.get(&memory) {
                return Some(Root::Argument(*number));
            }
            let node = self.definitions.get(&memory)?;
            match node.kind {
                Kind::Alloc { .. } => return Some(Root::Made(node.op)),
                Kind::Cast | Kind::Subview { .. } | Kind::Reinterpret { .. } | Kind::Same => {
                    memory = *node.operands.first()?;
                }
                _ => return None,
            }
        }
        None
    }

    /// The first operand that is a memref.
    pub fn first_memory(&self, node: &Node) -> Option<u32> {
        node.operands.iter().copied().find(|operand| self.is_memory(*operand))
    }

    /// The memory that a value is loaded from, if nothing but its lanes moved since.
    pub fn loaded_from(&self, mut value: u32) -> Option<Root> {
        for _ in 0..MAX_DEPTH {
            let node = self.definitions.get(&value)?;
            match node.kind {
                Kind::Load { .. } | Kind::Transfer { write: false, .. } | Kind::Wide(Wide::Masked(_)) => {
                    return self.root(self.first_memory(node)?);
                }
                Kind::Same | Kind::Broadcast { .. } | Kind::Extract { .. } | Kind::Rearrange(_) => {
                    value = *node.operands.first()?;
                }
                _ => return None,
            }
        }
        None
    }

    /// Arguments whose integers are extended, or copied to where they are: by their sign, and by zeros.
    pub fn extended(&self) -> [HashSet<usize>; 2] {
        let mut by = [HashSet::new(), HashSet::new()];
        let mut copies: Vec<(Root, Root)> = Vec::new();
        for node in self.nodes() {
            let from = node.operands.first().and_then(|value| self.loaded_from(*value));
            match (&node.kind, from) {
                (Kind::Scalar { op, .. }, Some(root)) if matches!(op.name, Name::ExtSI | Name::ExtUI) => {
                    by[usize::from(op.name == Name::ExtUI)].insert(root);
                }
                (Kind::Wide(Wide::Product(_)), _) => {
                    let factors = node.operands.iter().take(2).filter_map(|value| self.loaded_from(*value));
                    by[0].extend(factors);
                }
                (Kind::Store { .. } | Kind::Transfer { write: true, .. }, Some(from)) => {
                    copies.extend(self.first_memory(node).and_then(|memory| self.root(memory)).map(|to| (from, to)));
                }
                _ => {}
            }
        }
        by.map(|mut roots| {
            for _ in 0..MAX_COPIES {
                let more: Vec<Root> =
                    copies.iter().filter(|(_, to)| roots.contains(to)).map(|(from, _)| *from).collect();
                roots.extend(more);
            }
            let number = |root: Root| if let Root::Argument(number) = root { Some(number) } else { None };
            roots.into_iter().filter_map(number).collect()
        })
    }
}
