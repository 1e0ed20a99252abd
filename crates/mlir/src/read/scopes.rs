//! Names of values and labels of blocks, by region.

use super::{Reader, Result};
use crate::error::quoted;
use crate::ir::{BlockId, TypeId, ValueId, ValueOwner};
use crate::limits::MAX_VALUES;
use std::collections::HashMap;

/// A use of a value: its name without `%`, which of the results, and its byte in the text.
#[derive(Clone, Copy)]
pub struct Use<'a> {
    pub name: &'a str,
    pub number: u32,
    pub at: usize,
}

#[derive(Default)]
struct Scope<'a> {
    /// The first value, how many there are, and where.
    names: HashMap<&'a str, (ValueId, u32, usize)>,
    /// Values that are used before they are defined, and the byte of the first use.
    forward: HashMap<(&'a str, u32), (ValueId, usize)>,
    /// Blocks by label; whether they are defined, and the byte of the definition or the first use.
    labels: HashMap<&'a str, (BlockId, bool, usize)>,
    /// Values of regions around it cannot be used in it.
    isolated: bool,
}

/// Regions that are open, the outermost first.
#[derive(Default)]
pub struct Scopes<'a> {
    open: Vec<Scope<'a>>,
    replaced: HashMap<ValueId, ValueId>,
}

impl<'a> Scopes<'a> {
    pub fn enter(&mut self, isolated: bool) {
        self.open.push(Scope { isolated, ..Scope::default() });
    }

    fn top(&mut self) -> &mut Scope<'a> {
        self.open.last_mut().expect("the file itself is a scope, which is left last")
    }
}

impl<'a> Reader<'a> {
    pub fn new_value(&mut self, ty: TypeId, owner: ValueOwner) -> Result<ValueId> {
        let at = self.cursor.position();
        if self.module.values.len() >= MAX_VALUES {
            return Err(self.cursor.error(at, format!("a text defines at most {MAX_VALUES} values (MAX_VALUES)")));
        }
        self.module.values.push(crate::ir::Value { ty, owner });
        Ok(ValueId(self.module.values.len() as u32 - 1))
    }

    /// Gives a name to values that follow one another.
    pub fn define(&mut self, name: &'a str, at: usize, values: &[ValueId]) -> Result<()> {
        let first = values.first().copied().unwrap_or(ValueId(0));
        if let Some((.., earlier)) = self.scopes.top().names.insert(name, (first, values.len() as u32, at)) {
            let line = self.cursor.place(earlier).line;
            return Err(self
                .cursor
                .error(at, format!("%{name} is defined twice, in line {line} too: rename one of them")));
        }
        if self.scopes.top().forward.is_empty() {
            return Ok(());
        }
        for (number, value) in values.iter().enumerate() {
            let Some((earlier, used)) = self.scopes.top().forward.remove(&(name, number as u32)) else { continue };
            if self.module.type_of(earlier) != self.module.type_of(*value) {
                return Err(self.other_type(used, name, at));
            }
            self.module.values[earlier.index()].owner = ValueOwner::Replaced;
            self.scopes.replaced.insert(earlier, *value);
        }
        Ok(())
    }

    fn other_type(&self, used: usize, name: &str, defined: usize) -> crate::ReadError {
        let line = self.cursor.place(defined).line;
        self.cursor.error(used, format!("%{name} is used with another type than it is defined with, in line {line}"))
    }

    /// The value of a name, or one that stands for it until it is defined.
    pub fn resolve(&mut self, of: Use<'a>, ty: TypeId) -> Result<ValueId> {
        for scope in self.scopes.open.iter().rev() {
            if let Some(&(first, count, at)) = scope.names.get(of.name) {
                if of.number >= count {
                    let message =
                        format!("%{} has {count} results, which count from 0: there is no #{}", of.name, of.number);
                    return Err(self.cursor.error(of.at, message));
                }
                let value = ValueId(first.0 + of.number);
                let same = self.module.type_of(value) == ty;
                return if same { Ok(value) } else { Err(self.other_type(of.at, of.name, at)) };
            }
            if scope.isolated {
                break;
            }
        }
        let key = (of.name, of.number);
        if let Some(&(value, _)) = self.scopes.top().forward.get(&key) {
            let same = self.module.type_of(value) == ty;
            return if same { Ok(value) } else { Err(self.other_type(of.at, of.name, of.at)) };
        }
        let value = self.new_value(ty, ValueOwner::Replaced)?;
        self.scopes.top().forward.insert(key, (value, of.at));
        Ok(value)
    }

    /// A block by its label, which may be defined later.
    pub fn label(&mut self, name: &'a str, at: usize) -> BlockId {
        if let Some((block, ..)) = self.scopes.top().labels.get(name) {
            return *block;
        }
        let block = self.new_block();
        self.scopes.top().labels.insert(name, (block, false, at));
        block
    }

    pub fn new_block(&mut self) -> BlockId {
        self.module.blocks.push(crate::ir::Block::default());
        BlockId(self.module.blocks.len() as u32 - 1)
    }

    /// A block whose label stands here.
    pub fn define_label(&mut self, name: &'a str, at: usize) -> Result<BlockId> {
        let block = self.label(name, at);
        let earlier = self.scopes.top().labels.insert(name, (block, true, at));
        match earlier {
            Some((_, true, _)) => {
                Err(self.cursor.error(at, format!("^{} is defined twice: rename one of them", quoted(name))))
            }
            _ => Ok(block),
        }
    }

    /// Ends a region. A value that it uses and does not define must be defined around it, later.
    pub fn leave_scope(&mut self) -> Result<()> {
        let scope = self.scopes.open.pop().unwrap_or_default();
        let undefined = scope.labels.iter().filter(|(_, (_, defined, _))| !defined).min_by_key(|(_, (.., at))| *at);
        if let Some((name, (.., at))) = undefined {
            return Err(self
                .cursor
                .error(*at, format!("there is no block ^{name} in this region: define it, or name another")));
        }
        if scope.isolated {
            let first = scope.forward.iter().min_by_key(|(_, (_, at))| *at);
            return match first {
                None => Ok(()),
                Some(((name, _), (_, at))) => {
                    Err(self.cursor.error(*at, format!("%{name} is not defined where it can be used here")))
                }
            };
        }
        let mut forward: Vec<_> = scope.forward.into_iter().collect();
        forward.sort_by_key(|(_, (_, at))| *at);
        for ((name, number), (value, at)) in forward {
            let ty = self.module.type_of(value);
            let outer = self.resolve(Use { name, number, at }, ty)?;
            self.scopes.replaced.insert(value, outer);
        }
        Ok(())
    }

    /// Puts definitions in the place of what stood for them.
    pub fn replace_forward_references(&mut self) {
        let replaced = &self.scopes.replaced;
        if replaced.is_empty() {
            return;
        }
        for operand in self.module.operations.iter_mut().flat_map(|op| &mut op.operands) {
            while let Some(by) = replaced.get(operand) {
                *operand = *by;
            }
        }
    }
}
