//! How the parts of slots lie in memory: side by side, strided, or one element for all lanes.
//!
//! A load may read exactly what the window reads: a byte more may be another page, or belong to
//! another thread. So every way here checks each element that it would touch against what the
//! leaves cover, also those that are then masked away.

use super::packed_operand::Part;
use super::packing::Elements;
use super::planner::Planner;
use super::strided::{StridedLoad, StridedLoads};
use crate::form::Id;
use crate::layout::EMPTY;
use isotope_ir::expr::LeafId;
use isotope_ir::memory::Place;

impl Planner<'_> {
    /// The contents of a packed operand's registers, element by element, where its parts are neighbours in memory, `element`
    /// bits each, so that its own bytes are the packed operand.
    pub fn adjacent(&self, parts: &[Part], element: u32, bits: u32) -> Option<Vec<Elements>> {
        let Part::Form(first) = parts[0] else { return None };
        if self.element_bits(first) != element {
            return None;
        }
        let place = |p: &Part, lane| match p {
            Part::Form(id) => self.program.place(*id, lane),
            _ => None,
        };
        let slot = |lane: u32| -> Option<Elements> {
            // An empty slot may hold anything, so nothing has to be in memory for it.
            if lane == EMPTY {
                return Some(vec![None; parts.len()]);
            }
            let first = place(&parts[0], lane)?;
            let after = |j: usize| Place { index: first.index + j as i64, ..first };
            // Where it is is known; what stands for it is looked up only if it is where it is wanted.
            let of = |(j, p)| {
                Some(after(j)).filter(|at| place(p, lane) == Some(*at)).and_then(|at| self.program.memory.at(at))
            };
            parts.iter().enumerate().map(|part| of(part).map(Some)).collect()
        };
        let register = |lanes: &Vec<u32>| -> Option<Elements> {
            Some(lanes.iter().map(|&lane| slot(lane)).collect::<Option<Vec<_>>>()?.concat())
        };
        self.layouts.at(bits).registers.iter().map(register).collect()
    }

    /// Whether the elements of a register follow one another in memory up to its empty slots; `None` where all are empty.
    pub(super) fn is_load(&self, register: &[Option<(LeafId, u32)>]) -> Option<bool> {
        let end = register.iter().rposition(Option::is_some)?;
        let live: Option<Vec<(LeafId, u32)>> = register[..=end].iter().copied().collect();
        Some(live.is_some_and(|live| self.program.memory.is_contiguous(live.into_iter())))
    }

    /// Whether parts are the same in every lane.
    pub fn uniform(&self, parts: &[Part]) -> bool {
        parts.iter().all(|p| match p {
            Part::Form(id) => self.program.stream(*id).is_some_and(|stream| stream.is_uniform),
            _ => true,
        })
    }

    /// The parts of each slot of `bits` bits, each `element` bits wide, as elements of one strided load for each register. The
    /// first part is a form; those that are not read may be anything.
    pub fn strided(&self, parts: &[Part], element: u32, bits: u32) -> Option<StridedLoads> {
        let Part::Form(first) = parts[0] else { return None };
        let stream = self.program.stream(first)?;
        let (own, signed) = (stream.element.bits, stream.element.is_signed());
        let ratio = element / own;
        if ratio < 2 || self.uniform(&parts[..1]) {
            return None;
        }
        let wide = i64::from(parts.len() as u32 * ratio);
        let mut last = None;
        let registers = self.layouts.at(bits).registers.iter().map(|lanes| {
            // An empty register is not read: it may hold the contents of the one before it.
            if lanes.iter().all(|&lane| lane == EMPTY) {
                return last;
            }
            let origin = self.program.place(first, lanes.first().copied().filter(|&lane| lane != EMPTY)?)?;
            let at = |index: i64| Place { index: origin.index + index, ..origin };
            for (slot, &lane) in lanes.iter().enumerate().filter(|(_, lane)| **lane != EMPTY) {
                for (part, j) in parts.iter().zip(0i64..) {
                    let want = at(slot as i64 * wide + j * i64::from(ratio));
                    match part {
                        Part::Any => {}
                        Part::Form(id)
                            if self.program.place(*id, lane) == Some(want)
                                && self.program.stream(*id)?.element == stream.element => {}
                        _ => return None,
                    }
                }
            }
            let length = lanes.len() as i64 * wide;
            // Any position inside a slot will do whose load reads only what the window reads.
            let covered = |position: &u32| self.program.memory.covers(at(-i64::from(*position)), length as u64);
            let position = (0..ratio).find(covered)?;
            last = Some(StridedLoad { load: at(-i64::from(position)), position });
            last
        });
        Some(StridedLoads { ratio, signed, registers: registers.collect::<Option<_>>()? })
    }

    /// Bits of a stream's elements in memory; 0 for other forms.
    pub(super) fn element_bits(&self, id: Id) -> u32 {
        self.program.stream(id).map_or(0, |s| s.element.bits)
    }
}
