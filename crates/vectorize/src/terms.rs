//! The computation of a kernel, element by element: values with equal parts are one.

use crate::error::{Result, full};
use crate::limits::MAX_TERMS;
use isotope_mlir::Refusal;
use isotope_mlir::ir::{AttrId, Attribute, NamedAttribute, Pool, Type, TypeId, ValueId};
use std::collections::HashMap;

/// A value's number.
pub type TermId = u32;

/// A value of one element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// Any value: a lane that nobody reads.
    Any,
    /// An element of an array as it is before the kernel.
    Cell {
        /// The array.
        array: u32,
        /// Its place in row-major order.
        cell: u64,
    },
    /// An argument that is no array.
    Argument(ValueId),
    /// A constant of the text.
    Constant(AttrId),
    /// An operation.
    Op {
        /// Which.
        code: u32,
        /// In order.
        operands: Box<[TermId]>,
    },
}

/// An operation on elements, without its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// `arith.addi`
    pub name: String,
    /// As the text has them.
    pub properties: Option<AttrId>,
    /// As the text has them.
    pub attributes: Vec<NamedAttribute>,
    /// Of the result.
    pub ty: TypeId,
}

/// Flags of an operation that allow to write it another way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Sums may be reordered: always so of integers.
    pub reorder: bool,
    /// The sign of a zero does not count: a sum may have a zero more.
    pub zeros: bool,
    /// A product and a sum may be rounded once.
    pub contract: bool,
}

/// All values of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Attributes and types.
    pub pool: Pool,
    terms: Vec<(Term, TypeId)>,
    known: HashMap<(Term, TypeId), TermId>,
    codes: Vec<Code>,
    known_codes: HashMap<Code, u32>,
}

impl Terms {
    /// Those of a program with this pool.
    pub fn new(pool: Pool) -> Terms {
        Terms { pool, ..Terms::default() }
    }

    /// The number of a value. An error: there are too many.
    pub fn add(&mut self, term: Term, ty: TypeId) -> Result<TermId> {
        if let Some(known) = self.known.get(&(term.clone(), ty)) {
            return Ok(*known);
        }
        let id = self.terms.len();
        if id == MAX_TERMS {
            let why = format!("the kernel computes more than {MAX_TERMS} values (MAX_TERMS): tile it first");
            return Err(Refusal::Whole(why));
        }
        self.terms.push((term.clone(), ty));
        self.known.insert((term, ty), id as TermId);
        Ok(id as TermId)
    }

    /// The number of an operation.
    pub fn code(&mut self, code: Code) -> u32 {
        let next = self.codes.len() as u32;
        let id = *self.known_codes.entry(code.clone()).or_insert(next);
        if id == next {
            self.codes.push(code);
        }
        id
    }

    /// A value.
    pub fn term(&self, id: TermId) -> &Term {
        &self.terms[id as usize].0
    }

    /// Its type.
    pub fn ty(&self, id: TermId) -> TypeId {
        self.terms[id as usize].1
    }

