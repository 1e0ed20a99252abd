//! Each form as operations.

use super::Writer;
use crate::language::{Dot, Form, Kind};
use crate::terms::{Code, Term};
use egg::Id;
use isotope_mlir::ir::{Attribute, Sign, Type, TypeId, ValueId};

impl Writer<'_> {
    /// The value of a class, computed once. Forms are as deep as the kernel's longest chain, so that this keeps its own stack.
    pub(super) fn value(&mut self, id: Id) -> Option<ValueId> {
        let mut open = vec![(id, false)];
        while let Some((id, has_children)) = open.pop() {
            if self.values.contains_key(&id) {
                continue;
            }
            let form = self.of.get(&id)?.clone();
            if has_children {
                let children = form.children.iter().map(|child| self.values.get(child).copied());
                let children = children.collect::<Option<Vec<_>>>()?;
                let value = self.form(id, &form, &children)?;
                self.values.insert(id, value);
                continue;
            }
            open.push((id, true));
            open.extend(form.children.iter().rev().map(|child| (*child, false)));
        }
        self.values.get(&id).copied()
    }

    fn form(&mut self, id: Id, form: &Form, children: &[ValueId]) -> Option<ValueId> {
        let element = self.types.get(&id).copied().flatten();
        let lanes = children.first().map_or(1, |of| self.lanes_of(*of));
        match form.kind {
            Kind::Literal(list) => self.constant(list),
            Kind::Load { array, first, lanes } => self.load(array, first, lanes, element?),
            Kind::Repeated { array, first, period, lanes } => {
                let once = self.load(array, first, period, element?)?;
                let mask = (0..lanes).map(|lane| lane % period).collect();
                self.shuffle([once, once], mask, element?)
            }
            Kind::Splat { term, lanes } => {
                let one = match *self.space.terms.term(term) {
                    Term::Cell { array, cell } => self.load(array, cell, 1, element?)?,
                    Term::Argument(value) => value,
                    _ => return None,
                };
                if lanes == 1 {
                    return Some(one);
                }
                let ty = self.to.module.vector(lanes, element?)?;
                self.to.value("vector.broadcast", &[one], &[], ty)
            }
            Kind::Shuffle(mask) => {
                let mask = self.space.masks.get(mask).clone();
                self.shuffle([children[0], *children.last()?], mask, element?)
            }
            Kind::Filled(_) => children.first().copied(),
            Kind::Elements => {
                let ty = self.to.module.vector(children.len() as u64, element?)?;
                self.to.value("vector.from_elements", children, &[], ty)
            }
            Kind::Op(code) => self.operation(code, children, lanes),
            Kind::Fused(_) => {
                let ty = self.to.module.vector(lanes, element?)?;
                self.to.value("vector.fma", children, &[], ty)
            }
            Kind::Dot(dot) => {
                let dot = *self.space.dots.get(dot);
                self.dot(dot, children, lanes)
            }
            Kind::Reduce(code) => self.reduction(code, children),
            Kind::Lanes(_) | Kind::Store(_) | Kind::Singles(_) | Kind::All => None,
        }
    }

    fn load(&mut self, array: u32, first: u64, lanes: u32, element: TypeId) -> Option<ValueId> {
        let memref = self.flattened(array)?;
        let index = self.index(i64::try_from(first).ok()?)?;
        let ty = self.to.module.vector(lanes, element)?;
        self.to.value(if lanes == 1 { "memref.load" } else { "vector.load" }, &[memref, index], &[], ty)
    }

    /// `mask`: lanes of the first, then of the second.
    fn shuffle(&mut self, of: [ValueId; 2], mask: Vec<u32>, element: TypeId) -> Option<ValueId> {
        let ty = self.to.module.vector(mask.len() as u64, element)?;
        let long = self.to.module.pool.intern_type(Type::Integer { width: 64, sign: Sign::Signless }).ok()?;
        let number = |lane: &u32| Attribute::Number { text: lane.to_string(), ty: Some(long) };
        let numbers = mask.iter().map(|lane| self.to.module.pool.intern_attribute(number(lane)).ok());
        let mask = Attribute::Array(numbers.collect::<Option<_>>()?);
        self.to.value("vector.shuffle", &of, &[("mask", mask)], ty)
    }

    /// An operation, with the attributes that it has on elements.
    fn operation(&mut self, code: u32, operands: &[ValueId], lanes: u32) -> Option<ValueId> {
        let Code { name, properties, attributes, ty } = self.space.terms.of(code).clone();
        let ty = self.to.module.vector(lanes, ty)?;
        let value = self.to.value(&name, operands, &[], ty)?;
        let made = self.to.done.last()?.index();
        self.to.module.operations[made].properties = properties;
        self.to.module.operations[made].attributes = attributes;
        Some(value)
    }

    /// Products of widened neighbours, added in pairs.
    fn dot(&mut self, dot: Dot, children: &[ValueId], lanes: u32) -> Option<ValueId> {
        let (x, y) = (*children.first()?, *children.get(1)?);
        let x = self.operation(dot.widen[0], &[x], lanes)?;
        let y = self.operation(dot.widen[1], &[y], lanes)?;
        let products = self.operation(dot.multiply, &[x, y], lanes)?;
        let element = self.space.terms.of(dot.add).ty;
        let half = |of: u32| (0..lanes / 2).map(|lane| 2 * lane + of).collect::<Vec<u32>>();
        let even = self.shuffle([products; 2], half(0), element)?;
        let odd = self.shuffle([products; 2], half(1), element)?;
        self.operation(dot.add, &[even, odd], lanes / 2)
    }

    /// All lanes added.
    fn reduction(&mut self, code: u32, children: &[ValueId]) -> Option<ValueId> {
        let kind = Attribute::Opaque { text: "#vector.kind<add>".to_owned(), ty: None };
        let flags = match self.flags_of(code) {
            Some(flags) => flags,
            None => Attribute::Opaque { text: "#arith.fastmath<none>".to_owned(), ty: None },
        };
        let ty = self.space.terms.of(code).ty;
        self.to.value("vector.reduction", children, &[("fastmath", flags), ("kind", kind)], ty)
    }

    /// The flags of an operation on floats.
    fn flags_of(&self, code: u32) -> Option<Attribute> {
        let of = self.space.terms.of(code);
        let named = of.properties.and_then(|id| match self.to.module.pool.attribute(id) {
            Attribute::Dictionary(all) => Some(all.as_slice()),
            _ => None,
        });
        let mut all = named.into_iter().flatten().chain(&of.attributes);
        let flags = all.find(|named| named.name == "fastmath")?;
        Some(self.to.module.pool.attribute(flags.value).clone())
    }
}
