//! Terms as operations of `arith` and `vector`.
//!
//! Lanes that are the same function of other lanes are one vector. Each of what they read is gathered into a vector first:
//!
//! ```text
//! %x = vector.shuffle %a, %a [0, 2, 4, 6] : vector<8xi16>, vector<8xi16>
//! %y = arith.extsi %x : vector<4xi16> to vector<4xi32>
//! ```

mod body;

use crate::error::Unread;
use crate::read::{Reader, Shape, shape};
use body::Body;
use isotope_ir::term::{LaneVar, TermId};
use isotope_mlir::ir::{Attribute, Dim, Module, OpId, Operation, Sign, Type, TypeId, ValueId};
use isotope_mlir::structure::{is_vector, shape_of};
use std::collections::{BTreeMap, HashMap};

/// The text of one block so far.
#[derive(Default)]
pub struct Writer {
    /// Vectors of one dimension, by the value that they were.
    flat: HashMap<ValueId, ValueId>,
    /// Vectors by the lanes that they were gathered from: leaf and lane.
    gathered: HashMap<Vec<(ValueId, usize)>, ValueId>,
}

/// The module is full.
pub(crate) const FULL: &str = "the module has more attributes or types than there may be (MAX_POOL)";

/// Operations that are added at the place of another.
pub(crate) struct Place<'m> {
    pub module: &'m mut Module,
    at: Operation,
    ops: Vec<OpId>,
}

impl Place<'_> {
    pub fn add(
        &mut self,
        name: &str,
        operands: &[ValueId],
        properties: &[(&str, Attribute)],
        ty: TypeId,
    ) -> Result<ValueId, String> {
        let op = self.module.make(&self.at, name, operands, properties, ty).ok_or(FULL)?;
        self.ops.push(op);
        Ok(self.module.op(op).results[0])
    }

    /// The type of a vector of integers.
    pub fn vector(&mut self, lanes: usize, bits: u32) -> Result<TypeId, String> {
        let integer = self.module.pool.intern_type(Type::Integer { width: bits, sign: Sign::Signless });
        let dims = vec![Dim { size: lanes as u64, scalable: false }];
        let vector = integer.and_then(|element| self.module.pool.intern_type(Type::Vector { dims, element }));
        vector.map_err(|_| FULL.to_owned())
    }
}

impl Writer {
    /// Writes the value that an operation defines, and gives it with the operations that make it.
    pub fn write(
        &mut self,
        module: &mut Module,
        reader: &mut Reader<'_, '_>,
        id: OpId,
    ) -> Result<(ValueId, Vec<OpId>), Unread> {
        let at = module.op(id).clone();
        let (value, place) = (at.results[0], at.place);
        let of = at.name.clone();
        let mut here = Place { module, at, ops: Vec::new() };
        let made = self.value(&mut here, reader, value);
        let made = made.map_err(|why| Unread { place, why: format!("{of} {why}") })?;
        Ok((made, here.ops))
    }

    fn value(&mut self, here: &mut Place<'_>, reader: &mut Reader<'_, '_>, value: ValueId) -> Result<ValueId, String> {
        let ty = here.module.type_of(value);
        let of = shape(here.module, ty).ok_or("makes no integers")?;
        let lanes = reader.lanes(value).unwrap_or_default().iter().copied().collect::<Option<Vec<TermId>>>();
        let lanes = lanes.ok_or("makes a lane that is poison and is used")?;
        let mut made = self.lanes(here, reader, &lanes, of)?;
        if !is_vector(here.module, ty) {
            let zero = here.module.integers(64, std::iter::once(0)).ok_or(FULL)?;
            made = here.add("vector.extract", &[made], &[("static_position", zero)], ty)?;
        } else if shape_of(here.module, ty).len() != 1 {
            made = here.add("vector.shape_cast", &[made], &[], ty)?;
        }
        reader.set_leaf(value, made, of).ok_or("makes one value too many (MAX_LEAVES)")?;
        Ok(made)
    }

