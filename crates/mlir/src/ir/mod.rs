//! The program as data: operations, blocks, regions and values in arenas, attributes and types in a pool without duplicates.

pub mod affine;
mod attribute;
mod builder;
mod edit;
mod module;
mod pool;
mod sources;
mod types;

pub use affine::{AffineExpr, AffineMap, IntegerSet, Step};
pub use attribute::{Attribute, Location, NamedAttribute};
pub use builder::Builder;
pub use module::{Alias, Block, BlockId, Module, OpId, Operation, Region, RegionId, Value, ValueId, ValueOwner};
pub use pool::{AttrId, Pool, PoolError, TypeId};
pub use sources::{Source, Sources};
pub use types::{Dim, FLOATS, Sign, Type};
