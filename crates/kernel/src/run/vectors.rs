//! Operations on vectors of known length.

use crate::plan::nodes::{Kind, Node};
use crate::plan::shapes::{FROM_OPERAND, part, stretched};
use crate::run::machine::{Machine, Reason, Result};
use crate::values::value::{Scalar, Slot};
use std::sync::Arc;

impl Machine<'_> {
    pub(super) fn vector(&mut self, node: &Node) -> Result<()> {
        let value = match &node.kind {
            Kind::Transfer { write: true, .. } => return self.transfer_write(node),
            Kind::Rearrange(results) => return self.rearrange(node, results),
            Kind::Transfer { write: false, .. } => self.transfer_read(node)?,
            Kind::Broadcast { from, shape } => {
                let lanes = self.lanes(node, 0)?;
                Slot::Vector(Arc::new(
                    stretched(&lanes, from, shape).ok_or_else(|| self.fault(node, "the shapes do not fit"))?,
                ))
            }
            Kind::Extract { position, shape, scalar } => {
                let lanes = self.lanes(node, 0)?;
                let (begin, count) = part(&self.position(node, position, shape, 1)?, shape);
                match lanes.get(begin..begin + count) {
                    Some([one]) if *scalar => Slot::Scalar(*one),
                    Some(part) => Slot::Vector(Arc::new(part.to_vec())),
                    None => return Err(self.fault(node, "the position is out of range")),
                }
            }
            Kind::Insert { position, shape } => {
                let (source, mut lanes) = (self.lanes(node, 0)?, self.lanes(node, 1)?.to_vec());
                let (begin, count) = part(&self.position(node, position, shape, 2)?, shape);
                match lanes.get_mut(begin..begin + count) {
                    Some(part) if part.len() == source.len() => part.copy_from_slice(&source),
                    _ => return Err(self.fault(node, "the position is out of range")),
                }
                Slot::Vector(Arc::new(lanes))
            }
            Kind::Reduce { op, element } => {
                let lanes = self.lanes(node, 0)?;
                let start = if node.operands.len() > 1 { Some(self.scalar(node, 1)?) } else { None };
                let mut values = start.into_iter().chain(lanes.iter().copied());
                let mut sum = values.next().ok_or_else(|| self.fault(node, "the vector is empty"))?;
                for value in values {
                    sum = self
                        .numbers
                        .apply(*op, *element, *element, &[sum, value])
                        .map_err(|why| self.fault(node, why))?;
                }
                Slot::Scalar(sum)
            }
            _ => return Err(self.error(node, Reason::Unsupported, "it is no operation on vectors")),
        };
        self.set(node, value);
        Ok(())
    }

    fn rearrange(&mut self, node: &Node, results: &[Vec<u32>]) -> Result<()> {
        let mut lanes: Vec<Scalar> = Vec::new();
        for at in 0..node.operands.len() {
            lanes.extend(self.lanes(node, at)?.iter().copied());
        }
        for (slot, of) in node.results.iter().zip(results) {
            let moved: Option<Vec<Scalar>> = of.iter().map(|lane| lanes.get(*lane as usize).copied()).collect();
            let moved = moved.ok_or_else(|| self.fault(node, "the shapes do not fit"))?;
            self.slots[*slot as usize] = Slot::Vector(Arc::new(moved));
        }
        Ok(())
    }

    /// A position whose open places are operands, this one first.
    fn position(&self, node: &Node, position: &[i64], shape: &[i64], first: usize) -> Result<Vec<i64>> {
        let mut operands = node.operands.get(first..).unwrap_or_default().iter();
        let mut all = Vec::with_capacity(position.len());
        for (dim, at) in position.iter().enumerate() {
            let at = match (*at == FROM_OPERAND).then(|| operands.next()).flatten() {
                Some(slot) => self.known(node, *slot)?,
                None => *at,
            };
            if at < 0 || at >= shape[dim] {
                let message = format!("position {at} is out of range: dimension {dim} has {} lanes", shape[dim]);
                return Err(self.fault(node, message));
            }
            all.push(at);
        }
        Ok(all)
    }

    /// The indices of each lane in memory; `None` where the mask does not have it, or it is outside and may be.
    fn lanes_in_memory(&self, node: &Node, memory: usize) -> Result<Vec<Option<Vec<i64>>>> {
        let Kind::Transfer { rows, shape, in_bounds, segments, mask, .. } = &node.kind else { return Ok(Vec::new()) };
        let mask = mask.map(|at| self.mask(node, at)).transpose()?;
        // A mask has the dimensions that the vector takes from memory, in memory's order.
        let mut masked: Vec<usize> = (0..shape.len()).filter(|dim| rows[*dim] >= 0).collect();
        masked.sort_by_key(|dim| rows[*dim]);
        let base = node.operands[segments[0]..segments[1]]
            .iter()
            .map(|slot| self.known(node, *slot))
            .collect::<Result<Vec<_>>>()?;
        let view = self.view(node, memory)?;
        let count: i64 = shape.iter().product();
        let mut all = Vec::new();
        for lane in 0..count {
            let (mut rest, mut indices, mut outside) = (lane, base.clone(), false);
            if let Some(mask) = &mask {
                let mut place = vec![0; shape.len()];
                for dim in (0..shape.len()).rev() {
                    (place[dim], rest) = (rest % shape[dim], rest / shape[dim]);
                }
                rest = lane;
                let at = masked.iter().fold(0, |at, dim| at * shape[*dim] + place[*dim]);
                if !mask.get(at as usize).copied().ok_or_else(|| self.fault(node, "its mask does not fit"))? {
                    all.push(None);
                    continue;
                }
            }
            for dim in (0..shape.len()).rev() {
                if let Ok(of) = usize::try_from(rows[dim]) {
                    indices[of] = base[of].saturating_add(rest % shape[dim]);
                    let is_outside = view.sizes.get(of).is_none_or(|size| indices[of] < 0 || indices[of] >= *size);
                    outside |= is_outside && !in_bounds.get(dim).copied().unwrap_or(false);
                }
                rest /= shape[dim];
            }
            all.push((!outside).then_some(indices));
        }
        Ok(all)
    }

    fn transfer_read(&mut self, node: &Node) -> Result<Slot> {
        let Kind::Transfer { segments, .. } = &node.kind else { return Ok(Slot::Empty) };
        let padding = self.scalar(node, segments[1])?;
        let view = Arc::clone(self.view(node, 0)?);
        let mut lanes = Vec::new();
        for indices in self.lanes_in_memory(node, 0)? {
            lanes.push(match indices {
                Some(indices) => self.fetch(node, &view, &indices)?,
                None => padding,
            });
        }
        Ok(Slot::Vector(Arc::new(lanes)))
    }

    fn transfer_write(&mut self, node: &Node) -> Result<()> {
        let (lanes, view) = (self.lanes(node, 0)?, Arc::clone(self.view(node, 1)?));
        for (lane, indices) in self.lanes_in_memory(node, 1)?.into_iter().enumerate() {
            if let Some(indices) = indices {
                self.put(node, &view, &indices, lanes[lane])?;
            }
        }
        Ok(())
    }
}
