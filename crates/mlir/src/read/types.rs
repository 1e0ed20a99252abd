//! Types.

use super::{Reader, Result};
use crate::error::quoted;
use crate::ir::{AttrId, Attribute, Dim, FLOATS, Sign, Type, TypeId};
use crate::limits::MAX_RANK;

/// One dimension of a shape.
enum Size {
    Known(u64),
    Scalable(u64),
    Dynamic,
}

const WANTED: &str = "a type (`i32`, `f32`, `index`, `vector<4xf32>`, `memref<4xf32>`, `!dialect.type`)";

impl Reader<'_> {
    pub fn ty(&mut self) -> Result<TypeId> {
        self.nested(|r| match r.cursor.peek() {
            Some(b'(') => r.function_type(),
            Some(b'!') => r.dialect_type(),
            _ => r.builtin_type(),
        })
    }

    /// `(a, b) -> c`, in which `c` may be a list in parentheses.
    pub fn function_type(&mut self) -> Result<TypeId> {
        let inputs = self.type_list()?;
        self.cursor.expect(b"->")?;
        let results = if self.cursor.peek() == Some(b'(') { self.type_list()? } else { vec![self.ty()?] };
        self.intern_type(Type::Function { inputs, results })
    }

    fn type_list(&mut self) -> Result<Vec<TypeId>> {
        self.cursor.expect(b"(")?;
        let mut list = Vec::new();
        if self.cursor.eat(b")") {
            return Ok(list);
        }
        loop {
            list.push(self.ty()?);
            if !self.cursor.eat(b",") {
                self.cursor.expect(b")")?;
                return Ok(list);
            }
        }
    }

    /// `!alias`, `!dialect.type<...>` or `!dialect<...>`.
    fn dialect_type(&mut self) -> Result<TypeId> {
        let begin = self.cursor.offset();
        self.cursor.expect(b"!")?;
        let name = self.cursor.suffix();
        if name.is_empty() {
            return Err(self.cursor.unexpected("the name of a type directly behind `!`"));
        }
        if self.cursor.adjacent() == Some(b'<') {
            let text = self.cursor.balanced(begin)?.to_owned();
            return self.intern_type(Type::Opaque(text));
        }
        if name.contains('.') {
            return self.intern_type(Type::Opaque(format!("!{name}")));
        }
        let known = self.types.get(name).copied();
        known.ok_or_else(|| {
            self.cursor.error(begin, format!("!{name} is not defined: write `!{name} = TYPE` before it is used"))
        })
    }

    fn builtin_type(&mut self) -> Result<TypeId> {
        let word = self.cursor.peek_word();
        let at = self.cursor.offset();
        let simple = match word {
            "index" => Some(Type::Index),
            "none" => Some(Type::None),
            _ => FLOATS.iter().find(|name| **name == word).map(|name| Type::Float(name)),
        };
        let simple = match simple {
            None => self.integer(word)?,
            simple => simple,
        };
        if simple.is_none() && !["vector", "tensor", "memref", "tuple", "complex"].contains(&word) {
            return Err(match word {
                "" => self.cursor.unexpected(WANTED),
                _ => self.cursor.error(at, format!("there is no type {}: write {WANTED}", quoted(word))),
            });
        }
        self.cursor.advance(word.len());
        if let Some(simple) = simple {
            return self.intern_type(simple);
        }
        self.cursor.expect(b"<")?;
        let ty = match word {
            "vector" => self.vector()?,
            "tensor" => self.tensor()?,
            "memref" => self.memref()?,
            "tuple" => self.tuple()?,
            _ => Type::Complex(self.ty()?),
        };
        self.cursor.expect(b">")?;
        self.intern_type(ty)
    }

    /// `i32`, `si32`, `ui32`.
    fn integer(&mut self, word: &str) -> Result<Option<Type>> {
        let found = [("si", Sign::Signed), ("ui", Sign::Unsigned), ("i", Sign::Signless)]
            .into_iter()
            .find_map(|(prefix, sign)| Some((word.strip_prefix(prefix)?, sign)));
        let Some((digits, sign)) = found.filter(|(d, _)| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit())) else {
            return Ok(None);
        };
        match digits.parse() {
            Ok(width) if width < 1 << 24 => Ok(Some(Type::Integer { width, sign })),
            _ => {
                let at = self.cursor.offset();
                Err(self.cursor.error(at, format!("{} is wider than MLIR allows: at most 16777215 bits", quoted(word))))
            }
        }
    }

    /// Dimensions, each with its `x`; what follows is the element.
    fn dims(&mut self) -> Result<Vec<Size>> {
        let mut dims = Vec::new();
        loop {
            let at = self.cursor.offset();
            let dim = match self.cursor.peek() {
                Some(b'?') => {
                    self.cursor.advance(1);
                    Size::Dynamic
                }
                Some(b'[') => {
                    self.cursor.advance(1);
                    let size = self.cursor.unsigned()?;
                    self.cursor.expect(b"]")?;
                    Size::Scalable(size)
                }
                Some(b'0'..=b'9') => Size::Known(self.cursor.unsigned()?),
                _ => return Ok(dims),
            };
            if dims.len() >= MAX_RANK {
                return Err(self.cursor.error(at, format!("a shape has at most {MAX_RANK} dimensions (MAX_RANK)")));
            }
            if matches!(&dim, Size::Known(size) | Size::Scalable(size) if *size > i64::MAX as u64) {
                return Err(self.cursor.error(at, "a dimension has at most 63 bits"));
            }
            dims.push(dim);
            self.cursor.expect(b"x")?;
        }
    }

    fn vector(&mut self) -> Result<Type> {
        let at = self.cursor.offset();
        let mut dims = Vec::new();
        for dim in self.dims()? {
            dims.push(match dim {
                Size::Known(size) if size > 0 => Dim { size, scalable: false },
                Size::Scalable(size) if size > 0 => Dim { size, scalable: true },
                Size::Known(_) | Size::Scalable(_) => {
                    return Err(self.cursor.error(at, "a vector's dimension is at least 1"));
                }
                Size::Dynamic => {
                    return Err(self
                        .cursor
                        .error(at, "a vector's dimensions are known: write `[4]` if it is scalable"));
                }
            });
        }
        Ok(Type::Vector { dims, element: self.ty()? })
    }

    /// `*x` or dimensions.
    fn shape(&mut self) -> Result<Option<Vec<Option<u64>>>> {
        let at = self.cursor.offset();
        if self.cursor.eat(b"*") {
            self.cursor.expect(b"x")?;
            return Ok(None);
        }
        let dims = self.dims()?;
        let known = |dim| match dim {
            Size::Known(size) => Ok(Some(size)),
            Size::Dynamic => Ok(None),
            Size::Scalable(_) => Err(self.cursor.error(at, "only vectors are scalable: write a number or `?`")),
        };
        Ok(Some(dims.into_iter().map(known).collect::<Result<_>>()?))
    }

    fn tensor(&mut self) -> Result<Type> {
        let shape = self.shape()?;
        let element = self.ty()?;
        let encoding = if self.cursor.eat(b",") { Some(self.attribute()?) } else { None };
        Ok(Type::Tensor { shape, element, encoding })
    }

    fn memref(&mut self) -> Result<Type> {
        let shape = self.shape()?;
        let element = self.ty()?;
        let mut parameters: Vec<AttrId> = Vec::new();
        while self.cursor.eat(b",") {
            let at = self.cursor.offset();
            let parameter = self.attribute()?;
            if parameters.len() == 2 {
                return Err(self
                    .cursor
                    .error(at, "a memref has a layout and a memory space, in this order, and nothing else"));
            }
            let is_layout =
                matches!(self.module.pool.attribute(parameter), Attribute::AffineMap(_) | Attribute::Strided { .. });
            if is_layout && !parameters.is_empty() {
                return Err(self.cursor.error(at, "a memref has one layout, before its memory space"));
            }
            parameters.push(parameter);
        }
        Ok(Type::Memref { shape, element, parameters })
    }

    fn tuple(&mut self) -> Result<Type> {
        let mut of = Vec::new();
        if self.cursor.peek() != Some(b'>') {
            of.push(self.ty()?);
            while self.cursor.eat(b",") {
                of.push(self.ty()?);
            }
        }
        Ok(Type::Tuple(of))
    }
}
