//! Memory of the module: which there is, and who may see it.

use crate::plan::decode::attributes;
use crate::plan::nodes::{Global, Kind, Plan};
use isotope_mlir::ir::{Module, Operation, Type};
use std::collections::{HashMap, HashSet};

impl Plan {
    /// Marks memory of the module that only stores use.
    pub fn find_reads(&mut self) {
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

    pub fn global(&mut self, module: &Module, op: &Operation) {
        let (Some(name), Some(ty)) =
            (attributes::text(module, op, "sym_name"), attributes::type_id(module, op, "type"))
        else {
            return;
        };
        let Type::Memref { shape: Some(shape), element, .. } = module.pool.ty(ty) else { return };
        let Some(element) = attributes::element(module, *element) else { return };
        let count = shape.iter().try_fold(1u64, |n, d| n.checked_mul((*d)?));
        let values =
            module.attribute(op, "initial_value").and_then(|v| attributes::literals(module, v, element, count?));
        if !self.has_room(values.as_ref().map_or(0, Vec::len)) {
            return;
        }
        let constant = module.attribute(op, "constant").is_some();
        let is_public = attributes::text(module, op, "sym_visibility").is_none_or(|of| of != "private");
        self.note_name(&name);
        self.globals.insert(name, Global { ty, values, constant, is_public, is_read: true });
    }
}
