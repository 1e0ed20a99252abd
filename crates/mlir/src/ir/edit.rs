//! Changing a module: operations that are added, values that take the place of others, attributes and types of other modules.

use super::{
    AttrId, Attribute, Block, BlockId, Dim, Module, NamedAttribute, OpId, Operation, Pool, PoolError, Region, RegionId,
    Sign, Type, TypeId, Value, ValueId, ValueOwner,
};
use crate::limits::MAX_NESTING;
use std::collections::HashMap;

impl Module {
    /// Adds an operation that stands in no block yet. It gets one result of each type; those of `op` are left out.
    pub fn add(&mut self, mut op: Operation, results: &[TypeId]) -> OpId {
        let id = OpId(self.operations.len() as u32);
        op.results.clear();
        for (at, ty) in results.iter().enumerate() {
            op.results.push(ValueId(self.values.len() as u32));
            self.values.push(Value { ty: *ty, owner: ValueOwner::Result(id, at as u32) });
        }
        self.operations.push(op);
        id
    }

    /// Adds an operation of one result, with these properties and the location of `at`. `None`: the pool is full.
    pub fn make(
        &mut self,
        at: &Operation,
        name: &str,
        operands: &[ValueId],
        properties: &[(&str, Attribute)],
        result: TypeId,
    ) -> Option<OpId> {
        self.build(at, name, operands, properties, &[result], Vec::new())
    }

    /// Adds an operation with these properties, results and regions, and the location of `at`. `None`: the pool is full.
    pub fn build(
        &mut self,
        at: &Operation,
        name: &str,
        operands: &[ValueId],
        properties: &[(&str, Attribute)],
        results: &[TypeId],
        regions: Vec<RegionId>,
    ) -> Option<OpId> {
        let mut all = Vec::new();
        for (name, value) in properties {
            let value = self.pool.intern_attribute(value.clone()).ok()?;
            all.push(NamedAttribute { name: (*name).to_owned(), value });
        }
        let properties = match all.is_empty() {
            true => None,
            false => Some(self.pool.intern_attribute(Attribute::Dictionary(all)).ok()?),
        };
        let op = Operation {
            name: name.to_owned(),
            operands: operands.to_vec(),
            results: Vec::new(),
            successors: Vec::new(),
            properties,
            attributes: Vec::new(),
            regions,
            location: at.location.clone(),
            place: at.place,
        };
        Some(self.add(op, results))
    }

    /// Adds a region of one empty block with arguments of these types. It stands in no operation yet.
    pub fn add_region(&mut self, arguments: &[TypeId]) -> (RegionId, BlockId) {
        let block = BlockId(self.blocks.len() as u32);
        let mut made = Block::default();
        for (at, ty) in arguments.iter().enumerate() {
            made.arguments.push(ValueId(self.values.len() as u32));
            made.locations.push(None);
            self.values.push(Value { ty: *ty, owner: ValueOwner::Argument(block, at as u32) });
        }
        self.blocks.push(made);
        self.regions.push(Region { blocks: vec![block] });
        (RegionId(self.regions.len() as u32 - 1), block)
    }

    /// The type of a vector of so many lanes, and for one lane that of its element. `None`: the pool is full.
    pub fn vector(&mut self, lanes: impl Into<u64>, element: TypeId) -> Option<TypeId> {
        let size = lanes.into();
        if size == 1 {
            return Some(element);
        }
        let dims = vec![Dim { size, scalable: false }];
        self.pool.intern_type(Type::Vector { dims, element }).ok()
    }

    /// `array<i32: 0, 2, 4>`, where integers have `width` bits. `None`: the pool is full.
    pub fn integers(&mut self, width: u32, all: impl Iterator<Item = i64>) -> Option<Attribute> {
        let ty = self.pool.intern_type(Type::Integer { width, sign: Sign::Signless }).ok()?;
        let number = |number: i64| Attribute::Number { text: number.to_string(), ty: None };
        let values = all.map(|each| self.pool.intern_attribute(number(each)).ok()).collect::<Option<_>>()?;
        Some(Attribute::Elementwise { ty, values })
    }

