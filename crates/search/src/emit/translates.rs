//! Lanes of a form out of registers of its translates.
//!
//! A lane is wanted a few places further than one translate has it, and, past the end of that, a few places before where another
//! has it. Where registers have parts, what a part of the result holds is the end of one part of a register and the beginning of
//! another: so parts are brought under each other, which costs nothing where they lie so and is shared by all translates where
//! they do not, and one shuffle within parts does the rest. Else a permutation picks every lane from where it is. Which is cheaper
//! is the target's prices' say.

use super::Emitter;
use crate::form::Id;
use crate::layout::{EMPTY, Layout};
use crate::plan::Choice;
use ahash::HashMap;
use isotope_program::{Shape, Value};
use std::collections::BTreeMap;

/// A slot of a register, which has the register's number among those that lanes are taken from.
type Slot = (usize, u32);

/// Registers that hold lanes of translates. Lanes are counted from the first lane of the first translate; `None` where a slot is empty.
#[derive(Default)]
struct Held {
    values: Vec<Value>,
    lanes: Vec<Vec<Option<u32>>>,
    /// Where each lane is, in the order of the registers.
    slots: HashMap<u32, Vec<Slot>>,
}

impl Held {
    /// Adds the registers of a translate that begins `by` lanes after the first one.
    fn add(&mut self, values: Vec<Value>, layout: &Layout, by: u32) {
        for (value, row) in values.into_iter().zip(&layout.registers) {
            let lanes = shifted(row, by);
            for (lane, slot) in lanes.iter().zip(0..).filter_map(|(lane, slot)| Some(((*lane)?, slot))) {
                self.slots.entry(lane).or_default().push((self.values.len(), slot));
            }
            self.values.push(value);
            self.lanes.push(lanes);
        }
    }

    /// Where a lane is.
    fn of(&self, lane: u32) -> &[Slot] {
        self.slots.get(&lane).map_or(&[], Vec::as_slice)
    }

    /// How many of the wanted lanes stand from a slot on, up to the end of its part.
    fn run(&self, (register, slot): Slot, wanted: &[Option<u32>], part: u32) -> usize {
        let rest = (part - slot % part) as usize;
        let here = &self.lanes[register][slot as usize..][..rest];
        here.iter().zip(wanted).take_while(|(lane, wanted)| wanted.is_none() || *lane == *wanted).count()
    }
}

/// The lanes of a register, so many places further.
fn shifted(row: &[u32], by: u32) -> Vec<Option<u32>> {
    row.iter().map(|&lane| (lane != EMPTY).then(|| lane + by)).collect()
}

/// The two parts of registers that one part of a result is made from, by their first slots; one may be enough.
#[derive(Clone, Copy)]
struct Joint {
    first: Slot,
    second: Option<Slot>,
}

/// The slot of the first part that a result begins with, and that of the second part that it goes on with. A rotation has them in common for
/// all parts of a register.
type Turn = (u32, u32);

impl Emitter<'_, '_> {
    /// The lanes of a form that begins `by` lanes after one translate and before another, which begins `apart` lanes after the first.
    pub(super) fn shifted(&mut self, low: Id, high: Id, (by, apart): (u32, u32), bits: u32) -> Option<Vec<Value>> {
        let mut both = self.values(&[low, high], bits)?;
        let (high, low) = (both.pop()?, both.pop()?);
        let layout = self.planner.layouts.at(bits).clone();
        let mut held = Held::default();
        held.add(low, &layout, 0);
        held.add(high, &layout, apart);
        layout.registers.iter().map(|row| self.picked(&held, &shifted(row, by), bits)).collect()
    }

