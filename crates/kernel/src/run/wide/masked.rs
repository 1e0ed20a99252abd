//! Loads and stores of the lanes that a mask has.

use crate::plan::nodes::Node;
use crate::plan::wide::{Cells, Masked};
use crate::run::machine::{Machine, Reason, Result};
use crate::values::value::{Scalar, Slot};
use std::sync::Arc;

impl Machine<'_> {
    /// Which lanes a mask has, whose operand this is.
    pub(in crate::run) fn mask(&self, node: &Node, at: usize) -> Result<Vec<bool>> {
        let lanes = self.lanes(node, at)?;
        let known = lanes.iter().map(|lane| match lane {
            Scalar::Int(value) => Ok(value & 1 == 1),
            _ => {
                Err(self.error(node, Reason::Dynamic, "its mask depends on data, so that no identity test is possible"))
            }
        });
        known.collect()
    }

    pub(super) fn masked(&mut self, node: &Node, of: Masked) -> Result<()> {
        let view = Arc::clone(self.view(node, 0)?);
        let count = node.operands.len();
        let last = count - if of.cells == Cells::Listed { 3 } else { 2 };
        let mut indices =
            node.operands[1..last].iter().map(|slot| self.known(node, *slot)).collect::<Result<Vec<_>>>()?;
        let Some(base) = indices.last().copied() else { return Err(self.fault(node, "it has no index")) };
        let (mask, mut lanes) = (self.mask(node, count - 2)?, self.lanes(node, count - 1)?.to_vec());
        let listed = match of.cells {
            Cells::Listed => self.lanes(node, count - 3)?.to_vec(),
            _ => Vec::new(),
        };
        if mask.len() != lanes.len() || (of.cells == Cells::Listed && listed.len() != lanes.len()) {
            return Err(self.fault(node, "the shapes do not fit"));
        }
        for (packed, lane) in (0..lanes.len()).filter(|lane| mask[*lane]).enumerate() {
            self.step(node)?;
            let distance = match (of.cells, listed.get(lane)) {
                (Cells::Listed, Some(Scalar::Int(index))) => *index,
                (Cells::Listed, _) => {
                    let why = "an address depends on data here, so that no identity test is possible";
                    return Err(self.error(node, Reason::Dynamic, why));
                }
                (Cells::Dense, _) => lane as i64,
                (Cells::Packed, _) => packed as i64,
            };
            let at = base.checked_add(distance).ok_or_else(|| self.fault(node, "an index overflows"))?;
            if let Some(index) = indices.last_mut() {
                *index = at;
            }
            if of.is_store {
                self.put(node, &view, &indices, lanes[lane])?;
            } else {
                lanes[lane] = self.fetch(node, &view, &indices)?;
            }
        }
        if !of.is_store {
            self.set(node, Slot::Vector(Arc::new(lanes)));
        }
        Ok(())
    }
}
