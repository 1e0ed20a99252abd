//! Memory of the module: which there is, who may see it, and what it holds while a program runs.

use crate::plan::nodes::{Global, Node};
use crate::run::access::elements;
use crate::run::machine::{Machine, Reason, Result};
use crate::values::memory::Origin;
use crate::values::value::{Scalar, View};
use std::sync::Arc;

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
