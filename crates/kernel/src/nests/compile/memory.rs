//! Loads and stores of numbers and of vectors, lane by lane.

use super::compiler::Compiler;
use crate::nests::code::{Access, Block, Code, Form};
use crate::plan::decode::attributes;
use crate::plan::nodes::{Kind, Node, Row};
use crate::values::value::Element;
use isotope_mlir::ir::Type;

impl<'p> Compiler<'_, 'p> {
    /// Adds a memref of this name and buffer.
    pub fn remember(&mut self, name: Option<u32>, buffer: usize) -> usize {
        self.buffers.push(buffer);
        self.nest.memrefs.push(name);
        self.nest.loads_integers.push(false);
        self.nest.memrefs.len() - 1
    }

    /// A load, or a store.
    pub fn access(&mut self, node: &'p Node, work: &mut Block<'p>) -> Option<()> {
        let is_load = matches!(node.kind, Kind::Load { .. } | Kind::Transfer { write: false, .. });
        let place = usize::from(!is_load);
        let name = *node.operands.get(place)?;
        let data = if is_load { *node.results.first()? } else { *node.operands.first()? };
        let element = attributes::element(self.known.module, self.known.module.values[data as usize].ty)?;
        if !self.is_data(element) || self.has_vectors(name) {
            return None;
        }
        let lanes = self.places(node, place)?;
        let memref = match self.nest.memrefs.iter().position(|known| *known == Some(name)) {
            Some(at) => at,
            None => {
                let buffer = (self.known.buffer)(name)?;
                self.remember(Some(name), buffer)
            }
        };
        self.nest.loads_integers[memref] |= is_load && matches!(element, Element::Int(_));
        let regs = if is_load { self.define(data)? } else { self.value(data)? };
        if regs.len() != lanes.len() {
            return None;
        }
        for (reg, forms) in regs.into_iter().zip(lanes) {
            work.accesses.push(Access { node, memref, forms });
            let access = work.accesses.len() - 1;
            work.codes.push(match is_load {
                true => Code::Load { to: reg, access, is_direct: false },
                false => Code::Store { from: reg, access },
            });
        }
        Some(())
    }

    /// Whether the elements of a memref are vectors.
    fn has_vectors(&self, memref: u32) -> bool {
        let module = self.known.module;
        match module.pool.ty(module.values[memref as usize].ty) {
            Type::Memref { element, .. } => attributes::is_vector(module, *element),
            _ => true,
        }
    }

    /// The indices of each lane of an access, whose memref is this operand.
    fn places(&mut self, node: &'p Node, memref: usize) -> Option<Vec<Vec<Form>>> {
        match &node.kind {
            Kind::Load { rows, vector } | Kind::Store { rows, vector } => {
                let base = self.indices(rows.as_deref(), node.operands.get(memref + 1..)?)?;
                let shape = vector.as_deref().unwrap_or_default();
                let first = base.len().checked_sub(shape.len())?;
                spread(&base, shape, |dim| Some(first + dim))
            }
            Kind::Transfer { rows, shape, in_bounds, segments, mask: None, .. } => {
                let base = self.indices(None, node.operands.get(segments[0]..segments[1])?)?;
                let is_known = |dim: usize| rows[dim] < 0 || in_bounds.get(dim).copied().unwrap_or(false);
                let is_twice = |dim: usize| rows[dim] >= 0 && rows[..dim].contains(&rows[dim]);
                if !(0..shape.len()).all(|dim| is_known(dim) && !is_twice(dim)) {
                    return None;
                }
                spread(&base, shape, |dim| usize::try_from(rows[dim]).ok())
            }
            _ => None,
        }
    }

    fn indices(&mut self, rows: Option<&[Row]>, operands: &[u32]) -> Option<Vec<Form>> {
        match rows {
            Some(rows) => self.rows(rows, operands),
            None => Some(operands.iter().map(|name| self.form(*name)).collect()),
        }
    }
}

/// For each place of a shape the indices with it added; `of` says to which of them a dimension adds.
fn spread(base: &[Form], shape: &[i64], of: impl Fn(usize) -> Option<usize>) -> Option<Vec<Vec<Form>>> {
    let mut all = vec![base.to_vec()];
    for (dim, size) in shape.iter().enumerate() {
        let mut next = Vec::new();
        for forms in all {
            for place in 0..*size {
                let mut forms = forms.clone();
                if let Some(form) = of(dim).and_then(|at| forms.get_mut(at)) {
                    *form = form.plus(&Form::constant(place), 1)?;
                }
                next.push(forms);
            }
        }
        all = next;
    }
    Some(all)
}
