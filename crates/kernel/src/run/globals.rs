//! Memory of the module: which there is, who may see it, and what it holds while a program runs.

use super::access::elements;
use super::decode;
use super::machine::{Machine, Reason, Result};
use super::memory::Origin;
use super::plan::{Kind, Literal, Node, Plan};
use super::value::{Scalar, View};
use isotope_mlir::ir::{Module, Operation, Type, TypeId};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A memref that all functions see.
#[derive(Debug, PartialEq)]
pub struct Global {
    /// Its type.
    pub ty: TypeId,
    /// Row-major; `None` is uninitialised.
    pub values: Option<Vec<Literal>>,
    /// Whether nobody may write it.
    pub constant: bool,
    /// Whether other modules know it.
    pub is_public: bool,
    /// Whether some function of the module may read it: it is used by more than stores to it.
    pub is_read: bool,
}

impl Global {
    /// Whether what has no body may see it: other modules, or by a function of this module that reads it.
    pub fn is_reached(&self) -> bool {
        self.is_public || self.is_read
    }
}

impl Plan {
    /// Marks memory of the module that only stores use.
    pub(super) fn find_reads(&mut self) {
        let mut of: HashMap<u32, &str> = HashMap::new();
        for node in self.blocks.iter().flat_map(|block| &block.nodes) {
            if let (Kind::GetGlobal(name), [value]) = (&node.kind, node.results.as_slice()) {
                of.insert(*value, name);
            }
        }
        let mut read: HashSet<&str> = HashSet::new();
        for node in self.blocks.iter().flat_map(|block| &block.nodes) {
            for (at, operand) in node.operands.iter().enumerate() {
                let is_stored_to =
                    at == 1 && matches!(node.kind, Kind::Store { .. } | Kind::Transfer { write: true, .. });
                if let (false, Some(name)) = (is_stored_to, of.get(operand)) {
                    read.insert(name);
                }
            }
        }
        for (name, global) in &mut self.globals {
            global.is_read = read.contains(name.as_str());
        }
    }

    pub(super) fn global(&mut self, module: &Module, op: &Operation) {
        let (Some(name), Some(ty)) = (decode::text(module, op, "sym_name"), decode::type_id(module, op, "type")) else {
            return;
        };
        let Type::Memref { shape: Some(shape), element, .. } = module.pool.ty(ty) else { return };
        let Some(element) = decode::element(module, *element) else { return };
        let count = shape.iter().try_fold(1u64, |n, d| n.checked_mul((*d)?));
        let values = module.attribute(op, "initial_value").and_then(|v| decode::literals(module, v, element, count?));
        if !self.has_room(values.as_ref().map_or(0, Vec::len)) {
            return;
        }
        let constant = module.attribute(op, "constant").is_some();
        let is_public = decode::text(module, op, "sym_visibility").is_none_or(|of| of != "private");
        self.globals.insert(name, Global { ty, values, constant, is_public, is_read: true });
    }
}

impl<'p> Machine<'p> {
    /// Memory of the module by its name.
    pub fn global(&self, name: &str) -> Option<&'p Global> {
        self.plan.globals.get(name)
    }

    /// Names of all memory of the module.
    pub fn global_names(&self) -> impl Iterator<Item = &'p String> {
        self.plan.globals.keys()
    }

    /// Whether a program has used memory of the module.
    pub fn has_used(&self, name: &str) -> bool {
        self.globals.contains_key(name)
    }

    pub(super) fn named_memory(&mut self, node: &Node, name: &str) -> Result<Arc<View>> {
        let missing = || format!("there is no memref.global @{} that can run", name.escape_debug());
        self.global_memory(name).ok_or_else(|| self.error(node, Reason::Unsupported, missing()))
    }

    /// Memory of the module by its name, as it is now; `None`: there is none that can run.
    pub fn global_memory(&mut self, name: &str) -> Option<Arc<View>> {
        if let Some(view) = self.globals.get(name) {
            return Some(Arc::clone(view));
        }
        let global = self.plan.globals.get(name)?;
        let (shape, element) = self.memref(global.ty)?;
        let sizes: Vec<i64> = shape.iter().map(|size| size.unwrap_or(0) as i64).collect();
        let count = elements(&sizes)?;
        let buffer = match &global.values {
            // Another function may have written it before.
            _ if !global.constant && self.numbers.field.is_some() => {
                let bytes: Vec<u32> = name.bytes().map(u32::from).collect();
                self.unknown(element, count, b"glob", &bytes)
            }
            Some(values) if values.len() as i64 == count => {
                let known: Vec<Scalar> = values.iter().map(|value| self.literal(*value, element)).collect();
                self.allocate(element, count, |at| known[at as usize])
            }
            None if !global.constant => self.uninitialised(element, count),
            _ => None,
        }?;
        let of = &mut self.buffers[buffer];
        of.writable = !global.constant;
        (of.origin, of.shape) = (Origin::Global(name.to_owned()), sizes.clone());
        let view = Arc::new(View::whole(buffer, sizes));
        self.globals.insert(name.to_owned(), Arc::clone(&view));
        Some(view)
    }
}