    /// An operation.
    pub fn of(&self, code: u32) -> &Code {
        &self.codes[code as usize]
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// An operation and its operands, if a value is one.
    pub fn operation(&self, id: TermId) -> Option<(u32, &[TermId])> {
        match self.term(id) {
            Term::Op { code, operands } => Some((*code, operands)),
            _ => None,
        }
    }

    /// The name of the operation that computes a value.
    pub fn name(&self, id: TermId) -> &str {
        self.operation(id).map_or("", |(code, _)| &self.of(code).name)
    }

    /// Bits of a number of a type.
    pub fn bits(&self, ty: TypeId) -> u32 {
        match self.pool.ty(ty) {
            Type::Integer { width, .. } => *width,
            Type::Float("f16" | "bf16") => 16,
            Type::Float("f64") | Type::Index => 64,
            _ => 32,
        }
    }

    /// Whether a type is a float's.
    pub fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.pool.ty(ty), Type::Float(_))
    }

    /// The zero of a type, which is positive.
    pub fn zero(&mut self, ty: TypeId) -> Result<TermId> {
        let text = if self.is_float(ty) { "0.000000e+00" } else { "0" };
        self.number(text, ty)
    }

    /// The one of a type.
    pub fn one(&mut self, ty: TypeId) -> Result<TermId> {
        let text = if self.is_float(ty) { "1.000000e+00" } else { "1" };
        self.number(text, ty)
    }

    /// A constant of a type.
    pub fn number(&mut self, text: &str, ty: TypeId) -> Result<TermId> {
        let attribute = Attribute::Number { text: text.to_owned(), ty: Some(ty) };
        let id = self.pool.intern_attribute(attribute).map_err(|_| full())?;
        self.add(Term::Constant(id), ty)
    }

    /// Whether a value is a constant zero that is not negative.
    pub fn is_zero(&self, id: TermId) -> bool {
        let Term::Constant(attribute) = self.term(id) else { return false };
        match self.pool.attribute(*attribute) {
            Attribute::Bool(value) => !value,
            Attribute::Number { text, .. } if text.starts_with('-') => false,
            Attribute::Number { text, .. } if text.starts_with("0x") => text[2..].bytes().all(|digit| digit == b'0'),
            Attribute::Number { text, .. } => text.parse::<f64>().is_ok_and(|value| value == 0.0),
            _ => false,
        }
    }

    /// Whether a value is read, and not computed.
    pub fn is_leaf(&self, id: TermId) -> bool {
        !matches!(self.term(id), Term::Op { .. })
    }

    /// The element of an array that a value is.
    pub fn cell(&self, id: TermId) -> Option<(u32, u64)> {
        match self.term(id) {
            Term::Cell { array, cell } => Some((*array, *cell)),
            _ => None,
        }
    }

    /// Flags of an operation, as MLIR spells them.
    fn flags(&self, code: u32) -> Vec<&str> {
        let code = self.of(code);
        let named = code.properties.and_then(|id| match self.pool.attribute(id) {
            Attribute::Dictionary(all) => Some(all.as_slice()),
            _ => None,
        });
        let all = named.into_iter().flatten().chain(&code.attributes);
        let flags = all.filter(|named| named.name == "fastmath").map(|named| self.pool.attribute(named.value));
        let text = flags.filter_map(|flags| if let Attribute::Opaque { text, .. } = flags { Some(text) } else { None });
        let inner = text.filter_map(|text| text.split_once('<')?.1.strip_suffix('>'));
        inner.flat_map(|inner| inner.split(',').map(str::trim)).collect()
    }

    /// Whether a value has all flags of an operation: it is poison wherever the operation's result could not be it.
    pub fn promises(&self, term: TermId, code: u32) -> bool {
        self.operation(term).is_some_and(|(own, _)| {
            let own = self.flags(own);
            own.contains(&"fast") || self.flags(code).iter().all(|flag| own.contains(flag))
        })
    }

    /// How an operation may be written otherwise.
    pub fn allowed(&self, code: u32) -> Allowed {
        if !self.is_float(self.of(code).ty) {
            return Allowed { reorder: true, zeros: true, contract: false };
        }
        let flags = self.flags(code);
        let has = |flag: &str| flags.iter().any(|of| *of == flag || *of == "fast");
        Allowed { reorder: has("reassoc"), zeros: has("nsz"), contract: has("contract") }
    }

    /// The same operation without promises of integers, that a sum fits its type or a shift loses nothing.
    ///
    /// ```mlir
    /// %s = arith.addi %x, %y overflow<nsw> : i32      %s = arith.addi %x, %y : i32
    /// ```
    pub fn unpromising(&mut self, code: u32) -> u32 {
        let of = self.of(code);
        if self.is_float(of.ty) || (of.properties.is_none() && of.attributes.is_empty()) {
            return code;
        }
        let plain = Code { properties: None, attributes: Vec::new(), ..of.clone() };
        self.code(plain)
    }
}