    /// A vector of these lanes.
    fn lanes(
        &mut self,
        here: &mut Place<'_>,
        reader: &mut Reader<'_, '_>,
        lanes: &[TermId],
        of: Shape,
    ) -> Result<ValueId, String> {
        // By function: the lanes, each with what it reads.
        let mut groups: BTreeMap<TermId, Vec<(usize, Vec<u32>)>> = BTreeMap::new();
        for (at, lane) in lanes.iter().enumerate() {
            let lane = reader.without_cancelled(*lane)?;
            let read: Vec<u32> = reader.variables(lane)?.into_iter().collect();
            let number: HashMap<u32, u32> = read.iter().copied().zip(0..).collect();
            let body = reader.terms.substitute(lane, &mut |terms, n, width| terms.var(number[&n], width));
            groups.entry(body).or_default().push((at, read));
        }
        let mut parts: Vec<(Vec<usize>, ValueId)> = Vec::new();
        for (body, members) in groups {
            let mut reads = Vec::new();
            for number in 0..members[0].1.len() {
                let from: Vec<(ValueId, usize)> = members
                    .iter()
                    .map(|(_, read)| {
                        let (source, element) = LaneVar::of(read[number]).pair();
                        (reader.leaves[source], element)
                    })
                    .collect();
                reads.push(self.gather(here, from)?);
            }
            let made = Body::new(&reader.terms, &reads, members.len()).write(here, body)?;
            parts.push((members.into_iter().map(|(at, _)| at).collect(), made));
        }
        self.put_together(here, parts, of)
    }

    /// One vector with the lanes of each part in their places.
    fn put_together(
        &mut self,
        here: &mut Place<'_>,
        parts: Vec<(Vec<usize>, ValueId)>,
        of: Shape,
    ) -> Result<ValueId, String> {
        let mut from: Vec<Option<(ValueId, usize)>> = vec![None; of.lanes];
        for (places, value) in parts {
            for (lane, place) in places.into_iter().enumerate() {
                from[place] = Some((value, lane));
            }
        }
        let from = from.into_iter().collect::<Option<Vec<_>>>().ok_or("has fewer lanes than it says")?;
        self.gather(here, from)
    }

    /// A vector of lanes of other values.
    fn gather(&mut self, here: &mut Place<'_>, from: Vec<(ValueId, usize)>) -> Result<ValueId, String> {
        if let Some(known) = self.gathered.get(&from) {
            return Ok(*known);
        }
        let mut sources: Vec<ValueId> = Vec::new();
        for (value, _) in &from {
            if !sources.contains(value) {
                sources.push(*value);
            }
        }
        let mut made: Option<ValueId> = None;
        for source in &sources {
            let (flat, all) = self.flat(here, *source)?;
            let own = |value: ValueId| value == *source;
            let is_whole = made.is_none()
                && from.len() == all.lanes
                && from.iter().enumerate().all(|(at, (value, lane))| own(*value) && at == *lane);
            if is_whole {
                made = Some(flat);
                continue;
            }
            let before = made.map_or(0, |_| from.len());
            // Lanes of sources that are still to come are any.
            let lane = |(at, (value, lane)): (usize, &(ValueId, usize))| match own(*value) {
                true => before + lane,
                false => at.min(before.saturating_sub(1)),
            };
            let mask = here.module.integers(64, from.iter().enumerate().map(lane).map(|at| at as i64)).ok_or(FULL)?;
            let ty = here.vector(from.len(), all.bits)?;
            made = Some(here.add("vector.shuffle", &[made.unwrap_or(flat), flat], &[("mask", mask)], ty)?);
        }
        let made = made.ok_or("has no lanes")?;
        self.gathered.insert(from, made);
        Ok(made)
    }

    /// A value as a vector of one dimension.
    fn flat(&mut self, here: &mut Place<'_>, value: ValueId) -> Result<(ValueId, Shape), String> {
        let ty = here.module.type_of(value);
        let of = shape(here.module, ty).ok_or("reads no integers")?;
        if let Some(known) = self.flat.get(&value) {
            return Ok((*known, of));
        }
        let flat = here.vector(of.lanes, of.bits)?;
        let made = match is_vector(here.module, ty) {
            true if flat == ty => value,
            true => here.add("vector.shape_cast", &[value], &[], flat)?,
            false => here.add("vector.broadcast", &[value], &[], flat)?,
        };
        self.flat.insert(value, made);
        Ok((made, of))
    }
}
