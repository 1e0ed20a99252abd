//! What moving values between element widths costs, by the layouts of both.

use super::{OP, Planner, Split};

impl Planner<'_> {
    pub(super) fn extend_cost(&self, to: u32, signed: bool) -> u32 {
        let n = self.count(to);
        match (self.layouts.at(to).split, signed) {
            (None | Some(Split::Linear), _) => n * 150,
            (Some(Split::Unpack | Split::Phases), false) => n * OP,
            (Some(Split::Unpack | Split::Phases), true) => n * 2 * OP,
            (Some(Split::EvenOdd), false) => n * (OP + self.leaning.arithmetic) / 2,
            (Some(Split::EvenOdd), true) => n * 3 * OP / 2,
        }
    }

    pub(super) fn truncate_cost(&self, to: u32) -> u32 {
        let n = self.count(to);
        match self.layouts.at(to * 2).split {
            None => n * 2 * OP,
            Some(Split::Linear) => n * 500,
            Some(Split::Unpack | Split::Phases) => n * 300,
            Some(Split::EvenOdd) => n * (OP + self.leaning.arithmetic),
        }
    }

    /// Cost of pairing two values of half the width into slots of a width.
    pub(super) fn zip_cost(&self, to: u32) -> u32 {
        let n = self.count(to);
        match self.layouts.at(to).split {
            // Two half registers.
            None => n * 3 * OP,
            Some(Split::Unpack) => n * OP,
            Some(Split::Linear) => n * 150,
            Some(Split::EvenOdd | Split::Phases) => n * (OP + self.leaning.arithmetic),
        }
    }

    pub(super) fn stream_cost(&self, stream: u32, bits: u32) -> u32 {
        let source = &self.program.streams[stream as usize].source;
        if source.iter().all(|s| *s == source[0]) {
            return OP;
        }
        let layout = self.layouts.at(bits);
        let straight = layout.registers.iter().all(|register| {
            let places = register.iter().map(|&lane| source[lane as usize]);
            self.program.memory.is_contiguous(places)
        });
        if straight { 0 } else { layout.count() * self.leaning.gather }
    }

    /// Of one multiplication; LLVM has none of bytes.
    pub(super) fn multiply_cost(&self, bits: u32) -> u32 {
        [7, 1, 2, 3][bits.trailing_zeros() as usize - 3] * self.multiply
    }

    pub(super) fn high_cost(&self, to: u32) -> u32 {
        let each = match (self.layouts.at(to * 2).split, to) {
            (None, _) => 2 * OP,
            (Some(Split::EvenOdd), _) => OP + self.leaning.arithmetic,
            (Some(_), 32) => OP,
            (Some(_), _) => 3 * OP,
        };
        self.count(to) * each
    }
}
