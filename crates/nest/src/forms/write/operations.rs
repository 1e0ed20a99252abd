//! The operations of a form.

use super::{COLUMN, Given, Loop, TRIPS};
use crate::copies::map;
use crate::forms::Step;
use crate::limits::MAX_FORM_WRITTEN;
use isotope_affine::{Linear, constant};
use isotope_mlir::ir::{
    AffineMap, Attribute, BlockId, Builder, Module, OpId, Operation, RegionId, Sign, Type, TypeId, ValueId,
};
use isotope_mlir::print;
use std::collections::HashMap;

pub(super) struct Writer<'a> {
    of: &'a Loop<'a>,
    to: Builder,
    lanes: u64,
    arguments: Vec<(Given, ValueId)>,
    /// Numbers in all lanes, made before the loop.
    splats: HashMap<ValueId, ValueId>,
    /// Values of the copy that is written.
    values: HashMap<ValueId, ValueId>,
    /// Operations before the loop.
    before: Vec<OpId>,
}

/// A sum before the loop: its argument, the element in it, and its value.
type Sum = (ValueId, u64, ValueId);

impl<'a> Writer<'a> {
    pub(super) fn new(
        of: &'a Loop<'a>,
        made: Module,
        at: Operation,
        lanes: u64,
        arguments: Vec<(Given, ValueId)>,
    ) -> Self {
        let (splats, values) = (HashMap::new(), HashMap::new());
        Writer { of, to: Builder::new(made, at), lanes, arguments, splats, values, before: Vec::new() }
    }

    /// Writes before the loop.
    fn before<T>(&mut self, write: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let inner = std::mem::take(&mut self.to.done);
        let made = write(self);
        let written = std::mem::replace(&mut self.to.done, inner);
        self.before.extend(written);
        made
    }

    /// A vector's type; of one lane an element's.
    fn vector(&mut self, element: TypeId) -> Option<TypeId> {
        self.to.module.vector(self.lanes, element)
    }

    fn argument(&self, of: &Given) -> Option<ValueId> {
        self.arguments.iter().find(|(given, _)| given == of).map(|(_, value)| *value)
    }

    fn element(&self, memref: ValueId) -> Option<TypeId> {
        crate::copies::element(&self.to.module, memref)
    }

    /// A number of an argument in all lanes.
    fn splat(&mut self, of: ValueId) -> Option<ValueId> {
        if self.lanes == 1 {
            return Some(of);
        }
        if let Some(known) = self.splats.get(&of) {
            return Some(*known);
        }
        let ty = self.vector(self.to.module.type_of(of))?;
        let made = self.before(|writer| writer.to.value("vector.broadcast", &[of], &[], ty))?;
        self.splats.insert(of, made);
        Some(made)
    }

    /// A number that the body uses.
    fn value(&mut self, of: ValueId) -> Option<ValueId> {
        if let Some(known) = self.values.get(&of) {
            return Some(*known);
        }
        match self.of.constant(of) {
            Some(op) => self.literal(op),
            None => self.splat(self.argument(&Given::Number(of))?),
        }
    }

    fn literal(&mut self, op: &Operation) -> Option<ValueId> {
        let (value, element) = (self.of.module.attribute(op, "value")?, self.of.module.type_of(*op.results.first()?));
        match (self.lanes, value.clone()) {
            (1, value) => self.before(|writer| writer.to.value("arith.constant", &[], &[("value", value)], element)),
            (_, Attribute::Number { text, .. }) => self.dense(Attribute::Number { text, ty: None }, element),
            (_, value) => self.dense(value, element),
        }
    }

    /// Loads from rows over the counter, a vector unless `is_one`.
    fn load(&mut self, memref: ValueId, rows: &[Linear], counter: Option<ValueId>, is_one: bool) -> Option<ValueId> {
        let (made, operands) = map(rows, &|_| counter.unwrap_or(memref));
        let element = self.element(memref)?;
        let is_one = is_one || self.lanes == 1;
        let (name, ty) = if is_one { ("affine.load", element) } else { ("affine.vector_load", self.vector(element)?) };
        self.to.value(name, &[&[memref], &operands[..]].concat(), &[("map", Attribute::AffineMap(made))], ty)
    }

    fn store(&mut self, value: ValueId, memref: ValueId, rows: &[Linear], counter: Option<ValueId>) -> Option<()> {
        let (made, operands) = map(rows, &|_| counter.unwrap_or(memref));
        let is_vector = matches!(self.to.module.pool.ty(self.to.module.type_of(value)), Type::Vector { .. });
        let name = if is_vector { "affine.vector_store" } else { "affine.store" };
        self.to.effect(name, &[&[value, memref], &operands[..]].concat(), &[("map", Attribute::AffineMap(made))])
    }