    /// Puts operations into a block, before the one that stands at `at`.
    pub fn insert(&mut self, block: BlockId, at: usize, ops: &[OpId]) {
        let of = &mut self.blocks[block.index()].operations;
        let at = at.min(of.len());
        of.splice(at..at, ops.iter().copied());
    }

    /// Takes operations out of their block. Nobody may use their results.
    pub fn take_out(&mut self, block: BlockId, wanted: impl Fn(OpId) -> bool) {
        self.blocks[block.index()].operations.retain(|op| !wanted(*op));
    }

    /// Sets an attribute: among the properties where it is one of them, and otherwise beside them.
    pub fn set_attribute(&mut self, op: OpId, name: &str, value: Attribute) -> Result<(), PoolError> {
        let value = self.pool.intern_attribute(value)?;
        let of = &mut self.operations[op.index()];
        let properties = of.properties.map(|id| self.pool.attribute(id));
        if let Some(Attribute::Dictionary(all)) = properties
            && let Some(at) = all.iter().position(|each| each.name == name)
        {
            let mut all = all.clone();
            all[at].value = value;
            of.properties = Some(self.pool.intern_attribute(Attribute::Dictionary(all))?);
            return Ok(());
        }
        match of.attributes.iter_mut().find(|each| each.name == name) {
            Some(each) => each.value = value,
            None => of.attributes.push(NamedAttribute { name: name.to_owned(), value }),
        }
        Ok(())
    }
}

/// Numbers of what was imported, by those that it had.
#[derive(Default)]
struct Imported {
    values: HashMap<ValueId, ValueId>,
    blocks: HashMap<BlockId, BlockId>,
}

impl Module {
    /// A copy of another module's region, all locations left out. `None`: it has a type or an attribute that cannot be imported, a value
    /// from outside, or regions deeper than [`MAX_NESTING`]. The copy stands in no operation; nothing is taken back.
    pub fn import_region(&mut self, from: &Module, region: RegionId) -> Option<RegionId> {
        self.region_of(from, region, &mut Imported::default(), MAX_NESTING)
    }

    fn region_of(&mut self, from: &Module, region: RegionId, known: &mut Imported, depth: u32) -> Option<RegionId> {
        let depth = depth.checked_sub(1)?;
        let blocks = &from.regions[region.index()].blocks;
        let mut made = Vec::with_capacity(blocks.len());
        for block in blocks {
            let id = BlockId(self.blocks.len() as u32);
            self.blocks.push(Block::default());
            known.blocks.insert(*block, id);
            for (at, argument) in from.blocks[block.index()].arguments.iter().enumerate() {
                let ty = self.pool.import_type(&from.pool, from.type_of(*argument))?;
                let value = ValueId(self.values.len() as u32);
                self.values.push(Value { ty, owner: ValueOwner::Argument(id, at as u32) });
                known.values.insert(*argument, value);
                let own = &mut self.blocks[id.index()];
                own.arguments.push(value);
                own.locations.push(None);
            }
            made.push(id);
        }
        for (block, id) in blocks.iter().zip(&made) {
            for op in &from.blocks[block.index()].operations {
                let op = self.operation_of(from, *op, known, depth)?;
                self.blocks[id.index()].operations.push(op);
            }
        }
        self.regions.push(Region { blocks: made });
        Some(RegionId(self.regions.len() as u32 - 1))
    }

    fn operation_of(&mut self, from: &Module, op: OpId, known: &mut Imported, depth: u32) -> Option<OpId> {
        let op = from.op(op);
        let named = |pool: &mut Pool, each: &NamedAttribute| {
            let value = pool.import_attribute(&from.pool, each.value)?;
            Some(NamedAttribute { name: each.name.clone(), value })
        };
        let properties = match op.properties {
            Some(id) => Some(self.pool.import_attribute(&from.pool, id)?),
            None => None,
        };
        let results: Option<Vec<TypeId>> =
            op.results.iter().map(|of| self.pool.import_type(&from.pool, from.type_of(*of))).collect();
        let made = Operation {
            name: op.name.clone(),
            operands: op.operands.iter().map(|of| known.values.get(of).copied()).collect::<Option<_>>()?,
            results: Vec::new(),
            successors: op.successors.iter().map(|of| known.blocks.get(of).copied()).collect::<Option<_>>()?,
            properties,
            attributes: op.attributes.iter().map(|each| named(&mut self.pool, each)).collect::<Option<_>>()?,
            regions: op.regions.iter().map(|of| self.region_of(from, *of, known, depth)).collect::<Option<_>>()?,
            location: None,
            place: op.place,
        };
        let id = self.add(made, &results?);
        let own = self.operations[id.index()].results.clone();
        known.values.extend(op.results.iter().copied().zip(own));
        Some(id)
    }
}

