//! Attributes and locations.

use super::{AffineMap, AttrId, IntegerSet, TypeId};

/// An attribute with its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedAttribute {
    /// As it is written, without quotes.
    pub name: String,
    /// The value; [`Attribute::Unit`] is not written.
    pub value: AttrId,
}

/// An attribute. Attributes and types within it are numbers in the pool.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// Nothing but a name.
    Unit,
    /// `true` or `false`
    Bool(bool),
    /// An integer or a float, as it is written: `-5`, `1.0e+00`, `0x7F800000`. Without a type integers have `i64`, floats `f64`.
    Number {
        /// As it is written, without spaces.
        text: String,
        /// Behind a colon.
        ty: Option<TypeId>,
    },
    /// A string; any bytes.
    String {
        /// Without escapes.
        bytes: Vec<u8>,
        /// Behind a colon.
        ty: Option<TypeId>,
    },
    /// `[...]`
    Array(Vec<AttrId>),
    /// `{...}`
    Dictionary(Vec<NamedAttribute>),
    /// `@a::@b`: names without quotes.
    Symbol(Vec<String>),
    /// A type.
    Type(TypeId),
    /// `affine_map<...>`
    AffineMap(AffineMap),
    /// `affine_set<...>`
    IntegerSet(IntegerSet),
    /// `dense<...> : type`
    Dense {
        /// [`Attribute::Elements`], one element for all, or a string of hexadecimal digits; `None` is `dense<>`.
        content: Option<AttrId>,
        /// A vector or a tensor.
        ty: TypeId,
    },
    /// `sparse<indices, values> : type`
    Sparse {
        /// Both, or nothing.
        parts: Option<(AttrId, AttrId)>,
        /// A tensor.
        ty: TypeId,
    },
    /// Nested elements within `dense` and `sparse`.
    Elements(Vec<AttrId>),
    /// A complex element within `dense`: `(re, im)`.
    Pair(AttrId, AttrId),
    /// `dense_resource<key> : type`
    Resource {
        /// Without quotes.
        key: String,
        /// A vector or a tensor.
        ty: TypeId,
    },
    /// `array<i64: 1, 2>`
    Elementwise {
        /// Type of each.
        ty: TypeId,
        /// Numbers and booleans.
        values: Vec<AttrId>,
    },
    /// `strided<[1, ?], offset: 4>`; `None` is written `?`.
    Strided {
        /// Elements, outermost first.
        strides: Vec<Option<i64>>,
        /// Elements.
        offset: Option<i64>,
    },
    /// `distinct[0]<...>`
    Distinct {
        /// Which of them.
        number: u64,
        /// Its content.
        content: Option<AttrId>,
    },
    /// `loc(...)`
    Location(Location),
    /// A dialect's attribute as text, `#gpu.address_space<workgroup>`, with the type behind it.
    Opaque {
        /// From `#` on.
        text: String,
        /// Behind a colon.
        ty: Option<TypeId>,
    },
}

/// A location.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// `unknown`
    Unknown,
    /// `"file":line:column`, or `"file":line:column to line:column`
    File {
        /// Its name; any bytes.
        name: Vec<u8>,
        /// From 1.
        line: u64,
        /// From 1.
        column: u64,
        /// The line and column at which a range ends, which MLIR 20 and later know.
        end: Option<(u64, u64)>,
    },
    /// `"name"(child)`
    Named {
        /// Any bytes.
        name: Vec<u8>,
        /// Where that is.
        child: Option<Box<Location>>,
    },
    /// `callsite(callee at caller)`
    CallSite(Box<Location>, Box<Location>),
    /// `fused<metadata>[...]`
    Fused {
        /// Any attribute.
        metadata: Option<AttrId>,
        /// In order.
        parts: Vec<Location>,
    },
    /// `#name`, which may be defined later.
    Alias(String),
    /// A dialect's attribute in the place of a location.
    Attribute(AttrId),
}

impl Attribute {
    /// Attributes directly within it.
    pub fn attributes(&self) -> Vec<AttrId> {
        match self {
            Attribute::Array(of) | Attribute::Elements(of) | Attribute::Elementwise { values: of, .. } => of.clone(),
            Attribute::Dictionary(of) => of.iter().map(|named| named.value).collect(),
            Attribute::Dense { content, .. } | Attribute::Distinct { content, .. } => content.iter().copied().collect(),
            Attribute::Sparse { parts: Some((a, b)), .. } | Attribute::Pair(a, b) => vec![*a, *b],
            _ => Vec::new(),
        }
    }

    /// Types directly within it.
    pub fn types(&self) -> Vec<TypeId> {
        match self {
            Attribute::Type(ty)
            | Attribute::Dense { ty, .. }
            | Attribute::Sparse { ty, .. }
            | Attribute::Resource { ty, .. }
            | Attribute::Elementwise { ty, .. } => vec![*ty],
            Attribute::Number { ty, .. } | Attribute::String { ty, .. } | Attribute::Opaque { ty, .. } => {
                ty.iter().copied().collect()
            }
            _ => Vec::new(),
        }
    }
}
