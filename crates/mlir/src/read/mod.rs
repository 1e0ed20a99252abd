//! The reader of the generic form.
//!
//! It works on the bytes directly, because a token of MLIR depends on its place: `4x8xf32` is a number, a letter and names within a
//! shape, and a hexadecimal number elsewhere.

mod affine;
mod attributes;
mod cursor;
mod elements;
mod locations;
mod operations;
mod scopes;
mod types;

use crate::error::{Place, ReadError};
use crate::ir::{Alias, AttrId, Attribute, Module, PoolError, Type, TypeId};
use crate::limits::{MAX_NESTING, MAX_TEXT};
use cursor::Cursor;
use scopes::Scopes;
use std::collections::HashMap;

pub(crate) type Result<T> = std::result::Result<T, ReadError>;

/// Free stack below which reading goes on upon a new piece, and how large that is.
const STACK: (usize, usize) = (128 << 10, 2 << 20);

/// Reads one text.
pub fn read(text: &str) -> Result<Module> {
    if text.len() > MAX_TEXT {
        let message = format!(
            "the text has {} bytes; at most {MAX_TEXT} are read (MAX_TEXT): split it into several files",
            text.len()
        );
        return Err(ReadError { place: Place { line: 1, column: 1 }, message, is_custom_form: false });
    }
    let mut reader = Reader {
        cursor: Cursor::new(text),
        module: Module::default(),
        depth: 0,
        scopes: Scopes::default(),
        attributes: HashMap::new(),
        types: HashMap::new(),
    };
    reader.file()?;
    Ok(reader.module)
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    module: Module,
    depth: u32,
    scopes: Scopes<'a>,
    attributes: HashMap<&'a str, AttrId>,
    types: HashMap<&'a str, TypeId>,
}

impl<'a> Reader<'a> {
    /// Definitions, operations and resources, to the end.
    fn file(&mut self) -> Result<()> {
        self.scopes.enter(true);
        while !self.cursor.at_end()? {
            match self.cursor.peek() {
                Some(b'#') => self.attribute_alias()?,
                Some(b'!') => self.type_alias()?,
                Some(b'{') => {
                    let text = self.cursor.resources()?;
                    self.module.resources.push(text.to_owned());
                }
                _ => {
                    let op = self.operation()?;
                    self.module.top.push(op);
                }
            }
        }
        self.leave_scope()?;
        self.replace_forward_references();
        Ok(())
    }

    /// `#name = attribute`
    fn attribute_alias(&mut self) -> Result<()> {
        let at = self.cursor.offset();
        self.cursor.expect(b"#")?;
        let name = self.alias_name()?;
        self.cursor.expect(b"=")?;
        let value = self.attribute()?;
        if self.attributes.insert(name, value).is_some() {
            return Err(self.cursor.error(at, format!("#{name} is defined twice: rename one of them")));
        }
        self.module.aliases.push((name.to_owned(), Alias::Attribute(value)));
        Ok(())
    }

    /// `!name = type`
    fn type_alias(&mut self) -> Result<()> {
        let at = self.cursor.offset();
        self.cursor.expect(b"!")?;
        let name = self.alias_name()?;
        self.cursor.expect(b"=")?;
        let ty = self.ty()?;
        if self.types.insert(name, ty).is_some() {
            return Err(self.cursor.error(at, format!("!{name} is defined twice: rename one of them")));
        }
        self.module.aliases.push((name.to_owned(), Alias::Type(ty)));
        Ok(())
    }

    fn alias_name(&mut self) -> Result<&'a str> {
        let at = self.cursor.position();
        let name = self.cursor.suffix();
        if name.is_empty() || name.contains('.') {
            return Err(self.cursor.error(at, "the name of an alias has letters, digits, `_` and `$`, and no dot"));
        }
        Ok(name)
    }

    /// Reads something nested: bounded, on a stack that grows.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_NESTING {
            let at = self.cursor.offset();
            let message = format!(
                "this nests deeper than {MAX_NESTING} (MAX_NESTING): name parts by aliases, or outline regions"
            );
            return Err(self.cursor.error(at, message));
        }
        self.depth += 1;
        let done = stacker::maybe_grow(STACK.0, STACK.1, || read(self));
        self.depth -= 1;
        done
    }

    fn intern(&mut self, attribute: Attribute) -> Result<AttrId> {
        self.module.pool.intern_attribute(attribute).map_err(|error| self.pool_error(error))
    }

    fn intern_type(&mut self, ty: Type) -> Result<TypeId> {
        self.module.pool.intern_type(ty).map_err(|error| self.pool_error(error))
    }

    fn pool_error(&self, error: PoolError) -> ReadError {
        self.cursor.error(self.cursor.position(), error.to_string())
    }
}
