//! Declared leaves: their types, ranges, and where they are loaded from.

use super::address::Index;
use super::state::{Expressions, Lower};
use crate::expr::{Leaf, LoadAddress};
use crate::limits;
use crate::parse::diagnostic::Diagnostic;
use crate::parse::literal;
use crate::parse::syntax::{Declaration, Kind, Syntax};
use crate::types::Kind as Element;

impl<'t> Lower<'t> {
    /// The leaf's name, type and range. A declared leaf that no result uses is checked, too, and in no window.
    pub fn declare(&mut self, declaration: &Declaration<'t>) -> Result<(), Diagnostic> {
        let &Declaration { name, at, ty, range, .. } = declaration;
        let leaf = Leaf { name: name.to_owned(), ty, range, load: None };
        if let Err(error) = leaf.check() {
            return self.error(at, error.to_string());
        }
        if self.declared.insert(name, leaf).is_some() {
            return self.error(at, format!("{name} is declared twice"));
        }
        Ok(())
    }

    /// Where a declared leaf is loaded from.
    pub fn place(&mut self, declaration: &Declaration<'t>) -> Result<(), Diagnostic> {
        let Declaration { name, at, ty, load: Some((buffer, index, stride)), .. } = declaration else { return Ok(()) };
        let index = self.declared_index(index)?;
        let load =
            LoadAddress { buffer: (*buffer).to_owned(), base: index.base(), offset: index.offset(), stride: *stride };
        self.loaded.entry((load.clone(), *ty)).or_insert(name);
        let Some(leaf) = self.declared.get_mut(name) else { return Ok(()) };
        leaf.load = Some(load);
        leaf.check().or_else(|error| self.error(*at, error.to_string()))
    }

    /// The index of a declared load, which must have a normal form. Its last summand has 64 bits, whatever the rest
    /// has.
    fn declared_index(&mut self, syntax: &Syntax<'_>) -> Result<Index, Diagnostic> {
        let number = |syntax: &Syntax<'_>| match syntax.kind {
            Kind::Number { text, negative } => {
                let value = literal::integer(text)?;
                i64::try_from(if negative { -value } else { value }).ok()
            }
            _ => None,
        };
        let (base, offset) = match &syntax.kind {
            Kind::Binary("+", base, last) if number(last).is_some() => (Some(&**base), number(last)),
            Kind::Number { .. } => (None, number(syntax)),
            _ => (Some(syntax), Some(0)),
        };
        self.start();
        let base = match base {
            Some(base) => {
                let id = self.index(base)?;
                let ty = self.graph.ty(id);
                if ty.with_lanes(1).with_kind(Element::Int) != ty || ty.bits < 32 {
                    return self.error(base.at, format!("the index of a declared load is int32 or int64, not {ty}"));
                }
                self.addresses.index(&self.graph, id)
            }
            None => Some(Index::default()),
        };
        let whole = base.zip(offset).and_then(|(base, offset)| base.add(&Index::constant(offset), 1));
        match whole {
            Some(index) => Ok(index),
            None => {
                let (terms, text) = (limits::MAX_INDEX_TERMS, limits::MAX_INDEX_TEXT);
                let message = format!("an index has at most {terms} products, {text} bytes and 64-bit factors");
                self.error(syntax.at, message)
            }
        }
    }
}
