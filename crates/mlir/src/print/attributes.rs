//! Attributes and locations.

use super::{Printer, STACK};
use crate::ir::{AttrId, Attribute, Location, NamedAttribute, TypeId};
use std::fmt::Write as _;

/// Whether a name needs no quotes.
fn is_bare(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b"_$.".contains(&b))
}

impl Printer<'_> {
    /// An attribute, by its name if it has one.
    pub(super) fn attribute(&mut self, id: AttrId) {
        match self.attributes.get(&id) {
            Some(name) => {
                let _ = write!(self.out, "#{name}");
            }
            None => self.attribute_itself(id),
        }
    }

    pub(super) fn attribute_itself(&mut self, id: AttrId) {
        if self.is_full() {
            return;
        }
        stacker::maybe_grow(STACK.0, STACK.1, || self.whole_attribute(id));
    }

    fn whole_attribute(&mut self, id: AttrId) {
        let module = self.module;
        match module.pool.attribute(id) {
            Attribute::Unit => self.out.push_str("unit"),
            Attribute::Bool(value) => {
                let _ = write!(self.out, "{value}");
            }
            Attribute::Number { text, ty } => {
                self.out.push_str(text);
                self.typed(*ty);
            }
            Attribute::String { bytes, ty } => {
                self.string(bytes);
                self.typed(*ty);
            }
            Attribute::Array(of) => {
                self.out.push('[');
                self.list(of, Self::attribute);
                self.out.push(']');
            }
            Attribute::Dictionary(of) => self.dictionary(of),
            Attribute::Symbol(names) => {
                for (at, name) in names.iter().enumerate() {
                    self.out.push_str(if at > 0 { "::@" } else { "@" });
                    if is_bare(name) { self.out.push_str(name) } else { self.string(name.as_bytes()) }
                }
            }
            Attribute::Type(ty) => self.ty(*ty),
            Attribute::AffineMap(map) => {
                self.out.push_str("affine_map<");
                self.affine_map(map);
                self.out.push('>');
            }
            Attribute::IntegerSet(set) => {
                self.out.push_str("affine_set<");
                self.integer_set(set);
                self.out.push('>');
            }
            Attribute::Opaque { text, ty } => {
                self.out.push_str(text);
                self.typed(*ty);
            }
            Attribute::Location(location) => {
                self.out.push_str("loc(");
                self.location(location);
                self.out.push(')');
            }
            Attribute::Distinct { number, content } => {
                let _ = write!(self.out, "distinct[{number}]<");
                if let Some(content) = content {
                    self.attribute(*content);
                }
                self.out.push('>');
            }
            Attribute::Strided { strides, offset } => self.strided(strides, *offset),
            of => self.elements(of),
        }
    }

    /// Attributes with many elements.
    fn elements(&mut self, of: &Attribute) {
        match of {
            Attribute::Dense { content, ty } => {
                self.out.push_str("dense<");
                if let Some(content) = content {
                    self.attribute_itself(*content);
                }
                self.out.push('>');
                self.typed(Some(*ty));
            }
            Attribute::Sparse { parts, ty } => {
                self.out.push_str("sparse<");
                if let Some((indices, values)) = parts {
                    self.attribute_itself(*indices);
                    self.out.push_str(", ");
                    self.attribute_itself(*values);
                }
                self.out.push('>');
                self.typed(Some(*ty));
            }
            Attribute::Elements(list) => {
                self.out.push('[');
                self.list(list, Self::attribute_itself);
                self.out.push(']');
            }
            Attribute::Pair(real, imaginary) => {
                self.out.push('(');
                self.attribute_itself(*real);
                self.out.push_str(", ");
                self.attribute_itself(*imaginary);
                self.out.push(')');
            }
            Attribute::Resource { key, ty } => {
                self.out.push_str("dense_resource<");
                if is_bare(key) {
                    self.out.push_str(key)
                } else {
                    self.string(key.as_bytes())
                }
                self.out.push('>');
                self.typed(Some(*ty));
            }
            Attribute::Elementwise { ty, values } => {
                self.out.push_str("array<");
                self.ty(*ty);
                if !values.is_empty() {
                    self.out.push_str(": ");
                    self.list(values, Self::attribute_itself);
                }
                self.out.push('>');
            }
            _ => {}
        }
    }

    fn typed(&mut self, ty: Option<TypeId>) {
        if let Some(ty) = ty {
            self.out.push_str(" : ");
            self.ty(ty);
        }
    }

    pub(super) fn dictionary(&mut self, of: &[NamedAttribute]) {
        self.out.push('{');
        for (at, named) in of.iter().enumerate() {
            self.out.push_str(if at > 0 { ", " } else { "" });
            if is_bare(&named.name) {
                self.out.push_str(&named.name)
            } else {
                self.string(named.name.as_bytes())
            }
            if *self.module.pool.attribute(named.value) != Attribute::Unit {
                self.out.push_str(" = ");
                self.attribute(named.value);
            }
        }
        self.out.push('}');
    }

    fn strided(&mut self, strides: &[Option<i64>], offset: Option<i64>) {
        let known = |value: &Option<i64>| value.map_or("?".to_owned(), |value| value.to_string());
        let list = strides.iter().map(known).collect::<Vec<_>>().join(", ");
        let _ = write!(self.out, "strided<[{list}]");
        if offset != Some(0) {
            let _ = write!(self.out, ", offset: {}", known(&offset));
        }
        self.out.push('>');
    }

    /// A string with its escapes.
    pub(super) fn string(&mut self, bytes: &[u8]) {
        self.out.push('"');
        for byte in bytes {
            match byte {
                b'\\' => self.out.push_str("\\\\"),
                b'"' => self.out.push_str("\\22"),
                0x20..=0x7e => self.out.push(char::from(*byte)),
                _ => {
                    let _ = write!(self.out, "\\{byte:02X}");
                }
            }
        }
        self.out.push('"');
    }

    pub(super) fn location(&mut self, location: &Location) {
        match location {
            Location::Unknown => self.out.push_str("unknown"),
            Location::File { name, line, column, end } => {
                self.string(name);
                let _ = write!(self.out, ":{line}:{column}");
                if let Some((line, column)) = end {
                    let _ = write!(self.out, " to {line}:{column}");
                }
            }
            Location::Named { name, child } => {
                self.string(name);
                if let Some(child) = child {
                    self.out.push('(');
                    self.location(child);
                    self.out.push(')');
                }
            }
            Location::CallSite(callee, caller) => {
                self.out.push_str("callsite(");
                self.location(callee);
                self.out.push_str(" at ");
                self.location(caller);
                self.out.push(')');
            }
            Location::Fused { metadata, parts } => {
                self.out.push_str("fused");
                if let Some(metadata) = metadata {
                    self.out.push('<');
                    self.attribute(*metadata);
                    self.out.push('>');
                }
                self.out.push('[');
                for (at, part) in parts.iter().enumerate() {
                    self.out.push_str(if at > 0 { ", " } else { "" });
                    self.location(part);
                }
                self.out.push(']');
            }
            Location::Alias(name) => {
                let _ = write!(self.out, "#{name}");
            }
            Location::Attribute(id) => self.attribute(*id),
        }
    }
}
