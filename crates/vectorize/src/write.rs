//! A program of forms as operations of MLIR, in the place of the loops.

mod forms;

use crate::extract::Program;
use crate::language::{Form, Forms, Kind, Space};
use crate::read::{Kernel, RESULTS};
use crate::terms::Term;
use egg::Id;
use isotope_mlir::ir::{AttrId, Attribute, Builder, Module, Type, TypeId, ValueId};
use std::collections::HashMap;

/// The module with the program in the place of the function's operations. `None`: the pool is full.
pub fn write(module: &Module, kernel: &Kernel, forms: Forms, program: &Program) -> Option<Module> {
    let mut module = module.clone();
    let mut space = forms.analysis.clone();
    module.pool = std::mem::take(&mut space.terms.pool);
    let at = module.op(kernel.function).clone();
    let last = module.blocks[kernel.block.index()].operations.last().copied()?;
    let types: HashMap<Id, Option<TypeId>> = program.forms.iter().map(|(id, _)| (*id, forms[*id].data.ty)).collect();
    let of = program.forms.iter().map(|(id, form)| (*id, form.clone())).collect();
    let mut writer = Writer {
        to: Builder::new(module, at),
        kernel,
        space,
        types,
        of,
        values: HashMap::new(),
        indices: HashMap::new(),
        flat: HashMap::new(),
        results: Vec::new(),
    };
    writer.globals();
    writer.read_first()?;
    let (_, root) = program.forms.last()?;
    for piece in &root.children {
        writer.piece(*piece)?;
    }
    let Writer { to: Builder { mut module, mut done, .. }, mut results, .. } = writer;
    results.sort_unstable();
    module.operations[last.index()].operands = results.into_iter().map(|(_, value)| value).collect();
    done.push(last);
    module.blocks[kernel.block.index()].operations = done;
    Some(module)
}

struct Writer<'k> {
    to: Builder,
    kernel: &'k Kernel,
    space: Space,
    /// Types of elements.
    types: HashMap<Id, Option<TypeId>>,
    of: HashMap<Id, Form>,
    values: HashMap<Id, ValueId>,
    indices: HashMap<i64, ValueId>,
    /// Arrays in one dimension.
    flat: HashMap<u32, ValueId>,
    /// The values that are returned, by their places.
    results: Vec<(u64, ValueId)>,
}