    /// The lanes of a form that begins `by` lanes after a translate: what that has of it, and the registers that it has not computed.
    /// Of the others nothing is left in the end.
    pub(super) fn continued(&mut self, id: Id, low: Id, by: u32, direct: Choice, bits: u32) -> Option<Vec<Value>> {
        let computed = self.chosen(id, bits, direct)?;
        let low = self.values(&[low], bits)?.pop()?;
        let layout = self.planner.layouts.at(bits).clone();
        let mut held = Held::default();
        held.add(low, &layout, 0);
        let rows = layout.registers.iter().zip(computed);
        rows.map(|(row, computed)| {
            let wanted = shifted(row, by);
            // The lanes that the translate lacks are at the end, so that mostly it is the last register that is computed.
            let has_all = wanted.iter().flatten().all(|&lane| !held.of(lane).is_empty());
            if has_all { self.picked(&held, &wanted, bits) } else { Some(computed) }
        })
        .collect()
    }

    /// A register of wanted lanes.
    fn picked(&mut self, held: &Held, wanted: &[Option<u32>], bits: u32) -> Option<Value> {
        let in_parts = if self.planner.shifts_by_parts() { self.within_parts(held, wanted, bits) } else { None };
        in_parts.or_else(|| self.across_parts(held, wanted, bits))
    }

    /// One shuffle of all registers that hold a lane, of the first one that has it. An empty slot takes what the one before it does.
    fn across_parts(&mut self, held: &Held, wanted: &[Option<u32>], bits: u32) -> Option<Value> {
        let shape = self.shape(bits);
        // The first translate stands first, so that of the other one as few registers as possible are read.
        let (mut sources, mut indices) = (vec![], vec![]);
        let mut last = wanted.iter().flatten().next().copied();
        for lane in wanted {
            last = lane.or(last);
            let &(register, slot) = held.of(last?).first()?;
            indices.push(numbered(&mut sources, held.values[register]) * shape.lanes + slot);
        }
        Some(self.shuffle(indices, sources, shape))
    }

    /// The same by rotations of two registers within parts; `None` where that does not do, or where parts of more than two registers
    /// would have to be brought together.
    fn within_parts(&mut self, held: &Held, wanted: &[Option<u32>], bits: u32) -> Option<Value> {
        let lanes = self.shape(bits).lanes;
        let part = (self.planner.layouts.registers().part / bits).min(lanes);
        if part == 0 || !lanes.is_multiple_of(part) {
            return None;
        }
        let of_parts: Vec<BTreeMap<Turn, Vec<Joint>>> =
            wanted.chunks(part as usize).map(|wanted| joints(held, wanted, part)).collect();
        let turns = of_parts.first()?.keys().filter(|turn| of_parts.iter().all(|joints| joints.contains_key(turn)));
        let ways = turns.filter_map(|&(begin, rest)| {
            let of_part = |joints: &BTreeMap<Turn, Vec<Joint>>| joints[&(begin, rest)].clone();
            let joints: Vec<Vec<Joint>> = of_parts.iter().map(of_part).collect();
            let side = |of: fn(&Joint) -> Option<Slot>| {
                let ways = joints.iter().map(|ways| ways.iter().filter_map(of).collect::<Vec<_>>());
                brought(&ways.collect::<Vec<_>>(), part)
            };
            let (first, second) =
                (side(|joint| Some(joint.first))?, if begin == 0 { None } else { Some(side(|j| j.second)?) });
            // A turn may move what only it reads; a rotation takes what all translates read as it is.
            let moved = [Some(&first), second.as_ref()].into_iter().flatten().filter(|side| !is_register(side, part));
            Some((moved.count() + usize::from(rest > 0), (begin, rest), first, second))
        });
        let (_, (begin, rest), first, second) = ways.min_by_key(|way| way.0)?;
        let first = self.brought_together(held, &first, (part, 0), bits)?;
        let Some(second) = second else { return Some(first) };
        let second = self.brought_together(held, &second, (part, rest), bits)?;
        let slot = |at: u32| match (at / part * part, at % part + begin) {
            (here, from) if from < part => here + from,
            (here, from) => lanes + here + from - part,
        };
        Some(self.shuffle((0..lanes).map(slot).collect(), vec![first, second], Shape::new(bits, lanes)))
    }

