//! Elements within `dense`, `sparse` and `array`.

use super::{Reader, Result};
use crate::ir::{AttrId, Attribute};

impl Reader<'_> {
    /// A number, a boolean, a string, a complex number, or a list of these.
    pub fn element(&mut self) -> Result<AttrId> {
        self.nested(|r| {
            let attribute = match r.cursor.peek() {
                Some(b'[') => {
                    r.cursor.advance(1);
                    let mut list = Vec::new();
                    if !r.cursor.eat(b"]") {
                        loop {
                            list.push(r.element()?);
                            if !r.cursor.eat(b",") {
                                break;
                            }
                        }
                        r.cursor.expect(b"]")?;
                    }
                    Attribute::Elements(list)
                }
                Some(b'(') => {
                    r.cursor.advance(1);
                    let real = r.element()?;
                    r.cursor.expect(b",")?;
                    let imaginary = r.element()?;
                    r.cursor.expect(b")")?;
                    Attribute::Pair(real, imaginary)
                }
                Some(b'"') => Attribute::String { bytes: r.cursor.string()?, ty: None },
                Some(b'-' | b'0'..=b'9') => Attribute::Number { text: r.cursor.number()?, ty: None },
                _ if r.cursor.eat_word("true") => Attribute::Bool(true),
                _ if r.cursor.eat_word("false") => Attribute::Bool(false),
                _ => return Err(r.cursor.unexpected("an element: a number, `true`, `false`, a string or a list")),
            };
            r.intern(attribute)
        })
    }

    /// `indices, values> : type`
    pub fn sparse(&mut self) -> Result<Attribute> {
        let mut parts = None;
        if self.cursor.peek() != Some(b'>') {
            let indices = self.element()?;
            self.cursor.expect(b",")?;
            parts = Some((indices, self.element()?));
        }
        self.cursor.expect(b">")?;
        self.cursor.expect(b":")?;
        Ok(Attribute::Sparse { parts, ty: self.ty()? })
    }
}
