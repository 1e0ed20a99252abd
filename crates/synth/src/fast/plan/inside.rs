//! Elements inside wider slots: every second byte is half of a word, and a mask or a shift takes it out.
//!
//! Where a form's elements lie a fixed power of two apart in memory, and what lies between them is read by the window
//! too, one load holds them in slots of that distance. That is cheaper than picking them by shuffles, and it is what
//! pairs the products of narrow elements in a dot product over wider ones.

use super::{Part, Planner};
use isotope_ir::memory::Place;

/// Where a register's elements are: the load, and the position of each element among those of its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inside {
    /// Where the load begins.
    pub load: Place,
    /// The element's position in a slot of [`Insides::ratio`] elements, lowest first.
    pub position: u32,
}

/// Elements of `ratio` times their width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insides {
    /// Elements of memory in one widened element.
    pub ratio: u32,
    /// Whether elements are signed.
    pub signed: bool,
    /// One for each register.
    pub registers: Vec<Inside>,
}

impl Insides {
    /// What taking the elements out costs where a shift costs so much.
    pub fn cost(&self, shift: u32) -> u32 {
        let top = self.ratio - 1;
        self.registers
            .iter()
            .map(|r| if r.position == top || (r.position == 0 && !self.signed) { shift } else { 2 * shift })
            .sum()
    }
}

impl Planner<'_> {
    /// The parts of each slot of `bits` bits, each `element` bits wide, as elements inside one load for each register. The
    /// first part is a form; those that are not read may be anything.
    pub fn inside(&self, parts: &[Part], element: u32, bits: u32) -> Option<Insides> {
        let Part::Form(first) = parts[0] else { return None };
        let stream = self.program.stream(first)?;
        let (own, signed) = (stream.element.bits, stream.element.is_signed());
        let ratio = element / own;
        if ratio < 2 || self.uniform(&parts[..1]) {
            return None;
        }
        let wide = i64::from(parts.len() as u32 * ratio);
        let registers = self.layouts.at(bits).registers.iter().map(|lanes| {
            let origin = self.program.place(first, lanes[0])?;
            let at = |index: i64| Place { index: origin.index + index, ..origin };
            for (slot, &lane) in lanes.iter().enumerate() {
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
            let covered = |position: &u32| {
                let start = -i64::from(*position);
                (start..start + length).all(|i| self.program.memory.at(at(i)).is_some())
            };
            let position = (0..ratio).find(covered)?;
            Some(Inside { load: at(-i64::from(position)), position })
        });
        Some(Insides { ratio, signed, registers: registers.collect::<Option<_>>()? })
    }
}