    /// Loads so many vectors of each sum.
    pub(super) fn sums(&mut self, times: u64) -> Option<Vec<Sum>> {
        let own: Vec<ValueId> = self.arguments.iter().filter(|(of, _)| of.is_sum()).map(|(_, value)| *value).collect();
        let mut sums = Vec::new();
        for copy in 0..times {
            for memref in &own {
                let at = copy * self.lanes;
                let row = constant(i64::try_from(at).ok()?);
                let value = self.before(|writer| writer.load(*memref, &[row], None, false))?;
                sums.push((*memref, at, value));
            }
        }
        Some(sums)
    }

    /// The body of the loop, its counter and the sums in it.
    pub(super) fn opened(&mut self, sums: &[Sum]) -> Option<((RegionId, BlockId), ValueId, Vec<ValueId>)> {
        let index = self.to.module.pool.intern_type(Type::Index).ok()?;
        let types: Vec<TypeId> =
            [index].into_iter().chain(sums.iter().map(|(.., value)| self.to.module.type_of(*value))).collect();
        let (region, body) = self.to.module.add_region(&types);
        let arguments = self.to.module.blocks[body.index()].arguments.clone();
        let (counter, sums) = arguments.split_first()?;
        Some(((region, body), *counter, sums.to_vec()))
    }

    /// Writes the body once more, from an element of the iteration on.
    pub(super) fn copied(&mut self, body: &[OpId], (counter, at): (ValueId, u64), sums: &mut [ValueId]) -> Option<()> {
        self.values.clear();
        let module = self.of.module;
        for id in body {
            if self.to.module.operations.len() > MAX_FORM_WRITTEN {
                return None;
            }
            let op = module.op(*id);
            match self.of.access(*id) {
                Some((access, step)) => {
                    let place = self.of.place(access, step)?;
                    let value = match access.is_store {
                        true => Some(self.value(*op.operands.first()?)?),
                        false => None,
                    };
                    if let Some(loaded) = self.accessed(&place, step, (counter, at), (value, sums))? {
                        self.values.insert(*op.results.first()?, loaded);
                    }
                }
                None if op.name == "affine.yield" || self.of.is_index(op) => {}
                None => {
                    let operands = op.operands.iter().map(|of| self.value(*of)).collect::<Option<Vec<_>>>()?;
                    let result = *op.results.first()?;
                    let value = match self.of.constant(result) {
                        Some(constant) => self.literal(constant)?,
                        None => {
                            let ty = self.vector(module.type_of(result))?;
                            let value = self.to.value(&op.name, &operands, &[], ty)?;
                            let made = self.to.done.last()?.index();
                            self.to.module.operations[made].properties = op.properties;
                            self.to.module.operations[made].attributes.clone_from(&op.attributes);
                            value
                        }
                    };
                    self.values.insert(result, value);
                }
            }
        }
        Some(())
    }

    /// An access: what it loads, or nothing where it stores a value.
    fn accessed(
        &mut self,
        place: &Given,
        step: Step,
        (counter, at): (ValueId, u64),
        (value, sums): (Option<ValueId>, &mut [ValueId]),
    ) -> Option<Option<ValueId>> {
        let memref = self.argument(place)?;
        let begin = Linear::dim(0, 1, i64::try_from(at).ok()?);
        if place.is_sum() {
            let number = self.arguments.iter().filter(|(of, _)| of.is_sum()).position(|(of, _)| of == place)?;
            let sum = sums.get_mut(number)?;
            return Some(match value {
                Some(value) => {
                    *sum = value;
                    None
                }
                None => Some(*sum),
            });
        }
        match (step, value) {
            (Step::Same, _) => self.splat(memref).map(Some),
            (Step::Next, None) => self.load(memref, &[begin], Some(counter), false).map(Some),
            (Step::Next, Some(value)) => self.store(value, memref, &[begin], Some(counter)).map(|()| None),
            (Step::Far, None) if self.lanes == 1 => {
                self.load(memref, &[begin, constant(0)], Some(counter), true).map(Some)
            }
            (Step::Far, None) => self.gathered(memref, &begin, counter).map(Some),
            (Step::Far, Some(value)) => {
                for lane in 0..self.lanes {
                    let rows = [begin.plus(&constant(i64::try_from(lane).ok()?))?, constant(0)];
                    let one = match self.lanes {
                        1 => value,
                        _ => {
                            let (element, at) = (self.element(memref)?, i64::try_from(lane).ok()?);
                            let at = self.to.module.integers(64, std::iter::once(at))?;
                            self.to.value("vector.extract", &[value], &[("static_position", at)], element)?
                        }
                    };
                    self.store(one, memref, &rows, Some(counter))?;
                }
                Some(None)
            }
        }
    }