impl Pool {
    /// A type of another pool. `None`: it is of a kind that has other types or attributes, but for vectors, tensors and memory.
    pub fn import_type(&mut self, from: &Pool, id: TypeId) -> Option<TypeId> {
        let ty = match from.ty(id) {
            Type::Vector { dims, element } => {
                Type::Vector { dims: dims.clone(), element: self.import_type(from, *element)? }
            }
            Type::Memref { shape, element, parameters } => Type::Memref {
                shape: shape.clone(),
                element: self.import_type(from, *element)?,
                parameters: parameters.iter().map(|id| self.import_attribute(from, *id)).collect::<Option<_>>()?,
            },
            Type::Tensor { shape, element, encoding } => Type::Tensor {
                shape: shape.clone(),
                element: self.import_type(from, *element)?,
                encoding: match encoding {
                    Some(id) => Some(self.import_attribute(from, *id)?),
                    None => None,
                },
            },
            other if other.types().is_empty() && other.attributes().is_empty() => other.clone(),
            _ => return None,
        };
        self.intern_type(ty).ok()
    }

    /// An attribute of another pool. `None`: it is of a kind that operations on vectors do not have, such as a location.
    pub fn import_attribute(&mut self, from: &Pool, id: AttrId) -> Option<AttrId> {
        let all = |pool: &mut Pool, of: &[AttrId]| -> Option<Vec<AttrId>> {
            of.iter().map(|id| pool.import_attribute(from, *id)).collect()
        };
        let ty = |pool: &mut Pool, ty: &Option<TypeId>| match ty {
            Some(ty) => pool.import_type(from, *ty).map(Some),
            None => Some(None),
        };
        let attribute = match from.attribute(id) {
            Attribute::Number { text, ty: of } => Attribute::Number { text: text.clone(), ty: ty(self, of)? },
            Attribute::String { bytes, ty: of } => Attribute::String { bytes: bytes.clone(), ty: ty(self, of)? },
            Attribute::Opaque { text, ty: of } => Attribute::Opaque { text: text.clone(), ty: ty(self, of)? },
            Attribute::Array(of) => Attribute::Array(all(self, of)?),
            Attribute::Elements(of) => Attribute::Elements(all(self, of)?),
            Attribute::Elementwise { ty, values } => {
                Attribute::Elementwise { ty: self.import_type(from, *ty)?, values: all(self, values)? }
            }
            Attribute::Dictionary(of) => {
                let named = |named: &NamedAttribute| {
                    let value = self.import_attribute(from, named.value)?;
                    Some(NamedAttribute { name: named.name.clone(), value })
                };
                Attribute::Dictionary(of.iter().map(named).collect::<Option<_>>()?)
            }
            Attribute::Dense { content, ty } => {
                let content = match content {
                    Some(content) => Some(self.import_attribute(from, *content)?),
                    None => None,
                };
                Attribute::Dense { content, ty: self.import_type(from, *ty)? }
            }
            Attribute::Type(ty) => Attribute::Type(self.import_type(from, *ty)?),
            Attribute::AffineMap(map) => Attribute::AffineMap(map.clone()),
            Attribute::IntegerSet(set) => Attribute::IntegerSet(set.clone()),
            Attribute::Symbol(names) => Attribute::Symbol(names.clone()),
            Attribute::Unit => Attribute::Unit,
            Attribute::Bool(value) => Attribute::Bool(*value),
            _ => return None,
        };
        self.intern_attribute(attribute).ok()
    }
}
