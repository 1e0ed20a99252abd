//! The printer of the generic form. Values and blocks get new names, `%0` and `^bb0`, each once in the whole text.

mod affine;
mod attributes;
mod types;

use crate::ir::{Alias, AttrId, Attribute, BlockId, Module, OpId, Operation, RegionId, TypeId, ValueId};
use crate::limits::MAX_PRINTED_TYPE;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Free stack below which printing goes on upon a new piece, and how large that is.
const STACK: (usize, usize) = (128 << 10, 2 << 20);

/// Prints a module. The text reads as the same module.
pub fn print(module: &Module) -> String {
    let mut printer = Printer::new(module);
    printer.aliases();
    for op in &module.top {
        printer.operation(*op, 0);
    }
    for text in &module.resources {
        printer.out.push_str("{-#");
        printer.out.push_str(text);
        printer.out.push_str("#-}\n");
    }
    printer.out
}

/// Prints a type alone, without names for its parts: so one that a few names make may be endless, and is cut behind
/// [`MAX_PRINTED_TYPE`] bytes.
pub fn print_type(module: &Module, ty: TypeId) -> String {
    match whole_type(module, ty) {
        Ok(text) => text,
        Err(mut text) => {
            text.truncate(text.floor_char_boundary(MAX_PRINTED_TYPE));
            text + " ..."
        }
    }
}

/// The same; an error with its beginning where it is longer.
pub fn whole_type(module: &Module, ty: TypeId) -> Result<String, String> {
    let mut printer = Printer { most: MAX_PRINTED_TYPE, ..Printer::new(module) };
    printer.ty(ty);
    if printer.is_full() { Err(printer.out) } else { Ok(printer.out) }
}

/// Prints an attribute of an operation alone, cut like a type.
pub fn attribute_text(module: &Module, op: &Operation, name: &str) -> String {
    let mut printer = Printer { most: MAX_PRINTED_TYPE, ..Printer::new(module) };
    if let Some(id) = module.attribute_id(op, name) {
        printer.attribute(id);
    }
    printer.out
}

struct Printer<'a> {
    module: &'a Module,
    out: String,
    attributes: HashMap<AttrId, &'a str>,
    types: HashMap<TypeId, &'a str>,
    /// The number of a value's name, and which of its results it is where there are several.
    names: HashMap<ValueId, (u32, Option<u32>)>,
    next_value: u32,
    blocks: HashMap<BlockId, u32>,
    /// Behind so many bytes no type and no attribute is written.
    most: usize,
}

impl<'a> Printer<'a> {
    fn new(module: &'a Module) -> Self {
        Printer {
            module,
            out: String::new(),
            attributes: HashMap::new(),
            types: HashMap::new(),
            names: HashMap::new(),
            next_value: 0,
            blocks: HashMap::new(),
            most: usize::MAX,
        }
    }

    fn is_full(&self) -> bool {
        self.out.len() > self.most
    }

    /// Definitions of names; each may use those before it.
    fn aliases(&mut self) {
        for (name, alias) in &self.module.aliases {
            match alias {
                Alias::Attribute(id) => {
                    let _ = write!(self.out, "#{name} = ");
                    self.attribute_itself(*id);
                    // Numbers and words are as short without a name.
                    if !matches!(
                        self.module.pool.attribute(*id),
                        Attribute::Unit | Attribute::Bool(_) | Attribute::Number { .. }
                    ) {
                        self.attributes.entry(*id).or_insert(name);
                    }
                }
                Alias::Type(id) => {
                    let _ = write!(self.out, "!{name} = ");
                    self.type_itself(*id);
                    self.types.entry(*id).or_insert(name);
                }
            }
            self.out.push('\n');
        }
    }

    fn name_of(&mut self, value: ValueId) -> (u32, Option<u32>) {
        match self.names.get(&value) {
            Some(name) => *name,
            None => self.name_values(&[value]),
        }
    }

