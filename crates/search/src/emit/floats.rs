//! Conversions of floats, from the layout of one width to that of another.
//!
//! A conversion to longer elements makes two registers of one, and one to shorter elements one of two. Layouts may have any split between the two
//! widths; where it is a linear one, LLVM makes a conversion of half a register of the shuffle and the step behind it:
//!
//! ```text
//! <8 x half> of <16 x half>, to <8 x float>       vcvtph2ps from the lower half, and from the upper one
//! ```

use super::Emitter;
use crate::form::Id;
use isotope_program::{Generic, Shape, Value};

impl Emitter<'_, '_> {
    /// A form at one width converted to elements of another: the same, or half or twice as wide.
    pub(super) fn converted(&mut self, op: Generic, of: Id, from: u32, bits: u32) -> Option<Vec<Value>> {
        let values = self.value(of, from)?;
        let values: Vec<Value> = values.into_iter().map(|v| self.program.bitcast(v, from)).collect();
        let shape = self.shape(bits);
        if from == bits {
            return Some(values.into_iter().map(|v| self.program.generic(op.clone(), vec![v], shape)).collect());
        }
        Some(if from < bits {
            self.lengthened(&op, &values, from, bits)
        } else {
            self.shortened(&op, &values, from, bits)
        })
    }

    /// To twice the width: the elements of each register side by side, then converted.
    ///
    /// Which elements belong to a register is the layout's to say; where they are the whole narrow register, nothing is moved.
    fn lengthened(&mut self, op: &Generic, narrow: &[Value], from: u32, bits: u32) -> Vec<Value> {
        let shape = self.shape(bits);
        let slots = self.shape(from).lanes;
        let part = Shape::new(from, shape.lanes);
        (0..self.count(bits))
            .map(|r| {
                let (register, at) = self.origin(bits, r);
                let x = narrow[register];
                let is_whole = slots == shape.lanes && at.iter().zip(0..).all(|(&slot, own)| slot == own);
                let x = if is_whole { x } else { self.program.generic(Generic::Shuffle(at), vec![x], part) };
                self.program.generic(op.clone(), vec![x], shape)
            })
            .collect()
    }

    /// To half the width: each register converted, then both put where the narrower layout has their elements.
    ///
    /// A register of fewer elements than the narrower one has leaves the upper slots to any of them, which nobody reads.
    fn shortened(&mut self, op: &Generic, wide: &[Value], from: u32, bits: u32) -> Vec<Value> {
        let (shape, slots) = (self.shape(bits), self.shape(from).lanes);
        let part = Shape::new(bits, slots);
        // Without a split both widths have one register for these elements.
        let is_split = self.planner.layouts.at(from).split.is_some();
        (0..self.count(bits))
            .map(|r| {
                let halves = if is_split { vec![2 * r, 2 * r + 1] } else { vec![r] };
                let mut indices: Vec<u32> = (0..shape.lanes).map(|slot| slot % slots).collect();
                for (h, &register) in halves.iter().enumerate().filter(|_| is_split) {
                    let (_, at) = self.origin(from, register);
                    let places = at.iter().zip(0..);
                    places.for_each(|(&slot, own)| indices[slot as usize] = h as u32 * slots + own);
                }
                let converted: Vec<Value> =
                    halves.iter().map(|&at| self.program.generic(op.clone(), vec![wide[at]], part)).collect();
                let is_whole = !is_split && slots == shape.lanes;
                if is_whole { converted[0] } else { self.program.generic(Generic::Shuffle(indices), converted, shape) }
            })
            .collect()
    }
}
