//! The pool of attributes and types: equal ones have one number, so that an alias used a thousand times costs four bytes a use.

use super::{Attribute, Type};
use crate::limits::{MAX_NESTING, MAX_POOL};
use indexmap::IndexSet;

/// A type's number in its module's pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub(crate) u32);

/// An attribute's number in its module's pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttrId(pub(crate) u32);

/// The pool refuses something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// See [`MAX_POOL`].
    #[error("there are more than {MAX_POOL} different attributes or types (MAX_POOL)")]
    Full,
    /// See [`MAX_NESTING`].
    #[error("attributes and types nest deeper than {MAX_NESTING} through aliases (MAX_NESTING)")]
    Deep,
}

/// Attributes and types without duplicates.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    types: IndexSet<Type>,
    type_depths: Vec<u32>,
    attributes: IndexSet<Attribute>,
    attribute_depths: Vec<u32>,
}

impl Pool {
    /// The number of a type, which becomes part of the pool.
    pub fn intern_type(&mut self, ty: Type) -> Result<TypeId, PoolError> {
        if let Some(at) = self.types.get_index_of(&ty) {
            return Ok(TypeId(at as u32));
        }
        let depth = self.depth(&ty.types(), &ty.attributes())?;
        if self.types.len() >= MAX_POOL {
            return Err(PoolError::Full);
        }
        self.type_depths.push(depth);
        Ok(TypeId(self.types.insert_full(ty).0 as u32))
    }

    /// The number of an attribute, which becomes part of the pool.
    pub fn intern_attribute(&mut self, attribute: Attribute) -> Result<AttrId, PoolError> {
        if let Some(at) = self.attributes.get_index_of(&attribute) {
            return Ok(AttrId(at as u32));
        }
        let depth = self.depth(&attribute.types(), &attribute.attributes())?;
        if self.attributes.len() >= MAX_POOL {
            return Err(PoolError::Full);
        }
        self.attribute_depths.push(depth);
        Ok(AttrId(self.attributes.insert_full(attribute).0 as u32))
    }

    fn depth(&self, types: &[TypeId], attributes: &[AttrId]) -> Result<u32, PoolError> {
        let types = types.iter().map(|id| self.type_depths[id.0 as usize]);
        let attributes = attributes.iter().map(|id| self.attribute_depths[id.0 as usize]);
        let depth = types.chain(attributes).max().unwrap_or(0) + 1;
        if depth > MAX_NESTING { Err(PoolError::Deep) } else { Ok(depth) }
    }

    /// The type of this number.
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// The attribute of this number.
    pub fn attribute(&self, id: AttrId) -> &Attribute {
        &self.attributes[id.0 as usize]
    }
}