    /// Parts of registers in one register, each turned so that it begins with its slot `turn`.
    fn brought_together(&mut self, held: &Held, parts: &[Slot], (part, turn): (u32, u32), bits: u32) -> Option<Value> {
        let (shape, mut sources, mut indices) = (self.shape(bits), vec![], vec![]);
        for &(register, begin) in parts {
            let source = numbered(&mut sources, held.values[register]);
            indices.extend((0..part).map(|at| source * shape.lanes + begin + at));
        }
        let together = self.shuffle(indices, sources, shape);
        let turned = |slot: u32| slot / part * part + (slot + turn) % part;
        Some(self.shuffle((0..shape.lanes).map(turned).collect(), vec![together], shape))
    }
}

/// The ways to make one part of a result from the parts of registers, by how these are turned.
fn joints(held: &Held, wanted: &[Option<u32>], part: u32) -> BTreeMap<Turn, Vec<Joint>> {
    let mut ways = BTreeMap::<Turn, Vec<Joint>>::new();
    // The parts of registers that hold a run of wanted lanes from one on, each with the slot in it where the run would begin.
    let runs = |wanted: &[Option<u32>]| -> Vec<(Slot, u32, usize)> {
        let Some((at, lane)) = wanted.iter().enumerate().find_map(|(at, lane)| Some((at, (*lane)?))) else {
            return vec![];
        };
        let found = held.of(lane).iter().filter_map(|&(register, slot)| {
            let begin = (slot % part).checked_sub(at as u32)?;
            let first = (register, slot - slot % part);
            Some((first, begin, held.run((register, first.1 + begin), wanted, part)))
        });
        found.collect()
    };
    for (first, begin, run) in runs(wanted) {
        if run == wanted.len() && begin == 0 {
            ways.entry((0, 0)).or_default().push(Joint { first, second: None });
        } else if run == (part - begin) as usize {
            let rest = &wanted[run..];
            if rest.iter().all(Option::is_none) {
                ways.entry((begin, 0)).or_default().push(Joint { first, second: Some(first) });
            }
            for (second, turn, found) in runs(rest) {
                if found == rest.len() {
                    ways.entry((begin, turn)).or_default().push(Joint { first, second: Some(second) });
                }
            }
        }
    }
    ways
}

/// One part of a register for each part of a result: those of one register in their places if there are such, else the first ones, of two
/// registers at most.
fn brought(ways: &[Vec<Slot>], part: u32) -> Option<Vec<Slot>> {
    let registers = ways.first()?.iter().map(|way| way.0);
    let in_place = |register: usize| -> Option<Vec<Slot>> {
        let parts = ways
            .iter()
            .zip(0..)
            .map(|(ways, at): (_, u32)| ways.contains(&(register, at * part)).then_some((register, at * part)));
        parts.collect()
    };
    if let Some(found) = registers.into_iter().find_map(in_place) {
        return Some(found);
    }
    let found = ways.iter().map(|ways| ways.first().copied()).collect::<Option<Vec<_>>>()?;
    let mut registers: Vec<usize> = found.iter().map(|slot| slot.0).collect();
    registers.sort_unstable();
    registers.dedup();
    (registers.len() <= 2).then_some(found)
}

/// Whether parts are those of one register, in their places.
fn is_register(parts: &[Slot], part: u32) -> bool {
    parts.iter().zip(0..).all(|(&slot, at)| slot == (parts[0].0, at * part))
}

/// The number of a value among the sources of a shuffle.
fn numbered(sources: &mut Vec<Value>, value: Value) -> u32 {
    let at = sources.iter().position(|v| *v == value).unwrap_or_else(|| {
        sources.push(value);
        sources.len() - 1
    });
    at as u32
}
