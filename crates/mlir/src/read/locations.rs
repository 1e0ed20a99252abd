//! Locations.

use super::{Reader, Result};
use crate::ir::Location;

impl Reader<'_> {
    /// `loc(...)`, where one is.
    pub fn optional_location(&mut self) -> Result<Option<Location>> {
        if !self.cursor.eat_word("loc") {
            return Ok(None);
        }
        self.parenthesised_location().map(Some)
    }

    pub fn parenthesised_location(&mut self) -> Result<Location> {
        self.cursor.expect(b"(")?;
        let location = self.location()?;
        self.cursor.expect(b")")?;
        Ok(location)
    }

    fn location(&mut self) -> Result<Location> {
        self.nested(|r| match r.cursor.peek() {
            Some(b'"') => r.named_location(),
            Some(b'#') => {
                let begin = r.cursor.offset();
                r.cursor.advance(1);
                let name = r.cursor.suffix();
                if name.is_empty() {
                    return Err(r.cursor.unexpected("a name directly behind `#`"));
                }
                if r.cursor.adjacent() == Some(b'<') {
                    let text = r.cursor.balanced(begin)?.to_owned();
                    return Ok(Location::Attribute(r.intern(crate::ir::Attribute::Opaque { text, ty: None })?));
                }
                Ok(Location::Alias(name.to_owned()))
            }
            _ if r.cursor.eat_word("unknown") => Ok(Location::Unknown),
            _ if r.cursor.eat_word("callsite") => {
                r.cursor.expect(b"(")?;
                let callee = r.location()?;
                if !r.cursor.eat_word("at") {
                    return Err(r.cursor.unexpected("`at`"));
                }
                let caller = r.location()?;
                r.cursor.expect(b")")?;
                Ok(Location::CallSite(Box::new(callee), Box::new(caller)))
            }
            _ if r.cursor.eat_word("fused") => r.fused(),
            _ => Err(r
                .cursor
                .unexpected("a location: `unknown`, `\"file\":1:2`, `\"name\"(...)`, `callsite(...)`, `fused[...]`")),
        })
    }

    fn named_location(&mut self) -> Result<Location> {
        let name = self.cursor.string()?;
        if self.cursor.eat(b":") {
            let line = self.cursor.unsigned()?;
            self.cursor.expect(b":")?;
            let column = self.cursor.unsigned()?;
            let mut end = None;
            if self.cursor.eat_word("to") {
                // `to :3` ends in the line in which the range begins.
                let last = if self.cursor.peek() == Some(b':') { line } else { self.cursor.unsigned()? };
                self.cursor.expect(b":")?;
                end = Some((last, self.cursor.unsigned()?));
            }
            return Ok(Location::File { name, line, column, end });
        }
        let mut child = None;
        if self.cursor.eat(b"(") {
            child = Some(Box::new(self.location()?));
            self.cursor.expect(b")")?;
        }
        Ok(Location::Named { name, child })
    }

    fn fused(&mut self) -> Result<Location> {
        let mut metadata = None;
        if self.cursor.eat(b"<") {
            metadata = Some(self.attribute()?);
            self.cursor.expect(b">")?;
        }
        self.cursor.expect(b"[")?;
        let mut parts = Vec::new();
        if !self.cursor.eat(b"]") {
            loop {
                parts.push(self.location()?);
                if !self.cursor.eat(b",") {
                    break;
                }
            }
            self.cursor.expect(b"]")?;
        }
        Ok(Location::Fused { metadata, parts })
    }
}
