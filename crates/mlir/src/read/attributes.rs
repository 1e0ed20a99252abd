//! Attributes.

use super::{Reader, Result};
use crate::error::quoted;
use crate::ir::{AttrId, Attribute, NamedAttribute, TypeId};
use crate::limits::MAX_RANK;
use std::collections::HashSet;

impl Reader<'_> {
    pub fn attribute(&mut self) -> Result<AttrId> {
        self.nested(|r| {
            let attribute = match r.cursor.peek() {
                Some(b'"') => {
                    let bytes = r.cursor.string()?;
                    Attribute::String { bytes, ty: r.optional_type()? }
                }
                Some(b'-' | b'0'..=b'9') => {
                    let text = r.cursor.number()?;
                    Attribute::Number { text, ty: r.optional_type()? }
                }
                Some(b'[') => r.array()?,
                Some(b'{') => Attribute::Dictionary(r.dictionary()?),
                Some(b'@') => r.symbol()?,
                Some(b'#') => return r.dialect_attribute(),
                Some(b'!' | b'(') => Attribute::Type(r.ty()?),
                _ => r.keyword()?,
            };
            r.intern(attribute)
        })
    }

    pub fn optional_type(&mut self) -> Result<Option<TypeId>> {
        // `::` joins symbols.
        if self.cursor.looks_at(b"::") || !self.cursor.eat(b":") { Ok(None) } else { self.ty().map(Some) }
    }

    fn required_type(&mut self) -> Result<TypeId> {
        self.cursor.expect(b":")?;
        self.ty()
    }

    fn array(&mut self) -> Result<Attribute> {
        self.cursor.expect(b"[")?;
        let mut list = Vec::new();
        if !self.cursor.eat(b"]") {
            loop {
                list.push(self.attribute()?);
                if !self.cursor.eat(b",") {
                    break;
                }
            }
            self.cursor.expect(b"]")?;
        }
        Ok(Attribute::Array(list))
    }

    /// `{name = value, name}`
    pub fn dictionary(&mut self) -> Result<Vec<NamedAttribute>> {
        self.cursor.expect(b"{")?;
        let mut list: Vec<NamedAttribute> = Vec::new();
        let mut names = HashSet::new();
        if self.cursor.eat(b"}") {
            return Ok(list);
        }
        loop {
            let at = self.cursor.offset();
            let name = match self.cursor.peek() {
                Some(b'"') => self.cursor.name()?,
                _ => {
                    let word = self.cursor.peek_word();
                    self.cursor.advance(word.len());
                    word.to_owned()
                }
            };
            if name.is_empty() {
                return Err(self.cursor.unexpected("the name of an attribute"));
            }
            if !names.insert(name.clone()) {
                return Err(self
                    .cursor
                    .error(at, format!("the attribute {} stands here twice: remove one of them", quoted(&name))));
            }
            let value = if self.cursor.eat(b"=") { self.attribute()? } else { self.intern(Attribute::Unit)? };
            list.push(NamedAttribute { name, value });
            if !self.cursor.eat(b",") {
                self.cursor.expect(b"}")?;
                return Ok(list);
            }
        }
    }

    fn symbol(&mut self) -> Result<Attribute> {
        let mut names = Vec::new();
        loop {
            self.cursor.expect(b"@")?;
            let name = match self.cursor.adjacent() {
                Some(b'"') => self.cursor.name()?,
                _ => self.cursor.suffix().to_owned(),
            };
            if name.is_empty() {
                return Err(self.cursor.unexpected("the name of a symbol directly behind `@`"));
            }
            names.push(name);
            if !self.cursor.eat(b"::") {
                return Ok(Attribute::Symbol(names));
            }
        }
    }

    /// `#alias`, `#dialect.attribute<...>` or `#dialect<...>`.
    fn dialect_attribute(&mut self) -> Result<AttrId> {
        let begin = self.cursor.offset();
        self.cursor.expect(b"#")?;
        let name = self.cursor.suffix();
        if name.is_empty() {
            return Err(self.cursor.unexpected("the name of an attribute directly behind `#`"));
        }
        let opaque = if self.cursor.adjacent() == Some(b'<') {
            Some(self.cursor.balanced(begin)?)
        } else {
            name.contains('.').then(|| self.cursor.slice(begin))
        };
        match opaque {
            Some(text) => {
                let text = text.to_owned();
                let ty = self.optional_type()?;
                self.intern(Attribute::Opaque { text, ty })
            }
            None => {
                let known = self.attributes.get(name).copied();
                let message = || format!("#{name} is not defined: write `#{name} = ATTRIBUTE` before it is used");
                known.ok_or_else(|| self.cursor.error(begin, message()))
            }
        }
    }

    /// Attributes that begin with a word; any other word is a type.
    fn keyword(&mut self) -> Result<Attribute> {
        let word = self.cursor.peek_word();
        let simple = match word {
            "true" => Some(Attribute::Bool(true)),
            "false" => Some(Attribute::Bool(false)),
            "unit" => Some(Attribute::Unit),
            _ => None,
        };
        if let Some(simple) = simple {
            self.cursor.advance(word.len());
            return Ok(simple);
        }
        let known =
            ["dense", "dense_resource", "sparse", "array", "affine_map", "affine_set", "strided", "distinct", "loc"];
        if !known.contains(&word) {
            return self.ty().map(Attribute::Type);
        }
        self.cursor.advance(word.len());
        match word {
            "loc" => return self.parenthesised_location().map(Attribute::Location),
            "distinct" => return self.distinct(),
            _ => self.cursor.expect(b"<")?,
        }
        match word {
            "dense" => {
                let content = if self.cursor.peek() == Some(b'>') { None } else { Some(self.element()?) };
                self.cursor.expect(b">")?;
                Ok(Attribute::Dense { content, ty: self.required_type()? })
            }
            "sparse" => self.sparse(),
            "dense_resource" => {
                let key = if self.cursor.peek() == Some(b'"') {
                    self.cursor.name()?
                } else {
                    self.cursor.suffix().to_owned()
                };
                self.cursor.expect(b">")?;
                Ok(Attribute::Resource { key, ty: self.required_type()? })
            }
            "array" => self.typed_array(),
            "affine_map" => {
                let map = self.affine_map()?;
                self.cursor.expect(b">")?;
                Ok(Attribute::AffineMap(map))
            }
            "affine_set" => {
                let set = self.integer_set()?;
                self.cursor.expect(b">")?;
                Ok(Attribute::IntegerSet(set))
            }
            _ => self.strided(),
        }
    }

    /// `i64: 1, 2>`
    fn typed_array(&mut self) -> Result<Attribute> {
        let ty = self.ty()?;
        let mut values = Vec::new();
        if self.cursor.eat(b":") {
            loop {
                values.push(self.element()?);
                if !self.cursor.eat(b",") {
                    break;
                }
            }
        }
        self.cursor.expect(b">")?;
        Ok(Attribute::Elementwise { ty, values })
    }

    /// `[1, ?], offset: ?>`
    fn strided(&mut self) -> Result<Attribute> {
        let at = self.cursor.offset();
        self.cursor.expect(b"[")?;
        let mut strides = Vec::new();
        if !self.cursor.eat(b"]") {
            loop {
                strides.push(self.known_or_dynamic()?);
                if !self.cursor.eat(b",") {
                    break;
                }
            }
            self.cursor.expect(b"]")?;
        }
        if strides.len() > MAX_RANK {
            return Err(self.cursor.error(at, format!("a layout has at most {MAX_RANK} strides (MAX_RANK)")));
        }
        let mut offset = Some(0);
        if self.cursor.eat(b",") {
            if !self.cursor.eat_word("offset") {
                return Err(self.cursor.unexpected("`offset: NUMBER`"));
            }
            self.cursor.expect(b":")?;
            offset = self.known_or_dynamic()?;
        }
        self.cursor.expect(b">")?;
        Ok(Attribute::Strided { strides, offset })
    }

    fn known_or_dynamic(&mut self) -> Result<Option<i64>> {
        if self.cursor.eat(b"?") { Ok(None) } else { self.cursor.signed().map(Some) }
    }

    /// `[0]<...>`
    fn distinct(&mut self) -> Result<Attribute> {
        self.cursor.expect(b"[")?;
        let number = self.cursor.unsigned()?;
        self.cursor.expect(b"]")?;
        self.cursor.expect(b"<")?;
        let content = if self.cursor.peek() == Some(b'>') { None } else { Some(self.attribute()?) };
        self.cursor.expect(b">")?;
        Ok(Attribute::Distinct { number, content })
    }
}
