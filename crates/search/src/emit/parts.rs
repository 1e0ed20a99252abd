//! Registers put together from loads of their parts.
//!
//! A load that goes into a part of a register wants no shuffle on most CPUs, and an interleave of two registers stays within parts. So lanes
//! that lie side by side within each part are loaded part by part, and a row of a transposed block is interleaved from registers whose
//! parts are loads. That reads more often than a whole register would: a bias has it, and the pricer decides.

use super::Emitter;
use crate::layout::{Split, source_slot};
use isotope_ir::expr::{LeafId, LoadAddress};
use isotope_program::{Generic, Shape, Value};

impl Emitter<'_, '_> {
    /// Elements of leaves as one register of a shape, out of loads of as many bits as its parts have; `None` where they do not lie so.
    pub(super) fn out_of_parts(&mut self, elements: &[(LeafId, u32)], shape: Shape) -> Option<Value> {
        let part = (self.planner.layouts.registers().part / shape.bits) as usize;
        if part < 2 || elements.len() <= part || !elements.len().is_multiple_of(part) {
            return None;
        }
        let parts: Vec<&[(LeafId, u32)]> = elements.chunks(part).collect();
        let straight: Option<Vec<LoadAddress>> = parts.iter().map(|part| self.side_by_side(part)).collect();
        if let Some(loads) = straight {
            return Some(self.joined(loads, part as u32, shape));
        }
        self.row_of_blocks(&parts, shape)
    }

    /// Where elements are, if they follow one another in memory.
    pub(super) fn side_by_side(&self, elements: &[(LeafId, u32)]) -> Option<LoadAddress> {
        let memory = &self.planner.program.memory;
        let &(leaf, lane) = elements.first()?;
        memory.is_contiguous(elements.iter().copied()).then(|| memory.address(memory.place(leaf, lane)))?
    }

    /// A register whose parts are loads.
    fn joined(&mut self, loads: Vec<LoadAddress>, part: u32, shape: Shape) -> Value {
        let parts = loads.into_iter().map(|load| self.load(load, Shape::new(shape.bits, part))).collect();
        self.shuffle((0..shape.lanes).collect(), parts, shape)
    }

    /// The k-th slots of all parts are elements at one offset into loads, which are the parts of one register: a row of the transposed
    /// registers, interleaved by twos. Of the two interleaves that there are of two registers each time that one is taken that has the row.
    fn row_of_blocks(&mut self, parts: &[&[(LeafId, u32)]], shape: Shape) -> Option<Value> {
        let part = parts.first()?.len() as u32;
        let offset = parts[0][0].1 % part;
        let block = |&(leaf, lane): &(LeafId, u32)| -> Option<LoadAddress> {
            let begin = lane - lane % part;
            let whole = begin + part <= self.graph.leaves[leaf.0 as usize].ty.lanes && lane % part == offset;
            let elements: Vec<_> = (begin..begin + part).map(|lane| (leaf, lane)).collect();
            self.side_by_side(&elements).filter(|_| whole)
        };
        let of_slot = |k: u32| parts.iter().map(|part| block(&part[k as usize])).collect::<Option<Vec<_>>>();
        let blocks = (0..part).map(of_slot).collect::<Option<Vec<_>>>()?;
        let mut rows: Vec<Value> = blocks.into_iter().map(|loads| self.joined(loads, part, shape)).collect();
        // Groups of so many elements are interleaved: twice as many in each round.
        let (mut group, mut offset) = (1, offset);
        while rows.len() > 1 {
            let (groups, in_part) = (shape.lanes / group, part / group / 2);
            let (half, below) = (offset / in_part, offset % in_part);
            let from = |slot| source_slot(Split::Unpack, half, slot, groups / 2, in_part);
            let pairs = (0..groups / 2).flat_map(|slot| [from(slot), groups + from(slot)]);
            let indices: Vec<u32> = pairs.flat_map(|at| (0..group).map(move |n| at * group + n)).collect();
            let interleaved =
                |two: &[Value]| self.program.generic(Generic::Shuffle(indices.clone()), two.to_vec(), shape);
            rows = rows.chunks(2).map(interleaved).collect();
            (group, offset) = (2 * group, below);
        }
        rows.pop()
    }
}
