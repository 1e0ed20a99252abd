//! Lanes of a form that lies between two of its translates.
//!
//! A lane is wanted a few places further than one translate has it, and a few places before where the other has it. Where the two
//! are registers of several parts, a lane of the next part of the one stands in the same part of the other, as long as they are
//! not farther apart than a part is long: then nothing crosses a part, and two shuffles within parts do what a permutation does.
//! Which is cheaper is the target's prices' say.

use super::Emitter;
use crate::fast::form::Id;
use crate::fast::layout::EMPTY;
use crate::program::{Shape, Value};

/// A slot of a value.
type Place = (Value, u32);

/// Where two translates hold their lanes.
struct Translates {
    low: Vec<Value>,
    high: Vec<Value>,
    /// The register and slot of each lane.
    held: Vec<(usize, u32)>,
    /// Lanes from the first to the form, and from the first to the second.
    by: u32,
    apart: u32,
}

impl Translates {
    /// Where the form's lane is: in the first translate, in the second.
    fn places(&self, lane: u32) -> [Option<Place>; 2] {
        // An empty slot holds what the first lane does.
        let from = if lane == EMPTY { self.by } else { lane + self.by };
        let of = |values: &[Value], at: u32| self.held.get(at as usize).map(|&(r, slot)| (values[r], slot));
        [of(&self.low, from), from.checked_sub(self.apart).and_then(|at| of(&self.high, at))]
    }
}

impl Emitter<'_, '_> {
    /// The lanes of a form that begins `by` lanes after one translate and before another, which begins `apart` lanes after the first.
    pub(super) fn shifted(&mut self, low: Id, high: Id, (by, apart): (u32, u32), bits: u32) -> Option<Vec<Value>> {
        let mut both = self.values(&[low, high], bits)?;
        let (high, low) = (both.pop()?, both.pop()?);
        let layout = self.planner.layouts.at(bits).clone();
        let mut held = vec![(0, 0); self.planner.program.ty.lanes as usize];
        for (r, register) in layout.registers.iter().enumerate() {
            let live = register.iter().zip(0..).filter(|(lane, _)| **lane != EMPTY);
            live.for_each(|(&lane, slot)| held[lane as usize] = (r, slot));
        }
        let translates = Translates { low, high, held, by, apart };
        let parted = self.planner.shifts_by_parts();
        let register = |lanes: &Vec<u32>| {
            let in_parts = if parted { self.within_parts(&translates, lanes, bits) } else { None };
            in_parts.or_else(|| self.across_parts(&translates, lanes, bits))
        };
        layout.registers.iter().map(register).collect()
    }

    /// One shuffle of all registers that hold a lane, of the first translate wherever that has it.
    fn across_parts(&mut self, translates: &Translates, lanes: &[u32], bits: u32) -> Option<Value> {
        let shape = self.shape(bits);
        let (mut sources, mut indices) = (vec![], vec![]);
        for &lane in lanes {
            let [first, second] = translates.places(lane);
            let (value, slot) = first.or(second)?;
            indices.push(source(&mut sources, value) * shape.lanes + slot);
        }
        Some(self.shuffle(indices, sources, shape))
    }

    /// Lanes of at most two registers, each from the part that it goes to: `None` where there are no such. What comes from the second
    /// is first turned within its parts to where the first one's lanes end, so that both shuffles are rotations.
    fn within_parts(&mut self, translates: &Translates, lanes: &[u32], bits: u32) -> Option<Value> {
        let shape = self.shape(bits);
        let part = (self.planner.layouts.registers().part / bits).min(shape.lanes);
        if part == 0 || !shape.lanes.is_multiple_of(part) {
            return None;
        }
        let (mut sources, mut picked) = (vec![], vec![]);
        for (&lane, to) in lanes.iter().zip(0u32..) {
            let here = |place: &Place| place.1 / part == to / part;
            let (value, slot) = translates.places(lane).into_iter().flatten().find(here)?;
            picked.push((source(&mut sources, value), slot));
        }
        if sources.len() > 2 {
            return None;
        }
        let turn = picked.iter().filter(|(from, _)| *from == 1).map(|(_, slot)| slot % part).min().unwrap_or(0);
        if turn > 0 {
            let turned = |slot: u32| slot / part * part + (slot + turn) % part;
            let indices = (0..shape.lanes).map(turned).collect();
            sources[1] = self.shuffle(indices, vec![sources[1]], shape);
            picked.iter_mut().filter(|(from, _)| *from == 1).for_each(|(_, slot)| *slot -= turn);
        }
        let indices = picked.into_iter().map(|(from, slot)| from * shape.lanes + slot).collect();
        Some(self.shuffle(indices, sources, Shape::new(bits, shape.lanes)))
    }
}

/// The number of a value among the sources of a shuffle.
fn source(sources: &mut Vec<Value>, value: Value) -> u32 {
    let at = sources.iter().position(|v| *v == value).unwrap_or_else(|| {
        sources.push(value);
        sources.len() - 1
    });
    at as u32
}