    /// Names the results of one operation, or an argument.
    fn name_values(&mut self, values: &[ValueId]) -> (u32, Option<u32>) {
        let number = self.next_value;
        self.next_value += 1;
        let several = values.len() > 1;
        for (at, value) in values.iter().enumerate() {
            self.names.insert(*value, (number, several.then_some(at as u32)));
        }
        (number, None)
    }

    fn value(&mut self, value: ValueId) {
        let owner = self.module.values[value.index()].owner;
        if let (crate::ir::ValueOwner::Result(op, _), false) = (owner, self.names.contains_key(&value)) {
            let results = &self.module.op(op).results;
            self.name_values(results);
        }
        let (number, result) = self.name_of(value);
        let _ = match result {
            Some(result) => write!(self.out, "%{number}#{result}"),
            None => write!(self.out, "%{number}"),
        };
    }

    fn block_name(&mut self, block: BlockId) {
        let next = self.blocks.len() as u32;
        let number = *self.blocks.entry(block).or_insert(next);
        let _ = write!(self.out, "^bb{number}");
    }

    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.out.push_str("  ");
        }
    }

    /// Writes a list with commas.
    fn list<T: Copy>(&mut self, of: &[T], mut write: impl FnMut(&mut Self, T)) {
        for (at, one) in of.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            write(self, *one);
        }
    }

    fn operation(&mut self, id: OpId, depth: usize) {
        let op = self.module.op(id);
        self.indent(depth);
        if let Some(first) = op.results.first() {
            if !self.names.contains_key(first) {
                self.name_values(&op.results);
            }
            let (number, _) = self.name_of(*first);
            let _ = match op.results.len() {
                1 => write!(self.out, "%{number} = "),
                count => write!(self.out, "%{number}:{count} = "),
            };
        }
        self.string(op.name.as_bytes());
        self.out.push('(');
        self.list(&op.operands, Self::value);
        self.out.push(')');
        if !op.successors.is_empty() {
            self.out.push('[');
            self.list(&op.successors, Self::block_name);
            self.out.push(']');
        }
        if let Some(properties) = op.properties {
            self.out.push_str(" <");
            self.attribute(properties);
            self.out.push('>');
        }
        if !op.regions.is_empty() {
            self.out.push_str(" (");
            self.list(&op.regions, |p, region| p.region(region, depth));
            self.out.push(')');
        }
        if !op.attributes.is_empty() {
            self.out.push(' ');
            self.dictionary(&op.attributes);
        }
        self.out.push_str(" : (");
        self.list(&op.operands, |p, value| p.ty(p.module.type_of(value)));
        self.out.push_str(") -> (");
        self.list(&op.results, |p, value| p.ty(p.module.type_of(value)));
        self.out.push(')');
        if let Some(location) = &op.location {
            self.out.push_str(" loc(");
            self.location(location);
            self.out.push(')');
        }
        self.out.push('\n');
    }

    fn region(&mut self, id: RegionId, depth: usize) {
        stacker::maybe_grow(STACK.0, STACK.1, || {
            self.out.push_str("{\n");
            let region = &self.module.regions[id.index()];
            for (at, block) in region.blocks.iter().enumerate() {
                let of = &self.module.blocks[block.index()];
                if at > 0 || !of.arguments.is_empty() || of.operations.is_empty() {
                    self.indent(depth);
                    self.block_name(*block);
                    self.arguments(*block);
                    self.out.push_str(":\n");
                }
                for op in &of.operations {
                    self.operation(*op, depth + 1);
                }
            }
            self.indent(depth);
            self.out.push('}');
        });
    }

    fn arguments(&mut self, block: BlockId) {
        let of = &self.module.blocks[block.index()];
        if of.arguments.is_empty() {
            return;
        }
        self.out.push('(');
        for (at, value) in of.arguments.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            self.value(*value);
            self.out.push_str(": ");
            self.ty(self.module.type_of(*value));
            if let Some(Some(location)) = of.locations.get(at) {
                self.out.push_str(" loc(");
                self.location(location);
                self.out.push(')');
            }
        }
        self.out.push(')');
    }
}