    /// Loads a column's elements, as compilers do where they make vectors of them.
    ///
    /// ```mlir
    /// %at = arith.constant dense<[0, 128]> : vector<2xi64>
    /// %v = vector.gather %A[%i, %zero] [%at], %all, %none : memref<4096x128xf64>, .. into vector<2xf64>
    /// ```
    fn gathered(&mut self, memref: ValueId, begin: &Linear, counter: ValueId) -> Option<ValueId> {
        let element = self.element(memref)?;
        let [long, truth] = [64, 1].map(|width| Type::Integer { width, sign: Sign::Signless });
        let (long, truth) = (self.to.module.pool.intern_type(long).ok()?, self.to.module.pool.intern_type(truth).ok()?);
        let index = self.to.module.pool.intern_type(Type::Index).ok()?;
        let zero = if matches!(self.to.module.pool.ty(element), Type::Float(_)) { "0.000000e+00" } else { "0" };
        let lanes = (0..self.lanes).map(|lane| Attribute::Number { text: (lane * COLUMN).to_string(), ty: None });
        let lanes = lanes.map(|of| self.to.module.pool.intern_attribute(of).ok()).collect::<Option<Vec<_>>>()?;
        let at = self.dense(Attribute::Elements(lanes), long)?;
        let all = self.dense(Attribute::Bool(true), truth)?;
        let none = self.dense(Attribute::Number { text: zero.to_owned(), ty: None }, element)?;
        let row = AffineMap { dims: 1, symbols: 0, results: vec![begin.expression(&|_| 0)] };
        let first = AffineMap { dims: 0, symbols: 0, results: vec![constant(0).expression(&|_| 0)] };
        let row = self.to.value("affine.apply", &[counter], &[("map", Attribute::AffineMap(row))], index)?;
        let first = self.to.value("affine.apply", &[], &[("map", Attribute::AffineMap(first))], index)?;
        let ty = self.vector(element)?;
        self.to.value("vector.gather", &[memref, row, first, at, all, none], &[], ty)
    }

    /// A constant vector, made before the loop.
    fn dense(&mut self, content: Attribute, element: TypeId) -> Option<ValueId> {
        let (content, ty) = (Some(self.to.module.pool.intern_attribute(content).ok()?), self.vector(element)?);
        self.before(|writer| writer.to.value("arith.constant", &[], &[("value", Attribute::Dense { content, ty })], ty))
    }

    /// Ends the loop and writes it behind what stands before it.
    pub(super) fn ended(
        &mut self,
        before: &[Sum],
        (region, body): (RegionId, BlockId),
        sums: &[ValueId],
        step: i64,
    ) -> Option<()> {
        self.to.effect("affine.yield", sums, &[])?;
        self.to.module.blocks[body.index()].operations = std::mem::take(&mut self.to.done);
        let index = self.to.module.pool.intern_type(Type::Index).ok()?;
        let bound = |of: u64| AffineMap {
            dims: 0,
            symbols: 0,
            results: vec![Linear::expression(&constant(of as i64), &|_| 0)],
        };
        let segments = self.to.module.integers(32, [0, 0, before.len() as i64].into_iter())?;
        let properties = [
            ("lowerBoundMap", Attribute::AffineMap(bound(0))),
            ("operandSegmentSizes", segments),
            ("step", Attribute::Number { text: step.to_string(), ty: Some(index) }),
            ("upperBoundMap", Attribute::AffineMap(bound(TRIPS))),
        ];
        let (values, types): (Vec<ValueId>, Vec<TypeId>) =
            before.iter().map(|(.., value)| (*value, self.to.module.type_of(*value))).unzip();
        let op = self.to.module.build(&self.to.at, "affine.for", &values, &properties, &types, vec![region])?;
        self.to.done.push(op);
        let results = self.to.module.op(op).results.clone();
        for ((memref, at, _), value) in before.iter().zip(results) {
            self.store(value, *memref, &[constant(i64::try_from(*at).ok()?)], None)?;
        }
        self.to.effect("func.return", &[], &[])
    }

    /// The function's text.
    pub(super) fn function(mut self, region: RegionId, entry: BlockId, types: &[TypeId]) -> Option<String> {
        let operations = [std::mem::take(&mut self.before), std::mem::take(&mut self.to.done)].concat();
        self.to.module.blocks[entry.index()].operations = operations;
        let ty = Type::Function { inputs: types.to_vec(), results: Vec::new() };
        let ty = self.to.module.pool.intern_type(ty).ok()?;
        let name = Attribute::String { bytes: b"loop".to_vec(), ty: None };
        let properties = [("function_type", Attribute::Type(ty)), ("sym_name", name)];
        let function = self.to.module.build(&self.to.at, "func.func", &[], &properties, &[], vec![region])?;
        self.to.module.top = vec![function];
        Some(print(&self.to.module))
    }
}
