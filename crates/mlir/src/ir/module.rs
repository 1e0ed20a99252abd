//! Operations, blocks, regions and values, each in an arena.

use super::{AttrId, Attribute, Location, NamedAttribute, Pool, TypeId};
use crate::error::Place;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// An operation's number.
    OpId
);
id!(
    /// A block's number.
    BlockId
);
id!(
    /// A region's number.
    RegionId
);
id!(
    /// A value's number.
    ValueId
);

/// One text: its operations, and the names that it gives to attributes and types.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Attributes and types.
    pub pool: Pool,
    /// All values.
    pub values: Vec<Value>,
    /// All operations.
    pub operations: Vec<Operation>,
    /// All blocks.
    pub blocks: Vec<Block>,
    /// All regions.
    pub regions: Vec<Region>,
    /// The outermost operations.
    pub top: Vec<OpId>,
    /// Names in the order of their definition.
    pub aliases: Vec<(String, Alias)>,
    /// The text between `{-#` and `#-}`.
    pub resources: Vec<String>,
}

/// A named attribute or type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alias {
    /// `#name = ...`
    Attribute(AttrId),
    /// `!name = ...`
    Type(TypeId),
}

/// A value.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// Its type.
    pub ty: TypeId,
    /// Its definition.
    pub owner: ValueOwner,
}

/// A value's definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOwner {
    /// A result of an operation, by number.
    Result(OpId, u32),
    /// An argument of a block, by number.
    Argument(BlockId, u32),
    /// A forward reference that was replaced by its definition.
    Replaced,
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// With its dialect: `arith.addi`.
    pub name: String,
    /// In order.
    pub operands: Vec<ValueId>,
    /// In order.
    pub results: Vec<ValueId>,
    /// Blocks of the region that it stands in.
    pub successors: Vec<BlockId>,
    /// `<{...}>`
    pub properties: Option<AttrId>,
    /// `{...}`
    pub attributes: Vec<NamedAttribute>,
    /// In order.
    pub regions: Vec<RegionId>,
    /// `loc(...)`
    pub location: Option<Location>,
    /// Its name's place in the text.
    pub place: Place,
}

/// A list of blocks; the first is the entry.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// In the text's order.
    pub blocks: Vec<BlockId>,
}

/// A list of operations.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Its arguments.
    pub arguments: Vec<ValueId>,
    /// Their locations, where one is written.
    pub locations: Vec<Option<Location>>,
    /// In order.
    pub operations: Vec<OpId>,
}

impl Module {
    /// An operation.
    pub fn op(&self, id: OpId) -> &Operation {
        &self.operations[id.index()]
    }

    /// The attribute of this name, among properties or attributes.
    pub fn attribute(&self, op: &Operation, name: &str) -> Option<&Attribute> {
        self.attribute_id(op, name).map(|id| self.pool.attribute(id))
    }

    /// Its number.
    pub fn attribute_id(&self, op: &Operation, name: &str) -> Option<AttrId> {
        self.named_attributes(op).find(|named| named.name == name).map(|named| named.value)
    }

    fn named_attributes<'a>(&'a self, op: &'a Operation) -> impl Iterator<Item = &'a NamedAttribute> {
        let properties = op.properties.and_then(|id| match self.pool.attribute(id) {
            Attribute::Dictionary(of) => Some(of),
            _ => None,
        });
        properties.into_iter().flatten().chain(&op.attributes)
    }

    /// Names of all its properties and attributes.
    pub fn attribute_names<'a>(&'a self, op: &'a Operation) -> impl Iterator<Item = &'a str> {
        self.named_attributes(op).map(|named| named.name.as_str())
    }

    /// The first attribute of an operation that is none of these. Names with a dialect before them do not count: every tool may drop those.
    pub fn unknown_attribute<'a>(&'a self, op: &'a Operation, known: &[&str]) -> Option<&'a str> {
        self.attribute_names(op).find(|name| !name.contains('.') && !known.contains(name))
    }

    /// The type of a value.
    pub fn type_of(&self, value: ValueId) -> TypeId {
        self.values[value.index()].ty
    }
}
