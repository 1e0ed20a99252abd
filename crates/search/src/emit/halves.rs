//! Values that are widened or narrowed half by half.

use super::Emitter;
use crate::form::Id;
use crate::instructions::Halves;
use isotope_dictionary::OperandKind;
use isotope_program::{Shape, Value};

impl Emitter<'_, '_> {
    /// A widening of every half, from nothing or from wide registers; what it gives is added to these, or taken off.
    pub(super) fn half_widened(
        &mut self,
        at: usize,
        args: &[Id],
        start: Option<(Id, bool)>,
        bits: u32,
    ) -> Option<Vec<Value>> {
        let widening = self.planner.instructions(bits).half_widenings[at].clone();
        let (start, halves) = match start {
            None => (None, widening.plain),
            Some((id, taken_off)) => {
                let halves = if taken_off { widening.subtracting } else { widening.adding };
                (Some(self.values(&[id], bits)?.remove(0)), halves?)
            }
        };
        let narrow = args.iter().zip(&widening.scalars).map(|(&id, &scalar)| match scalar {
            true => self.scalar(id, bits / 2).map(|scalar| vec![scalar]),
            false => self.values(&[id], bits / 2)?.pop(),
        });
        let narrow: Vec<Vec<Value>> = narrow.collect::<Option<_>>()?;
        (0..self.count(bits)).map(|r| self.half(&halves, &narrow, start.as_ref().map(|s| s[r]), (r, bits))).collect()
    }

    /// One register of wide elements.
    fn half(
        &mut self,
        halves: &Halves,
        narrow: &[Vec<Value>],
        start: Option<Value>,
        (register, bits): (usize, u32),
    ) -> Option<Value> {
        let is_split = self.planner.layouts.at(bits).split.is_some();
        let (entry, from) = match (is_split, register % 2) {
            (true, 1) => (halves.upper, register / 2),
            (true, _) => (halves.lower, register / 2),
            (false, _) => (halves.lower, register),
        };
        let mut narrow = narrow.iter();
        let operands = self.planner.target.entry(entry).member.operands.clone();
        let mut args = Vec::new();
        for (at, operand) in operands.iter().enumerate() {
            if Some(at) == halves.start {
                args.push(start?);
            } else if operand.kind == OperandKind::Scalar {
                args.push(*narrow.next()?.first()?);
            } else {
                let whole = *narrow.next()?.get(from)?;
                args.push(self.lower_part(whole, operand.bits, bits / 2)?);
            }
        }
        let op = self.instruction(entry, vec![]);
        let shape = self.shape(bits);
        Some(self.program.push(op, args, shape))
    }

    /// The lower so many bits of a register; `None` where it has fewer.
    fn lower_part(&mut self, value: Value, wanted: u32, bits: u32) -> Option<Value> {
        let shape = Shape::new(bits, wanted / bits);
        let held = self.program.shape(value).total_bits();
        (held >= wanted).then(|| self.shuffle((0..shape.lanes).collect(), vec![value], shape))
    }

    /// A narrowing of registers of twice the width, two to one where they are halves of it.
    pub(super) fn half_narrowed(
        &mut self,
        at: usize,
        immediates: &[u64],
        args: &[Id],
        bits: u32,
    ) -> Option<Vec<Value>> {
        let narrowing = self.planner.half_narrowings(bits).get(at)?.clone();
        let wide = self.values(args, 2 * bits)?;
        let is_split = self.planner.layouts.at(2 * bits).split.is_some();
        let shape = self.shape(bits);
        let part = Shape::new(bits, self.shape(2 * bits).lanes);
        let [lower, upper] = [narrowing.lower.entry, narrowing.upper].map(|e| self.instruction(e, immediates.to_vec()));
        // The operands of the second without its immediate, which is in the step.
        let kept = self.planner.target.entry(narrowing.upper).registers().position(|at| at == narrowing.kept)?;
        let one = |r: usize| wide.iter().map(|w| w.get(r).copied()).collect::<Option<Vec<Value>>>();
        (0..self.count(bits))
            .map(|r| {
                let low = self.program.push(lower.clone(), one(if is_split { 2 * r } else { r })?, part);
                if !is_split {
                    return Some(self.padded(low, shape));
                }
                let mut args = one(2 * r + 1)?;
                args.insert(kept, low);
                Some(self.program.push(upper.clone(), args, shape))
            })
            .collect()
    }
}
