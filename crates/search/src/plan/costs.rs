//! The costs of moving values between element widths, by the layouts of both, and other operations that take several
//! instructions. Each sum is of the instructions that LLVM makes of it.
//!
//! All in hundredths of a cycle for one register, times the registers of the width, from the CPU's
//! table under the planner's bias. These figures only order candidates: what is answered is priced
//! from the code that LLVM makes of it.

use super::planner::Planner;
use crate::layout::Split;

impl Planner<'_> {
    /// From half the width. Linear halves need a shuffle for every second register; unpacking with
    /// zeros extends by itself, with a sign it takes a shift more.
    pub(super) fn extend_cost(&self, to: u32, signed: bool) -> u32 {
        if let Some(cost) = self.half_extension(to, signed) {
            return cost;
        }
        let (n, p) = (self.count(to), &self.costs);
        match (self.layouts.at(to).split, signed) {
            // Of two registers the upper half has to be brought down.
            (None | Some(Split::Linear), _) => n * (p.widen + p.shuffle / 2),
            (Some(Split::Unpack | Split::Phases), false) => n * p.unpack,
            (Some(Split::Unpack | Split::Phases), true) => n * (p.unpack + p.shift),
            // A mask for the even ones, a shift for the odd; with a sign two shifts for the even.
            (Some(Split::EvenOdd), false) => n * (p.shift + p.arithmetic) / 2,
            (Some(Split::EvenOdd), true) => n * 3 * p.shift / 2,
        }
    }

    /// To half the width, upper halves dropped.
    pub(super) fn truncate_cost(&self, to: u32) -> u32 {
        let (n, p) = (self.count(to), &self.costs);
        match self.layouts.at(to * 2).split {
            None => n * p.narrow,
            // The even elements of half the width, of both registers; else each is cut, and the two are joined.
            Some(Split::Linear) => n * p.unzip.unwrap_or(2 * p.narrow + p.insert),
            Some(Split::Unpack | Split::Phases) => n * (2 * p.shuffle + p.unpack),
            Some(Split::EvenOdd) => n * (p.shift + p.arithmetic),
        }
    }

    /// Cost of pairing two values of half the width into slots of a width.
    pub(super) fn zip_cost(&self, to: u32) -> u32 {
        let (n, p) = (self.count(to), &self.costs);
        match self.layouts.at(to).split {
            // Two half registers.
            None => n * (2 * p.widen + p.shift),
            Some(Split::Unpack) => n * p.unpack,
            Some(Split::Linear) => n * (p.unpack + p.shuffle / 2),
            Some(Split::EvenOdd | Split::Phases) => n * (p.shift + p.arithmetic),
        }
    }

    /// Of a leaf's lanes in the layout: where each register is one load, what that costs under the bias, for the pricer counts
    /// it; a broadcast for a scalar; else elements are picked from anywhere.
    pub(super) fn stream_cost(&self, stream: u32, bits: u32) -> u32 {
        let source = &self.program.streams[stream as usize].source;
        if self.program.streams[stream as usize].is_uniform {
            return self.costs.shuffle;
        }
        let layout = self.layouts.at(bits);
        let are_loads = |slots: usize| {
            layout.registers.iter().all(|register| {
                let places: Vec<_> = register.iter().map(|&lane| source.get(lane as usize).copied()).collect();
                places.chunks(slots).all(|places| self.is_load(places) != Some(false))
            })
        };
        let (slots, part) = (layout.slots() as usize, (self.layouts.registers().part / bits) as usize);
        let each = if are_loads(slots) {
            if self.bias.loads { self.costs.load } else { 0 }
        } else if self.bias.parts && (2..slots).contains(&part) && are_loads(part) {
            // A load for each part, and what puts all but the first into the register.
            let parts = (slots / part) as u32;
            parts * self.costs.load + (parts - 1) * self.costs.arithmetic
        } else {
            self.costs.permute
        };
        layout.count() * each
    }

    /// Whether registers are put together from loads of their parts.
    pub(crate) fn loads_parts(&self) -> bool {
        self.bias.parts
    }

    /// Whether elements are multiplied as they are.
    pub(super) fn multiplies(&self, bits: u32) -> bool {
        bits > 8 || self.costs.multiply8.is_some()
    }

    /// Whether elements are shifted as they are.
    pub(super) fn shifts(&self, bits: u32) -> bool {
        bits > 8 || self.costs.shift8.is_some()
    }

    /// Of one multiplication. Where there is none of bytes, those are halves of two of words.
    pub(super) fn multiply_cost(&self, bits: u32) -> u32 {
        let p = &self.costs;
        match bits {
            8 => p.multiply8.unwrap_or(2 * (p.multiply16 + p.shift) + p.arithmetic),
            16 => p.multiply16,
            32 => p.multiply32,
            _ => p.multiply64,
        }
    }

    /// Of one shift by a constant. Where there is none of bytes, those are halves of two of words.
    pub(super) fn shift_cost(&self, bits: u32) -> u32 {
        let p = &self.costs;
        if bits == 8 { p.shift8.unwrap_or(2 * p.shift + p.arithmetic) } else { p.shift }
    }

    /// The upper halves of elements at twice the width, for one register at the width.
    pub(super) fn high_cost(&self, to: u32) -> u32 {
        let (split, p) = (self.layouts.at(to * 2).split, &self.costs);
        // The odd elements of half the width, of both registers.
        let unzip = p.unzip.filter(|_| split == Some(Split::Linear));
        let each = unzip.unwrap_or(match (split, to) {
            (None, _) => p.shift + p.shuffle,
            (Some(Split::EvenOdd), _) => p.shift + p.arithmetic,
            (Some(_), 32) => p.shuffle,
            (Some(_), _) => 2 * p.shift + p.shuffle,
        });
        self.count(to) * each
    }
}