impl Writer<'_> {
    /// Global arrays are got before all else.
    fn globals(&mut self) {
        let made = self.kernel.arrays.iter().filter(|array| !array.is_local).filter_map(|array| array.made);
        self.to.done.extend(made);
    }

    /// An index as a value.
    fn index(&mut self, at: i64) -> Option<ValueId> {
        if let Some(known) = self.indices.get(&at) {
            return Some(*known);
        }
        let ty = self.to.module.pool.intern_type(Type::Index).ok()?;
        let value = Attribute::Number { text: at.to_string(), ty: Some(ty) };
        let made = self.to.value("arith.constant", &[], &[("value", value)], ty)?;
        self.indices.insert(at, made);
        Some(made)
    }

    /// An array in one dimension: neighbours may stand in two of its rows.
    ///
    /// ```mlir
    /// %flat = memref.reinterpret_cast %A to offset: [0], sizes: [16], strides: [1] : memref<4x4xf32> to memref<16xf32>
    /// ```
    fn flattened(&mut self, array: u32) -> Option<ValueId> {
        if let Some(known) = self.flat.get(&array) {
            return Some(*known);
        }
        let of = &self.kernel.arrays[array as usize];
        let (memref, count) = (of.memref, of.count());
        let made = if of.shape.len() == 1 {
            memref
        } else {
            let Type::Memref { element, .. } = self.to.module.pool.ty(self.to.module.type_of(memref)) else {
                return None;
            };
            let flat = Type::Memref { shape: Some(vec![Some(count)]), element: *element, parameters: Vec::new() };
            let ty = self.to.module.pool.intern_type(flat).ok()?;
            let properties = [
                ("operandSegmentSizes", self.to.module.integers(32, [1, 0, 0, 0].into_iter())?),
                ("static_offsets", self.to.module.integers(64, std::iter::once(0))?),
                ("static_sizes", self.to.module.integers(64, std::iter::once(i64::try_from(count).ok()?))?),
                ("static_strides", self.to.module.integers(64, std::iter::once(1))?),
            ];
            self.to.value("memref.reinterpret_cast", &[memref], &properties, ty)?
        };
        self.flat.insert(array, made);
        Some(made)
    }

    /// Reads of arrays that are written come before all stores.
    fn read_first(&mut self) -> Option<()> {
        let is_written = |array: u32| self.kernel.outputs.iter().any(|output| output.array == array);
        let mut ids: Vec<Id> = self
            .of
            .iter()
            .filter(|(_, form)| match form.kind {
                Kind::Load { array, .. } | Kind::Repeated { array, .. } => is_written(array),
                Kind::Splat { term, .. } => {
                    matches!(self.space.terms.term(term), Term::Cell { array, .. } if is_written(*array))
                }
                _ => false,
            })
            .map(|(id, _)| *id)
            .collect();
        ids.sort_unstable();
        ids.into_iter().try_for_each(|id| self.value(id).map(|_| ()))
    }

    /// A piece of the output.
    fn piece(&mut self, id: Id) -> Option<()> {
        let form = self.of.get(&id)?.clone();
        let (Kind::Store(number) | Kind::Singles(number)) = form.kind else { return None };
        let piece = self.space.pieces[number as usize].clone();
        let mut values = Vec::new();
        for child in &form.children {
            values.push(self.value(*child)?);
        }
        if piece.array == RESULTS {
            self.results.push((piece.first, *values.first()?));
            return Some(());
        }
        let memref = self.flattened(piece.array)?;
        if matches!(form.kind, Kind::Singles(_)) || piece.terms.len() == 1 && self.lanes_of(values[0]) == 1 {
            for (lane, value) in values.into_iter().enumerate() {
                let index = self.index(i64::try_from(piece.first).ok()? + lane as i64)?;
                self.to.effect("memref.store", &[value, memref, index], &[])?;
            }
            return Some(());
        }
        let index = self.index(i64::try_from(piece.first).ok()?)?;
        if self.lanes_of(values[0]) as usize == piece.terms.len() {
            return self.to.effect("vector.store", &[values[0], memref, index], &[]);
        }
        // Lanes that are there for the width alone.
        let truth =
            self.to.module.pool.intern_type(Type::Integer { width: 1, sign: isotope_mlir::ir::Sign::Signless }).ok()?;
        let (lanes, count) = (self.lanes_of(values[0]), i64::try_from(piece.terms.len()).ok()?);
        let mask = self.to.module.vector(lanes, truth)?;
        let sizes = self.mask_sizes(count)?;
        let mask = self.to.value("vector.constant_mask", &[], &[("mask_dim_sizes", sizes)], mask)?;
        self.to.effect("vector.maskedstore", &[memref, index, mask, values[0]], &[])
    }

    /// `[3]`
    fn mask_sizes(&mut self, count: i64) -> Option<Attribute> {
        let ty = self
            .to
            .module
            .pool
            .intern_type(Type::Integer { width: 64, sign: isotope_mlir::ir::Sign::Signless })
            .ok()?;
        let number = Attribute::Number { text: count.to_string(), ty: Some(ty) };
        Some(Attribute::Array(vec![self.to.module.pool.intern_attribute(number).ok()?]))
    }

    fn lanes_of(&self, value: ValueId) -> u32 {
        match self.to.module.pool.ty(self.to.module.type_of(value)) {
            Type::Vector { dims, .. } => dims.first().map_or(1, |dim| dim.size as u32),
            _ => 1,
        }
    }

    /// `dense<[1, 2]>` of constants, or the constant alone.
    fn constant(&mut self, list: u32) -> Option<ValueId> {
        let list = self.space.lists.get(list).clone();
        let element = self.space.terms.ty(*list.first()?);
        let of = |term: &u32| match self.space.terms.term(*term) {
            Term::Constant(attribute) => Some(*attribute),
            _ => None,
        };
        let all = list.iter().map(of).collect::<Option<Vec<AttrId>>>()?;
        if let [one] = all.as_slice() {
            let value = self.to.module.pool.attribute(*one).clone();
            return self.to.value("arith.constant", &[], &[("value", value)], element);
        }
        let ty = self.to.module.vector(list.len() as u64, element)?;
        let mut elements = Vec::new();
        for id in all {
            let plain = match self.to.module.pool.attribute(id) {
                Attribute::Number { text, .. } => Attribute::Number { text: text.clone(), ty: None },
                other => other.clone(),
            };
            elements.push(self.to.module.pool.intern_attribute(plain).ok()?);
        }
        let first = *elements.first()?;
        let content = match elements.iter().all(|id| *id == first) {
            true => first,
            false => self.to.module.pool.intern_attribute(Attribute::Elements(elements)).ok()?,
        };
        let value = Attribute::Dense { content: Some(content), ty };
        self.to.value("arith.constant", &[], &[("value", value)], ty)
    }
}
