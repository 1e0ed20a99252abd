//! Loads and stores of the lanes that a mask has.

use super::{Decoded, Wide};
use crate::run::machine::{Machine, Reason, Result};
use crate::run::plan::Node;
use crate::run::value::{Scalar, Slot};
use isotope_mlir::ir::{Module, Operation};
use std::sync::Arc;

/// Which cells lanes have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// The index of each is in a vector.
    Listed,
    /// One after the other.
    Dense,
    /// One after the other, only for lanes that the mask has.
    Packed,
}

/// A load or a store.
#[derive(Clone, Copy, Debug)]
pub struct Masked {
    cells: Cells,
    pub(in crate::run) is_store: bool,
}

/// Operands: the memory, its indices, a vector of indices where cells are listed, the mask, and the lanes of all others.
pub(super) fn kind(module: &Module, op: &Operation) -> Decoded {
    let (cells, is_store) = match op.name.as_str() {
        "vector.gather" => (Cells::Listed, false),
        "vector.scatter" => (Cells::Listed, true),
        "vector.maskedload" => (Cells::Dense, false),
        "vector.maskedstore" => (Cells::Dense, true),
        "vector.expandload" => (Cells::Packed, false),
        _ => (Cells::Packed, true),
    };
    let least = if cells == Cells::Listed { 5 } else { 4 };
    if op.operands.len() < least {
        return Err(format!("it has {} operands, and needs {least}", op.operands.len()));
    }
    if is_store != op.results.is_empty() {
        return Err("it has not the results that it needs".to_owned());
    }
    let lanes = super::operand(module, op, op.operands.len() - 1)?;
    if lanes.len() != 1 && cells != Cells::Listed {
        return Err("its vector has not one dimension".to_owned());
    }
    Ok(Wide::Masked(Masked { cells, is_store }))
}

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
