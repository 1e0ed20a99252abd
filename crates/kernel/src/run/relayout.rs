//! Memory that changes its size, and buffers seen another way.

use crate::plan::nodes::Node;
use crate::rule::Rule;
use crate::run::machine::{Machine, Reason, Result};
use crate::values::value::{Element, View};
use isotope_mlir::ir::{Attribute, Type, TypeId};
use isotope_mlir::print_type;
use std::sync::Arc;

impl Machine<'_> {
    /// Offsets, sizes and strides: those of the text, and operands where it leaves them open.
    pub(super) fn layout_of(&self, node: &Node, segments: &[usize], statics: &[Vec<i64>; 3]) -> Result<[Vec<i64>; 3]> {
        let mut parts: [Vec<i64>; 3] = Default::default();
        for (group, statics) in statics.iter().enumerate() {
            let mut dynamic = node.operands[segments[group + 1]..segments[group + 2]].iter();
            for value in statics {
                parts[group].push(match (*value == i64::MIN, dynamic.clone().next()) {
                    (false, _) => *value,
                    (true, Some(slot)) => {
                        dynamic.next();
                        self.known(node, *slot)?
                    }
                    (true, None) => return Err(self.error(node, Reason::Unsupported, "it has too few operands")),
                });
            }
        }
        Ok(parts)
    }

    /// `memref.reinterpret_cast`: the whole buffer, whatever part of it the operand sees.
    pub(super) fn reinterpret(&self, node: &Node, segments: &[usize], statics: &[Vec<i64>; 3]) -> Result<View> {
        let buffer = self.view(node, 0)?.buffer;
        let [offsets, sizes, strides] = self.layout_of(node, segments, statics)?;
        let bound = self.max_cells as i64;
        let [offset] = offsets.as_slice() else {
            return Err(self.error(node, Reason::Unsupported, "it has not one offset"));
        };
        // No index times a stride overflows then.
        let is_small = |value: &i64| (-bound..=bound).contains(value);
        let count = sizes.iter().try_fold(1i64, |count, size| count.checked_mul(*size).filter(|count| *count <= bound));
        if sizes.iter().any(|size| *size < 0) || count.is_none() || !offsets.iter().chain(&strides).all(is_small) {
            return Err(self.fault(node, "its sizes, strides or offset are out of range"));
        }
        let ends = sizes.iter().zip(&strides).map(|(size, stride)| (size - 1) * stride);
        let (low, high) = ends.fold((*offset, *offset), |(low, high), end| (low + end.min(0), high + end.max(0)));
        if count != Some(0) && (low < 0 || high >= self.buffers[buffer].len() as i64) {
            return Err(self.fault(node, "its elements are outside of the buffer"));
        }
        Ok(View { buffer, offset: *offset, sizes, strides })
    }

    /// `memref.cast`: the same elements, whose sizes, strides and offset are those that the new type states.
    pub(super) fn cast(&self, node: &Node) -> Result<Arc<View>> {
        let view = self.view(node, 0)?;
        let to = self.module.operations[node.op as usize].results.first().map(|value| self.module.type_of(*value));
        let Some(to) = to.filter(|to| !self.has_layout(view, *to) && Rule::Casts.holds()) else {
            return Ok(Arc::clone(view));
        };
        let (sizes, strides) = (&view.sizes, &view.strides);
        let why = format!("the memory has sizes {sizes:?}, strides {strides:?} and offset {}", view.offset);
        Err(self.fault(node, format!("{why}, and not those of {}", print_type(self.module, to))))
    }

    /// Whether a view has the sizes, the strides and the offset of a type, as far as that states them. The stride of a dimension with one
    /// element does not matter.
    fn has_layout(&self, view: &View, ty: TypeId) -> bool {
        let Type::Memref { shape: Some(shape), parameters, .. } = self.module.pool.ty(ty) else { return true };
        let has_sizes = shape.len() <= view.sizes.len()
            && shape.iter().zip(&view.sizes).all(|(size, of)| size.is_none_or(|size| size == *of as u64));
        let has_strides = |strides: &mut dyn Iterator<Item = Option<i64>>| {
            let mut dims = view.sizes.iter().zip(&view.strides).zip(strides);
            view.count() == 0
                || dims.all(|((size, of), stride)| *size == 1 || stride.is_none_or(|stride| stride == *of))
        };
        let layout = parameters.iter().map(|id| self.module.pool.attribute(*id));
        let mut layouts = layout.filter(|of| matches!(of, Attribute::AffineMap(_) | Attribute::Strided { .. }));
        has_sizes
            && match layouts.next() {
                Some(Attribute::Strided { strides, offset }) => {
                    strides.len() == view.sizes.len()
                        && has_strides(&mut strides.iter().copied())
                        && offset.is_none_or(|offset| offset == view.offset)
                }
                // Other layouts than that of rows are refused where memory begins.
                _ => {
                    let rows = View::whole(view.buffer, view.sizes.clone());
                    has_strides(&mut rows.strides.into_iter().map(Some)) && view.offset == 0
                }
            }
    }

    /// `memref.realloc`: new memory that begins with what the old one had, which is freed.
    pub(super) fn realloc(&mut self, node: &Node, size: Option<u64>, element: Element) -> Result<View> {
        self.only_certain(node)?;
        let old = Arc::clone(self.view(node, 0)?);
        let size = match (size, node.operands.get(1)) {
            (Some(size), _) => i64::try_from(size).unwrap_or(i64::MAX),
            (None, Some(slot)) => self.known(node, *slot)?,
            (None, None) => return Err(self.error(node, Reason::Unsupported, "it has no size")),
        };
        if size < 0 || old.sizes.len() != 1 {
            return Err(
                self.fault(node, format!("memory of {size} elements is none, or the old one has more dimensions"))
            );
        }
        let most = self.max_cells;
        let full = format!("the program's memory has more than {most} elements (MAX_CELLS): run it with smaller sizes");
        let buffer = self.uninitialised(element, size).ok_or_else(|| self.error(node, Reason::Budget, full))?;
        let new = View::whole(buffer, vec![size]);
        for at in 0..size.min(old.sizes[0]) {
            self.step(node)?;
            let cell = self.cell(node, &old, &[at])?;
            self.touch(node, old.buffer, cell, false)?;
            let (value, writer) = (self.buffers[old.buffer].get(cell), self.buffers[old.buffer].writers.get(cell));
            self.buffers[buffer].set(at as usize, value, writer);
        }
        self.touch_all(node, old.buffer)?;
        if !std::mem::replace(&mut self.buffers[old.buffer].live, false) {
            return Err(self.fault(node, "the memory is freed already"));
        }
        Ok(new)
    }
}
