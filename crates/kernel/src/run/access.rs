//! Loads, stores, and what makes and moves memory.

use crate::plan::decode::attributes;
use crate::plan::nodes::{Kind, Node, Row};
use crate::rule::Rule;
use crate::run::machine::{Machine, Reason, Result};
use crate::values::memory::Origin;
use crate::values::op::Op;
use crate::values::value::{Element, Scalar, Slot, View};
use isotope_mlir::ir::Type;
use std::sync::Arc;

impl Machine<'_> {
    /// The indices of an access, in `scratch`: by an affine map, or the operands themselves.
    fn indices(&mut self, node: &Node, rows: Option<&[Row]>, first: usize) -> Result<Vec<i64>> {
        let mut indices = std::mem::take(&mut self.scratch);
        indices.clear();
        match rows {
            Some(rows) => {
                for row in rows {
                    let value = self.row(node, row, first)?;
                    indices.push(value);
                }
            }
            None => {
                for slot in &node.operands[first..] {
                    indices.push(self.known(node, *slot)?);
                }
            }
        }
        Ok(indices)
    }

    /// The cell of an element, in range.
    pub(super) fn cell(&self, node: &Node, view: &View, indices: &[i64]) -> Result<usize> {
        if indices.len() != view.sizes.len() {
            return Err(self.error(
                node,
                Reason::Unsupported,
                format!("it has {} indices for {} dimensions", indices.len(), view.sizes.len()),
            ));
        }
        let mut cell = view.offset;
        for (dim, (index, size)) in indices.iter().zip(&view.sizes).enumerate() {
            if *index < 0 || index >= size {
                return Err(
                    self.fault(node, format!("index {index} is out of range: dimension {dim} has {size} elements"))
                );
            }
            cell += index * view.strides[dim];
        }
        let buffer = &self.buffers[view.buffer];
        if !buffer.live {
            return Err(self.fault(node, "the memory is freed already"));
        }
        usize::try_from(cell)
            .ok()
            .filter(|cell| *cell < buffer.len())
            .ok_or_else(|| self.fault(node, "the access is outside of its buffer"))
    }

    /// The contents of an element.
    pub(super) fn fetch(&mut self, node: &Node, view: &View, indices: &[i64]) -> Result<Scalar> {
        let cell = self.cell(node, view, indices)?;
        self.touch(node, view.buffer, cell, false)?;
        let buffer = &self.buffers[view.buffer];
        let is_own = matches!(buffer.origin, Origin::Heap | Origin::Stack);
        Ok(if is_own && self.models_foreign && buffer.writers.get(cell) == 0 {
            Scalar::Poison
        } else {
            buffer.get(cell)
        })
    }

    /// An access, which must not race with one of another iteration of a parallel loop.
    #[inline]
    pub(super) fn touch(&mut self, node: &Node, buffer: usize, cell: usize, is_store: bool) -> Result<()> {
        if !self.races.is_on() || !Rule::Races.holds() {
            return Ok(());
        }
        let of = &self.buffers[buffer];
        let touched = self.races.touch(buffer, (cell, of.len()), (node.op, is_store));
        let does = if is_store { "stores" } else { "loads" };
        touched.map_err(|why| self.refused(node, &why, &self.buffers[buffer].name(cell), does))
    }

    pub(super) fn put(&mut self, node: &Node, view: &View, indices: &[i64], value: Scalar) -> Result<()> {
        let cell = self.cell(node, view, indices)?;
        self.touch(node, view.buffer, cell, true)?;
        let value = match value {
            Scalar::Int(_) if self.integer_nests && self.buffers[view.buffer].has_terms_of_integers() => {
                Scalar::Term(self.numbers.term(value, self.buffers[view.buffer].element))
            }
            value => value,
        };
        let buffer = &mut self.buffers[view.buffer];
        if !buffer.writable {
            return Err(self.fault(node, "the memory is constant"));
        }
        if let Some(undo) = &mut self.undo {
            undo.entry((view.buffer, cell)).or_insert((buffer.get(cell), buffer.writers.get(cell)));
        }
        buffer.set(cell, value, node.op + 1);
        Ok(())
    }

    pub(super) fn load(&mut self, node: &Node, rows: Option<&[Row]>, vector: Option<&[i64]>) -> Result<()> {
        let mut indices = self.indices(node, rows, 1)?;
        let view = self.view(node, 0)?;
        let value = match vector {
            None => Slot::Scalar(self.fetch(node, &Arc::clone(view), &indices)?),
            Some(shape) => {
                let view = Arc::clone(view);
                self.whole_vectors(node, 0, &view, &mut indices);
                let mut lanes = Vec::new();
                self.each_lane(node, shape, &mut indices, |m, indices, _| {
                    lanes.push(m.fetch(node, &view, indices)?);
                    Ok(())
                })?;
                Slot::Vector(Arc::new(lanes))
            }
        };
        self.scratch = indices;
        self.set(node, value);
        Ok(())
    }

    pub(super) fn store(&mut self, node: &Node, rows: Option<&[Row]>, vector: Option<&[i64]>) -> Result<()> {
        let mut indices = self.indices(node, rows, 2)?;
        let view = Arc::clone(self.view(node, 1)?);
        match vector {
            None => {
                let value = self.scalar(node, 0)?;
                self.put(node, &view, &indices, value)?;
            }
            Some(shape) => {
                let lanes = self.lanes(node, 0)?;
                self.whole_vectors(node, 1, &view, &mut indices);
                self.each_lane(node, shape, &mut indices, |m, indices, lane| m.put(node, &view, indices, lanes[lane]))?;
            }
        }
        self.scratch = indices;
        Ok(())
    }

    /// Memory whose elements are vectors has their dimensions behind its own: an access to one of them begins at their first lane.
    fn whole_vectors(&self, node: &Node, memref: usize, view: &View, indices: &mut Vec<i64>) {
        let value = self.module.operations[node.op as usize].operands[memref];
        if let Type::Memref { element, .. } = self.module.pool.ty(self.module.type_of(value))
            && attributes::is_vector(self.module, *element)
        {
            indices.resize(view.sizes.len().max(indices.len()), 0);
        }
    }

    /// Visits the elements of a vector in memory, whose dimensions are the last ones of the memref.
    fn each_lane(
        &mut self,
        node: &Node,
        shape: &[i64],
        indices: &mut [i64],
        mut visit: impl FnMut(&mut Self, &[i64], usize) -> Result<()>,
    ) -> Result<()> {
        let Some(first) = indices.len().checked_sub(shape.len()) else {
            return Err(self.error(node, Reason::Unsupported, "the vector has more dimensions than the memory"));
        };
        let base = indices.to_vec();
        let count: i64 = shape.iter().product();
        for lane in 0..count {
            let mut rest = lane;
            for dim in (0..shape.len()).rev() {
                indices[first + dim] = base[first + dim] + rest % shape[dim];
                rest /= shape[dim];
            }
            visit(self, indices, lane as usize)?;
        }
        Ok(())
    }

    pub(super) fn lanes(&self, node: &Node, at: usize) -> Result<Arc<Vec<Scalar>>> {
        match node.operands.get(at).map(|slot| &self.slots[*slot as usize]) {
            Some(Slot::Vector(lanes)) => Ok(Arc::clone(lanes)),
            Some(Slot::Scalar(one)) => Ok(Arc::new(vec![*one])),
            _ => Err(self.error(node, Reason::Unsupported, format!("operand {at} is no vector here"))),
        }
    }

    /// An operation on numbers, or lane by lane on vectors.
    #[inline]
    pub(super) fn on_numbers(&mut self, node: &Node, op: Op, from: Element, to: Element) -> Result<()> {
        let wrong = |m: &Self, why: String| m.fault(node, why);
        let value = match node.operands.as_slice() {
            [x, y] => match (&self.slots[*x as usize], &self.slots[*y as usize]) {
                (Slot::Scalar(x), Slot::Scalar(y)) => {
                    let operands = [*x, *y];
                    Some(self.numbers.apply(op, from, to, &operands).map_err(|why| wrong(self, why))?)
                }
                _ => None,
            },
            _ => None,
        };
        if let Some(value) = value {
            self.set(node, Slot::Scalar(value));
            return Ok(());
        }
        let operands = (0..node.operands.len()).map(|at| self.lanes(node, at)).collect::<Result<Vec<_>>>()?;
        let is_vector = node.operands.iter().any(|slot| matches!(self.slots[*slot as usize], Slot::Vector(_)));
        let count = operands.first().map_or(0, |lanes| lanes.len());
        if operands.iter().any(|lanes| lanes.len() != count) {
            return Err(self.error(node, Reason::Unsupported, "its operands have different numbers of lanes"));
        }
        let mut results = Vec::with_capacity(count);
        for lane in 0..count {
            let values: Vec<Scalar> = operands.iter().map(|lanes| lanes[lane]).collect();
            results.push(self.numbers.apply(op, from, to, &values).map_err(|why| wrong(self, why))?);
        }
        self.set(node, if is_vector { Slot::Vector(Arc::new(results)) } else { Slot::Scalar(results[0]) });
        Ok(())
    }

    /// `arith.select`
    pub(super) fn choose(&mut self, node: &Node, element: Element) -> Result<()> {
        let [condition, x, y] = [0, 1, 2]
            .map(|at| node.operands.get(at).map(|slot| self.slots[*slot as usize].clone()).unwrap_or_default());
        let value = match (condition, x, y) {
            (Slot::Scalar(Scalar::Int(c)), x, y) => {
                if c & 1 == 1 {
                    x
                } else {
                    y
                }
            }
            (Slot::Scalar(c), Slot::Scalar(x), Slot::Scalar(y)) => {
                Slot::Scalar(self.numbers.select(element, c, x, y).map_err(|why| self.fault(node, why))?)
            }
            (Slot::Vector(c), Slot::Vector(x), Slot::Vector(y)) if c.len() == x.len() && x.len() == y.len() => {
                let lanes = (0..c.len()).map(|lane| self.numbers.select(element, c[lane], x[lane], y[lane]));
                let lanes = lanes.collect::<std::result::Result<Vec<_>, _>>();
                Slot::Vector(Arc::new(lanes.map_err(|why| self.fault(node, why))?))
            }
            (Slot::Scalar(_), Slot::Memref(_), _) => {
                return Err(self.error(
                    node,
                    Reason::Dynamic,
                    "which memory is taken depends on data, so that no identity test is possible",
                ));
            }
            _ => return Err(self.error(node, Reason::Unsupported, "its operands do not fit together")),
        };
        self.set(node, value);
        Ok(())
    }

    /// Memory itself.
    pub(super) fn memory(&mut self, node: &Node) -> Result<()> {
        let value = match &node.kind {
            Kind::Alloc { shape, element, origin } => {
                Slot::Memref(Arc::new(self.alloc(node, shape, *element, origin)?))
            }
            Kind::Dealloc => {
                self.only_certain(node)?;
                let buffer = self.view(node, 0)?.buffer;
                if matches!(self.buffers[buffer].origin, Origin::Global(_) | Origin::Stack) {
                    return Err(self.fault(node, "memory of the module or of a stack is not freed"));
                }
                self.touch_all(node, buffer)?;
                if !std::mem::replace(&mut self.buffers[buffer].live, false) {
                    return Err(self.fault(node, "the memory is freed already"));
                }
                return Ok(());
            }
            Kind::Copy => return self.copy(node),
            Kind::Cast => Slot::Memref(self.cast(node)?),
            Kind::Dim => {
                let (view, dim) = (self.view(node, 0)?, self.known(node, node.operands[1])?);
                let size = usize::try_from(dim).ok().and_then(|dim| view.sizes.get(dim).copied());
                Slot::Scalar(Scalar::Int(size.ok_or_else(|| self.fault(node, format!("there is no dimension {dim}")))?))
            }
            Kind::Subview { segments, statics, kept } => {
                Slot::Memref(Arc::new(self.subview(node, segments, statics, kept)?))
            }
            Kind::Realloc { size, element } => Slot::Memref(Arc::new(self.realloc(node, *size, *element)?)),
            Kind::Reinterpret { segments, statics } => {
                Slot::Memref(Arc::new(self.reinterpret(node, segments, statics)?))
            }
            Kind::GetGlobal(name) => Slot::Memref(self.named_memory(node, name)?),
            _ => return Err(self.error(node, Reason::Unsupported, "it is no operation on memory")),
        };
        self.set(node, value);
        Ok(())
    }

    fn alloc(&mut self, node: &Node, shape: &[Option<u64>], element: Element, origin: &Origin) -> Result<View> {
        let mut sizes = Vec::new();
        let mut next = node.operands.iter();
        for size in shape {
            let size = match (size, next.clone().next()) {
                (Some(size), _) => *size as i64,
                (None, Some(slot)) => {
                    next.next();
                    self.known(node, *slot)?
                }
                (None, None) => return Err(self.error(node, Reason::Unsupported, "it has too few sizes")),
            };
            if size < 0 {
                return Err(self.fault(node, format!("a dimension has {size} elements")));
            }
            sizes.push(size);
        }
        let count = elements(&sizes);
        let most = self.max_cells;
        let full = format!("the program's memory has more than {most} elements (MAX_CELLS): run it with smaller sizes");
        let buffer = count
            .and_then(|count| self.uninitialised(element, count))
            .ok_or_else(|| self.error(node, Reason::Budget, full))?;
        let of = &mut self.buffers[buffer];
        (of.origin, of.shape) = (origin.clone(), sizes.clone());
        if *origin == Origin::Stack && Rule::Stack.holds() {
            self.stack_memory.push(buffer);
        }
        Ok(View::whole(buffer, sizes))
    }

    fn copy(&mut self, node: &Node) -> Result<()> {
        let (from, to) = (Arc::clone(self.view(node, 0)?), Arc::clone(self.view(node, 1)?));
        if from.sizes != to.sizes {
            return Err(self.fault(node, format!("the shapes {:?} and {:?} differ", from.sizes, to.sizes)));
        }
        let overlaps = match (from.cells(), to.cells()) {
            (Some(x), Some(y)) => x.start < y.end && y.start < x.end,
            _ => from.count() > 0,
        };
        if from.buffer == to.buffer && overlaps && !from.is_same(&to) {
            let why = "what is copied and where it goes may overlap: in which order elements move is not said";
            return Err(self.error(node, Reason::Unsupported, why));
        }
        let mut values = Vec::new();
        for number in 0..from.count() {
            self.step(node)?;
            values.push(self.fetch(node, &from, &from.indices(number))?);
        }
        for (number, value) in values.into_iter().enumerate() {
            self.put(node, &to, &to.indices(number as i64), value)?;
        }
        Ok(())
    }

    fn subview(&self, node: &Node, segments: &[usize], statics: &[Vec<i64>; 3], kept: &[usize]) -> Result<View> {
        let view = self.view(node, 0)?;
        let [offsets, sizes, strides] = self.layout_of(node, segments, statics)?;
        if offsets.len() != view.sizes.len() {
            return Err(self.error(node, Reason::Unsupported, "its offsets do not fit the memref"));
        }
        let mut new = View { buffer: view.buffer, offset: view.offset, sizes: Vec::new(), strides: Vec::new() };
        for dim in 0..offsets.len() {
            let last = offsets[dim]
                .checked_add((sizes[dim] - 1).checked_mul(strides[dim]).unwrap_or(i64::MAX))
                .unwrap_or(i64::MAX);
            if sizes[dim] < 0 || offsets[dim] < 0 || (sizes[dim] > 0 && (last >= view.sizes[dim] || last < 0)) {
                let message = format!(
                    "offset {}, size {} and stride {} are out of range: dimension {dim} has {} elements",
                    offsets[dim], sizes[dim], strides[dim], view.sizes[dim]
                );
                return Err(self.fault(node, message));
            }
            new.offset += offsets[dim] * view.strides[dim];
            if kept.contains(&dim) {
                new.sizes.push(sizes[dim]);
                new.strides.push(strides[dim] * view.strides[dim]);
            }
        }
        Ok(new)
    }
}

/// Elements of memory with these dimensions; `None`: more than a number holds.
pub fn elements(sizes: &[i64]) -> Option<i64> {
    if sizes.contains(&0) {
        return Some(0);
    }
    sizes.iter().try_fold(1i64, |count, size| count.checked_mul(*size))
}
